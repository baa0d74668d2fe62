"""Reaching an HTTP upstream: one client's session there, which is opened again when it is lost."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from http import HTTPStatus

import httpx2

from genui.serve.log import Log
from genui.upstream.link import LONGEST_WAIT
from genui.upstream.refusal import UnreachedError, is_answer, refusal

SESSION, VERSION, LAST_EVENT = "mcp-session-id", "mcp-protocol-version", "last-event-id"
JSON, EVENTS = "application/json", "text/event-stream"
POST_HEADERS = {"accept": f"{JSON}, {EVENTS}", "content-type": JSON}
GET_HEADERS = {"accept": EVENTS, "cache-control": "no-store"}
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
CONNECT_SECONDS = 10.0
MAX_REDIRECTS = 5


def client_for(headers: Mapping[str, str]) -> httpx2.AsyncClient:
    """Return the HTTP client that all links to one upstream share: answers may take as long as they need."""
    for name in ("httpx2", "httpcore2"):
        logger = logging.getLogger(name)  # they would log headers and messages, to stderr
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
    return httpx2.AsyncClient(
        headers=dict(headers),
        # A tool may take minutes, and an event stream is silent for as long as nothing happens.
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
    )


async def sent(client: httpx2.AsyncClient, request: httpx2.Request) -> httpx2.Response:
    """Send a request; the response is a stream. Redirects that keep origin and method are followed.

    Raises:
        UnreachedError: A redirect leads elsewhere, where our headers do not belong.
        httpx2.HTTPError: The connection failed.
    """
    for _ in range(MAX_REDIRECTS):
        response = await client.send(request, stream=True, follow_redirects=False)
        following = response.next_request
        if following is None:
            return response
        await response.aclose()
        if following.method != request.method or not same_origin(request.url, following.url):
            where = following.url.copy_with(userinfo=b"", query=None, fragment=None)
            raise UnreachedError(f"it redirects to {where}; use that URL if it is the intended server")
        request = following
    raise UnreachedError("it redirects in a circle")


def same_origin(url: httpx2.URL, other: httpx2.URL) -> bool:
    """Tell whether two URLs are of the same origin, and the second names no user of its own."""
    alike = (url.scheme, url.host, url.port) == (other.scheme, other.host, other.port)
    return alike and other.userinfo in {b"", url.userinfo}


class HttpSession:
    """One client's way to the upstream over streamable HTTP."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        url: str,
        *,
        label: str,
        message_bytes: int,
        log: Log,
        on_renewed: Callable[[], None],
    ) -> None:
        self.client = client
        self.url = url
        self.label = label
        self.message_bytes = message_bytes
        self.log = log
        self.on_renewed = on_renewed
        self.session: str | None = None
        self.opening: bytes | None = None
        """The client's own initialize, to open another session with."""
        self.renewing = asyncio.Lock()
        self.reached = True

    def request(self, method: str, headers: Mapping[str, str], line: bytes | None = None) -> httpx2.Request:
        """Return an HTTP request of this session."""
        session = {SESSION: self.session} if self.session is not None else {}
        return self.client.build_request(method, self.url, content=line, headers={**headers, **session})

    async def post(
        self, line: bytes, headers: Mapping[str, str], *, opens: bool = False
    ) -> bytes | httpx2.Response:
        """Send a message; return the JSON that answers it, empty for none, or a response that streams events.

        Raises:
            UnreachedError: There is no answer, and will be none.
        """
        try:
            if opens:
                self.session = None
            response = await self.delivered(line, {**POST_HEADERS, **headers})
            if opens and response.is_success:
                self.opening, self.session = line, response.headers.get(SESSION)
            kind = response.headers.get("content-type", "").lower()
            if response.is_success and kind.startswith(EVENTS):
                return response
            if response.status_code == HTTPStatus.OK and kind and not kind.startswith(JSON):
                await response.aclose()
                told = f"{self.label} answers with {kind}, not with MCP messages"
                raise UnreachedError(told, not_spoken=True)
            body = await self.whole(response) if kind.startswith(JSON) else b""
            await response.aclose()
        except httpx2.HTTPError as error:
            self.lost(reason_of(error))
            raise UnreachedError(f"{self.label} cannot be reached: {reason_of(error)}") from error
        if response.is_success or is_answer(body):
            return body
        self.log.write("warning", "upstream-refused", upstream=self.label, status=response.status_code)
        raise refusal(self.label, "POST", response)

    async def delivered(self, line: bytes, headers: Mapping[str, str]) -> httpx2.Response:
        """Send a message, in another session where this one has ended."""
        stale = self.session
        response = await sent(self.client, self.request("POST", headers, line))
        self.reach_again()
        if response.status_code == HTTPStatus.NOT_FOUND and await self.renew(stale, headers):
            await response.aclose()
            response = await sent(self.client, self.request("POST", headers, line))
        return response

    async def whole(self, response: httpx2.Response) -> bytes:
        """Return the body of a response.

        Raises:
            UnreachedError: It is too large.
        """
        size, chunks = 0, []
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > self.message_bytes:
                await response.aclose()
                limit = f"{self.message_bytes} bytes, the limit of one message"
                raise UnreachedError(f"the answer of {self.label} is larger than {limit}")
            chunks.append(chunk)
        return b"".join(chunks)

    async def listen(self, headers: Mapping[str, str]) -> httpx2.Response | None:
        """Open the stream of unasked messages, with longer and longer waits; None where there is none."""
        wait = 1.0
        while True:
            stale = self.session
            try:
                response = await sent(self.client, self.request("GET", {**GET_HEADERS, **headers}))
                self.reach_again()
                if response.is_success:
                    return response
                await response.aclose()
                if response.status_code == HTTPStatus.NOT_FOUND and await self.renew(stale, headers):
                    continue
                if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    return None
            except httpx2.HTTPError as error:
                self.lost(reason_of(error))
            except UnreachedError:
                return None
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def resume(self, headers: Mapping[str, str]) -> httpx2.Response:
        """Open the rest of a stream that broke off; once, since somebody waits for an answer.

        Raises:
            UnreachedError: It is not there.
        """
        try:
            response = await sent(self.client, self.request("GET", {**GET_HEADERS, **headers}))
        except httpx2.HTTPError as error:
            self.lost(reason_of(error))
            raise UnreachedError(f"{self.label} broke off its answer: {reason_of(error)}") from error
        if response.is_success:
            return response
        await response.aclose()
        raise UnreachedError(f"{self.label} broke off its answer, and has no more of it")

    async def renew(self, stale: str | None, headers: Mapping[str, str]) -> bool:
        """Open another session as the client opened the first; tell whether there is a newer one to use."""
        if stale is None or self.opening is None:
            return False
        async with self.renewing:
            if self.session != stale:
                return self.session is not None
            request = self.client.build_request("POST", self.url, content=self.opening, headers=POST_HEADERS)
            response = await sent(self.client, request)
            session = response.headers.get(SESSION)
            if not response.is_success or session is None or not await self.welcomed(response):
                return False
            self.session = session
            version = {VERSION: headers[VERSION]} if VERSION in headers else {}
            initialized = self.request("POST", {**POST_HEADERS, **version}, INITIALIZED)
            await (await sent(self.client, initialized)).aclose()
        self.log.write("info", "upstream-session-renewed", upstream=self.label)
        self.on_renewed()
        return True

    async def welcomed(self, response: httpx2.Response) -> bool:
        """Tell whether initialize was answered with a result."""
        try:
            if response.headers.get("content-type", "").lower().startswith(JSON):
                return b'"result"' in await response.aread()
            async for event in events(response, self.message_bytes):
                if event.data and '"method"' not in event.data[:200]:
                    return '"result"' in event.data
        finally:
            await response.aclose()
        return False

    async def hang_up(self, headers: Mapping[str, str]) -> None:
        """End the session at the upstream."""
        if self.session is None:
            return
        try:
            await (await sent(self.client, self.request("DELETE", headers))).aclose()
        except (httpx2.HTTPError, UnreachedError) as error:
            self.log.write("debug", "upstream-not-told", upstream=self.label, message=reason_of(error))

    def lost(self, reason: str) -> None:
        """Log that the upstream cannot be reached, once."""
        if self.reached:
            self.reached = False
            self.log.write("warning", "upstream-lost", upstream=self.label, message=reason)

    def reach_again(self) -> None:
        """Log that the upstream is there again; what it lists may have changed meanwhile."""
        if not self.reached:
            self.reached = True
            self.log.write("info", "upstream-reached", upstream=self.label)
            self.on_renewed()


async def events(response: httpx2.Response, limit: int) -> AsyncIterator[httpx2.ServerSentEvent]:
    """Yield the events of a stream until it ends or breaks.

    Raises:
        UnreachedError: An event is too large, or the stream is none.
    """
    try:
        async for event in httpx2.EventSource(response, max_event_size=limit):
            yield event
    except httpx2.TransportError:
        return
    except httpx2.SSEError as error:
        raise UnreachedError(f"the upstream's stream cannot be read: {error}") from error
    finally:
        await response.aclose()


def line_of(event: httpx2.ServerSentEvent) -> bytes:
    """Return the message in an event as a line; empty where there is none."""
    if event.event != "message" or not event.data:
        return b""
    text = event.data.replace("\r", " ").replace("\n", " ")
    return text.encode("utf-8", "surrogatepass") + b"\n"


def reason_of(error: Exception) -> str:
    """Say why a request failed."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
