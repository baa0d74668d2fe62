"""The streamable HTTP front of the stateless era: a POST is a request of its own, hanging up cancels it."""

import asyncio
import base64
import binascii
import json
import re
from typing import Any

from genui.serve.fronts.client import Client, Clients
from genui.serve.fronts.exchange import (
    Exchange,
    Headers,
    Posted,
    Receive,
    Refused,
    Send,
    Stream,
    accepted,
    disconnected,
    respond,
)
from genui.serve.in_flight import Id, answer_id, messages_in
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
    value_at,
)
from genui.serve.wire import read_text

VERSION = b"mcp-protocol-version"
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

ENCODED = re.compile(rb"=\?base64\?(.*)\?=")


def is_stateless(headers: Headers, posted: Posted | None) -> bool:
    """Tell whether a request is of the stateless era."""
    if VERSION in headers:
        return headers[VERSION].decode("latin-1") not in HANDSHAKE_VERSIONS
    return posted is not None and era_of(value_at(posted.first, "params")) == "modern"


async def stateless_post(
    clients: Clients, headers: Headers, posted: Posted, receive: Receive, send: Send
) -> None:
    """Pass on one request and answer it."""
    if posted.batch or "method" not in posted.first:
        raise Refused(400, "the body has to be one request or notification")
    key = next(iter(posted.requests), None)
    if not clients.upstream.checks_headers:
        check(headers, posted, key)
    clients.admit(clients.active, {key: posted.first})
    single = Single(clients, key, streams=accepted(headers)[0])
    read = [name for name in headers if name.startswith(b"mcp-") and name != b"mcp-session-id"]
    given = {name.decode(): headers[name].decode("latin-1") for name in read}
    clients.active += 1
    try:
        await clients.open(single.connection, key=key, headers=given)
        single.connection.client_sent(posted.line + b"\n")
        if key is None:
            await respond(send, 202)
        else:
            await single.answer(receive, send)
    finally:
        clients.active -= 1
        await asyncio.shield(clients.later(single.connection.close()))


class Single(Client):
    """One request of the stateless era."""

    def __init__(self, clients: Clients, key: Id | None, *, streams: bool) -> None:
        super().__init__(clients)
        ids = () if key is None else (key,)
        begin = (lambda: Stream("", numbered=False)) if streams and key is not None else None
        self.exchange = Exchange(ids, new_stream=begin, batch=False)

    def line(self, line: bytes) -> None:
        """Send one message to the client, unless it answers another request."""
        key = answer_id(line)
        if key is None:
            self.exchange.tell(line)
        elif key in self.exchange.ids:
            self.exchange.answered(key, line)

    async def answer(self, receive: Receive, send: Send) -> None:
        """Send the response; where the client hangs up, the request ends with it."""
        hung_up = asyncio.ensure_future(disconnected(receive))
        await asyncio.wait({hung_up, self.exchange.ready}, return_when=asyncio.FIRST_COMPLETED)
        hung_up.cancel()
        if not self.exchange.ready.done():
            self.exchange.finish()
        elif self.exchange.stream is not None:
            await self.exchange.stream.respond(send, receive)
        else:
            await respond(send, status_of(self.exchange.body), self.exchange.body)


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
    method, params = posted.first["method"], posted.first.get("params")
    version = value_at(params, "_meta", VERSION_KEY)
    if version is None:
        text = f"params._meta has to carry {VERSION_KEY}"
        raise Refused(400, text, code=INVALID_PARAMS, key=key)
    # 2026-07-28 has servers refuse a request whose headers contradict its body; a program cannot see them.
    name = value_at(params, NAMED_BY.get(method, ""))
    said = (
        ("MCP-Protocol-Version", headers.get(VERSION, b"").decode("latin-1"), version, "version"),
        ("Mcp-Method", headers.get(b"mcp-method", b"").decode("latin-1"), method, "method"),
        ("Mcp-Name", name and header_text(headers.get(b"mcp-name", b"")), name, "name"),
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


def header_text(value: bytes) -> str | None:
    """Return what a header says, maybe encoded; None where that is malformed."""
    encoded = ENCODED.fullmatch(value)
    if encoded is None:
        return value.decode("latin-1")
    try:
        return base64.b64decode(encoded[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
