"""Tools that break the rules of JSON Schema, or try genui: none ends the build of the others."""

import pytest

import genui.generate.offline
from genui.artifact import OutOfTimeError, bounded
from genui.assets import load_assets
from genui.build import compile_project
from genui.config import load_config
from genui.head import read_head
from genui.model import Snapshot, Tool
from genui.store import Stored


def nested(depth, wrap):
    schema = {"type": "string"}
    for _ in range(depth):
        schema = wrap(schema)
    return schema


NODE = {
    "anyOf": [
        {"type": "object", "properties": {"left": {"$ref": "#/$defs/n"}, "right": {"$ref": "#/$defs/n"}}},
        {"type": "array", "items": {"$ref": "#/$defs/n"}},
    ]
}
ODD = {
    "a length in words": {"a": {"type": "string", "maxLength": "100"}},
    "a bound beyond all numbers": {"a": {"type": "integer", "maximum": 10**400, "default": 10**400}},
    "a step beyond all numbers": {"a": {"type": "number", "multipleOf": 10**400}},
    "objects 250 deep": {"a": nested(250, lambda inner: {"type": "object", "properties": {"a": inner}})},
    "lists 250 deep": {"a": nested(250, lambda inner: {"type": "array", "items": inner})},
    "choices 250 deep": {"a": nested(250, lambda inner: {"anyOf": [inner, {"type": "null"}]})},
    "types that are none": {"a": {"type": ["x", 3], "enum": "abc", "pattern": 5, "minItems": -1}},
    "infinity": {"a": {"type": "number", "default": float("inf"), "minimum": float("-inf")}},
}
WHOLE = {
    "choices of itself": {
        "$defs": {"n": NODE},
        "properties": {name: {"$ref": "#/$defs/n"} for name in "abc"},
    },
    "a name for required": {"properties": {"a": {"type": "string"}}, "required": "abc"},
    "an enum of 50,000": {
        "properties": {"a": {"enum": [f"value number {index}" for index in range(50_000)]}}
    },
} | {name: {"properties": members} for name, members in ODD.items()}
FINE = {"name": "fine", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}


def built(*definitions):
    tools = tuple(Tool(one) for one in definitions)
    snapshot = Snapshot({"name": "odd", "version": "1"}, "", tools)
    return compile_project(snapshot, load_config(None, environ={}), Stored(), load_assets("templates"))


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("member", ["inputSchema", "outputSchema"])
def test_an_odd_schema_gives_a_view_and_the_others_are_built(name, member):
    odd = {"name": "odd", "inputSchema": {"type": "object"}} | {member: {"type": "object"} | WHOLE[name]}

    made = built(odd, FINE)
    pages = {one.name: made.files[one.entry.file] for one in made.outcomes}

    assert read_head(pages["fine"]).tool == "fine"
    if name == "an enum of 50,000":
        assert b"This view could not be made" in pages["odd"]
        assert "page-size" in [finding.rule for one in made.outcomes for finding in one.findings]
    else:
        assert read_head(pages["odd"]).tool == "odd"


@pytest.mark.parametrize("fault", [ValueError("no such thing"), RecursionError(), OutOfTimeError("it takes")])
def test_a_tool_that_genui_fails_on_gets_the_plainest_view_and_a_finding(monkeypatch, fault):
    real = genui.generate.offline.baseline

    def failing(tool, **options):
        if tool.name == "odd":
            raise fault
        return real(tool, **options)

    monkeypatch.setattr(genui.generate.offline, "baseline", failing)

    made = built({**FINE, "name": "odd"}, FINE)
    fine, odd = made.outcomes

    assert (fine.name, fine.state, fine.findings) == ("fine", "missing", ())
    assert (odd.state, [finding.rule for finding in odd.findings]) == ("fallback", ["view-failed"])
    assert read_head(made.files[odd.entry.file]).tool == "odd"


def test_a_block_that_takes_too_long_is_stopped_and_the_next_has_its_own_time():
    with pytest.raises(OutOfTimeError), bounded(0.05):
        while True:
            pass
    with bounded(0.05):
        assert sum(range(10)) == 45
