"""The head of an artifact's data: what builds and serve need to know, read without the rest of the file."""

from json import loads
from typing import NamedTuple

MARK = b'<script type="application/json" id="view-data">\n'
"""What stands before an artifact's data."""

END = b"\n</script>"
ENOUGH = 4096
"""Bytes of an artifact that nearly always hold its head."""

HEX = "0123456789abcdef"


class Head(NamedTuple):
    """What the data of an artifact begin with."""

    source: str
    """The digest of all that the view's spec is made from."""
    shape: str
    """The digest of what the view relies on in its tool."""
    kind: str
    tool: str
    """The name of the tool."""


def read_head(html: bytes) -> Head | None:
    """Return the head of an artifact, or of its first bytes; None where there is none, or it is cut off."""
    start = html.find(MARK)
    if start < 0:
        return None
    # One member a line: {, source, shape, kind, tool: {, its name.
    lines = html[start + len(MARK) :].split(b"\n", 6)
    if len(lines) < 7:
        return None
    try:
        text = b"".join(lines[:5]) + lines[5].rstrip(b",") + b"}}"
        data = loads(text.decode())
        members = (data["source"], data["shape"], data["kind"], data["tool"]["name"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    # Tampered data may hold anything here.
    whole = all(isinstance(member, str) for member in members)
    digests = whole and all(len(one) == 64 and not one.strip(HEX) for one in members[:2])
    return Head(*members) if digests else None


def is_artifact(name: str) -> bool:
    """Tell whether a file name is an artifact's: the first 12 hex digits of the sha256 of its bytes."""
    return len(name) == 17 and name.endswith(".html") and not name[:12].strip(HEX)
