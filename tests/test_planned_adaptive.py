"""A view planned from an outputSchema and one that looks at the answer alone open with the same component."""

import json
from pathlib import Path

import pytest
from test_situations import CASES, answer, declared, read

from genui.baseline import baseline
from genui.model import Tool
from genui.outline import outline_of

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "servers"

ROWS = {"list": "items", "timeline": "events", "table": "rows", "dag": "nodes", "key-value": "fields"}
"""What tells how much a component holds."""


def samples():
    """Yield each recorded result of a tool that declares what it answers: (id, tool, arguments, result)."""
    for path in sorted(CORPUS.glob("*.json")):
        server = json.loads(path.read_text("utf-8"))
        tools = {one["name"]: one for one in server["tools"] if "outputSchema" in one}
        for number, one in enumerate(server["samples"]):
            result = one.get("result", {})
            if one["tool"] in tools and result.get("structuredContent") and not result.get("isError"):
                yield f"{path.stem}-{number}-{one['tool']}", tools[one["tool"]], one["arguments"], result


def situations():
    for path in sorted(CASES.glob("*.json")):
        case = read(path.stem)
        if case.get("declared") and "data" in case:
            yield path.stem, declared(path.stem, case).definition, case["input"], answer(case)


def main_of(node):
    """Return (type, how many rows) of the first component that shows data, small print and headings aside."""
    kind = node["type"]
    if kind == "tabs":
        return main_of({"type": "stack", **node["tabs"][0]})
    if kind == "switch":
        return main_of(next(iter(node["views"].values())))
    if kind == "chart" and node.get("tableFirst"):
        return main_of(node["table"])
    if kind == "note":
        return None
    parts = [*node.get("parts", ()), *([node["part"]] if node.get("part") else [])]
    if parts or kind in {"stack", "result", "section", "titled"}:
        return next((found for part in parts if (found := main_of(part))), None)
    if kind == "tags" and not node["values"]:
        return None
    shown = node.get(ROWS.get(kind, ""))
    # One row is told as one thing by the page itself.
    if kind == "key-value" or (kind == "table" and len(shown) == 1):
        return "key-value", None
    return ("text" if kind == "plain" else kind), len(shown) if shown is not None else None


def both(tool, arguments, result):
    planned = Tool(tool)
    bare = Tool({name: value for name, value in tool.items() if name != "outputSchema"})
    return [main_of(outline_of(baseline(one), one, result, arguments)) for one in (planned, bare)]


@pytest.mark.parametrize(
    ("tool", "arguments", "result"),
    [pytest.param(*one[1:], id=one[0]) for one in [*situations(), *samples()]],
)
def test_a_plan_changes_labels_and_formats_and_not_what_is_drawn(tool, arguments, result):
    planned, adaptive = both(tool, arguments, result)
    assert planned == adaptive
