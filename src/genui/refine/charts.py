"""Wishes for a chart: its form, its measures, what runs along it and what splits it."""

import re
from typing import Any

from genui.refine.draft import Component, Draft, Unfulfilled, by_word, props_of
from genui.refine.members import removed, retitled
from genui.refine.names import bare, nearest_names
from genui.refine.presentations import head_of_rows, rows_as
from genui.refine.source import Source, is_temporal
from genui.refine.sources import (
    ADAPTIVE,
    adaptive,
    find,
    find_all,
    rows_called,
    sources_of,
)
from genui.refine.subject import look_again, rows_meant

Match = re.Match[str]

KINDS = by_word(
    {
        "line": "line | lines | trend | time series | timeseries",
        "bar": "bar | bars | column | columns",
        "area": "area | areas",
        "scatter": "scatter | scatterplot | scatter plot | points | dots | dot | bubble",
        "histogram": "histogram | histo | distribution",
        "donut": "pie | donut | doughnut",
        "heatmap": "heatmap | heat map",
        "sparkline": "sparkline | spark line | sparklines",
    }
)
"""The forms of a chart, by the words for them."""
COLUMNS = re.compile(r"columns?", re.I)
CHARTS = re.compile(r"[\s-]?(?:charts?|graphs?|plots?|diagrams?)\b", re.I)
MOST = 4
"""Measures that a chart draws when nobody names them."""

WHOLE = re.compile(
    r"(?:it|this|that|them|these|those|everything|all|(?:the |my |all )?(?:data|results?|view|output|rows|"
    r"table|chart|graph|plot|visuali[sz]ation|list|answers?|items|entries))",
    re.I,
)
"""What stands for the result as a whole, and names no member."""


def chart(draft: Draft, match: Match) -> None:
    """Draw rows as the chart that is asked for, changing the chart that is there."""
    found = match.groupdict()
    said = {part: found.get(part) for part in ("y", "x", "series")}
    if found.get("named"):
        said |= by_meaning(draft, found["named"])
    if said["y"] and said["x"] and stands_for_rows(draft, said["y"]) and not is_moment(draft, said["x"]):
        raise Unfulfilled(
            f"a chart draws figures, it does not count {bare(said['y'])}", "name a figure: … of total by …"
        )
    by_row = bool(said["x"]) and stands_for_rows(draft, said["x"] or "")
    for part, text in said.items():
        if text and (WHOLE.fullmatch(text.strip()) or (part != "series" and stands_for_rows(draft, text))):
            said[part] = None
    if said["x"] and said["x"].lower() in {"time", "the time"} and not known_time(draft):
        said["x"] = None
    if by_row and not said["x"]:
        said["x"] = row_named(draft, said)
    adjectives = (found.get("adjective") or "").lower()
    kind = KINDS.get(re.sub(r"\s+", " ", (found.get("kind") or "").lower().replace("-", " ")), "")
    if COLUMNS.fullmatch(found.get("kind") or "") and not CHARTS.match(match.string[match.end("kind") :]):
        raise Unfulfilled("columns are those of a table", 'say "column chart"', weak=True)
    source = chosen_source(draft, said)
    target = next((one for one in source.components if one["type"] == "chart"), None)
    if target is not None and re.search(r"separate|second|another|additional|extra", adjectives):
        target = None
    if source.home.startswith("auto "):
        steered(draft, source, kind or "chart", said, adjectives)
        return
    if (
        target is None
        and adjectives
        and not kind
        and not any(said.values())
        and THE_CHART.search(match.string)
    ):
        raise Unfulfilled("there is no chart", 'say "bar chart of … by …"')
    if target is None:
        target = inserted(draft, source, kind)
        if not kind and said["x"]:
            props_of(target)["kind"] = "line" if is_moment(draft, said["x"]) else "bar"
    if kind:
        props_of(target)["kind"] = kind
    drawn(draft, source, target, said)
    adjust(target, adjectives)
    if INSTEAD_OF_TABLE.search(match.string):
        for table in [one for one in source.components if one["type"] == "table"]:
            removed(draft, table, "nothing would be left")
            props_of(target).pop("table", None)


def by_meaning(draft: Draft, names: str) -> dict[str, str | None]:
    """Return what a chart draws and along what, of members named in no order: figures along what is none.

    Raises:
        Unfulfilled: Not all are of the same rows, none is a figure, or several are not.
    """
    chosen = find_all(draft, names, rows=True)
    y = [name for source, name in chosen if source.meaning(name.pointer).measure]
    x = [name for _, name in chosen if name not in y]
    if not y or len(x) > 1 or len({source.home for source, _ in chosen}) > 1:
        raise Unfulfilled("no chart can be told from these members", weak=True)
    return {"y": ", ".join(f'"{name.told}"' for name in y), "x": f'"{x[0].told}"' if x else None}


THE_CHART = re.compile(r"\bthe (?:charts?|graphs?|plot|bars?|lines?|areas?)\b", re.I)
"""How the chart is spoken of that is there."""
INSTEAD_OF_TABLE = re.compile(
    r"\b(?:instead of|rather than|replace|swap|exchange|trade|and not|lose|drop|remove|hide|ditch|not|no)"
    r"(?: (?:an?|the|this|that|my|our))? (?:\w+ )?(?:table|grid|spreadsheet)\b",
    re.I,
)
"""What says that a chart takes the place of the table."""


def row_named(draft: Draft, said: dict[str, str | None]) -> str | None:
    """Return the member that tells one row from another, which is meant by a bar per row."""
    head = head_of_rows(chosen_source(draft, said))
    return f'"{head}"' if head else None


def is_moment(draft: Draft, said: str) -> bool:
    """Tell whether a name means a time."""
    try:
        return find(draft, said, rows=True)[1].temporal
    except Unfulfilled:
        return False


def stands_for_rows(draft: Draft, said: str) -> bool:
    """Tell whether what is named is no member but the rows: the minutes of each step."""
    called = rows_called(draft, said) or rows_meant(draft, said)
    meant = [one for one in called if one not in rows_called(draft, said)]
    return bool(called) and not any(
        nearest_names(bare(said), source.known()) for source in called if source not in meant
    )


def known_time(draft: Draft) -> bool:
    """Tell whether the member that is a time is known."""
    return any(name.temporal for source in sources_of(draft) for name in source.known())


def both(draft: Draft, match: Match) -> None:
    """Show a chart and the table of its rows, in the order in which they are named."""
    chart(draft, match)
    source = chosen_source(draft, {"y": None})
    if source.home.startswith("auto "):
        return
    if not any(one["type"] == "table" for one in source.components):
        rows_as(draft, "table", added=True, title=None, names=None)
    for one in draft.components("chart"):
        props_of(one)["table"] = False


def chosen_source(draft: Draft, said: dict[str, str | None]) -> Source:
    """Return the rows that are to be drawn: of the members named, of the chart there is, or the first."""
    if not any(source.rows for source in sources_of(draft)):
        look_again(draft)
    for text in said.values():
        if text:
            return find_all(draft, text, rows=True)[0][0]
    sources = [source for source in sources_of(draft) if source.rows]
    if not sources:
        raise Unfulfilled("this result has no rows that a chart could draw")
    with_chart = [one for one in sources if any(each["type"] == "chart" for each in one.components)]
    return (with_chart or [one for one in sources if measures_of(one) or one.open] or sources)[0]


def measures_of(source: Source) -> list[str]:
    """Return the members that are figures."""
    return [pointer for pointer, meaning in source.meanings.items() if meaning.measure]


def inserted(draft: Draft, source: Source, kind: str) -> Component:
    """Put a new chart before the first component of its rows."""
    among, index = draft.siblings(source.components[0])
    tabled = any(one["type"] == "table" for one in source.components)
    new: Component = {"type": "chart", "props": {"kind": kind or "line", "rows": source.expression}}
    if not kind:
        new["props"]["kind"] = "line" if any(map(is_temporal, source.meanings.values())) else "bar"
    if tabled:
        new["props"]["table"] = False
    among.insert(index, new)
    source.components.append(new)
    return new


def drawn(draft: Draft, source: Source, target: Component, said: dict[str, str | None]) -> None:
    """Set the axes of a chart: those named, else those it had where they still fit, else the likely ones."""
    props, kind = props_of(target), props_of(target)["kind"]
    before = [each["key"] for each in props.get("y", ())]
    x = pointer_in(draft, source, said["x"]) or props.get("x") or likely_x(source)
    y = [name.pointer for _, name in find_all(draft, said["y"], rows=True)] if said["y"] else before
    y = y or likely_y(source, x)
    if kind == "scatter" and not said["x"] and (x not in measures_of(source) or x in y):
        x, y = scatter_axes(source, y, named=bool(said["y"]))
    if not y:
        raise Unfulfilled("no member is known to be a figure that a chart could draw", "say which: … by …")
    if kind == "histogram":
        props.pop("x", None)
        y = y[:1]
    elif x:
        props["x"] = x
    if kind in {"donut", "heatmap", "sparkline"}:
        y = y[:1]
    series = pointer_in(draft, source, said["series"])
    if series and series != props.get("x"):
        props["series"] = series
    if y != before:
        props["y"] = [measure(source, props, key) for key in y]
        reunited(source, props, y)
    if kind == "heatmap" and "series" not in props:
        raise Unfulfilled("a heatmap needs two categories", 'say "heatmap of … by … and split by …"')
    retitled_for(target, kind, changed=y != before)


def pointer_in(draft: Draft, source: Source, said: str | None) -> str:
    """Return the pointer of a member of these rows, "" where none is named."""
    if not said:
        return ""
    other, name = find(draft, said, rows=True)
    if other.home != source.home:
        raise Unfulfilled(f"{name.told} belongs to other rows")
    return name.pointer


def likely_x(source: Source) -> str:
    """Return what should run along a chart: the first time, else the first text."""
    moments = [pointer for pointer, meaning in source.meanings.items() if is_temporal(meaning)]
    others = [pointer for pointer, meaning in source.meanings.items() if not meaning.measure]
    return (moments or others or [""])[0]


def likely_y(source: Source, x: str) -> list[str]:
    """Return the measures that can share an axis, those of the commonest unit."""
    figures = [pointer for pointer in measures_of(source) if pointer != x]
    families = [source.meanings[pointer].family for pointer in figures]
    most = max(dict.fromkeys(families), key=families.count) if families else ""
    return [pointer for pointer in figures if source.meanings[pointer].family == most][:MOST]


def scatter_axes(source: Source, y: list[str], *, named: bool) -> tuple[str, list[str]]:
    """Return two measures, one against the other."""
    figures = [*y, *(pointer for pointer in measures_of(source) if pointer not in y)]
    if len(figures) < 2:
        raise Unfulfilled("a scatter chart needs two figures")
    return (figures[1], figures[:1]) if named and len(y) == 1 else (figures[0], [figures[1]])


def measure(source: Source, props: dict[str, Any], pointer: str) -> dict[str, Any]:
    """Return a measure with its label: the one it had, else as tables have it."""
    known = next((each for each in props.get("y", ()) if each["key"] == pointer), None)
    return known or {"key": pointer, "label": source.meaning(pointer).label}


def reunited(source: Source, props: dict[str, Any], y: list[str]) -> None:
    """Tell the unit that the measures share."""
    units = {
        source.meaning(pointer).unit or "%" * (source.meaning(pointer).family == "percent") for pointer in y
    }
    unit = next(iter(units)) if len(units) == 1 else ""
    if unit:
        props["unit"] = unit
    else:
        props.pop("unit", None)


def retitled_for(target: Component, kind: str, *, changed: bool) -> None:
    """Make a title that the baseline gave say what is drawn now."""
    if "title" in target and (changed or kind in {"histogram", "scatter"}):
        retitled(target)


def adjust(target: Component, adjectives: str) -> None:
    """Stack a chart, lay it on its side, or make it stand."""
    props = props_of(target)
    if "stacked" in adjectives:
        props["stacked"] = True
    if "grouped" in adjectives or "unstacked" in adjectives:
        props.pop("stacked", None)
    if re.search(r"horizontal|sideways", adjectives):
        props["horizontal"] = True
    if "vertical" in adjectives:
        props["horizontal"] = False


def steered(draft: Draft, source: Source, kind: str, said: dict[str, str | None], adjectives: str) -> None:
    """Tell a component that looks at the data which chart to draw of it."""
    component = next(one for one in source.components if one["type"] in ADAPTIVE)
    props = adaptive(component)
    props["as"] = kind
    if said["x"]:
        props["x"] = pointer_in(draft, source, said["x"])
    if said["y"]:
        props["y"] = [{"key": name.pointer} for _, name in find_all(draft, said["y"], rows=True)]
    if said["series"]:
        props["series"] = pointer_in(draft, source, said["series"])
    if "stacked" in adjectives:
        props["stacked"] = True


def axis(draft: Draft, match: Match) -> None:
    """Change one axis of the chart there is."""
    charts = draft.components("chart")
    if not charts:
        raise Unfulfilled("there is no chart", 'say "line chart of … by …"')
    found = match.groupdict()
    part = {"y": "y", "vertical": "y"}.get((found.get("axis") or "x").lower(), "x")
    said: dict[str, str | None] = {"x": None, "y": None, "series": None, part: match["names"]}
    source = chosen_source(draft, said)
    target = next((one for one in source.components if one["type"] == "chart"), None)
    if target is None:
        raise Unfulfilled("the chart draws other rows")
    drawn(draft, source, target, said)


ONE_BAR = re.compile(r"(?:with )?(?:an? |one )?bar\b", re.I)
"""What a member runs along, and splits nothing: one bar for each of its values."""


def split(draft: Draft, match: Match) -> None:
    """Split the chart there is into one series for each value of a member."""
    source, name = find(draft, match["names"], rows=True)
    charts = [one for one in source.components if one["type"] in {"chart", "rows"}]
    if not charts:
        raise Unfulfilled("there is no chart of these rows", 'say "line chart of … by …"')
    part = "x" if ONE_BAR.match(match.string) else "series"
    for component in charts:
        props_of(component)[part] = name.pointer
