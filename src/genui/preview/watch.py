"""Seeing that something has changed that views are made from."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from genui.assets import bundled_directory
from genui.atomic import TEMPORARY
from genui.config import Config

if TYPE_CHECKING:
    from watchfiles import Change

    from genui.preview.desk import Desk

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
    files = {config.root / name.examples for name in config.tools.values() if isinstance(name.examples, str)}
    files |= {config.file} if config.file else set()
    return path == config.generated.resolve() or path in {file.resolve() for file in files}


async def watch(desk: "Desk", stop: asyncio.Event) -> None:
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
