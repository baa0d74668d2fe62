"""Two changes of one JSON value: joined by members and by what entries are, or quoted."""

import pytest

from genui.expressions import MISSING
from genui.merge.values import join_values

HIGHS = {"type": "chart", "title": "Highs", "props": {"rows": {"$path": "/result/days"}, "kind": "bar"}}
TABLE = {"type": "table", "props": {"columns": [{"key": "/high"}, {"key": "/low"}, {"key": "/wind"}]}}
NOTE = {"type": "markdown", "props": {"text": "Mind the wind"}}


def chart(**props):
    return {**HIGHS, "props": {**HIGHS["props"], **props}}


def table(*columns):
    return {**TABLE, "props": {"columns": list(columns)}}


LABELLED = {"key": "/high", "label": "High"}
PLAIN = [{"key": "/high"}, {"key": "/low"}, {"key": "/wind"}]

JOINS = {
    "another member each": ({"a": 1}, {"a": 1, "b": 2}, {"a": 1, "c": 3}, {"a": 1, "b": 2, "c": 3}),
    "the same on both": ({"a": 1}, {"a": 2}, {"a": 2}, {"a": 2}),
    "removed and another changed": ({"a": 1, "b": 1}, {"b": 1}, {"a": 1, "b": 2}, {"b": 2}),
    "a change follows its entry when one is inserted before it": (
        [HIGHS],
        [NOTE, HIGHS],
        [chart(kind="line")],
        [NOTE, chart(kind="line")],
    ),
    "a change follows its entry when it moves": (
        [HIGHS, TABLE],
        [TABLE, HIGHS],
        [chart(kind="line"), TABLE],
        [TABLE, chart(kind="line")],
    ),
    "one renames what the other draws otherwise": (
        [HIGHS],
        [{**HIGHS, "title": "Maximum"}],
        [chart(kind="line")],
        [{**chart(kind="line"), "title": "Maximum"}],
    ),
    "a column each": (
        [table(*PLAIN)],
        [table(LABELLED, *PLAIN[1:])],
        [table(*PLAIN[:2], {"key": "/wind", "hidden": True})],
        [table(LABELLED, PLAIN[1], {"key": "/wind", "hidden": True})],
    ),
    "one removes a column and the other sorts the rest": (
        PLAIN,
        PLAIN[:2],
        [PLAIN[1], PLAIN[0], PLAIN[2]],
        [PLAIN[1], PLAIN[0]],
    ),
    "both append": ([HIGHS], [HIGHS, TABLE], [HIGHS, NOTE], [HIGHS, TABLE, NOTE]),
    "both append the same": ([HIGHS], [HIGHS, NOTE], [HIGHS, NOTE], [HIGHS, NOTE]),
    "names that only stand there": (["a", "b"], ["a", "b", "c"], ["b"], ["b", "c"]),
}

CLASHES = {
    "the same member": ({"a": 1}, {"a": 2}, {"a": 3}, "/a", 2, 3),
    "changed and removed": ({"a": 1}, {"a": 2}, {}, "/a", 2, MISSING),
    "one entry": ([HIGHS], [chart(kind="line")], [chart(kind="area")], "/Highs/props/kind", "line", "area"),
    "an expression is whole": (
        {"x": {"$path": "/a"}},
        {"x": {"$path": "/b"}},
        {"x": {"$concat": ["b"]}},
        "/x",
        {"$path": "/b"},
        {"$concat": ["b"]},
    ),
    "an order of rows is whole": (
        {"sort": {"key": "/a"}},
        {"sort": {"key": "/b"}},
        {"sort": {"key": "/a", "descending": True}},
        "/sort",
        {"key": "/b"},
        {"key": "/a", "descending": True},
    ),
    "both sort": (["a", "b", "c"], ["b", "a", "c"], ["c", "a", "b"], "", ["b", "a", "c"], ["c", "a", "b"]),
}


@pytest.mark.parametrize(("base", "ours", "theirs", "expected"), JOINS.values(), ids=JOINS)
def test_what_only_one_side_has_changed_is_as_it_has_it(base, ours, theirs, expected):
    joined = join_values(base, ours, theirs)

    assert joined.clashes == ()
    assert joined.value == expected
    assert join_values(base, theirs, ours).clashes == ()


@pytest.mark.parametrize(("base", "ours", "theirs", "where", "one", "other"), CLASHES.values(), ids=CLASHES)
def test_what_both_sides_have_changed_is_quoted(base, ours, theirs, where, one, other):
    (clash,) = join_values(base, ours, theirs).clashes

    assert (clash.where, clash.ours, clash.theirs) == (where, one, other)


def test_a_change_never_lands_in_one_of_two_entries_that_nothing_tells_apart():
    twins = [chart(), chart()]

    joined = join_values(twins, [NOTE, *twins], [chart(kind="line"), chart()])

    assert [one["props"].get("kind") for one in joined.value if one["type"] == "chart"].count("line") == 1
    assert len(joined.value) == 3
