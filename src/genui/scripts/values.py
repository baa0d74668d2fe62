"""What an expression may come to, as far as that can be told without running it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Union

from genui.scripts.tree import Node

Plain = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Const:
    """A text, number, boolean, null or undefined that is known."""

    value: Plain


@dataclass(frozen=True, slots=True)
class Thing:
    """Something of the browser's, by the name under which rules know it: `window`, `document.write`."""

    name: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function or class of the script."""

    node: Node


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """An object, array, set or map of the script: what its members may be."""

    members: Mapping[str | int, "Value"]
    others: "Value | None" = None
    """What members that are not listed may be; None where there are no others."""

    @property
    def entries(self) -> "list[Value]":
        """What any of its members may be."""
        return [*self.members.values(), *([] if self.others is None else [self.others])]


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair of name and value out of `Object.entries`, of any member of this object."""

    owner: "Value"


@dataclass(frozen=True, slots=True)
class Joined:
    """A text put together from these, in this order."""

    parts: "tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Escaped:
    """Text of a result in which these characters were replaced by entities."""

    characters: frozenset[str]


@dataclass(frozen=True, slots=True)
class Either:
    """One of these."""

    options: "tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class Unsure:
    """Something that is not known, of a kind that is."""

    kind: str


Value = Union[Const, Thing, Function, Record, Entry, Joined, Escaped, Either, Unsure]  # noqa: UP007

UNKNOWN = Unsure("unknown")
DATA = Unsure("data")
"""What came from a tool's result or arguments, or was made from that."""
NUMBER = Unsure("number")
"""A number, boolean, date or colour part: nothing that could be markup."""
ELEMENT = Unsure("element")
"""An element of the page."""
LOCAL_URL = Unsure("local-url")
"""A blob: or data: URL that the page made itself."""
CHECKED_URL = Unsure("checked-url")
"""Data whose scheme was looked at: fit for a link, and data everywhere else."""
CODED = Unsure("coded")
"""Text made of numbers, or taken out of another text, by what nobody can read."""

UNDEFINED = Const(None)

MOST_OPTIONS = 12
MOST_TEXTS = 60
"""Options that are kept where all are constant: the texts of a page's templates."""


def options_of(value: Value) -> tuple[Value, ...]:
    """Return what a value may be."""
    return value.options if isinstance(value, Either) else (value,)


def either(values: Iterable[Value]) -> Value:
    """Return a value that may be any of these; one that is not known where there are none, or too many."""
    found = tuple(dict.fromkeys(option for value in values for option in options_of(value)))
    if len(found) <= 1:
        return found[0] if found else UNKNOWN
    if len(found) > (MOST_TEXTS if all(isinstance(one, Const) for one in found) else MOST_OPTIONS):
        # Of many values rules still have to see what is dangerous, and the members of every object.
        records = [one for one in found if isinstance(one, Record)]
        kept = [one for one in found if isinstance(one, Thing) or one == DATA or isinstance(one, Joined)]
        return Either((UNKNOWN, *([merged(records)] if records else []), *kept[:MOST_OPTIONS]))
    return Either(found)


def merged(records: list[Record]) -> Record:
    """Return one object that has the members of all of these."""
    keys = dict.fromkeys(key for record in records for key in record.members)
    others = [record.others for record in records if record.others is not None]
    return Record(
        {key: either(one.members[key] for one in records if key in one.members) for key in keys},
        either(others) if others else None,
    )


def has_data(value: Value, *, depth: int = 6) -> bool:
    """Tell whether a value may hold what came from a result."""
    inner: Iterable[Value] = ()
    match value:
        case Unsure():
            return value in (DATA, CHECKED_URL)
        case Either(found) | Joined(found):
            inner = found
        case Record():
            inner = value.entries
        case Entry(owner):
            inner = (owner,)
    return depth > 0 and any(has_data(one, depth=depth - 1) for one in inner)


def things_in(value: Value) -> tuple[str, ...]:
    """Return the names of the browser's things that a value may be."""
    return tuple(one.name for one in options_of(value) if isinstance(one, Thing))


def text_of(value: Value) -> str | None:
    """Return the text that a constant becomes where text is wanted."""
    if not isinstance(value, Const):
        return None
    plain = value.value
    if plain is None or isinstance(plain, bool):
        return {None: "undefined", True: "true", False: "false"}[plain]
    return str(int(plain)) if isinstance(plain, float) and plain.is_integer() else str(plain)


def joined(*values: Value) -> Value:
    """Return the text of values put together, folded as far as they are constant."""
    parts: list[Value] = []
    for value in values:
        for part in value.parts if isinstance(value, Joined) else (value,):
            text = text_of(part)
            last = parts[-1] if parts else None
            if text is not None and isinstance(last, Const) and isinstance(last.value, str):
                parts[-1] = Const(last.value + text)
            else:
                parts.append(part if text is None else Const(text))
    return parts[0] if len(parts) == 1 else Joined(tuple(parts))


def added(values: list[Value]) -> Value:
    """Return what `+` makes of values."""
    numeric = [one for one in values if isinstance(one, Const) and type(one.value) in (int, float)]
    return NUMBER if len(numeric) + values.count(NUMBER) == len(values) else joined(*values)


def entry_of(value: Value) -> Value:
    """Return what an entry of an array, or of what is iterated, may be."""
    options = options_of(value)
    listed = [entry for one in options if isinstance(one, Record) for entry in one.entries or [UNKNOWN]]
    others = [DATA if has_data(one) else UNKNOWN for one in options if not isinstance(one, Record)]
    return either([*listed, *others])


def keys_of(value: Value) -> Value:
    """Return what a member's name may be: of an object literal, those that it has."""
    options = options_of(value)
    listed = [Const(str(key)) for one in options if isinstance(one, Record) for key in one.members]
    others = [one.others if isinstance(one, Record) else one for one in options]
    return either([*listed, *(DATA if has_data(one) else UNKNOWN for one in others if one is not None)])


WINDOWS = frozenset({"window", "self", "globalThis", "frames"})
"""Names of the global object."""

LEADING = {
    **dict.fromkeys(("defaultView", "contentWindow", "parentWindow"), "window"),
    **dict.fromkeys(("ownerDocument", "contentDocument", "document"), "document"),
}
"""Members that lead to the window or a document from whatever has them."""

EVENTS = ("event", "message", "window-event")
MEMBERS_OF_THINGS: Mapping[tuple[str, str | int | None], Value] = {
    **{(event, "view"): Thing("window") for event in EVENTS},
    **{("window-event", key): Thing("window") for key in ("currentTarget", "target", "srcElement")},
    ("message", "source"): Thing("parent"),
    ("message", "data"): DATA,
    ("document", "location"): Thing("location"),
    # The prototype of an interface has the methods of the one thing of its kind that a page has.
    **{(name, "prototype"): Thing(name.lower()) for name in ("Document", "Navigator", "Location", "History")},
    ("constructor", "constructor"): Thing("Function"),
    ("function-prototype", "constructor"): Thing("Function"),
}
"""What certain members of the browser's things are; of others the name says it."""

SELF = frozenset({"call", "apply", "bind"})
"""Members of a function that lead back to it."""


def one_member(value: Value, key: str | int | None) -> Value:
    """Return what a member of one value is, as far as the value says; key None: any member."""
    match value:
        case Thing(name):
            return thing_member(name, key)
        case Record(members, others):
            if key is None:
                return either(value.entries)
            if key in members:
                return members[key]
            if key not in ("constructor", "length", "size"):
                return UNDEFINED if others is None else others
        case Entry(owner) if key in (0, 1):
            return entry_of(owner) if key else keys_of(owner)
        case Function(_) if key in ("constructor", "__proto__", "prototype"):
            return Thing("Function" if key == "constructor" else "function-prototype")
    if key == "constructor":
        return either((Thing("constructor"), *((DATA,) if has_data(value) else ())))
    if has_data(value) and key != "length":
        return DATA
    return Thing(LEADING[str(key)]) if key in LEADING else NUMBER if key in ("length", "size") else UNKNOWN


def thing_member(name: str, key: str | int | None) -> Value:
    """Return a member of something of the browser's."""
    if name in WINDOWS:
        if isinstance(key, int):
            return Thing("parent")
        return Thing("window[?]" if key is None else "window" if key in WINDOWS else key)
    if (name, key) in MEMBERS_OF_THINGS:
        return MEMBERS_OF_THINGS[name, key]
    if key in SELF:
        return Thing(name)
    if key in LEADING:
        return Thing(LEADING[str(key)])
    if key == "constructor":
        return Thing("Function" if name[:1].isupper() else "constructor")
    return NUMBER if key == "length" else Thing(f"{name}[?]" if key is None else f"{name.rstrip('*.')}.{key}")
