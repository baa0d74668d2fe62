"""Canonical JSON and the digests made from it, the same on every machine."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def canonical_json(value: Any) -> str:
    """Serialize a JSON value with sorted keys at every depth, no white space, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def compact_json(value: Any) -> str:
    """Serialize a JSON value with its members in the order given, no white space, ASCII only."""
    return json.dumps(value, separators=(",", ":"))


def pretty_json(value: Any) -> bytes:
    """Serialize a JSON value for reviewers: two spaces, members in the order given, LF at the end.

    Lone surrogates cannot be UTF-8, so a value that holds one is written in ASCII.
    """
    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2, ensure_ascii=True) + "\n").encode()


def parsed(text: str | bytes) -> Any:
    """Read a JSON value; None where the text is none, or nests too deep."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal, as RFC 6902 and JSON Schema have it: 1 is 1.0, never true."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def digest(value: Any) -> str:
    """Return the sha256, in hex, of a JSON value's canonical form."""
    return sha256(canonical_json(value).encode())


def sha256(data: bytes) -> str:
    """Return the sha256 of bytes in hex."""
    return hashlib.sha256(data).hexdigest()
