"""The ASGI application: paths, who may come in, and the fronts behind them."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from genui.config import Config
from genui.serve.core import Core
from genui.serve.fronts.client import Clients
from genui.serve.fronts.exchange import Refused, json_response
from genui.serve.fronts.guard import Guard
from genui.serve.fronts.http import (
    SESSION,
    http_delete,
    http_get,
    http_post,
    message_of,
    session_of,
    sse_get,
    sse_post,
)
from genui.serve.fronts.stateless import is_stateless, stateless_post
from genui.serve.spans import dumped

MCP, SSE, MESSAGES, HEALTH = "/mcp", "/sse", "/messages", "/healthz"
EXPOSED = "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate"


async def post(clients: Clients, request: Request) -> Response:
    """Answer what was posted to the path of streamable HTTP, in either era."""
    headers = request.headers
    stateless = is_stateless(headers, None)
    if SESSION in headers and not stateless:
        session_of(clients, headers)  # before its body is read
    message = await message_of(clients, request, opens=not stateless and SESSION not in headers)
    answer = stateless_post if is_stateless(headers, message) else http_post
    return await answer(clients, request, message)


ROUTES: dict[str, dict[str, Callable[[Clients, Request], Awaitable[Response]]]] = {
    MCP: {"GET": http_get, "POST": post, "DELETE": http_delete},
    SSE: {"GET": sse_get},
    MESSAGES: {"POST": sse_post},
}


class Site:
    """Everything that is served over HTTP."""

    def __init__(self, config: Config, first: Core, *, token: str | None) -> None:
        serve = config.serve
        self.clients, self.log = Clients(config, first), first.log
        self.guard = Guard(serve.host, hosts=serve.allowed_hosts, origins=serve.allowed_origins, token=token)
        self.started_at = time.monotonic()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        try:
            response = await self.answer(request)
        except Refused as refused:
            response = refused.response
        except ClientDisconnect:
            return
        origin = request.headers.get("origin")
        if origin is not None and self.guard.takes_origin(origin, request.headers.get("host", "")):
            told = {"access-control-allow-origin": origin, "access-control-expose-headers": EXPOSED}
            response.headers.update({**told, "vary": "Origin"})
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return the response to a request, by the front that it is for."""
        path, method = request.scope["path"].rstrip("/") or "/", request.method
        if path == HEALTH:
            return self.health()
        # A browser sends no token with a preflight.
        refusal = self.guard.refusal(request.headers, asks_token=method != "OPTIONS")
        if refusal is not None:
            status = refusal.response.status_code
            self.log.write("warning", "request-refused", status=status, message=str(refusal))
            raise refusal
        if path not in ROUTES:
            raise Refused(404, f"there is nothing at {path[:100]}; MCP is at {MCP}, or {SSE}")
        allowed = ", ".join(ROUTES[path])
        if method == "OPTIONS":
            return Response(status_code=204, headers=preflight(request.headers, allowed))
        front = ROUTES[path].get(method)
        if front is None or (front in (http_get, http_delete) and is_stateless(request.headers, None)):
            raise Refused(405, f"{method} is not for {path}", headers={"allow": allowed})
        return await front(self.clients, request)

    def health(self) -> Response:
        """Say that we are there."""
        up = round(time.monotonic() - self.started_at, 1)
        told = {"status": "ok", "clients": len(self.clients.connected), "uptimeSeconds": up}
        return json_response(dumped(told))


def preflight(headers: Headers, allowed: str) -> dict[str, str]:
    """Return the headers that let a page of an accepted origin send its request."""
    return {
        "access-control-allow-methods": allowed,
        "access-control-allow-headers": headers.get("access-control-request-headers", "content-type"),
        "access-control-max-age": "600",
    }
