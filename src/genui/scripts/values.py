"""What an expression may come to, as far as that can be told without running it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Union

from genui.scripts.tree import Node

Plain = str | int | float | bool | None

# Values are never changed; dataclasses that forbid it take four times as long to make.


@dataclass(slots=True, unsafe_hash=True)
class Const:
    """A text, number, boolean, null or undefined that is known."""

    value: Plain


@dataclass(slots=True, unsafe_hash=True)
class Thing:
    """Something of the browser's, by the name under which rules know it: `window`, `document.write`."""

    name: str


@dataclass(slots=True, unsafe_hash=True)
class Function:
    """A function of the script."""

    node: Node


@dataclass(slots=True, unsafe_hash=True)
class Record:
    """An object literal: what its members may be."""

    members: Mapping[str, "Value"] = field(hash=False)
    whole: bool
    """False where it may have others."""


@dataclass(slots=True, unsafe_hash=True)
class Items:
    """An array whose entries are known one by one."""

    entries: "tuple[Value, ...]"


@dataclass(slots=True, unsafe_hash=True)
class Many:
    """An array of any number of such entries."""

    entry: "Value"


@dataclass(slots=True, unsafe_hash=True)
class Joined:
    """A text put together from these, in this order."""

    parts: "tuple[Value, ...]"


@dataclass(slots=True, unsafe_hash=True)
class Either:
    """One of these."""

    options: "tuple[Value, ...]"


@dataclass(slots=True, unsafe_hash=True)
class Unsure:
    """Something that is not known, of a kind that is."""

    kind: str


Value = Union[Const, Thing, Function, Record, Items, Many, Joined, Either, Unsure]  # noqa: UP007

UNKNOWN = Unsure("unknown")
DATA = Unsure("data")
"""What came from a tool's result or arguments, or was made from that."""
NUMBER = Unsure("number")
"""A number, boolean, date or colour part: nothing that could be markup."""
ESCAPED = Unsure("escaped")
"""Text whose `<`, `&` and quotes were replaced."""
ELEMENT = Unsure("element")
"""An element of the page."""
LOCAL_URL = Unsure("local-url")
"""A blob: or data: URL that the page made itself."""
CHECKED_URL = Unsure("checked-url")
"""Data whose scheme was looked at: fit for a link, and data everywhere else."""
CODED = Unsure("coded")
"""Text made of numbers, or taken out of another text, by what nobody can read."""

UNDEFINED = Const(None)
SMALL = frozenset({Const, Thing, Unsure})
MOST_OPTIONS = 12
MOST_TEXTS = 60
"""Options that are kept where all are constant: the texts of a page's templates."""


def options_of(value: Value) -> tuple[Value, ...]:
    """Return what a value may be."""
    return value.options if type(value) is Either else (value,)


def either(values: Iterable[Value]) -> Value:
    """Return a value that may be any of these."""
    some = [*values]
    if len(some) == 1:
        return some[0]
    flat: dict[object, Value] = {}
    for value in some:
        for option in value.options if type(value) is Either else (value,):
            # Large values are told apart by identity: hashing them would cost more than it saves.
            flat[option if type(option) in SMALL else id(option)] = option
    if len(flat) > MOST_OPTIONS and not (len(flat) <= MOST_TEXTS and all(type(one) is Const for one in flat)):
        records = [one for one in flat.values() if isinstance(one, Record)]
        others = [one for one in flat.values() if not isinstance(one, Record)]
        kept = [one for one in others if isinstance(one, Thing) or has_data(one)]
        one_record = (merged(records),) if records else ()
        return Either((UNKNOWN, *one_record, *kept[:MOST_OPTIONS]))
    found = tuple(flat.values())
    return found[0] if len(found) == 1 else Either(found) if found else UNKNOWN


def merged(records: "list[Record]") -> Record:
    """Return one object that has the members of all of these: widened by member, none is forgotten."""
    members: dict[str, list[Value]] = {}
    for record in records:
        for name, value in record.members.items():
            members.setdefault(name, []).append(value)
    return Record(
        {name: either(values) for name, values in members.items()}, all(record.whole for record in records)
    )


def has_data(value: Value, *, depth: int = 6) -> bool:
    """Tell whether a value may hold what came from a result."""
    kind = type(value)
    if kind in SMALL:
        return value in (DATA, CHECKED_URL)
    if depth == 0 or kind is Function:
        return False
    inner: Iterable[Value] = ()
    match value:
        case Either(options):
            inner = options
        case Joined(parts) | Items(parts):
            inner = parts
        case Many(entry):
            inner = (entry,)
        case Record(members, _):
            inner = members.values()
    return any(has_data(one, depth=depth - 1) for one in inner)


def things_in(value: Value) -> tuple[str, ...]:
    """Return the names of the browser's things that a value may be."""
    if type(value) is Either:
        return tuple([one.name for one in value.options if type(one) is Thing])
    return (value.name,) if type(value) is Thing else ()


def text_of(value: Value) -> str | None:
    """Return the text that a constant becomes where text is wanted."""
    if not isinstance(value, Const):
        return None
    plain = value.value
    if isinstance(plain, str):
        return plain
    if plain is None:
        return "undefined"
    if isinstance(plain, bool):
        return "true" if plain else "false"
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
