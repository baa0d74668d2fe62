"""A request of the client that genui reads, and the answers it gives itself."""

import uuid
from collections.abc import Mapping
from typing import Any, NamedTuple

from genui.serve.directory import Ready
from genui.serve.messages import Id, dumped, members_at
from genui.serve.protocol import INTERNAL_ERROR, MIME_TYPE, NOT_FOUND, Era, completed, era_of

PASSING = frozenset(
    {
        *("UPSTREAM_RESTARTING", "UPSTREAM_EXITED", "UPSTREAM_UNREACHABLE", "UPSTREAM_NOT_LISTED"),
        "TOO_MANY_REQUESTS",
    }
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


def request_of(key: Id, message: Mapping[str, Any], line: bytes, *, trace: str = "") -> Request:
    """Return a message as a request; params that are no object count as none."""
    return Request(key, message["method"], members_at(message, "params"), line, trace or correlation_id())


def answer(request: Request, result: dict[str, Any], *, cacheable: bool = False) -> str:
    """Return the text of an answer with a result of our own."""
    told = completed(result, request.era, cacheable=cacheable)
    return dumped({"jsonrpc": "2.0", "id": request.id, "result": told})


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


def view_answer(request: Request, ready: Ready) -> str:
    """Return the text of the answer to a resources/read with a view."""
    # On the content item too, which wins over the entry in the list.
    uri = request.params["uri"]
    content = {"uri": uri, "mimeType": MIME_TYPE, "_meta": VIEW_META, "text": ready.html}
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
