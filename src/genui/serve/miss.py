"""Compiling on a miss: the one door from serving to the compiler, imported when the first miss comes."""

from collections.abc import Mapping
from typing import Any

from genui.assets import load_assets
from genui.build import compile_one
from genui.config import Config
from genui.model import Tool
from genui.slug import slug_of


def compile_view(definition: Mapping[str, Any], config: Config) -> bytes:
    """Compile a tool's offline view in memory."""
    assets = load_assets("templates", config.path(config.build.templates_directory))
    return compile_one(Tool(definition), config, assets)


def saved(html: bytes, name: str, config: Config) -> str:
    """Save a compiled view for inspection, and return its path."""
    folder = config.overlay / "debug"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{slug_of(name)}.html"
    file.write_bytes(html)
    return str(file)
