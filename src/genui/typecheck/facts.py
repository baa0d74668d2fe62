"""The members of its tool that a spec uses, collected once for all rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from genui.components import COMPONENTS, NUMERIC_OPS, Component
from genui.expressions import operands, operator_of, pointer_of
from genui.model import Json, JsonObject, Tool
from genui.typecheck.transforms import transformed
from genui.typecheck.types import (
    NUMBERS,
    ROWS,
    Key,
    Scope,
    Use,
    entries_of,
    follow,
    inside_rows,
    places_of,
    scope_of,
    seen_through,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """A spec, its tool, and everything the spec uses of it."""

    spec: JsonObject
    tool: Tool
    uses: tuple[Use, ...]
    keys: tuple[Key, ...]


def facts_of(spec: JsonObject, tool: Tool) -> Facts:
    """Collect what the result of a spec uses."""
    scope = scope_of(tool)
    uses: list[Use] = []
    keys: list[Key] = []
    for found in _components(spec.get("result"), "/result", scope):
        if isinstance(found, Use):
            uses.append(found)
            uses.extend(_formatted(found.value, found.where, found.scope))
        else:
            keys.append(found)
    uses += _paging(spec.get("nextPage", {}), scope)
    return Facts(spec, tool, tuple(uses), tuple(keys))


def _components(components: Json, where: str, scope: Scope) -> Iterator[Use | Key]:
    for index, component in enumerate(components if isinstance(components, list) else ()):
        known = COMPONENTS.get(component.get("type"))
        if known is not None:
            yield from _component(component, known, where + pointer_of(index), scope)


def _component(component: JsonObject, known: Component, where: str, scope: Scope) -> Iterator[Use | Key]:
    for name in ("title", "visible"):
        if name in component:
            yield Use(f"{where}/{name}", component[name], scope)
    props = component.get("props", {})
    source = props.get("rows", props.get("of"))
    places = places_of(source, scope) if source is not None else None
    rows = inside_rows(scope, places)
    # Of rows, `of` is where to look for them; of the others, `of` is what the keys lead into.
    row = seen_through(places) if component.get("type") == "rows" else rows.row
    rows = replace(rows, row=row)
    for found in transformed(props.get("transform", ()), f"{where}/props/transform", rows):
        if isinstance(found, Scope):
            rows = found
        else:
            yield found
    row = rows.row
    pivoted = any("pivot" in step for step in props.get("transform", ()))
    whole = row if "rows" in known.props or component.get("type") == "rows" else places
    for name, value in props.items():
        prop, here = known.props[name], f"{where}/props/{name}"
        inner = rows if prop.scope == "row" else scope
        measure = name in known.measures
        match prop.kind:
            case "rows":
                yield Use(here, value, inner, "rows", ROWS)
            case "number":
                yield Use(here, value, inner, "number", NUMBERS)
            case "value" | "text" | "url" | "tone":
                yield Use(here, value, inner)
            case "stats":
                yield from _stats(value, here, scope)
            case "key":
                yield Key(here, value, row, measure=measure)
            case "sort":
                yield Key(f"{here}/key", value["key"], row)
            case "columns" | "keys" | "fields" | "filters" | "summary":
                for index, entry in enumerate(value):
                    place, inner = here + pointer_of(index), replace(rows, row=whole)
                    yield from _entry(entry, place, inner, measure=measure, pivoted=pivoted)
            case "references":
                for index, entry in enumerate(value):
                    place = here + pointer_of(index)
                    yield Use(f"{place}/value", entry["value"], scope, "number", NUMBERS)
                    yield Use(f"{place}/label", entry.get("label"), scope)
            case "components":
                yield from _components(value, here, rows)
    yield from _components(component.get("children"), f"{where}/children", scope)


def _entry(
    entry: JsonObject, where: str, rows: Scope, *, measure: bool, pivoted: bool
) -> Iterator[Use | Key]:
    """Yield what a column, field, filter or figure uses of a row."""
    op = entry.get("op", entry.get("aggregate", ""))
    counted = op in {"count", "distinct"} and "op" in entry
    measured = measure or op in NUMERIC_OPS or "shade" in entry or entry.get("as") == "range"
    if "key" in entry:
        shown, row, key = "" if counted else _format(entry), rows.row, entry["key"]
        if pivoted and key == "/cells":
            row, key = entries_of(follow(row, key)), ""  # it stands for the columns that the cells become
        yield Key(f"{where}/key", key, row, shown, measured)
    for name in ("href", "tone"):
        if name in entry:
            yield Use(f"{where}/{name}", entry[name], replace(rows, in_rows=True))


def _paging(page: JsonObject, scope: Scope) -> Iterator[Use]:
    for name, value in page.get("arguments", {}).items():
        yield Use("/nextPage/arguments" + pointer_of(name), value, scope)
    if "visible" in page:
        yield Use("/nextPage/visible", page["visible"], scope)


def _stats(stats: list[JsonObject], where: str, scope: Scope) -> Iterator[Use]:
    for index, stat in enumerate(stats):
        here = where + pointer_of(index)
        yield Use(f"{here}/label", stat["label"], scope)
        yield Use(f"{here}/value", stat["value"], scope, format=_format(stat))
        if "change" in stat:
            yield Use(f"{here}/change", stat["change"], scope)
        if "tone" in stat:
            yield Use(f"{here}/tone", stat["tone"], scope)
        if "trend" in stat:
            yield Use(f"{here}/trend", stat["trend"], scope, "rows", ROWS)


def _formatted(value: Json, where: str, scope: Scope) -> Iterator[Use]:
    """Yield the operands of every `$fmt` inside an expression."""
    name = operator_of(value)
    if name == "$fmt":
        yield Use(f"{where}/of", value["of"], scope, format=str(value[name]), inner=True)
    if name:
        for suffix, operand in operands(value):
            yield from _formatted(operand, where + suffix, scope)


def _format(entry: JsonObject) -> str:
    given = entry.get("format", "")
    return str(given["name"] if isinstance(given, Mapping) else given)
