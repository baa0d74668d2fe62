"""An upstream behind a URL: the SDK's HTTP transports as raw message streams, in a thread of their own."""

import contextlib
import json
import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from genui.config import Limits, Target
from genui.errors import UpstreamError
from genui.model import Finding, JsonObject

if TYPE_CHECKING:
    from concurrent.futures import Future

    import httpx2
    from anyio.from_thread import BlockingPortal

CLOSE_SECONDS = 2.0
"""For saying goodbye; a server that does not take it is left."""
CONTENT_TYPES = ("application/json", "text/event-stream")
LOGIN = "send a credential: headers in [upstream] of genui.toml, its value from ${NAME}"
PATH = "check the path of the URL; it usually ends in /mcp or /sse"
HINTS = {401: LOGIN, 403: LOGIN, 404: PATH, 405: PATH}


class NotSpoken(UpstreamError):  # noqa: N818 - its base is the error; this says which
    """Something answers at the URL, but not in this transport."""


@contextmanager
def connected(target: Target, limits: Limits, *, transport: str, start_timeout: float) -> Iterator["Remote"]:
    """Connect to the URL over http or sse, and hang up afterwards.

    Raises:
        UpstreamError: It cannot be reached.
    """
    from anyio.from_thread import start_blocking_portal

    for name in ("mcp", "httpx2"):
        logging.getLogger(name).addHandler(logging.NullHandler())
    with start_blocking_portal() as portal:
        remote = Remote(portal, target, limits, transport=transport)
        try:
            remote.open(start_timeout)
            yield remote
        finally:
            remote.close()


class Remote:
    """The channel to a URL: a task in the portal's thread holds the connection until hung up."""

    def __init__(self, portal: "BlockingPortal", target: Target, limits: Limits, *, transport: str) -> None:
        import anyio

        self.label = f"the upstream at {public_url(target.url or '')}"
        self.portal = portal
        self.target = target
        self.message_bytes = limits.message_bytes
        self.transport = transport
        self.failure: Exception | None = None
        self.read: Any = None
        self.write: Any = None
        self.opened, self.hung_up, self.ended = (portal.call(anyio.Event) for _ in range(3))
        self.task: Future[None] | None = None

    def open(self, timeout: float) -> None:
        """Wait for the connection to stand."""
        self.task = self.portal.start_task_soon(self.hold, timeout)
        if not self.portal.call(within, timeout, self.opened.wait):
            raise UpstreamError(
                f"{self.label} did not open a connection within {timeout:g} s",
                hint="check the URL; a slow upstream needs a larger start_timeout in [build]",
            )
        if self.ended.is_set():
            raise self.gone()

    async def hold(self, timeout: float) -> None:
        """Keep the connection until hung up, and what ended it."""
        try:
            async with self.streams(timeout) as (self.read, self.write):
                self.opened.set()
                await self.hung_up.wait()
        except Exception as error:  # noqa: BLE001 - whatever it is, gone() tells it in the caller's thread
            self.failure = self.failure or leaf(error)
        finally:
            self.ended.set()
            self.opened.set()

    @asynccontextmanager
    async def streams(self, timeout: float) -> AsyncIterator[tuple[Any, Any]]:
        """Open the SDK's transport."""
        import httpx2
        from mcp.client.sse import sse_client
        from mcp.client.streamable_http import streamable_http_client

        client = httpx2.AsyncClient(
            headers=dict(self.target.headers),
            timeout=timeout,
            event_hooks={"response": [self.inspect]},
        )
        url = self.target.url or ""
        if self.transport == "sse":
            async with sse_client(
                url, httpx_client_factory=lambda headers=None, timeout=None, auth=None: client
            ) as streams:
                yield streams
        else:
            async with (
                client,
                streamable_http_client(
                    url, http_client=client, max_sse_event_size=self.message_bytes
                ) as streams,
            ):
                yield streams

    async def inspect(self, response: "httpx2.Response") -> None:
        """Hang up when a request is answered by something that is no MCP message: nothing else will come."""
        request = response.request
        if request.method != "POST" or b'"id"' not in request.content:
            return
        content_type = response.headers.get("content-type", "").lower()
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            if content_type.startswith("application/json") and b'"jsonrpc"' in await response.aread():
                return
            self.failure = status_error(self.label, "POST", response.status_code)
        elif response.status_code == HTTPStatus.OK and self.transport == "http":
            if content_type.startswith(CONTENT_TYPES):
                return
            self.failure = NotSpoken(
                f"{self.label} answers with {content_type or 'no content type'}, not with MCP messages",
                hint=PATH,
            )
        else:
            return
        self.hung_up.set()

    def send(self, message: JsonObject, *, headers: Mapping[str, str], timeout: float) -> None:
        """Send one message; a connection that is gone is reported by the next receive."""
        from mcp.shared.message import ClientMessageMetadata, SessionMessage
        from mcp_types import jsonrpc_message_adapter

        parsed = jsonrpc_message_adapter.validate_json(json.dumps(message), by_name=False)
        outgoing = SessionMessage(parsed, ClientMessageMetadata(headers=dict(headers) or None))
        self.portal.call(within, timeout, self.put, outgoing)

    async def put(self, message: Any) -> None:
        """Hand a message to the transport."""
        import anyio

        with contextlib.suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            await self.write.send(message)

    def receive(self, timeout: float) -> Any:
        """Return the next message, None when none came in time."""
        arrived: list[Any] = []
        if not self.portal.call(within, timeout, self.get, arrived):
            return None
        if not arrived:
            raise self.gone()
        if isinstance(arrived[0], Exception):
            raise UpstreamError(
                f"{self.label} sent a message that is no valid JSON-RPC: {str(arrived[0])[:300]}",
                hint="check that it is an MCP server",
            )
        return arrived[0].message.model_dump(by_alias=True, exclude_unset=True)

    async def get(self, arrived: list[Any]) -> None:
        """Take the next message from the transport; none when the connection has ended."""
        import anyio

        try:
            arrived.append(await self.read.receive())
        except (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
            self.hung_up.set()
            await self.ended.wait()

    def gone(self) -> UpstreamError:
        """Say why the connection ended."""
        import httpx2

        error = self.failure
        if isinstance(error, UpstreamError):
            return error
        if isinstance(error, httpx2.HTTPStatusError):
            return status_error(self.label, error.request.method, error.response.status_code)
        if isinstance(error, httpx2.SSEError):
            return NotSpoken(f"{self.label} does not speak SSE: {error}", hint=PATH)
        reason = f"{type(error).__name__}: {error}" if error else "it closed the connection"
        return UpstreamError(
            f"{self.label} cannot be reached: {reason}", hint="check the URL, and that the server runs there"
        )

    def evidence(self) -> str:
        """Return nothing: an HTTP server keeps its words to itself."""
        return ""

    def findings(self) -> Sequence[Finding]:
        """Return nothing: what is odd on HTTP is an error."""
        return ()

    def close(self) -> None:
        """Hang up, and leave a server that does not let go."""
        if self.task is None:
            return
        self.portal.call(self.hung_up.set)
        if not self.portal.call(within, CLOSE_SECONDS, self.ended.wait):
            self.task.cancel()


async def within(seconds: float, wait: Any, *arguments: Any) -> bool:
    """Await something for a while; False when it did not happen in time."""
    import anyio

    with anyio.move_on_after(seconds):
        await wait(*arguments)
        return True
    return False


def leaf(error: BaseException) -> Exception:
    """Return the first real error of nested groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error if isinstance(error, Exception) else ConnectionError(type(error).__name__)


def status_error(label: str, method: str, status: int) -> UpstreamError:
    """Say which HTTP status stood in the way; a client error may mean that another transport is spoken."""
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    message = f"{label} answered {method} with {status} {phrase}".rstrip()
    hint = HINTS.get(status, "check the URL and the server's own log")
    other = HTTPStatus.BAD_REQUEST <= status < HTTPStatus.INTERNAL_SERVER_ERROR and HINTS.get(status) != LOGIN
    return NotSpoken(message, hint=hint) if other else UpstreamError(message, hint=hint)


def public_url(url: str) -> str:
    """Return a URL without what may be secret in it: user, password, query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
