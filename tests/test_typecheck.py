"""Checking specs against their tools."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.config import Limits
from genui.model import Tool
from genui.spec import SPEC_RULES
from genui.typecheck import CHECK_RULES, check_spec, path_of, path_parts

FORECAST = json.loads((Path(__file__).parent / "cases/typecheck/forecast.json").read_text(encoding="utf-8"))
TOOL = Tool(FORECAST["tool"])
TREE = [{"type": "tree", "props": {"of": {"$path": "/result"}}}]


def checked(case, tool=TOOL):
    spec = {"version": 1, "result": case.get("result", TREE), "form": case.get("form", {})}
    spec |= case.get("more", {})
    return check_spec(spec, tool)


@pytest.mark.parametrize("case", FORECAST["cases"], ids=lambda case: case["name"])
def test_what_the_schemas_contradict_is_found(case):
    found = [[finding.rule, finding.severity, finding.where] for finding in checked(case)]
    assert found == case["findings"]


def test_findings_name_the_value_and_the_nearest_member():
    (finding,) = checked({"result": [{"type": "text", "props": {"of": {"$path": "/result/plaec"}}}]})
    assert "'/result/plaec'" in finding.message
    assert finding.hint.startswith("did you mean place? known: by_city, days")
    columns = {"rows": {"$path": "/result/days"}, "columns": [{"key": "/hihg"}]}
    (finding,) = checked({"result": [{"type": "table", "props": columns}]})
    assert finding.hint == "did you mean high? known: date, high, low, note, wind"
    (finding,) = checked({"form": {"fields": {"locaton": {}}}})
    assert finding.hint == "did you mean 'location'?"


def test_a_broken_spec_is_told_before_its_bindings():
    spec = {"version": 1, "result": [{"type": "tabel", "props": {"rows": {"$path": "/result/nope"}}}]}
    assert [finding.rule for finding in check_spec(spec, TOOL)] == ["unknown-component"]


def test_limits_reach_the_structure_checks():
    (finding,) = check_spec({"version": 1, "result": TREE * 2}, TOOL, Limits(components=1))
    assert finding.rule == "too-many-components"


@pytest.mark.parametrize("case", FORECAST["cases"], ids=lambda case: case["name"])
def test_without_an_output_schema_only_what_can_be_known_is_found(case):
    unknown = Tool({key: value for key, value in FORECAST["tool"].items() if key != "outputSchema"})
    for finding in checked(case, unknown):
        known = (
            finding.where.startswith(("/form", "/nextPage", "/refresh"))
            or finding.rule == "item-outside-rows"
            or "/input" in finding.message
        )
        assert known or case["name"] == "literal rows are known", finding


@pytest.mark.parametrize("schema", [None, True, {}, {"type": "object"}, {"$ref": "#/nope"}, [], "x"])
def test_an_input_schema_that_says_nothing_allows_any_field(schema):
    tool = Tool({"name": "x", "inputSchema": schema})
    assert (
        checked({"form": {"order": ["a"], "fields": {"a.b": {"control": "slider", "default": 1}}}}, tool)
        == ()
    )


def test_members_of_every_branch_are_known():
    tool = Tool(
        {
            "name": "x",
            "inputSchema": {
                "oneOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}},
                    {"type": "object", "properties": {"b": {"type": "number"}}},
                ]
            },
        }
    )
    assert checked({"form": {"fields": {"a": {"control": "text"}, "b": {"control": "number"}}}}, tool) == ()
    assert [finding.rule for finding in checked({"form": {"fields": {"c": {}}}}, tool)] == ["field-unknown"]


def test_recursive_schemas_are_followed_as_far_as_a_binding_goes():
    node = {"type": "object", "properties": {"child": {"$ref": "#"}, "name": {"type": "string"}}}
    tool = Tool({"name": "x", "inputSchema": node, "outputSchema": node})
    pointer = "/result" + "/child" * 9
    assert checked({"result": [{"type": "text", "props": {"of": {"$path": pointer + "/name"}}}]}, tool) == ()
    assert checked({"result": [{"type": "text", "props": {"of": {"$path": pointer + "/nam"}}}]}, tool) != ()


def test_field_paths_escape_dots():
    assert path_parts("a.b\\.c.*.d") == ["a", "b.c", "*", "d"]
    assert path_of(("a", "b.c", "*")) == "a.b\\.c.*"


def test_every_rule_is_documented_once():
    assert not set(SPEC_RULES) & set(CHECK_RULES)
    assert all(rule.doc.endswith(".") for rule in CHECK_RULES.values())
    told = {finding[0] for case in FORECAST["cases"] for finding in case["findings"]}
    assert told == set(CHECK_RULES)


KEYWORDS = [
    "type",
    "properties",
    "items",
    "anyOf",
    "$ref",
    "required",
    "enum",
    "days",
    "additionalProperties",
]
SCHEMAS = st.recursive(
    st.none() | st.booleans() | st.sampled_from(["object", "array", "string", "#", "#/properties/days", 3]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4),
    max_leaves=15,
)


@given(SCHEMAS, SCHEMAS, st.sampled_from(FORECAST["cases"]))
def test_odd_schemas_never_raise(given_in, given_out, case):
    checked(case, Tool({"name": "x", "inputSchema": given_in, "outputSchema": given_out}))
