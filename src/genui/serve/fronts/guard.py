"""Who may connect over HTTP: the Host and Origin of a request, and its bearer token."""

import hmac
import re
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from genui.serve.fronts.exchange import Refused

LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[^:\[\]/@\s]+)(?::\d+)?")


class Guard:
    """What a request must bear to be let in.

    Against DNS rebinding: a page of another site can make a browser connect here under that site's name, but
    not under an address or `localhost`. So these are taken as Host, and names only where they are listed.
    A page of another site can also send what needs no leave, without an Origin; a browser marks that.
    """

    def __init__(
        self,
        host: str,
        *,
        hosts: Collection[str] = (),
        origins: Collection[str] = (),
        token: str | None = None,
    ) -> None:
        self.hosts = {name.lower() for name in (*LOOPBACK, host, *hosts)}
        self.origins = {origin.lower().rstrip("/") for origin in origins}
        self.token = token.encode() if token is not None else None

    def refusal(self, headers: Headers, *, asks_token: bool = True) -> Refused | None:
        """Return why a request is refused, None where it is let in."""
        host = headers.get("host", "")
        name = name_in(host)
        if name is None or (name not in self.hosts and not is_address(name)):
            return Refused(421, f"the Host {host[:100]!r} is not one of this server's names")
        origin = headers.get("origin")
        if origin is None and headers.get("sec-fetch-site") == "cross-site":
            return Refused(403, "pages of other sites may not connect")
        if origin is not None and not self.takes_origin(origin, host):
            return Refused(403, f"pages of {origin[:100]!r} may not connect")
        scheme, _, token = headers.get("authorization", "").partition(" ")
        said = token.strip().encode("latin-1")
        bears = scheme.lower() == "bearer" and hmac.compare_digest(said, self.token or b"")
        if self.token is not None and asks_token and not bears:
            return Refused(
                401,
                "a bearer token is needed: Authorization: Bearer …",
                headers={"www-authenticate": "Bearer"},
            )
        return None

    def takes_origin(self, origin: str, host: str) -> bool:
        """Tell whether a page of an origin may connect: a local one, one from here, or one that is listed."""
        if origin.lower() in self.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        if parts.scheme not in {"http", "https"}:
            return False
        return name_in(parts.netloc) in LOOPBACK or parts.netloc.lower() == host.lower()


def name_in(host: str) -> str | None:
    """Return the name or address in a Host, in lower case and without its port; None where it is none."""
    found = HOST.fullmatch(host)
    return found["name"].strip("[]").lower() if found else None


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach what listens there."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_address(name: str) -> bool:
    """Tell whether a name is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
