"""UI resources inside tool results: making and recognizing embedded resources with a `ui://` URI."""

import base64
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from genui.errors import GenuiError
from genui.model import Json

HTML = "text/html"
APP = "text/html;profile=mcp-app"
URL = "text/uri-list"
REMOTE_DOM = "application/vnd.mcp-ui.remote-dom"
KINDS = {HTML: "rawHtml", APP: "rawHtml", URL: "externalUrl"}
"""What a host does with a MIME type; every type that begins with REMOTE_DOM is a script."""
MIME_TYPES = (HTML, APP, URL, f"{REMOTE_DOM}+javascript")

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def ui_resource(
    uri: str,
    html: str,
    *,
    mime_type: str = HTML,
    blob: bool = False,
    frame_size: Mapping[str, int] | None = None,
    render_data: Mapping[str, Json] | None = None,
    metadata: Mapping[str, Json] | None = None,
) -> dict[str, Any]:
    """Return a content block that embeds a UI: `{"type": "resource", "resource": {uri, mimeType, text}}`.

    `html` is the page; with mime_type text/uri-list the web address to show, with remote DOM the script.
    `blob` sends it as base64. `frame_size` is {width, height} in px, `render_data` what the page begins
    with; `metadata` is merged into `_meta` and wins.

    Raises:
        GenuiError: The URI, the MIME type or the content is none that a host shows.
    """
    checked_uri(uri)
    if content_type(mime_type) is None:
        raise GenuiError(
            f"mime_type is {mime_type!r}, which no host shows as a UI", hint="one of " + ", ".join(MIME_TYPES)
        )
    if not isinstance(html, str) or not html.strip():
        raise GenuiError(f"{uri} has no content", hint="give the page as text")
    if mime_type == URL:
        checked_address(html)
    held = {"blob": base64.b64encode(html.encode()).decode()} if blob else {"text": html}
    meta = {
        **({"mcpui.dev/ui-preferred-frame-size": dict(frame_size)} if frame_size else {}),
        **({"mcpui.dev/ui-initial-render-data": dict(render_data)} if render_data else {}),
        **(metadata or {}),
    }
    return {
        "type": "resource",
        "resource": {"uri": uri, "mimeType": mime_type, **held, **({"_meta": meta} if meta else {})},
    }


def checked_uri(uri: str) -> None:
    """Refuse what is no ui:// URI."""
    if not isinstance(uri, str) or not uri.startswith("ui://") or len(uri) == len("ui://"):
        raise GenuiError(
            f"uri is {uri!r}, expected one that starts with ui://", hint='such as "ui://card/v1"'
        )
    if any(character.isspace() or not character.isprintable() for character in uri):
        raise GenuiError(f"uri is {uri!r}, which holds white space", hint="percent-encode it")


def checked_address(text: str) -> None:
    """Refuse a URI list whose first address is not HTTPS, or HTTP on this machine."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    address = lines[0] if lines else ""
    if not is_allowed_origin(address):
        raise GenuiError(
            f"the address is {address!r}, expected https://… or http://localhost",
            hint="external pages are framed over HTTPS only",
        )


def is_allowed_origin(origin: str) -> bool:
    """Tell whether messages from an origin, or pages from an address, are to be trusted at all.

    "null" is the origin of a sandboxed frame.
    """
    if origin == "null":
        return True
    try:
        parts = urlsplit(origin)
        host = parts.hostname
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def content_type(mime_type: Json) -> str | None:
    """Return rawHtml, externalUrl or remoteDom; None where a MIME type is no UI."""
    if not isinstance(mime_type, str):
        return None
    # Servers write the parameter with and without a space; MIME types ignore case.
    plain = mime_type.replace("; ", ";").lower()
    if plain == REMOTE_DOM or plain.startswith((REMOTE_DOM + "+", REMOTE_DOM + ";")):
        return "remoteDom"
    return KINDS.get(plain)


def is_ui_resource(value: Json) -> bool:
    """Tell whether a content block embeds a UI."""
    resource = (
        value.get("resource") if isinstance(value, Mapping) and value.get("type") == "resource" else None
    )
    return isinstance(resource, Mapping) and content_type(resource.get("mimeType")) is not None
