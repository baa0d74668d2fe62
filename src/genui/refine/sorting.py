"""Wishes about rows: their order, and how many are shown."""

import re
from typing import Any

from genui.refine.draft import Component, Unfulfilled, listed, props_of
from genui.refine.index import FAR, index_of
from genui.refine.showing import add_step, head_of, is_number
from genui.refine.slots import Item, Member, Slots, is_rows
from genui.refine.sources import Source, adaptive, is_adaptive, last_part, sources_of
from genui.refine.words import parts_of

BARS = frozenset({"bar", "donut"})
"""Kinds of charts that have an order of their own."""

ALPHABET = frozenset({"alphabetical", "alphabetically", "a", "z"})

SORTABLE = ("table", "rows", "auto")

DATED = frozenset({"date", "day", "year", "time", "timestamp", "month", "week"})


def sort(s: Slots) -> None:
    """Order rows by members; a number beside a superlative keeps the first of them."""
    beside = any(one.value in {"before", "after"} for one in s.all("pos"))
    compared = beside or re.search(r"\bat (?:least|most)\b", s.clause, re.I)
    if compared or "form" in s.nouns() or (s.has("only") and not s.has("number")):
        raise Unfulfilled("only which?", weak=True)
    if s.all("name") and all({each.kind for each in one.value} == {"part"} for one in s.all("name")):
        raise Unfulfilled("a part on top, and no row", weak=True)
    if s.has("number") and not counts_rows(s):
        raise Unfulfilled("a number of what?", weak=True)
    keys, descending = sort_keys(s)
    source = keys[0][0]
    earlier = set(s.context.sorted)
    if earlier and not s.has("sort", "number") and not earlier & {key for _, key in keys}:
        raise Unfulfilled("these rows are sorted by another member", "sort by one member")
    named = [(key, down) for (_, key), down in zip(keys, descending, strict=True)]
    s.used["sorted"] = tuple(key for key, _ in named)
    count = s.value("number")
    charts = [one for one in s.parts() if one["type"] == "chart"] or (
        [one for one in source.components if one["type"] == "chart"] if s.has("chart") else []
    )
    before = s.context.act.name if s.context.act is not None else ""
    for chart in source.components if before == "chart" else charts:
        if chart["type"] == "chart" and count is None and len(named) == 1:
            sort_chart(source, chart, named[0][0], down=named[0][1])
    if charts and count is None and len(named) == 1:
        return
    for component in (
        charts or [one for one in source.components if one["type"] != "chart"] or source.components
    ):
        ordered(component, source, named)
        if count is not None:
            limited(component, source, int(count))


def counts_rows(s: Slots) -> bool:
    """Tell whether the number of a clause stands beside what says that it counts rows: "top 5", "3 days"."""
    number = s.all("number")[0]
    if "page" in s.nouns() or any(one.value == "and" and one.end == number.start for one in s.all("prep")):
        return False
    said = [
        one
        for one in s.items
        if one.kind in {"limit", "extreme", "pos"} or (one.kind, one.value) == ("noun", "row") or is_rows(one)
    ]
    return any(number.start - 2 < one.end <= number.start or one.start == number.end for one in said)


def sort_keys(s: Slots) -> tuple[list[Member], list[bool]]:
    """Return the members to sort by and which of them run down."""
    superlative = str(s.value("extreme") or "")
    down = direction(s)
    named = [one for one in s.names() if any(each.kind == "column" for each in one.value)]
    by = [one for one in s.behind("by") if one in named]
    named = named if s.has("sort") else by or named
    words = {word for one in s.all("dir") for word in one.text.lower().split()}
    generic = superlative.startswith((" ", "@")) or not superlative
    if (
        named
        and s.has("sort")
        and not generic
        and (meant := index_of(s.draft).find(parts_of(superlative.rpartition(" ")[0]), ("column",)))[0] < FAR
        and not any(one.key == each.key for one in meant[1] for name in named for each in name.value)
    ):
        raise Unfulfilled(f"{superlative} is another member than {named[0].text}", "sort by one member")
    if by and not generic and not s.has("sort"):
        raise Unfulfilled("the first for each of what?", weak=True)
    if superlative and len(named) > 1:
        ends = [one.end for one in s.all("extreme")]
        named = [one for one in named if one.start >= ends[0]] or named
    if named and not generic and not by and not s.has("sort"):
        chosen = [measured(s, superlative.rpartition(" ")[0])]
    elif named:
        chosen = s.columns(named)
    elif words & {"expensive", "cheapest"}:
        chosen = [measured(s, "price total amount")]
    elif superlative and not superlative.startswith(" "):
        chosen = [measured(s, superlative.rpartition(" ")[0])]
    elif (superlative or s.has("dir")) and (moment_said(s) or superlative.startswith("@")):
        chosen = [measured(s, "@")]
    elif superlative:
        chosen = [measured(s, "")]
    elif s.has("dir"):
        chosen = [sorted_now(s)]
    else:
        raise Unfulfilled("sorted by what?", weak=True)
    if s.has("count") and any(key not in source.names for source, key in chosen):
        raise Unfulfilled("how many of them there are is no member", weak=True)
    if len({source.home for source, _ in chosen}) > 1:
        raise Unfulfilled("these members belong to different rows")
    source, key = chosen[0]
    top = {one.text.lower() for one in s.all("limit")} & {"top", "best", "first"}
    figure = source.meaning(key).measure or key not in source.meanings
    if down is None and top and s.has("number") and figure:
        down = True
    said = {one.text.lower() for one in s.all("limit")}
    if "last" in said and s.has("number"):
        if down is not None or key not in source.moments():
            raise Unfulfilled("which come first?", 'say "sort by …, first 10 rows"')
        down = True
    elif said and s.has("number") and not by and not s.has("dir", "extreme", "sort"):
        raise Unfulfilled("the first by which member?", weak=True)
    if down is None:
        down = superlative.endswith("desc")
    each = [directions_of(s, one, down=down) for one in named] if len(named) > 1 else [down]
    return chosen, each if len(each) == len(chosen) else [down] * len(chosen)


def directions_of(s: Slots, name: Item, *, down: bool) -> bool:
    """Return whether one of several keys runs down: by what is said right behind it, else at all."""
    behind = [one for one in s.all("dir", "name") if one.start >= name.end]
    if behind and behind[0].kind == "dir":
        return bool(behind[0].value == "desc")
    return down if len(s.all("dir")) == 1 and s.items[-1].kind != "dir" else False if s.all("dir") else down


def direction(s: Slots) -> bool | None:
    """Return whether the greatest comes first, None where the clause does not say."""
    ends = [one for one in s.all("extreme") if one.text.lower() != "top"] or s.all("extreme")
    ways = [str(one.value).rpartition(" ")[2] for one in s.all("dir") or ends]
    if not ways:
        return None
    down = ways[-1] == "desc"
    bottom = s.all("pos") and s.all("pos")[-1].value == "last"
    return not down if bottom else down


def moment_said(s: Slots) -> bool:
    """Tell whether a direction speaks of time: newest, oldest."""
    words = {word for one in s.all("dir", "extreme") for word in one.text.lower().split()}
    return bool(
        words
        & {
            "newest",
            "latest",
            "recent",
            "oldest",
            "earliest",
            "soonest",
            "chronological",
            "chronologically",
            "youngest",
        }
    )


def measured(s: Slots, names: str) -> Member:
    """Return the member that a superlative measures: "" the figure, "@" the time, else one of some names.

    Raises:
        Unfulfilled: None can be it, or several; they are told.
    """
    source = s.source()
    index = index_of(s.draft)
    if names == "@":
        found = source.moments() or [key for key in source.names if set(parts_of(last_part(key))) & DATED]
    elif names == "":
        found = source.measures()
    else:
        found = []
        for words in (names, *names.split()):
            every = index.find(parts_of(words), ("column",))[1]
            found = found or [
                one.key for one in every if one.home == source.home and is_number(source, one.key)
            ]
    if len(found) == 1:
        return source, found[0]
    told = listed([last_part(key) for key in found[:6]]) if found else ""
    what = "a time" if names == "@" else f"a {names.split()[-1]}" if names else "the figure that counts"
    if not found:
        raise Unfulfilled(f"no column is known to be {what}", "say by which: sort by …")
    ways = "\n".join(f'  genui refine {s.draft.tool.name} "sort by {last_part(key)}"' for key in found[:6])
    raise Unfulfilled(f"{what} can be {told}", f"say by which:\n{ways}")


def sorted_now(s: Slots) -> Member:
    """Return the member that the rows are sorted by now, or would be by their names."""
    source = s.source()
    if s.context.sorted:
        return source, s.context.sorted[0]
    known = [one["props"]["sort"]["key"] for one in source.components if "sort" in one.get("props", {})]
    words = {word for one in s.all("dir") for word in one.text.lower().split()}
    if known:
        return source, known[0]
    if words & ALPHABET:
        return source, head_of(source)
    return measured(s, "")


def ordered(component: Component, source: Source, keys: list[tuple[str, bool]]) -> None:
    """Let a component draw its rows in an order."""
    one = [{"key": key, **({"descending": True} if down else {})} for key, down in keys]
    if component["type"] in SORTABLE and len(one) == 1:
        (adaptive(component) if is_adaptive(component, source) else props_of(component))["sort"] = one[0]
        return
    props = adaptive(component) if is_adaptive(component, source) else props_of(component)
    if "rows" not in props and component["type"] != "rows":
        return
    props.pop("sort", None)
    props["transform"] = [step for step in props.get("transform", ()) if "sort" not in step]
    add_step(props, {"sort": one})


def sort_chart(source: Source, target: Component, key: str, *, down: bool) -> None:
    """Let a chart draw its marks in an order: by its measure, by what runs along, or by another member."""
    props = props_of(target)
    axis = "x" if key == props.get("x") else "y" if key == props["y"][0]["key"] else ""
    if props["kind"] not in BARS or not axis:
        ordered(target, source, [(key, down)])
    if props["kind"] in BARS:
        props["sort"] = "-" * down + axis if axis else "none"


def bars(s: Slots) -> None:
    """Arrange bars by their values, or by what they are called."""
    charts = [one for one in s.draft.components("chart") if props_of(one)["kind"] in BARS]
    if not charts:
        raise Unfulfilled("there are no bars", 'say "bar chart of … by …, highest first"')
    words = {word for one in s.all("dir") for word in one.text.lower().split()}
    for chart in charts:
        source = next(one for one in sources_of(s.draft) if chart in one.components)
        props, named = props_of(chart), s.columns(s.names())
        by = props.get("x") if words & ALPHABET else props["y"][0]["key"]
        sort_chart(source, chart, named[0][1] if named else str(by), down=bool(direction(s)))


def reverse(s: Slots) -> None:
    """Turn the order of the rows round."""
    found = [one for one in s.draft.components() if "sort" in one.get("props", {})]
    if not found:
        raise Unfulfilled("the rows are in no order of the view's", 'say "sort by …"')
    for component in found:
        known = component["props"]["sort"]
        component["props"]["sort"] = {
            "key": known["key"],
            **({} if known.get("descending") else {"descending": True}),
        }


def dropped(s: Slots, name: str) -> None:
    """Take a prop, and the step called alike, away wherever it is.

    Raises:
        Unfulfilled: No component has it.
    """
    changed = False
    for component in s.draft.components():
        props = component.get("props", {})
        steps = [step for step in props.get("transform", ()) if name not in step]
        changed |= name in props or steps != list(props.get("transform", ()))
        props.pop(name, None)
        props.pop("transform", None)
        props |= {"transform": steps} if steps else {}
    if not changed:
        raise Unfulfilled("it would change nothing: the view does not ask for it")


def unsort(s: Slots) -> None:
    """Leave the rows in the order in which they come."""
    dropped(s, "sort")


def ungroup(s: Slots) -> None:
    """Let rows stand one by one again."""
    dropped(s, "group")


def limit(s: Slots) -> None:
    """Draw the first rows only."""
    count = s.value("number")
    source = s.source()
    words = {one.text.lower() for one in s.all("limit", "pos")}
    told = s.context.act is not None and s.context.act.name.startswith("default")
    if told and any(one.kind == "field" and one.told in words for one in index_of(s.draft).entities):
        raise Unfulfilled("a default of the form, and no number of rows", weak=True)
    year = count is not None and 1900 <= count <= 2100 and "row" not in s.nouns() and not s.rows_named()
    if len(s.all("number")) > 1 or year:
        raise Unfulfilled("a number of what?", weak=True)
    if "form" in s.nouns() or any(one.value != "first" for one in s.all("pos")):
        raise Unfulfilled("above or below what?", weak=True)
    if words & {"last", "bottom", "worst", "best"}:
        raise Unfulfilled("which come first?", 'say "sort by …, first 10 rows"')
    if count is None or count < 1 or int(count) != count or any(one.text == "one" for one in s.all("number")):
        raise Unfulfilled("how many rows?", weak=True)
    for component in source.components:
        if component["type"] != "chart" or len(source.components) == 1:
            limited(component, source, int(count))


def limited(component: Component, source: Source, count: int) -> None:
    """Let a component draw the first rows only."""
    props = adaptive(component) if is_adaptive(component, source) else props_of(component)
    if component["type"] in {"table", "rows"}:
        props["limit"] = count
    elif "rows" in props:
        props["transform"] = [step for step in props.get("transform", ()) if "limit" not in step]
        add_step(props, {"limit": count})


def all_rows(s: Slots) -> None:
    """Draw every row."""
    dropped(s, "limit")


def page_size(s: Slots) -> None:
    """Set how many rows a page of the table has."""
    count = s.value("number")
    if count is None or count < 1:
        raise Unfulfilled("how many rows a page?", weak=True)
    for component in tables(s):
        component["pageSize"] = int(count)


def tables(s: Slots) -> list[dict[str, Any]]:
    """Return the props of the tables of the rows that are spoken of, or of all."""
    homes = {one.home for one in s.rows_named()}
    sources = [one for one in sources_of(s.draft) if one.rows and (not homes or one.home in homes)]
    found = [
        adaptive(component) if is_adaptive(component, source) else props_of(component)
        for source in sources
        for component in source.components
        if component["type"] in SORTABLE
    ]
    if not found:
        raise Unfulfilled("this view has no table", 'say "show it as a table"')
    return found


def search(s: Slots) -> None:
    """Put a search field above the table, or take it away."""
    if "label" in s.nouns():
        raise Unfulfilled("a name, and no search", weak=True)
    for props in tables(s):
        props["search"] = not (s.has("hide", "hidden", "not") or s.value("bool") == "false")


def sortable(s: Slots) -> None:
    """Say nothing against what every table is: sorted by a click on a head."""
    tables(s)
