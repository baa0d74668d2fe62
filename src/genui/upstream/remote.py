"""An upstream behind a URL, as introspection and preview speak to it: serve's link, on a loop in a thread."""

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from queue import Empty, Queue
from typing import Any, TypeVar

import httpx2

from genui.config import Limits, Target
from genui.errors import UpstreamError
from genui.model import Finding, JsonObject
from genui.serve.log import Log
from genui.serve.upstreams.http import HttpLink
from genui.serve.upstreams.http_session import HttpSession, client_for
from genui.serve.upstreams.refusal import HINTS, LOGIN, PATH, UnreachedError
from genui.serve.upstreams.sse import SseLink
from genui.upstream.errors import NotSpoken
from genui.upstream.url import public_url

T = TypeVar("T")


@contextmanager
def connected(target: Target, limits: Limits, *, transport: str) -> Iterator["Remote"]:
    """Speak to the URL over http or sse, and hang up afterwards."""
    remote = Remote(target, limits, transport=transport)
    try:
        yield remote
    finally:
        remote.close()


class AskedHttp(HttpLink):
    """A link whose failures are told as they are, instead of as an answer."""

    def refuse(self, line: bytes, why: UnreachedError) -> None:
        """Tell who asks."""
        self.receiver.failed(why)  # type: ignore[attr-defined]


class AskedSse(SseLink):
    """A link that is not opened again."""

    def refuse(self, line: bytes, why: UnreachedError) -> None:
        """Tell who asks."""
        self.receiver.failed(why)  # type: ignore[attr-defined]

    async def lost(self, trouble: UnreachedError, wait: float) -> None:
        """Tell who asks."""
        self.receiver.failed(trouble)  # type: ignore[attr-defined]
        await self.closing.wait()


class Remote:
    """The channel to a URL, and the receiver of its link."""

    def __init__(self, target: Target, limits: Limits, *, transport: str) -> None:
        url = target.url or ""
        self.label = f"the upstream at {public_url(url)}"
        self.messages: Queue[Any] = Queue()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="genui-upstream", daemon=True)
        self.thread.start()
        self.client = client_for(dict(target.headers))
        self.link = self.run(self.linked(url, limits.message_bytes, transport))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def linked(self, url: str, message_bytes: int, transport: str) -> HttpLink | SseLink:
        """Return a link, which connects with the first message."""
        log = Log(level="error")
        if transport == "sse":
            return AskedSse(self, self.client, url, label=self.label, message_bytes=message_bytes, log=log)
        session = HttpSession(
            self.client,
            url,
            label=self.label,
            message_bytes=message_bytes,
            log=log,
            on_renewed=self.upstream_renewed,
        )
        return AskedHttp(self, session, headers={}, log=log)

    # What the link delivers

    def upstream_sent(self, data: bytes) -> None:
        """Keep the messages in whole lines."""
        for line in data.splitlines():
            self.messages.put(parsed(line, self.label))

    def failed(self, why: UnreachedError) -> None:
        """Keep why a message did not arrive."""
        self.messages.put(error_of(why))

    def upstream_lost(self, message: str) -> None:
        """Keep why the upstream is gone."""
        self.messages.put(error_of(UnreachedError(message)))

    def upstream_renewed(self) -> None:
        """Nothing: what is asked next is asked in the new session."""

    def link_ended(self) -> None:
        """Nothing: its loss was told."""

    # The channel

    def send(self, message: JsonObject, *, timeout: float) -> None:
        """Send one message; the link gives it its headers."""
        line = json.dumps(message, separators=(",", ":")).encode()
        self.loop.call_soon_threadsafe(self.link.write, line)

    def receive(self, timeout: float) -> Any:
        """Return the next message, None when none came in time."""
        try:
            message = self.messages.get(timeout=timeout)
        except Empty:
            return None
        if isinstance(message, UpstreamError):
            raise message
        return message

    def evidence(self) -> str:
        """Return nothing: an HTTP server keeps its words to itself."""
        return ""

    def findings(self) -> Sequence[Finding]:
        """Return nothing: what is odd on HTTP is an error."""
        return ()

    def close(self) -> None:
        """Hang up, and leave a server that does not let go."""
        self.run(self.link.close())
        self.run(self.client.aclose())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


def parsed(line: bytes, label: str) -> Any:
    """Return the message on a line, or the error that it is none."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if isinstance(message, dict | list):
        return message
    told = f"{label} sent a message that is no valid JSON-RPC: {line[:200]!r}"
    return UpstreamError(told, hint="check that it is an MCP server")


def error_of(why: UnreachedError) -> UpstreamError:
    """Return the error for a message that did not arrive; a client error may mean another transport."""
    message = str(why).removesuffix(f"; {LOGIN}")
    hint = HINTS.get(why.status, "check the URL, that the server runs there, and its own log")
    refused = HTTPStatus.BAD_REQUEST <= why.status < HTTPStatus.INTERNAL_SERVER_ERROR and hint != LOGIN
    if why.not_spoken or isinstance(why.__cause__, httpx2.SSEError):
        return NotSpoken(message, hint=PATH)
    return NotSpoken(message, hint=hint) if refused else UpstreamError(message, hint=hint)
