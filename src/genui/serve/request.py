"""A request of the client that genui reads, and the answers it gives itself."""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from genui.serve.directory import Ready
from genui.serve.era import MIME_TYPE, NOT_FOUND, Era, completed, era_of
from genui.serve.in_flight import Id
from genui.serve.spans import dumped

INTERNAL_ERROR = -32603
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601

EMPTY_CSP: dict[str, list[str]] = {
    "connectDomains": [],
    "resourceDomains": [],
    "frameDomains": [],
    "baseUriDomains": [],
}


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
    params = message.get("params")
    return Request(
        key, message["method"], params if isinstance(params, dict) else {}, line, trace or correlation_id()
    )


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


def not_found(request: Request, tool: str | None, *, uri: str, kind: str, retryable: bool = False) -> str:
    """Return the error for a view that cannot be read."""
    data = {
        "toolName": tool,
        "errorType": kind,
        "fallbackUsed": None,
        "retryable": retryable,
        "requestId": request.trace,
        "uri": uri,
    }
    return error_answer(request.id, NOT_FOUND[request.era], f"Resource not found: {uri}", data)


def view_answer(request: Request, uri: str, ready: Ready) -> bytes:
    """Return the line that answers a resources/read with a view, its text already encoded."""
    head = completed({}, request.era, cacheable=True)
    meta = {"ui": {"csp": EMPTY_CSP, "prefersBorder": True}}
    members = "".join(f"{dumped(name)}:{dumped(value)}," for name, value in head.items())
    before = (
        f'{{"jsonrpc":"2.0","id":{dumped(request.id)},"result":{{{members}"contents":[{{"uri":{dumped(uri)},'
        f'"mimeType":"{MIME_TYPE}","_meta":{dumped(meta)},"text":'
    )
    return b"".join((before.encode(), ready.text, b"}]}}\n"))


def view_resource(name: str, title: str, uri: str) -> dict[str, Any]:
    """Return the entry of a view in resources/list."""
    entry = {"uri": uri, "name": f"{name} view", "title": title or name, "mimeType": MIME_TYPE}
    return {**entry, "_meta": {"ui": {"csp": EMPTY_CSP, "prefersBorder": True}}}


def correlation_id() -> str:
    """Return a random UUID (version 4) that ties an answer to log lines."""
    raw = bytearray(os.urandom(16))
    raw[6] = raw[6] & 0x0F | 0x40
    raw[8] = raw[8] & 0x3F | 0x80
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))
