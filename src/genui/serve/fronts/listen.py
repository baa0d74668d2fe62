"""Listening for HTTP: a socket, uvicorn on httptools, and an end within seconds."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import uvicorn

from genui.config import Config
from genui.errors import ConfigError
from genui.serve.core import Core
from genui.serve.fronts.bounded import BoundedProtocol
from genui.serve.fronts.guard import is_loopback
from genui.serve.fronts.site import MCP, SSE, Site
from genui.serve.stopping import on_signals
from genui.serve.upstreams.process import kill_all

BACKLOG = 2048
KEEP_ALIVE_SECONDS = 75
CLOSE_SECONDS = 2.6
"""For ending every upstream and response; what has not ended then is left."""


def run(config: Config, first: Core) -> int:
    """Serve until told to stop; return the exit code.

    Raises:
        ConfigError: The token's variable is not set, or the address cannot be listened on.
    """
    token = token_of(config)
    check_reach(config, token)
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


def check_reach(config: Config, token: str | None) -> None:
    """Refuse to let others than this machine in without a token, unless that is asked for.

    Raises:
        ConfigError: The address is no loopback one, there is no token, and nobody said --insecure.
    """
    host = config.serve.host
    if token is None and not config.serve.insecure and not is_loopback(host):
        raise ConfigError(
            f"{host} is no loopback address, and no token is asked for: anybody could run every tool",
            hint='type: export MCP_TOKEN="$(openssl rand -hex 24)" and add --token-env MCP_TOKEN; '
            "or add --insecure where something else decides who gets here",
        )


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
    housekeeping = asyncio.ensure_future(site.run_housekeeping())
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
