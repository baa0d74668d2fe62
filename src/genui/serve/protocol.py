"""What MCP fixes: its two eras, codes and keys; whether a host shows views; and the answers that we give.

The host says once, at the handshake, that it shows views, or since 2026-07-28 in every request.
"""

import uuid
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from genui.serve.messages import Id, dumped, value_at

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


def declares_apps(capabilities: Any) -> bool:
    """Tell whether a client's capabilities declare MCP Apps; a list of types has to hold ours."""
    extension = value_at(capabilities, "extensions", UI_EXTENSION)
    # The SDK's client_supports_apps wants our type in the list; hosts that send no list at all do show views.
    types = value_at(extension, "mimeTypes")
    return MIME_TYPE in types if isinstance(types, list) else types is None and isinstance(extension, dict)


EXITED = "UPSTREAM_EXITED"
PASSING = frozenset(
    {EXITED, "UPSTREAM_RESTARTING", "UPSTREAM_UNREACHABLE", "UPSTREAM_NOT_LISTED", "TOO_MANY_REQUESTS"}
)
"""The kinds of errors after which asking again may help."""

EMPTY_CSP: dict[str, list[str]] = {
    "connectDomains": [],
    "resourceDomains": [],
    "frameDomains": [],
    "baseUriDomains": [],
}
# prefersBorder is said as hosts differ in what they take it for; no `domain`: with a wrong one Claude shows
# nothing at all (claude-ai-mcp#165).
VIEW_META: dict[str, Any] = {"ui": {"csp": EMPTY_CSP, "prefersBorder": True}}
"""The `_meta` of a view as a resource: it needs no network."""


class Request(NamedTuple):
    """One request, and the line it came as."""

    id: Id
    method: str
    params: Mapping[str, Any]
    line: bytes
    trace: str = ""
    """Ties log lines, errors and what the upstream is asked to this request."""

    @property
    def era(self) -> Era:
        """The era that the request speaks."""
        return era_of(self.params)


def answer(request: Request, result: dict[str, Any], *, cacheable: bool = False) -> str:
    """Return the text of an answer with a result of our own, as its era wants it."""
    if request.era == "modern":
        # Every result has a resultType, and lists and reads say how long they are fresh. Ours never are,
        # since a view may be made anew at any time.
        caching = {"ttlMs": 0, "cacheScope": "private"} if cacheable else {}
        result = {"resultType": "complete", **caching, **result}
    return dumped({"jsonrpc": "2.0", "id": request.id, "result": result})


def error_answer(key: Id | None, code: int, message: str, data: Mapping[str, Any] | None = None) -> str:
    """Return the text of an answer with an error."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = dict(data)
    return dumped({"jsonrpc": "2.0", "id": key, "error": error})


def failure(key: Id | None, kind: str, message: str, *, code: int = INTERNAL_ERROR, trace: str = "") -> str:
    """Return the answer to a request that genui could not have answered, with what a program can tell by."""
    data = {"errorType": kind, "retryable": kind in PASSING, "requestId": trace or correlation_id()}
    return error_answer(key, code, message, data)


def not_found(request: Request, tool: str | None, *, uri: str, kind: str) -> str:
    """Return the error for a view that cannot be read."""
    data = {
        "toolName": tool,
        "errorType": kind,
        "fallbackUsed": None,
        "retryable": kind in PASSING,
        "requestId": request.trace,
        "uri": uri,
    }
    return error_answer(request.id, NOT_FOUND[request.era], f"Resource not found: {uri}", data)


def view_answer(request: Request, html: str) -> str:
    """Return the text of the answer to a resources/read with a view."""
    # On the content item too, which wins over the entry in the list.
    uri = request.params["uri"]
    content = {"uri": uri, "mimeType": MIME_TYPE, "_meta": VIEW_META, "text": html}
    return answer(request, {"contents": [content]}, cacheable=True)


def view_resource(definition: Mapping[str, Any], uri: str) -> dict[str, Any]:
    """Return the entry of a tool's view in resources/list."""
    name, title = definition["name"], definition.get("title")
    said = title if isinstance(title, str) and title else name
    return {"uri": uri, "name": f"{name} view", "title": said, "mimeType": MIME_TYPE, "_meta": VIEW_META}


def meta_of(uri: str) -> dict[str, Any]:
    """Return what links a tool to its view.

    In three spellings: hosts have read only the flat one (claude-ai-mcp#71), ChatGPT its own before that.
    """
    return {"ui": {"resourceUri": uri}, "ui/resourceUri": uri, "openai/outputTemplate": uri}


def correlation_id() -> str:
    """Return a random UUID that ties an answer to log lines."""
    return str(uuid.uuid4())
