"""Reaching an HTTP upstream: failures become answers, and a session that was lost is opened again.

The SDK's transports take `Reach` for their HTTP client. A request that fails would end them; here it is
answered with an error that says what happened, and the transport lives on.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from typing import Any

import httpx2

from genui.serve.log import Log
from genui.serve.request import INTERNAL_ERROR, correlation_id, error_answer
from genui.serve.upstreams.link import LONGEST_WAIT

SESSION = "mcp-session-id"
VERSION = "mcp-protocol-version"
JSON = "application/json"
EVENTS = "text/event-stream"
ACCEPT = {"accept": f"{JSON}, {EVENTS}", "content-type": JSON}
INITIALIZED = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
CONNECT_SECONDS = 10.0


def client_for(headers: dict[str, str]) -> httpx2.AsyncClient:
    """Return the HTTP client that all links to one upstream share: answers may take as long as they need."""
    return httpx2.AsyncClient(
        headers=headers,
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
    )


class Reach:
    """One client's way to the upstream over streamable HTTP."""

    def __init__(
        self,
        client: httpx2.AsyncClient,
        label: str,
        *,
        message_bytes: int,
        log: Log,
        on_renewed: Callable[[], None],
    ) -> None:
        self.client = client
        self.label = label
        self.message_bytes = message_bytes
        self.log = log
        self.on_renewed = on_renewed
        self.max_redirects = client.max_redirects
        self.build_request = client.build_request
        self.session: str | None = None
        self.opening: httpx2.Request | None = None
        """The client's own initialize, to open another session with."""
        self.renewing = asyncio.Lock()
        self.reached = True

    async def send(self, request: httpx2.Request, **_options: Any) -> httpx2.Response:
        """Send a request as the SDK's transports do: the response is a stream, redirects are theirs."""
        if self.session is not None and SESSION in request.headers:
            request.headers[SESSION] = self.session
        if request.method == "GET":
            return await self.listen(request)
        try:
            return await self.post(request)
        except httpx2.HTTPError as error:
            self.lost(reason_of(error))
            return self.failed(request, f"{self.label} cannot be reached: {reason_of(error)}")

    async def post(self, request: httpx2.Request) -> httpx2.Response:
        """Send a message; read a JSON answer whole, so that it cannot break off in the SDK's hands."""
        response = await self.client.send(request, stream=True, follow_redirects=False)
        self.reach_again()
        if response.status_code == HTTPStatus.NOT_FOUND and await self.renew(request):
            await response.aclose()
            again = self.client.build_request("POST", request.url, content=request.content)
            again.headers.update({**request.headers, SESSION: self.session or ""})
            response = await self.client.send(again, stream=True, follow_redirects=False)
        if response.next_request is not None:
            return response
        if opens(request) and response.is_success:
            self.opening, self.session = request, response.headers.get(SESSION)
        kind = response.headers.get("content-type", "").lower()
        if kind.startswith(JSON):
            return await self.whole(request, response)
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            await response.aclose()
            return self.refused(request, response.status_code)
        response.stream = Unbroken(response.stream)
        return response

    async def whole(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """Return a JSON response with its body read, unless the body is too large."""
        size, chunks = 0, []
        try:
            async for chunk in response.aiter_bytes():
                size += len(chunk)
                if size > self.message_bytes:
                    limit = f"{self.message_bytes} bytes, the limit of one message"
                    return self.failed(request, f"the answer of {self.label} is larger than {limit}")
                chunks.append(chunk)
        finally:
            await response.aclose()
        body = b"".join(chunks)
        if response.status_code >= HTTPStatus.BAD_REQUEST and b'"error"' not in body:
            return self.refused(request, response.status_code)
        headers = {
            name: response.headers[name] for name in (SESSION, "content-type") if name in response.headers
        }
        return httpx2.Response(response.status_code, headers=headers, content=body, request=request)

    async def listen(self, request: httpx2.Request) -> httpx2.Response:
        """Open the stream of unasked messages, with longer and longer waits while that fails."""
        wait = 1.0
        while True:
            try:
                response = await self.client.send(request, stream=True, follow_redirects=False)
            except httpx2.HTTPError as error:
                self.lost(reason_of(error))
            else:
                self.reach_again()
                if response.status_code == HTTPStatus.NOT_FOUND and await self.renew(request):
                    request.headers[SESSION] = self.session or ""
                    await response.aclose()
                    continue
                if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
                    response.stream = Unbroken(response.stream)
                    return response
                await response.aclose()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def renew(self, request: httpx2.Request) -> bool:
        """Open another session as the client opened the first; tell whether there is a newer one to use."""
        stale = request.headers.get(SESSION)
        if stale is None or self.opening is None or request.method == "DELETE":
            return False
        async with self.renewing:
            if self.session != stale:
                return self.session is not None
            opening = self.client.build_request(
                "POST", request.url, content=self.opening.content, headers=ACCEPT
            )
            response = await self.client.send(opening, stream=True, follow_redirects=False)
            session = response.headers.get(SESSION)
            if not response.is_success or session is None or not await self.welcomed(response):
                return False
            headers = {**ACCEPT, SESSION: session, VERSION: request.headers.get(VERSION, "")}
            await self.client.post(request.url, content=INITIALIZED, headers=headers)
            self.session = session
        self.log.write("info", "upstream-session-renewed", upstream=self.label)
        self.on_renewed()
        return True

    async def welcomed(self, response: httpx2.Response) -> bool:
        """Tell whether initialize was answered with a result."""
        try:
            if response.headers.get("content-type", "").lower().startswith(JSON):
                return "result" in json.loads(await response.aread())
            async for event in httpx2.EventSource(response, max_event_size=self.message_bytes):
                message = json.loads(event.data) if event.data else {}
                if "method" not in message and message.keys() & {"result", "error"}:
                    return "result" in message
        finally:
            await response.aclose()
        return False

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

    def refused(self, request: httpx2.Request, status: int) -> httpx2.Response:
        """Return the answer to a request that the upstream refused with nothing but a status."""
        phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
        self.log.write("warning", "upstream-refused", upstream=self.label, status=status)
        return self.failed(request, f"{self.label} answered {request.method} with {status} {phrase}".rstrip())

    def failed(self, request: httpx2.Request, message: str) -> httpx2.Response:
        """Return a response that makes the transport answer the request with an error."""
        body = failure(request, message)
        if body is None:  # a notification, an answer or DELETE: nobody waits
            return httpx2.Response(HTTPStatus.ACCEPTED, request=request)
        return httpx2.Response(
            HTTPStatus.BAD_GATEWAY, headers={"content-type": JSON}, content=body, request=request
        )


class Unbroken(httpx2.AsyncByteStream):
    """A response's stream that ends where the connection breaks, for whoever reads on."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Give out what comes until the end, however that comes."""
        try:
            async for chunk in self.stream:
                yield chunk
        except httpx2.TransportError:
            return

    async def aclose(self) -> None:
        """Close the stream."""
        await self.stream.aclose()


def opens(request: httpx2.Request) -> bool:
    """Tell whether a request is the client's initialize."""
    return b'"initialize"' in request.content and json.loads(request.content).get("method") == "initialize"


def failure(request: httpx2.Request, message: str) -> bytes | None:
    """Return the error that answers the message in a request; None where it expects no answer."""
    sent = json.loads(request.content) if request.content else {}
    if "method" not in sent or "id" not in sent:
        return None
    data = {"errorType": "UPSTREAM_UNREACHABLE", "retryable": True, "requestId": correlation_id()}
    return error_answer(sent["id"], INTERNAL_ERROR, message, data).encode()


def reason_of(error: Exception) -> str:
    """Say why a request failed."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
