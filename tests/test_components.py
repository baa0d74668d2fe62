"""The table of component types, and the documents made from it."""

import json
from pathlib import Path

import jsonschema
import pytest

from genui.components import COMPONENTS, walk
from genui.docs import documents
from genui.spec import spec_findings, spec_schema

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
    assert component.example["type"] == component.type


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
