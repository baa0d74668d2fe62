"""The options that one tool's view is compiled with: what genui.toml says, and what other tools there are."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from genui.config import Config
from genui.config.load import matches, place, read_text
from genui.config.values import examples as read_examples
from genui.errors import ConfigError, suggestion
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


def tool_examples(config: Config, name: str) -> tuple[dict[str, Any], ...]:
    """Return the examples of a tool as `{arguments, result}`, every result a CallToolResult.

    Raises:
        ConfigError: The file that they are in is missing or holds something else.
    """
    examples = config.tool(name).examples
    if isinstance(examples, str):
        examples = read_file(config, examples, name)
    return tuple(
        {"arguments": entry["arguments"], "result": call_result(entry["result"])} for entry in examples
    )


def read_file(config: Config, path: str, name: str) -> tuple[Mapping[str, Any], ...]:
    """Read a file of examples."""
    file = config.root / path
    expected = 'a JSON array of {"arguments": {…}, "result": …}'
    try:
        examples = read_examples(json.loads(file.read_text(encoding="utf-8-sig")))
        if not isinstance(examples, str):
            return examples
        problem = f"is not {expected}"
    except (OSError, UnicodeDecodeError):
        problem = "cannot be read"
    except (ValueError, TypeError, RecursionError):
        problem = f"is not {expected}"
    raise ConfigError(f"tools.{name}.examples: {str(file)!r} {problem}", hint=f"write {expected} there")


def call_result(value: Any) -> dict[str, Any]:
    """Return a recorded result as a CallToolResult; bare data becomes structured content and its text."""
    if not isinstance(value, Mapping):
        return {"content": [text_block(value)]}
    # A recording of a whole result has one of these; bare data hardly ever do.
    if isinstance(value.get("content"), list) or "structuredContent" in value:
        return {"content": [], **value}
    return {"content": [text_block(value)], "structuredContent": value}


def text_block(value: Any) -> dict[str, Any]:
    """Return the text content of bare data."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return {"type": "text", "text": text}
