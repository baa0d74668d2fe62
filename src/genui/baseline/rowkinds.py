"""Rows that are more than a table: a conversation, events along time, what depends on what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genui.baseline.meaning import entry_of, is_scalar, meaning_of
from genui.baseline.namewords import IDENTIFIERS
from genui.baseline.patterns import words_in
from genui.expressions import pointer_of
from genui.model import Json
from genui.roles import role_of, shared
from genui.schema import Member, declared_types, entries, members

NAMES: Mapping[str, Sequence[str]] = {part: names.split() for part, names in shared("rowkinds.json").items()}
"""How members of rows of a kind are called, best first; templates/runtime/rowkinds.js reads the same."""

CONVERSATIONS = frozenset(
    {
        *("messages", "message", "chat", "conversation", "thread", "transcript", "comments", "dialog"),
        *("dialogue", "turns", "replies", "utterances", "chats", "conversations"),
    }
)

TIMES = ("time", "when", "sent", "date")

EVENTS = frozenset(
    {
        *("events", "history", "timeline", "log", "logs", "activity", "activities", "audit", "changes"),
        *("milestones", "updates", "commits", "journal", "changelog", "feed", "happenings", "entries"),
    }
)
MOST_BESIDE = 4
"""Members beside a moment and words about it that an event may have."""

MOST_FIGURES = 3
"""Numbers of an event that somebody caused or that has a text; its table tells them."""

AGENDAS = frozenset(
    {"meetings", "appointments", "bookings", "slots", "shifts", "schedule", "calendar", "agenda"}
)

MOST_OF_HIT = 7
"""Members of a search hit or a task that fit below its title; rows of more are a table."""

ENDS = tuple(
    (f"{first}{tail}", f"{last}{tail}")
    for first, last in (("from", "to"), ("source", "target"), ("src", "dst"), ("parent", "child"))
    for tail in ("", "_id", "_node")
)
"""How the ends of an edge are called."""
KINDS_OF_EDGE = frozenset(
    {"label", "relation", "relationship", "relation_type", "relationship_type", "predicate"}
)
"""How the words at an edge are called, among others that templates/runtime/tree.js reads."""
NAMED_BY = ("id", "key", "name", "label")
DRAWN = frozenset({"label", "title", "name", "status", "state"})
NEEDS = frozenset(
    {
        *("needs", "depends_on", "dependencies", "requires", "prerequisites", "predecessors", "blocked_by"),
        "after",
    }
)
"""Members of a node that name the nodes before it: templates/runtime/tree.js reads the same."""
SURE_NEEDS = frozenset({"depends_on", "prerequisites", "predecessors", "blocked_by"})
"""Those that make nodes of any rows."""


Told = tuple[str, dict[str, Any], bool]
"""A component, its props but the rows, and whether these tell every member."""

Named = Mapping[str, Member]
"""The members of rows by the words of their names."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Rows that are nodes, and the rows that are the edges between them: the same where nodes name others."""

    nodes: str
    edges: str
    told: bool
    """The picture tells all that the nodes say."""
    edges_told: bool
    """The picture tells all that the edges say."""


def told_rows(found: Sequence[Member], name: str, root: Json) -> Told | None:
    """Return what rows are shown as, None for a table."""
    words = words_in(name)
    last = words.rpartition("_")[2]
    named = {words_in(one.name): one for one in found}
    if words in CONVERSATIONS or last in CONVERSATIONS:
        return _conversation(found, named, root)
    return (
        _agenda(found, named, _is_time if last in EVENTS | AGENDAS else _is_moment)
        or (_events(found, named, root) if words in EVENTS or last in EVENTS else None)
        or _hits(found, named)
        or _checklist(found, named)
    )


def _agenda(found: Sequence[Member], named: Named, is_time: Callable[[Member], bool]) -> Told | None:
    """Return what has a title, a start and an end as an agenda: who and where below the title."""
    start, end = (_first(named, names, is_time) for names in (NAMES["starts"], NAMES["stops"]))
    title = _first(named, NAMES["happenings"], _is_text)
    if start is None or end is None or title is None:
        return None
    roles = {one.name: role_of(words_in(one.name).replace("_", " "), "text")["role"] for one in found}
    aside = [one for one in found if roles[one.name] in {"place", "person"} and _is_text(one)]
    props = {"at": _item(start), "until": _item(end), "title": _item(title), **_beside(aside, {})}
    return "timeline", props, False


def _is_time(member: Member) -> bool:
    return _is_text(member) or _is_moment(member)


def _hits(found: Sequence[Member], named: Named) -> Told | None:
    """Return what search engines answer as lines: a title, a text below it, its address and the rest."""
    title, text = _first(named, NAMES["titles"], _is_text), _first(named, NAMES["snippets"], _is_text)
    link = _first(named, NAMES["addresses"], _is_text)
    if title is None or text is None or link is None or len(found) > MOST_OF_HIT:
        return None
    others = [one for one in found if one not in (title, text, link)]
    if not all(is_scalar(one.schema) for one in others):
        return None
    fields = [_field(link, ""), *(_field(one, meaning_of(one.name, one.schema).label) for one in others)]
    return "list", {"title": _item(title), "href": _item(link), "body": _item(text), "fields": fields}, True


def _checklist(found: Sequence[Member], named: Named) -> Told | None:
    """Return tasks that are done or not as lines with boxes, what else is known of them below."""
    done, title = _first(named, NAMES["done"], _is_flag), _first(named, NAMES["tasks"], _is_text)
    others = [one for one in found if one not in (done, title)]
    if (
        done is None
        or title is None
        or len(found) > MOST_OF_HIT
        or not all(is_scalar(one.schema) for one in others)
    ):
        return None
    others.sort(key=lambda one: words_in(one.name).rpartition("_")[2] in IDENTIFIERS)
    fields = [_field(one, meaning_of(one.name, one.schema).label) for one in others]
    return "list", {"title": _item(title), "done": _item(done), "fields": fields}, True


def _is_flag(member: Member) -> bool:
    return declared_types(member.schema) == frozenset({"boolean"})


def _field(member: Member, label: str) -> dict[str, Any]:
    entry = entry_of(pointer_of(member.name), label, meaning_of(member.name, member.schema).format)
    return entry if label else {name: value for name, value in entry.items() if name != "label"}


def _conversation(found: Sequence[Member], named: Named, root: Json) -> Told | None:
    text = _first(named, NAMES["sayings"], _is_text)
    who = _speaker(named, root)
    if text is None or who is None or "subject" in named:
        return None
    role, spoken = who
    when = next((one for one in found if _is_moment(one)), None) or _first(named, TIMES, _is_text)
    at = {"at": _item(when)} if when else {}
    used = {text.name, *spoken, *({when.name} if when else set())}
    props = {"role": role, "text": _item(text), **at}
    return "message-list", props, all(one.name in used for one in found)


def _speaker(named: Named, root: Json) -> tuple[Json, set[str]] | None:
    """Return who speaks, as an expression, and the members that it tells whole."""
    role = _first(
        named, (*NAMES["people"], "name"), lambda one: _is_text(one) or bool(members(one.schema, root))
    )
    if role is None:
        return None
    if not _is_text(role):
        inner = {words_in(one.name): one for one in members(role.schema, root)}
        name = _first(inner, NAMES["names"], _is_text)
        told = {role.name} if len(inner) == 1 else set()
        return ({"$item": pointer_of(role.name) + pointer_of(name.name)}, told) if name else None
    name = _first(named, NAMES["names"], _is_text)
    if name is None or name is role:
        return _item(role), {role.name}
    both = {"$concat": [_item(name), " · ", _item(role)]}
    return {"$if": _item(name), "then": both, "else": _item(role)}, {role.name, name.name}


def _events(found: Sequence[Member], named: Named, root: Json) -> Told | None:
    moments = [one for one in found if _is_moment(one)]
    title = _first(named, NAMES["happenings"], _is_text)
    if len(moments) != 1 or title is None:
        return None
    body = _first({name: one for name, one in named.items() if one is not title}, NAMES["bodies"], _is_text)
    people = {one.name: name for one in found if (name := _person(one, root))}
    figures = [one for one in found if meaning_of(one.name, one.schema).measure]
    aside = [*moments, title, body, *figures]
    others = [one for one in found if one not in aside and one.name not in people]
    graded = any(words_in(one.name) in {"level", "severity", "priority"} for one in others)
    told_by = bool(people or body)
    if len(figures) > (MOST_FIGURES if told_by else 0) or len(others) > MOST_BESIDE or graded:
        return None
    if not all(is_scalar(one.schema) and not meaning_of(one.name, one.schema).measure for one in others):
        return None
    words: Json = {"$concat": [_item(title), "\n", _item(body)]} if body else _item(title)
    # Those of which another is the short form are left out: sha beside short_sha.
    names = [words_in(one.name) for one in others]
    told = [one for one, name in zip(others, names, strict=True) if f"short_{name}" not in names]
    props = {"at": _item(moments[0]), "title": words, **_beside(told, people)}
    return "timeline", props, False


def _person(member: Member, root: Json) -> Json:
    """Return the name of the person that an object is, {} where it is none."""
    inner = {words_in(one.name): one for one in members(member.schema, root)}
    name = _first(inner, NAMES["names"], _is_text) if words_in(member.name) in NAMES["people"] else None
    return {"$item": pointer_of(member.name) + pointer_of(name.name)} if name else {}


def _beside(others: Sequence[Member], people: Mapping[str, Json]) -> dict[str, Any]:
    """Return the small print of an event: people, then its texts, those first that are always there."""
    texts = sorted(filter(_is_text, others), key=lambda one: not _is_sure(one))
    told = [(name, True) for name in people.values()] + [(_item(one), _is_sure(one)) for one in texts]
    if len(told) < 2:
        return {"meta": told[0][0]} if told else {}
    parts: list[Json] = [told[0][0]]
    for item, sure in told[1:]:
        dotted = [" · ", item]
        parts += dotted if sure else [{"$if": item, "then": {"$concat": dotted}, "else": ""}]
    return {"meta": {"$concat": parts}}


def _is_sure(member: Member) -> bool:
    return member.required and not member.nullable


def graph_in(found: Sequence[Member], root: Json) -> Graph | None:
    """Return the graph among the members of an object, None where there is none for sure."""
    rows = {one.name: _row_names(one, root) for one in found}
    edges = next((one for one in found if _are_edges(one, root)), None)
    for one in found:
        named = rows[one.name]
        known = words_in(one.name) in NAMES["nodes"]
        if one is edges or not (set(NAMED_BY) & named or (edges and _are_words(one, root))):
            continue
        # Edges may be so named that any named rows beside them are their nodes.
        paired = edges is not None and words_in(edges.name) in {"edges", "arcs", "dependencies"}
        if edges and (known or (paired and words_in(one.name) not in NAMES["edges"])):
            said = {words_in(name) for name in rows[edges.name]}
            ends = next((set(pair) for pair in ENDS if set(pair) <= said), set())
            told = named <= {"id", *DRAWN} and len(named & {"id", "key", "label", "title", "name"}) <= 1
            edges_told = len(said - ends) < 2 and said <= ends | KINDS_OF_EDGE
            return Graph(one.name, edges.name, told, edges_told)
        if not edges and _has_needs(one, NEEDS if known else SURE_NEEDS, root):
            return Graph(one.name, one.name, told=False, edges_told=True)
    return None


def _row_names(member: Member, root: Json) -> frozenset[str]:
    inner = entries(member.schema, root)
    return frozenset(one.name for one in members(inner, root)) if inner is not None else frozenset()


def _are_words(member: Member, root: Json) -> bool:
    inner = entries(member.schema, root)
    return inner is not None and declared_types(inner) == frozenset({"string"})


def _are_edges(member: Member, root: Json) -> bool:
    if words_in(member.name) not in NAMES["edges"]:
        return False
    inner = entries(member.schema, root)
    plain = {
        words_in(one.name)
        for one in members(inner or {}, root)
        if (declared_types(one.schema) or frozenset({"object"})) <= {"string", "integer"}
    }
    return any(set(pair) <= plain for pair in ENDS)


def _has_needs(member: Member, needs: frozenset[str], root: Json) -> bool:
    inner = entries(member.schema, root)
    found = members(inner, root) if inner is not None else ()
    return any(words_in(one.name) in needs and _are_words(one, root) for one in found)


def _first(
    named: Mapping[str, Member], wanted: Sequence[str], fits: Callable[[Member], bool]
) -> Member | None:
    return next((named[name] for name in wanted if name in named and fits(named[name])), None)


def _item(member: Member) -> dict[str, Any]:
    return {"$item": pointer_of(member.name)}


def _is_text(member: Member) -> bool:
    return declared_types(member.schema) == frozenset({"string"})


def _is_moment(member: Member) -> bool:
    meaning = meaning_of(member.name, member.schema)
    return meaning.format in ("date", "datetime") or words_in(member.name) in {"timestamp", "ts", "datetime"}
