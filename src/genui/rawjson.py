"""JSON as `json` reads and writes it, by the C code beneath: the package around that loads `re` and `enum`.

Those take longer to load than an upstream takes to start. Where the C code is missing, `json` does the work.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Reading:
    """What the scanner wants to be told: the same as json.JSONDecoder tells it."""

    strict = True
    object_hook = object_pairs_hook = array_hook = None
    parse_float, parse_int = float, int
    parse_constant = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}.__getitem__


def unwritable(value: "Any") -> "Any":
    """Refuse a value that is no JSON."""
    raise TypeError(f"{type(value).__name__} is no JSON")


def writer(*, sort: bool) -> "Callable[[Any], str]":
    """Return what writes a value compact and in ASCII."""
    settings = (None, ":", ",", sort, False, True)
    encode = make_encoder(None, unwritable, quoted, *settings)

    def write(value: "Any") -> str:
        return "".join(encode(value, 0))

    return write


try:
    if TYPE_CHECKING or hasattr(sys, "gettotalrefcount"):  # a debug build ends on that SystemError
        raise ImportError  # noqa: TRY301 - what type checkers see is `json` itself
    from _json import encode_basestring_ascii as quoted
    from _json import make_encoder, make_scanner

    scan_once = make_scanner(Reading)
    compact, canonical = writer(sort=False), writer(sort=True)
    if scan_once(compact([1, {"a": None}]), 0) != ([1, {"a": None}], 14):
        raise ImportError  # noqa: TRY301
except (ImportError, AttributeError, TypeError):
    from json import JSONDecoder, JSONEncoder
    from json.encoder import encode_basestring_ascii as quoted

    scan_once = getattr(JSONDecoder(), "scan_once")  # noqa: B009 - it is there, and no stub tells so
    compact = JSONEncoder(separators=(",", ":")).encode
    canonical = JSONEncoder(separators=(",", ":"), sort_keys=True).encode

__all__ = ["canonical", "compact", "loads", "quoted", "scan"]


def scan(text: str, at: int = 0) -> "tuple[Any, int]":
    """Decode the value that begins at `at`; return it and where it ends.

    Raises:
        ValueError: There is none.
    """
    try:
        found: tuple[Any, int] = scan_once(text, at)
    except (StopIteration, SystemError):  # up to 3.11 it finds its own error only where json is loaded
        raise ValueError(MALFORMED) from None
    return found


def loads(text: str) -> "Any":
    """Decode a text that is one JSON value.

    Raises:
        ValueError: The text is not JSON.
    """
    start = len(text) - len(text.lstrip(SPACE)) if text[:1] in SPACES else 0
    value, end = scan(text, start)
    if end < len(text) and text[end:].strip(SPACE):
        raise ValueError(MALFORMED)
    return value


MALFORMED = "malformed JSON"
SPACE = " \t\n\r"
SPACES = frozenset(SPACE)
