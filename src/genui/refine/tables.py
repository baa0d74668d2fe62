"""Wishes about tables: filters, empty columns, low rows, wrapping, totals, details of a row."""

from typing import Any

from genui.labels import words_of
from genui.refine.draft import Unfulfilled
from genui.refine.showing import hide_in, shown_entries
from genui.refine.slots import Member, Slots
from genui.refine.sorting import SORTABLE, tables
from genui.refine.sources import Source, last_part, sources_of, told_props
from genui.refine.words import parts_of, singular

APART = frozenset({"percent", "°C", "°F", "%"})
"""Families of figures that no sum is made of."""


def hide_empty(s: Slots) -> None:
    """Hide the columns that no row has a value in, or show them again."""
    if not s.has("hide", "hidden", "show", "not"):
        raise Unfulfilled("hide or show them?", weak=True)
    for props in tables(s):
        props["hideEmpty"] = s.has("hide", "hidden")


def compact(s: Slots) -> None:
    """Make the rows of tables low, or as high as before."""
    for props in tables(s):
        props["compact"] = not s.has("hide", "hidden", "not")


def filters(s: Slots) -> None:
    """Give the reader filters for these columns."""
    for source, key in s.columns():
        told = [told_props(one, source) for one in source.components if one["type"] in SORTABLE]
        if not told:
            raise Unfulfilled("only a table has filters", 'say "show it as a table"')
        for props in told:
            known = [one for one in props.get("filters", ()) if one["key"] != key]
            props["filters"] = [*known, {"key": key}]


def wrap(s: Slots) -> None:
    """Let the text of columns run over several lines, or keep it in one."""
    texts = [(one, key) for one in sources_of(s.draft) for key in one.names if not one.meaning(key).measure]
    chosen = s.columns() if s.names() else [(one, key) for one, key in texts if one.rows]
    for source, key in chosen:
        for entry in column_entries(source, key):
            entry["wrap"] = not s.has("hide", "not")


def shade(s: Slots) -> None:
    """Tint the cells of columns by their numbers."""
    for source, key in s.columns():
        for entry in column_entries(source, key):
            entry["shade"] = {}


def column_entries(source: Source, key: str) -> list[dict[str, Any]]:
    """Return what the tables of a source say of one column.

    Raises:
        Unfulfilled: No table shows it.
    """
    grids = [one for one in source.components if one["type"] in SORTABLE]
    found = [entry for one in grids for entry in shown_entries(one, source, key)]
    if not found:
        raise Unfulfilled(f"no table shows {last_part(key)}", 'say "show it as a table"')
    return found


def total(s: Slots) -> None:
    """Put below columns what their rows come to; below the table, how many rows there are."""
    if len({one.value for one in s.all("op")}) > 1:
        raise Unfulfilled("each column has a figure of its own below it", weak=True)
    named = s.columns([one for one in s.names() if any(each.kind == "column" for each in one.value)])
    if s.has("count") and not (named and not s.has("op")):
        source = s.source()
        noun = singular((words_of(last_part(source.path)) or ["row"])[-1].lower()) if source.path else "row"
        noun = noun if noun not in {"result", "value"} else "row"
        figure = {"op": "count", "label": f"{noun}s", "one": noun}
        for props in tables(s):
            props["summary"] = [*(one for one in props.get("summary", ()) if one != figure), figure]
        if not named:
            return
    op = str(s.value("op") or ("count" if s.has("count") else "sum"))
    before = [] if s.has("totals") else list(s.context.items)
    chosen = named or (s.columns(before) if before else summable(s))
    for source, key in chosen:
        for entry in column_entries(source, key):
            entry["aggregate"] = op


def total_named(s: Slots) -> None:
    """Put the total below a column whose own name begins with that word: "total price at the bottom"."""
    if any(parts_of(one.text)[:1] not in {("total",), ("sum",)} for one in s.names()) or not s.names():
        raise Unfulfilled("nothing is said to be a total", weak=True)
    total(s)


def summable(s: Slots) -> list[Member]:
    """Return the columns of the rows whose figures can be added up."""
    source = next(one for one in sources_of(s.draft) if one.home == s.source().home)
    keys = [key for key in source.measures() if source.meaning(key).family not in APART]
    if not keys:
        raise Unfulfilled("no column is known to be a figure that adds up", 'say "total of … at the bottom"')
    return [(source, key) for key in keys]


def detail(s: Slots) -> None:
    """Show members, or all of them, below a row that is opened."""
    chosen = s.columns() if s.names() else []
    source = chosen[0][0] if chosen else s.source()
    fields = [source.entry(key) for _, key in chosen]
    pairs = {"type": "key-value", "props": {"of": {"$item": ""}, **({"fields": fields} if fields else {})}}
    opened(s, source, [pairs], [key for _, key in chosen])


def body(s: Slots) -> None:
    """Show a longer text below each row: of a list or timeline at once, of a table once the row is opened."""
    ((source, key), *more) = s.columns()
    if more:
        raise Unfulfilled("one text stands below each row", 'say "details when I click a row: … and …"')
    listed = [one for one in source.components if one["type"] in {"list", "timeline"}]
    for component in listed:
        component["props"]["body"] = {"$item": key}
    if not listed:
        opened(s, source, [{"type": "text", "props": {"of": {"$item": key}}}], [key])


def opened(s: Slots, source: Source, parts: list[dict[str, Any]], keys: list[str]) -> None:
    """Let the rows of tables open to show something, which their columns need not show as well."""
    grids = [one for one in source.components if one["type"] in SORTABLE]
    if not grids:
        raise Unfulfilled("only the rows of a table open", 'say "show it as a table"')
    for component in grids:
        told_props(component, source)["detail"] = parts
        for key in keys:
            hide_in(s.draft, component, source, key)
