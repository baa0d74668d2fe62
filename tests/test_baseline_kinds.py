"""What the offline spec makes of kinds of data: what auto joins, what has a component, what stays a table."""

import pytest

from genui.baseline import baseline
from genui.baseline.meaning import meaning_of
from genui.components import walk
from genui.model import Tool
from genui.typecheck import check_spec

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}
MOMENT = {"type": "string", "format": "date-time"}


def listed(inner):
    return {"type": "array", "items": inner}


def thing(**members):
    return {"type": "object", "properties": members, "required": list(members)}


def planned(schema, name="get_it"):
    tool = Tool({"name": name, "outputSchema": schema})
    spec = baseline(tool)
    assert [finding for finding in check_spec(spec, tool) if finding.severity == "error"] == []
    return spec["result"]


def types(components):
    return [component["type"] for component in walk(components)]


CELLS = listed({"type": "array"})
HEADS = listed(thing(name=TEXT, type=TEXT))
PERSON = thing(name=TEXT, father={"anyOf": [{"$ref": "#"}, {"type": "null"}]})
FOLDER = thing(name=TEXT, size=WHOLE, children=listed({"$ref": "#/$defs/Folder"}))


@pytest.mark.parametrize(
    "schema",
    [
        thing(meter=TEXT, columns=listed(TEXT), rows=CELLS),
        thing(columns=HEADS, rows=CELLS, truncated={"type": "boolean"}),
        thing(fields=HEADS, data={"type": "array"}),
        thing(time=listed(MOMENT), temperature=listed(NUMBER)),
        thing(unit=TEXT, dates=listed(TEXT), low=listed(NUMBER), high=listed({"type": ["number", "null"]})),
        thing(
            months=listed(TEXT),
            players={"type": "object", "additionalProperties": listed({"type": "number"})},
        ),
        thing(dates=listed(TEXT), series=thing(gold=listed(NUMBER), silver=listed(NUMBER))),
        thing(cities=listed(TEXT), degrees={"type": "array"}),
        thing(edges=listed(NUMBER), counts=listed(WHOLE)),
        {**PERSON, "title": "Person"},
        {**FOLDER, "$defs": {"Folder": FOLDER}},
        thing(name=TEXT, children=listed({"type": "object"})),
    ],
    ids=lambda schema: " ".join(schema["properties"]),
)
def test_what_only_the_data_can_join_is_left_to_auto(schema):
    assert planned(schema) == [{"type": "auto"}]


def test_a_hierarchy_within_an_object_is_left_to_auto_alone():
    schema = {**thing(drive=TEXT, folders=listed({"$ref": "#/$defs/Folder"})), "$defs": {"Folder": FOLDER}}
    assert types(planned(schema)) == ["key-value", "auto"]


@pytest.mark.parametrize(
    "schema",
    [
        thing(columns=listed(TEXT), rows=listed(thing(a=TEXT, b=TEXT))),
        thing(host=TEXT, cores=listed(thing(idle=NUMBER, total=NUMBER))),
        thing(title=TEXT, tags=listed(TEXT), scores=listed(NUMBER)),
        thing(users=listed(thing(id=WHOLE, name=TEXT, manager=thing(id=WHOLE, name=TEXT)))),
        thing(
            people=listed(thing(id=TEXT, name=TEXT)), transfers=listed(thing(**{"from": TEXT, "to": TEXT}))
        ),
        thing(nodes=listed(thing(id=TEXT)), rows=listed(thing(source=TEXT, target=TEXT))),
        thing(emails=listed(thing(**{"from": TEXT, "subject": TEXT, "body": TEXT}))),
        thing(messages=listed(thing(**{"from": TEXT, "subject": TEXT, "body": TEXT}))),
        thing(issues=listed(thing(id=WHOLE, title=TEXT, created_at=MOMENT, author=TEXT))),
        thing(segments=listed(thing(text=TEXT, start=NUMBER, end=NUMBER))),
        thing(logs=listed(thing(timestamp=MOMENT, level=TEXT, message=TEXT))),
        thing(history=listed(thing(date=MOMENT, action=TEXT, price=NUMBER))),
        thing(packages=listed(thing(name=TEXT, dependencies=listed(TEXT)))),
    ],
    ids=lambda schema: " ".join(schema["properties"]),
)
def test_what_is_not_sure_stays_as_it_is(schema):
    assert not {"dag", "message-list", "timeline"} & set(types(planned(schema)))
    assert planned(schema) != [{"type": "auto"}]


def test_what_has_a_start_and_an_end_is_an_agenda():
    schema = thing(slots=listed(thing(title=TEXT, starts_at=MOMENT, ends_at=MOMENT, location=TEXT)))
    [tabs] = planned(schema)
    assert tabs["children"][0]["props"] == {
        "rows": {"$path": "/result/slots"},
        "at": {"$item": "/starts_at"},
        "until": {"$item": "/ends_at"},
        "title": {"$item": "/title"},
        "meta": {"$item": "/location"},
    }


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        (
            thing(nodes=listed(thing(id=TEXT)), edges=listed(thing(**{"from": TEXT, "to": TEXT}))),
            ["dag", "table"],
        ),
        (
            thing(nodes=listed(TEXT), links=listed(thing(source=TEXT, target=TEXT, weight=NUMBER))),
            ["dag", "list", "table"],
        ),
        (
            thing(steps=listed(thing(id=WHOLE, label=TEXT)), links=listed(thing(fromId=WHOLE, toId=WHOLE))),
            ["dag", "table"],
        ),
        (thing(jobs=listed(thing(name=TEXT, depends_on=listed(TEXT)))), ["dag", "table"]),
        (
            thing(run=TEXT, jobs=listed(thing(name=TEXT, depends_on=listed(TEXT)))),
            ["key-value", "dag", "table"],
        ),
        (thing(courses=listed(thing(id=TEXT, prerequisites=listed(TEXT)))), ["dag", "table"]),
        (thing(messages=listed(thing(role=TEXT, content=TEXT))), ["message-list"]),
        (thing(thread=listed(thing(id=TEXT, sender=TEXT, body=TEXT))), ["tabs", "message-list", "table"]),
        (thing(history=listed(thing(date=MOMENT, summary=TEXT, by=TEXT))), ["tabs", "timeline", "table"]),
    ],
    ids=lambda value: " ".join(value["properties"] if isinstance(value, dict) else value),
)
def test_rows_that_are_more_than_a_table_are_drawn_as_such(schema, shown):
    assert types(planned(schema)) == shown


def test_rows_that_wrap_their_members_have_these_as_columns():
    inner = dict.fromkeys(("name", "city", "country", "street", "phone"), TEXT)
    (table, *_) = planned(thing(edges=listed(thing(cursor=TEXT, node=thing(**inner))), total=WHOLE))
    keys = [column["key"] for column in table["props"]["columns"]]
    assert keys == [*(f"/node/{name}" for name in inner), "/cursor"]


def test_points_of_two_measures_are_left_to_auto():
    assert types(planned(thing(star=TEXT, points=listed(thing(jd=NUMBER, mag=NUMBER))))) == [
        "key-value",
        "auto",
    ]


def test_rows_without_a_name_are_called_by_their_tool():
    schema = thing(result=listed(thing(date=MOMENT, summary=TEXT)))
    assert types(planned(schema, name="get_history")) == ["tabs", "timeline", "table"]
    assert types(planned(schema, name="get_reports")) == ["table"]


def test_an_envelope_tells_of_its_success_only_where_there_was_none():
    result = thing(ok={"type": "boolean"}, data=thing(items=listed(thing(name=TEXT)), total=WHOLE))
    failed, rows, told = planned(result)
    assert failed["visible"] == {"$eq": [{"$path": "/result/ok"}, False]}
    assert rows["props"]["rows"] == {"$path": "/result/data/items"}
    assert told["props"]["fields"] == [{"key": "/total", "label": "Total", "format": "integer"}]


@pytest.mark.parametrize(
    ("name", "about", "format_", "label"),
    [
        ("ts", "", "datetime", "Time"),
        ("bookedAt", "", "datetime", "Booked at"),
        ("created_at_ms", "", "datetime", "Created at"),
        ("started", "milliseconds since epoch", "datetime", "Started"),
        ("when", "Unix timestamp in seconds", "datetime", "When"),
        ("when", "nanoseconds since epoch", "integer", "When"),
        ("epoch", "the training epoch", "integer", "Epoch"),
        ("uptime", "seconds since boot", "integer", "Uptime"),
        ("latency_ms", "", {"name": "duration", "unit": "ms"}, "Latency"),
        ("start_time", "", "datetime", "Start time"),
        ("response_time", "", "integer", "Response time"),
        ("fee", "in the smallest currency unit", "integer", "Fee, minor units"),
        ("n", "", "text", "N"),
        ("#", "", "text", "#"),
        ("rank", "", "text", "Rank"),
        ("n", "number of games", "integer", "N"),
        ("amountMinor", "amount in cents", "integer", "Amount, cents"),
        ("price_cents", "", "integer", "Price, cents"),
        ("balance_minor", "", "integer", "Balance, minor units"),
        ("issues_minor", "", "integer", "Issues minor"),
    ],
)
def test_whole_numbers_mean_what_their_name_and_description_say(name, about, format_, label):
    meaning = meaning_of(name, {"type": "integer", "description": about})
    assert (meaning.format, meaning.label) == (format_, label)
    assert meaning.measure == (format_ not in ("datetime", "text"))


def test_readings_with_one_moment_are_a_line_whatever_it_is_called():
    drawn, table = planned(thing(rows=listed(thing(n=WHOLE, due=MOMENT, interest=NUMBER, principal=NUMBER))))
    assert (drawn["props"]["x"], [each["key"] for each in drawn["props"]["y"]]) == (
        "/due",
        ["/interest", "/principal"],
    )
    assert [column["key"] for column in table["props"]["columns"]] == [
        "/n",
        "/due",
        "/interest",
        "/principal",
    ]


def test_a_tool_that_takes_a_cursor_and_answers_with_one_has_a_button_to_the_next_page():
    takes = {"type": "object", "properties": {"cursor": TEXT}}
    gives = thing(items=listed(thing(name=TEXT, city=TEXT)), next_cursor=TEXT)
    tool = Tool({"name": "list_cities", "inputSchema": takes, "outputSchema": gives})
    spec = baseline(tool)

    assert spec["nextPage"] == {"arguments": {"cursor": {"$path": "/result/next_cursor"}}}
    assert "next_cursor" not in str(spec["result"])
    assert [finding for finding in check_spec(spec, tool) if finding.severity == "error"] == []


def test_a_tool_that_destroys_has_no_button_that_runs_it_again():
    takes = {"type": "object", "properties": {"cursor": TEXT}}
    tool = {"name": "purge", "inputSchema": takes, "outputSchema": thing(next_cursor=TEXT, gone=TEXT)}

    assert "nextPage" in baseline(Tool(tool))
    assert "nextPage" not in baseline(Tool({**tool, "annotations": {"destructiveHint": True}}))
