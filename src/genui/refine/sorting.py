"""Wishes about the order of rows and of bars, and how many rows are drawn."""

import re

from genui.refine.draft import Component, Unfulfilled, doubt, listed, props_of, refuse
from genui.refine.english.values import SCALE
from genui.refine.index import FAR, field_schemas, index_of
from genui.refine.setters import counted
from genui.refine.showing import head_of, is_number
from genui.refine.slots import Item, Member, Slots, command, is_rows
from genui.refine.sources import (
    GRIDS,
    Source,
    add_step,
    item,
    last_part,
    sources_of,
    told_props,
    without_step,
)
from genui.refine.words import parts_of

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
DATED = frozenset({"date", "day", "year", "time", "timestamp", "month", "week"})
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
        )
    }
)
"""Words in names of the moment from which on something is there: by it a thing is new or old."""
ORDERS = 'say "sort by …, first 10 rows"'


ORDERING = frozenset({"sort", "extremes first", "values first", "first by a member"})
"""Acts behind which a superlative alone goes on: "open ones first, then newest"."""


def sort(s: Slots) -> None:
    """Order rows by members; a number beside a superlative keeps the first of them."""
    beside = any(one.value in {"before", "after"} for one in s.all("pos"))
    compared = beside or re.search(r"\bat (?:least|most)\b", s.clause, re.I)
    doubt(compared or "form" in s.nouns() or (s.has("only") and not s.has("number")), "only which?")
    doubt(s.has("number") and not counts_rows(s), "a number of what?")
    goes_on = s.context.act is not None and s.context.act.name in ORDERING
    asks = s.has("sort", "pos", "limit", "number", "dir", "show") or s.all("name") or goes_on
    doubt(not asks, "what of them?")
    order = sort_order(s)
    source, keys = order[0][0][0], [(key, down) for (_, key), down in order]
    others = s.context.sorted and not {key for key, _ in keys} & {*s.context.sorted}
    refuse(
        others and not s.has("sort", "number"),
        "these rows are sorted by another member",
        "sort by one member",
    )
    s.used["sorted"] = tuple(key for key, _ in keys)
    charts = [one for one in s.parts() if one["type"] == "chart"] or source.shown("chart") * s.has("chart")
    if len(keys) == 1 and not s.has("number"):
        drawn = s.context.act is not None and s.context.act.name == "chart"
        for chart in source.shown("chart") if drawn else charts:
            sort_chart(source, chart, keys[0][0], down=keys[0][1])
        if charts:
            return
    plain = [one for one in source.components if one["type"] != "chart"]
    before = s.context.act.name if s.context.act is not None else ""
    for component in charts or plain or source.components:
        by = [ranked(s, component, source, key, down=down) for key, down in keys]
        ordered(component, source, by, then=before == "values first")
        if s.has("number"):
            limited(component, source, counted(s))


def counts_rows(s: Slots) -> bool:
    """Tell whether the number of a clause stands beside what says that it counts rows: "top 5", "3 days"."""
    number = s.all("number")[0]
    if "page" in s.nouns() or any(one.value == "and" and one.end == number.start for one in s.all("prep")):
        return False
    rows = [one for one in s.items if (one.kind, one.value) == ("noun", "row") or is_rows(one)]
    said = s.all("limit", "extreme", "pos", "only", "show")
    before = any(number.start - 2 < one.end <= number.start for one in said)
    return before or any(one.start == number.end for one in (*rows, *said))


def sort_order(s: Slots) -> list[tuple[Member, bool]]:
    """Return the members to sort by, each with whether it runs down."""
    per = any(one.text.lower() in {"per", "for each", "/"} for one in s.all("prep"))
    tallied = s.has("count") and any(one.end <= s.all("count")[0].start for one in s.names())
    doubt(per or tallied, "by what is no member of the rows")
    subject = str(s.value("extreme", "")).rpartition(" ")[0]
    generic = subject in {"", "@"}
    named = [one for one in s.names() if "column" in one.kinds]
    by = [one for one in s.behind("by") if one in named]
    named = named if s.has("sort") else by or named
    if s.has("sort") and named and not generic:
        refuse_other(s, subject, named)
    doubt(by and not generic and not s.has("sort"), "the first for each of what?")
    if s.has("extreme") and len(named) > 1:
        end = s.all("extreme")[0].end
        named = [one for one in named if one.start >= end] or named
    chosen = s.columns(named) if named and (generic or s.has("sort")) else [sort_member(s, subject)]
    doubt(
        s.has("count") and any(key not in source.names for source, key in chosen),
        "how many of them there are is no member",
    )
    refuse(len({source.home for source, _ in chosen}) > 1, "these members belong to different rows")
    down = downward(s, chosen[0], told=bool(by))
    each = [runs_down(s, one, down=down) for one in named] if len(named) > 1 else [down]
    return list(zip(chosen, each if len(each) == len(chosen) else [down] * len(chosen), strict=True))


def refuse_other(s: Slots, subject: str, named: list[Item]) -> None:
    """Refuse a superlative that measures another member than the one to sort by."""
    cost, meant = index_of(s.draft).find(parts_of(subject), ("column",))
    keys = {each.key for one in named for each in one.value}
    refuse(
        cost < FAR and not keys & {one.key for one in meant},
        f"{subject} is another member than {named[0].text}",
        "sort by one member",
    )


def sort_member(s: Slots, subject: str) -> Member:
    """Return the member to sort by where none is named."""
    words = s.words("dir")
    if not subject and words & {"expensive", "cheapest"}:
        subject = "price total amount"
    if not subject and words & MOMENTS:
        subject = "@"
    doubt(not s.has("dir", "extreme"), "sorted by what?")
    return measured(s, subject) if subject or s.has("extreme") else sorted_now(s)


def downward(s: Slots, member: Member, *, told: bool) -> bool:
    """Return whether the greatest comes first: as it is said, else at the top of so many."""
    source, key = member
    down, said = direction(s), s.words("limit")
    if not said or not s.has("number"):
        return bool(down)
    if "last" in said:
        refuse(down is not None or key not in source.moments(), "which come first?", ORDERS)
        return True
    doubt(not told and not s.has("dir", "extreme", "sort"), "the first by which member?")
    figure = source.meaning(key).measure or key not in source.meanings
    return bool(said & {"top", "best", "first"} and figure) if down is None else down


def runs_down(s: Slots, name: Item, *, down: bool) -> bool:
    """Return whether one of several keys runs down: by what is said right behind it, else at all."""
    said = s.all("dir")
    behind = [one for one in s.all("dir", "name") if one.start >= name.end]
    if behind and behind[0].kind == "dir":
        return bool(behind[0].value == "desc")
    return down and (not said or (len(said) == 1 and s.items[-1].kind != "dir"))


def direction(s: Slots) -> bool | None:
    """Return whether the greatest comes first, None where the clause does not say."""
    ends = [one for one in s.all("extreme") if one.text.lower() != "top"] or s.all("extreme")
    ways = [str(one.value).endswith("desc") for one in s.all("dir") or ends]
    bottom = s.has("pos") and s.all("pos")[-1].value == "last"
    return ways[-1] != bottom if ways else None


def measured(s: Slots, subject: str, way: str = "sort by …") -> Member:
    """Return the member that a superlative measures: "" the figure, "@" the time, else one of some names.

    Raises:
        Unfulfilled: None can be it, or several; they are told.
    """
    source = s.source()
    found = measures(s, source, subject)
    what = "a time" if subject == "@" else f"a {subject.split()[0]}" if subject else "the figure that counts"
    refuse(not found, f"no column is known to be {what}", f"say by which: {way}")
    begun = [key for key in found if BEGINNINGS & {*parts_of(last_part(key))}]
    found = begun if subject == "@" and len(begun) == 1 else found
    spoken = {each.key for one in s.context.items for each in one.value}
    near = [key for key in found if key in spoken]
    found = near if len(near) == 1 else found
    if len(found) == 1:
        return source, found[0]
    told = [last_part(key) for key in found[:6]]
    ways = "\n".join(command(s.draft.tool.name, way.replace("…", name)) for name in told)
    raise Unfulfilled(f"{what} can be {listed(told)}", f"say by which:\n{ways}")


def measures(s: Slots, source: Source, subject: str) -> list[str]:
    """Return the members of rows that a superlative can measure."""
    if subject == "@":
        return source.moments() or [key for key in source.names if DATED & {*parts_of(last_part(key))}]
    for words in (subject, *subject.split()) if subject else ():
        named = index_of(s.draft).find(parts_of(words), ("column",))[1]
        own = [one.key for one in named if one.home == source.home]
        found = [key for key in own if is_number(source, key) or scale_of(s, source, key)]
        if found:
            return found
    return [] if subject else source.measures()


def sorted_now(s: Slots) -> Member:
    """Return the member that the rows are sorted by now, or would be by their names."""
    source = s.source()
    known = [one["props"]["sort"]["key"] for one in source.shown(*GRIDS) if "sort" in one.get("props", {})]
    keys = [*s.context.sorted[:1], *known, *([head_of(source)] if s.words("dir") & ALPHABET else [])]
    return (source, keys[0]) if keys else measured(s, "")


def scale_of(s: Slots, source: Source, key: str) -> dict[str, int]:
    """Return the places of a member's values on the scale of how bad a thing is; {} where one has none."""
    known = index_of(s.draft).entities
    values = [
        str(one.value) for one in known if one.kind == "datum" and one.key == key and one.home == source.home
    ]
    places = {word: place for place, words in enumerate(SCALE) for word in words.split()}
    found = {one: places[one.lower()] for one in values if one.lower() in places}
    return found if len(found) == len(values) > 1 else {}


def ranked(s: Slots, component: Component, source: Source, key: str, *, down: bool) -> tuple[str, bool]:
    """Return what to sort by for a member: its rank where its values are words of a scale.

    By their letters "high" would stand before "low". The worst comes first unless the least is asked for.
    """
    scale = scale_of(s, source, key)
    if not scale:
        return key, down
    name, props = f"{last_part(key)}_rank", told_props(component, source)
    add_step(props, {"calculate": {name: {"$switch": item(key), "cases": scale, "else": len(SCALE)}}})
    if "columns" in props or component["type"] == "rows":
        props["columns"] = [*props.get("columns", ()), {"key": f"/{name}", "hidden": True}]
    return f"/{name}", direction(s) is False


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
        without_step(props, "sort")
        add_step(props, {"sort": order})


def sort_chart(source: Source, target: Component, key: str, *, down: bool) -> None:
    """Let a chart draw its marks in an order: by its measure, by what runs along, or by another member."""
    props = props_of(target)
    axis = "x" if key == props.get("x") else "y" if key == props["y"][0]["key"] else ""
    if props["kind"] not in BARS or not axis:
        ordered(target, source, [(key, down)])
    if props["kind"] in BARS:
        props["sort"] = "-" * down + axis if axis else "none"


def sort_as_said(s: Slots, source: Source, target: Component) -> None:
    """Arrange the marks of a chart as the end of the clause says: by its measure where no member is named."""
    end = s.all("sorted")[0].end if s.has("sorted") else len(s.clause)
    by = s.columns([one for one in s.names() if one.start >= end])
    key = by[0][1] if by else props_of(target)["y"][0]["key"]
    sort_chart(source, target, key, down=bool(direction(s)))


def bars(s: Slots) -> None:
    """Arrange bars by their values, or by what they are called."""
    charts = [one for one in s.draft.components("chart") if props_of(one)["kind"] in BARS]
    refuse(not charts, "there are no bars", 'say "bar chart of … by …, highest first"')
    named = s.columns(s.names())
    for chart in charts:
        source = next(one for one in sources_of(s.draft) if chart in one.components)
        props = props_of(chart)
        by = props.get("x", "") if s.words("dir") & ALPHABET else props["y"][0]["key"]
        sort_chart(source, chart, named[0][1] if named else by, down=bool(direction(s)))


def reverse(s: Slots) -> None:
    """Turn the order of the rows round."""
    found = [one["props"] for one in s.draft.components(*GRIDS) if "sort" in one.get("props", {})]
    refuse(not found, "the rows are in no order of the view's", 'say "sort by …"')
    for props in found:
        key, down = props["sort"]["key"], props["sort"].get("descending")
        props["sort"] = {"key": key} if down else {"key": key, "descending": True}


def limit(s: Slots) -> None:
    """Draw the first rows only."""
    source = s.source()
    words = s.words("limit", "pos")
    fields = {name.lower() for name, _ in field_schemas(s.draft).values()}
    doubt(bool(words & fields) and "row" not in s.nouns(), "a field of the form, or rows?")
    doubt("form" in s.nouns() or any(one.value != "first" for one in s.all("pos")), "above or below what?")
    year = 1900 <= s.value("number", 0) <= 2100 and "row" not in s.nouns() and not s.rows_named()
    one = "one" in s.words("number")
    begins = any("start" in one or "begin" in one for one in words)
    doubt(year or one or begins or len(s.all("number")) > 1, "a number of what?")
    doubt(not counts_rows(s), "a number of what?")
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
        without_step(props, "limit")
        add_step(props, {"limit": count})
