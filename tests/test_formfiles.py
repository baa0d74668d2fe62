"""Which runtime files a form brings along."""

import pytest

from genui.assets import load_assets
from genui.formfiles import form_files
from genui.runtime import runtime_of

ALWAYS_THERE = {"form.js", "form-node.js", "form-fields.js", "form-group.js", "form-messages.js", "schema.js"}


def files(schema, form=None, **definition):
    return form_files({"name": "t", "inputSchema": schema, **definition}, form or {})


def members(**properties):
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        (members(a={"type": "string"}, b={"type": "integer", "minimum": 1}, c={"enum": ["x", "y"]}), set()),
        (members(a={"type": ["string", "null"]}), {"form-null.js"}),
        (
            members(a={"anyOf": [{"type": "string"}, {"type": "null"}]}),
            {"form-null.js", "schema-fold.js", "form-optional.js"},
        ),
        (members(a={"type": "array"}), {"form-array.js"}),
        (members(a=members(b={"type": "string"})), {"form-optional.js"}),
        (members(a={"type": "object", "additionalProperties": {"type": "string"}}), {"form-map.js"}),
        (members(a={"enum": list(range(13))}), {"combobox.js"}),
        (members(a={"type": "string", "format": "date"}), {"schema-text.js", "form-special.js"}),
        (members(a={"type": "string", "description": "The day (YYYY-MM-DD)"}), {"form-special.js"}),
        (members(a={"not": {"const": 1}}), {"schema-rules.js"}),
        ({"$ref": "#/$defs/a", "$defs": {"a": members()}}, {"schema-fold.js", "form-optional.js"}),
    ],
)
def test_a_form_brings_what_its_schema_asks_for_and_no_more(schema, wanted):
    assert files(schema) == wanted


def test_a_control_that_the_spec_asks_for_comes_along():
    schema = members(a={"type": "integer"}, b={"type": "string"})

    assert files(schema, {"fields": {"a": {"control": "slider"}}}) == {"form-special.js"}
    assert files(schema, {"fields": {"b": {"control": "combobox"}}}) == {"combobox.js"}


@pytest.mark.parametrize(("hint", "wanted"), [(True, {"form-confirm.js"}), (False, set()), (None, set())])
def test_only_an_explicit_destructive_hint_brings_the_confirmation(hint, wanted):
    assert files(members(), annotations={"destructiveHint": hint}) == wanted


@pytest.mark.parametrize(
    "schema", [None, True, [], "x", {"properties": None}, {"type": 5, "enum": {}, "anyOf": 3}]
)
def test_an_odd_schema_is_no_error(schema):
    assert files(schema) <= {"schema-fold.js"}


def test_a_very_deep_schema_is_no_error():
    schema = {"type": "string"}
    for _ in range(5000):
        schema = members(a=schema)

    assert files(schema) == {"form-optional.js"}


def test_every_file_that_can_be_asked_for_exists_and_is_not_there_anyway():
    schema = members(
        a={
            "anyOf": [{"type": "object", "additionalProperties": {"x": 1}}, {"type": "array"}],
            "format": "date",
        },
        b={"enum": [None, *range(20)], "uniqueItems": True},
    )
    found = files(schema, annotations={"destructiveHint": True})

    assert len(found) == 11
    assert found <= set(runtime_of(load_assets("templates")).scripts) - ALWAYS_THERE
