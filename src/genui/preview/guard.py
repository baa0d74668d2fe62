"""Who may ask what: loopback names only, our own origin only, the token in every address of the API."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

NAMES = ("127.0.0.1", "localhost")
"""Host names that can only mean this machine: any other in a Host header is a rebound name."""


@dataclass(frozen=True)
class Places:
    """The two origins of a preview, and the secret in the addresses of the first."""

    port: int
    """The page and its API."""
    sandbox_port: int
    """What frames load: another origin, which knows no token."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24), repr=False)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{NAMES[0]}:{self.port}/{self.token}/"


class Guard:
    """Checks every request and hands it to the page's application or the sandbox's."""

    def __init__(self, page: ASGIApp, sandbox: ASGIApp, places: Places) -> None:
        self.page, self.sandbox, self.places = page, sandbox, places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or say why not."""
        if scope["type"] != "http":
            await self.page(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if host in hosts(self.places.sandbox_port):
            await self.sandbox(scope, receive, send)
        elif reason := self.refusal(scope, headers, host):
            await PlainTextResponse(reason + "\n", 403)(scope, receive, send)
        else:
            inside = scope["path"].removeprefix(f"/{self.places.token}") or "/"
            await self.page({**scope, "path": inside, "raw_path": inside.encode()}, receive, send)

    def refusal(self, scope: Scope, headers: Mapping[str, str], host: str) -> str:
        """Return why a request may not reach the page's application; "" when it may."""
        if host not in hosts(self.places.port):
            return "This address is not served here."
        given = scope["path"].removeprefix("/").partition("/")[0]
        if not secrets.compare_digest(given.encode(), self.places.token.encode()):
            return "Open the address that genui preview printed: it holds a token."
        if headers.get("origin", f"http://{host}") != f"http://{host}":
            return "Only the preview's own page may ask this."
        opened = headers.get("sec-fetch-dest") == "document" and scope["path"] == f"/{given}/"
        if headers.get("sec-fetch-site", "none") not in {"none", "same-origin"} and not opened:
            return "Only the preview's own page may ask this."
        # No form of another site can declare its body as JSON unasked.
        declared = headers.get("content-type", "").partition(";")[0].strip().lower()
        return "The API takes JSON." if scope["method"] == "POST" and declared != "application/json" else ""


def hosts(port: int) -> tuple[str, ...]:
    """Return what the Host header may be for a port."""
    return tuple(f"{name}:{port}" for name in NAMES)
