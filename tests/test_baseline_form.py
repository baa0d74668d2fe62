"""What names and descriptions tell the offline spec about arguments and result members."""

import pytest

from genui.baseline.form import control_of, steer_of, told_choices
from genui.baseline.meaning import head_of, meaning_of
from genui.schema import Member

TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("description", "choices"),
    [
        ("New state (future|active|closed)", ("future", "active", "closed")),
        ("One of: a|b", ("a", "b")),
        (
            "Options: 'markdown' (default), 'wiki', or 'storage'. More 'words'.",
            ("markdown", "wiki", "storage"),
        ),
        ("Must be one of fast, slow, careful", ("fast", "slow", "careful")),
        ("Either `asc` or `desc`", ("asc", "desc")),
        ("Sort order. Allowed values: asc, desc, none.", ("asc", "desc", "none")),
        ("The name, e.g. 'a' or 'b'", ()),
        ("Comma-separated list. Options: 'a', 'b'", ()),
        ("Step one|expected result", ()),
        ("A JSON array: 'a', 'b'", ()),
        ("Options: 'one'", ()),
        ("Free text", ()),
        ("", ()),
    ],
)
def test_choices_are_read_only_where_prose_lists_them(description, choices):
    assert told_choices(description) == choices


@pytest.mark.parametrize(
    ("name", "schema", "description", "control"),
    [
        ("due", TEXT, "Due date (YYYY-MM-DD)", "date"),
        ("due", TEXT, "YYYY-MM-DD or a relative day", ""),
        ("due", TEXT, "YYYY-MM-DDTHH:MM:SSZ", ""),
        ("due", {"type": "string", "format": "date"}, "YYYY-MM-DD", ""),
        ("versions", TEXT, "JSON array of {date: YYYY-MM-DD}", ""),
        ("body", TEXT, "", "textarea"),
        ("commit_message", TEXT, "Message", "textarea"),
        ("body", {"type": "string", "maxLength": 80}, "", ""),
        ("body", {"type": "string", "pattern": "^a"}, "", ""),
        ("query", TEXT, "A SQL query to run", "textarea"),
        ("query", TEXT, "Words to look for", ""),
        ("content", {"type": "array"}, "", ""),
        ("content_id", TEXT, "", ""),
        ("password", TEXT, "", "password"),
        ("clientSecret", TEXT, "", "password"),
        ("page_token", TEXT, "", ""),
        ("note", {"type": "string", "maxLength": 5000}, "", "textarea"),
    ],
)
def test_a_control_is_asked_for_only_where_it_fits(name, schema, description, control):
    assert control_of(name, schema, description) == control


@pytest.mark.parametrize(
    ("name", "schema", "steer"),
    [
        ("unit_price", {"type": "number"}, {"label": "Unit price"}),
        ("unit_price", {"type": "number", "title": "Unit Price"}, {"label": "Unit price"}),
        ("unit_price", {"type": "number", "title": "Price of one"}, {"label": "Price of one"}),
        ("city", {**TEXT, "description": "(Optional) The `city`."}, {"label": "City", "hint": "The city."}),
        ("city", {**TEXT, "description": "City"}, {"label": "City"}),
        ("city", {**TEXT, "description": "Where it is."}, {"label": "City"}),
        ("city", {**TEXT, "description": "First.\n\nSecond paragraph of it."}, {"label": "City"}),
        ("kind", {"const": "x"}, {}),
    ],
)
def test_a_field_says_only_what_the_schema_does_not(name, schema, steer):
    assert steer_of(Member(name, schema, required=True), top=True) == steer


def test_nested_fields_need_a_reason():
    assert steer_of(Member("sku", TEXT, required=True), top=False) == {}
    titled = Member("sku", {**TEXT, "title": "Stock unit"}, required=True)
    assert steer_of(titled, top=False) == {"label": "Stock unit"}


@pytest.mark.parametrize(
    ("name", "schema", "head", "alone"),
    [
        ("temp_c", {"type": "number"}, "Temp, °C", {"name": "unit", "unit": "celsius"}),
        ("high", {"type": "number", "title": "High, °C"}, "High, °C", {"name": "unit", "unit": "celsius"}),
        ("vitamin_c", {"type": "number"}, "Vitamin c", None),
        ("total_eur", {"type": "number"}, "Total, EUR", {"name": "currency", "currency": "EUR"}),
        (
            "price",
            {"type": "number", "description": "Price in USD"},
            "Price, USD",
            {"name": "currency", "currency": "USD"},
        ),
        ("humidity_pct", {"type": "number"}, "Humidity", "percent"),
        (
            "share_percent",
            {"type": "number", "maximum": 1},
            "Share percent",
            {"name": "percent", "ratio": True},
        ),
        ("size_bytes", {"type": "integer"}, "Size", "bytes"),
        ("usedBytes", {"type": "number"}, "Used", "bytes"),
        ("duration_ms", {"type": "integer"}, "Duration", {"name": "duration", "unit": "ms"}),
        ("elapsed_s", {"type": "number"}, "Elapsed", {"name": "duration", "unit": "s"}),
        ("class_s", {"type": "number"}, "Class s", None),
        ("created_at", TEXT, "Created at", "datetime"),
        ("created_at", {"type": "integer"}, "Created at", "datetime"),
        ("placed", {"type": "string", "format": "date"}, "Placed", "date"),
        ("status", TEXT, "Status", "badge"),
        ("homepage", TEXT, "Homepage", "url"),
        ("order_id", {"type": "integer"}, "Order ID", "text"),
        ("year", {"type": "integer"}, "Year", "text"),
        ("count", {"type": "integer"}, "Count", "integer"),
        ("is_open", {"type": "boolean"}, "Is open", "boolean"),
        ("anything", {}, "Anything", None),
        ("low_c", {"type": ["number", "string"]}, "Low c", None),
    ],
)
def test_a_member_means_what_its_name_unit_and_format_say(name, schema, head, alone):
    meaning = meaning_of(name, schema)
    assert head_of(meaning) == head
    assert meaning.alone == alone
