"""Roles: the page and the compiler put members in the same order."""

import random

import pytest

from genui.roles import Named, arranged, table

KINDS = ("text", "number", "boolean", "moment", "nested")
NAMES = [
    "",
    "colour",
    "unit price",
    "short name",
    "commit hash",
    *(one for row in table() for one in (*row["whole"], *row["last"])),
]


def named(*members):
    return arranged([Named(words, kind) for words, kind in members])


def test_rows_are_called_by_their_name_before_their_id():
    assert named(("id", "number"), ("status", "text"), ("title", "text")) == [2, 1, 0]


def test_hashes_and_nested_values_stand_last():
    assert named(("sha", "text"), ("files", "nested"), ("message", "text")) == [2, 1, 0]


def test_events_keep_their_time_first():
    assert named(("at", "moment"), ("level", "text"), ("message", "text"))[0] == 0


def test_the_number_of_a_step_stands_before_its_text():
    assert named(("text", "text"), ("step", "number")) == [1, 0]


def test_rows_without_a_name_keep_their_order():
    assert named(("x", "number"), ("y", "number")) == [0, 1]


def test_a_service_names_a_row_before_its_id():
    assert named(("id", "text"), ("version", "text"), ("service", "text"))[0] == 2


def test_a_product_does_not_lead_rows_that_begin_with_something_else():
    assert named(("version", "text"), ("id", "text"), ("service", "text")) == [0, 1, 2]


@pytest.mark.browser
def test_the_page_arranges_members_as_the_compiler_does(open_runtime):
    chance = random.Random(7)
    rows = [
        [
            Named(chance.choice(NAMES), chance.choice(KINDS), chance.random() < 0.2)
            for _ in range(chance.randrange(1, 9))
        ]
        for _ in range(2000)
    ]
    shown = [[{"words": one.words, "kind": one.kind, "inner": one.inner} for one in row] for row in rows]

    found = open_runtime().evaluate("rows => rows.map((row) => arranged(row))", shown)

    assert [row for row, at in zip(rows, found, strict=True) if arranged(row) != at] == []
