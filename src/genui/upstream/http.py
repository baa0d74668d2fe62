"""A link over streamable HTTP: a POST for every message, answered by JSON or by a stream of events.

Messages pass as they are. The SDK's client would parse and write them anew, and drop what it does not know.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

import httpx2

from genui.serve.messages import Id, answer_id, decoded, dumped, is_id, message_id, messages_in, value_at
from genui.serve.spans import patched
from genui.upstream.endpoint import (
    EVENTS,
    GET_HEADERS,
    JSON,
    POST_HEADERS,
    Endpoint,
    Failed,
    RemoteLink,
    UnreachedError,
    dropped,
    event_line,
    kind_of,
    reason_of,
    refusal,
)
from genui.upstream.headers import VERSION, Stamp
from genui.upstream.link import LONGEST_WAIT, Given, Receiver

SESSION, LAST_EVENT = "mcp-session-id", "last-event-id"
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'

RETRY_SECONDS = 1.0
"""Before a stream that broke off is opened again, where the upstream says nothing else."""

MAX_RESUMPTIONS = 5
"""Attempts in a row to get the rest of an answer's stream."""


class HttpLink(RemoteLink):
    """A conversation over streamable HTTP."""

    def __init__(
        self,
        receiver: Receiver,
        endpoint: Endpoint,
        *,
        given: Given,
        failed: Failed | None = None,
    ) -> None:
        super().__init__(receiver, endpoint, failed)
        self.stamp = Stamp(given)
        self.session: str | None = None
        self.opening = b""
        """The client's own initialize, to open another session with when the upstream has lost this one."""
        self.renewing = asyncio.Lock()
        self.reached = True
        self.posts: dict[Id, asyncio.Future[None]] = {}
        self.listening: asyncio.Future[None] | None = None

    async def say_goodbye(self) -> None:
        """Let go of what is being asked, and end the session."""
        await dropped(*self.posts.values(), *([self.listening] if self.listening else []))
        if self.session is not None:
            with suppress(httpx2.HTTPError, UnreachedError):
                response = await self.endpoint.sent(self.request("DELETE", self.stamp.agreed))
                await response.aclose()

    # Messages of the client

    async def run(self) -> None:
        """Send the client's messages: requests at once, the others one after the other."""
        while True:
            line = await self.next()
            message = decoded(line)
            # A server of 2025-06-18 and later refuses a batch; hosts of earlier revisions may send one to us.
            if isinstance(message, list):
                for one in message:
                    await self.send(one, dumped(one).encode())
            else:
                await self.send(message, line)

    async def send(self, message: Any, line: bytes) -> None:
        """Send one message."""
        if not isinstance(message, dict):
            return
        method = message.get("method")
        key = message_id(message) if method is not None else None
        if key is not None:
            self.posts[key] = asyncio.ensure_future(self.ask(key, message, line))
            return
        if method == "notifications/cancelled" and self.hung_up(message):
            return
        try:
            answer = await self.post(line, self.stamp.headers(message))
            if isinstance(answer, httpx2.Response):
                await answer.aclose()
        except UnreachedError as error:
            self.log.write("warning", "message-lost", method=method, message=str(error))
        if method == "notifications/initialized" and self.session is not None and self.listening is None:
            self.listening = asyncio.ensure_future(self.listen())

    def hung_up(self, message: Mapping[str, Any]) -> bool:
        """Cancel a request of the stateless era; tell whether that is this upstream's."""
        # Since 2026-07-28 a request over HTTP is cancelled by closing its POST, and by nothing else.
        if not self.stamp.is_stateless:
            return False
        key = value_at(message, "params", "requestId")
        if is_id(key) and key in self.posts:
            self.posts[key].cancel()
        return True

    async def ask(self, key: Id, message: Mapping[str, Any], line: bytes) -> None:
        """Send a request and pass on what comes for it; whatever happens, it gets an answer."""
        try:
            headers = self.stamp.headers(message)
            answer = await self.post(line, headers, opens=message["method"] == "initialize")
            if isinstance(answer, bytes):
                self.took_body(key, message, answer)
            elif not await self.took_events(key, answer, headers):
                self.refuse(line, UnreachedError(f"{self.label} ended its stream without an answer"))
        except UnreachedError as error:
            self.refuse(line, error)
        finally:
            if self.posts.get(key) is asyncio.current_task():
                del self.posts[key]

    # What comes back

    def took_body(self, key: Id, message: Mapping[str, Any], body: bytes) -> None:
        """Pass on a JSON answer; an error that was given before the id was read gets the id."""
        line = body.replace(b"\r", b" ").replace(b"\n", b" ")
        if not line.strip():
            raise UnreachedError(f"{self.label} took {message['method']} and did not answer it")
        if answer_id(line) is None:
            messages = messages_in(line)
            if not messages or not messages[0].keys() & {"error", "result"}:
                raise UnreachedError(f"{self.label} answered with something that is no MCP message")
            line = patched(line, {"id": key})
        self.stamp.answered(key, line)
        self.receiver.upstream_sent(line + b"\n")

    async def took_events(self, key: Id, response: httpx2.Response, headers: Mapping[str, str]) -> bool:
        """Pass on the events of an answer's stream, resumed where it breaks off; tell if the answer came."""
        last, wait, tries = "", RETRY_SECONDS, 0
        while True:
            async for event in self.endpoint.events(response):
                tries = 0
                last = event.id or last
                wait = event.retry / 1000 if event.retry is not None else wait
                if await self.took(event) == key:
                    return True
            tries += 1
            if not last or tries > MAX_RESUMPTIONS:
                return False
            await asyncio.sleep(wait)
            # Another session knows nothing of this stream, so none is opened for the rest of it.
            rest = {**GET_HEADERS, **headers, LAST_EVENT: last}
            response = await self.exchange("GET", rest, renews=False)
            if not response.is_success:
                await response.aclose()
                raise UnreachedError(f"{self.label} broke off its answer, and has no more of it")

    async def listen(self) -> None:
        """Pass on what the upstream says unasked, for as long as there is a stream of that."""
        last, wait = "", RETRY_SECONDS
        while True:
            asked = {**GET_HEADERS, **self.stamp.agreed, **({LAST_EVENT: last} if last else {})}
            try:
                response = await self.exchange("GET", asked)
                if not response.is_success:
                    await response.aclose()
                    if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                        return
                else:
                    wait = RETRY_SECONDS
                    async for event in self.endpoint.events(response):
                        last = event.id or last
                        wait = event.retry / 1000 if event.retry is not None else wait
                        await self.took(event)
            except UnreachedError as error:
                if error.__cause__ is None:  # not a connection that failed: it redirects elsewhere
                    return
                if isinstance(error.__cause__, httpx2.SSEError):
                    self.log.write("warning", "message-lost", message=str(error))
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def took(self, event: httpx2.ServerSentEvent) -> Id | None:
        """Pass on the message in an event; return the id that it answers."""
        line = event_line(event)
        if not line:
            return None
        await self.reading.wait()
        key = answer_id(line)
        if key is not None:
            self.stamp.answered(key, line)
        self.receiver.upstream_sent(line)
        return key

    # HTTP

    async def post(
        self, line: bytes, headers: Mapping[str, str], *, opens: bool = False
    ) -> bytes | httpx2.Response:
        """Send a message; return the JSON that answers it, empty for none, or a response that streams events.

        Raises:
            UnreachedError: There is no answer, and will be none.
        """
        if opens:
            self.session = None
        response = await self.exchange("POST", {**POST_HEADERS, **headers}, line)
        if opens and response.is_success:
            self.opening, self.session = line, response.headers.get(SESSION)
        kind = kind_of(response)
        if response.is_success and kind.startswith(EVENTS):
            return response
        with self.reaching():
            body = await self.endpoint.body(response) if kind.startswith(JSON) else b""
        await response.aclose()
        if response.status_code == HTTPStatus.OK and kind and not kind.startswith(JSON):
            raise UnreachedError(f"{self.label} answers with {kind}, not with MCP messages", not_spoken=True)
        # The body of a refusal may be an MCP error; OAuth's have another form.
        if response.is_success or isinstance(value_at(decoded(body), "error", "code"), int):
            return body
        self.log.write("warning", "upstream-refused", upstream=self.label, status=response.status_code)
        raise refusal(self.label, "POST", response)

    async def exchange(
        self, method: str, headers: Mapping[str, str], line: bytes | None = None, *, renews: bool = True
    ) -> httpx2.Response:
        """Send an HTTP request, in another session where this one has ended; return the response.

        Raises:
            UnreachedError: There is none.
        """
        stale = self.session
        with self.reaching():
            response = await self.endpoint.sent(self.request(method, headers, line))
            if not self.reached:
                self.reached = True
                self.log.write("info", "upstream-reached", upstream=self.label)
                self.receiver.upstream_renewed()  # what it lists may have changed meanwhile
            # 2025-03-26: a server answers 404 for a session that it has ended, and the client opens another.
            if renews and response.status_code == HTTPStatus.NOT_FOUND and await self.renew(stale, headers):
                await response.aclose()
                response = await self.endpoint.sent(self.request(method, headers, line))
        return response

    @contextmanager
    def reaching(self) -> Iterator[None]:
        """Make of a connection that fails the error that says so; log it, once."""
        try:
            yield
        except httpx2.HTTPError as error:
            if self.reached:
                self.reached = False
                self.log.write("warning", "upstream-lost", upstream=self.label, message=reason_of(error))
            raise UnreachedError(f"{self.label} cannot be reached: {reason_of(error)}") from error

    def request(self, method: str, headers: Mapping[str, str], line: bytes | None = None) -> httpx2.Request:
        """Return an HTTP request of this session."""
        session = {SESSION: self.session} if self.session is not None else {}
        return self.endpoint.request(method, {**headers, **session}, line)

    async def renew(self, stale: str | None, headers: Mapping[str, str]) -> bool:
        """Open another session as the client opened the first; tell whether there is a newer one to use."""
        if stale is None or not self.opening:
            return False
        async with self.renewing:
            if self.session == stale:
                answer = await self.post(self.opening, {}, opens=True)
                if isinstance(answer, httpx2.Response):
                    async for event in self.endpoint.events(answer):
                        if event.data:
                            break
                version = {VERSION: headers[VERSION]} if VERSION in headers else {}
                await self.post(INITIALIZED, version)
                self.log.write("info", "upstream-session-renewed", upstream=self.label)
                self.receiver.upstream_renewed()
        return self.session is not None
