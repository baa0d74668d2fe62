"""Evaluating expressions over a result, as templates/runtime/expressions.js does in the page."""

import json
from collections.abc import Callable, Mapping
from math import isfinite

from genui.expressions.pointers import MISSING, at, pointer_of, pointer_parts
from genui.expressions.reading import operator_of
from genui.expressions.tables import ROOTS
from genui.model import Json, JsonObject


def evaluate(expression: Json, scope: JsonObject) -> Json:
    """Return the value of an expression, MISSING where it leads nowhere.

    A literal is its own value, once the expressions inside it have theirs. The scope holds result,
    content, input, host and state, and inside rows also item, index and key.
    """
    name = operator_of(expression)
    if not name:
        return _literal(expression, scope)
    operation = _OPERATIONS.get(name)
    return MISSING if operation is None else operation(expression, scope)


def _literal(value: Json, scope: JsonObject) -> Json:
    if isinstance(value, Mapping):
        pairs = ((key, evaluate(member, scope)) for key, member in value.items())
        return {key: member for key, member in pairs if member is not MISSING}
    if isinstance(value, list | tuple):
        entries = (evaluate(entry, scope) for entry in value)
        return [None if entry is MISSING else entry for entry in entries]
    return value


def same(one: Json, other: Json) -> bool:
    """Compare JSON values as JavaScript would: true is not 1, and 1 is 1.0."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def text_of(value: Json) -> str:
    """Return a value as text: absent and null are empty, booleans are words, objects are JSON."""
    if value is MISSING or value is None:
        return ""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("e-0", "e-")


def _after(one: Json, other: Json) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return one > other
    return _is_number(one) and _is_number(other) and one > other


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _holds(condition: Json, scope: JsonObject) -> bool:
    value = evaluate(condition, scope)
    return True if isinstance(value, list | Mapping) else bool(value)


def _present(expression: Json, scope: JsonObject) -> bool:
    value = evaluate(expression, scope)
    return value is not MISSING and value is not None


def _path(expression: JsonObject, scope: JsonObject) -> Json:
    pointer = expression["$path"]
    root, *rest = pointer_parts(pointer) or [""]
    known = root in ROOTS and pointer.startswith("/")
    return at(scope.get(root, MISSING), pointer_of(*rest)) if known else MISSING


def _if(expression: JsonObject, scope: JsonObject) -> Json:
    branch = "then" if _holds(expression["$if"], scope) else "else"
    return evaluate(expression[branch], scope) if branch in expression else MISSING


def _first(expression: JsonObject, scope: JsonObject) -> Json:
    values = (evaluate(option, scope) for option in expression["$first"])
    return next((value for value in values if value is not MISSING and value is not None), MISSING)


def _fmt(expression: JsonObject, scope: JsonObject) -> Json:
    value = evaluate(expression.get("of"), scope)
    if value is MISSING or value is None:
        return MISSING
    options = {key: evaluate(option, scope) for key, option in expression.items() if key != "of"}
    return plain_text(value, str(expression["$fmt"]), options)


def plain_text(value: Json, name: str, options: JsonObject) -> str:
    """Format a value without a locale; the page's format.js has the words and digits of the host's."""
    if name == "length":
        return str(len(value)) if isinstance(value, str | list | Mapping) else ""
    if name == "join" and isinstance(value, list):
        return str(options.get("separator", ", ")).join(map(text_of, value))
    if name == "truncate" and len(text_of(value)) > options.get("length", 80):
        return text_of(value)[: options.get("length", 80)].rstrip() + "…"
    if name == "json":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text_of(value)


_OPERATIONS: Mapping[str, Callable[[JsonObject, JsonObject], Json]] = {
    "$path": _path,
    "$item": lambda e, s: at(s.get("item", MISSING), e["$item"]),
    "$index": lambda e, s: s.get("index", MISSING),
    "$key": lambda e, s: s.get("key", MISSING),
    "$first": _first,
    "$concat": lambda e, s: "".join(text_of(evaluate(part, s)) for part in e["$concat"]),
    "$if": _if,
    "$has": lambda e, s: _present(e["$has"], s),
    "$eq": lambda e, s: same(evaluate(e["$eq"][0], s), evaluate(e["$eq"][1], s)),
    "$gt": lambda e, s: _after(evaluate(e["$gt"][0], s), evaluate(e["$gt"][1], s)),
    "$lt": lambda e, s: _after(evaluate(e["$lt"][1], s), evaluate(e["$lt"][0], s)),
    "$not": lambda e, s: not _holds(e["$not"], s),
    "$and": lambda e, s: all(_holds(condition, s) for condition in e["$and"]),
    "$or": lambda e, s: any(_holds(condition, s) for condition in e["$or"]),
    "$fmt": _fmt,
}
