"""Where the members of a JSON text lie, so that a few can be changed and every other byte stays."""

import json
from collections.abc import Iterable, Mapping, Sequence

# The standard library's own, which its scanner in Python uses: they take what reads each member.
from json.decoder import WHITESPACE, JSONArray, JSONObject  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from genui.serve.messages import dumped

scan = json.JSONDecoder().raw_decode
"""Decodes the value that begins at a position of a text, or raises a ValueError."""


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
    start = WHITESPACE.match(text, at).end()
    if text.startswith("{", start):
        members, end = JSONObject((text, start + 1), True, spanned, None, None)  # noqa: FBT003
        if path and path[0] in members:
            members[path[0]] = outline(text, members[path[0]].start, path[1:])
        return Span(members, start, end)
    if text.startswith("[", start):
        items, end = JSONArray((text, start + 1), spanned)
        return Span(items, start, end)
    return spanned(text, start)[0]


def spanned(text: str, at: int) -> tuple[Span, int]:
    """Decode the value that begins at `at`, whole; return it with its span, and where it ends."""
    value, end = scan(text, at)
    return Span(value, at, end), end


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
