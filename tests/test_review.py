"""Reviews: every kind of change has its rule, its level and its words, and nothing that changed is silent."""

import json
import re

import pytest
from reviewing import CASES, base, project_of, side

from genui.review.compare import Accepted, Policy, review_of, with_relinked
from genui.review.output import headline, lines_of
from genui.review.rules import GROUPS, LEVELS, RULES

NAMES = sorted(path.stem for path in CASES.glob("[a-z]*.json"))


def told_of(review):
    return [f"{one.level}: {one.rule}: {one.tool or 'project'}: {one.words}" for one in review.changes]


def compared(tmp_path, before, after, policy=None, checked=None, looks=None):
    """Return the review of two projects, given as operations on the base."""
    sides = [side(tmp_path / name, project_of(told)) for name, told in (("before", before), ("after", after))]
    policy = policy or Policy()
    return with_relinked(
        review_of(*sides, policy, checked or project_of(after).get("checked")), looks or {}, policy
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_change_is_told_by_its_rule_and_in_a_reviewers_words(tmp_path, name):
    case = json.loads((CASES / f"{name}.json").read_text("utf-8"))

    # Every page grows with the runtime.
    told = [
        re.sub(r"\d+ KB", "# KB", line) for line in told_of(compared(tmp_path, case["before"], case["after"]))
    ]

    assert told == case["expected"]
    # A case may be about several changes; it bears the name of a rule, and then shows that one.
    assert name not in RULES or any(f": {name}: " in line for line in told)


def test_every_rule_has_a_case_and_says_why_it_matters():
    assert set(RULES) <= set(NAMES)
    assert len(RULES) >= 60
    for name, rule in RULES.items():
        assert rule.level in LEVELS, name
        assert rule.why.endswith("."), name
    assert sum(len(group) for group in GROUPS.values()) == len(RULES)


def test_two_equal_sides_are_no_change(tmp_path):
    review = compared(tmp_path, [], [])

    assert review.changes == ()
    assert headline(review) == "Nothing changed in what people see."


def test_what_a_rule_has_no_words_for_is_told_all_the_same(tmp_path):
    review = compared(tmp_path, [], [["add", "/tools/get_forecast/spec/later", {"odd": True}]])

    assert any(one.rule in ("option-changed", "finding-error") for one in review.changes)


def test_a_change_has_the_line_of_its_file(tmp_path):
    path = "/tools/get_forecast/spec/result/3/props/columns/1/label"
    review = compared(tmp_path, [], [["replace", path, "Weather"]])
    (change,) = review.changes
    lines = (tmp_path / "after" / change.file).read_text("utf-8").splitlines()

    assert change.file == "views/get_forecast/view.json"
    assert '"key": "/sky"' in lines[change.line]


def test_levels_of_genui_toml_raise_lower_and_mute(tmp_path):
    policy = Policy({"column-renamed": "breaking", "default-changed": "off"})
    change = [
        ["replace", "/tools/get_forecast/spec/result/3/props/columns/1/label", "Weather"],
        ["replace", "/tools/get_forecast/definition/inputSchema/properties/days/default", 3],
    ]

    assert [(one.rule, one.level) for one in compared(tmp_path, [], change, policy).changes] == [
        ("column-renamed", "breaking")
    ]


def test_an_accepted_change_is_told_as_such_and_one_that_matches_nothing_is_named(tmp_path):
    accept = (Accepted("chart-gone", "get_forecast", "agreed"), Accepted("stat-gone", "get_forecast", "old"))
    review = compared(tmp_path, [], [["remove", "/tools/get_forecast/spec/result/1"]], Policy(accept=accept))

    assert [(one.rule, one.accepted) for one in review.changes] == [("chart-gone", "agreed")]
    assert review.at("breaking") == []
    assert review.unused == (accept[1],)


def test_the_words_hide_no_character(tmp_path):
    review = compared(
        tmp_path, [], [["replace", "/tools/get_forecast/definition/title", "Fore\u202ecast\u200b"]]
    )

    assert all("\u202e" not in one.words and "\u200b" not in one.words for one in review.changes)
    assert any("[U+202E]" in one.words for one in review.changes)


def test_the_base_of_the_cases_holds_both_kinds_of_tools():
    assert {"get_forecast", "delete_place"} == set(base()["tools"])


def test_the_same_change_of_many_tools_is_one_line(tmp_path):
    more = [["add", f"/tools/place_{number}", base()["tools"]["delete_place"]] for number in range(9)]
    limit = [
        ["add", f"/tools/place_{number}/definition/inputSchema/properties/limit", {"type": "integer"}]
        for number in range(9)
    ]
    lines = [line for _, line in lines_of(compared(tmp_path, more, [*more, *limit]))]

    named = ", ".join(f"place_{number}" for number in range(8))
    assert lines == [
        f"9 tools: {named} and 1 more",
        "argument-new  argument Limit added",
        "9 cosmetic; 9 of 11 tools changed.",
    ]


def test_an_upgrade_of_genui_that_nobody_has_looked_at_is_one_line(tmp_path):
    old = [["add", f"/tools/{name}/spoiled", {"<script>": "<script>0;"}] for name in base()["tools"]]
    lines = [line for _, line in lines_of(compared(tmp_path, old, []))]

    assert lines[0] == "2 tools: delete_place, get_forecast"
    assert len(lines) == 3
