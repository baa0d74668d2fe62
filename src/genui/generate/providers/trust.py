"""The certificates that HTTPS connections are checked against, read once: that takes as long as a request."""

import ssl
from functools import cache

import httpx2


@cache
def certificates() -> ssl.SSLContext:
    """Return the one TLS context of this process."""
    return httpx2.create_ssl_context()
