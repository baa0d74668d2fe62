"""The ASGI application: paths, who may come in, and the fronts behind them."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from genui.config import Limits
from genui.serve.connection import Compiling, Connection
from genui.serve.core import Core
from genui.serve.fronts.answers import PARSE_ERROR, BodyTooLargeError, body_of, is_json, refuse, respond
from genui.serve.fronts.guard import Guard, Refusal
from genui.serve.fronts.http import SESSION, Headers, HttpFront
from genui.serve.fronts.incoming import NoMessageError, Posted, posted
from genui.serve.fronts.sse import SseFront
from genui.serve.fronts.stateless import StatelessFront, is_stateless
from genui.serve.fronts.stream import Header, Receive, Send
from genui.serve.log import Log
from genui.serve.spans import dumped
from genui.serve.upstreams import Upstream

MCP, SSE, MESSAGES, HEALTH = "/mcp", "/sse", "/messages", "/healthz"
ALLOWED = {MCP: "GET, POST, DELETE", SSE: "GET", MESSAGES: "POST", HEALTH: "GET"}
EXPOSED = b"Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate"
HOUSEKEEPING_SECONDS = 1.0
OPENING_BYTES = 256 * 1024
"""Of the message that opens a session, with the client's icons."""


class Site:
    """Everything that is served, and what its fronts share."""

    def __init__(
        self,
        core: Callable[[], Core],
        upstream: Upstream,
        *,
        compiling: Compiling,
        guard: Guard,
        limits: Limits,
        log: Log,
        idle: float,
        refresh: float,
    ) -> None:
        self.core = core
        self.views = core().views
        """All connections share them."""
        self.upstream = upstream
        self.compiling = compiling
        self.guard = guard
        self.limits = limits
        self.log = log
        self.idle = idle
        self.refresh = refresh
        self.http, self.stateless, self.sse = HttpFront(self), StatelessFront(self), SseFront(self)
        self.tasks: set[asyncio.Future[Any]] = set()
        self.started_at = time.monotonic()

    def connection(self, *, deliver: Callable[[bytes], None], ended: Callable[[], None]) -> Connection:
        """Return a connection for a client, whose link is still to be opened."""
        loop = asyncio.get_running_loop()

        def hop(act: Callable[[], None]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(act)

        return Connection(self.core(), self.compiling, deliver=deliver, ended=ended, hop=hop)

    @property
    def clients(self) -> int:
        """How many clients are connected."""
        return len(self.http.sessions) + len(self.sse.clients)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if scope["type"] != "http":
            return
        headers: Headers = dict(scope["headers"])
        path, method = scope["path"].rstrip("/") or "/", scope["method"]
        if path == HEALTH:
            await self.health(send)
            return
        refusal = self.guard.refusal(headers) if method != "OPTIONS" else self.preflight_refusal(headers)
        if refusal is not None:
            await self.turn_away(refusal, send)
        elif path not in ALLOWED:
            await refuse(send, 404, f"there is nothing at {path[:100]}; MCP is at {MCP}, or {SSE}")
        elif method == "OPTIONS":
            await respond(send, 204, headers=self.preflight(headers, path))
        elif method == "POST" and path in {MCP, MESSAGES}:
            await self.post(scope, headers, receive, send)
        elif method == "GET" and path == MCP and not is_stateless(headers, None):
            await self.http.get(headers, receive, send)
        elif method == "GET" and path == SSE:
            await self.sse.get(headers, receive, send, root=scope.get("root_path", ""))
        elif method == "DELETE" and path == MCP and not is_stateless(headers, None):
            await self.http.delete(headers, send)
        else:
            allow = ((b"allow", ALLOWED[path].encode()), *self.shared_headers(headers))
            await refuse(send, 405, f"{method} is not for {path}", headers=allow)

    async def post(self, scope: Any, headers: Headers, receive: Receive, send: Send) -> None:
        """Read what was posted and give it to the front it is for."""
        events = scope["path"].rstrip("/") == MESSAGES
        opens = not events and SESSION not in headers and not is_stateless(headers, None)
        if events and self.sse.client(scope["query_string"]) is None:
            await self.sse.unknown(headers, send)
            return
        if not events and self.http.ended(headers) and not is_stateless(headers, None):
            await self.http.unknown(headers, send)
            return
        message = await self.read(headers, receive, send, opens=opens)
        if message is None:
            return
        if events:
            await self.sse.post(headers, scope["query_string"], message, send)
        elif is_stateless(headers, message):
            await self.stateless.post(headers, message, receive, send)
        else:
            await self.http.post(headers, message, receive, send)

    async def read(self, headers: Headers, receive: Receive, send: Send, *, opens: bool) -> Posted | None:
        """Read the body of a POST; None where it is refused, and the client has been told."""
        limit, extra = self.limits.message_bytes, self.shared_headers(headers)
        limit = min(limit, OPENING_BYTES) if opens else limit
        if not is_json(headers):
            await refuse(send, 415, "the Content-Type has to be application/json", headers=extra)
            return None
        try:
            return posted(await body_of(headers, receive, limit=limit))
        except BodyTooLargeError:
            what = "before a session" if opens else "of one message"
            text = f"the body is larger than {limit} bytes, the limit {what}"
            await refuse(send, 413, text, headers=(*extra, (b"connection", b"close")))
        except NoMessageError as error:
            await refuse(send, 400, str(error), headers=extra)
        except ValueError:
            await refuse(send, 400, "the body is no JSON", code=PARSE_ERROR, headers=extra)
        except ConnectionError:
            pass
        return None

    async def health(self, send: Send) -> None:
        """Say that we are there."""
        up = round(time.monotonic() - self.started_at, 1)
        body = {"status": "ok", "clients": self.clients, "uptimeSeconds": up}
        await respond(send, 200, dumped(body).encode())

    async def turn_away(self, refusal: Refusal, send: Send) -> None:
        """Refuse a request that may not come in."""
        self.log.write("warning", "request-refused", status=refusal.status, message=refusal.message)
        challenge: Iterable[Header] = ((b"www-authenticate", b"Bearer"),) if refusal.status == 401 else ()
        await refuse(send, refusal.status, refusal.message, headers=challenge)

    # Pages of other origins

    def shared_headers(self, headers: Headers) -> tuple[Header, ...]:
        """Return the headers that let a page of an accepted origin read the response."""
        origin = headers.get(b"origin")
        if origin is None:
            return ()
        return (
            (b"access-control-allow-origin", origin),
            (b"access-control-expose-headers", EXPOSED),
            (b"vary", b"Origin"),
        )

    def preflight_refusal(self, headers: Headers) -> Refusal | None:
        """Return why a preflight is refused; a browser sends no token with it."""
        return self.guard.refusal({**headers, b"authorization": b"Bearer " + (self.guard.token or b"")})

    def preflight(self, headers: Headers, path: str) -> tuple[Header, ...]:
        """Return the headers that let a page of an accepted origin send its request."""
        asked = headers.get(b"access-control-request-headers", b"content-type")
        return (
            *self.shared_headers(headers),
            (b"access-control-allow-methods", ALLOWED[path].encode()),
            (b"access-control-allow-headers", asked),
            (b"access-control-max-age", b"600"),
        )

    # Life

    def later(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[Any]":
        """Have something done that nobody waits for."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def keep_house(self) -> None:
        """End idle sessions and read tools again where that is due, for as long as the site is up."""
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_SECONDS, self.idle, self.refresh or self.idle))
            for session in self.http.sessions.values():
                session.connection.tick()
            for client in self.sse.clients.values():
                client.connection.tick()
            self.views.look()
            await self.http.end_idle(self.idle)

    async def close(self) -> None:
        """End every response and every upstream."""
        await asyncio.gather(
            self.http.end_all("the server is going down"), self.sse.end_all(), self.upstream.close()
        )
        await asyncio.gather(*self.tasks, return_exceptions=True)
