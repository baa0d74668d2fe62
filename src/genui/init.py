"""The text of a new genui.toml: the upstream is written out, nearly every other key is a comment."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from genui.config import Target
from genui.config.reference import toml_value
from genui.config.tables import TABLES, default_of, keys_of
from genui.config.target import package_runner
from genui.errors import ConfigError

PACKAGE_FLAGS = {"npx": ("-p", "--package"), "bunx": ("-p", "--package"), "uvx": ("--from",)}
"""The flags of a package runner whose value is the package."""
BARE_FLAGS = frozenset({"-y", "--yes", "-q", "--quiet", "--bun", "--isolated"})
"""Flags without a value; what stands after another flag may be its value."""
COMMENTED = ("build", "model", "serve")
WRITTEN = {"serve": {"announce": "useful"}}
"""Keys that a new file sets."""

EXTRA = """\
# [limits] holds what is refused or cut when it grows past a size.

# [defaults] holds for all tools; this for one, or for those of a pattern like "list_*".
# Its examples show in a view that is opened without a host.
# [tools.some_tool]
# view = true
# kind = "rich"
# form = "before"                  # For what destroys: a person completes and sends its form first.
# [[tools.some_tool.examples]]
# arguments = { city = "Oslo" }
# result = { temperature = 4 }
"""


def config_text(target: Target, *, folder: Path) -> str:
    """Return a commented genui.toml for an upstream, to lie in a folder.

    Raises:
        ConfigError: A value cannot be written as UTF-8.
    """
    import tomli_w

    upstream = tomli_w.dumps({"upstream": upstream_values(target, folder)})
    parts = [
        "# genui makes views of this MCP server's tools: genui build. docs/configuration.md has every key.\n",
        upstream,
        *("\n".join(commented_table(name)) + "\n" for name in COMMENTED),
        EXTRA,
    ]
    text = "\n".join(parts)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ConfigError(
            f"the upstream holds {error.object[error.start : error.end]!r}, which is no UTF-8 text",
            hint="use a name that is",
        ) from error
    return text


def pinned_command(target: Target) -> str:
    """Return the command with a version of its package, "" where it names one or starts no package."""
    program, words = package_runner(target.command or ""), list(target.args)
    if not program:
        return ""
    at = next((at + 1 for at, word in enumerate(words) if word in PACKAGE_FLAGS[program]), None)
    if at is None:
        at = next((at for at, word in enumerate(words) if word not in BARE_FLAGS), len(words))
    if at >= len(words) or not re.fullmatch(r"(@[^@/]+/)?[^-@/=:][^@/=:]*(@latest)?", words[at]):
        return ""
    words[at] = words[at].removesuffix("@latest") + "@1.2.3"
    return " ".join([program, *words[: at + 1]])


def upstream_values(target: Target, folder: Path) -> dict[str, Any]:
    """Return what [upstream] has to say: nothing that is a default."""
    values: dict[str, Any] = {}
    for name, entry in keys_of(Target).items():
        value = getattr(target, name)
        if value != default_of(entry):
            values[name] = list(value) if isinstance(value, tuple) else value
    if "cwd" in values:
        relative = relative_folder(values.pop("cwd"), folder)
        values |= {"cwd": relative} if relative != "." else {}
    tables = {name: dict(values.pop(name)) for name in ("env", "headers") if name in values}
    return values | tables


def relative_folder(path: str, folder: Path) -> str:
    """Return a path relative to the folder of genui.toml where one lies in the other, else absolute."""
    base = folder.resolve()
    absolute = base / path
    if absolute.is_relative_to(base) or base.is_relative_to(absolute):
        return Path(os.path.relpath(absolute, base)).as_posix()
    return str(absolute)


def commented_table(name: str) -> Iterator[str]:
    """Return a table with its keys and their defaults, all of it as comments."""
    table = TABLES[name]
    yield f"# {table.__doc__}"
    written = WRITTEN.get(name, {})
    yield f"[{name}]" if written else f"# [{name}]"
    for key, entry in keys_of(table).items():
        if key in written:
            yield f"{f'{key} = {toml_value(written[key])}':<34} # {entry.metadata['doc']}"
            continue
        default = default_of(entry)
        absent = "1.0" if "float" in str(entry.type) else '"…"'
        shown = absent if default is None else toml_value(default)
        yield f"# {f'{key} = {shown}':<32} # {entry.metadata['doc']}"
