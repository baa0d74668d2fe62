"""What a chart draws: by the words of a clause, else by what the members of its rows are."""

from typing import NamedTuple

from genui.refine.draft import refuse
from genui.refine.showing import head_of
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import Source, sources_of

MOST = 4
"""Measures that a chart draws when nobody names them."""


class Axes(NamedTuple):
    """The members that a chart draws: measures, what runs along, what splits it; "" where none is told."""

    y: list[str]
    x: str
    series: str


def axes_said(s: Slots) -> tuple[Axes, Source]:
    """Return what a clause says that a chart draws, and the rows that it is about."""
    end = s.all("sorted")[0].start if s.has("sorted") else len(s.clause)
    named = [one for one in s.names() if one.start < end]
    split = [one for one in s.behind("series") if one in named]
    along = [one for one in s.behind("by") if one in named and one not in split]
    measures = [one for one in named if one not in split and one not in along]
    for axis, items in axis_names(s).items():
        others = [one for one in (measures if axis == "x" else along) if one not in items]
        measures, along = (others, items) if axis == "x" else (items, others)
    y = [member for one in measures if "column" in one.kinds for member in of_one_unit(s, one)]
    y = list({(source.home, key): (source, key) for source, key in y}.values())
    x, series = s.columns([one for one in along if "column" in one.kinds]), s.columns(split)
    texts = [(source, key) for source, key in y if not is_figure(source, key)]
    if not x and not series and len(texts) == 1 and len(y) > 1:
        x, y = texts, [one for one in y if one not in texts]
    if len(x) == 2 and not series:
        x, series = x[:1], x[1:]
    refuse(len(x) > 1, "one member runs along a chart", 'say "… by … and split by …"')
    source = s.source([*y, *x, *series])
    refuse(
        any(other.home != source.home for other, _ in (*y, *x, *series)),
        "these members belong to other rows than each other",
    )
    first = x[0][1] if x else head_of(source) if one_each(s) else ""
    return Axes([key for _, key in y], first, series[0][1] if series else ""), source


def of_one_unit(s: Slots, name: Item) -> list[Member]:
    """Return all figures that a name means where they share a unit, as highs and lows do: "temperature"."""
    found = [one for one in name.value if one.kind == "column"]
    for source in sources_of(s.draft) if len(found) > 1 else ():
        units = {source.meaning(one.key).unit for one in found}
        if all(one.home == source.home for one in found) and len(units) == 1 and units != {""}:
            return [(source, one.key) for one in found]
    return s.members([name])


def axis_names(s: Slots) -> dict[str, list[Item]]:
    """Return the names that are said to stand on an axis: those before each word for one, or behind it."""
    names, said = s.names(), s.all("axis")
    leads = bool(names and said) and names[0].start < said[0].start
    found = {}
    for place, axis in enumerate(said):
        before = (said[place - 1].end if place else 0, axis.start)
        behind = (axis.end, said[place + 1].start if said[place + 1 :] else len(s.clause))
        start, end = before if leads else behind
        found[axis.value] = [one for one in names if start <= one.start < end]
    return {axis: items for axis, items in found.items() if items}


def one_each(s: Slots) -> bool:
    """Tell whether a chart is to have one mark for each row: "minutes per step"."""
    by = [one for one in s.all("prep") if one.value == "by"]
    rows = [one for one in s.all("name") if "rows" in one.kinds and "column" not in one.kinds]
    return any(row.start >= one.end for one in by for row in rows)


def is_figure(source: Source, key: str) -> bool:
    """Tell whether a member is a figure, or can be one."""
    return source.meaning(key).measure or key not in source.meanings


def likely_x(source: Source) -> str:
    """Return what should run along a chart: the first time, else a name, else the first that is no figure."""
    return (source.moments() or [head_of(source)])[0]


def likely_y(source: Source, x: str) -> list[str]:
    """Return the measures that can share an axis, those of the commonest unit."""
    figures = [pointer for pointer in source.measures() if pointer != x]
    families = [source.meanings[pointer].family for pointer in figures]
    most = max(dict.fromkeys(families), key=families.count, default="")
    return [pointer for pointer in figures if source.meanings[pointer].family == most][:MOST]


def scatter_axes(source: Source, y: list[str], *, named: bool) -> tuple[str, list[str]]:
    """Return two measures, one against the other."""
    figures = [*y, *(pointer for pointer in source.measures() if pointer not in y)]
    refuse(len(figures) < 2, "a scatter chart needs two figures")
    return (figures[1], figures[:1]) if named and len(y) == 1 else (figures[0], figures[1:2])
