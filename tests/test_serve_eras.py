"""Hosts of an old protocol version: a view is used as far as the version can show what it was made for."""

import json

import pytest
import serving
from serve_host import APPS

from genui.canonical import sha256

FULL = {
    **serving.HELLO,
    "title": "Hello",
    "annotations": {"readOnlyHint": True},
    "outputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
}
OTHER = {"name": "other", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}
PAGE = serving.headed(FULL, b"<!doctype html>")
COMMITTED = f"ui://hello/{sha256(PAGE)[:12]}.html"


def without(tool, *members):
    return {name: value for name, value in tool.items() if name not in members}


def listed(directory, version, tools, *, snapshot=FULL):
    """The URI that a host of a protocol version finds at the first tool."""
    serving.commit(directory, {"hello": (FULL, PAGE)})
    (directory / "tools").mkdir()
    (directory / "tools" / "hello.json").write_text(json.dumps(snapshot), encoding="utf-8")
    talk = serving.Talk(serving.core_in(directory))
    params = {"protocolVersion": version, "capabilities": APPS}
    talk.host(serving.line({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))
    result = {"protocolVersion": version, "capabilities": {"tools": {}}}
    talk.upstream(serving.line({"jsonrpc": "2.0", "id": 0, "result": result}))
    talk.host(serving.line({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
    talk.upstream(serving.line({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}))
    talk.host_got()
    return json.loads(talk.host_got())["result"]["tools"][0]["_meta"]["ui"]["resourceUri"]


SIEVED_2024 = without(FULL, "title", "annotations", "outputSchema")
SIEVED_2025 = without(FULL, "title", "outputSchema")


@pytest.mark.parametrize(
    ("version", "tools"),
    [
        ("2025-11-25", [FULL]),
        ("2024-11-05", [FULL]),
        ("2024-11-05", [SIEVED_2024]),
        ("2024-11-05", [SIEVED_2024, without(OTHER, "annotations")]),
        ("2025-03-26", [SIEVED_2025]),
    ],
)
def test_the_committed_view_is_used_where_the_version_hides_the_rest(version, tools, tmp_path):
    assert listed(tmp_path, version, tools) == COMMITTED


CHANGED = {"type": "object", "properties": {"who": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("version", "tools"),
    [
        ("2025-11-25", [SIEVED_2024]),
        ("2025-03-26", [SIEVED_2024]),
        ("2025-06-18", [SIEVED_2025]),
        ("2024-11-05", [SIEVED_2025]),
        ("2024-11-05", [{**SIEVED_2024, "inputSchema": CHANGED}]),
        ("2024-11-05", [SIEVED_2024, OTHER]),
    ],
    ids=["new", "shown", "newer", "part", "other arguments", "another tool shows them"],
)
def test_another_shape_stays_a_miss_in_every_version(version, tools, tmp_path):
    assert listed(tmp_path, version, tools) != COMMITTED


def test_a_snapshot_that_the_view_was_not_made_for_counts_for_nothing(tmp_path):
    edited = {**FULL, "outputSchema": {"type": "object"}}
    assert listed(tmp_path, "2024-11-05", [SIEVED_2024], snapshot=edited) != COMMITTED
