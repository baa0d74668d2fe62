"""The options that one tool's view is compiled with: what genui.toml says, and what other tools there are."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from genui.config import Config
from genui.config.examples import tool_examples
from genui.config.load import matches, place, read_text
from genui.errors import suggestion
from genui.model import JsonObject


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """What goes into a view beside its tool's definition and a person's wishes."""

    kind: str | None = None
    hints: JsonObject = field(default_factory=dict)
    examples: tuple[dict[str, Any], ...] = ()
    """Recorded calls `{arguments, result}`."""
    actions: tuple[JsonObject, ...] = ()
    """Other tools of the server that a row of this one's result can start."""
    reading: frozenset[str] = frozenset()
    """The names of all tools of the server that say that they only read."""


def options_of(config: Config, name: str) -> ViewOptions:
    """Return what genui.toml says about one tool's view.

    Raises:
        ConfigError: The file that its examples are in cannot be used.
    """
    tool = config.tool(name)
    return ViewOptions(tool.kind, tool.hints, tool_examples(config, name))


def wants_view(config: Config, name: str) -> bool:
    """Tell whether `[tools.<name>]`, else [build] tools and exclude, asks for a view of this tool."""
    view = config.tool(name).view
    if view is not None:
        return view
    included = any(fnmatchcase(name, pattern) for pattern in config.build.tools)
    return included and not any(fnmatchcase(name, pattern) for pattern in config.build.exclude)


def unused_tables(config: Config, names: Iterable[str]) -> Iterator[str]:
    """Yield a warning for each `[tools.<name>]` that is about none of these tools."""
    known = list(names)
    for key in config.tools:
        if config.file and not any(matches(name, key) for name in known):
            where = place(str(config.file), read_text(config.file), ("tools", key))
            yield f"{where}: [tools.{key}] matches no tool; {suggestion(key, known)}"
