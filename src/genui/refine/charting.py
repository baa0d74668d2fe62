"""Wishes for a chart: its form, its measures, what runs along it and what splits it."""

import re
from collections.abc import Sequence
from typing import Any

from genui.labels import label_of
from genui.refine.draft import Component, Unfulfilled, props_of
from genui.refine.showing import NOTHING, add_step, carried, head_of, is_number, made, removed, retitled
from genui.refine.slots import Item, Member, Slots, is_rows
from genui.refine.sorting import direction, sort_chart
from genui.refine.sources import ADAPTIVE, Source, adaptive, last_part, look_again, sources_of
from genui.refine.summing import aggregate

MOST = 4
"""Measures that a chart draws when nobody names them."""

ONE_MEASURE = frozenset({"donut", "heatmap", "sparkline"})


def chart(s: Slots) -> None:
    """Draw rows as the chart that is asked for, changing the chart that is there."""
    if not any(source.rows for source in sources_of(s.draft)):
        look_again(s.draft)
    if s.all("chart") and any(one.start < s.all("chart")[0].start for one in s.all("hide", "not")):
        raise Unfulfilled("what is not wanted", weak=True)
    coined = any(one.is_coined for item in s.names() for one in item.value)
    if "field" in s.nouns() or (coined and not s.has("prep", "series", "overtime")):
        raise Unfulfilled("no chart is named so", weak=True)
    numbers = [one for one in s.all("number") if not any(each.start == one.end for each in s.all("chart"))]
    if numbers and not s.has("extreme", "limit"):
        raise Unfulfilled("which number is that?", weak=True)
    y, x, series = axes(s)
    source = s.source([*y, *x, *series])
    source = next(one for one in sources_of(s.draft) if one.home == source.home)
    if any(other.home != source.home for other, _ in (*y, *x, *series)):
        raise Unfulfilled("these members belong to other rows than each other")
    s.used["homes"] = (source.home,)
    kind = next((one.value for one in s.all("chart") if one.value), "")
    said = {"y": [key for _, key in y], "x": x[0][1] if x else "", "series": series[0][1] if series else ""}
    one_line = re.search(r"\bone (?:\w+ )?(?:per|for each|for every)\b", s.clause)
    if one_line and kind in {"line", "area"} and not series:
        raise Unfulfilled("what runs along the lines?", 'say "line chart of … by … and split by …"')
    if not said["x"] and one_each(s):
        said["x"] = head_of(source)
    if source.home.startswith("auto "):
        texts = [key for key in said["y"] if key in source.meanings and not source.meanings[key].measure]
        if texts and not s.has("op", "count"):
            raise Unfulfilled(f"{last_part(texts[0])} is no figure that a chart could draw")
        steered(s, source, kind or "chart", said)
        return
    target = None if s.has("second") else chart_meant(s, source, said["y"])
    if (
        target is None
        and not kind
        and not any(said.values())
        and s.has("horizontal", "vertical", "stacked", "unstacked")
    ):
        raise Unfulfilled("there is no chart", 'say "bar chart of … by …"')
    if target is None:
        target = inserted(
            s,
            source,
            kind
            or ("line" if (not said["x"] and source.moments()) or said["x"] in source.moments() else "bar"),
        )
    if re.search(r"\b(?:too|also|as well)\b", s.clause, re.I):
        said["y"] = [*drawn_already(target, kind), *said["y"]]
    if kind:
        props_of(target)["kind"] = kind
    if (
        s.has("op")
        or counts_rows(s, said, kind)
        or (s.has("count") and not (said["y"] and is_number(source, said["y"][0])))
    ):
        summed(s, source, target, said)
    else:
        drawn(source, target, said)
    adjust(s, target)
    replace_table(s, source, target)
    if s.has("dir", "extreme", "sorted"):
        word = next(iter(s.all("sorted")), None)
        by = s.columns([one for one in s.names() if word is not None and one.start >= word.end])
        key = by[0][1] if by else props_of(target)["y"][0]["key"]
        sort_chart(source, target, key, down=bool(direction(s)))


def chart_meant(s: Slots, source: Source, measures: Sequence[str]) -> Component | None:
    """Return the chart to change: the one named, of the kind that is not wanted, or with these measures."""
    charts = [one for one in source.components if one["type"] == "chart"]
    unwanted = {one.value for one in s.all("chart")[1:]} if s.has("not") else set()
    named = [one for one in charts if any(one is part for part in s.parts())]
    of_kind = [one for one in charts if props_of(one)["kind"] in unwanted]
    drawing = [one for one in charts if {each["key"] for each in props_of(one).get("y", ())} & set(measures)]
    chosen = named if len(named) == 1 else of_kind or drawing or charts
    return chosen[0] if chosen else None


def drawn_already(target: Component, kind: str) -> list[str]:
    """Return the measures that a chart has, beside which another one is to be drawn.

    Raises:
        Unfulfilled: That one is to be drawn otherwise.
    """
    props = props_of(target)
    if "y" in props and kind not in {"", props["kind"]}:
        raise Unfulfilled(f"a chart is of one kind, and this is {props['kind']}", 'say "second chart …"')
    return [each["key"] for each in props.get("y", ())]


def counts_rows(s: Slots, said: dict[str, Any], kind: str) -> bool:
    """Tell whether a chart is to count rows: "pie of issues by state"."""
    by = next((one.start for one in s.items if one.kind == "prep" and one.value == "by"), -1)
    rows = any(
        is_rows(one) and one.end <= by and any(each.kind == "rows" for each in one.value)
        for one in s.all("name")
    )
    return bool(said["x"]) and not said["y"] and rows and kind in {"", "bar", "donut"}


def axes(s: Slots) -> tuple[list[Member], list[Member], list[Member]]:
    """Return measures, what runs along, and what splits: by the words before them, else by what they are."""
    end = next((one.start for one in s.all("sorted")), len(s.clause))
    named = [one for one in s.names() if one.start < end]
    split, along = ([one for one in s.behind(way) if one in named] for way in ("series", "by"))
    if not along and re.search(r"\b(?:count|number|amount) of (?:each|every)\b", s.clause):
        along = [one for one in s.behind("count") if one in named]
    along = [one for one in along if one not in split]
    measures = [one for one in named if one not in split and one not in along]
    for axis, items in axis_names(s).items():
        if axis == "x":
            along, measures = items, [one for one in measures if one not in items]
        else:
            measures, along = items, [one for one in along if one not in items]
    along = [one for one in along if not parts_only(one)]
    measures = [one for one in measures if not parts_only(one)]
    drawn_as = [member for one in measures for member in of_one_unit(s, one) or s.columns([one])]
    y = list({(source.home, key): (source, key) for source, key in drawn_as}.values())
    x, series = s.columns(along), s.columns(split)
    if not x and not series:
        x = [one for one in y if not is_figure(one)]
        y = [one for one in y if one not in x] if len(x) == 1 and len(y) > 1 else y
        x = x if len(x) == 1 and y and x != y else []
    if len(x) == 2 and not series:
        x, series = x[:1], x[1:]
    if len(x) > 1:
        raise Unfulfilled("one member runs along a chart", 'say "… by … and split by …"')
    return y, x, series


def of_one_unit(s: Slots, name: Item) -> list[Member]:
    """Return all figures that a name means where they share a unit, as highs and lows do: "temperature"."""
    found = [one for one in name.value if one.kind == "column"]
    source = next((one for one in sources_of(s.draft) if found and one.home == found[0].home), None)
    if source is None or len(found) < 2 or any(one.home != source.home for one in found):
        return []
    units = {source.meaning(one.key).unit for one in found}
    return [(source, one.key) for one in found] if len(units) == 1 and units != {""} else []


def axis_names(s: Slots) -> dict[str, list[Item]]:
    """Return the names that are said to stand on an axis: the nearest to its word."""
    found: dict[str, list[Item]] = {}
    names = s.names()
    for axis in s.all("axis"):
        behind = [one for one in names if one.start >= axis.end]
        before = [one for one in names if one.end <= axis.start]
        later = [one for one in s.all("axis") if one.start > axis.start]
        leads = bool(before) and not (behind and axis.start < names[0].start)
        if leads:
            earlier = max([one.end for one in s.all("axis") if one.end <= axis.start], default=0)
            found[axis.value] = [one for one in before if one.start >= earlier and not one_of(one, found)]
        else:
            end = min([one.start for one in later], default=10**6)
            found[axis.value] = [one for one in behind if one.end <= end]
    return {axis: items for axis, items in found.items() if items}


def one_of(item: Item, found: dict[str, list[Item]]) -> bool:
    """Tell whether a name stands on an axis already."""
    return any(item in items for items in found.values())


def parts_only(item: Item) -> bool:
    """Tell whether a name means rows or a part, and no member."""
    return not any(one.kind == "column" for one in item.value)


def one_each(s: Slots) -> bool:
    """Tell whether a chart is to have one mark for each row: "minutes per step"."""
    by = [place for place, one in enumerate(s.items) if one.kind == "prep" and one.value == "by"]
    named = [
        one for one in s.all("name") if any(each.kind == "rows" for each in one.value) and parts_only(one)
    ]
    return any(one.start >= s.items[place].end for place in by for one in named)


def is_figure(member: Member) -> bool:
    """Tell whether a member is a figure."""
    source, key = member
    return source.meaning(key).measure or key not in source.meanings


def steered(s: Slots, source: Source, kind: str, said: dict[str, Any]) -> None:
    """Tell a component that looks at the data which chart to draw of it."""
    props = adaptive(next(one for one in source.components if one["type"] in ADAPTIVE))
    props["as"] = kind
    if said["x"]:
        props["x"] = said["x"]
    if said["y"]:
        props["y"] = [{"key": key} for key in said["y"]]
    if said["series"]:
        props["series"] = said["series"]
    if s.has("stacked"):
        props["stacked"] = True
    if s.has("op", "count") or counts_rows(s, said, kind):
        step, label, key = aggregate(s, said["y"], [one for one in (said["x"], said["series"]) if one])
        add_step(props, step)
        props["y"] = [{"key": key, "label": label}]
    if s.has("horizontal"):
        raise Unfulfilled(
            "which chart lies on its side is told of rows that a schema declares", 'mode = "html" can'
        )


def inserted(s: Slots, source: Source, kind: str) -> Component:
    """Put a new chart before the first component of its rows."""
    among, index = s.draft.siblings(source.components[0])
    new: Component = {
        "type": "chart",
        "props": {"kind": kind, "rows": source.expression, **carried(source)},
    }
    if any(one["type"] == "table" for one in source.components):
        new["props"]["table"] = False
    among.insert(index, new)
    source.components.append(new)
    return new


def drawn(source: Source, target: Component, said: dict[str, Any]) -> None:
    """Set the axes of a chart: those named, else those it had where they still fit, else the likely ones."""
    props, kind = props_of(target), props_of(target)["kind"]
    before = [each["key"] for each in props.get("y", ())]
    x = said["x"] or props.get("x") or likely_x(source)
    y = said["y"] or before or likely_y(source, x)
    if kind == "scatter" and not said["x"] and (x not in source.measures() or x in y):
        x, y = scatter_axes(source, y, named=bool(said["y"]))
    if not y:
        raise Unfulfilled("no member is known to be a figure that a chart could draw", "say which: … by …")
    texts = [key for key in y if key in source.meanings and not source.meanings[key].measure]
    if texts and said["y"]:
        raise Unfulfilled(
            f"{last_part(texts[0])} is no figure that a chart could draw",
            "figures: " + ", ".join(map(last_part, source.measures())),
        )
    if kind == "histogram":
        props.pop("x", None)
        y = y[:1]
    elif x:
        props["x"] = x
    y = y[:1] if kind in ONE_MEASURE else y
    if said["series"] and said["series"] == props.get("x"):
        raise Unfulfilled(f"{last_part(x)} runs along the chart already", 'say "… by … and split by …"')
    if said["series"]:
        props["series"] = said["series"]
    if y != before:
        labels = {each["key"]: each for each in props.get("y", ())}
        props["y"] = [labels.get(key) or {"key": key, "label": source.meaning(key).label} for key in y]
        reunited(source, props, y)
    if kind == "heatmap" and "series" not in props:
        raise Unfulfilled("a heatmap needs two categories", 'say "heatmap of … by … and split by …"')
    if y != before or kind in {"histogram", "scatter"}:
        retitled(target)


def summed(s: Slots, source: Source, target: Component, said: dict[str, Any]) -> None:
    """Let a chart draw what many rows come to for each value of what runs along it."""
    props = props_of(target)
    x = said["x"] or props.get("x") or likely_x(source)
    step, label, key = aggregate(s, said["y"], [one for one in (x, said["series"]) if one])
    add_step(props, step)
    props |= {"x": "/" + last_part(x), "y": [{"key": key, "label": label}]}
    if said["series"]:
        props["series"] = "/" + last_part(said["series"])
    if said["y"]:
        reunited(source, props, said["y"]) if not s.has("count") else None
    else:
        props.pop("unit", None)
    props.pop("table", None)
    if "title" in target or not s.draft.components("table"):
        target["title"] = f"{label} by {label_of(last_part(x)).lower()}"


def likely_x(source: Source) -> str:
    """Return what should run along a chart: the first time, else a name, else the first that is no figure."""
    return (source.moments() or [head_of(source)])[0]


def likely_y(source: Source, x: str) -> list[str]:
    """Return the measures that can share an axis, those of the commonest unit."""
    figures = [pointer for pointer in source.measures() if pointer != x]
    families = [source.meanings[pointer].family for pointer in figures]
    most = max(dict.fromkeys(families), key=families.count) if families else ""
    return [pointer for pointer in figures if source.meanings[pointer].family == most][:MOST]


def scatter_axes(source: Source, y: list[str], *, named: bool) -> tuple[str, list[str]]:
    """Return two measures, one against the other."""
    figures = [*y, *(pointer for pointer in source.measures() if pointer not in y)]
    if len(figures) < 2:
        raise Unfulfilled("a scatter chart needs two figures")
    return (figures[1], figures[:1]) if named and len(y) == 1 else (figures[0], [figures[1]])


def reunited(source: Source, props: dict[str, Any], y: list[str]) -> None:
    """Tell the unit that the measures share."""
    units = {source.meaning(key).unit or "%" * (source.meaning(key).family == "percent") for key in y}
    unit = next(iter(units)) if len(units) == 1 else ""
    if unit:
        props["unit"] = unit
    else:
        props.pop("unit", None)


def adjust(s: Slots, target: Component) -> None:
    """Stack a chart, lay it on its side, or make it stand."""
    props = props_of(target)
    if s.has("stacked"):
        props["stacked"] = True
        if props["kind"] not in {"bar", "area"}:
            props["kind"] = "bar"
    if s.has("unstacked"):
        props.pop("stacked", None)
    if s.has("horizontal"):
        if props["kind"] != "bar":
            props["kind"] = "bar"
        props["horizontal"] = True
    if s.has("vertical"):
        props["horizontal"] = False


def replace_table(s: Slots, source: Source, target: Component) -> None:
    """Let a chart take the place of the table, or show the table beside it, as the clause says."""
    denied = s.all("not") or re.search(r"\b(?:replace|swap|exchange|trade)\b.*\btable\b", s.clause, re.I)
    tables = [one for one in source.components if one["type"] == "table"]
    wants = any(one.value == "table" for one in s.all("pres"))
    if wants and denied:
        for table in tables:
            removed(s.draft, table, NOTHING)
        props_of(target).pop("table", None)
    elif wants and not tables:
        among, index = s.draft.siblings(target)
        among.insert(index + 1, made(source, "table", ""))
        props_of(target)["table"] = False
    about = [one for one in s.names() if one.start > s.all("only")[0].start] if s.has("only") else []
    if s.has("only") and not about:
        for other in [one for one in source.components if one is not target]:
            removed(s.draft, other, NOTHING)
        props_of(target).pop("table", None)


def axis(s: Slots) -> None:
    """Change the axes of the chart there is."""
    if not s.names():
        raise Unfulfilled("which member?", weak=True)
    if not s.draft.components("chart"):
        raise Unfulfilled("there is no chart", 'say "line chart of … by …"')
    chart(s)


def split(s: Slots) -> None:
    """Split the chart there is into one series for each value of a member."""
    ((source, key),) = s.columns()[:1]
    charts = [one for one in source.components if one["type"] in {"chart", "rows"}]
    if not charts:
        raise Unfulfilled("there is no chart of these rows", 'say "line chart of … by …"')
    for component in charts:
        props_of(component)["series"] = key
