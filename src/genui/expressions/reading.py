"""Reading expressions: telling them from literals, walking their bindings, finding what is wrong."""

import json
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from genui.expressions.pointers import pointer_of
from genui.expressions.tables import FORMATS, OPERATORS, ROOTS, UNITS, Operator
from genui.model import Finding, Json, JsonObject

MAX_EXPRESSION_DEPTH = 20


def operator_of(value: Json) -> str:
    """Return the operator name of an expression, "" where the value is a literal."""
    if not isinstance(value, Mapping):
        return ""
    return next((name for name in value if isinstance(name, str) and name.startswith("$")), "")


def is_expression(value: Json) -> bool:
    """Tell whether a value is written as an expression, right or wrong."""
    return operator_of(value) != ""


def operands(expression: JsonObject) -> Iterator[tuple[str, Json]]:
    """Yield the pointer suffix and value of every operand that is itself an expression or literal."""
    name = operator_of(expression)
    operator = OPERATORS.get(name)
    if operator is None:
        return
    value = expression[name]
    if operator.operand == "one":
        yield pointer_of(name), value
    elif operator.operand in {"pair", "many"} and isinstance(value, list):
        for index, operand in enumerate(value):
            yield pointer_of(name, index), operand
    options = expression if operator.operand == "format" else operator.more
    for member in options:
        if member != name and member in expression:
            yield pointer_of(member), expression[member]


def bindings(value: Json, where: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield (where, "$path" or "$item", pointer) for every binding in an expression, itself included."""
    name = operator_of(value)
    if name in {"$path", "$item"} and isinstance(value[name], str):
        yield where, name, value[name]
    elif name:
        for suffix, operand in operands(value):
            yield from bindings(operand, where + suffix)
    else:
        for key, member in children_of(value):
            yield from bindings(member, where + pointer_of(key))


def expression_findings(value: Json, where: str, *, depth: int = 0) -> Iterator[Finding]:
    """Yield what is wrong with an expression, or with the expressions inside a literal."""
    if depth > MAX_EXPRESSION_DEPTH:
        yield _wrong(where, f"expressions nest deeper than {MAX_EXPRESSION_DEPTH}", "split the component")
        return
    name = operator_of(value)
    if name:
        yield from _operator_findings(value, name, where)
        for suffix, operand in operands(value):
            yield from expression_findings(operand, where + suffix, depth=depth + 1)
        return
    for key, member in children_of(value):
        yield from expression_findings(member, where + pointer_of(key), depth=depth + 1)


def children_of(value: Json) -> Iterator[tuple[str | int, Json]]:
    """Yield the members of an object by name, the entries of an array by index, nothing of a scalar."""
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, list | tuple):
        yield from enumerate(value)


def values_in(value: Json, where: str = "") -> Iterator[tuple[str, Json]]:
    """Yield a JSON value and all that is in it, outer ones first, each with its JSON Pointer."""
    yield where, value
    for name, member in children_of(value):
        yield from values_in(member, where + pointer_of(name))


def _wrong(where: str, message: str, hint: str = "") -> Finding:
    return Finding("expression-invalid", "error", message, hint=hint, where=where)


def _operator_findings(value: JsonObject, name: str, where: str) -> Iterator[Finding]:
    operator = OPERATORS.get(name)
    if operator is None:
        yield _wrong(where, f"unknown operator {name!r}", nearest(name, OPERATORS))
        return
    yield from _member_findings(value, name, operator, where)
    operand = value[name]
    match operator.operand:
        case "pointer":
            yield from _pointer_findings(name, operand, where + pointer_of(name))
        case "true" if operand is not True:
            yield _wrong(where + pointer_of(name), f"{name} is {brief(operand)}; it takes true")
        case "days" if not _is_number(operand):
            yield _wrong(where + pointer_of(name), f"{name} is {brief(operand)}; it takes a number of days")
        case "pair" | "many":
            yield from _list_findings(name, operand, where, exactly=2 if operator.operand == "pair" else 0)
        case "format":
            options = {key: option for key, option in value.items() if key not in {name, "of"}}
            yield from format_findings({"name": operand, **options}, where, dynamic=True)


def _member_findings(value: JsonObject, name: str, operator: Operator, where: str) -> Iterator[Finding]:
    for member, required in operator.more.items():
        if required and member not in value:
            yield _wrong(where, f"{name} lacks {member!r}", f'add "{member}": …')
    if operator.operand == "format":
        return
    for member in value:
        if member != name and member not in operator.more:
            known = nearest(str(member), operator.more) if operator.more else f"{name} stands alone"
            yield _wrong(where + pointer_of(member), f"{name} has no member {member!r}", known)


def _pointer_findings(name: str, operand: Json, where: str) -> Iterator[Finding]:
    if not isinstance(operand, str):
        yield _wrong(where, f"{name} is {brief(operand)}; it takes a JSON Pointer such as '/result/days'")
        return
    if operand and not operand.startswith("/"):
        yield _wrong(where, f"{operand!r} is no JSON Pointer", f"begin with a slash: {'/' + operand!r}")
        return
    root = operand.split("/")[1] if operand else ""
    if name == "$path" and root not in ROOTS:
        known = ", ".join(f"/{root}" for root in ROOTS)
        yield _wrong(where, f"$path {operand!r} begins at no root", f"known roots: {known}")


def _list_findings(name: str, operand: Json, where: str, *, exactly: int) -> Iterator[Finding]:
    expected = "a list of two values" if exactly else "a list of one or more values"
    right = isinstance(operand, list) and (len(operand) == exactly if exactly else len(operand) > 0)
    if not right:
        yield _wrong(where + pointer_of(name), f"{name} is {brief(operand)}; it takes {expected}")


def format_findings(value: Json, where: str, *, dynamic: bool = False) -> Iterator[Finding]:
    """Yield what is wrong with a `format`: a name, or {name, options…}.

    `dynamic`: options may be expressions, as in `$fmt`.
    """
    options: JsonObject = value if isinstance(value, Mapping) else {"name": value}
    name = options.get("name")
    known = FORMATS.get(name) if isinstance(name, str) else None
    if known is None:
        hint = nearest(name, FORMATS) if isinstance(name, str) else f"known formats: {', '.join(FORMATS)}"
        yield Finding("format-unknown", "error", f"unknown format {brief(name)}", hint=hint, where=where)
        return
    for key, option in options.items():
        if key == "name":
            continue
        schema = known.options.get(key)
        if schema is None:
            hint = nearest(str(key), known.options) if known.options else f"{name} takes no options"
            yield _wrong(where + pointer_of(key), f"format {name!r} has no option {key!r}", hint)
        elif not _fits(option, schema) and not (dynamic and is_expression(option)):
            expected = json.dumps(schema, ensure_ascii=False)
            yield _wrong(where + pointer_of(key), f"option {key!r} is {brief(option)}; expected {expected}")
    unit, to = options.get("unit"), options.get("to")
    alike = next((units for units in UNITS.values() if to in units), ())
    if alike and unit not in alike and not is_expression(unit):
        message = f"{brief(unit)} is not converted to {to!r}"
        yield _wrong(where + "/to", message, f"units that are: {', '.join(alike)}")


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _fits(value: Json, schema: JsonObject) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    match schema["type"]:
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            # To Python, True is an integer.
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and schema.get("minimum", 0) <= value <= schema.get("maximum", value)
        case _:
            return isinstance(value, str) and re.search(schema.get("pattern", ""), value) is not None


def nearest(name: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
    """Return a hint that names the nearest known name, or all of them."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"


def brief(value: Json) -> str:
    """Return a value as short JSON for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= 60 else text[:57] + "…"
