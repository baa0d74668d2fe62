"""Forms of real tools: complete, with raw JSON only where a schema leaves a value free."""

import json
from pathlib import Path

import pytest

from genui.baseline import baseline
from genui.forms import form_plan
from genui.model import Tool

SERVERS = Path(__file__).parents[2] / "shared" / "corpus" / "servers"
FREE = json.loads((Path(__file__).parent / "cases" / "json-members.json").read_text(encoding="utf-8"))

needs_corpus = pytest.mark.skipif(not SERVERS.is_dir(), reason="the corpus of real tools is not here")


def kids_of(node):
    """Yield what stands below a node: a part of the path, and the number of a node."""
    for name, number, *more in node.get("kids", ()):
        yield from ((f".{name}", each) for each in (number, *(more[1].values() if more else ())) if each >= 0)
    if "of" in node:
        yield "[]" if node["kind"] == "list" else "", node["of"]
    yield from (("[]", number) for number in node.get("places", ()))
    yield from ((f"<{option[1]}>", option[2]) for option in node.get("options", ()))
    if "map" in node:
        yield "{}", node["map"]["of"]


def json_members(plan):
    """Return the paths of the members that a form edits as raw JSON."""
    found, queue, seen = set(), [("", 0)], set()
    for path, number in queue:
        if number in seen:
            continue
        seen.add(number)
        node = plan["nodes"][number]
        if node["kind"] == "json":
            found.add(path.removeprefix("."))
        queue += [(path + part, each) for part, each in kids_of(node)]
    return found


@needs_corpus
def test_real_tools_have_raw_json_for_free_members_only():
    found: dict[str, dict[str, list[str]]] = {}
    count = 0
    for path in sorted(SERVERS.glob("*.json")):
        for definition in json.loads(path.read_text(encoding="utf-8"))["tools"]:
            tool = Tool(definition)
            count += 1
            if members := json_members(form_plan(tool, baseline(tool))):
                found.setdefault(path.stem, {})[tool.name] = sorted(members)

    assert count >= 400
    assert found == {
        server: {tool: sorted(free) for tool, free in tools.items()} for server, tools in FREE.items()
    }


def test_each_of_them_has_a_reason():
    reasons = {reason for tools in FREE.values() for members in tools.values() for reason in members.values()}

    assert reasons <= {"an object of any members", "a JSON Schema", "a request body", "null or any object"}
