"""The rules about a spec and its tool, each a function of the facts."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from genui.errors import suggestion
from genui.expressions import FORMATS, bindings, children_of, pointer_of, pointer_parts
from genui.model import Finding, Json
from genui.typecheck.facts import Facts
from genui.typecheck.form import FORM_RULES
from genui.typecheck.types import (
    NUMBERS,
    Key,
    Places,
    Scope,
    Types,
    expression_types,
    follow,
    names_at,
    types_at,
)

Rule = Callable[[Facts], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class CheckRule:
    """One rule: what it says, and the function that finds its violations."""

    doc: str
    check: Rule


def binding_missing(facts: Facts) -> Iterator[Finding]:
    """Find bindings that lead to no member of outputSchema or inputSchema."""
    for use in facts.uses:
        if use.inner:
            continue
        for where, operator, pointer in bindings(use.value, use.where):
            places, rest = start_of(operator, pointer, use.scope)
            if follow(places, rest) != ():
                continue
            tolerant = "/$first/" in where or "/$has" in where
            yield Finding(
                "binding-missing",
                "info" if tolerant else "error",
                f"{operator} {pointer!r} leads to nothing that the schema declares",
                hint=_near(places, rest),
                where=where,
            )


def start_of(operator: str, pointer: str, scope: Scope) -> tuple[Places, str]:
    """Return the places where a binding begins, and the pointer that leads on from there."""
    if operator == "$item":
        return scope.row, pointer
    root, *rest = pointer_parts(pointer) or [""]
    known = scope.roots.get(root)
    return ((known,) if known else None), pointer_of(*rest)


def _near(places: Places, pointer: str) -> str:
    """Name the declared members where a pointer goes astray, the nearest first."""
    parts = pointer_parts(pointer)
    for length in range(len(parts)):
        names = names_at(follow(places, pointer_of(*parts[:length])))
        if names and parts[length] not in names:
            return suggestion(parts[length], names)
    return ""


def item_outside_rows(facts: Facts) -> Iterator[Finding]:
    """Find $item, $index and $key where no row is."""
    for use in facts.uses:
        if not use.inner and not use.scope.in_rows:
            for where, operator in _row_operators(use.value, use.where):
                hint = "bind with $path, or move it into a prop that is evaluated for each row"
                yield Finding("item-outside-rows", "error", f"{operator} stands outside rows", hint, where)


def _row_operators(value: Json, where: str) -> Iterator[tuple[str, str]]:
    for name, member in children_of(value):
        if name in {"$item", "$index", "$key"}:
            yield where, str(name)
        yield from _row_operators(member, where + pointer_of(name))


def rows_not_rows(facts: Facts) -> Iterator[Finding]:
    """Find `rows` that can only be a single value."""
    for use in facts.uses:
        types = expression_types(use.value, use.scope) if use.kind == "rows" else None
        if types and not types & use.wants:
            message = f"rows are {_told(types)}; expected an array or a map"
            yield Finding("rows-not-rows", "error", message, "bind the array itself", use.where)


def column_missing(facts: Facts) -> Iterator[Finding]:
    """Find keys that no row has."""
    for key in facts.keys:
        if follow(key.rows, key.pointer) == ():
            message = f"{key.pointer!r} is no member of the rows"
            yield Finding("column-missing", "error", message, _near(key.rows, key.pointer), key.where)


def format_unfit(facts: Facts) -> Iterator[Finding]:
    """Find formats that cannot show the type of their value."""
    formatted = [
        *((use.where, use.format, expression_types(use.value, use.scope)) for use in facts.uses),
        *((key.where, key.format, _key_types(key)) for key in facts.keys),
    ]
    for where, name, types in formatted:
        fits = FORMATS[name].types if name else frozenset()
        left = types - {"null"} if types else types
        if fits and left and not left & fits:
            message = f"format {name!r} shows {_told(fits)}; the value is {_told(left)}"
            names = [each for each, known in FORMATS.items() if known.types & left]
            hint = f"formats for it: {', '.join(names)}" if names else "leave the format out"
            yield Finding("format-unfit", "error", message, hint, where)


def measure_not_number(facts: Facts) -> Iterator[Finding]:
    """Find measures of charts, progress bars and heatmaps that are no numbers."""
    measured = [
        *((use.where, expression_types(use.value, use.scope)) for use in facts.uses if use.kind == "number"),
        *((key.where, _key_types(key)) for key in facts.keys if key.measure),
    ]
    for where, types in measured:
        if types and not types & NUMBERS:
            message = f"a measure is {_told(types)}; expected a number"
            yield Finding("measure-not-number", "error", message, "choose a numeric member", where)


def value_nullable(facts: Facts) -> Iterator[Finding]:
    """Find rows and measures that may be null with nothing in their place."""
    found = [
        *((use.where, expression_types(use.value, use.scope)) for use in facts.uses if use.wants),
        *((key.where, _key_types(key)) for key in facts.keys if key.measure),
    ]
    for where, types in found:
        if types and "null" in types and types != {"null"}:
            hint = 'give another value with {"$first": [… , …]}, or hide the component with "visible"'
            yield Finding("value-nullable", "info", "the value may be null", hint, where)


def _key_types(key: Key) -> Types:
    return types_at(follow(key.rows, key.pointer))


def _told(types: frozenset[str]) -> str:
    return " or ".join(sorted(types))


CHECK_RULES: Mapping[str, CheckRule] = {
    "binding-missing": CheckRule(
        "A binding leads to nothing that the tool's schemas declare.", binding_missing
    ),
    "item-outside-rows": CheckRule("$item, $index or $key stands where no row is.", item_outside_rows),
    "rows-not-rows": CheckRule("The rows of a component are neither an array nor a map.", rows_not_rows),
    "column-missing": CheckRule(
        "A column, field, axis or sort key is no member of the rows.", column_missing
    ),
    "format-unfit": CheckRule("A format cannot show the type of its value.", format_unfit),
    "measure-not-number": CheckRule("A measure is not a number.", measure_not_number),
    "value-nullable": CheckRule("Rows or a measure may be null (info).", value_nullable),
    **{slug: CheckRule(doc, check) for slug, (doc, check) in FORM_RULES.items()},
}
"""Every rule about a spec and its tool."""
