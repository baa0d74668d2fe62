"""The two eras of MCP, and whether a host shows views: said once at the handshake, or in every message."""

from collections.abc import Mapping
from typing import Any, Literal

Era = Literal["handshake", "modern"]

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
ENVELOPE_PREFIX = "io.modelcontextprotocol/"

UI_EXTENSION = "io.modelcontextprotocol/ui"
MIME_TYPE = "text/html;profile=mcp-app"

HIDDEN: Mapping[str, frozenset[str]] = {
    "2024-11-05": frozenset({"annotations", "outputSchema"}),
    "2025-03-26": frozenset({"outputSchema"}),
}
"""Members of a tool that a view may rely on and that a protocol version does not have yet."""

NOT_FOUND: Mapping[Era, int] = {"handshake": -32002, "modern": -32602}
"""The code of the error for a resource that is not there."""


def era_of(params: Mapping[str, Any]) -> Era:
    """Return the era of a message: since 2026-07-28 every request says its version in `_meta`."""
    meta = params.get("_meta")
    return "modern" if isinstance(meta, dict) and VERSION_KEY in meta else "handshake"


def envelope(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of `_meta` that every request of this client carries."""
    meta = params.get("_meta")
    if not isinstance(meta, dict):
        return {}
    return {key: value for key, value in meta.items() if key.startswith(ENVELOPE_PREFIX)}


def declares_apps(capabilities: Any) -> bool:
    """Tell whether a client's capabilities declare MCP Apps; a list of types has to hold ours."""
    extensions = capabilities.get("extensions") if isinstance(capabilities, dict) else None
    extension = extensions.get(UI_EXTENSION) if isinstance(extensions, dict) else None
    if not isinstance(extension, dict):
        return False
    types = extension.get("mimeTypes")
    return MIME_TYPE in types if isinstance(types, list) else types is None


def completed(result: dict[str, Any], era: Era, *, cacheable: bool) -> dict[str, Any]:
    """Return a result of our own as its era wants it."""
    if era == "handshake":
        return result
    caching = {"ttlMs": 0, "cacheScope": "private"} if cacheable else {}
    return {"resultType": "complete", **caching, **result}
