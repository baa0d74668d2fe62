"""Recorded calls of a tool, from genui.toml or from the JSON file that it names."""

import json
from collections.abc import Mapping
from typing import Any

from genui.config.load import Config
from genui.config.values import examples as read_examples
from genui.errors import ConfigError


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
