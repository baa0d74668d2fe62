"""An HTTP upstream that refuses: what it said is told as it is, with what mends it."""

from http import HTTPStatus

import httpx2

from genui.serve.spans import read
from genui.upstream.remote import HINTS, LOGIN

LONGEST_CHALLENGE = 300
"""Characters of a WWW-Authenticate header that are told."""


class UnreachedError(Exception):
    """A message did not reach the upstream, or its answer did not reach us; says why."""

    kind = "UPSTREAM_UNREACHABLE"
    retryable = True


class RefusedError(UnreachedError):
    """The upstream wants a credential that it did not get; asking again does not help."""

    kind = "UPSTREAM_UNAUTHORIZED"
    retryable = False


def refusal(label: str, method: str, response: httpx2.Response) -> UnreachedError:
    """Return the error for a response with a status that is no success."""
    status = response.status_code
    phrase = HTTPStatus(status).phrase if status in set(HTTPStatus) else ""
    text = f"{label} answered {method} with {status} {phrase}".rstrip()
    if HINTS.get(status) != LOGIN:
        return UnreachedError(text)
    challenge = response.headers.get("www-authenticate", "")[:LONGEST_CHALLENGE]
    asks = f" and asks for {challenge}" if challenge.isprintable() and challenge else ""
    return RefusedError(f"{text}{asks}; {LOGIN}")


def is_answer(body: bytes) -> bool:
    """Tell whether the body of a response that is no success is an MCP error; OAuth's have another form."""
    try:
        message = read(body.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return False
    error = message.get("error") if isinstance(message, dict) else None
    return isinstance(error, dict) and isinstance(error.get("code"), int)
