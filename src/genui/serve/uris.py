"""The URIs of views: `ui://<tool>/<rev>.html`, names percent-encoded."""

from __future__ import annotations

import re

SCHEME = "ui://"
PLAIN = re.compile(r"[A-Za-z0-9._~-]+")
OURS = re.compile(r"ui://[^/?#]+/[0-9a-f]{12}\.html")


def view_uri(name: str, revision: str) -> str:
    """Return the URI of a tool's view at one revision."""
    return f"{SCHEME}{quoted(name)}/{revision}.html"


def quoted(name: str) -> str:
    """Percent-encode a tool name as the authority of a URI."""
    if PLAIN.fullmatch(name):
        return name
    from urllib.parse import quote

    return quote(name.encode("utf-8", "surrogatepass"), safe="")


def tool_named(uri: str) -> str | None:
    """Return the name of the tool whose view a URI asks for, None where it is no `ui://` URI."""
    if not uri.startswith(SCHEME):
        return None
    name = re.split("[/?#]", uri.removeprefix(SCHEME), maxsplit=1)[0]
    if "%" not in name:
        return name
    from urllib.parse import unquote_to_bytes

    data = unquote_to_bytes(name.encode("utf-8", "surrogatepass"))
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def is_ours(uri: str) -> bool:
    """Tell whether a URI has a form that genui gives out."""
    return OURS.fullmatch(uri) is not None
