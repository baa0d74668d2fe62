"""A link to an upstream over HTTP with SSE: the stream is the connection, and is opened again when it ends.

The SDK's client of this transport refuses events beyond 1 MiB and ends at the first message that it
cannot post, so this is our own, on the same HTTP client.
"""

import asyncio
from http import HTTPStatus
from typing import Any

import httpx2

from genui.serve.upstreams.link import LONGEST_WAIT
from genui.serve.upstreams.reach import EVENTS, reason_of
from genui.serve.upstreams.remote import Outbox, RemoteLink, decoded, dropped

POST_HEADERS = {"content-type": "application/json"}
MAX_REDIRECTS = 5


class SseLink(RemoteLink):
    """A conversation over SSE; after a loss it is opened as the client had opened it."""

    def __init__(
        self, url: str, outbox: Outbox, client: httpx2.AsyncClient, label: str, *, message_bytes: int
    ) -> None:
        super().__init__(outbox)
        self.url = url
        self.client = client
        self.label = label
        self.message_bytes = message_bytes
        self.opening: list[bytes] = []
        """The client's initialize and what followed it, to say again after a loss."""
        self.welcome: asyncio.Future[bool] | None = None
        """Whether the opening words, said again, were taken."""
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Hold the connection, and open it again and again with longer and longer waits."""
        wait = 1.0
        while not self.closing.is_set():
            holding = asyncio.ensure_future(self.hold())
            closing = asyncio.ensure_future(self.closing.wait())
            await asyncio.wait({holding, closing}, return_when=asyncio.FIRST_COMPLETED)
            trouble, opened = "", False
            if holding.done() and not holding.cancelled():
                opened, trouble = holding.result()
            await dropped(holding, closing)
            if not self.closing.is_set():
                wait = 1.0 if opened else wait
                await self.lost(trouble, wait)
                wait = min(2 * wait, LONGEST_WAIT)

    async def hold(self) -> tuple[bool, str]:
        """Hold one connection until it ends; tell whether it stood, and why it ended."""
        posting: asyncio.Future[None] | None = None
        try:
            response = await self.stream()
            try:
                async for event in httpx2.EventSource(response, max_event_size=self.message_bytes):
                    if event.event == "endpoint" and posting is None:
                        endpoint = same_origin(response.url, event.data)
                        posting = asyncio.ensure_future(self.converse(endpoint))
                    elif event.event == "message" and event.data:
                        await self.outbox.reading.wait()
                        self.took(event.data)
            finally:
                await response.aclose()
        except (httpx2.HTTPError, httpx2.SSEError, httpx2.InvalidURL, ValueError) as error:
            return posting is not None, reason_of(error)
        finally:
            if posting is not None:
                await dropped(posting)
        return posting is not None, "it closed the stream"

    async def stream(self) -> httpx2.Response:
        """Open the stream, following redirects to the same origin only: our headers are meant for that."""
        request = self.client.build_request("GET", self.url, headers={"accept": EVENTS})
        for _ in range(MAX_REDIRECTS):
            response = await self.client.send(request, stream=True, follow_redirects=False)
            if response.next_request is None:
                break
            await response.aclose()
            same_origin(request.url, str(response.next_request.url))
            request = response.next_request
        if response.is_success:
            return response
        await response.aclose()
        raise ValueError(f"it answered GET with {response.status_code}")

    async def converse(self, endpoint: str) -> None:
        """Post the client's messages one after the other; first, after a loss, its opening words."""
        if self.opening:
            self.welcome = asyncio.get_running_loop().create_future()
            for number, line in enumerate(self.opening):
                await self.post(endpoint, line)
                if number == 0 and not await self.welcome:
                    self.outbox.log.write("warning", "upstream-refused", upstream=self.label)
            self.outbox.log.write("info", "upstream-reached", upstream=self.label)
            self.outbox.receiver.upstream_renewed()
        while True:
            line = await self.outbox.next()
            self.remember(line)
            await self.post(endpoint, line)

    async def post(self, endpoint: str, line: bytes) -> None:
        """Post one message; where that fails, its request is answered with the reason."""
        try:
            response = await self.client.post(endpoint, content=line, headers=POST_HEADERS)
        except httpx2.HTTPError as error:
            trouble = f"cannot be reached: {reason_of(error)}"
        else:
            if response.status_code < HTTPStatus.BAD_REQUEST:
                return
            trouble = f"answered POST with {response.status_code}"
        self.outbox.refuse(line, f"{self.label} {trouble}", "UPSTREAM_UNREACHABLE")
        if self.welcome is not None and not self.welcome.done():
            self.welcome.set_result(False)

    def took(self, data: str) -> None:
        """Pass on a message, unless it answers our own opening of another session."""
        if self.welcome is not None and not self.welcome.done():
            message, opening = decoded(data.encode()), decoded(self.opening[0])
            if isinstance(message, dict) and "method" not in message and message.get("id") == opening["id"]:
                self.welcome.set_result("result" in message)
                return
        line = data.replace("\r", "").replace("\n", "").encode("utf-8", "surrogatepass")
        self.outbox.receiver.upstream_sent(line + b"\n")

    def remember(self, line: bytes) -> None:
        """Keep the words that open the conversation."""
        if b"initialize" not in line:
            return
        message: Any = decoded(line)
        method = message.get("method") if isinstance(message, dict) else None
        if method == "initialize":
            self.opening = [line]
        elif method == "notifications/initialized":
            self.opening = [*self.opening[:1], line]

    async def lost(self, trouble: str, wait: float) -> None:
        """Answer what is in flight, and what comes while we wait for the next attempt."""
        text = f"{self.label} cannot be reached: {trouble}"
        self.outbox.log.write("warning", "upstream-lost", upstream=self.label, message=trouble, wait=wait)
        self.outbox.receiver.upstream_lost(text)
        refusing = asyncio.ensure_future(self.refuse_all(text))
        closing = asyncio.ensure_future(self.closing.wait())
        await asyncio.wait({refusing, closing}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        await dropped(refusing, closing)

    async def refuse_all(self, text: str) -> None:
        """Answer every message with an error."""
        while True:
            line = await self.outbox.next()
            self.remember(line)
            self.outbox.refuse(line, text, "UPSTREAM_UNREACHABLE")


def same_origin(url: httpx2.URL, other: str) -> str:
    """Return an address joined to a URL.

    Raises:
        ValueError: It is of another origin, which our headers are not meant for.
    """
    joined = url.join(other)
    if (joined.scheme, joined.host, joined.port) != (url.scheme, url.host, url.port):
        raise ValueError(f"it names another origin: {joined.scheme}://{joined.host}")
    return str(joined)
