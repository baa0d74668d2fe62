"""The URIs of views: `ui://<tool>/<rev>.html`, names percent-encoded."""

import re
from urllib.parse import quote, unquote_to_bytes

SCHEME = "ui://"
OURS = re.compile(r"ui://[^/?#]+/[0-9a-f]{12}\.html")
"""The form of the URIs that genui gives out."""


def view_uri(name: str, revision: str) -> str:
    """Return the URI of a tool's view at one revision."""
    return f"{SCHEME}{quoted(name)}/{revision}.html"


def language_uri(prefix: str) -> str:
    """Return the URI of the language of view specs, which `_ui_brief` names."""
    return f"{SCHEME}{quoted(prefix + 'brief')}/components"


def quoted(name: str) -> str:
    """Percent-encode a tool name as the authority of a URI."""
    return quote(name.encode("utf-8", "surrogatepass"), safe="")


def tool_named(uri: str) -> str | None:
    """Return the name of the tool whose view a URI asks for, None where it is no `ui://` URI."""
    if not uri.startswith(SCHEME):
        return None
    authority = re.split("[/?#]", uri.removeprefix(SCHEME), maxsplit=1)[0]
    data = unquote_to_bytes(authority.encode("utf-8", "surrogatepass"))
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def is_ours(uri: str) -> bool:
    """Tell whether a URI has a form that genui gives out."""
    return OURS.fullmatch(uri) is not None
