"""The upstream behind a URL: where its links come from, and the channel for callers that block."""

import asyncio
from contextlib import suppress
from http import HTTPStatus

import httpx2

from genui.config import Limits, Target
from genui.errors import UpstreamError
from genui.loopthread import LoopThread
from genui.model import JsonObject
from genui.serve.log import Log
from genui.serve.messages import decoded, dumped
from genui.serve.protocol import EXITED
from genui.upstream.channel import Channel, NotSpoken
from genui.upstream.endpoint import EVENTS, HINTS, LOGIN, PATH, Failed, UnreachedError, endpoint_of, kind_of
from genui.upstream.http import HttpLink
from genui.upstream.link import Given, Link, Receiver, no_headers
from genui.upstream.sse import SseLink


class LoopLink(LoopThread):
    """One connection to an upstream; the receiver is called in the loop's thread, and may block it."""

    answers_after_close = False
    """An HTTP answer ends with its link."""
    idle = True

    def __init__(self, upstream: "UrlUpstream", receiver: Receiver) -> None:
        super().__init__()
        self.upstream, self.label = upstream, upstream.label
        self.link = self.run(upstream.open(receiver))

    def write(self, data: bytes) -> None:
        """Queue whole lines."""
        self.loop.call_soon_threadsafe(self.link.write, data)

    def room(self) -> None:
        """Wait while too much is queued."""
        self.run(self.link.room())

    def close(self, grace: float) -> None:
        """Hang up; the link has its own grace."""
        del grace
        self.run(self.link.close())
        self.run(self.upstream.close())
        self.stop()


PROBE_SECONDS = 5.0
"""For an upstream that opens a stream to say what the stream is."""


class UrlUpstream:
    """Gives links to a URL, in the transport that is configured or found there."""

    is_shared = False
    """Over HTTP each request of the stateless era is one there too."""

    def __init__(self, target: Target, limits: Limits, log: Log, *, failed: Failed | None = None) -> None:
        self.endpoint = endpoint_of(target, limits, log)
        self.label, self.transport, self.failed = self.endpoint.label, target.transport, failed

    async def open(self, receiver: Receiver, given: Given = no_headers) -> Link:
        """Connect for one client, or for one request of the stateless era."""
        if self.transport == "auto":
            self.transport = await self.spoken()
        if self.transport == "sse":
            return SseLink(receiver, self.endpoint, failed=self.failed)
        return HttpLink(receiver, self.endpoint, given=given, failed=self.failed)

    async def spoken(self) -> str:
        """Find out which transport is spoken: over SSE, a GET opens a stream that names an endpoint."""
        url, accept = self.endpoint.url, {"accept": EVENTS}
        with suppress(httpx2.HTTPError, TimeoutError):
            async with (
                asyncio.timeout(PROBE_SECONDS),
                self.endpoint.client.stream("GET", url, headers=accept) as response,
            ):
                if response.is_success and kind_of(response).startswith(EVENTS):
                    async for event in httpx2.EventSource(response):
                        return "sse" if event.event == "endpoint" else "http"
        return "http"

    async def close(self) -> None:
        """Hang up."""
        await self.endpoint.client.aclose()


class Remote(Channel):
    """The channel to a URL, and the receiver of its link."""

    def __init__(self, target: Target, limits: Limits) -> None:
        upstream = UrlUpstream(target, limits, Log(level="error"), failed=self.failed)
        super().__init__(upstream.label)
        self.link = LoopLink(upstream, self)

    def send(self, message: JsonObject) -> None:
        """Send one message; the link gives it its headers."""
        self.link.write(dumped(message).encode())

    def upstream_sent(self, data: bytes) -> None:
        """Keep the messages in whole lines."""
        for line in data.splitlines():
            message = decoded(line)
            told = f"{self.label} sent a message that is no valid JSON-RPC: {line[:200]!r}"
            good = isinstance(message, dict | list)
            self.messages.put(message if good else UpstreamError(told, hint="check that it is an MCP server"))

    def failed(self, why: UnreachedError) -> None:
        """Keep why a message did not arrive; a client error may mean another transport."""
        message = str(why).removesuffix(f"; {LOGIN}")
        hint = HINTS.get(why.status, "check the URL, that the server runs there, and its own log")
        refused = HTTPStatus.BAD_REQUEST <= why.status < HTTPStatus.INTERNAL_SERVER_ERROR and hint != LOGIN
        error = NotSpoken(message, hint=hint) if refused else UpstreamError(message, hint=hint)
        if why.not_spoken or isinstance(why.__cause__, httpx2.SSEError):
            error = NotSpoken(message, hint=PATH)
        self.messages.put(error)

    def upstream_lost(self, message: str, kind: str = EXITED) -> None:
        """Keep why the upstream is gone."""
        self.failed(UnreachedError(message, kind=kind))

    def upstream_renewed(self) -> None:
        """Nothing: what is asked next is asked in the new session."""

    def link_ended(self) -> None:
        """Nothing: its loss was told."""

    def close(self) -> None:
        """Hang up."""
        self.link.close(0)
