"""Wishes about the parts of a view: which there are, in which order, folded or open."""

import re
from typing import Any

from genui.expressions import pointer_parts
from genui.refine.draft import Component, Draft, Unfulfilled, props_of
from genui.refine.members import removed
from genui.refine.names import Name, bare, nearest_names
from genui.refine.source import Source
from genui.refine.sources import address_of, entries_of, find_all, rows_called, sources_of
from genui.refine.spelling import words_in
from genui.refine.subject import said_outright

Match = re.Match[str]


def words(text: str) -> str:
    """Return words with single spaces and no hyphens, in lower case."""
    return re.sub(r"[\s-]+", " ", text.lower()).strip()


PARTS = {
    **dict.fromkeys(("chart", "graph", "plot", "diagram", "charts", "graphs"), ("chart", "heatmap")),
    **dict.fromkeys(("table", "tables", "grid"), ("table",)),
    **dict.fromkeys(("cards", "card"), ("cards", "stat-cards")),
    **dict.fromkeys(("stats", "stat cards", "figures", "kpis"), ("stat-cards",)),
    **dict.fromkeys(("tree",), ("tree",)),
    **dict.fromkeys(("list",), ("list",)),
    **dict.fromkeys(("timeline",), ("timeline",)),
    **dict.fromkeys(("details", "key value", "key values", "properties", "summary"), ("key-value",)),
}
"""What people call the components of a view."""


def part(draft: Draft, said: str) -> list[Component]:
    """Return the components that are meant.

    Raises:
        Unfulfilled: The view has none.
    """
    plain = re.sub(r"^(?:the|a|an|this|that) ", "", words(said))
    kinds = PARTS.get(plain) or PARTS.get(words(bare(said)), ())
    found = draft.components(*kinds) if kinds else []
    calls = {plain} if said_outright(sources_of(draft), plain) else {plain, bare(said)}
    titled = [
        one
        for one in draft.components()
        if (title := title_of(one)) and any(called_so(title, call) for call in calls)
    ]
    if not found and not titled and plain in {"list", "rows"}:
        shown = draft.components("table", "cards", "list", "rows")
        found = shown if len(shown) == 1 else []
    if not found and not titled:
        weak = not kinds
        raise Unfulfilled(f"this view has no {bare(said) or 'such part'}", weak=weak)
    return found or titled


def title_of(component: Component) -> str:
    """Return the title above a component, "" where it has none."""
    return str(component.get("title") or component.get("props", {}).get("title") or "")


def called_so(title: str, said: str) -> bool:
    """Tell whether words are a title, however they are written: defaultInputs is Default inputs."""
    return "".join(words_in(title)) == "".join(words_in(said))


def without(draft: Draft, match: Match) -> None:
    """Remove the parts that are named."""
    for said in re.split(r"\s*(?:,|\band\b|\bor\b|&)\s*(?:the\s+)?", match["part"]):
        plain = re.sub(r"^(?:the|a|an|any|this|that) ", "", words(said))
        if plain in {"table", "chart", "graph", "plot", "tree"} and not draft.components(*PARTS[plain]):
            continue
        for component in part(draft, said):
            removed(draft, component, f"nothing would be left without the {bare(said)}")


def only_part(draft: Draft, match: Match) -> None:
    """Keep one part and remove the other presentations."""
    kept = titled(draft, match["titled"]) if match.groupdict().get("titled") else part(draft, match["part"])
    for component in [one for one in draft.result if one not in kept and not one.get("children")]:
        removed(draft, component, "nothing would be left")


def titled(draft: Draft, said: str) -> list[Component]:
    """Return all that shows the rows whose part has just the title that was said.

    Raises:
        Unfulfilled: There is none.
    """
    found = [one for one in draft.components() if title_of(one).casefold() == bare(said).casefold()]
    sources = rows_called(draft, said)
    if not found or len(sources) != 1:
        raise Unfulfilled("no part of a view is called so", weak=True)
    return list(sources[0].components)


def part_order(draft: Draft, match: Match) -> None:
    """Put one part of the view before or after the others, or another one."""
    moved = part(draft, match["part"])[0]
    where = match["where"].lower()
    among, index = draft.siblings(moved)
    anchor = part(draft, match["anchor"])[0] if match.groupdict().get("anchor") else None
    if anchor is not None and (anchor is moved or draft.siblings(anchor)[0] is not among):
        raise Unfulfilled("these parts do not stand one below the other")
    after = re.match(r"below|under|beneath|after|last|bottom|end|behind|following", where) is not None
    if anchor is not None and (index > draft.siblings(anchor)[1]) == after:
        return
    del among[index]
    if anchor is not None:
        place = next(i for i, one in enumerate(among) if one is anchor) + after
    else:
        place = len(among) if after else 0
    among.insert(place, moved)


def fold_part(draft: Draft, match: Match) -> None:
    """Fold a part into one line, or open it; a tree opens and closes its levels."""
    close = match["fold"] is not None
    for component in part(draft, match["part"])[:1]:
        if component["type"] == "tree":
            props_of(component)["open"] = 0 if close else 10
            continue
        if component["type"] == "section":
            props_of(component)["folded"] = close
            continue
        among, _ = draft.siblings(component)
        section = next((one for one in draft.components("section") if one.get("children") is among), None)
        if section is not None and len(among) == 1:
            props_of(section)["folded"] = close
            continue
        if close:
            folded_in(draft, component, words(bare(match["part"])).capitalize())


def fold_members(draft: Draft, match: Match) -> None:
    """Fold what the result shows of the members, the object or the rows that are named."""
    said = match["names"]
    try:
        shown = [one for one in part(draft, said) if one["type"] != "section"][:1]
    except Unfulfilled:
        shown = [one for source in rows_called(draft, said) for one in source.components][:1]
    for component in shown:
        folded_in(draft, component, title_for(said))
    if shown:
        return
    source, pointers = members_meant(draft, said)
    if source.rows:
        raise Unfulfilled("a column does not fold", f'say "hide {bare(said)}"')
    for component in [one for one in source.components if one["type"] == "key-value"]:
        entries = entries_of(component, source) or []
        apart = [each for each in entries if each["key"] in pointers]
        if apart:
            fold_apart(draft, component, apart, title_for(said))
            return
    raise Unfulfilled(f"{bare(said)} is in no list of properties that could fold")


def title_for(said: str) -> str:
    """Return the title of a section for what was named: "Ship to" for ship_to."""
    return words(bare(said).replace("_", " ")).capitalize()


def members_meant(draft: Draft, said: str) -> tuple[Source, list[str]]:
    """Return the members of one object, or of an object inside it, that are called so."""
    for source in [one for one in sources_of(draft) if not one.rows]:
        groups: dict[str, list[str]] = {}
        for pointer in source.names:
            head, *inner = pointer_parts(pointer)
            if inner:
                groups.setdefault(head, []).append(inner[0])
        names = [Name(head, (head, *address_of(head, inner)), source.home) for head, inner in groups.items()]
        if len(found := nearest_names(bare(said), names)) == 1:
            head = found[0].pointer
            return source, [one for one in source.names if pointer_parts(one)[0] == head]
    chosen = find_all(draft, said)
    if len({source.home for source, _ in chosen}) > 1:
        raise Unfulfilled("these members do not belong to one object")
    return chosen[0][0], [name.pointer for _, name in chosen]


def fold_apart(draft: Draft, component: Component, apart: list[dict[str, Any]], title: str) -> None:
    """Put some properties of an object into a folded section of their own, behind the others."""
    props = props_of(component)
    left = [each for each in props["fields"] if each not in apart]
    among, index = draft.siblings(component)
    new = {"type": "key-value", "props": {"of": props["of"], "fields": apart}}
    among.insert(index + 1, {"type": "section", "props": {"title": title, "folded": True}, "children": [new]})
    if left:
        props["fields"] = left
    else:
        del among[index]


def folded_in(draft: Draft, component: Component, title: str) -> None:
    """Put a component into a folded section of its own title, else of the one given."""
    among, index = draft.siblings(component)
    plain = {key: value for key, value in component.items() if key != "title"}
    path = component.get("props", {}).get("rows")
    if title.lower() in PARTS and isinstance(path, dict) and pointer_parts(str(path.get("$path", ""))):
        title = title_for(pointer_parts(path["$path"])[-1])
    props = {"title": component.get("title") or title, "folded": True}
    among[index] = {"type": "section", "props": props, "children": [plain]}
