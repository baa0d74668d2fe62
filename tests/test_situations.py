"""Situations: what a person needs first stands first in the offline view of a tool, as its outline tells."""

import json
from pathlib import Path

import pytest

from genui.baseline import baseline
from genui.model import Tool
from genui.outline import outline_of
from genui.outlinetext import outline_text
from genui.schema import infer_schema
from genui.typecheck import check_spec

CASES = Path(__file__).parent / "cases" / "situations"


def read(name):
    return json.loads((CASES / f"{name}.json").read_text("utf-8"))


def declared(name, case):
    """The tool of a case; what it declares is the schema of its data, or of those of another case."""
    if not case.get("declared"):
        return Tool(case["tool"])
    return Tool({**case["tool"], "outputSchema": infer_schema([read(case.get("like", name))["data"]])})


def answer(case):
    if "data" in case:
        return {"content": [], "structuredContent": case["data"]}
    return {"content": [{"type": "text", "text": case["text"]}], "isError": case.get("error", False)}


def written(name, tool):
    """The spec that was written by hand for a situation: its components in the offline spec of the tool."""
    return {
        **baseline(tool),
        "result": json.loads((CASES / "specs" / f"{name}.json").read_text("utf-8"))["result"],
    }


NAMES = sorted(path.stem for path in CASES.glob("*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_person_needs_first_stands_first(name):
    case = read(name)
    tool = declared(name, case)

    told = outline_text(outline_of(baseline(tool), tool, answer(case), case["input"])).splitlines()

    assert told[: len(case["first"])] == case["first"]


@pytest.mark.parametrize("name", NAMES)
def test_a_spec_written_by_hand_is_without_findings_and_says_what_it_opens_with(name):
    case = read(name)
    tool = declared(name, case)
    spec = written(name, tool)
    told = outline_text(outline_of(spec, tool, answer(case), case["input"])).splitlines()
    assert list(check_spec(spec, tool)) == []
    assert told[: len(case["written"])] == case["written"]
