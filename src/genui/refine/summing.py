"""Wishes for what many rows come to, for groups, and for members calculated of others."""

import re
from dataclasses import replace
from typing import Any

from genui.labels import label_of, words_of
from genui.model import Json
from genui.refine.draft import doubt, props_of, refuse
from genui.refine.formats import RATIO
from genui.refine.presentations import carried
from genui.refine.setters import column_entries, grids, tables
from genui.refine.showing import hide_in, is_number, is_part
from genui.refine.slots import Member, Slots
from genui.refine.sorting import direction, measured
from genui.refine.sources import (
    ADAPTIVE,
    Props,
    Source,
    add_step,
    entries_in,
    is_adaptive,
    item,
    last_part,
    sources_of,
    told_props,
)
from genui.refine.words import parts_of, singular
from genui.schema import declared_types

OP_LABELS = {
    "sum": "Total {}", "mean": "Average {}", "median": "Median {}", "min": "Lowest {}", "max": "Highest {}",
    "distinct": "Different {}", "count": "Number of {}",
}  # fmt: skip

WINDOWS = {
    "share": ("share", "Share of {}", RATIO),
    "running": ("sum", "Running {}", None),
    "delta": ("delta", "Change of {}", None),
    "rank": ("rank", "Rank by {}", None),
}
"""What a row learns from the others: the operation, its label and its format."""

APART = frozenset({"percent", "°C", "°F", "%", "km/h", "mph", "m/s", "hPa"})
"""Families of figures that no sum is made of."""
RATES = frozenset({"rate", "rating", "score", "avg", "average", "mean", "median", "age", "ratio", "index"})
"""Words in the names of such figures."""

SIGNS = {"$add": "+", "$sub": "−", "$mul": "×", "$div": "÷"}


def lowered(key: str) -> str:
    """Return the label of a member as it stands inside a sentence."""
    return label_of(last_part(key)).lower()


# What many rows come to


SPANS = re.compile(
    r"\b(?:da(?:y|ily)|week(?:ly)?|month(?:ly)?|quarter(?:ly)?|year(?:ly)?|hour(?:ly)?)\b", re.I
)
"""Words for spans of time."""


def refuse_spans(s: Slots, source: Source, key: str) -> None:
    """Refuse to sum up by a span of time, where the member tells moments, or by what has several values."""
    name, said = last_part(key), SPANS.search(s.clause)
    several = (declared_types(source.schemas.get(key, {})) or frozenset()) & {"array", "object"}
    refuse(several, f"{name} holds several values, and rows come to nothing by it")
    own = said and said[0].lower()[:3] in name.lower()
    days = source.meaning(key).format == "date" and said and said[0].lower()[:2] == "da"
    refuse(
        said and not own and not days and key in source.moments(),
        f"rows are summed up by values, and {name} tells moments, no {said and said[0].lower()}",
        "what sums up by spans of time is the server",
    )


def aggregate(s: Slots, source: Source, keys: list[str], groupby: list[str]) -> tuple[Props, str, str]:
    """Return the step that makes one row of many by some members; its figure's label and key."""
    op = str(s.value("op") or "count")
    for key in groupby:
        refuse_spans(s, source, key)
    counts = op == "count"
    doubt(not counts and not keys, f"the {op} of what?")
    words = words_of(last_part(source.path)) if source.path not in {"", "/result"} else []
    name = (words or ["rows"])[-1].lower() if counts else last_part(keys[0])
    noun = label_of(name)
    told = noun if noun[1:2].isupper() else noun[:1].lower() + noun[1:]
    told = told.removeprefix("total").strip() if op == "sum" else told
    label = OP_LABELS.get(op, "{}").format(told).strip()
    field = {"op": op, **({} if counts else {"key": keys[0]}), "as": f"{op}_{name}"}
    grouped = {"groupby": groupby} if groupby else {}
    return {"aggregate": {**grouped, "fields": [field]}}, label, f"/{op}_{name}"


def group(s: Slots) -> None:
    """Put rows of one value together under it."""
    by = [one for one in s.behind("by") if "column" in one.kinds]
    doubt(s.context.act is not None and s.context.act.name == "group", "rows have one group at a time")
    # "group the tests by panel": before "by" only the rows are named, by what heads them.
    source, key = s.columns(by or None)[0]
    refuse_spans(s, source, key)
    for props in grids(source, "only a table has groups", 'say "table grouped by …"'):
        props["group"] = key
    if s.has("count", "op"):
        summarize(s, source, [], [key])


def summary(s: Slots) -> None:
    """Show what the rows come to for each value of a member, in a table of its own above them."""
    by = s.behind("by") or s.behind("count") * (s.has("count") and not s.has("op"))
    groupby = s.columns([one for one in by if "column" in one.kinds])
    grouped = s.context.act is not None and s.context.act.name == "group"
    doubt(
        grouped and any(is_number(source, key) for source, key in groupby), "so many of each, or their sum?"
    )
    named = s.columns([one for one in s.names() if one not in by])
    if not named and s.has("op"):
        # "total per customer", where there is a total.
        source, said = s.source(), s.words("op")
        named = [(source, key) for key in source.measures() if {*parts_of(last_part(key))} == said]
    if not groupby and s.context.act is not None and s.context.act.name == "group":
        groupby = s.columns(s.context.items)
    refuse(not groupby, "for each of what?", 'say "… by …"')
    summarize(s, groupby[0][0], [key for _, key in named], [key for _, key in groupby])


def summarize(s: Slots, source: Source, keys: list[str], groupby: list[str]) -> None:
    """Put a table of what rows come to before the first component of theirs."""
    step, label, key = aggregate(s, source, keys, groupby)
    known = source.meaning(keys[0]).format if keys and not s.has("count") else None
    given = {"format": known} if known and known != "integer" else {}
    entries = [{**source.entry(one), "key": "/" + last_part(one)} for one in groupby]
    adapts = source.home.startswith("auto ")
    rows = {"of": source.expression, "as": "table"} if adapts else {"rows": source.expression}
    steps = [step for step in carried(source).get("transform", ()) if "filter" in step or "flatten" in step]
    columns = [*entries, {"key": key, "label": label, **given}]
    props = {**rows, "transform": [*steps, step], "columns": columns}
    if s.has("dir", "extreme"):
        props["sort"] = {"key": key, **({"descending": True} if direction(s) else {})}
    title = f"{label} by {' and '.join(map(lowered, groupby))}"
    among, index = s.draft.siblings(source.components[0])
    among.insert(index, {"type": "rows" if adapts else "table", "title": title, "props": props})


# Figures below a table


def total(s: Slots) -> None:
    """Put below columns what their rows come to; below the table, how many rows there are."""
    others = [one for one in s.names() if parts_of(one.text)[:1] not in {("total",), ("sum",)}]
    named_so = s.act == "total of a total"
    doubt(named_so and (others or not s.names()), "nothing is said to be a total")
    if len({one.value for one in s.all("op")}) > 1:
        total_each(s)
        return
    behind = [one for one in s.all("name") if s.has("pos") and one.start > s.all("pos")[0].start]
    under = s.has("foot") or (s.value("pos") == "after" and len(behind) == 1 and is_part(behind[0]))
    grouped = s.behind("by") or (s.context.act is not None and s.context.act.name == "group")
    new = grouped or "column" in s.nouns()
    plain = s.act == "total of a column" and s.value("op") in {"sum", "mean", "median"} and not new
    doubt(not (under or s.has("totals") or plain), "below what?")
    named = s.columns([one for one in s.names() if "column" in one.kinds])
    counts = s.has("count")
    if counts and (s.has("op") or not named):
        # One row is called as the array that the rows are in.
        noun = singular((words_of(last_part(s.source().path)) or ["row"])[-1].lower())
        noun = "row" if noun in {"result", "value"} or not s.source().path else noun
        figure = {"op": "count", "label": f"{noun}s", "one": noun}
        for props in tables(s):
            props["summary"] = [*(one for one in props.get("summary", ()) if one != figure), figure]
    before = () if s.has("totals") or named else s.context.items
    doubt(s.has("pron") and not named and not before, "of what?")
    chosen = named or ([] if counts else s.columns(before) if before else summable(s))
    for source, key in chosen:
        adds_up = counts or (is_number(source, key) and source.meaning(key).measure)
        refuse(not adds_up, f"{last_part(key)} holds no numbers to add up")
        for entry in column_entries((source, key)):
            # Nobody asks for the total of a column that is hidden, unless by its name.
            if named or not entry.get("hidden"):
                entry["aggregate"] = s.value("op") or ("count" if counts else "sum")


def total_each(s: Slots) -> None:
    """Put its own figure below each column: "average of high and total rain at the bottom"."""
    ops = s.all("op")
    for place, op in enumerate(ops):
        end = ops[place + 1].start if ops[place + 1 :] else len(s.clause)
        items = tuple(one for one in s.items if op.start <= one.start < end or one.kind == "foot")
        doubt(not any(one.kind == "name" for one in items), f"{op.text} of what?")
        total(replace(s, items=items))


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
    found = [key for key in source.measures() if source.meaning(key).family not in APART]
    return [key for key in found if not RATES & {*parts_of(last_part(key))}]


# Members calculated of others


def window(s: Slots) -> None:
    """Add a column that tells what a row is among the others."""
    word = next(one for one in s.items if one.kind in WINDOWS)
    named = [one for one in s.names() if one not in s.behind("by")]
    doubt(len({one.start < word.start for one in named}) > 1, "a share of another member?")
    chosen = s.columns(named or s.names())
    source, key = chosen[0] if chosen else measured(s, "")
    op, label, given = WINDOWS[word.kind]
    name = f"{word.kind}_{last_part(key)}"
    shown_as = source.meaning(key).format if word.kind == "running" else given
    step = {"window": {"op": op, "key": key, "as": name}}
    add_column(source, step, name, label.format(lowered(key)), shown_as)


def add_column(source: Source, step: dict[str, Any], name: str, label: str, given: Json) -> None:
    """Add a step that gives every row a member, and the column that shows it."""
    shown = source.shown("table", "cards", *ADAPTIVE)
    refuse(not shown, "nothing shows single members beside which it could stand", 'say "show it as a table"')
    entry = {"key": f"/{name}", "label": label, **({"format": given} if given else {})}
    for component in shown:
        known = [] if is_adaptive(component, source) else entries_in(component, source)
        props = told_props(component, source)
        prop = "fields" if component["type"] == "cards" else "columns"
        props[prop] = [*(known or props.get(prop, ())), {**entry}]
        add_step(props, step)


def row_numbers(s: Slots) -> None:
    """Add a first column that counts the rows as they stand."""
    step = {"calculate": {"row_number": {"$add": [{"$index": True}, 1]}}}
    add_column(s.source(), step, "row_number", "#", "integer")
    for component in s.source().shown("table"):
        entries = props_of(component)["columns"]
        entries.insert(0, entries.pop())


def calculate(s: Slots) -> None:
    """Add a column that is calculated of two others."""
    doubt(len(s.columns()) != 2 or len(s.all("math")) != 1, "which two members?")
    (source, one), (_, two) = s.columns()
    sign, days = str(s.value("math")), {one, two} <= set(source.moments())
    numbers = is_number(source, one) and is_number(source, two)
    doubt(not numbers and s.words("math") & {"per", "by"}, "for each of these, and no quotient")
    refuse(not numbers and (not days or sign != "$sub"), "only numbers can be calculated with")
    expression = {"$days": [item(two), item(one)]} if days else {sign: [item(one), item(two)]}
    given = source.meaning(one).format if sign in {"$add", "$sub"} and not days else None
    said = re.sub(r"^(?:(?:as )?an? )?(?:new )?column (?:called|named) ", "", s.text)
    name = "_".join(parts_of(said)) or f"{last_part(one)}_{sign[1:]}_{last_part(two)}"
    label = said[:1].upper() + said[1:] or f"{label_of(last_part(one))} {SIGNS[sign]} {lowered(two)}"
    add_column(source, {"calculate": {name: expression}}, name, label, given)


def merge(s: Slots) -> None:
    """Show several members in one column, which takes their place."""
    chosen = s.columns()
    doubt(len(chosen) < 2, "which members?")
    source, keys = chosen[0][0], [key for _, key in chosen]
    name = "_".join(map(last_part, keys))
    ends = len(keys) == 2 and all(source.meaning(key).measure for key in keys)
    parts = [part for key in keys for part in (" – " if ends else " ", item(key))][1:]
    label = s.text or " and ".join([label_of(last_part(keys[0])), *map(lowered, keys[1:])])
    add_column(source, {"calculate": {name: {"$concat": parts}}}, name, label, None)
    for component in source.shown("table", "cards", *ADAPTIVE):
        hide_in(s.draft, component, source, keys)


def flatten(s: Slots) -> None:
    """Make one row of each entry of an array that the rows have."""
    source, key = s.columns()[0]
    for component in source.components:
        add_step(told_props(component, source), {"flatten": key})
