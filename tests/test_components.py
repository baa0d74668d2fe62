"""The table of component types, and the documents made from it."""

import json
from pathlib import Path

import jsonschema
import pytest

from genui.components import ASKED_FOR, COMPONENTS, runtime_files, walk
from genui.docs import documents
from genui.spec import parse_spec, spec_findings, spec_schema

ROOT = Path(__file__).parent.parent
VALIDATOR = jsonschema.Draft202012Validator(spec_schema())

TYPES = [
    *(
        "auto",
        "rows",
        "table",
        "cards",
        "key-value",
        "stat-cards",
        "list",
        "badges",
        "progress-bar",
        "tree",
        "text",
    ),
    *("markdown", "code-block", "diff", "timeline", "chart", "heatmap", "dag", "message-list", "image"),
    *("audio", "video", "links", "header", "section", "tabs", "divider"),
]


def test_the_published_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(spec_schema())


def test_every_component_of_the_first_tier_is_there():
    assert list(COMPONENTS) == TYPES


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=lambda component: component.type)
def test_an_example_follows_the_schema_and_the_checks(component):
    spec = {"version": 1, "result": [component.example]}
    VALIDATOR.validate(spec)
    assert spec_findings(spec) == ()
    (parsed,) = parse_spec(spec).result
    assert parsed.type == component.type


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=lambda component: component.type)
def test_every_component_has_its_runtime_file(component):
    assert (ROOT / "templates/runtime" / component.runtime).is_file()


@pytest.mark.parametrize("component", COMPONENTS.values(), ids=lambda component: component.type)
def test_the_runtime_file_enters_its_component(component):
    text = (ROOT / "templates/runtime" / component.runtime).read_text(encoding="utf-8")
    assert f"components.{component.type} " in text or f'components["{component.type}"]' in text


def test_a_page_takes_the_files_of_all_its_components():
    spec = {
        "result": [
            {"type": "section", "props": {"title": "A"}, "children": [{"type": "diff"}, {"type": "badges"}]},
            {"type": "table"},
            {"type": "made-up"},
            {"type": ["table"]},
            7,
        ]
    }
    assert runtime_files(spec) == {"section.js", "code.js", "badges.js", "table.js", "titled.js"}
    assert runtime_files({"result": "x"}) == runtime_files({}) == frozenset()


@pytest.mark.parametrize(
    ("component", "files"),
    [
        ({"type": "chart", "props": {"kind": "line"}}, {"chart.js"}),
        ({"type": "chart", "props": {"kind": "donut"}}, {"chart.js", "chart-shares.js"}),
        ({"type": "rows", "props": {"as": "sparkline"}}, {"rows.js", "chart-shares.js"}),
        (
            {"type": "table", "props": {"columns": [{"key": "/x", "format": {"name": "currency"}}]}},
            {"table.js", "formats.js", "planned.js", "planned-rows.js"},
        ),
        (
            {"type": "text", "visible": {"$has": {"$path": "/result"}}},
            {"text.js", "operators.js", "titled.js"},
        ),
    ],
)
def test_a_page_takes_what_single_props_ask_for(component, files):
    spec = {"result": [{"type": "section", "children": [component]}]}
    assert runtime_files(spec) == {"section.js", *files}


def test_a_page_takes_the_start_of_other_tools_where_there_are_any():
    assert runtime_files({"actions": [{"tool": "get_order", "arguments": {}}]}) == {"actions.js"}
    assert runtime_files({"actions": []}) == frozenset()
    either = {"id": {"$first": [{"$item": "/id"}, {"$item": "/key"}]}}
    spec = {"actions": [{"tool": "get_order", "arguments": either}]}
    assert runtime_files(spec) == {"actions.js", "first.js"}


def test_a_page_reads_literals_in_text_only_where_a_tool_promises_no_data():
    spec = {"result": [{"type": "table"}]}
    assert runtime_files(spec, tool={"name": "t"}) == {"table.js", "literals.js"}
    assert runtime_files(spec, tool={"name": "t", "outputSchema": {"type": "object"}}) == {"table.js"}
    assert runtime_files({"result": [{"type": "text"}]}, tool={"name": "t"}) == {"text.js"}


def test_every_file_that_words_ask_for_is_there():
    for file in ASKED_FOR:
        assert (ROOT / "templates/runtime" / file).is_file()


def test_walking_is_safe_in_a_very_deep_spec():
    spec: dict = {"type": "divider"}
    for _ in range(5000):
        spec = {"type": "section", "children": [spec]}
    assert sum(1 for _ in walk([spec])) == 5001


@pytest.mark.parametrize("name", sorted(documents()))
def test_generated_documents_are_current(name):
    current = (ROOT / "docs" / name).read_bytes()
    assert current == documents()[name], "run: python -m genui.docs"


def test_the_generated_documents_name_every_component_prop():
    page = documents()["components.md"].decode()
    for component in COMPONENTS.values():
        assert f"## {component.type}\n" in page
        for prop in component.props:
            assert f"| `{prop}` |" in page


def test_examples_hold_no_more_than_json():
    for component in COMPONENTS.values():
        assert json.loads(json.dumps(component.example)) == component.example
