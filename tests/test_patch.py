"""JSON Patch: RFC 6902 as it is written, and differences that can be turned round to the byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.refine import PatchError, apply_patch, diff_patch, inverse_patch
from genui.refine.patch import moved_patch

GOOD = [
    ({"a": 1}, [{"op": "add", "path": "/b", "value": 2}], {"a": 1, "b": 2}),
    ([1, 3], [{"op": "add", "path": "/1", "value": 2}], [1, 2, 3]),
    ([1], [{"op": "add", "path": "/-", "value": 2}], [1, 2]),
    ([1, 2], [{"op": "remove", "path": "/0"}], [2]),
    ({"a/b": 1, "m~n": 2}, [{"op": "replace", "path": "/a~1b", "value": 3}], {"a/b": 3, "m~n": 2}),
    ({"~1": 1}, [{"op": "remove", "path": "/~01"}], {}),
    ({"": {"": 1}}, [{"op": "replace", "path": "//", "value": 2}], {"": {"": 2}}),
    ({"__proto__": 1}, [{"op": "remove", "path": "/__proto__"}], {}),
    ({"a": {"b": 1}, "c": {}}, [{"op": "move", "from": "/a/b", "path": "/c/d"}], {"a": {}, "c": {"d": 1}}),
    ([1, 2, 3], [{"op": "move", "from": "/0", "path": "/2"}], [2, 3, 1]),
    (
        {"a": [1]},
        [{"op": "copy", "from": "/a", "path": "/b"}, {"op": "add", "path": "/b/-", "value": 2}],
        {"a": [1], "b": [1, 2]},
    ),
    ({"a": 1}, [{"op": "test", "path": "/a", "value": 1.0}], {"a": 1}),
    ({"a": 1}, [{"op": "replace", "path": "", "value": [1]}], [1]),
    ({"0": 1}, [{"op": "replace", "path": "/0", "value": 2}], {"0": 2}),
]

BAD = [
    ({"a": 1}, {"op": "test", "path": "/a", "value": True}),
    ({"a": [1]}, {"op": "test", "path": "/a", "value": [True]}),
    ({"a": None}, {"op": "test", "path": "/a", "value": False}),
    ({"a": 1}, {"op": "remove", "path": "/b"}),
    ({"a": 1}, {"op": "replace", "path": "/b", "value": 1}),
    ({"a": 1}, {"op": "add", "path": "/b/c", "value": 1}),
    ([1], {"op": "add", "path": "/3", "value": 1}),
    ([1], {"op": "remove", "path": "/-"}),
    ([1, 2], {"op": "remove", "path": "/01"}),
    ([1, 2], {"op": "remove", "path": "/-1"}),
    ([1, 2], {"op": "remove", "path": "/١"}),
    ({"a": "text"}, {"op": "add", "path": "/a/0", "value": 1}),
    ({"a": {"b": 1}}, {"op": "move", "from": "/a", "path": "/a/b"}),
    ({"a": 1}, {"op": "add", "path": "a", "value": 1}),
    ({"a": 1}, {"op": "add", "path": "/a"}),
    ({"a": 1}, {"op": "spam", "path": "/a"}),
    ({"a": 1}, {"op": ["add"], "path": "/a", "value": 1}),
    ({"a": 1}, "remove"),
]

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "~1", "a/b", "__proto__"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["", "a", "b", "c", "a/b", "~", "~1", "0", "constructor"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(("document", "patch", "expected"), GOOD, ids=str)
def test_operations_do_what_the_rfc_says(document, patch, expected):
    before = json.dumps(document)

    assert apply_patch(document, patch) == expected
    assert json.dumps(document) == before


@pytest.mark.parametrize(("document", "operation"), BAD, ids=str)
def test_what_cannot_be_applied_is_refused(document, operation):
    with pytest.raises(PatchError, match="operation 1: "):
        apply_patch(document, [operation])


@given(JSON, JSON)
def test_a_difference_makes_the_other_value_and_takes_itself_back_to_the_byte(before, after):
    patch = diff_patch(before, after)
    changed = apply_patch(before, patch)

    assert apply_patch(changed, [{"op": "test", "path": "", "value": after}]) == changed
    assert json.dumps(apply_patch(changed, inverse_patch(patch))) == json.dumps(before)


def test_a_patch_that_does_not_say_what_was_there_cannot_be_turned_round():
    with pytest.raises(PatchError, match="does not say what was there"):
        inverse_patch([{"op": "remove", "path": "/a"}])


CHART = {"type": "chart", "title": "Highs", "props": {"rows": {"$path": "/result/days"}, "kind": "bar"}}
COLUMNS = {"type": "table", "props": {"columns": [{"key": "/high", "label": "High"}, {"key": "/low"}]}}


@pytest.mark.parametrize(
    "other",
    [
        {**CHART, "title": "Lows"},
        {**CHART, "props": {"rows": {"$path": "/result/hours"}, "kind": "bar"}},
        {**CHART, "type": "heatmap"},
        "no entry at all",
    ],
)
def test_a_change_in_an_entry_lands_in_no_other_that_took_its_place(other):
    line = {**CHART, "props": {**CHART["props"], "kind": "line"}}
    patch = diff_patch({"result": [CHART]}, {"result": [line]})

    assert apply_patch({"result": [CHART]}, patch) == {"result": [line]}
    with pytest.raises(PatchError):
        apply_patch({"result": [other, CHART]}, patch)


def test_a_change_in_a_column_names_the_column_and_its_table():
    after = {
        **COLUMNS,
        "props": {"columns": [{"key": "/high", "label": "High"}, {"key": "/low", "label": "Low"}]},
    }
    patch = diff_patch({"result": [COLUMNS]}, {"result": [after]})
    tested = [each["path"] for each in patch if each["op"] == "test"]

    assert tested == ["/result/0/type", "/result/0/props/columns/1/key"]
    assert apply_patch(after_patch := apply_patch({"result": [COLUMNS]}, patch), inverse_patch(patch)) == {
        "result": [COLUMNS]
    }
    assert after_patch == {"result": [after]}


def test_patches_recorded_without_such_guards_still_apply():
    old = [{"op": "replace", "path": "/result/0/props/kind", "value": "line"}]

    assert apply_patch({"result": [CHART]}, old)["result"][0]["props"]["kind"] == "line"


TWO = [{"type": "text", "props": {"text": "Hello"}}, CHART]
LINE = diff_patch({"result": [CHART]}, {"result": [{**CHART, "props": {**CHART["props"], "kind": "line"}}]})


def test_a_patch_is_led_to_where_its_entry_stands_now():
    moved = moved_patch({"result": TWO}, LINE)

    assert apply_patch({"result": TWO}, moved)["result"][1]["props"]["kind"] == "line"


@pytest.mark.parametrize(
    "entries",
    [[], [{**CHART, "title": "Lows"}], [TWO[0], CHART, CHART], [{**CHART, "title": "Lows"}, TWO[0]]],
)
def test_a_patch_is_led_nowhere_unless_exactly_one_entry_is_the_one(entries):
    assert moved_patch({"result": entries}, LINE) is None


def test_a_patch_that_adds_or_removes_entries_is_not_led_elsewhere_in_their_array():
    patch = diff_patch({"result": [CHART, TWO[0]]}, {"result": [{**CHART, "title": "Lows"}]})

    assert moved_patch({"result": TWO}, patch) is None


def test_a_patch_is_led_through_two_arrays():
    before = {"result": [COLUMNS]}
    after = {
        "result": [
            {
                **COLUMNS,
                "props": {"columns": [COLUMNS["props"]["columns"][0], {"key": "/low", "hidden": True}]},
            }
        ]
    }
    now = {"result": [CHART, {**COLUMNS, "props": {"columns": [{"key": "/low"}, {"key": "/high"}]}}]}

    changed = apply_patch(now, moved_patch(now, diff_patch(before, after)))

    assert changed["result"][1]["props"]["columns"] == [{"key": "/low", "hidden": True}, {"key": "/high"}]
