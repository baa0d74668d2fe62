"""The ASGI application: paths, who may come in, and the fronts behind them."""

import hmac
import re
import time
from collections.abc import Awaitable, Callable, Collection
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from genui.config import Config
from genui.serve.core import Core
from genui.serve.fronts.client import Clients
from genui.serve.fronts.exchange import Refused, json_response
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
from genui.serve.messages import dumped

MCP, SSE, MESSAGES, HEALTH = "/mcp", "/sse", "/messages", "/healthz"
EXPOSED = "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate"


LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[^:\[\]/@\s]+)(?::\d+)?")


class Guard:
    """What a request must bear to be let in.

    Against DNS rebinding: a page of another site can make a browser connect here under that site's name, but
    not under an address or `localhost`. So these are taken as Host, and names only where they are listed.
    A page of another site can also send what needs no leave, without an Origin; a browser marks that.
    """

    def __init__(
        self,
        host: str,
        *,
        hosts: Collection[str] = (),
        origins: Collection[str] = (),
        token: str | None = None,
    ) -> None:
        self.hosts = {name.lower() for name in (*LOOPBACK, host, *hosts)}
        self.origins = {origin.lower().rstrip("/") for origin in origins}
        self.token = token.encode() if token is not None else None

    def refusal(self, headers: Headers, *, asks_token: bool = True) -> Refused | None:
        """Return why a request is refused, None where it is let in."""
        host = headers.get("host", "")
        name = name_in(host)
        if name is None or (name not in self.hosts and not is_address(name)):
            return Refused(421, f"the Host {host[:100]!r} is not one of this server's names")
        origin = headers.get("origin")
        if origin is None and headers.get("sec-fetch-site") == "cross-site":
            return Refused(403, "pages of other sites may not connect")
        if origin is not None and not self.takes_origin(origin, host):
            return Refused(403, f"pages of {origin[:100]!r} may not connect")
        scheme, _, token = headers.get("authorization", "").partition(" ")
        said = token.strip().encode("latin-1")
        bears = scheme.lower() == "bearer" and hmac.compare_digest(said, self.token or b"")
        if self.token is not None and asks_token and not bears:
            return Refused(
                401,
                "a bearer token is needed: Authorization: Bearer …",
                headers={"www-authenticate": "Bearer"},
            )
        return None

    def takes_origin(self, origin: str, host: str) -> bool:
        """Tell whether a page of an origin may connect: a local one, one from here, or one that is listed."""
        if origin.lower() in self.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in {"http", "https"}:
            return False
        return name_in(parts.netloc) in LOOPBACK or parts.netloc.lower() == host.lower()


def name_in(host: str) -> str | None:
    """Return the name or address in a Host, in lower case and without its port; None where it is none."""
    found = HOST.fullmatch(host)
    return found["name"].strip("[]").lower() if found else None


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach what listens there."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_address(name: str) -> bool:
    """Tell whether a name is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


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
            asked = request.headers.get("access-control-request-headers", "content-type")
            told = {"access-control-allow-methods": allowed, "access-control-allow-headers": asked}
            return Response(status_code=204, headers={**told, "access-control-max-age": "600"})
        front = ROUTES[path].get(method)
        if front is None or (front in (http_get, http_delete) and is_stateless(request.headers, None)):
            raise Refused(405, f"{method} is not for {path}", headers={"allow": allowed})
        return await front(self.clients, request)

    def health(self) -> Response:
        """Say that we are there."""
        up = round(time.monotonic() - self.started_at, 1)
        told = {"status": "ok", "clients": len(self.clients.connected), "uptimeSeconds": up}
        return json_response(dumped(told))
