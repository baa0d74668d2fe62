"""Wishes about order: of members, of rows, and how many rows are drawn."""

import re
from collections.abc import Callable

from genui.refine.draft import Component, Draft, Unfulfilled, listed, props_of
from genui.refine.names import Name, bare, nearest_names
from genui.refine.source import Source
from genui.refine.sources import (
    adaptive,
    entries_of,
    find,
    find_all,
    is_adaptive,
    rows_called,
    sources_of,
    stat_parent,
)
from genui.refine.spelling import words_in
from genui.refine.subject import said_outright
from genui.refine.synonyms import EXTREMES, others

Match = re.Match[str]
Arrange = Callable[[list[str], list[str]], list[str]]


def order_columns(draft: Draft, match: Match) -> None:
    """Put the members named in this order, the others behind them."""
    said = [
        *([match["first"]] if match.groupdict().get("first") else []),
        *REST.sub("", listing(match["names"])).split(","),
    ]
    chosen = find_all(draft, ", ".join(one for one in said if one.strip()))
    if len(chosen) < 2 and REST.search(listing(match["names"])) is None:
        raise Unfulfilled("an order needs two names or more")
    rearranged(draft, chosen, lambda keys, named: [*named, *(key for key in keys if key not in named)])


REST = re.compile(
    r"(?:,\s*)?\b(?:the rest|the others?|everything else|all (?:the )?(?:others?|rest)|others|rest)\b.*",
    re.I,
)
"""What stands for the members that are not named."""


def listing(said: str) -> str:
    """Return "a, b" of "a, then b" and "a followed by b"."""
    return re.sub(
        r",?\s*\b(?:and then|then|followed by|after that|next|finally|and)\b\s*", ", ", said, flags=re.I
    )


def move(draft: Draft, match: Match) -> None:
    """Move members to an end, or beside another."""
    found = match.groupdict()
    anchor = found.get("anchor")
    if not anchor and said_outright(sources_of(draft), match.string):
        raise Unfulfilled(f"{bare(match.string)} is a member, and no place", weak=True)
    source, other = find(draft, anchor) if anchor else (None, None)
    chosen = find_all(draft, match["names"], rows=source is not None and source.rows)
    if anchor and source is not None and other is not None:
        if source.open or any(each.home != source.home for each, _ in chosen):
            raise Unfulfilled(f"these do not stand beside {bare(anchor)}")
        if other in [name for _, name in chosen]:
            raise Unfulfilled(f"{bare(anchor)} cannot stand beside itself")
        before = re.match(r"(?:before|left|ahead|in front|above)", match["where"], re.I) is not None
        rearranged(draft, chosen, lambda keys, named: beside(keys, named, other.pointer, before=before))
        return
    first = re.match(r"(?:first|front|start|left|begin|top|leftmost)", match["where"], re.I) is not None
    if not first and any(source.open for source, _ in chosen):
        raise Unfulfilled("what comes last only a result can tell", "say which columns come first")
    rearranged(draft, chosen, lambda keys, named: ends(keys, named, first=first))


def swap(draft: Draft, match: Match) -> None:
    """Let two members change places."""
    one, other = find(draft, match["one"]), find(draft, match["other"])
    if one[0].home != other[0].home or one[0].open:
        raise Unfulfilled("these two do not stand side by side")
    places = {one[1].pointer: other[1].pointer, other[1].pointer: one[1].pointer}
    rearranged(draft, [one, other], lambda keys, named: [places.get(key, key) for key in keys])


def beside(keys: list[str], named: list[str], anchor: str, *, before: bool) -> list[str]:
    """Return keys with some of them moved next to another."""
    left = [key for key in keys if key not in named]
    at = left.index(anchor) + (not before) if anchor in left else len(left)
    return [*left[:at], *named, *left[at:]]


def ends(keys: list[str], named: list[str], *, first: bool) -> list[str]:
    """Return keys with some of them moved to the front, or to the end."""
    left = [key for key in keys if key not in named]
    return [*named, *left] if first else [*left, *named]


def rearranged(draft: Draft, chosen: list[tuple[Source, Name]], arrange: Arrange) -> None:
    """Arrange what every table, card and list of the sources shows."""
    moved = False
    for source in {source.home: source for source, _ in chosen}.values():
        named = [name.pointer for other, name in chosen if other.home == source.home]
        for component in source.components:
            if is_adaptive(component, source) and not component.get("props", {}).get("only"):
                props = adaptive(component)
                others = [each for each in props.get("front", ()) if each["key"] not in named]
                props["front"] = [*({"key": key} for key in named), *others]
                moved = True
                continue
            moved = arranged(component, source, named, arrange) or moved
    if not moved:
        raise Unfulfilled("nothing in this view lists these members one by one")


def arranged(component: Component, source: Source, named: list[str], arrange: Arrange) -> bool:
    """Arrange what one component shows of these members; return whether it shows one."""
    if component["type"] == "stat-cards":
        prop, entries = "stats", props_of(component)["stats"]
    elif component["type"] != "chart" and (found := entries_of(component, source)):
        prop, entries = "columns" if component["type"] in {"table", "rows"} else "fields", found
    else:
        return False
    told = {
        entry["key"] if "key" in entry else (stat_parent(entry) or ("", ""))[1]: entry for entry in entries
    }
    if component["type"] == "table":
        told |= {key: source.entry(key) for key in named if key not in told}
    there = [key for key in named if key in told]
    if not there or len(told) != len(entries) + len([key for key in told if told[key] not in entries]):
        return False
    moved = {key: {name: each for name, each in told[key].items() if name != "hidden"} for key in there}
    props_of(component)[prop] = [{**told, **moved}[key] for key in arrange(list(told), there)]
    return True


# Sort, first N, group


def tables_of(draft: Draft, said: str | None, verb: str) -> list[tuple[Component, Source, str]]:
    """Return the tables that have a member, each with its source and the member's pointer."""
    if said is None:
        pairs = [(source, "") for source in sources_of(draft) if source.rows]
    else:
        source, name = find(draft, said, rows=True)
        pairs = [(source, name.pointer)]
    found = [
        (one, source, pointer)
        for source, pointer in pairs
        for one in source.components
        if one["type"] in {"table", "rows", "auto"}
    ]
    if not found:
        raise Unfulfilled(f"there is no table to {verb}", 'say "table" first')
    return found


DOWN = re.compile(
    r"desc|down|high\w* (?:first|to low)|longest|larg|"
    r"bigg|most|newest|latest|recent|last|z\W*(?:-|to)\W*a|revers|"
    r"decreas|expensive|top|greatest|high",
    re.I,
)


MIRRORED = re.compile(
    r"(?:and |with |then )?(?:the )?(?:smallest|lowest|least|cheapest|oldest|earliest|shortest|newest|latest|"
    r"highest|largest|biggest|most expensive|longest|slowest|fastest|worst|best|rest)(?: [\w-]+){0,2}?"
    r"(?: (?:should|go|goes|come|comes|be|to))* (?:at the (?:very )?(?:bottom|end)|last|below|underneath)",
    re.I,
)
"""What follows from an order that was wished before: "…, smallest at the bottom"."""
LEADING = re.compile(
    r"(?:the )?(most recently|least recently|most recent|highest|largest|biggest|greatest|most|newest|latest|"
    r"lowest|smallest|oldest|least)\s+(?=\S)",
    re.I,
)
"""What says, before a name, which end comes first."""


def rest_of(draft: Draft, said: str, leading: Match) -> str:
    """Return a name without the adjective before it, where there is such a member."""
    try:
        find(draft, said[leading.end() :], rows=True)
    except Unfulfilled:
        plain = {"highest": "high", "lowest": "low"}.get(leading[1].lower(), leading[1])
        return f"{plain} {said[leading.end() :]}"
    return said[leading.end() :]


def sort(draft: Draft, match: Match) -> None:
    """Sort tables by a member."""
    way = " ".join(str(match.groupdict().get(part) or "") for part in ("way", "before"))
    way, said = re.sub(r"\b(?:on|at the|up|to the) top\b", "", way), match["names"]
    if not way.strip() and (leading := LEADING.match(said)):
        way, said = leading[1], rest_of(draft, said, leading)
    elif (
        match.groupdict().get("way")
        and match.start("names") > match.start("way")
        and rows_called(draft, said)
    ):
        raise Unfulfilled(f'"{bare(said)}" are the rows, and no member of them', weak=True)
    if said.startswith("-"):
        way, said = "descending", said[1:]
    down = DOWN.search(way) is not None and re.search(r"\basc|least|low\w* (?:first|to)", way, re.I) is None
    for component, source, pointer in tables_of(draft, said, "sort"):
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        props["sort"] = {"key": pointer, **({"descending": True} if down else {})}


def sort_by_time(draft: Draft, match: Match) -> None:
    """Sort by the one member that is a time."""
    moments = [
        (source, name)
        for source in sources_of(draft)
        if source.rows
        for name in source.known()
        if name.temporal
    ]
    if len(moments) != 1:
        told = ", ".join(name.told for _, name in moments)
        raise Unfulfilled(
            f"more than one member is a time: {told}" if moments else "no member is known to be a time",
            'say which: "sort by … descending"',
        )
    down = re.match(r"(?:newest|latest|most recent|recent)", match["way"], re.I) is not None
    for component, _, pointer in tables_of(draft, '"' + moments[0][1].pointer + '"', "sort"):
        props_of(component)["sort"] = {"key": pointer, **({"descending": True} if down else {})}


def extreme(draft: Draft, match: Match) -> None:
    """Put the rows first in which a member is greatest, or least, and draw so many of them."""
    found = match.groupdict()
    names, down = EXTREMES[re.sub(r"[\s-]+", " ", found["extreme"].lower())]
    down = down != bool(found.get("flip"))
    named = what_is_extreme(draft, found.get("what") or "")
    member = named or extreme_member(draft, names, found["extreme"])
    for component, source, pointer in tables_of(draft, member, "sort"):
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        props["sort"] = {"key": pointer, **({"descending": True} if down else {})}
        if found.get("count"):
            props["limit"] = number_in(found["count"])


ONES = frozenset(
    ("one", "row", "entry", "result", "item", "record", "value", "day", "week", "month", "year", "date")
)
"""What rows are called, whatever they hold."""


def what_is_extreme(draft: Draft, said: str) -> str:
    """Return the pointer, in quotes, of the member after the adjective, "" where it is but the rows.

    Raises:
        Unfulfilled: It is neither.
    """
    words = set(words_in(said)) - ONES
    if not words or any(
        words <= source.about() or words <= others(source.about()) for source in sources_of(draft)
    ):
        return ""
    return f'"{find(draft, said, rows=True)[1].pointer}"'


def extreme_member(draft: Draft, names: str, said: str) -> str:
    """Return the pointer, in quotes, of the member that an adjective measures.

    Raises:
        Unfulfilled: There is none, or more than one.
    """
    known = [(source, name) for source in sources_of(draft) if source.rows for name in source.known()]
    if names == "@":
        chosen = [name for _, name in known if name.temporal]
        chosen = chosen or nearest_names("year", [name for _, name in known])
    elif names:
        near = (nearest_names(one, [name for _, name in known]) for one in names.split(" | "))
        chosen = next((found for found in near if found), [])
    else:
        chosen = [name for source, name in known if figure(source, name)]
    if len(chosen) != 1:
        told = listed([name.told for name in chosen]) if chosen else "no member"
        why = "" if chosen or names != "@" else ", for no member is known to be a time"
        raise Unfulfilled(f'the "{said}" can be told by {told}{why}', 'say which: "sort by … descending"')
    return f'"{chosen[0].pointer}"'


def figure(source: Source, name: Name) -> bool:
    """Tell whether a member is a figure that rows can be ranked by."""
    known = source.meanings.get(name.pointer)
    return known is not None and known.measure


def turn_sort(draft: Draft, match: Match) -> None:
    """Turn the order that is there round, or set its direction."""
    sorted_ones = [one for one in draft.components("table", "rows") if one.get("props", {}).get("sort")]
    if not sorted_ones:
        raise Unfulfilled("nothing is sorted yet", 'say by what: "sort by … descending"')
    for component in sorted_ones:
        given = component["props"]["sort"]
        down = not given.get("descending") if match["turn"] else DOWN.search(match["way"]) is not None
        component["props"]["sort"] = {"key": given["key"], **({"descending": True} if down else {})}


def unsort(draft: Draft, match: Match) -> None:
    """Leave rows in the order in which they come."""
    for component in draft.components("table", "rows"):
        component.get("props", {}).pop("sort", None)


NUMBERS = {
    **{
        word: number
        for number, word in enumerate(
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1
        )
    },
    "a dozen": 12,
    "dozen": 12,
    "twenty": 20,
    "twenty-five": 25,
    "fifty": 50,
    "hundred": 100,
    "a hundred": 100,
}


def number_in(said: str) -> int:
    """Return a number written in figures or as a word."""
    text = said.lower().strip().replace(",", "")
    value = int(text) if text.isdigit() and len(text) < 8 else NUMBERS.get(text, 0)
    if value < 1:
        raise Unfulfilled(f'"{said}" is no number of rows')
    return value


def first(draft: Draft, match: Match) -> None:
    """Draw at most so many rows, of those that come first, or that lead by a member."""
    count = number_in(match["count"])
    by = match.groupdict().get("names")
    for component, source, pointer in tables_of(draft, by, "cut"):
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        if by:
            low = re.search(r"bottom|lowest|smallest|least|cheapest", match.group(), re.I)
            props["sort"] = {"key": pointer, **({} if low else {"descending": True})}
        props["limit"] = count


def all_rows(draft: Draft, match: Match) -> None:
    """Draw every row."""
    for component in draft.components("table", "rows"):
        component.get("props", {}).pop("limit", None)


def page_size(draft: Draft, match: Match) -> None:
    """Set how many rows make a page."""
    for component, source, _ in tables_of(draft, None, "page"):
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        props["pageSize"] = number_in(match["count"])


def searchable(draft: Draft, match: Match) -> None:
    """Show a search field above the rows, or none."""
    for component, source, _ in tables_of(draft, None, "search"):
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        props["search"] = not match["no"]


def sortable(draft: Draft, match: Match) -> None:
    """Make sure of a table: its columns sort by a click."""
    tables_of(draft, None, "sort")


def group(draft: Draft, match: Match) -> None:
    """Put rows of one value under a head of their own; a chart alone is split into series."""
    source, name = find(draft, match["names"], rows=True)
    tables = [one for one in source.components if one["type"] in {"table", "rows", "auto"}]
    charts = [one for one in source.components if one["type"] == "chart"]
    for component in tables:
        props = adaptive(component) if is_adaptive(component, source) else props_of(component)
        props["group"] = name.pointer
    for component in charts if not tables else ():
        props_of(component)["series"] = name.pointer
    if not tables and not charts:
        raise Unfulfilled("there is no table to group", 'say "table" first')


def ungroup(draft: Draft, match: Match) -> None:
    """Leave rows ungrouped."""
    for component in draft.components("table", "rows"):
        component.get("props", {}).pop("group", None)
