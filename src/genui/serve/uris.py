"""The URIs of views: `ui://<tool>/<rev>.html`, names percent-encoded."""

from urllib.parse import quote, unquote_to_bytes

SCHEME = "ui://"
HEX = "0123456789abcdef"


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
    data = unquote_to_bytes(authority(uri).encode("utf-8", "surrogatepass"))
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def authority(uri: str) -> str:
    """Return what stands between the scheme and the path, a query or a fragment."""
    return uri.removeprefix(SCHEME).partition("/")[0].partition("?")[0].partition("#")[0]


def is_ours(uri: str) -> bool:
    """Tell whether a URI has a form that genui gives out."""
    name, _, file = uri.removeprefix(SCHEME).partition("/")
    revision = file.removesuffix(".html")
    hexadecimal = len(revision) == 12 and not revision.strip(HEX)
    return (
        uri.startswith(SCHEME) and authority(uri) == name != "" and file == revision + ".html" and hexadecimal
    )
