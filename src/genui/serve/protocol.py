"""What MCP fixes: its two eras, codes and keys; and whether a host shows views.

The host says once, at the handshake, that it shows views, or since 2026-07-28 in every request.
"""

from collections.abc import Mapping
from typing import Any, Literal

from genui.serve.messages import members_at, value_at

Era = Literal["handshake", "modern"]

HANDSHAKE_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSION = "2026-07-28"
"""The oldest revision without a handshake: every request says who asks."""

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, INTERNAL_ERROR = -32602, -32603
CANCELLED = -32800
"""LSP's code, for who waits for the answer to a request that was cancelled; MCP has none."""

PREFIX = "io.modelcontextprotocol/"
"""How the members of `_meta` begin that the protocol itself has named."""

VERSION_KEY, CAPABILITIES_KEY = f"{PREFIX}protocolVersion", f"{PREFIX}clientCapabilities"
SUBSCRIPTION_KEY, LOG_LEVEL_KEY = f"{PREFIX}subscriptionId", f"{PREFIX}logLevel"
UI_EXTENSION = f"{PREFIX}ui"
MIME_TYPE = "text/html;profile=mcp-app"

NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Methods whose subject is repeated in the Mcp-Name header, and where it stands in the body."""

HIDDEN: Mapping[str, frozenset[str]] = {
    "2024-11-05": frozenset({"annotations", "outputSchema"}),
    "2025-03-26": frozenset({"outputSchema"}),
}
"""Members of a tool that a view may rely on and that a protocol version does not have yet."""

# The revision of 2026-07-28 gave the code for a missing resource up for the one for invalid params.
NOT_FOUND: Mapping[Era, int] = {"handshake": -32002, "modern": INVALID_PARAMS}
"""The code of the error for a resource that is not there."""


def era_of(params: Mapping[str, Any]) -> Era:
    """Return the era of a message: since 2026-07-28 every request says its version in `_meta`."""
    return "handshake" if value_at(params, "_meta", VERSION_KEY) is None else "modern"


def envelope(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of `_meta` that every request of this client carries."""
    return {key: value for key, value in members_at(params, "_meta").items() if key.startswith(PREFIX)}


def declares_apps(capabilities: Any) -> bool:
    """Tell whether a client's capabilities declare MCP Apps; a list of types has to hold ours."""
    extension = value_at(capabilities, "extensions", UI_EXTENSION)
    # The SDK's client_supports_apps wants our type in the list; hosts that send no list at all do show views.
    types = value_at(extension, "mimeTypes")
    return MIME_TYPE in types if isinstance(types, list) else types is None and isinstance(extension, dict)


def completed(result: dict[str, Any], era: Era, *, cacheable: bool) -> dict[str, Any]:
    """Return a result of our own as its era wants it."""
    if era == "handshake":
        return result
    # Since 2026-07-28 every result has a resultType, and lists and reads say how long they are fresh. Ours
    # never are, since a view may be made anew at any time.
    caching = {"ttlMs": 0, "cacheScope": "private"} if cacheable else {}
    return {"resultType": "complete", **caching, **result}
