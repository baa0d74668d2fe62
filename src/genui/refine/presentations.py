"""Wishes for another presentation: table, cards, figures, list, timeline, tree; which parts there are."""

import re
from typing import Any

from genui.refine.draft import Component, Draft, Unfulfilled, by_word, props_of
from genui.refine.members import removed
from genui.refine.names import bare
from genui.refine.parts import words
from genui.refine.source import Source, is_temporal
from genui.refine.sources import (
    ADAPTIVE,
    adaptive,
    find,
    find_all,
    path_of_source,
    rows_called,
    sources_of,
    stat_parent,
)
from genui.refine.spelling import words_in
from genui.refine.subject import look_again, rows_meant, said_outright, stands_for_all, words_about

Match = re.Match[str]

ROWS = by_word(
    {
        "table": "table | grid | spreadsheet | tabular",
        "cards": "card | cards | tiles | tile | gallery",
        "list": "list | bullet list | bullets | simple list | bulleted list",
        "timeline": "timeline | feed | log | history",
    }
)
"""Presentations of rows, by the words for them."""
WHOLE = by_word(
    {
        "tree": "tree | json tree | tree view | outline | nested",
        "text": "text | plain text",
        "markdown": "markdown | md",
        "code-block": "code | code block | source",
        "auto": "auto | automatic",
    }
)
"""Presentations of the result as a whole."""
FIGURES = by_word(
    {
        "stat-cards": (
            "stat | stats | stat card | stat cards | kpi | kpis | metric | metrics | figures | big "
            "numbers | big number | headline number | big figure | big figures | kpi tiles | stat tiles | "
            "number cards | figure cards | number tiles | big stats | headline figures | headline numbers | "
            "single number | tiles | kpi cards | metric cards | statcards"
        ),
        "key-value": (
            "key value | key values | key/value | properties | details | detail list | definition "
            "list | fields | label and value"
        ),
    }
)
"""Presentations of one object."""
TABLES = (ROWS, WHOLE, FIGURES)
NAMES = re.compile(r"(?:^|[/_])(?:name|title|label|subject|summary|headline|username|login|customer)$", re.I)


ONLY = re.compile(r"\b(?:only|just|nothing but|nothing else|solely|exclusively|alone)\b", re.I)
"""What says that nothing else is to be shown."""


FIGURED = frozenset({"tiles", "cards", "tile", "card"})
"""What shows rows, or single figures where these are named."""


BESIDE = re.compile(r"\b(?:be|become|make|turn|add|put|also|too|as well)\b", re.I)
"""What says of single figures how they are to be shown, and nothing of the others."""


def present(draft: Draft, match: Match) -> None:
    """Show the rows, the object or the whole result the way that is asked for."""
    kind, found = words(match["kind"]), match.groupdict()
    added = re.match(r"(?:add|also|include|with|plus)\b", match.group(), re.I) is not None
    lone = ONLY.search(match.string) is not None
    beside = not lone and BESIDE.search(match.string) is not None
    if kind in ROWS and not (kind in FIGURED and figures_named(draft, found.get("names"))):
        rows_as(draft, ROWS[kind], added=added, title=found.get("title"), names=found.get("names"))
    elif kind in FIGURED:
        object_as(draft, "stat-cards", names=found.get("names"), lone=lone, beside=beside)
    elif kind in FIGURES and (FIGURES[kind] != "stat-cards" or not only_rows(draft)):
        object_as(draft, FIGURES[kind], names=found.get("names"), lone=lone, beside=beside)
    elif kind in WHOLE:
        whole_as(draft, WHOLE[kind], names=found.get("names"))
    elif kind in {"tiles", "kpi cards", "metric cards", "stat cards", "stats"}:
        rows_as(draft, "cards", added=added, title=None, names=found.get("names"))
    else:
        raise Unfulfilled(f'this result has no single figures to show as "{match["kind"]}"')


def figures_named(draft: Draft, names: str | None) -> bool:
    """Tell whether names are of members of one object, and of no rows."""
    if not names or rows_called(draft, names) or rows_meant(draft, names):
        return False
    try:
        return not any(source.rows for source, _ in find_all(draft, names))
    except Unfulfilled:
        return False


def only_rows(draft: Draft) -> bool:
    """Tell whether nothing but rows is known to be in the result."""
    return not any(not source.rows or source.open for source in sources_of(draft))


def rows_as(draft: Draft, kind: str, *, added: bool, title: str | None, names: str | None) -> None:
    """Show rows as a table, cards, a list or a timeline, in place of what shows them now."""
    if not any(source.rows for source in sources_of(draft)):
        look_again(draft)
    if names and stands_for_all(draft, names):
        names = None
    called = rows_called(draft, names) or rows_meant(draft, names) if names else []
    chosen = find_all(draft, names, rows=True) if names and not called else []
    sources = [source for source in sources_of(draft) if source.rows]
    source = chosen[0][0] if chosen else next((one for one in called or sources if one.components), None)
    if source is None:
        raise Unfulfilled(f"this result has no rows to show as {kind}")
    source = next(one for one in sources if one.home == source.home)
    pointers = [name.pointer for _, name in chosen]
    if source.home.startswith("auto "):
        steered_rows(source, kind, pointers, draft, title)
        return
    present_already = [one for one in source.components if one["type"] == kind]
    new = present_already[0] if present_already else made(draft, source, kind, title)
    if pointers:
        narrowed(new, source, pointers)
    if title and present_already and kind != "table":
        props_of(new)["title"] = {"$item": find(draft, title, rows=True)[1].pointer}
    replaced(draft, source, new, added=added)


def steered_rows(source: Source, kind: str, pointers: list[str], draft: Draft, title: str | None) -> None:
    """Tell a component that looks at the data how to show its rows."""
    component = next(one for one in source.components if one["type"] in ADAPTIVE)
    props = adaptive(component)
    props["as"] = kind
    if pointers:
        props["columns"] = [{"key": key} for key in pointers]
        props["only"] = True
    if title:
        props["x"] = find(draft, title, rows=True)[1].pointer


def narrowed(component: Component, source: Source, pointers: list[str]) -> None:
    """Let a table or cards show these members only."""
    prop = {"table": "columns", "cards": "fields"}.get(component["type"])
    if prop is None:
        raise Unfulfilled(f"a {component['type']} shows no single members")
    told = {entry["key"]: entry for entry in props_of(component).get(prop, ())}
    chosen = [told.get(key) or source.entry(key) for key in pointers]
    props_of(component)[prop] = [{k: v for k, v in one.items() if k != "hidden"} for one in chosen]


def replaced(draft: Draft, source: Source, new: Component, *, added: bool) -> None:
    """Put a component in the place of the others of its rows, or beside them."""
    standing = any(new is one for one in draft.components())
    among, index = draft.siblings(source.components[0])
    if not standing:
        among.insert(index + (len(among) if added else 0), new)
        if added and among[-1] is not new:
            among.remove(new)
            among.append(new)
    if added:
        return
    for other in [one for one in source.components if one is not new and one["type"] != "message-list"]:
        removed(draft, other, "nothing would be left")
    if "title" not in new:
        for other in source.components:
            if other["type"] in {"table", "cards", "list"} and "title" in other and other is not new:
                titled = {"type": new["type"], "title": other["title"], "props": props_of(new)}
                new.clear()
                new.update(titled)


def made(draft: Draft, source: Source, kind: str, title: str | None) -> Component:
    """Return a new component of rows, its members those that are known."""
    entries = known_entries(source)
    if kind == "table":
        return {
            "type": "table",
            "props": {"rows": source.expression, **({"columns": entries} if entries else {})},
        }
    head = find(draft, title, rows=True)[1].pointer if title else head_of_rows(source)
    rest = [
        {k: v for k, v in each.items() if k not in {"hidden", "align"}}
        for each in entries
        if each["key"] != head
    ]
    props: dict[str, Any] = {"rows": source.expression, "title": {"$item": head}}
    if kind == "cards":
        return {"type": "cards", "props": {**props, **({"fields": rest} if rest else {})}}
    if kind == "timeline":
        moment = next((key for key, meaning in source.meanings.items() if is_temporal(meaning)), "")
        if not moment:
            raise Unfulfilled("no member is known to be a time, which a timeline needs")
        head = (
            head if head != moment else next((each["key"] for each in rest if each["key"] != moment), moment)
        )
        at = {"rows": source.expression, "at": {"$item": moment}, "title": {"$item": head}}
        return {"type": "timeline", "props": at}
    meta = [{"$item": each["key"]} for each in rest[:3]]
    joined = [part for one in meta for part in (" · ", one)][1:]
    return {"type": "list", "props": {**props, **({"meta": {"$concat": joined}} if joined else {})}}


def known_entries(source: Source) -> list[dict[str, Any]]:
    """Return the members of rows as a table has them, else as the schema knows them."""
    for component in source.components:
        listed = component["props"].get("columns") or component["props"].get("fields")
        if component["type"] in {"table", "cards"} and listed:
            return [each for each in listed if not each.get("hidden")]
    return [source.entry(pointer) for pointer in source.meanings]


def head_of_rows(source: Source) -> str:
    """Return the member that tells one row from another: a name, else the first that is no figure."""
    texts = [key for key, meaning in source.meanings.items() if not meaning.measure]
    named = [key for key in texts if NAMES.search(key)]
    return (named or texts or list(source.names) or [""])[0]


def object_as(
    draft: Draft, kind: str, *, names: str | None, lone: bool = False, beside: bool = False
) -> None:
    """Show one object as figures, or as label and value."""
    if not sources_of(draft):
        look_again(draft)
    sources = [source for source in sources_of(draft) if not source.rows]
    if not sources:
        auto = next((one for one in draft.components(*ADAPTIVE)), None)
        if auto is None:
            raise Unfulfilled("this result has no single members, only rows")
        adaptive(auto)["as"] = kind
        return
    if names and set(words_in(bare(names))) <= words_about(draft) and not said_outright(sources, names):
        names = None
    chosen = find_all(draft, names) if names else []
    source = chosen[0][0] if chosen else sources[0]
    if any(one.home != source.home for one, _ in chosen) or source.rows:
        raise Unfulfilled("these members do not belong to one object")
    keys = [name.pointer for _, name in chosen] or shown_members(source, kind)
    if chosen and kind == "stat-cards" and beside:
        keys = list(dict.fromkeys([*figures_shown(source), *keys]))
    lost = [key for key in figures_shown(source) if key not in keys] if kind == "stat-cards" else []
    new = figures(source, keys) if kind == "stat-cards" else pairs(source, keys)
    source = next(one for one in sources_of(draft) if one.home == source.home)
    among, index = draft.siblings(source.components[0])
    among.insert(index, new)
    for other in source.components:
        if other["type"] in {"stat-cards", "key-value"}:
            left_out(draft, other, keys, path_of_source(source), everything=lone or kind == "key-value")
    if chosen and lost and not lone:
        listed_below(draft, source, new, lost)


def listed_below(draft: Draft, source: Source, new: Component, keys: list[str]) -> None:
    """Keep members that were figures among the properties of their object, below the new figures."""
    home = [one for one in draft.components("key-value") if one["props"].get("of") == source.expression]
    if home and home[0]["props"].get("fields"):
        home[0]["props"]["fields"] += [source.entry(key) for key in keys]
        return
    among, index = draft.siblings(new)
    among.insert(index + 1, pairs(source, keys))


def figures_shown(source: Source) -> list[str]:
    """Return the members of an object that stat cards show already."""
    stats = [stat for one in source.components for stat in one.get("props", {}).get("stats", ())]
    parents = [parent for stat in stats if (parent := stat_parent(stat))]
    return [pointer for home, pointer in parents if home == path_of_source(source)]


def shown_members(source: Source, kind: str) -> list[str]:
    """Return the members that a presentation of one object takes: figures first, all where there are none."""
    keys = list(source.meanings) or list(source.names)
    figures_ = [key for key in keys if source.meaning(key).measure]
    return (figures_ or keys)[:8] if kind == "stat-cards" else keys


def figures(source: Source, keys: list[str]) -> Component:
    """Return stat cards of these members."""
    base = source.expression["$path"]
    stats = []
    for key in keys:
        meaning = source.meaning(key)
        known = told_stat(source, key)
        stat = known or {"label": meaning.label, "value": {"$path": base + key}}
        stats.append({**stat, **({"format": meaning.alone} if meaning.alone and not known else {})})
    return {"type": "stat-cards", "props": {"stats": stats}}


def told_stat(source: Source, key: str) -> dict[str, Any] | None:
    """Return the stat that shows a member now."""
    stats = [stat for one in source.components for stat in one.get("props", {}).get("stats", ())]
    path = source.expression["$path"] + key
    return next((stat for stat in stats if stat["value"] == {"$path": path}), None)


def pairs(source: Source, keys: list[str]) -> Component:
    """Return label and value of these members."""
    return {
        "type": "key-value",
        "props": {"of": source.expression, "fields": [source.entry(key) for key in keys]},
    }


def left_out(draft: Draft, component: Component, keys: list[str], home: str, *, everything: bool) -> None:
    """Take from a component what another shows now; the component goes when nothing is left."""
    props = props_of(component)
    others = [stat for stat in props.get("stats", ()) if (stat_parent(stat) or ("", ""))[0] != home]
    if others:
        props["stats"] = others
        return
    fields = [each for each in props.get("fields", ()) if each["key"] not in keys]
    if everything or "stats" in props or not fields:
        removed(draft, component, "nothing would be left")
    else:
        props["fields"] = fields


def stands_for_whole(draft: Draft, said: str) -> bool:
    """Tell whether what is named is the result as a whole, by what it is about."""
    words_ = set(words_in(bare(said)))
    if said_outright(sources_of(draft), said):
        return False
    return bool(words_) and words_ <= words_about(draft) | {"result", "output", "answer", "data", "response"}


def whole_as(draft: Draft, kind: str, *, names: str | None) -> None:
    """Show the whole result, or one member of it, as a tree or as text."""
    if names and not (kind == "tree" and stands_for_whole(draft, names)):
        raise Unfulfilled(f'say "show it as {kind}" for the whole result')
    old = draft.result[0].get("props", {}).get("of") if len(draft.result) == 1 else None
    of = old if isinstance(old, dict) else {"$path": "/result"}
    new: Component = {"type": kind, "props": {"of": of}}
    draft.result[:] = [new if kind != "auto" else {"type": "auto"}]
