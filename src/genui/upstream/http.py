"""A link over streamable HTTP: a POST for every message, answered by JSON or by a stream of events.

Messages pass as they are. The SDK's client would parse and write them anew, and drop what it does not know.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import httpx2

from genui.serve.in_flight import Id, answer_id, is_id, message_id, messages_in
from genui.serve.log import Log
from genui.serve.protocol import value_at
from genui.serve.spans import dumped, patched
from genui.upstream.headers import Stamp
from genui.upstream.http_session import LAST_EVENT, HttpSession, events, line_of
from genui.upstream.link import Receiver
from genui.upstream.refusal import UnreachedError
from genui.upstream.remote_link import RemoteLink, decoded, dropped

RETRY_SECONDS = 1.0
"""Before a stream that broke off is opened again, where the upstream says nothing else."""

MAX_RESUMPTIONS = 5
"""Attempts in a row to get the rest of an answer's stream."""


class HttpLink(RemoteLink):
    """A conversation over streamable HTTP; in the stateless era, one request."""

    def __init__(
        self, receiver: Receiver, http: HttpSession, *, headers: Mapping[str, str], log: Log
    ) -> None:
        super().__init__(receiver, log)
        self.http = http
        self.stamp = Stamp(headers)
        self.posts: dict[Id, asyncio.Future[None]] = {}
        self.listening: asyncio.Future[None] | None = None
        self.start(self.run())

    async def run(self) -> None:
        """Carry messages until the link is closed, then hang up."""
        sending = asyncio.ensure_future(self.send_all())
        await self.closing.wait()
        await dropped(sending, *self.posts.values(), *([self.listening] if self.listening else []))
        await self.http.hang_up(self.stamp.agreed)

    async def send_all(self) -> None:
        """Send the client's messages: requests at once, the others one after the other."""
        while True:
            line = await self.next()
            message = decoded(line)
            # A server of 2025-06-18 and later refuses a batch; hosts of earlier revisions may send one to us.
            if isinstance(message, list):  # since 2025-06-18 a POST carries one
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
            answer = await self.http.post(line, self.stamp.headers(message))
            if isinstance(answer, httpx2.Response):
                await answer.aclose()
        except UnreachedError as error:
            self.log.write("warning", "message-lost", method=method, message=str(error))
        opened = method == "notifications/initialized" and self.http.session is not None
        if opened and self.listening is None:
            self.listening = asyncio.ensure_future(self.listen())

    def hung_up(self, message: Mapping[str, Any]) -> bool:
        """Cancel a request of the stateless era by hanging up, as is its way; tell whether it was one."""
        key = value_at(message, "params", "requestId")
        if not is_id(key) or key not in self.stamp.stateless:
            return self.stamp.is_stateless
        if key in self.posts:
            self.posts[key].cancel()
        return True

    async def ask(self, key: Id, message: Mapping[str, Any], line: bytes) -> None:
        """Send a request and pass on what comes for it; whatever happens, it gets an answer."""
        try:
            headers = self.stamp.headers(message)
            answer = await self.http.post(line, headers, opens=message["method"] == "initialize")
            if isinstance(answer, bytes):
                self.took_body(key, message, answer)
            elif not await self.took_events(key, answer, headers):
                self.refuse(line, UnreachedError(f"{self.http.label} ended its stream without an answer"))
        except UnreachedError as error:
            self.refuse(line, error)
        finally:
            self.stamp.stateless.discard(key)
            if self.posts.get(key) is asyncio.current_task():
                del self.posts[key]

    def took_body(self, key: Id, message: Mapping[str, Any], body: bytes) -> None:
        """Pass on a JSON answer; an error that was given before the id was read gets the id."""
        line = body.replace(b"\r", b" ").replace(b"\n", b" ")
        if not line.strip():
            raise UnreachedError(f"{self.http.label} took {message['method']} and did not answer it")
        if answer_id(line) is None:
            line = with_id(line, key, label=self.http.label)
        self.stamp.answered(message, line)
        self.receiver.upstream_sent(line + b"\n")

    async def took_events(self, key: Id, response: httpx2.Response, headers: Mapping[str, str]) -> bool:
        """Pass on the events of an answer's stream, resumed where it breaks off; tell if the answer came."""
        last, wait, tries = "", RETRY_SECONDS, 0
        while True:
            async for event in events(response, self.http.message_bytes):
                tries = 0
                last = event.id or last
                wait = event.retry / 1000 if event.retry is not None else wait
                if await self.took(event) == key:
                    return True
            tries += 1
            if not last or tries > MAX_RESUMPTIONS:
                return False
            await asyncio.sleep(wait)
            response = await self.http.resume({**headers, LAST_EVENT: last})

    async def listen(self) -> None:
        """Pass on what the upstream says unasked, for as long as the link is open."""
        last, wait = "", RETRY_SECONDS
        while True:
            resumption = {LAST_EVENT: last} if last else {}
            response = await self.http.listen({**self.stamp.agreed, **resumption})
            if response is None:
                return
            try:
                async for event in events(response, self.http.message_bytes):
                    last = event.id or last
                    wait = event.retry / 1000 if event.retry is not None else wait
                    await self.took(event)
            except UnreachedError as error:
                self.log.write("warning", "message-lost", message=str(error))
            await asyncio.sleep(wait)

    async def took(self, event: httpx2.ServerSentEvent) -> Id | None:
        """Pass on the message in an event; return the id that it answers."""
        line = line_of(event)
        if not line:
            return None
        await self.reading.wait()
        key = answer_id(line)
        if key is not None:
            self.stamp.answered_by_id(key, line)
        self.receiver.upstream_sent(line)
        return key


def with_id(line: bytes, key: Id, *, label: str) -> bytes:
    """Return an error answer with the id of its request.

    Raises:
        UnreachedError: It is no answer at all.
    """
    messages = messages_in(line)
    if not messages or not messages[0].keys() & {"error", "result"}:
        raise UnreachedError(f"{label} answered with something that is no MCP message")
    return patched(line, {"id": key})
