"""Expressions: the shared table, what is refused, what is bound."""

import json
from pathlib import Path

import pytest

from genui.expressions import (
    FORMATS,
    at,
    bindings,
    expression_findings,
    format_findings,
    pointer_of,
    pointer_parts,
)

TABLE = json.loads((Path(__file__).parent / "cases/expressions.json").read_text(encoding="utf-8"))


def test_every_expression_of_the_table_is_valid_or_has_a_bad_root():
    for row in TABLE:
        for finding in expression_findings(row["expr"], ""):
            assert "no root" in finding.message or "no JSON Pointer" in finding.message, row


@pytest.mark.parametrize(
    ("expression", "where", "said"),
    [
        ({"$pth": "/result"}, "", "did you mean '$path'?"),
        ({"$path": "result/x"}, "/$path", "'/result/x'"),
        ({"$path": "/reslt/x"}, "/$path", "/result, /content"),
        ({"$path": 5}, "/$path", "it takes a JSON Pointer"),
        ({"$path": "/result", "of": 1}, "/of", "stands alone"),
        ({"$path": "/result", "$item": ""}, "/$item", "stands alone"),
        ({"$index": 1}, "/$index", "it takes true"),
        ({"$eq": [1]}, "/$eq", "a list of two values"),
        ({"$and": []}, "/$and", "one or more"),
        ({"$first": "x"}, "/$first", "one or more"),
        ({"$if": True}, "", "lacks 'then'"),
        ({"$if": True, "then": 1, "els": 2}, "/els", "did you mean 'else'?"),
        ({"$fmt": "curency", "of": 1}, "", "did you mean 'currency'?"),
        ({"$fmt": "integer"}, "", "lacks 'of'"),
        ({"$fmt": "currency", "of": 1, "currency": "Euro"}, "/currency", "[A-Z]{3}"),
        ({"$fmt": "compact", "of": 1, "digits": 2}, "/digits", "takes no options"),
        ({"$fmt": "number", "of": 1, "digits": -1}, "/digits", "minimum"),
        ({"$concat": ["a", {"$eval": "alert(1)"}]}, "/$concat/1", "unknown operator '$eval'"),
        ({"$if": True, "then": {"a": [{"$nope": 1}]}}, "/then/a/0", "unknown operator"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(expression, where, said):
    (finding, *_) = expression_findings(expression, "")
    assert finding.severity == "error"
    assert finding.where == where
    assert said in f"{finding.message} {finding.hint}"


def test_expressions_nest_to_a_limit_without_a_fault():
    value = {"$path": "/result"}
    for _ in range(300):
        value = {"$not": value}
    assert "deeper than" in next(expression_findings(value, "")).message


def test_bindings_are_found_wherever_they_stand():
    expression = {
        "$concat": [
            {"$item": "/a"},
            {"$if": {"$has": {"$path": "/result/b"}}, "then": [{"x": {"$item": ""}}]},
        ]
    }
    assert list(bindings(expression)) == [
        ("/$concat/0", "$item", "/a"),
        ("/$concat/1/$if/$has", "$path", "/result/b"),
        ("/$concat/1/then/0/x", "$item", ""),
    ]


def test_formats_are_a_name_or_a_name_with_options():
    assert not list(format_findings("integer", ""))
    assert not list(format_findings({"name": "currency", "currency": "EUR", "digits": 0}, ""))
    for wrong in (5, None, {}, {"name": ["x"]}, "interger", {"name": "unit", "unit": {"$item": ""}}):
        assert list(format_findings(wrong, "")), wrong
    assert not list(expression_findings({"$fmt": "unit", "of": 1, "unit": {"$item": "/u"}}, ""))


def test_pointers_escape_and_come_back():
    parts = ["a/b", "m~n", "", "ü", "0"]
    assert pointer_parts(pointer_of(*parts)) == parts
    assert at({"a/b": [{"m~n": 1}]}, pointer_of("a/b", 0, "m~n")) == 1


def test_every_format_says_what_it_does():
    assert all(known.doc for known in FORMATS.values())
