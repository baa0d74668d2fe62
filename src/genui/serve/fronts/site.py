"""The ASGI application: paths, who may come in, and the fronts behind them."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from genui.config import Config, target_of
from genui.errors import UpstreamError
from genui.serve.connection import Connection
from genui.serve.core import Core
from genui.serve.fronts.answers import Headers, Posted, Refused, body_of, is_json, posted, respond
from genui.serve.fronts.guard import Guard
from genui.serve.fronts.http import SESSION, HttpFront
from genui.serve.fronts.sse import SseFront
from genui.serve.fronts.stateless import StatelessFront, is_stateless
from genui.serve.fronts.stream import Header, Receive, Send
from genui.serve.in_flight import Id
from genui.serve.spans import dumped
from genui.serve.upstreams import upstream_of

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
        config: Config,
        core: Callable[[], Core],
        *,
        token: str | None,
    ) -> None:
        serve = config.serve
        self.core = core
        self.views = core().views
        """All connections share them."""
        self.limits, self.log, self.idle = config.limits, self.views.log, serve.session_idle
        self.upstream = upstream_of(target_of(config), config.limits, self.log)
        self.guard = Guard(serve.host, hosts=serve.allowed_hosts, origins=serve.allowed_origins, token=token)
        self.http, self.stateless, self.sse = HttpFront(self), StatelessFront(self), SseFront(self)
        self.tasks: set[asyncio.Future[Any]] = set()
        self.started_at = time.monotonic()

    def connection(self, *, deliver: Callable[[bytes], None], ended: Callable[[], None]) -> Connection:
        """Return a connection for a client, whose link is still to be opened."""
        loop = asyncio.get_running_loop()

        def call_soon(act: Callable[[], None]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(act)

        return Connection(self.core(), deliver=deliver, ended=ended, call_soon=call_soon)

    @property
    def clients(self) -> int:
        """How many clients are connected."""
        return len(self.http.sessions) + len(self.sse.clients)

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
            self.sse.client(scope["query_string"])  # before its body is read
            message = await self.read(headers, receive, opens=False)
            await self.sse.post(scope["query_string"], message, send)
        elif method == "POST" and path == MCP:
            await self.post(headers, receive, send)
        elif method == "GET" and path == SSE:
            await self.sse.get(receive, send, root=scope.get("root_path", ""))
        elif method == "GET" and path == MCP and not is_stateless(headers, None):
            await self.http.get(headers, receive, send)
        elif method == "DELETE" and path == MCP and not is_stateless(headers, None):
            await self.http.delete(headers, send)
        else:
            allow = ((b"allow", ALLOWED[path].encode()),)
            raise Refused(405, f"{method} is not for {path}", headers=allow)

    async def post(self, headers: Headers, receive: Receive, send: Send) -> None:
        """Read what was posted to the path of streamable HTTP, in either era."""
        stateless = is_stateless(headers, None)
        if SESSION in headers and not stateless:
            self.http.session(headers)  # before its body is read
        message = await self.read(headers, receive, opens=not stateless and SESSION not in headers)
        front = self.stateless if is_stateless(headers, message) else self.http
        await front.post(headers, message, receive, send)

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
        body = {"status": "ok", "clients": self.clients, "uptimeSeconds": up}
        await respond(send, 200, dumped(body).encode())

    # What the fronts have in common

    def check_room(self, key: Id | None = None) -> None:
        """Refuse a client where there is no room for another."""
        limit = self.limits.sessions
        if self.clients >= limit:
            raise Refused(503, f"{limit} clients are connected, which is the limit", key=key)

    def admit(self, waiting: int, requests: Mapping[Any, Any]) -> None:
        """Refuse requests where too many wait for an answer already."""
        limit = self.limits.in_flight
        if requests and waiting + len(requests) > limit:
            text = f"{waiting} requests wait for an answer, the limit is {limit}"
            raise Refused(429, text, key=next(iter(requests)))

    async def open(
        self, connection: Connection, *, key: Id | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        """Open the link of a connection; one with headers is for one request of the stateless era.

        Raises:
            Refused: The upstream cannot be started or reached.
        """
        try:
            connection.link = await self.upstream.open(connection, headers)
        except UpstreamError as error:
            self.log.write("error", "upstream-not-opened", message=error.message, hint=error.hint)
            raise Refused(502, error.message, key=key) from error

    # Life

    def later(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[Any]":
        """Have something done that nobody waits for."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def run_housekeeping(self) -> None:
        """End idle sessions and read tools again where that is due, for as long as the site is up."""
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_SECONDS, self.idle))
            for session in self.http.sessions.values():
                session.connection.tick()
            for client in self.sse.clients.values():
                client.connection.tick()
            self.views.poll_files()
            await self.http.end_idle(self.idle)

    async def close(self) -> None:
        """End every response and every upstream."""
        await asyncio.gather(
            self.http.end_all("the server is going down"), self.sse.end_all(), self.upstream.close()
        )
        await asyncio.gather(*self.tasks, return_exceptions=True)


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
