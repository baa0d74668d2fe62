"""The ASGI application: paths, who may come in, and the fronts behind them."""

import time
from typing import Any

from genui.config import Config
from genui.serve.core import Core
from genui.serve.fronts.client import Clients
from genui.serve.fronts.exchange import (
    Header,
    Headers,
    Posted,
    Receive,
    Refused,
    Send,
    body_of,
    is_json,
    posted,
    respond,
)
from genui.serve.fronts.guard import Guard
from genui.serve.fronts.http import (
    SESSION,
    client_of,
    http_delete,
    http_get,
    http_post,
    session_of,
    sse_get,
    sse_post,
)
from genui.serve.fronts.stateless import is_stateless, stateless_post
from genui.serve.spans import dumped

MCP, SSE, MESSAGES, HEALTH = "/mcp", "/sse", "/messages", "/healthz"
ALLOWED = {MCP: "GET, POST, DELETE", SSE: "GET", MESSAGES: "POST", HEALTH: "GET"}
EXPOSED = b"Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate"
OPENING_BYTES = 256 * 1024
"""Of the message that opens a session, with the client's icons."""


class Site:
    """Everything that is served over HTTP."""

    def __init__(self, config: Config, first: Core, *, token: str | None) -> None:
        serve = config.serve
        self.clients = Clients(config, first)
        self.limits, self.log = config.limits, first.log
        self.guard = Guard(serve.host, hosts=serve.allowed_hosts, origins=serve.allowed_origins, token=token)
        self.started_at = time.monotonic()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        headers: Headers = dict(scope["headers"])
        try:
            if scope["path"].rstrip("/") == HEALTH:
                await self.health(send)
                return
            self.let_in(headers, scope["method"])
            send = shared(send, headers)
            await self.route(scope, headers, receive, send)
        except Refused as refused:
            await respond(send, refused.status, refused.body.encode(), headers=refused.headers)
        except ConnectionError:
            return  # the client hung up before the end of its request

    def let_in(self, headers: Headers, method: str) -> None:
        """Refuse a request that may not come in; a browser sends no token with a preflight."""
        if method == "OPTIONS":
            headers = {**headers, b"authorization": b"Bearer " + (self.guard.token or b"")}
        refusal = self.guard.refusal(headers)
        if refusal is not None:
            self.log.write("warning", "request-refused", status=refusal.status, message=str(refusal))
            raise refusal

    async def route(self, scope: Any, headers: Headers, receive: Receive, send: Send) -> None:
        """Give a request to the front it is for."""
        path, method = scope["path"].rstrip("/") or "/", scope["method"]
        if path not in ALLOWED:
            raise Refused(404, f"there is nothing at {path[:100]}; MCP is at {MCP}, or {SSE}")
        if method == "OPTIONS":
            await respond(send, 204, headers=preflight(headers, path))
        elif method == "POST" and path == MESSAGES:
            client_of(self.clients, scope["query_string"])  # before its body is read
            message = await self.read(headers, receive, opens=False)
            await sse_post(self.clients, scope["query_string"], message, send)
        elif method == "POST" and path == MCP:
            await self.post(headers, receive, send)
        elif method == "GET" and path == SSE:
            await sse_get(self.clients, receive, send, root=scope.get("root_path", ""))
        elif method == "GET" and path == MCP and not is_stateless(headers, None):
            await http_get(self.clients, headers, receive, send)
        elif method == "DELETE" and path == MCP and not is_stateless(headers, None):
            await http_delete(self.clients, headers, send)
        else:
            allow = ((b"allow", ALLOWED[path].encode()),)
            raise Refused(405, f"{method} is not for {path}", headers=allow)

    async def post(self, headers: Headers, receive: Receive, send: Send) -> None:
        """Read what was posted to the path of streamable HTTP, in either era."""
        stateless = is_stateless(headers, None)
        if SESSION in headers and not stateless:
            session_of(self.clients, headers)  # before its body is read
        message = await self.read(headers, receive, opens=not stateless and SESSION not in headers)
        post = stateless_post if is_stateless(headers, message) else http_post
        await post(self.clients, headers, message, receive, send)

    async def read(self, headers: Headers, receive: Receive, *, opens: bool) -> Posted:
        """Read the body of a POST.

        Raises:
            Refused: It is no message, or too large.
        """
        if not is_json(headers):
            raise Refused(415, "the Content-Type has to be application/json")
        most = self.limits.message_bytes
        limit, what = (min(most, OPENING_BYTES), "before a session") if opens else (most, "of one message")
        return posted(await body_of(headers, receive, limit=limit, what=what))

    async def health(self, send: Send) -> None:
        """Say that we are there."""
        up = round(time.monotonic() - self.started_at, 1)
        body = {"status": "ok", "clients": len(self.clients.connected), "uptimeSeconds": up}
        await respond(send, 200, dumped(body).encode())


def shared(send: Send, headers: Headers) -> Send:
    """Return what sends a response with the headers that let a page of an accepted origin read it."""
    origin = headers.get(b"origin")
    if origin is None:
        return send
    cors = (
        (b"access-control-allow-origin", origin),
        (b"access-control-expose-headers", EXPOSED),
        (b"vary", b"Origin"),
    )

    async def with_cors(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *cors]
        await send(message)

    return with_cors


def preflight(headers: Headers, path: str) -> tuple[Header, ...]:
    """Return the headers that let a page of an accepted origin send its request."""
    asked = headers.get(b"access-control-request-headers", b"content-type")
    return (
        (b"access-control-allow-methods", ALLOWED[path].encode()),
        (b"access-control-allow-headers", asked),
        (b"access-control-max-age", b"600"),
    )
