"""An HTTP upstream that refuses: what it said is told as it is, with what mends it."""

from http import HTTPStatus

import httpx2

from genui.serve.protocol import value_at
from genui.serve.spans import decoded

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


def is_answer(body: bytes) -> bool:
    """Tell whether the body of a response that is no success is an MCP error; OAuth's have another form."""
    return isinstance(value_at(decoded(body), "error", "code"), int)
