"""Wishes about the order of rows and of bars, and how many rows are drawn."""

import re
from collections.abc import Sequence

from genui.model import Json
from genui.refine.draft import Component, Unfulfilled, doubt, listed, props_of, refuse
from genui.refine.english.values import SCALE
from genui.refine.index import EXACT, index_of
from genui.refine.setters import counted
from genui.refine.showing import head_of, is_number
from genui.refine.slots import Item, Member, Slots, command
from genui.refine.sources import (
    GRIDS,
    Props,
    Source,
    add_step,
    item,
    last_part,
    sources_of,
    told_props,
    without_step,
)
from genui.refine.words import parts_of
from genui.schema import declared_types

BARS = frozenset({"bar", "donut"})
"""Kinds of charts that have an order of their own."""

ALPHABET = frozenset({"alphabetical", "alphabetically", "a", "z"})
MOMENTS = frozenset(
    {
        *("newest", "latest", "recent", "youngest", "oldest", "earliest", "soonest"),
        *("chronological", "chronologically"),
    }
)
"""Words by which a direction speaks of time."""
DATED = frozenset({"date", "day", "year", "time", "timestamp", "month", "week", "vintage"})
BEGINNINGS = frozenset(
    {
        *(
            "created",
            "ordered",
            "placed",
            "opened",
            "posted",
            "published",
            "booked",
            "reported",
            "started",
            "received",
            "applied",
            "submitted",
            "joined",
            "added",
        )
    }
)
"""Words in names of the moment from which on something is there: by it a thing is new or old."""
ORDERS = 'say "sort by …, first 10 rows"'


ORDERING = frozenset({"sort", "extremes first", "values first", "first by a member"})
"""Acts behind which a superlative alone goes on: "open ones first, then newest"."""


def sort(s: Slots) -> None:
    """Order rows by members; a number beside a superlative keeps the first of them."""
    compared = s.words("pos") & {"before", "after"} or re.search(r"\bat (?:least|most)\b", s.clause, re.I)
    doubt(compared or "form" in s.nouns() or (s.has("only") and not s.has("number")), "only which?")
    doubt(s.nouns() & {"page", "column"} and s.has("number"), "a number of what?")
    act = s.context.act.name if s.context.act is not None else ""
    asks = s.has("sort", "pos", "limit", "number", "dir", "show") or s.all("name") or act in ORDERING
    doubt(not asks, "what of them?")
    order = sort_order(s)
    source = order[0][0][0]
    dated = order[0][0][1] in source.moments()
    doubt(s.act == "first by a member" and not s.behind("by") and not dated, "the first by what?")
    drawn = s.has("chart") or act == "chart"
    named = [one for one in s.parts() if one["type"] == "chart"] or source.shown("chart") * s.has("chart")
    charts = named or source.shown("chart") * (drawn and len(order) == 1 and not s.has("number"))
    plain = [one for one in source.components if one["type"] != "chart"]
    for component in [*charts, *(() if named else plain or source.components)]:
        if component in charts and len(order) == 1 and not s.has("number"):
            sort_chart(source, component, order[0][0][1], down=order[0][1])
            continue
        by = [ranked(s, component, member, down=down) for member, down in order]
        ordered(component, source, by, then=act == "values first")
        if s.has("number"):
            limited(component, source, counted(s))


def sort_order(s: Slots) -> list[tuple[Member, bool]]:
    """Return the members to sort by, each with whether it runs down."""
    subject = extreme_of(s, s.value("extreme", "")).rpartition(" ")[0]
    generic = subject in {"", "@"}
    named = [one for one in s.names() if "column" in one.kinds]
    by = [one for one in s.behind("by") if one in named]
    named = named if s.has("sort") else by or named
    if subject == "@" and not s.has("sort") and not by:
        # "newest books" are no titles in an order.
        times = {key for source in sources_of(s.draft) for key in measures(s, source, "@")}
        named = [one for one in named if not times or any(each.key in times for each in one.value)]
    doubt(by and not generic and not s.has("sort"), "the first for each of what?")
    if s.has("extreme") and len(named) > 1:
        # "days with the highest volume": what is behind the superlative is measured.
        named = [one for one in named if one.start >= s.all("extreme")[0].end] or named
    chosen = s.columns(named) if named and (generic or s.has("sort")) else [sort_member(s, subject)]
    flags = [declared_types(one.schemas.get(key, {})) == frozenset({"boolean"}) for one, key in chosen]
    doubt(s.has("extreme") and any(flags), "no figure")
    down = downward(s, chosen[0], told=bool(by))
    if len(named) != len(chosen) or len(named) == 1 or not s.has("dir"):
        return [(one, down) for one in chosen]
    # Each of several runs as is said right behind it.
    behind = [[one for one in s.all("dir", "name") if one.start >= name.end] for name in named]
    return [(one, bool(ways) and ways[0].value == "desc") for one, ways in zip(chosen, behind, strict=True)]


def sort_member(s: Slots, subject: str) -> Member:
    """Return the member to sort by where none is named: measured, sorted by now, or the names of the rows."""
    words = s.words("dir")
    if not subject:
        costs = "price total amount" if words & {"expensive", "cheapest"} else ""
        subject = "@" if words & MOMENTS else costs
    doubt(not s.has("dir", "extreme"), "sorted by what?")
    if subject or s.has("extreme"):
        return measured(s, subject)
    source = s.source()
    known = [one["props"]["sort"]["key"] for one in source.shown(*GRIDS) if "sort" in one.get("props", {})]
    keys = [*known, *([head_of(source)] if words & ALPHABET else [])]
    return (source, keys[0]) if keys else measured(s, "")


def downward(s: Slots, member: Member, *, told: bool) -> bool:
    """Return whether the greatest comes first: as it is said, else at the top of so many."""
    source, key = member
    down, said = direction(s), s.words("limit") if s.has("number") else set()
    doubt(said - {"last"} and not told and not s.has("dir", "extreme", "sort"), "the first by which member?")
    if down is None and "last" in said:
        return key in source.moments()
    figure = source.meaning(key).measure or key not in source.meanings
    return bool(said & {"top", "best", "first"} and figure) if down is None else down


def direction(s: Slots) -> bool | None:
    """Return whether the greatest comes first, None where the clause does not say."""
    ends = [one for one in s.all("extreme") if one.text.lower() != "top"] or s.all("extreme")
    ways = [extreme_of(s, one.value).endswith("desc") for one in s.all("dir") or ends]
    bottom = s.has("pos") and s.all("pos")[-1].value == "last"
    return ways[-1] != bottom if ways else None


def extreme_of(s: Slots, value: object) -> str:
    """Return what a superlative measures here, and which end comes first: ages by number, else by time."""
    ways = str(value).split(", ")
    if len(ways) == 1:
        return ways[0]
    named = {each.key for one in s.names() for each in one.value}
    found = {way: set(measures(s, s.source(), way.rpartition(" ")[0])) for way in ways}
    likely = [way for way in ways if found[way] & named] or [way for way in ways if found[way]]
    return likely[0] if likely else ways[-1]


def measured(s: Slots, subject: str, way: str = "sort by …") -> Member:
    """Return the member that a superlative measures: "" the figure, "@" the time, else one of some names.

    Raises:
        Unfulfilled: None can be it, or several; they are told.
    """
    source = s.source()
    found = measures(s, source, subject)
    what = "a time" if subject == "@" else called(subject) if subject else "the figure that counts"
    refuse(not found, f"no column is known to be {what}", f"say by which: {way}")
    begun = [key for key in found if subject == "@" and BEGINNINGS & {*parts_of(last_part(key))}]
    said, spoken = (
        {each.key for one in items if one.kind == "name" for each in one.value}
        for items in (s.items, s.context.items)
    )
    for likely in (begun, said, spoken):
        near = [key for key in found if key in likely]
        found = near if len(near) == 1 else found
    if len(found) == 1:
        return source, found[0]
    told = [last_part(key) for key in found[:6]]
    ways = "\n".join(command(s.draft.tool.name, way.replace("…", name)) for name in told)
    raise Unfulfilled(f"{what} can be {listed(told)}", f"say by which:\n{ways}")


def called(subject: str) -> str:
    """Return what a superlative measures as it is told: a price, an age."""
    name = subject.removeprefix("@").split()[0]
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def measures(s: Slots, source: Source, subject: str) -> list[str]:
    """Return the members of rows that a superlative can measure."""
    if subject == "@":
        return source.moments() or [key for key in source.names if DATED & {*parts_of(last_part(key))}]
    for words in (subject, *subject.split()) if subject else ():
        named = index_of(s.draft).find(parts_of(words.strip("@")), ("column",))[1]
        own = [one.key for one in named if one.home == source.home]
        if words.startswith("@"):
            return [key for key in own if key in source.moments()]
        found = [key for key in own if is_number(source, key) or scale_of(s, source, key)]
        if not found and words == "price":
            # day_pass_eur is what a day pass costs, and lifts_total no price.
            found = [key for key in source.measures() if "currency" in str(source.meaning(key).alone)]
        if found:
            return found
    return [] if subject else source.measures()


def scale_of(s: Slots, source: Source, key: str) -> dict[str, int]:
    """Return the places of a member's values on the scale of how bad a thing is; {} where one has none."""
    known = index_of(s.draft).entities
    values = [
        str(one.value) for one in known if one.kind == "datum" and one.key == key and one.home == source.home
    ]
    places = {word: place for place, words in enumerate(SCALE) for word in words.split()}
    found = {one: places[one.lower()] for one in values if one.lower() in places}
    return found if len(found) == len(values) > 1 else {}


def ranked(s: Slots, component: Component, member: Member, *, down: bool) -> tuple[str, bool]:
    """Return what to sort by for a member: its rank where its values are words of a scale.

    By their letters "high" would stand before "low". The worst comes first unless the least is asked for.
    """
    source, key = member
    scale = scale_of(s, source, key)
    if not scale:
        return key, down
    rank = {"$switch": item(key), "cases": scale, "else": len(SCALE)}
    return calculated(component, source, f"{last_part(key)}_rank", rank), direction(s) is False


def calculated(component: Component, source: Source, name: str, expression: Json) -> str:
    """Let the rows of a component have one member more, which no column shows; return its pointer."""
    props = told_props(component, source)
    add_step(props, {"calculate": {name: expression}})
    if "columns" in props or component["type"] == "rows":
        props["columns"] = [*props.get("columns", ()), {"key": f"/{name}", "hidden": True}]
    return f"/{name}"


def ordered(
    component: Component, source: Source, keys: list[tuple[str, bool]], *, then: bool = False
) -> None:
    """Let a component draw its rows in an order, or those that the order it has leaves equal."""
    order = [{"key": key, **({"descending": True} if down else {})} for key, down in keys]
    props = told_props(component, source)
    if then:
        # "open ones first, then by date"
        sorting = next(one for one in reversed(props["transform"]) if "sort" in one)
        sorting["sort"] = [*sorting["sort"], *order]
    elif component["type"] in GRIDS and len(order) == 1:
        props["sort"] = order[0]
    elif "rows" in props or component["type"] == "rows":
        props.pop("sort", None)
        put_step(props, {"sort": order})


def put_step(props: Props, step: Props) -> None:
    """Add a step in the place of those of its name."""
    for name in step:
        without_step(props, name)
    add_step(props, step)


def sort_chart(source: Source, target: Component, key: str, *, down: bool) -> None:
    """Let a chart draw its marks in an order: by its measure, by what runs along, or by another member."""
    props = props_of(target)
    axis = "x" if key == props.get("x") else "y" if key == props["y"][0]["key"] else ""
    if props["kind"] not in BARS or not axis:
        ordered(target, source, [(key, down)])
    if props["kind"] in BARS:
        props["sort"] = "-" * down + axis if axis else "none"


def sort_marks(s: Slots, chart: Component, named: Sequence[Item]) -> None:
    """Arrange the marks of a chart: by a member that is named, by their names, else by how much they are."""
    source = next(one for one in sources_of(s.draft) if chart in one.components)
    by = [key for _, key in s.columns(named)] + [props_of(chart)["y"][0]["key"]]
    alphabetical = s.words("dir") & ALPHABET and not named
    sort_chart(source, chart, props_of(chart)["x"] if alphabetical else by[0], down=bool(direction(s)))


def bars(s: Slots) -> None:
    """Arrange bars by their values, or by what they are called."""
    charts = [one for one in s.draft.components("chart") if props_of(one)["kind"] in BARS]
    refuse(not charts, "there are no bars", 'say "bar chart of … by …, highest first"')
    for chart in charts:
        sort_marks(s, chart, s.names())


def reverse(s: Slots) -> None:
    """Turn the order of the rows round."""
    found = [one["props"] for one in s.draft.components(*GRIDS) if "sort" in one.get("props", {})]
    for props in found:
        props["sort"] = {"key": props["sort"]["key"], "descending": not props["sort"].get("descending")}


def limit(s: Slots) -> None:
    """Draw the first rows only."""
    source, words = s.source(), s.words("limit", "pos")
    year = 1900 <= s.value("number", 0) <= 2100 and "row" not in s.nouns() and not s.rows_named()
    begins = any(each.startswith(("start", "begin")) for each in words)
    field = any(index_of(s.draft).find((word,), ("field",))[0] <= EXACT for word in words)
    doubt(field and s.context.form, "the field of the form")
    beside = any(one.value not in {"first", "last"} for one in s.all("pos"))
    doubt(year or begins or beside or "one" in s.words("number"), "a number of what?")
    refuse(words & {"last", "bottom", "worst", "best"}, "which come first?", ORDERS)
    for component in source.components:
        if component["type"] != "chart" or len(source.components) == 1:
            limited(component, source, counted(s))


def limited(component: Component, source: Source, count: int) -> None:
    """Let a component draw the first rows only."""
    props = told_props(component, source)
    if component["type"] in {"table", "rows"}:
        props["limit"] = count
    elif "rows" in props:
        put_step(props, {"limit": count})
