"""Digests: what makes a view stale, what makes it unusable, and what does neither."""

import copy
import json

import pytest

from genui.canonical import canonical_json, digest
from genui.digests import shape_digest
from genui.digests import source_digest as digest_of_source
from genui.model import Tool

OFFLINE = {"mode": "offline"}

TOOL = {
    "name": "get_forecast",
    "title": "Forecast",
    "description": "The weather ahead.",
    "inputSchema": {
        "type": "object",
        "title": "Arguments",
        "properties": {
            "title": {"type": "string", "description": "A member that happens to be called title"},
            "days": {"type": "integer", "default": 7, "examples": [3]},
        },
        "required": ["title"],
    },
    "outputSchema": {"type": "object", "properties": {"high": {"type": "number", "description": "°C"}}},
    "annotations": {"readOnlyHint": True, "title": "Forecast"},
}


def source_digest(tool, *, generation=OFFLINE, **more):
    return digest_of_source(tool, generation=generation, **more)


def changed(*path, value):
    tool = copy.deepcopy(TOOL)
    target = tool
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return tool


PROSE = {
    "title": changed("title", value="Other"),
    "description": changed("description", value="Other"),
    "schema title": changed("inputSchema", "title", value="Other"),
    "member description": changed("inputSchema", "properties", "title", "description", value="Other"),
    "examples": changed("inputSchema", "properties", "days", "examples", value=[9]),
    "output description": changed("outputSchema", "properties", "high", "description", value="°F"),
    "annotation title": changed("annotations", "title", value="Other"),
    "icons": changed("icons", value=[{"src": "x"}]),
}
SHAPE = {
    "name": changed("name", value="other"),
    "member type": changed("inputSchema", "properties", "days", "type", value="number"),
    "default": changed("inputSchema", "properties", "days", "default", value=3),
    "required": changed("inputSchema", "required", value=[]),
    "a member called title": changed("inputSchema", "properties", value={"days": {"type": "integer"}}),
    "output type": changed("outputSchema", "properties", "high", "type", value="string"),
    "annotation": changed("annotations", "readOnlyHint", value=False),
}


@pytest.mark.parametrize("change", PROSE)
def test_changed_prose_keeps_the_shape_but_not_the_source(change):
    assert shape_digest(PROSE[change]) == shape_digest(TOOL)
    assert source_digest(Tool(PROSE[change])) != source_digest(Tool(TOOL))


@pytest.mark.parametrize("change", SHAPE)
def test_a_changed_member_changes_the_shape(change):
    assert shape_digest(SHAPE[change]) != shape_digest(TOOL)


def test_the_order_of_members_changes_no_digest():
    reordered = json.loads(canonical_json(TOOL))

    assert list(reordered) != list(TOOL)
    assert shape_digest(reordered) == shape_digest(TOOL)
    assert source_digest(Tool(reordered)) == source_digest(Tool(TOOL))


@pytest.mark.parametrize(
    "more",
    [
        {"examples": ({"arguments": {}, "result": {}},)},
        {"hints": {"chart": "line"}},
        {"kind": "minimal"},
        {"generation": {"provider": "anthropic"}},
    ],
)
def test_every_input_of_a_spec_is_in_its_source_digest(more):
    assert source_digest(Tool(TOOL), **more) != source_digest(Tool(TOOL))


def test_nested_members_are_part_of_a_digest():
    assert digest({"a": {"b": {"c": 1}}}) != digest({"a": {"b": {"c": 2}}})


@pytest.mark.parametrize("schema", [True, None, [], "text", {"properties": None}, {"properties": [1]}])
def test_an_odd_schema_has_a_shape(schema):
    assert shape_digest({"name": "x", "inputSchema": schema})
