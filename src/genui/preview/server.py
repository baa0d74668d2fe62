"""Running a preview: two loopback ports, one server, files watched beside it."""

import asyncio
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from threading import Thread
from types import FrameType
from urllib.parse import quote

import uvicorn

from genui.assets import preview_texts
from genui.errors import GenuiError
from genui.preview.desk import Desk
from genui.preview.guard import NAMES, Places
from genui.preview.routes import application
from genui.preview.watch import watch

GOODBYE_SECONDS = 3
"""For requests under way when the preview is ended."""


class Server(uvicorn.Server):
    """Says when it listens, and lets the event streams go when it is told to end."""

    listening: Callable[[], None] = staticmethod(lambda: None)
    ending: Callable[[], None] = staticmethod(lambda: None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self.listening()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, which would keep the server from ending."""
        self.ending()
        super().handle_exit(sig, frame)


def bound(port: int = 0) -> socket.socket:
    """Return a socket on loopback.

    Raises:
        GenuiError: The port is taken.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.bind((NAMES[0], port))
    except OSError as error:
        listening.close()
        raise GenuiError(
            f"port {port} cannot be listened on: {error.strerror}", hint="leave --port out for a free one"
        ) from error
    return listening


def run_preview(
    desk: Desk, *, announce: Callable[[str], None], tool: str = "", port: int = 0, browser: bool = True
) -> None:
    """Serve the page until interrupted; `announce` is told its address once it can be opened.

    Raises:
        GenuiError: The port is taken.
    """
    try:
        sockets = [bound(port), bound()]
        places = Places(*(each.getsockname()[1] for each in sockets))
        app = application(desk, places, preview_texts(), lifespan=lambda _: beside(desk))
        config = uvicorn.Config(
            app,
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GOODBYE_SECONDS,
        )
        server = Server(config)
        url = places.url + (f"#{quote(tool, safe='')}" if tool else "")

        def listening() -> None:
            announce(url)
            if browser:
                Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        server.listening, server.ending = listening, desk.live.close
        server.run(sockets)
    finally:
        desk.close()


@asynccontextmanager
async def beside(desk: Desk) -> AsyncIterator[None]:
    """Watch the files while the server runs; the upstream ends with it."""
    desk.live.loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    watching = asyncio.create_task(watch(desk, stop))
    try:
        yield
    finally:
        stop.set()
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
        await asyncio.to_thread(desk.close)
