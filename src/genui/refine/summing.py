"""Wishes for what many rows come to, for groups, and for members calculated of others."""

import re
from dataclasses import replace
from typing import Any

from genui.labels import label_of, words_of
from genui.model import Json
from genui.refine.draft import Unfulfilled, props_of
from genui.refine.showing import add_step, carried, hide_in, is_number, item
from genui.refine.slots import Slots
from genui.refine.sorting import SORTABLE, direction, measured
from genui.refine.sources import ADAPTIVE, Source, adaptive, entries_in, is_adaptive, last_part
from genui.refine.words import parts_of
from genui.schema import declared_types

OP_LABELS = {
    "sum": "Total {}", "mean": "Average {}", "median": "Median {}", "min": "Lowest {}", "max": "Highest {}",
    "distinct": "Different {}", "count": "Number of {}",
}  # fmt: skip


def group(s: Slots) -> None:
    """Put rows of one value together under it."""
    if any(one.value != "table" for one in s.all("pres")):
        raise Unfulfilled("only a table has groups", 'say "table grouped by …"')
    ((source, key), *more) = s.columns()
    if more:
        raise Unfulfilled("rows are grouped by one member", weak=True)
    grouped = [one for one in source.components if one["type"] in SORTABLE]
    if not grouped and source.components:
        raise Unfulfilled("only a table has groups", 'say "table grouped by …"')
    for component in grouped:
        (adaptive(component) if is_adaptive(component, source) else props_of(component))["group"] = key
    if s.has("count", "op"):
        summary_of(s, source, [], [key])


def aggregate(s: Slots, keys: list[str], groupby: list[str]) -> tuple[dict[str, Any], str, str]:
    """Return the step that makes one row of many, the label of what it makes, and its key."""
    op = str(s.value("op") or "count")
    if op != "count" and not keys:
        raise Unfulfilled(f"the {op} of what?", weak=True)
    source = s.source()
    rows = (
        (words_of(last_part(source.path)) or ("rows",))[-1].lower()
        if source.path not in {"", "/result"}
        else "rows"
    )
    name = last_part(keys[0]) if keys and op != "count" else rows
    noun = label_of(name)
    told = noun if noun[1:2].isupper() else noun[:1].lower() + noun[1:]
    plain = told.removeprefix("total ") if op == "sum" else told
    label = OP_LABELS.get(op, "{}").format(plain)
    field = {"op": op, **({"key": keys[0]} if op != "count" else {}), "as": f"{op}_{name}"}
    return (
        {"aggregate": {**({"groupby": groupby} if groupby else {}), "fields": [field]}},
        label,
        f"/{op}_{name}",
    )


def summary(s: Slots) -> None:
    """Show what the rows come to for each value of a member, in a table of its own above them."""
    by = s.behind("by") or s.behind("count") * (s.has("count") and not s.has("op"))
    named = [one for one in s.names() if one not in by]
    groupby, keys = (
        s.columns([one for one in by if any(each.kind == "column" for each in one.value)]),
        s.columns(named),
    )
    if not groupby:
        raise Unfulfilled("for each of what?", 'say "… by …"')
    for source, key in groupby:
        if (declared_types(source.schemas.get(key, {})) or frozenset()) & {"array", "object"}:
            raise Unfulfilled(f"{last_part(key)} holds several values, and rows come to nothing by it")
    summary_of(s, groupby[0][0], [key for _, key in keys], [key for _, key in groupby])


def summary_of(s: Slots, source: Source, keys: list[str], groupby: list[str]) -> None:
    """Put a table of what rows come to before the first component of theirs."""
    step, label, key = aggregate(s, keys, groupby)
    known = source.meaning(keys[0]).format if keys and not s.has("count") else None
    entries = [{**source.entry(one), "key": "/" + last_part(one)} for one in groupby]
    entries.append(
        {"key": key, "label": label, **({"format": known} if known and known != "integer" else {})}
    )
    title = f"{label} by {' and '.join(label_of(last_part(one)).lower() for one in groupby)}"
    rows = (
        {"of": source.expression, "as": "table"}
        if source.home.startswith("auto ")
        else {"rows": source.expression}
    )
    steps = [step for step in carried(source).get("transform", ()) if "filter" in step or "flatten" in step]
    props = {**rows, "transform": [*steps, step], "columns": entries}
    if s.has("dir", "extreme"):
        props["sort"] = {"key": key, **({"descending": True} if direction(s) else {})}
    among, index = s.draft.siblings(source.components[0])
    among.insert(index, {"type": "rows" if "of" in rows else "table", "title": title, "props": props})


WINDOWS = {
    "share": ("share", "Share of {}", {"name": "percent", "ratio": True}),
    "running": ("sum", "Running {}", None),
    "delta": ("delta", "Change of {}", None),
    "rank": ("rank", "Rank by {}", None),
}
"""What a row learns from the others: the operation, its label and its format."""


def window(s: Slots) -> None:
    """Add a column that tells what a row is among the others."""
    kind = next(one.kind for one in s.items if one.kind in WINDOWS)
    chosen = s.columns([one for one in s.names() if one not in s.behind("by")] or s.names())
    source, key = chosen[0] if chosen else measured(s, "")
    op, label, given = WINDOWS[kind]
    name, told = f"{kind}_{last_part(key)}", label.format(label_of(last_part(key)).lower())
    added(
        source,
        {"window": {"op": op, "key": key, "as": name}},
        name,
        told,
        given or source.meaning(key).format if kind in {"share", "running"} else given,
    )


def added(source: Source, step: dict[str, Any], name: str, label: str, given: Json) -> None:
    """Add a step that gives every row a member, and the column that shows it."""
    shown = [one for one in source.components if one["type"] in {"table", "cards", *ADAPTIVE}]
    if not shown:
        raise Unfulfilled(
            "nothing shows single members beside which it could stand", 'say "show it as a table"'
        )
    for component in shown:
        entry = {"key": f"/{name}", "label": label, **({"format": given} if given else {})}
        listed_now = (
            entries_in(component, source)
            if component["type"] in {"table", "cards"} and not is_adaptive(component, source)
            else None
        )
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        add_step(props, step)
        prop = "fields" if component["type"] == "cards" else "columns"
        props[prop] = [*(listed_now or props.get(prop, ())), entry]


def calculate(s: Slots) -> None:
    """Add a column that is calculated of two others."""
    named = s.names()
    if len(named) != 2 or len(s.all("math")) != 1:
        raise Unfulfilled("which two members?", weak=True)
    (source, one), (other, two) = s.columns(named)
    if source.home != other.home:
        raise Unfulfilled("these members belong to different rows")
    sign = str(s.value("math"))
    signs = {"$add": "+", "$sub": "−", "$mul": "×", "$div": "÷"}
    if source.moments() and {one, two} <= set(source.moments()):
        if sign != "$sub":
            raise Unfulfilled("of two days only the difference is known")
        expression, given = {"$days": [item(two), item(one)]}, None
    elif not is_number(source, one) or not is_number(source, two):
        raise Unfulfilled("only numbers can be calculated with")
    else:
        expression, given = (
            {sign: [item(one), item(two)]},
            source.meaning(one).format if sign in {"$add", "$sub"} else None,
        )
    said = re.sub(r"^(?:(?:as )?an? )?(?:new )?column (?:called|named) ", "", s.text)
    s = replace(s, text=said[:1].upper() + said[1:])
    name = "_".join(parts_of(s.text)) if s.text else f"{last_part(one)}_{sign[1:]}_{last_part(two)}"
    label = s.text or f"{label_of(last_part(one))} {signs[sign]} {label_of(last_part(two)).lower()}"
    added(source, {"calculate": {name: expression}}, name, label, given)


def merge(s: Slots) -> None:
    """Show several members in one column, which takes their place."""
    chosen = s.columns()
    source = chosen[0][0]
    if len(chosen) < 2 or any(other.home != source.home for other, _ in chosen):
        raise Unfulfilled("which members?", weak=True)
    keys = [key for _, key in chosen]
    name = "_".join(map(last_part, keys))
    parts = [part for key in keys for part in (" ", item(key))][1:]
    label = " and ".join(
        [label_of(last_part(keys[0])), *(label_of(last_part(key)).lower() for key in keys[1:])]
    )
    added(source, {"calculate": {name: {"$concat": parts}}}, name, label, None)
    for component in [one for one in source.components if one["type"] in {"table", "cards", *ADAPTIVE}]:
        for key in keys:
            hide_in(s.draft, component, source, key)


def flatten(s: Slots) -> None:
    """Make one row of each entry of an array that the rows have."""
    ((source, key),) = s.columns()[:1]
    for component in source.components:
        add_step(
            adaptive(component) if is_adaptive(component, source) else props_of(component), {"flatten": key}
        )
