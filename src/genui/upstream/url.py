"""URLs of upstreams, as they may be told."""

from urllib.parse import urlsplit, urlunsplit


def public_url(url: str) -> str:
    """Return a URL without what may be secret in it: user, password, query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
