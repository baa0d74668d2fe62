"""Links over HTTP: the endpoint that they speak to, why it refuses, and what all of them have in common."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

import httpx2

from genui.config import Limits, Target
from genui.serve.log import Log
from genui.serve.messages import decoded, line_of, message_id
from genui.serve.protocol import failure
from genui.upstream.link import HIGH, Receiver

LOGIN = "send a credential: headers in [upstream] of genui.toml, its value from ${NAME}"
PATH = "check the path of the URL; it usually ends in /mcp or /sse"
HINTS = {401: LOGIN, 403: LOGIN, 404: PATH, 405: PATH}

LONGEST_CHALLENGE = 300
"""Characters of a WWW-Authenticate header that are told."""


class UnreachedError(Exception):
    """A message did not reach the upstream, or its answer did not reach us; says why."""

    def __init__(
        self, message: str, *, kind: str = "UPSTREAM_UNREACHABLE", status: int = 0, not_spoken: bool = False
    ) -> None:
        super().__init__(message)
        self.kind, self.status = kind, status
        """The HTTP status that stood in the way."""
        self.not_spoken = not_spoken
        """True where what answers speaks no MCP, or not in this transport."""


def refusal(label: str, method: str, response: httpx2.Response) -> UnreachedError:
    """Return the error for a response with a status that is no success."""
    status = response.status_code
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    text = f"{label} answered {method} with {status} {phrase}".rstrip()
    if HINTS.get(status) != LOGIN:
        return UnreachedError(text, status=status)
    challenge = response.headers.get("www-authenticate", "")[:LONGEST_CHALLENGE]
    asks = f" and asks for {challenge}" if challenge.isprintable() and challenge else ""
    return UnreachedError(f"{text}{asks}; {LOGIN}", kind="UPSTREAM_UNAUTHORIZED", status=status)


JSON, EVENTS = "application/json", "text/event-stream"
POST_HEADERS = {"accept": f"{JSON}, {EVENTS}", "content-type": JSON}
GET_HEADERS = {"accept": EVENTS, "cache-control": "no-store"}
CONNECT_SECONDS = 10.0
MAX_REDIRECTS = 5


class Endpoint(NamedTuple):
    """Where the messages for an upstream behind a URL go."""

    client: httpx2.AsyncClient
    """Shared by all links to the upstream."""
    url: str
    label: str
    """What errors call the upstream; no secret is in it."""
    message_bytes: int
    log: Log

    def request(self, method: str, headers: Mapping[str, str], line: bytes | None = None) -> httpx2.Request:
        """Return a request to the URL."""
        return self.client.build_request(method, self.url, content=line, headers=headers)

    async def sent(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request; the response is a stream. Redirects that keep origin and method are followed.

        Raises:
            UnreachedError: A redirect leads elsewhere, where our headers do not belong.
            httpx2.HTTPError: The connection failed.
        """
        for _ in range(MAX_REDIRECTS):
            response = await self.client.send(request, stream=True, follow_redirects=False)
            following = response.next_request
            if following is None:
                return response
            await response.aclose()
            if following.method != request.method or not same_origin(request.url, following.url):
                where = following.url.copy_with(userinfo=b"", query=None, fragment=None)
                raise UnreachedError(f"it redirects to {where}; use that URL if it is the intended server")
            request = following
        raise UnreachedError("it redirects in a circle")

    async def body(self, response: httpx2.Response) -> bytes:
        """Return the body of a response.

        Raises:
            UnreachedError: It is too large.
        """
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > self.message_bytes:
                await response.aclose()
                limit = f"{self.message_bytes} bytes, the limit of one message"
                raise UnreachedError(f"the answer of {self.label} is larger than {limit}")
        return bytes(body)

    async def events(self, response: httpx2.Response) -> AsyncIterator[httpx2.ServerSentEvent]:
        """Yield the events of a stream until it ends or breaks.

        Raises:
            UnreachedError: An event is too large, or the stream is none.
        """
        try:
            async for event in httpx2.EventSource(response, max_event_size=self.message_bytes):
                yield event
        except httpx2.TransportError:
            return
        except httpx2.SSEError as error:
            raise UnreachedError(f"the upstream's stream cannot be read: {error}") from error
        finally:
            await response.aclose()


def endpoint_of(target: Target, limits: Limits, log: Log) -> Endpoint:
    """Return the endpoint at a URL, with an HTTP client that lets answers take as long as they need."""
    for name in ("httpx2", "httpcore2"):
        logger = logging.getLogger(name)  # they would log headers and messages, to stderr
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
    client = httpx2.AsyncClient(
        headers=dict(target.headers),
        # A tool may take minutes, and an event stream is silent for as long as nothing happens.
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
    )
    url = target.url or ""
    parts = urlsplit(url)
    # Without what may be secret in it: user, password, query.
    public = urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
    return Endpoint(client, url, f"the upstream at {public}", limits.message_bytes, log)


def same_origin(url: httpx2.URL, other: httpx2.URL) -> bool:
    """Tell whether two URLs are of the same origin, and the second names no user of its own."""
    alike = (url.scheme, url.host, url.port) == (other.scheme, other.host, other.port)
    return alike and other.userinfo in {b"", url.userinfo}


def kind_of(response: httpx2.Response) -> str:
    """Return the content type of a response in small letters, "" where it says none."""
    return str(response.headers.get("content-type", "")).lower()


def event_line(event: httpx2.ServerSentEvent) -> bytes:
    """Return the message in an event as a line; empty where there is none."""
    if event.event != "message" or not event.data:
        return b""
    text = event.data.replace("\r", " ").replace("\n", " ")
    return text.encode("utf-8", "surrogatepass") + b"\n"


def reason_of(error: Exception) -> str:
    """Say why a request failed."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


CLOSE_SECONDS = 1.5
"""For saying goodbye; an upstream that does not take it is left."""

Failed = Callable[[UnreachedError], None]
"""Told why a message did not arrive, or its answer, by links that nobody behind has asked anything."""


class RemoteLink(ABC):
    """A queue of the client's lines, and a task that carries them."""

    def __init__(self, receiver: Receiver, endpoint: Endpoint, failed: Failed | None) -> None:
        self.receiver, self.endpoint, self.failed = receiver, endpoint, failed
        self.label, self.log = endpoint.label, endpoint.log
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.size = 0
        self.roomy, self.reading = asyncio.Event(), asyncio.Event()
        self.roomy.set()
        self.reading.set()
        self.task = asyncio.ensure_future(self.run())

    @abstractmethod
    async def run(self) -> None:
        """Carry messages until this is cancelled."""

    async def say_goodbye(self) -> None:  # noqa: B027 - over SSE there is nothing to say
        """Let the upstream know that the conversation is over, where it can be told."""

    def write(self, data: bytes) -> None:
        """Queue whole lines."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.size += len(line)
                self.queue.put_nowait(line)
        if self.size > HIGH:
            self.roomy.clear()

    async def next(self) -> bytes:
        """Wait for the client's next message."""
        line = await self.queue.get()
        self.size -= len(line)
        if self.size <= HIGH:
            self.roomy.set()
        return line

    async def room(self) -> None:
        """Wait until there is room for more."""
        await self.roomy.wait()

    def refuse(self, line: bytes, why: UnreachedError) -> None:
        """Answer the requests in a line, which the upstream will not answer, or tell who asks."""
        if self.failed is not None:
            self.failed(why)
            return
        message = decoded(line)
        for one in message if isinstance(message, list) else [message]:
            key = message_id(one) if isinstance(one, dict) and "method" in one else None
            if key is not None:
                self.receiver.upstream_sent(line_of(failure(key, why.kind, str(why))))

    async def close(self) -> None:
        """Say goodbye, and leave an upstream that does not take it."""
        await dropped(self.task)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.say_goodbye()


async def dropped(*tasks: "asyncio.Future[Any]") -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
