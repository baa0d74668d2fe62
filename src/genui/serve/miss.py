"""Compiling on a miss: the one door from serving to the compiler, imported when the first miss comes."""

from collections.abc import Mapping
from typing import Any

from genui.assets import load_assets
from genui.build import compile_one
from genui.config import Config
from genui.model import Tool


def compile_view(definition: Mapping[str, Any], config: Config) -> bytes:
    """Compile a tool's offline view in memory."""
    assets = load_assets("templates", config.path(config.build.templates_directory))
    return compile_one(Tool(definition), config, assets)
