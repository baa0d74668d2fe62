"""The offline spec: whole specs of telling tools, odd tools, and what must hold for every tool."""

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from genui.baseline import KIND_RULES, baseline, kind_of
from genui.components import walk
from genui.expressions import pointer_parts
from genui.model import Tool
from genui.schema import infer_schema, members
from genui.spec import spec_findings
from genui.typecheck import check_spec

CASES = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "cases/baseline").glob("*.json"))
}
CORPUS = Path(__file__).parents[2] / "shared/corpus/servers"


def made(case):
    return baseline(Tool(case["tool"]), hints=case.get("hints", {}), examples=case.get("examples", ()))


def errors(spec, tool):
    return [finding for finding in check_spec(spec, tool) if finding.severity == "error"]


@pytest.mark.parametrize("name", CASES)
def test_a_tool_becomes_its_spec(name):
    case = CASES[name]
    assert made(case) == case["spec"]
    assert errors(case["spec"], Tool(case["tool"])) == []


@pytest.mark.parametrize("name", CASES)
def test_the_order_of_members_is_the_order_given(name):
    case = CASES[name]
    assert json.dumps(made(case)) == json.dumps(made(json.loads(json.dumps(case))))
    assert list(made(case))[:3] == ["version", "kind", "title"]


def shuffled(value):
    """Return a JSON value with its members in reverse, but for the members of `properties`."""
    if isinstance(value, dict):
        kept = {key: shuffled(member) for key, member in reversed(value.items())}
        if isinstance(value.get("properties"), dict):
            kept["properties"] = {name: shuffled(member) for name, member in value["properties"].items()}
        return kept
    return [shuffled(entry) for entry in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", CASES)
def test_the_order_of_keywords_does_not_matter(name):
    case = CASES[name]
    assert baseline(Tool(shuffled(case["tool"]))) == baseline(Tool(case["tool"]))


def pointers(component):
    """Yield every pointer from the root of the result that a component shows, with its keys."""
    props = component.get("props", {})
    source = props.get("rows", props.get("of", {}))
    base = source.get("$path", "/result") if isinstance(source, dict) else "/result"
    yield base, tuple(entry["key"] for name in ("columns", "fields") for entry in props.get(name, ()))
    for stat in props.get("stats", ()):
        yield stat["value"]["$path"], ()


@pytest.mark.parametrize("name", CASES)
def test_every_declared_member_has_its_place(name):
    """A made spec never shows less than auto would."""
    tool = Tool(CASES[name]["tool"])
    if tool.output_schema is None:
        return
    shown = [(base, keys) for one in walk(baseline(tool)["result"]) for base, keys in pointers(one)]
    for member in members(tool.output_schema, tool.output_schema):
        here = f"/result/{member.name}"
        whole = ("/result", ()) in shown
        assert whole or any((base + key).startswith(here) for base, keys in shown for key in (keys or ("",)))
        assert len(pointer_parts(here)) == 2


@pytest.mark.parametrize(
    ("definition", "kind"),
    [
        ({"name": "set_units"}, "minimal"),
        ({"name": "delete_item"}, "minimal"),
        ({"name": "send_notification"}, "minimal"),
        ({"name": "updateUser"}, "minimal"),
        ({"name": "slack_set_topic"}, "minimal"),
        ({"name": "x", "title": "Remove a label"}, "minimal"),
        ({"name": "get_weather"}, "rich"),
        ({"name": "list_orders"}, "rich"),
        ({"name": "create_merge_request"}, "rich"),
        ({"name": "run_query"}, "rich"),
        ({"name": "delete_item", "description": "Deletes an item. Returns the items that are left."}, "rich"),
        ({"name": "delete_item", "description": "Deletes an item. Returns true."}, "minimal"),
        ({"name": "update_view", "annotations": {"readOnlyHint": True}}, "rich"),
        ({"name": "post_search", "description": "Search by title"}, "rich"),
        ({"name": "write", "inputSchema": {"properties": {"action": {"enum": ["a", "b", "c"]}}}}, "rich"),
        (
            {"name": "set_x", "outputSchema": {"type": "object", "properties": {"rows": {"type": "array"}}}},
            "rich",
        ),
        ({"name": "set_x", "outputSchema": {"properties": {"success": {"type": "boolean"}}}}, "minimal"),
    ],
    ids=lambda value: value if isinstance(value, str) else value["name"],
)
def test_only_plain_actions_are_minimal(definition, kind):
    assert kind_of(Tool(definition)) == kind
    assert baseline(Tool(definition))["kind"] == kind


def test_the_config_decides_the_kind():
    tool = Tool({"name": "set_units"})
    assert baseline(tool, kind="rich")["result"] == [{"type": "auto"}]
    assert baseline(Tool({"name": "get_it"}), kind="minimal")["result"][0]["type"] == "text"
    assert all(rule.doc for rule in KIND_RULES.values())


def test_wrong_hints_are_found_and_never_raise():
    tool = Tool(CASES["series-over-time"]["tool"])
    for hints in ({"chart": 5}, {"columns": "x"}, {"result": "x"}, {"sort": []}, {"rows": {}}, {"form": 1}):
        parse = baseline(tool, hints=hints)
        assert isinstance(parse, dict)
        spec_findings(parse)
    assert errors(baseline(tool, hints={"chart": 5}), tool)


def test_a_result_hint_replaces_every_component():
    wished = [{"type": "tree", "props": {"of": {"$path": "/result/days"}}}]
    assert baseline(Tool(CASES["series-over-time"]["tool"]), hints={"result": wished})["result"] == wished


DEEP: dict = {"type": "string"}
for _ in range(200):
    DEEP = {"type": "object", "properties": {"x": DEEP, "y": {"type": "array", "items": {"type": "object"}}}}
LOOP = {
    "type": "object",
    "properties": {"next": {"$ref": "#"}, "rows": {"type": "array", "items": {"$ref": "#"}}},
}
WIDE = {
    "type": "object",
    "properties": {f"member_{i}": {"type": "string", "description": "x " * 99} for i in range(1000)},
}
HOSTILE = {
    "type": "object",
    "properties": {
        name: {"type": ["string", "number"], "title": name, "description": name}
        for name in (
            "__proto__",
            "constructor",
            "</script>",
            "a.b",
            "*",
            "",
            "\ud800",
            "a/b~c",
            "\u202ex",
            "$path",
            "x" * 300,
        )
    },
}
SCHEMAS = [
    None,
    True,
    False,
    {},
    [],
    "x",
    5,
    DEEP,
    LOOP,
    WIDE,
    HOSTILE,
    {"type": "object"},
    {"$ref": "#/nope"},
    {"type": "string", "properties": {"": False, "x": {"type": "string"}}},
]
NAMES = ["../x", "x" * 300, "🙂", "", " ", "CON", "a\x00b", "\ud800", "<script>", "get_", "_", "名前"]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: ascii(schema)[:30])
def test_odd_schemas_give_a_valid_spec(schema):
    tool = Tool({"name": "x", "inputSchema": schema, "outputSchema": schema, "description": ""})
    spec = baseline(tool)
    assert errors(spec, tool) == []
    assert spec_findings(spec) == ()


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_odd_names_give_a_valid_spec(name):
    tool = Tool(
        {"name": name, "title": name, "description": name * 50, "annotations": None, "inputSchema": HOSTILE}
    )
    spec = baseline(tool)
    assert errors(spec, tool) == []
    assert spec["title"].strip()


def test_wrong_types_in_a_definition_never_raise():
    for wrong in (None, 5, [], {}, True, ["x"], {"a": 1}):
        tool = Tool(
            {
                "name": "x",
                **dict.fromkeys(
                    ("title", "description", "inputSchema", "outputSchema", "annotations"), wrong
                ),
            }
        )
        assert errors(baseline(tool), tool) == []


@pytest.mark.parametrize(
    "result",
    [
        None,
        {},
        {"content": []},
        {"content": [{"type": "image", "data": "x"}]},
        {"content": [{"type": "text", "text": "no data"}]},
        {"content": [{"type": "text", "text": "[" * 100_000}]},
        {"content": [{"type": "text", "text": "{'a': 1}"}, {"type": "text", "text": "more"}]},
        {"isError": True, "structuredContent": {"a": 1}},
        {"structuredContent": {}},
        {"structuredContent": {"\ud800": [None, {"__proto__": 1}, [[]]]}},
    ],
    ids=lambda result: ascii(result)[:40],
)
def test_odd_examples_give_a_valid_spec(result):
    tool = Tool({"name": "x"})
    spec = baseline(tool, examples=[{"arguments": {}, "result": result}, 5])
    assert errors(spec, tool) == []


WORDS = [
    "type",
    "properties",
    "items",
    "anyOf",
    "$ref",
    "required",
    "enum",
    "description",
    "date",
    "total_eur",
    "rows",
    *("messages", "role", "text", "history", "at", "nodes", "edges", "from", "to", "needs", "ok", "data"),
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from(["object", "array", "string", "number", "#", "x"])
    | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=5),
    max_leaves=20,
)


@example({}, {}, "\U000e0041")
@given(VALUES, VALUES, st.text(max_size=20))
def test_no_definition_makes_it_raise_or_err(given_in, given_out, name):
    tool = Tool({"name": name, "inputSchema": given_in, "outputSchema": given_out})
    assert errors(baseline(tool), tool) == []


ROWS = st.lists(
    st.dictionaries(
        st.sampled_from(["date", "name", "total_eur", "status", "id", "tags", "created_at"]),
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=5)
        | st.lists(st.text(max_size=3), max_size=2),
        max_size=5,
    ),
    max_size=4,
)


@given(ROWS)
def test_a_spec_made_from_data_fits_that_data(rows):
    schema = infer_schema([{"rows": rows}])
    tool = Tool({"name": "x", "outputSchema": schema})
    assert errors(baseline(tool), tool) == []


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real servers lies beside the repository")
def test_every_tool_of_the_corpus_gets_a_spec_without_findings():
    for path in sorted(CORPUS.glob("*.json")):
        for definition in json.loads(path.read_text(encoding="utf-8"))["tools"]:
            tool = Tool(definition)
            spec = baseline(tool)
            assert check_spec(spec, tool) == (), f"{path.stem} {tool.name}"
            fields = spec["form"].get("fields", {})
            for member in members(tool.input_schema, tool.input_schema):
                assert "const" in member.schema or "label" in fields[member.name.replace(".", "\\.")]


@pytest.mark.parametrize(
    ("data", "bound"),
    [
        ({"rates": {"USD": 1.1, "GBP": 0.9, "JPY": 130.2}}, False),
        ({"users": {"u_12ab": {"name": "A", "age": 3}, "u_99": {"name": "B", "age": 4}}}, False),
        ({"days": {"2026-01-01": 3, "2026-01-02": 4}}, False),
        ({"place": {"city": "Zurich", "country": "CH"}}, True),
        ({"box": {"x1": 1, "y1": 2, "x2": 3, "y2": 4}}, True),
    ],
)
def test_an_example_binds_members_and_never_the_keys_of_a_map(data, bound):
    example = {"arguments": {}, "result": {"structuredContent": data}}
    spec = baseline(Tool({"name": "a", "inputSchema": {"type": "object"}}), examples=(example,))

    keys = [key for inner in data.values() for key in inner]
    assert any(f"/{key}" in json.dumps(spec) for key in keys) is bound
