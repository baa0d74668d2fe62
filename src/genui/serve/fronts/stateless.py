"""The streamable HTTP front of the stateless era: a POST is a request of its own, hanging up cancels it."""

import asyncio
import base64
import binascii
import json
import re
from collections.abc import Mapping
from itertools import count
from typing import Any, NamedTuple

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from genui.serve.fronts.client import Client, Clients
from genui.serve.fronts.exchange import Events, Exchange, Posted, Refused, Stream, accepted, json_response
from genui.serve.messages import Id, answer_id, dumped, line_of, messages_in, read_text, value_at
from genui.serve.protocol import (
    HANDSHAKE_VERSIONS,
    INVALID_PARAMS,
    INVALID_REQUEST,
    LOG_LEVEL_KEY,
    METHOD_NOT_FOUND,
    NAMED_BY,
    PARSE_ERROR,
    SUBSCRIPTION_KEY,
    VERSION_KEY,
    era_of,
)
from genui.serve.spans import patched

VERSION, CANCELLED = "mcp-protocol-version", "notifications/cancelled"
HEADER_MISMATCH, UNSUPPORTED_VERSION, MISSING_CAPABILITY = -32020, -32022, -32021

STATUSES = {
    PARSE_ERROR: 400,
    INVALID_REQUEST: 400,
    INVALID_PARAMS: 400,
    HEADER_MISMATCH: 400,
    MISSING_CAPABILITY: 400,
    UNSUPPORTED_VERSION: 400,
    METHOD_NOT_FOUND: 404,
}
"""The HTTP status that goes with an error, as the revision of 2026-07-28 has it."""

ENVELOPE = (
    ("params", "jsonrpc", "id", "method", "result", "error"),
    ("_meta",),
    ("progressToken", SUBSCRIPTION_KEY, LOG_LEVEL_KEY),
)
"""The members that say whose a message is: of a message, then of its params, then of their _meta."""

ENCODED = re.compile(r"=\?base64\?(.*)\?=")


def is_stateless(headers: Headers, posted: Posted | None) -> bool:
    """Tell whether a request is of the stateless era."""
    if VERSION in headers:
        return headers[VERSION] not in HANDSHAKE_VERSIONS
    return posted is not None and era_of(value_at(posted.messages[0], "params")) == "modern"


async def stateless_post(clients: Clients, request: Request, message: Posted) -> Response:
    """Pass on one request and answer it; where the client hangs up, the request ends with it."""
    if message.batch or "method" not in message.messages[0]:
        raise Refused(400, "the body has to be one request or notification")
    key = next(iter(message.requests), None)
    check(request.headers, message, key)
    clients.admit(clients.active, message.requests)
    shared = await shared_by(clients, key)
    if key is None:
        # A client cancels by hanging up: the id in a notification could be another client's.
        if message.messages[0]["method"] != CANCELLED:
            shared.client_sent(message.line + b"\n")
        shared.let_go()
        return Response(status_code=202)
    number = next(shared.numbers)
    stream = Stream("", shared, numbered=False, left=lambda: shared.leave(number))
    streams = accepted(request.headers)[0]
    exchange = Exchange((key,), new_stream=(lambda: stream) if streams else None, batch=False)
    shared.ask(number, message, exchange, request.headers)
    hung_up = asyncio.ensure_future(disconnected(request))
    await asyncio.wait({hung_up, exchange.ready}, return_when=asyncio.FIRST_COMPLETED)
    if hung_up.done():
        exchange.finish()
        shared.leave(number)
        raise ClientDisconnect
    hung_up.cancel()
    if exchange.stream is not None:
        return Events(stream)
    shared.leave(number)
    return json_response(exchange.body, status_of(exchange.body))


async def disconnected(request: Request) -> None:
    """Wait until the client has hung up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def shared_by(clients: Clients, key: Id | None) -> "Shared":
    """Return the connection for a request: the one that all share, or its own before a URL."""
    async with clients.opening:
        shared = clients.shared
        if not isinstance(shared, Shared):
            shared = Shared(clients)
            await clients.open(shared, key=key, given=shared.given)
            clients.shared = shared if clients.upstream.is_shared else None
    return shared


class Asked(NamedTuple):
    """A request that waits for its answer."""

    key: Id
    token: Any
    """Its own progress token."""
    wants_logs: bool
    headers: Mapping[str, str]
    """Those that say what the upstream's schema has repeated in headers."""
    exchange: Exchange


class Shared(Client):
    """The requests of the stateless era that go over one connection: all of them before a program.

    Clients choose ids and progress tokens without knowing of each other, so each request gets a number of
    ours, and all that comes back about it gets the client's own words again.
    """

    def __init__(self, clients: Clients) -> None:
        super().__init__(clients)
        self.numbers = count(1)
        self.asked: dict[Id | None, Asked] = {}
        """By our number."""

    def given(self, number: Id | None) -> Mapping[str, str]:
        """Return the headers that a client gave a request."""
        return self.asked[number].headers if number in self.asked else {}

    def ask(self, number: int, posted: Posted, exchange: Exchange, headers: Headers) -> None:
        """Send a request on under a number of ours."""
        meta = value_at(posted.messages[0], "params", "_meta")
        token = value_at(meta, "progressToken")
        self.clients.active += 1
        self.asked[number] = Asked(
            key=posted.messages[0]["id"],
            token=token,
            wants_logs=value_at(meta, LOG_LEVEL_KEY) is not None,
            headers={name: value for name, value in headers.items() if name.startswith("mcp-param-")},
            exchange=exchange,
        )
        renamed = {"params": {"_meta": {"progressToken": number}}} if token is not None else {}
        self.client_sent(patched(posted.line, {"id": number, **renamed}) + b"\n")

    def leave(self, number: int) -> None:
        """Let a request go whose response has ended; one that is not answered yet is cancelled."""
        self.clients.active -= 1
        if self.asked.pop(number, None) is not None:
            params = {"requestId": number, "reason": "the client hung up"}
            cancelled = {"jsonrpc": "2.0", "method": CANCELLED, "params": params}
            self.client_sent(line_of(dumped(cancelled)))
        self.let_go()

    def let_go(self) -> None:
        """Close a connection that is for one request alone."""
        if not self.clients.upstream.is_shared:
            self.clients.later(self.close())

    def line(self, line: bytes) -> None:
        """Send one message to the client that it is meant for, in the words of that."""
        number = answer_id(line)
        if number is not None:
            asked = self.asked.pop(number, None)
            if asked is not None:
                message = messages_in(line)[0] if SUBSCRIPTION_KEY.encode() in line else {}
                patch = {"id": asked.key, **own_words(message, "result", number, asked)}
                asked.exchange.answered(asked.key, patched(line, patch))
            return
        message = next(iter(messages_in(line)), {})
        number = self.meant(message) if "id" not in message else None
        if number in self.asked:
            asked = self.asked[number]
            asked.exchange.tell(patched(line, own_words(message, "params", number, asked)))

    def meant(self, message: Mapping[str, Any]) -> Id | None:
        """Return the number of the request that a notification belongs to, None where that cannot be told."""
        if not self.clients.upstream.is_shared:
            return next(iter(self.asked), None)
        params, method = message.get("params"), message.get("method")
        subscription = value_at(params, "_meta", SUBSCRIPTION_KEY)
        if subscription is not None or method != "notifications/message":
            number = value_at(params, "progressToken") if subscription is None else subscription
            return number if isinstance(number, int) else None
        wanting = [number for number, asked in self.asked.items() if asked.wants_logs]
        return wanting[0] if len(wanting) == 1 else None

    def link_ended(self) -> None:
        """Let go of the upstream; the next request opens another connection."""
        self.clients.shared = None
        self.clients.later(self.close())


def own_words(message: Mapping[str, Any], member: str, number: Id | None, asked: Asked) -> dict[str, Any]:
    """Return the patch that puts the client's own id and token in the place of our number."""
    found: dict[str, Any] = {}
    if value_at(message, member, "_meta", SUBSCRIPTION_KEY) == number:
        found["_meta"] = {SUBSCRIPTION_KEY: asked.key}
    if member == "params" and value_at(message, "params", "progressToken") == number:
        found["progressToken"] = asked.token
    return {member: found} if found else {}


def status_of(body: bytes) -> int:
    """Return the HTTP status that goes with an answer."""
    if b'"error"' not in body:
        return 200
    code = next((value_at(message, "error", "code") for message in messages_in(body)), None)
    return STATUSES.get(code, 200) if isinstance(code, int) else 200


def check(headers: Headers, posted: Posted, key: Id | None) -> None:
    """Check in the stead of a program, which sees no headers, that they say what the body says.

    Raises:
        Refused: They differ, or the body can be read in two ways.
    """
    doubtful = misread(posted.line)
    if doubtful is not None:
        text = f"the member {doubtful[:100]!r} stands twice, or is not written as the protocol has it"
        raise Refused(400, text)
    if key is None:
        return
    method, params = posted.messages[0]["method"], posted.messages[0].get("params")
    version = value_at(params, "_meta", VERSION_KEY)
    if version is None:
        text = f"params._meta has to carry {VERSION_KEY}"
        raise Refused(400, text, code=INVALID_PARAMS, key=key)
    # 2026-07-28 has servers refuse a request whose headers contradict its body; a program cannot see them.
    name = value_at(params, NAMED_BY.get(method, ""))
    said = (
        ("MCP-Protocol-Version", headers.get(VERSION, ""), version, "version"),
        ("Mcp-Method", headers.get("mcp-method", ""), method, "method"),
        ("Mcp-Name", name and header_text(headers.get("mcp-name", "")), name, "name"),
    )
    for header, value, expected, what in said:
        if value != expected:
            text = f"the {header} header differs from the {what} in the body"
            raise Refused(400, text, code=HEADER_MISMATCH, key=key)


def misread(line: bytes) -> str | None:
    """Return a member by which a program could read another id, token or method than we do; None without one.

    Of two members of one name some parsers take the first, and some take names of another case.
    """
    level: Any = json.loads(read_text(line), object_pairs_hook=tuple)
    for inner, *names in ENVELOPE:
        exact = {name.casefold(): name for name in (inner, *names)}
        seen: set[str] = set()
        following: Any = ()
        for name, value in level:
            plain = name.casefold()
            if plain in seen or exact.get(plain, name) != name:
                return str(name)
            seen.add(plain)
            if name == inner and isinstance(value, tuple):
                following = value
        level = following
    return None


def header_text(value: str) -> str | None:
    """Return what a header says, maybe encoded; None where that is malformed."""
    encoded = ENCODED.fullmatch(value)
    if encoded is None:
        return value
    try:
        return base64.b64decode(encoded[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
