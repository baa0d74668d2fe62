"""Where the members of a JSON text lie, so that a few can be changed and every other byte stays."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from genui.serve.messages import dumped

SPACE = " \t\n\r"
PIECE = 256
scan = json.JSONDecoder().raw_decode
"""Decodes a text that is one JSON value, or raises a ValueError."""


class Span(NamedTuple):
    """A value and where its text lies. Outlined objects and arrays hold spans as values."""

    value: Any
    start: int
    end: int


class Edit(NamedTuple):
    """A stretch of text, maybe an empty one, and what takes its place."""

    start: int
    end: int
    text: str


def outline(text: str, at: int = 0, path: Sequence[str] = ()) -> Span:
    """Decode the value at `at`, keeping the spans of its members, and of those along the path.

    An object becomes `{name: Span}`, an array `[Span]`; members off the path are decoded as usual.

    Raises:
        ValueError: The text is not JSON.
    """
    start = after_space(text, at)
    if text.startswith("{", start):
        return outline_object(text, start, path)
    if text.startswith("[", start):
        return outline_array(text, start)
    return decode(text, start)


def outline_object(text: str, start: int, path: Sequence[str]) -> Span:
    """Outline an object whose brace stands at `start`."""
    members: dict[str, Span] = {}
    at = after_space(text, start + 1)
    more = not text.startswith("}", at)
    while more:
        name, at = scan(text, expect(text, at, '"') - 1)
        at = after_space(text, expect(text, after_space(text, at), ":"))
        inner = path[1:] if path and name == path[0] else None
        members[name] = outline(text, at, inner) if inner is not None else decode(text, at)
        more, at = next_member(text, members[name].end, "}")
    return Span(members, start, at + 1)


def outline_array(text: str, start: int) -> Span:
    """Outline an array whose bracket stands at `start`."""
    items: list[Span] = []
    at = after_space(text, start + 1)
    more = not text.startswith("]", at)
    while more:
        items.append(decode(text, at))
        more, at = next_member(text, items[-1].end, "]")
    return Span(items, start, at + 1)


def decode(text: str, at: int) -> Span:
    """Decode the value that begins at `at`, whole."""
    value, end = scan(text, at)
    return Span(value, at, end)


def next_member(text: str, at: int, close: str) -> tuple[bool, int]:
    """Tell whether another member follows, and where it begins or the closing mark stands."""
    at = after_space(text, at)
    if text.startswith(close, at):
        return False, at
    return True, after_space(text, expect(text, at, ","))


def after_space(text: str, at: int) -> int:
    """Return the position after white space."""
    if text[at : at + 1] > " ":
        return at
    while piece := text[at : at + PIECE]:
        left = piece.lstrip(SPACE)
        at += len(piece) - len(left)
        if left:
            break
    return at


def expect(text: str, at: int, mark: str) -> int:
    """Return the position after a mark that has to stand here."""
    if not text.startswith(mark, at):
        raise ValueError("malformed JSON")
    return at + 1


def added(target: Span, members: Mapping[str, Any]) -> Edit:
    """Return the edit that adds members at the end of an object."""
    texts = ",".join(f"{dumped(name)}:{dumped(value)}" for name, value in members.items())
    return Edit(target.end - 1, target.end - 1, f",{texts}" if target.value else texts)


def appended(target: Span, items: Sequence[Any]) -> Edit:
    """Return the edit that appends items to an array."""
    texts = ",".join(map(dumped, items))
    return Edit(target.end - 1, target.end - 1, f",{texts}" if target.value and items else texts)


def merged(text: str, target: Span, patch: Mapping[str, Any]) -> list[Edit]:
    """Return the edits that merge a patch into an object, as RFC 7396 does but for removals.

    Members that the patch does not name keep every byte: numbers in any spelling, duplicates, white space.
    """
    missing = {name: value for name, value in patch.items() if name not in target.value}
    edits = [added(target, missing)] if missing else []
    members = outline(text, target.start).value if len(missing) < len(patch) else {}
    for name in patch.keys() - missing.keys():
        value, member = patch[name], members[name]
        if isinstance(value, dict) and isinstance(member.value, dict):
            edits += merged(text, member, value)
        else:
            edits.append(replaced(member, dumped(value)))
    return edits


def patched(line: bytes, patch: Mapping[str, Any]) -> bytes:
    """Return a line that holds an object with a patch merged into it."""
    text = line.decode("utf-8", "surrogateescape")
    return edited(text, merged(text, outline(text), patch)).encode("utf-8", "surrogateescape")


def replaced(target: Span, text: str) -> Edit:
    """Return the edit that puts another text in a value's place."""
    return Edit(target.start, target.end, text)


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Carry out edits that do not overlap."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits):
        parts += (text[at:start], new)
        at = end
    return "".join([*parts, text[at:]])
