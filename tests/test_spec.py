"""The view spec: what is read, what is refused and how it is told, limits."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.config import Limits
from genui.spec import spec_findings, spec_schema

CASES = Path(__file__).parent / "cases/specs"
VALID = sorted(CASES.glob("*.json"))
REFUSED = json.loads((CASES / "refused/cases.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(spec_schema())
TREE = {"type": "tree", "props": {"of": {"$path": "/result"}}}

BY_PYTHON_ONLY = {
    *(
        "a script URL",
        "a script URL behind white space",
        "a VBScript URL",
        "an HTML data URL",
        "a style in a URL",
    ),
    *("a text that speaks to a model", "a text that speaks to a model in parts", "a text turned around"),
    *(
        "a text in tag characters",
        "a script URL with a line break inside",
        "a script URL with an unseen character inside",
    ),
    *("a script URL made a link", "a script URL in an expression", "__proto__ in written data"),
    *("tabs and labels that differ", "51 components", "11 levels", "true is not 1"),
}
"""Refusals that JSON Schema cannot say, or says less clearly."""


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_spec_has_no_findings_and_follows_the_schema(path):
    spec = json.loads(path.read_text(encoding="utf-8"))
    assert spec_findings(spec) == ()
    VALIDATOR.validate(spec)


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_every_violation_is_found_at_its_place(case):
    found = [[finding.rule, finding.where] for finding in spec_findings(case["spec"])]
    assert found == case["findings"]


@pytest.mark.parametrize(
    "case", [case for case in REFUSED if case["name"] not in BY_PYTHON_ONLY], ids=lambda case: case["name"]
)
def test_the_published_schema_refuses_the_same(case):
    assert not VALIDATOR.is_valid(case["spec"])


def test_a_violation_names_place_value_expectation_and_the_nearest_name():
    [found] = spec_findings({"version": 1, "result": [{"type": "tabel", "props": {}}]})
    assert found.where.startswith("/result/0")
    assert '"tabel"' in found.message
    assert found.hint == "did you mean 'table'?"


def deep(levels):
    return (
        TREE if levels == 1 else {"type": "section", "props": {"title": "x"}, "children": [deep(levels - 1)]}
    )


def rules(result, **limits):
    spec = {"version": 1, "result": result}
    return [finding.rule for finding in spec_findings(spec, Limits(**limits))]


def test_limits_hold_up_to_their_last_value():
    assert rules([TREE] * 50) == []
    assert rules([deep(10)]) == []
    written = {"type": "tree", "props": {"of": "x" * 65_000}}
    assert rules([written]) == []
    assert rules([{"type": "tree", "props": {"of": "x" * 65_536}}]) == ["component-too-large"]
    assert rules([written] * 9) == ["spec-too-large"]


def test_children_do_not_count_for_the_size_of_their_parent():
    half = {"type": "tree", "props": {"of": "x" * 40_000}}
    assert rules([{"type": "section", "props": {"title": "x"}, "children": [half, half]}]) == []


def test_limits_are_a_parameter():
    assert rules([TREE, TREE], components=1) == ["too-many-components"]
    assert rules([deep(3)], depth=2) == ["spec-too-deep"]
    assert rules([TREE], component_bytes=10) == ["component-too-large"]
    assert rules([TREE], spec_bytes=10) == ["spec-too-large"]


def test_size_is_counted_in_bytes():
    assert rules([{"type": "tree", "props": {"of": "ü" * 33_000}}]) == ["component-too-large"]


def test_form_fields_count_for_the_spec_only():
    fields = {f"m{i}": {"label": "x" * 100} for i in range(1000)}
    assert spec_findings({"version": 1, "form": {"fields": fields}, "result": [TREE]}) == ()


def test_very_deep_json_is_refused_without_a_fault():
    value: list = []
    for _ in range(100_000):
        value = [value]
    assert rules([{"type": "tree", "props": {"of": value}}]) == ["spec-too-deep"]


def test_lone_surrogates_are_plain_values():
    spec = {
        "version": 1,
        "title": "\ud800",
        "form": {"fields": {"\udfff": {"label": "\ud800"}}},
        "result": [TREE],
    }
    assert spec_findings(spec) == ()


WORDS = [
    "version",
    "result",
    "form",
    "type",
    "props",
    "table",
    "rows",
    "$path",
    "/result",
    "children",
    "tabs",
    "",
]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=15,
)


@given(VALUES, VALUES, VALUES)
def test_no_json_makes_the_checks_raise(spec, result, form):
    spec_findings(spec)
    found = spec_findings(
        {"version": 1, "result": [{"type": "table", "props": result}, result], "form": form}
    )
    assert all(finding.rule and finding.message for finding in found)
