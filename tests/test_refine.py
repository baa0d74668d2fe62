"""Wishes in plain English: each sentence of the cases changes the spec as expected, or is refused whole."""

import json

import pytest
from refining import CASES, TOOLS, holds, plain, refined

from genui.baseline import baseline
from genui.errors import WishError
from genui.model import Tool, View, errors_of
from genui.refine import apply_patch, inverse_patch, refine_view, rules
from genui.refine.guards import refused
from genui.typecheck import check_spec

FILES = ("sentences", "second", "third", "strangers", "voices", "people", "blind", "frames", "shown")
SENTENCES = [case for name in FILES for case in json.loads((CASES / f"{name}.json").read_text("utf-8"))]
SPEAKERS = sorted({case["tool"] for case in SENTENCES})


def amiss(case):
    """What is not as a case expects, told in one line; "" where all is."""
    expected = case["expect"]
    try:
        spec = refined(case["tool"], case["say"])
    except WishError as refusal:
        told = f"{refusal.message} {refusal.hint}".lower()
        right = refusal.exit_code == 4 and expected.get("refused", "\0").lower() in told
        return "" if right else f"refused: {refusal.message}"
    if "refused" in expected:
        return "accepted"
    return ", ".join(key for key, wanted in expected.items() if not holds(spec, key, wanted))


@pytest.mark.parametrize("tool", SPEAKERS)
def test_sentences_change_the_spec_as_expected_or_are_refused(tool):
    cases = [case for case in SENTENCES if case["tool"] == tool]
    assert {case["say"]: wrong for case in cases if (wrong := amiss(case))} == {}


@pytest.mark.parametrize(
    "case", [case for case in SENTENCES if "refused" not in case["expect"]][::17], ids=str
)
def test_a_step_holds_the_patch_that_makes_the_spec_and_takes_it_back_in_its_order(case):
    tool = TOOLS[case["tool"]]
    before = plain(case["tool"])
    refinement = refine_view(View(tool.name, before), tool, case["say"])

    assert not errors_of(check_spec(refinement.after, tool))
    assert apply_patch(before, refinement.step.patch) == refinement.after
    back = apply_patch(refinement.after, inverse_patch(refinement.step.patch))
    assert json.dumps(back) == json.dumps(before)


def test_a_step_says_what_was_asked_and_what_the_checker_found():
    tool = TOOLS["get_forecast"]
    view = refine_view(View(tool.name, baseline(tool)), tool, "hide wind").view
    refinement = refine_view(view, tool, "dark mode")

    assert [step.feedback for step in refinement.view.ledger] == ["hide wind", "dark mode"]
    assert refinement.step.patch == ({"op": "add", "path": "/theme", "value": "dark"},)
    assert refinement.step.verdict == "applied"
    assert refinement.before is view.spec


def test_a_refusal_quotes_what_was_not_understood_and_says_how_to_go_on():
    with pytest.raises(WishError) as refusal:
        refined("get_forecast", "dark mode, and play some music")

    assert refusal.value.message == 'not understood: "play some music"'
    assert "line, bar" in refusal.value.hint
    assert "[model] provider" in refusal.value.hint


@pytest.mark.parametrize("wish", ["and", ",", "please", "...", "and, then"])
def test_words_that_wish_nothing_are_refused(wish):
    with pytest.raises(WishError, match="not understood"):
        refined("get_forecast", wish)


def test_an_ambiguous_name_asks_back_with_the_candidates():
    with pytest.raises(WishError) as refusal:
        refined("list_orders", "sort by price")

    assert refusal.value.message == '"sort by price": "price" can be unit_price or total_price'


def test_names_are_learnt_from_recorded_examples():
    tool = TOOLS["search_issues"]
    rows = [{"temperature_c": 1, "day": "2026-01-01"}, {"temperature_c": 2, "day": "2026-01-02"}]
    examples = ({"arguments": {}, "result": {"structuredContent": {"rows": rows}}},)
    spec = baseline(tool, examples=examples)
    view = refine_view(View(tool.name, spec), tool, "rename temp to Heat", examples=examples).view

    assert "Heat" in json.dumps(view.spec)


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.name)
def test_every_example_of_the_documentation_follows_its_rule(rule):
    assert rule.examples
    for example in rule.examples:
        assert any(rule.matches(example)), example


@pytest.mark.parametrize("name", ["get_forecast", "search_issues"])
@pytest.mark.parametrize(
    "wish",
    [
        "x" * 3000,
        "make " + "the " * 95 + "x",
        "make " + "the " * 450,
        "turn " + "it as " * 60,
        "hide " + "a, " * 500,
        "/" * 50,
        '"' * 7,
        "sort by ~1/~0",
        "\x00",
        "名前",
    ],
)
def test_hostile_wishes_are_refused_or_fulfilled_and_never_crash(name, wish):
    try:
        spec = refined(name, wish)
    except WishError:
        return
    assert not errors_of(check_spec(spec, TOOLS[name]))


@pytest.mark.parametrize("first", ["tree", "text", "markdown"])
def test_what_shows_the_whole_result_can_become_rows_again(first):
    spec = refined("get_forecast", first, "line chart of high by date")

    (component,) = spec["result"]
    assert component["type"] == "rows"
    assert component["props"] == {"as": "line", "x": "/date", "y": [{"key": "/high_c"}]}


def test_a_minimal_view_can_be_a_table():
    tool = Tool({"name": "set_mode", "description": "Sets the mode.", "inputSchema": {"type": "object"}})
    spec = baseline(tool)
    assert spec["result"][0]["type"] == "text"

    after = refine_view(View(tool.name, spec), tool, "show it as a table, only name and state").after

    only = [{"key": "/name"}, {"key": "/state"}]
    assert after["result"] == [{"type": "rows", "props": {"as": "table", "columns": only, "only": True}}]


STRAYS = {
    "name": "list_carts",
    "inputSchema": {"type": "object"},
    "outputSchema": {
        "type": "object",
        "properties": {
            "carts": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "buyer": {"type": "string"},
                        "weight": {"type": "number"},
                        "total_cents": {"type": "integer"},
                    },
                },
            }
        },
    },
}


@pytest.mark.parametrize(
    ("patch", "wish", "told"),
    [
        (
            [{"op": "replace", "path": "/result/0/props/columns/0/label", "value": "Who"}],
            "call buyer Who",
            "",
        ),
        (
            [{"op": "replace", "path": "/result/0/props/columns/0/label", "value": "Heavy"}],
            "call the weight Heavy",
            "weight is named, and something else would change",
        ),
        ([{"op": "add", "path": "/theme", "value": "dark"}], "dark mode", ""),
        (
            [{"op": "add", "path": "/result/0/props/columns/0/hidden", "value": True}],
            "hide all but weight",
            "",
        ),
        (
            [
                {
                    "op": "add",
                    "path": "/result/0/props/columns/2/format",
                    "value": {"name": "currency", "code": "EUR"},
                }
            ],
            "total cents as euros",
            "a hundred times too much",
        ),
        ([], "dark mode", ""),
        ([{"op": "add", "path": "/title", "value": "too long"}], "the title is too long", "not what to show"),
    ],
)
def test_what_is_named_has_to_be_what_changes(patch, wish, told):
    columns = [{"key": key, "label": key} for key in ("/buyer", "/weight", "/total_cents")]
    before = {
        "version": 1,
        "result": [{"type": "table", "props": {"rows": {"$path": "/result/carts"}, "columns": columns}}],
    }

    why = refused(before, apply_patch(before, patch), patch, wish, Tool(STRAYS))

    assert told in why
    assert bool(why) is bool(told)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("hide the discount column", 'a member "discount"'),
        ('hide the "discount" column', ""),
        ("hide the price column", ""),
    ],
)
def test_a_name_that_neither_schemas_nor_data_have_needs_quotes(wish, told):
    tool = Tool({"name": "list_parts", "inputSchema": {"type": "object"}})
    rows = [{"part": "Bolt", "price": 2}, {"part": "Nut", "price": 1}]
    examples = [{"arguments": {}, "result": {"structuredContent": {"parts": rows}}}]
    view = View(tool.name, {"version": 1, "result": [{"type": "rows", "props": {}}]})
    if not told:
        assert refine_view(view, tool, wish, examples=examples).step.patch
        return
    with pytest.raises(WishError, match=told):
        refine_view(view, tool, wish, examples=examples)


def test_the_name_of_a_field_is_not_taken_for_a_longer_one_of_the_result():
    tool = Tool(
        {
            "name": "convert",
            "inputSchema": {"type": "object", "properties": {"time": {"type": "string"}}},
            "outputSchema": {
                "type": "object",
                "properties": {"time_difference": {"type": "string"}, "zone": {"type": "string"}},
            },
        }
    )
    with pytest.raises(WishError, match="can be the time input"):
        refine_view(View(tool.name, baseline(tool)), tool, "rename time to Clock")
