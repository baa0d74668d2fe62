"""Wishes for a chart: its form, what it draws, its axes, and the table beside it."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from genui.expressions import at
from genui.refine.draft import Component, doubt, props_of, refuse
from genui.refine.parts import chart_titled
from genui.refine.presentations import carried, made
from genui.refine.seen import seen_rows
from genui.refine.setters import charts
from genui.refine.showing import head_of, is_number, of_one_unit, retitle
from genui.refine.slots import Item, Slots, is_rows
from genui.refine.sorting import BEGINNINGS, DATED, sort_as_said
from genui.refine.sources import ADAPTIVE, Source, adaptive, add_step, last_part, look_again, sources_of
from genui.refine.summing import aggregate, lowered
from genui.refine.words import parts_of
from genui.schema import declared_types

ONE_MEASURE = frozenset({"donut", "heatmap", "sparkline"})
"""Kinds of charts that draw one measure."""

MOST = 4
"""Measures that a chart draws when nobody names them."""


class Axes(NamedTuple):
    """The members that a chart draws: measures, what runs along, what splits it; "" where none is told."""

    y: list[str]
    x: str
    series: str


def chart(s: Slots) -> None:
    """Draw rows as the chart that is asked for, changing the chart that is there."""
    refuse_others(s)
    if not any(source.rows for source in sources_of(s.draft)):
        look_again(s.draft)
    said, source = axes_said(s)
    s.used["homes"] = (source.home,)
    kind = next((one.value for one in s.all("chart") if one.value), "")
    one_line = re.search(r"\bone (?:\w+ )?(?:per|for each|for every)\b", s.clause)
    alone = one_line and kind in {"line", "area"} and not said.series
    refuse(alone, "what runs along the lines?", 'say "line chart of … by … and split by …"')
    if source.home.startswith("auto "):
        texts = [key for key in said.y if key in source.meanings and not source.meanings[key].measure]
        told = "".join(map(last_part, texts[:1]))
        refuse(texts and not s.has("op", "count"), f"{told} is no figure that a chart could draw")
        steer(s, source, kind or "chart", said)
        return
    target = None if s.has("second") else chart_meant(s, source, said.y)
    if (titled := chart_titled(s, source)) is not None:
        target, said = titled, said._replace(y=[])
    changed = s.has("horizontal", "vertical", "stacked", "unstacked") and not kind and not any(said)
    refuse(target is None and changed, "there is no chart", 'say "bar chart of … by …"')
    if target is None:
        over_time = said.x in source.moments() if said.x else source.moments()
        target = insert(s, source, kind or ("line" if over_time else "bar"))
    if re.search(r"\b(?:too|also|as well)\b", s.clause, re.I):
        said = said._replace(y=[*drawn_already(target, kind), *said.y])
    if kind:
        props_of(target)["kind"] = kind
    counts = s.has("count") and not (said.y and is_number(source, said.y[0]))
    if s.has("op") or counts or counts_rows(s, said, kind):
        draw_sums(s, source, target, said)
    else:
        draw(source, target, said)
    adjust(s, target)
    replace_table(s, source, target)
    if s.has("dir", "extreme", "sorted"):
        sort_as_said(s, source, target)


def refuse_others(s: Slots) -> None:
    """Give up a reading in which a chart is denied, or a word or number has no place."""
    said = s.all("chart")
    doubt(said and any(one.start < said[0].start for one in s.all("hide", "not")), "what is not wanted")
    columns = s.words("chart") >= {"as", "columns"}
    doubt(columns and not re.match(r"plot|draw|chart", s.clause, re.I), "columns of a table")
    kinds = {one.value for one in said if one.value}
    doubt(len(kinds) > 1 and not s.has("not"), "one chart at a time")
    other = any(one.value != "table" for one in s.all("pres"))
    doubt(other or s.has_absent_part(), "a part that is not there")
    beside = s.words("unstacked") & {"beside", "next"} and not said
    doubt(beside and s.names(), "columns side by side, or bars?")
    bare = said and not s.names() and not s.has("lead", "show", "pron", "prep")
    summed = s.context.act is not None and s.context.act.name == "what rows come to"
    doubt(bare and summed, "how what came before is drawn, and no chart of its own")
    asks = s.context.asked or re.match(r"(?:who|which|what|where)\b", s.clause, re.I)
    told = s.all("name") or s.context.items
    doubt(asks and not any("column" in one.kinds for one in told), "a chart of what was asked")
    formed = s.context.act is not None and s.context.act.name in FORMED
    doubt(bare and formed, "a bar in a cell, and no chart")
    after_only = s.context.act is not None and s.context.act.name == "only a part"
    doubt(after_only and not s.has("lead"), "one of the parts that are to stay?")
    doubt(s.has("only", "hide") and s.has("pres") and not s.has("not"), "which parts are to stay?")
    doubt(any(str(one.value)[:1] == "@" for one in s.all("extreme")), "an order of rows, and not of a chart")
    # "charts on top" asks for a place, "bars, highest on top" for an order.
    order = s.has("dir", "op", "count") or s.words("extreme") != {"top"}
    doubt(not order and not s.names(), "a part on top, and no order")


def chart_meant(s: Slots, source: Source, measures: Sequence[str]) -> Component | None:
    """Return the chart to change: the one named, of the kind that is not wanted, or with these measures."""
    every = source.shown("chart")
    unwanted = {one.value for one in s.all("chart")[1:]} if s.has("not") else set()
    named = [one for one in every if any(one is part for part in s.parts())]
    of_kind = [one for one in every if props_of(one)["kind"] in unwanted]
    drawing = [one for one in every if {each["key"] for each in props_of(one).get("y", ())} & {*measures}]
    chosen = named if len(named) == 1 else of_kind or drawing or every
    return chosen[0] if chosen else None


def drawn_already(target: Component, kind: str) -> list[str]:
    """Return the measures that a chart has, beside which another one is to be drawn."""
    props = props_of(target)
    refuse(
        "y" in props and kind not in {"", props["kind"]},
        f"a chart is of one kind, and this is {props['kind']}",
        'say "second chart …"',
    )
    return [each["key"] for each in props.get("y", ())]


def counts_rows(s: Slots, said: Axes, kind: str) -> bool:
    """Tell whether a chart is to count rows: "pie of issues by state"."""
    by = next((one.start for one in s.all("prep") if one.value == "by"), -1)
    rows = any(is_rows(one) and one.end <= by and "rows" in one.kinds for one in s.all("name"))
    return bool(said.x) and not said.y and rows and kind in {"", "bar", "donut"}


def steer(s: Slots, source: Source, kind: str, said: Axes) -> None:
    """Tell a component that looks at the data which chart to draw of it."""
    refuse(
        s.has("horizontal"),
        "which chart lies on its side is told of rows that a schema declares",
        'mode = "html" can',
    )
    props = adaptive(source.shown(*ADAPTIVE)[0])
    given = {"x": said.x, "y": [{"key": key} for key in said.y], "series": said.series}
    props |= {"as": kind} | {prop: value for prop, value in given.items() if value}
    if s.has("stacked"):
        props["stacked"] = True
    if s.has("op", "count") or counts_rows(s, said, kind):
        step, label, key = aggregate(s, source, said.y, [one for one in (said.x, said.series) if one])
        add_step(props, step)
        props["y"] = [{"key": key, "label": label}]


def insert(s: Slots, source: Source, kind: str) -> Component:
    """Put a new chart before the first component of its rows."""
    among, index = s.draft.siblings(source.components[0])
    beside = {"table": False} if source.shown("table") else {}
    props = {"kind": kind, "rows": source.expression, **carried(source), **beside}
    new: Component = {"type": "chart", "props": props}
    among.insert(index, new)
    source.components.append(new)
    return new


def draw(source: Source, target: Component, said: Axes) -> None:
    """Set the axes of a chart: those named, else those it had where they still fit, else the likely ones."""
    props, kind = props_of(target), props_of(target)["kind"]
    known = {each["key"]: each for each in props.get("y", ())}
    x = said.x or props.get("x") or likely_x(source)
    y = said.y or list(known) or likely_y(source, x)
    if kind == "scatter" and not said.x and (x not in source.measures() or x in y):
        x, y = scatter_axes(source, y, named=bool(said.y))
    refuse(not y, "no member is known to be a figure that a chart could draw", "say which: … by …")
    for key in said.y:
        refuse(
            not is_figure(source, key),
            f"{last_part(key)} is no figure that a chart could draw",
            "figures: " + ", ".join(map(last_part, source.measures())),
        )
    y = y[:1] if kind in ONE_MEASURE or kind == "histogram" else y
    props["x"] = x
    if kind == "histogram" or not x:
        del props["x"]
    same = said.series and said.series == props.get("x")
    refuse(same, f"{last_part(x)} runs along the chart already", 'say "… by … and split by …"')
    if said.series:
        props["series"] = said.series
    refuse(kind == "heatmap" and "series" not in props, "a heatmap needs two categories", HEATMAP)
    if y != list(known):
        props["y"] = [known.get(key) or {"key": key, "label": source.meaning(key).label} for key in y]
        set_unit(source, props, y)
    if y != list(known) or kind in {"histogram", "scatter"}:
        retitle(target)


HEATMAP = 'say "heatmap of … by … and split by …"'


def draw_sums(s: Slots, source: Source, target: Component, said: Axes) -> None:
    """Let a chart draw what many rows come to for each value of what runs along it."""
    props = props_of(target)
    x = said.x or props.get("x") or likely_x(source)
    values = [repr(at(row, x)) for row in seen_rows(s.draft, source.expression, found=source.open)]
    alone = not said.y and values[2:] and len(set(values)) == len(values)
    refuse(alone, f"every {last_part(x)} occurs once, so there is nothing to count")
    step, label, key = aggregate(s, source, said.y, [one for one in (x, said.series) if one])
    add_step(props, step)
    props |= {"x": "/" + last_part(x), "y": [{"key": key, "label": label}]}
    if said.series:
        props["series"] = "/" + last_part(said.series)
    set_unit(source, props, [] if s.has("count") else said.y)
    props.pop("table", None)
    if "title" in target or not s.draft.components("table"):
        target["title"] = f"{label} by {lowered(x)}"


def set_unit(source: Source, props: dict[str, Any], y: list[str]) -> None:
    """Tell the unit that the measures share."""
    meanings = [source.meaning(key) for key in y]
    units = {one.unit or "%" * (one.family == "percent") for one in meanings}
    props.pop("unit", None)
    if len(units) == 1 and units != {""}:
        props["unit"] = units.pop()


def adjust(s: Slots, target: Component) -> None:
    """Stack a chart, lay it on its side, or make it stand."""
    props = props_of(target)
    if s.has("horizontal") or (s.has("stacked") and props["kind"] != "area"):
        props["kind"] = "bar"
    if s.has("stacked"):
        props["stacked"] = True
    if s.has("unstacked"):
        props.pop("stacked", None)
    if s.has("horizontal", "vertical"):
        props["horizontal"] = s.has("horizontal")


def replace_table(s: Slots, source: Source, target: Component) -> None:
    """Let a chart take the place of the table, or show the table beside it, as the clause says."""
    denied = s.has("not") or re.search(r"\b(?:replace|swap|exchange|trade)\b.*\btable\b", s.clause, re.I)
    unwanted = s.words("contrast") & {"table", "grid"}
    wants = any(one.value == "table" for one in s.all("pres"))
    tables = source.shown("table")
    gone = tables if unwanted or (wants and denied) else []
    if s.has("only") and not [one for one in s.names() if one.start > s.all("only")[0].start]:
        gone = [one for one in source.components if one is not target]
    if wants and not denied and not tables:
        among, index = s.draft.siblings(target)
        among.insert(index + 1, made(source, "table", ""))
        props_of(target)["table"] = False
    for component in gone:
        s.draft.remove(component)
        props_of(target).pop("table", None)


def axis(s: Slots) -> None:
    """Change the axes of the chart there is."""
    doubt(not s.names(), "which member?")
    refuse(not s.draft.components("chart"), "there is no chart", 'say "line chart of … by …"')
    chart(s)


def split(s: Slots) -> None:
    """Split the chart there is into one series for each value of a member."""
    source, key = s.columns()[0]
    found = source.shown("chart", "rows")
    refuse(not found, "there is no chart of these rows", 'say "line chart of … by …"')
    for component in found:
        props_of(component)["series"] = key


def reference(s: Slots) -> None:
    """Draw a line to compare with."""
    doubt(s.text and not s.has("rename") and '"' not in s.clause, "what is it called?")
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
    along = [one for one in s.behind("by") if one in named and one not in split]
    if not along and re.search(r"\b(?:count|number|amount) of (?:each|every)\b", s.clause):
        along = [one for one in s.behind("count") if one in named]
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
    if len(x) == 2 and not series:
        x, series = x[:1], x[1:]
    if s.has("overtime") and x and not series and x[0][1] not in x[0][0].moments():
        # "revenue over time per region": time runs along.
        x, series = [], x
    for other, key in (*x, *series):
        several = (declared_types(other.schemas.get(key, {})) or frozenset()) & {"array", "object"}
        refuse(several, f"{last_part(key)} holds several values, and a chart runs along one")
    refuse(len(x) > 1, "one member runs along a chart", 'say "… by … and split by …"')
    source = s.source([*y, *x, *series])
    refuse(
        any(other.home != source.home for other, _ in (*y, *x, *series)),
        "these members belong to other rows than each other",
    )
    first = x[0][1] if x else head_of(source) if one_each(s) and not s.has("overtime") else ""
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


VERSUS = frozenset({"vs", "versus", "against"})
"""Words between two measures of one chart."""

FORMED = frozenset({"format", "format of the date", "decimals", "show"})
"""Acts behind which "with a bar" is no chart of its own."""

ALONG = DATED | BEGINNINGS | {"hour", "ts", "when", "period", "quarter"}
"""Words in names of the times that rows run along."""


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


def scatter_axes(source: Source, y: list[str], *, named: bool) -> tuple[str, list[str]]:
    """Return two measures, one against the other."""
    figures = [*y, *(pointer for pointer in source.measures() if pointer not in y)]
    refuse(len(figures) < 2, "a scatter chart needs two figures")
    return (figures[1], figures[:1]) if named and len(y) == 1 else (figures[0], figures[1:2])
