"""Wishes for a chart: its form, what it draws, its axes, and the table beside it."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from genui.expressions import at
from genui.refine.draft import Component, doubt, props_of, refuse
from genui.refine.parts import chart_titled
from genui.refine.presentations import carried
from genui.refine.seen import seen_rows
from genui.refine.setters import charts
from genui.refine.showing import head_of, is_number, of_one_unit, retitle
from genui.refine.slots import Item, Slots, is_rows
from genui.refine.sorting import BEGINNINGS, DATED, sort_marks
from genui.refine.sources import ADAPTIVE, Source, adaptive, add_step, last_part
from genui.refine.summing import aggregate, lowered
from genui.refine.words import parts_of
from genui.schema import declared_types

ONE_MEASURE = frozenset({"donut", "heatmap", "sparkline", "histogram"})
"""Kinds of charts that draw one measure."""

MOST = 4
"""Measures that a chart draws when nobody names them."""

VERSUS = frozenset({"vs", "versus", "against"})
"""Words between two measures of one chart."""

ALONG = DATED | BEGINNINGS | {"hour", "ts", "when", "period", "quarter"}
"""Words in names of the times that rows run along."""

ONE_LINE = re.compile(r"\bone (?:\w+ )?(?:per|for each|for every)\b", re.I)
"""What asks for a series of each value."""


class Axes(NamedTuple):
    """The members that a chart draws: measures, what runs along, what splits it; "" where none is told."""

    y: list[str]
    x: str
    series: str


def chart(s: Slots) -> None:
    """Draw rows as the chart that is asked for, changing the chart that is there."""
    refuse_others(s)
    said, source = axes_said(s)
    s.used["homes"] = (source.home,)
    kind = next((one.value for one in s.all("chart") if one.value), "")
    if source.home.startswith("auto "):
        refuse(
            s.has("horizontal"),
            "which chart lies on its side is told of rows that a schema declares",
            'mode = "html" can',
        )
        target, prop = source.shown(*ADAPTIVE)[0], "as"
        adaptive(target)[prop] = kind or "chart"
    else:
        titled = chart_titled(s, source)
        said = said if titled is None else said._replace(y=[])
        target, prop = chart_meant(s, source, said, kind, titled), "kind"
    props = props_of(target)
    if re.search(r"\b(?:too|also|as well)\b", s.clause, re.I):
        said = said._replace(y=[*(each["key"] for each in props.get("y", ())), *said.y])
    counts = s.has("count") and not (said.y and is_number(source, said.y[0]))
    if s.has("op") or counts or counts_rows(s, said, kind):
        draw_sums(s, source, target, said)
    elif prop == "as":
        given = {"x": said.x, "y": [{"key": key} for key in said.y], "series": said.series}
        props |= {name: value for name, value in given.items() if value}
    else:
        rows = [one for one in s.all("name") if one.kinds <= {"rows"}]
        vague = rows and s.has("overtime") and not said.y and len(source.measures()) > 1
        refuse(vague, "rows over time are no figure", 'say which: "… over time"')
        draw(source, target, said)
    if s.has("horizontal") or (s.has("stacked") and props[prop] != "area"):
        props[prop] = "bar"
    if s.has("stacked") or "stacked" in props:
        props["stacked"] = s.has("stacked")
    if s.has("horizontal", "vertical"):
        props["horizontal"] = s.has("horizontal")
    if prop == "as":
        return
    replace_others(s, source, target)
    if s.has("dir", "extreme", "sorted"):
        end = s.all("sorted")[0].end if s.has("sorted") else len(s.clause)
        sort_marks(s, target, [one for one in s.names() if one.start >= end])


def refuse_others(s: Slots) -> None:
    """Give up a reading in which a chart is denied, or a word or number has no place."""
    said = s.all("chart")
    doubt(said and any(one.start < said[0].start for one in s.all("hide", "not")), "what is not wanted")
    denied = [one.start for one in s.all("not")]
    doubt(denied and any(one.start > denied[0] for one in s.names()), "a member that is not wanted")
    asks = s.context.asked or re.match(r"(?:who|which|what|where)\b", s.clause, re.I)
    told = s.all("name") or s.context.items
    doubt(asks and not any("column" in one.kinds for one in told), "a chart of what was asked")
    columns = s.words("chart") >= {"as", "columns"}
    doubt(columns and not re.match(r"plot|draw|chart", s.clause, re.I), "columns of a table")
    kinds = {one.value for one in said if one.value}
    doubt(len(kinds) > 1 and not s.has("not"), "one chart at a time")
    doubt(s.has_absent_part() or (s.has("axis") and not s.names()), "a part that is not there")
    doubt(s.words("unstacked") & {"beside", "next"} and not said, "columns side by side, or bars?")
    bare = said and not s.names() and not s.has("lead", "show", "pron", "prep")
    summed = s.context.act is not None and s.context.act.name == "what rows come to"
    doubt(bare and summed, "how what came before is drawn, and no chart of its own")
    newest = any("@" in str(one.value) for one in s.all("extreme"))
    doubt(newest, "an order of rows, and not of a chart")
    # "charts on top" asks for a place, "bars, highest on top" for an order.
    order = s.has("dir", "op", "count") or s.words("extreme") != {"top"}
    doubt(not order and not s.names(), "a part on top, and no order")


def chart_meant(s: Slots, source: Source, said: Axes, kind: str, titled: Component | None) -> Component:
    """Return the chart to change, made where there is none: named, not wanted, or with these measures."""
    every = source.shown("chart") if not s.has("second") else []
    unwanted = {one.value for one in s.all("chart")[1:]} if s.has("not") else set()
    named = [one for one in every if any(one is part for part in s.parts())]
    of_kind = [one for one in every if props_of(one)["kind"] in unwanted]
    drawing = [one for one in every if {each["key"] for each in props_of(one).get("y", ())} & {*said.y}]
    chosen = named if len(named) == 1 else of_kind or drawing or every
    chosen = chosen if titled is None else [titled]
    if chosen:
        props_of(chosen[0])["kind"] = kind or props_of(chosen[0])["kind"]
        return chosen[0]
    over_time = said.x in source.moments() if said.x else source.moments()
    among, index = s.draft.siblings(source.components[0])
    beside = {"table": False} if source.shown("table") else {}
    props = {"kind": kind or ("line" if over_time else "bar"), "rows": source.expression}
    new: Component = {"type": "chart", "props": {**props, **carried(source), **beside}}
    among.insert(index, new)
    source.components.append(new)
    return new


def counts_rows(s: Slots, said: Axes, kind: str) -> bool:
    """Tell whether a chart is to count rows: "pie of issues by state"."""
    by = next((one.start for one in s.all("prep") if one.value == "by"), -1)
    rows = any(is_rows(one) and one.end <= by and "rows" in one.kinds for one in s.all("name"))
    return bool(said.x) and not said.y and rows and kind in {"", "bar", "donut"}


def draw(source: Source, target: Component, said: Axes) -> None:
    """Set the axes of a chart: those named, else those it had where they still fit, else the likely ones."""
    props, kind = props_of(target), props_of(target)["kind"]
    known = {each["key"]: each for each in props.get("y", ())}
    x = said.x or props.get("x") or likely_x(source)
    y = said.y or list(known) or likely_y(source, x)
    if kind == "scatter" and not said.x and (x not in source.measures() or x in y):
        figures = [*y[:1], *(key for key in source.measures() if key not in y[:1])]
        refuse(len(figures) < 2, "a scatter chart needs two figures")
        x, y = (figures[1], figures[:1]) if said.y else (figures[0], figures[1:2])
    for key in said.y:
        refuse(
            not is_figure(source, key),
            f"{last_part(key)} is no figure that a chart could draw",
            "figures: " + ", ".join(map(last_part, source.measures())),
        )
    y = y[:1] if kind in ONE_MEASURE else y
    props |= {"x": x, **({"series": said.series} if said.series else {})}
    if kind == "histogram" or not x:
        del props["x"]
    if y != list(known):
        props["y"] = [known.get(key) or {"key": key, "label": source.meaning(key).label} for key in y]
        set_unit(source, props, y)
    if y != list(known) or kind in {"histogram", "scatter"}:
        retitle(target)


def draw_sums(s: Slots, source: Source, target: Component, said: Axes) -> None:
    """Let a chart draw what many rows come to for each value of what runs along it."""
    props = props_of(target)
    x = said.x or props.get("x") or likely_x(source)
    values = [repr(at(row, x)) for row in seen_rows(s.draft, source.expression, found=source.open)]
    alone = not said.y and target["type"] == "chart" and values[2:] and len(set(values)) == len(values)
    refuse(alone, f"every {last_part(x)} occurs once, so there is nothing to count")
    step, label, key = aggregate(s, source, said.y, [one for one in (x, said.series) if one])
    add_step(props, step)
    props |= {"x": "/" + last_part(x), "y": [{"key": key, "label": label}]}
    if said.series:
        props["series"] = "/" + last_part(said.series)
    if target["type"] == "chart":
        set_unit(source, props, [] if s.has("count") else said.y)
        props.pop("table", None)
        target |= {"title": f"{label} by {lowered(x)}"} if "title" in target else {}


def set_unit(source: Source, props: dict[str, Any], y: list[str]) -> None:
    """Tell the unit that the measures share."""
    meanings = [source.meaning(key) for key in y]
    units = {one.unit or "%" * (one.family == "percent") for one in meanings}
    props.pop("unit", None)
    if len(units) == 1 and units != {""}:
        props["unit"] = units.pop()


def replace_others(s: Slots, source: Source, target: Component) -> None:
    """Let a chart take the place of the table, or of all else, as the clause says."""
    denied = s.has("not") or re.search(r"\b(?:replace|swap|exchange|trade)\b.*\btable\b", s.clause, re.I)
    unwanted = s.words("contrast") & {"table", "grid"} or (denied and s.has("pres"))
    gone = source.shown("table") if unwanted else []
    if s.has("only") and not [one for one in s.names() if one.start > s.all("only")[0].start]:
        gone = [one for one in source.components if one is not target]
    for component in gone:
        s.draft.remove(component)
        props_of(target).pop("table", None)


def reference(s: Slots) -> None:
    """Draw a line to compare with."""
    value, tone = float(s.value("number")), s.value("tone")
    plain = int(value) if value.is_integer() else value
    line = {"value": plain, **({"label": s.text} if s.text else {}), **({"tone": tone} if tone else {})}
    for props in charts(s):
        kept = [one for one in props.get("reference", ()) if one["value"] != plain]
        props["reference"] = [*kept, line]


def axis_title(s: Slots) -> None:
    """Set the title of an axis."""
    for props in charts(s):
        across = props.get("horizontal") is True
        first = (s.value("axis_title") == "x") != across
        props["xTitle" if first else "yTitle"] = s.text


# What a chart draws


def axes_said(s: Slots) -> tuple[Axes, Source]:
    """Return what a clause says that a chart draws, and the rows that it is about."""
    end = s.all("sorted")[0].start if s.has("sorted") else len(s.clause)
    named = [one for one in s.names() if one.start < end]
    split = [one for one in s.behind("series") if one in named]
    counted = {"count"} if re.search(r"\b(?:count|number|amount) of (?:each|every)\b", s.clause) else set()
    along = [one for one in s.behind("by", *counted) if one in named and one not in split]
    if any(one.text.lower() in VERSUS for one in s.all("prep")) and of_one_kind(s, named):
        along = []
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
    kinds = {one.value for one in s.all("chart")}
    if not series and (len(x) == 2 or (ONE_LINE.search(s.clause) and kinds <= {"line", "area"})):
        # "by month and region", "one line per region"
        x, series = x[:-1], x[-1:]
    for other, key in (*x, *series):
        several = (declared_types(other.schemas.get(key, {})) or frozenset()) & {"array", "object"}
        refuse(several, f"{last_part(key)} holds several values, and a chart runs along one")
    source = s.source([*y, *x, *series])
    # "minutes per step" has one mark for each row.
    by = [one.end for one in s.all("prep") if one.value == "by"]
    rows = [one.start for one in s.all("name") if "rows" in one.kinds and "column" not in one.kinds]
    each = by and rows and max(rows) >= min(by) and not s.has("overtime")
    first = x[0][1] if x else head_of(source) if each else ""
    doubt(series and series[0][1] in source.moments(), "a line for each moment?")
    if s.has("overtime") and not first and source.meanings and likely_x(source) not in source.moments():
        refuse(len(source.moments()) != 1, "no one day or moment runs along these rows", 'say "… by …"')
        first = source.moments()[0]
    return Axes([key for _, key in y], first, series[0][1] if series else ""), source


def of_one_kind(s: Slots, named: Sequence[Item]) -> bool:
    """Tell whether all that is named are figures of one unit: "total vs forecast" draws both side by side."""
    if {"scatter", "heatmap"} & {one.value for one in s.all("chart")}:
        return False
    found = [member for one in named if "column" in one.kinds for member in of_one_unit(s, one)]
    units = {source.meaning(key).unit or source.meaning(key).family for source, key in found}
    return len(units) == 1 and all(is_figure(*member) for member in found)


def axis_names(s: Slots) -> dict[str, list[Item]]:
    """Return the names that are said to stand on an axis: those before each word for one, or behind it."""
    names, said = s.names(), s.all("axis")
    leads = bool(names and said) and names[0].start < said[0].start
    ends = [0, *(one.start for one in said), len(s.clause)]
    found: dict[str, list[Item]] = {}
    for place, axis in enumerate(said):
        start, end = (ends[place], ends[place + 1]) if leads else (ends[place + 1], ends[place + 2])
        items = [one for one in names if start <= one.start < end]
        found |= {axis.value: items} if items else {}
    return found


def is_figure(source: Source, key: str) -> bool:
    """Tell whether a member is a figure, or can be one."""
    return source.meaning(key).measure or key not in source.meanings


def likely_x(source: Source) -> str:
    """Return what should run along a chart: the first time, else a name; "" where all are figures."""
    # A next match is no time that rows run along.
    dated = [key for key in source.moments() if ALONG & {*parts_of(last_part(key))}]
    heads = [key for key in source.names if "string" in (declared_types(source.schemas.get(key, {})) or ())]
    head = head_of(source)
    found = (dated or [head if head in heads else (heads or [head])[0]])[0]
    return "" if found in source.measures() else found


def likely_y(source: Source, x: str) -> list[str]:
    """Return the measures that can share an axis, those of the commonest unit."""
    figures = [pointer for pointer in source.measures() if pointer != x]
    families = [source.meanings[pointer].family for pointer in figures]
    most = max(dict.fromkeys(families), key=families.count, default="")
    return [pointer for pointer in figures if source.meanings[pointer].family == most][:MOST]
