"""A link to an upstream over HTTP with SSE: the stream is the connection, and is opened again when it ends.

The SDK's client of this transport refuses events beyond 1 MiB, drops what it does not know, and ends at the
first message that it cannot post.
"""

import asyncio
from contextlib import suppress
from http import HTTPStatus

import httpx2

from genui.serve.messages import decoded, value_at
from genui.upstream.endpoint import (
    EVENTS,
    GET_HEADERS,
    JSON,
    Endpoint,
    Failed,
    RemoteLink,
    UnreachedError,
    dropped,
    event_line,
    kind_of,
    reason_of,
    refusal,
    same_origin,
)
from genui.upstream.link import LONGEST_WAIT, Receiver


class SseLink(RemoteLink):
    """A conversation over SSE; after a loss it is opened as the client had opened it."""

    def __init__(self, receiver: Receiver, endpoint: Endpoint, *, failed: Failed | None = None) -> None:
        super().__init__(receiver, endpoint, failed)
        self.opening: list[bytes] = []
        """The client's initialize and what followed it, to say again after a loss."""
        self.welcome: asyncio.Future[bool] | None = None
        """Whether the opening words, said again, were taken."""

    async def run(self) -> None:
        """Hold the connection, and open it again and again with longer and longer waits."""
        wait = 1.0
        while True:
            opened, trouble = await self.hold()
            if self.failed is not None:
                self.failed(trouble)
                return
            wait = 1.0 if opened else wait
            await self.lost(trouble, wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def hold(self) -> tuple[bool, UnreachedError]:
        """Hold one connection until it ends; tell whether it stood, and why it ended."""
        posting: asyncio.Future[None] | None = None
        try:
            response = await self.endpoint.sent(self.endpoint.request("GET", GET_HEADERS))
            if not response.is_success:
                await response.aclose()
                return False, refusal(self.label, "GET", response)
            kind = kind_of(response)
            if not kind.startswith(EVENTS):
                await response.aclose()
                told = f"{self.label} answers with {kind or 'no content type'}, not with a stream of events"
                return False, UnreachedError(told, not_spoken=True)
            async for event in self.endpoint.events(response):
                if event.event == "endpoint" and posting is None:
                    posting = asyncio.ensure_future(self.converse(post_address(response, event.data)))
                elif line := event_line(event):
                    await self.reading.wait()
                    self.took(line)
        except UnreachedError as error:
            return posting is not None, self.unreached(str(error))
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            return posting is not None, self.unreached(reason_of(error))
        finally:
            if posting is not None:
                await dropped(posting)
        return posting is not None, self.unreached("it closed the stream")

    async def converse(self, endpoint: str) -> None:
        """Post the client's messages one after the other; first, after a loss, its opening words."""
        if self.opening:
            self.welcome = asyncio.get_running_loop().create_future()
            for number, line in enumerate(self.opening):
                await self.post(endpoint, line)
                if number == 0 and not await self.welcome:
                    self.log.write("warning", "upstream-refused", upstream=self.label)
            self.log.write("info", "upstream-reached", upstream=self.label)
            self.receiver.upstream_renewed()
        while True:
            line = await self.next()
            self.remember(line)
            await self.post(endpoint, line)

    async def post(self, endpoint: str, line: bytes) -> None:
        """Post one message; where that fails, its request is answered with the reason."""
        try:
            response = await self.endpoint.client.post(endpoint, content=line, headers={"content-type": JSON})
        except httpx2.HTTPError as error:
            trouble = self.unreached(reason_of(error))
        else:
            if response.status_code < HTTPStatus.BAD_REQUEST:
                return
            trouble = refusal(self.label, "POST", response)
        self.refuse(line, trouble)
        if self.welcome is not None and not self.welcome.done():
            self.welcome.set_result(False)

    def took(self, line: bytes) -> None:
        """Pass on a message, unless it answers our own opening of another session."""
        if self.welcome is not None and not self.welcome.done():
            message, opening = decoded(line), decoded(self.opening[0])
            if value_at(message, "id") == opening["id"] and "method" not in message:
                self.welcome.set_result("result" in message)
                return
        self.receiver.upstream_sent(line)

    def remember(self, line: bytes) -> None:
        """Keep the words that open the conversation."""
        if b"initialize" not in line:
            return
        method = value_at(decoded(line), "method")
        if method == "initialize":
            self.opening = [line]
        elif method == "notifications/initialized":
            self.opening = [*self.opening[:1], line]

    def unreached(self, reason: str) -> UnreachedError:
        """Return the error that says why the upstream cannot be reached."""
        return UnreachedError(f"{self.label} cannot be reached: {reason}")

    async def lost(self, trouble: UnreachedError, wait: float) -> None:
        """Answer what is in flight, and what comes while we wait for the next attempt."""
        self.log.write("warning", "upstream-lost", upstream=self.label, message=str(trouble), wait=wait)
        self.receiver.upstream_lost(str(trouble), trouble.kind)
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                while True:
                    self.remember(await self.next())
                    # Not by its id: a line that was in flight above has had its answer.
                    self.receiver.upstream_lost(str(trouble), trouble.kind)


def post_address(response: httpx2.Response, named: str) -> str:
    """Return the address to post to.

    Raises:
        UnreachedError: It is of another origin, which our headers are not meant for.
    """
    endpoint = response.url.join(named)
    if not same_origin(response.url, endpoint):
        raise UnreachedError(f"it names an endpoint of another origin, {endpoint.host}")
    return str(endpoint)
