"""The upstream behind a URL: one HTTP client for all its links, and which transport it speaks."""

import asyncio
from collections.abc import Mapping

import httpx2

from genui.config import Limits, Target
from genui.serve.log import Log
from genui.upstream.http import HttpLink
from genui.upstream.http_session import EVENTS, HttpSession, client_for
from genui.upstream.link import Link, Receiver
from genui.upstream.sse import SseLink
from genui.upstream.url import public_url

PROBE_SECONDS = 5.0
"""For an upstream that opens a stream to say what the stream is."""


class UrlUpstream:
    """Gives links to a URL, in the transport that is configured or found there."""

    checks_headers = True

    def __init__(self, target: Target, limits: Limits, log: Log) -> None:
        self.url = target.url or ""
        self.label = f"the upstream at {public_url(self.url)}"
        self.limits = limits
        self.log = log
        self.transport = target.transport
        self.client = client_for(dict(target.headers))

    async def open(self, receiver: Receiver, *, headers: Mapping[str, str]) -> Link:
        """Connect for one client."""
        if self.transport == "auto":
            self.transport = await self.spoken()
        limit = self.limits.message_bytes
        if self.transport == "sse":
            return SseLink(
                receiver, self.client, self.url, label=self.label, message_bytes=limit, log=self.log
            )
        http = HttpSession(
            self.client,
            self.url,
            label=self.label,
            message_bytes=limit,
            log=self.log,
            on_renewed=receiver.upstream_renewed,
        )
        return HttpLink(receiver, http, headers=headers, log=self.log)

    async def open_stateless(self, receiver: Receiver, *, headers: Mapping[str, str]) -> Link:
        """Connect for one request of the stateless era."""
        return await self.open(receiver, headers=headers)

    async def spoken(self) -> str:
        """Find out which transport is spoken: over SSE, a GET opens a stream that names an endpoint."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return "sse" if await self.names_endpoint() else "http"
        except (httpx2.HTTPError, TimeoutError):
            return "http"

    async def names_endpoint(self) -> bool:
        """Tell whether a GET is answered as the SSE transport does."""
        async with self.client.stream("GET", self.url, headers={"accept": EVENTS}) as response:
            if not response.is_success or not response.headers.get("content-type", "").startswith(EVENTS):
                return False
            async for event in httpx2.EventSource(response):
                return event.event == "endpoint"
        return False

    async def close(self) -> None:
        """Hang up."""
        await self.client.aclose()
