"""Running a preview: two loopback ports, one server, and a look at the files that views are made from."""

import asyncio
import socket
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import TYPE_CHECKING
from urllib.parse import quote

import uvicorn

from genui.assets import bundled_directory, preview_texts
from genui.atomic import TEMPORARY
from genui.config import Config
from genui.errors import GenuiError
from genui.preview.desk import Desk
from genui.preview.guard import NAMES, Places
from genui.preview.routes import application

if TYPE_CHECKING:
    from watchfiles import Change

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


SETTLE_MS = 60
"""A build writes several files: the pages are told once, when it is quiet for so long."""
LOOK_AGAIN_MS = 1000
"""How long the watcher waits before it looks whether it is still wanted."""
PREVIEW = bundled_directory("templates") / "preview"


def folders(config: Config) -> set[Path]:
    """Return the folders that hold what views are made from."""
    named = [config.root]
    for folder in (
        config.generated,
        config.path(config.build.prompts_directory),
        config.path(config.build.templates_directory),
        bundled_directory("prompts"),
        bundled_directory("templates"),
    ):
        if folder and folder.is_dir():
            named += [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for tool in config.tools.values():
        if isinstance(tool.examples, str):
            named.append((config.root / tool.examples).parent)
    return {folder.resolve() for folder in named if folder.is_dir()} - {PREVIEW}


def concerns(config: Config, path: Path) -> bool:
    """Tell whether a changed path is one that views are made from."""
    if path.name.startswith(TEMPORARY) or path.name.endswith(("~", ".swp", ".pyc")):
        return False
    if path.parent != config.root.resolve():
        return True
    named = (tool.examples for tool in config.tools.values())
    examples = (config.root / name for name in named if isinstance(name, str))
    used = (config.generated, *([config.file] if config.file else []), *examples)
    return path in {file.resolve() for file in used}


async def watch(desk: Desk, stop: asyncio.Event) -> None:
    """Reload whenever something has changed, until told to stop."""
    from watchfiles import awatch

    fresh = False
    while not stop.is_set():
        config = desk.project.config
        watched = folders(config)

        def wanted(_: "Change", path: str, config: Config = config) -> bool:
            return concerns(config, Path(path))

        batches = awatch(
            *watched,
            watch_filter=wanted,
            recursive=False,
            step=SETTLE_MS,
            stop_event=stop,
            rust_timeout=LOOK_AGAIN_MS,
            yield_on_timeout=fresh,
        )
        async for changes in batches:
            # What was written to a new folder before it was watched is seen by looking once more.
            if not changes and not fresh:
                continue
            fresh = False
            await asyncio.to_thread(desk.reload)
            if folders(desk.project.config) != watched:
                fresh = True
                break
