"""Wishes about tables: filters, wrapped texts, totals, what stands below a row."""

from dataclasses import replace
from typing import Any

from genui.labels import words_of
from genui.refine.draft import doubt, refuse
from genui.refine.setters import column_entries, grids, tables, wanted
from genui.refine.showing import hide_in, is_number, is_part
from genui.refine.slots import Member, Slots
from genui.refine.sources import GRIDS, Source, last_part, sources_of
from genui.refine.words import parts_of, singular

APART = frozenset({"percent", "°C", "°F", "%"})
"""Families of figures that no sum is made of."""


def filters(s: Slots) -> None:
    """Give the reader filters for these columns."""
    for source, key in s.columns():
        for props in grids(source, "only a table has filters"):
            known = [one for one in props.get("filters", ()) if one["key"] != key]
            props["filters"] = [*known, {"key": key}]


def wrap(s: Slots) -> None:
    """Let the text of columns run over several lines, or keep it in one."""
    rows = [one for one in sources_of(s.draft) if one.rows]
    texts = [(one, key) for one in rows for key in one.names if not one.meaning(key).measure]
    for entry in [one for member in (s.columns() if s.names() else texts) for one in column_entries(member)]:
        entry["wrap"] = wanted(s)


def total(s: Slots) -> None:
    """Put below columns what their rows come to; below the table, how many rows there are."""
    if len({one.value for one in s.all("op")}) > 1:
        total_each(s)
        return
    behind = [one for one in s.all("name") if s.has("pos") and one.start > s.all("pos")[0].start]
    under = s.has("foot") or (s.value("pos") == "after" and len(behind) == 1 and is_part(behind[0]))
    doubt(not (under or s.has("totals")), "below what?")
    named = s.columns([one for one in s.names() if "column" in one.kinds])
    counts = s.has("count")
    if counts and (s.has("op") or not named):
        noun = row_noun(s.source())
        figure = {"op": "count", "label": f"{noun}s", "one": noun}
        for props in tables(s):
            props["summary"] = [*(one for one in props.get("summary", ()) if one != figure), figure]
    elif not named:
        before = () if s.has("totals") else s.context.items
        named = s.columns(before) if before else summable(s)
    for source, key in named:
        refuse(not counts and not is_number(source, key), f"{last_part(key)} holds no numbers to add up")
        for entry in column_entries((source, key)):
            entry["aggregate"] = s.value("op") or ("count" if counts else "sum")


def total_each(s: Slots) -> None:
    """Put its own figure below each column: "average of high and total rain at the bottom"."""
    ops = s.all("op")
    for place, op in enumerate(ops):
        end = ops[place + 1].start if ops[place + 1 :] else len(s.clause)
        items = tuple(one for one in s.items if op.start <= one.start < end or one.kind == "foot")
        doubt(not any(one.kind == "name" for one in items), f"{op.text} of what?")
        total(replace(s, items=items))


def row_noun(source: Source) -> str:
    """Return what one row is called: by the array that the rows are in."""
    noun = singular((words_of(last_part(source.path)) or ["row"])[-1].lower()) if source.path else "row"
    return "row" if noun in {"result", "value"} else noun


def total_named(s: Slots) -> None:
    """Put the total below a column whose own name begins with that word: "total price at the bottom"."""
    others = [one for one in s.names() if parts_of(one.text)[:1] not in {("total",), ("sum",)}]
    doubt(others or not s.names(), "nothing is said to be a total")
    total(s)


def summable(s: Slots) -> list[Member]:
    """Return the columns of the rows whose figures can be added up."""
    source = s.source()
    shown = [one for one in sources_of(s.draft) if one.shown("table") and figures_of(one)]
    refuse(len(shown) > 1 and not s.all("name"), "several tables have figures", 'say "totals row for …"')
    keys = figures_of(source)
    refuse(not keys, "no column is known to be a figure that adds up", 'say "total of … at the bottom"')
    return [(source, key) for key in keys]


def figures_of(source: Source) -> list[str]:
    """Return the keys of the figures of rows that add up."""
    return [key for key in source.measures() if source.meaning(key).family not in APART]


def detail(s: Slots) -> None:
    """Show members, or all of them, below a row that is opened."""
    chosen = s.columns() if s.names() else []
    source = s.source(chosen)
    fields = [source.entry(key) for _, key in chosen]
    pairs = {"type": "key-value", "props": {"of": {"$item": ""}, **({"fields": fields} if fields else {})}}
    opened(s, source, pairs, [key for _, key in chosen])


def body(s: Slots) -> None:
    """Show a longer text below each row: of a list or timeline at once, of a table once the row is opened."""
    source, key = s.columns()[0]
    for component in source.shown("list", "timeline"):
        component["props"]["body"] = {"$item": key}
    if not source.shown("list", "timeline"):
        opened(s, source, {"type": "text", "props": {"of": {"$item": key}}}, [key])


def opened(s: Slots, source: Source, part: dict[str, Any], keys: list[str]) -> None:
    """Let the rows of tables open to show something, which their columns need not show as well."""
    for props in grids(source, "only the rows of a table open"):
        props["detail"] = [part]
    for component in source.shown(*GRIDS):
        hide_in(s.draft, component, source, keys)
