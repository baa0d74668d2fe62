"""Listening for HTTP: a socket, uvicorn on httptools with bounds on what a client may send, a quick end."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from genui.config import Config
from genui.errors import ConfigError
from genui.serve.core import Core
from genui.serve.fronts.site import MCP, SSE, Site, is_loopback
from genui.serve.stopping import on_signals
from genui.serve.upstreams import kill_all

HEAD_BYTES = 16 * 1024
"""Of a request's first line and headers."""

REQUEST_SECONDS = 15.0
"""For sending one request whole, and for beginning the first one of a connection."""


# uvicorn bounds the size of a head for h11 only, and for neither the time that a request may take to come.
class BoundedProtocol(HttpToolsProtocol):
    """The protocol that refuses heads that are too long and requests that take too long to come."""

    head_size = 0
    """Bytes received of the head that is being read."""
    in_head = True
    whole = False
    """Whether the last request has come to its end."""
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take the connection."""
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self.wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on: a head in pieces that fit, a body as it comes."""
        self.whole = False
        while data and self.in_head and not self.transport.is_closing():
            room = HEAD_BYTES - self.head_size
            piece, data = data[:room], data[room:]
            self.head_size += len(piece)
            super().data_received(piece)
            if self.in_head and self.head_size >= HEAD_BYTES:
                self.refuse(b"431 Request Header Fields Too Large")
        if data and not self.transport.is_closing():
            super().data_received(data)
        if self.whole:
            self.wait_no_more()
        elif self.deadline is None:
            self.wait()

    def on_message_begin(self) -> None:
        """Begin to count a request."""
        super().on_message_begin()
        self.whole = False

    def on_headers_complete(self) -> None:
        """Count no more."""
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect the head of another request, or nothing."""
        self.in_head, self.head_size, self.whole = True, 0, True
        super().on_message_complete()

    def wait(self) -> None:
        """Give the client its time for a request."""
        if not self.transport.is_closing():
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.refuse, b"408 Request Timeout")

    def wait_no_more(self) -> None:
        """Note that there is nothing to wait for."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def refuse(self, status: bytes) -> None:
        """End the connection, saying why where nothing else is being said."""
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(b"HTTP/1.1 %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % status)
        self.transport.close()


BACKLOG = 2048
KEEP_ALIVE_SECONDS = 75
CLOSE_SECONDS = 2.6
"""For ending every upstream and response; what has not ended then is left."""


def run(config: Config, first: Core) -> int:
    """Serve until told to stop; return the exit code.

    Raises:
        ConfigError: The token's variable is not set, the address cannot be listened on, or it is no
            loopback one, there is no token, and nobody said --insecure.
    """
    token, host = token_of(config), config.serve.host
    if token is None and not config.serve.insecure and not is_loopback(host):
        raise ConfigError(
            f"{host} is no loopback address, and no token is asked for: anybody could run every tool",
            hint='type: export MCP_TOKEN="$(openssl rand -hex 24)" and add --token-env MCP_TOKEN; '
            "or add --insecure where something else decides who gets here",
        )
    return asyncio.run(listen(config, first, token=token, listener=bound(config)))


def token_of(config: Config) -> str | None:
    """Return the bearer token that clients have to send, None where none is asked for.

    Raises:
        ConfigError: It is to be in a variable that is not set.
    """
    name = config.serve.token_env
    if name is None:
        return None
    token = os.environ.pop(name, "").strip()  # upstreams do not inherit it
    if not token:
        raise ConfigError(
            f"serve.token_env names the variable {name}, which is not set or is empty",
            hint=f"set it: export {name}=…; or leave --token-env out to ask for no token",
        )
    return token


def bound(config: Config) -> socket.socket:
    """Return a socket that listens where the configuration says.

    Raises:
        ConfigError: The address is taken, or none of this machine's.
    """
    host, port = config.serve.host, config.serve.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:  # asyncio sends small pieces at once only on a socket that says it is TCP
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ConfigError(
            f"{host}:{port} cannot be listened on: {error.strerror or error}",
            hint="choose another --port (0 takes a free one), or another --host",
        ) from error
    return listener


async def listen(config: Config, first: Core, *, token: str | None, listener: socket.socket) -> int:
    """Serve HTTP until a signal comes; return the exit code."""
    site = Site(config, first, token=token)
    server = Server(
        site,
        uvicorn.Config(
            site,
            # On httptools a small call takes 1.6 times what a bare asyncio server takes, on h11 2.6,
            # on uvloop 1.5 with 11 MB more.
            http=BoundedProtocol,
            loop="asyncio",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=1,
        ),
    )
    os.write(2, f"listening on {address(config, listener)}\n".encode())
    housekeeping = asyncio.ensure_future(site.clients.keep_house(config.serve.session_idle))
    await server.serve(sockets=[listener])
    housekeeping.cancel()
    return 128 + server.signal if server.signal else 0


class Server(uvicorn.Server):
    """uvicorn, whose clients end with it; it remembers the signal that has stopped it."""

    signal = 0

    def __init__(self, site: Site, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.site = site

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal; uvicorn's own way raises it anew once all is done."""
        with on_signals(self.stopped):
            yield

    def stopped(self, number: int) -> None:
        """Note a signal; the server looks at this ten times a second."""
        self.signal, self.should_exit = number, True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every stream and every upstream: a client that listens does not hang up by itself."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await asyncio.gather(super().shutdown(sockets), self.site.clients.close())
        kill_all()


def address(config: Config, listener: socket.socket) -> str:
    """Return the URL that clients use."""
    host, port = config.serve.host, listener.getsockname()[1]
    path = SSE if config.serve.transport == "sse" else MCP
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"
