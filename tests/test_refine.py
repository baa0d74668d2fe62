"""Wishes in plain English: each sentence of the cases changes the spec as expected, or is refused whole."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from refining import CASES, TOOLS, holds, plain, refined

from genui.baseline import baseline
from genui.config import load_config
from genui.errors import WishError
from genui.model import Tool, View, errors_of
from genui.outline import outline_of
from genui.refine import apply_patch, inverse_patch, refine_view
from genui.refine.acts import ACTS
from genui.refine.answer import in_words
from genui.sample import sample_exchange
from genui.typecheck import check_spec
from genui.viewfile import read_view
from genui.viewoptions import options_of

SENTENCES, REFUSALS, OPEN, SEEN, FRESH, DEMOS = (
    json.loads((CASES / f"{name}.json").read_text("utf-8"))
    for name in ("sentences", "refusals", "open", "seen", "fresh", "demos")
)
PROJECTS = {"weather": "genui.toml", "orders": "examples/orders/genui.toml"}
ROOT = Path(__file__).parent.parent
SPEAKERS = sorted({case["tool"] for case in SENTENCES})


@cache
def outcome(tool, say):
    """The spec that a wish makes, or the refusal; several tests look at the same sentences."""
    try:
        return refined(tool, say)
    except WishError as refusal:
        return refusal


def amiss(case):
    """What is not as a case expects, told in one line; "" where all is."""
    spec = outcome(case["tool"], case["say"])
    if isinstance(spec, WishError):
        if not spec.message.endswith("the view is so already"):
            return f"refused: {spec.message}"
        spec = plain(case["tool"])
    return ", ".join(key for key, wanted in case["expect"].items() if not holds(spec, key, wanted))


@pytest.mark.parametrize("tool", SPEAKERS)
def test_sentences_change_the_spec_as_expected(tool):
    cases = [case for case in SENTENCES if case["tool"] == tool]
    assert {case["say"]: wrong for case in cases if (wrong := amiss(case))} == {}


def refused(tool, say):
    """The refusal of a wish; None where it is fulfilled."""
    told = outcome(tool, say)
    return told if isinstance(told, WishError) else None


@pytest.mark.parametrize("tool", sorted({case["tool"] for case in REFUSALS}))
def test_what_is_not_understood_or_not_possible_is_refused_with_its_reason(tool):
    for case in REFUSALS:
        if case["tool"] == tool:
            refusal = refused(tool, case["say"])
            assert refusal, case["say"]
            assert case["expect"]["refused"].lower() in f"{refusal.message} {refusal.hint}".lower()


@pytest.mark.parametrize("situation", sorted({case["tool"] for case in SEEN}))
def test_a_wish_speaks_of_what_is_seen_where_only_an_example_tells_it(situation):
    known = json.loads((CASES.parent / f"situations/{situation}.json").read_text("utf-8"))
    tool, data = Tool(known["tool"]), known.get("data", known.get("text"))
    text = {"type": "text", "text": data if isinstance(data, str) else json.dumps(data)}
    result = {"content": [text], **({} if isinstance(data, str) else {"structuredContent": data})}
    examples = [{"arguments": known.get("input", {}), "result": result}]
    view = View(tool.name, baseline(tool, examples=examples))
    for case in SEEN:
        if case["tool"] != situation:
            continue
        try:
            spec = refine_view(view, tool, case["say"], examples=examples).view.spec
        except WishError:
            assert case["expect"] == {"refused": ""}, case["say"]
        else:
            assert case["expect"].get("told") == in_words(view.spec, spec), case["say"]


@pytest.mark.parametrize("case", FRESH, ids=lambda case: case["tool"]["name"])
def test_what_people_wished_who_saw_only_a_tool_and_its_picture_is_done_or_refused(case):
    tool, examples = Tool(case["tool"]), case["examples"]
    view = View(tool.name, baseline(tool, examples=examples))
    outcomes = []
    for wish in case["wishes"]:
        try:
            refined = refine_view(view, tool, wish["say"], examples=examples)
            outcomes.append({"say": wish["say"], "told": in_words(refined.before, refined.after)})
        except WishError as refusal:
            outcomes.append({"say": wish["say"], "refused": refusal.message})

    assert outcomes == case["wishes"]


@pytest.mark.parametrize("case", DEMOS, ids=lambda case: case["say"])
def test_what_a_person_tries_first_on_the_committed_views_is_done_or_asked_back(case):
    config = load_config(ROOT / PROJECTS[case["demo"]], environ={})
    tool = Tool(json.loads((config.generated / "tools" / f"{case['tool']}.json").read_text("utf-8")))
    view = read_view((config.generated / "views" / case["tool"] / "view.json").read_bytes()).view
    examples = options_of(config, case["tool"]).examples
    try:
        refined = refine_view(view, tool, case["say"], examples=examples)
    except WishError as refusal:
        assert case.get("refused", "a change") in refusal.message
    else:
        assert in_words(refined.before, refined.after) == case.get("told", "refused")


PLAINEST = (
    ("hide {text}", {"hidden": ["/{text_}"]}),
    ("no {text} column", {"hidden": ["/{text_}"]}),
    ("put {text} first", {"first": "/{text_}"}),
    ("{figure} before {text}", {"before": ["/{figure_}", "/{text_}"]}),
    ("only {text} and {figure}", {"visible": ["/{text_}", "/{figure_}"]}),
    ("call {text} Zed", {"labels": {"/{text_}": "Zed"}}),
    ("change {figure} to Zed", {"labels": {"/{figure_}": "Zed"}}),
    ("sort by {text}", {"sort": {"key": "/{text_}"}}),
    ("highest {figure} first", {"sort": {"key": "/{figure_}", "descending": True}}),
    ("group by {text}", {"group": "/{text_}"}),
    ("hide {text} and sort by {figure}", {"hidden": ["/{text_}"], "sort": {"key": "/{figure_}"}}),
    ("total {figure} at the bottom", {"column": {"/{figure_}": {"aggregate": "sum"}}}),
    ("average {figure}", {"column": {"/{figure_}": {"aggregate": "mean"}}}),
    ("bars of {figure} by {text}", {"chart": {"kind": "bar", "x": "/{text_}"}}),
    ("{figure} in red when below 5", {"column": {"/{figure_}": {"tone": "red below 5"}}}),
    ("wrap {text}", {"column": {"/{text_}": {"wrap": True}}}),
    ("10 per page", {"pageSize": 10}),
    ("as cards", {"present": ["cards"], "absent": ["table"]}),
)
"""The plainest wishes, and what they change."""

COLUMNS = {
    "search_tickets": [("reporter", "votes")],
    "list_employees": [("job title", "salary")],
    "stock_levels": [("product", "on hand"), ("product", "reserved")],
}
"""A text and a figure of tools, as a person calls them."""


def filled(told, names):
    """An expectation with the names of members in it."""
    text = json.dumps(told)
    for word, name in names.items():
        text = text.replace("{" + word + "}", name)
    below = {"$if": {"$lt": [{"$item": "/" + names["figure_"]}, 5]}, "then": "bad"}
    return json.loads(text.replace('"red below 5"', json.dumps(below)))


@pytest.mark.parametrize("tool", sorted(COLUMNS))
def test_the_plainest_wishes_are_right_whatever_the_members_are_called(tool):
    wrong = []
    for text, figure in COLUMNS[tool]:
        names = {"text": text, "figure": figure}
        names |= {f"{word}_": name.replace(" ", "_") for word, name in names.items()}
        for say, told in PLAINEST:
            case = {"tool": tool, "say": say.format(**names), "expect": filled(told, names)}
            wrong += [(case["say"], why) for why in [amiss(case)] if why]

    assert wrong == []


COMMAND = re.compile(r"^  genui refine \S+ ([\"'])(.+)\1$", re.MULTILINE)


def test_every_command_that_a_refusal_gives_to_copy_is_accepted():
    given = set()
    for case in [*REFUSALS, *OPEN]:
        refusal = refused(case["tool"], case["say"])
        hint = refusal.hint if refusal else ""
        given |= {(case["tool"], wish) for _, wish in COMMAND.findall(hint or "")}
    assert given
    assert [(tool, wish) for tool, wish in given if refused(tool, wish)] == []


def test_sentences_that_the_reader_does_not_understand_yet_are_refused_or_right_and_never_misread():
    cases = [case for case in OPEN if not case.get("amiss")]
    assert {case["say"]: wrong for case in cases if (wrong := amiss(case)) and wrong[:8] != "refused:"} == {}


@pytest.mark.xfail(
    strict=True, reason="known to be misread: a sentence that is read right moves to sentences"
)
@pytest.mark.parametrize("case", [case for case in OPEN if case.get("amiss")], ids=lambda case: case["say"])
def test_a_sentence_that_is_misread_today(case):
    assert amiss(case)[:8] in ("", "refused:")


@pytest.mark.parametrize("case", SENTENCES[::17], ids=str)
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
    assert "Near to it: " in refusal.value.hint
    assert "[model] provider" in refusal.value.hint


def test_a_table_of_sums_stays_where_the_rows_are_shown_in_another_way():
    spec = refined("list_orders", "how many orders per customer", "make it cards")
    assert [one["type"] for one in spec["result"]][:2] == ["table", "cards"]


def test_a_refusal_quotes_what_was_typed():
    with pytest.raises(WishError) as refusal:
        refined("get_forecast", "humidity like 3 days ago")
    assert '"humidity like 3 days ago"' in refusal.value.message


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("hide the air pressure", 'nothing here is called "air pressure"'),
        ("rows above 100 in red", "the figure that counts can be high_c"),
        ("rows above 100 in pink", "a wish cannot take any colour"),
        ("add subtotals", "a wish cannot add subtotals"),
        ("rain in knots", "a wish cannot convert that unit"),
        ("rain in fahrenheit", "is not converted to fahrenheit"),
        ("don't sort", "it would change nothing: the view does not ask for it"),
    ],
)
def test_a_refusal_says_which_kind_it_is(wish, told):
    with pytest.raises(WishError) as refusal:
        refined("get_forecast", wish)
    assert told in refusal.value.message


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("hide wind, sort by rain descending", "table: sorted by rain_mm, descending, wind_kmh hidden"),
        ("bar chart of rain by date", "chart: Rain by date, bar"),
        ("dark mode, no raw json", "theme: dark; raw result: off"),
        ("days as a slider", "input days: control slider"),
        ("only date and high", "5 columns hidden"),
        ("table first", "parts in order: table, key-value, chart"),
        ("rename rain to Wet", "rain_mm called Wet"),
        ("no chart", "chart removed"),
    ],
)
def test_what_a_wish_did_is_told_in_one_line(wish, told):
    assert told in in_words(plain("get_forecast"), refined("get_forecast", wish))


@pytest.mark.parametrize(
    ("name", "wish"),
    [
        ("orders", "rows where total is above 100 in red"),
        ("orders", "total at the bottom"),
        ("orders", "horizontal bars, highest on top"),
        ("orders", "hide empty columns"),
        ("search_movies", "average rating by genre"),
        ("list_tasks", "notes below each"),
        ("list_tasks", "group by assignee with counts"),
        ("list_tasks", "relative dates"),
        ("get_prices", "log scale"),
        ("get_forecast", "Fahrenheit"),
        ("get_forecast", "charts on top"),
    ],
)
def test_what_can_be_wished_is_seen(name, wish):
    tool = TOOLS[name]
    asked = sample_exchange(tool)
    specs = (plain(name), refined(name, wish))
    before, after = (outline_of(spec, tool, asked["result"], asked["arguments"]) for spec in specs)

    assert after != before


@pytest.mark.parametrize("wish", ["and", ",", "please", "...", "and, then"])
def test_words_that_wish_nothing_are_refused(wish):
    with pytest.raises(WishError):
        refined("get_forecast", wish)


def test_an_ambiguous_name_asks_back_with_the_candidates_as_commands():
    with pytest.raises(WishError) as refusal:
        refined("list_orders", "sort by price")

    assert refusal.value.message == '"sort by price": "price" can be unit_price or total_price'
    assert 'genui refine list_orders "sort by unit_price"' in refusal.value.hint


def test_the_last_column_that_tells_rows_apart_is_not_hidden():
    with pytest.raises(WishError, match="nothing tells one row from another"):
        refined("get_forecast", "hide date and conditions")


def test_names_are_learnt_from_recorded_examples():
    tool = TOOLS["search_issues"]
    rows = [{"temperature_c": 1, "day": "2026-01-01"}, {"temperature_c": 2, "day": "2026-01-02"}]
    examples = ({"arguments": {}, "result": {"structuredContent": {"rows": rows}}},)
    spec = baseline(tool, examples=examples)
    view = refine_view(View(tool.name, spec), tool, "rename temp to Heat", examples=examples).view

    assert "Heat" in json.dumps(view.spec)


def test_every_act_has_examples_for_the_documentation():
    assert all(act.examples for act in ACTS)
    assert len({act.name for act in ACTS}) == len(ACTS)


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


@pytest.mark.parametrize("first", ["tree", "plain text", "markdown"])
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


AMOUNTS = {
    "type": "object",
    "properties": {
        "carts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "buyer": {"type": "string"},
                    "total_cents": {"type": "integer"},
                    "fee_usd": {"type": "number"},
                },
            },
        }
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("total cents as money", "a hundred times too much"),
        ("fee in euros", "a format converts nothing to EUR"),
        ("the title is too long", "long"),
    ],
)
def test_no_format_converts_and_no_complaint_becomes_a_title(wish, told):
    tool = Tool({"name": "list_carts", "inputSchema": {"type": "object"}, "outputSchema": AMOUNTS})
    with pytest.raises(WishError, match=told):
        refine_view(View(tool.name, baseline(tool)), tool, wish)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("hide the discount column", '"discount"'),
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
    after = refine_view(View(tool.name, baseline(tool)), tool, "rename time to Clock").after

    assert after["form"]["fields"]["time"]["label"] == "Clock"
    assert after["result"] == baseline(tool)["result"]


def test_a_default_carries_over_to_the_next_field_which_is_turned_off():
    fields = {"namespace": {"type": "string"}, "all_namespaces": {"type": "boolean"}}
    tool = Tool({"name": "list_pods", "inputSchema": {"type": "object", "properties": fields}})
    wish = "default namespace kube-system, and all namespaces off"
    after = refine_view(View(tool.name, baseline(tool)), tool, wish).after

    defaults = {path: steer["default"] for path, steer in after["form"]["fields"].items()}
    assert defaults == {"namespace": "kube-system", "all_namespaces": False}
