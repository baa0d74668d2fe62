"""Reading the configuration: genui.toml, then GENUI_ variables, then flags; the later wins."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from genui.config.keys import keys_of
from genui.config.limits import Limits
from genui.config.tables import (
    TABLES,
    Build,
    Defaults,
    Model,
    Review,
    Serve,
    Target,
    Test,
    ToolConfig,
)
from genui.config.target import cache_directory, checked_target, superseded
from genui.config.values import WrongMemberError, expectation, parse_text, read_value
from genui.errors import ConfigError, suggestion

FILE_NAME = "genui.toml"
PREFIX = "GENUI_"

Values = dict[str, dict[str, Any]]
"""Checked values by table and key, as one source gives them."""

TRUSTED_OF_MODEL = ("provider", "base_url", "command")
"""The keys of [model] that name the program to start or the server that receives an API key."""


@dataclass(frozen=True)
class Config:
    """The whole configuration, every value checked, every default filled in."""

    root: Path
    """The folder of genui.toml; without one, the current folder."""
    file: Path | None = None
    upstream: Target | None = None
    """As configured; genui.config.target_of makes it ready to start."""
    build: Build = field(default_factory=Build)
    model: Model = field(default_factory=Model)
    serve: Serve = field(default_factory=Serve)
    test: Test = field(default_factory=Test)
    limits: Limits = field(default_factory=Limits)
    defaults: Defaults = field(default_factory=Defaults)
    review: Review = field(default_factory=Review)
    tools: Mapping[str, ToolConfig] = field(default_factory=dict)
    """What is said of tools, by their names or by patterns of them."""
    to_trust: Values = field(default_factory=dict, repr=False)
    """What the file itself says of programs and addresses: what a person is asked to trust."""
    from_file: frozenset[str] = frozenset()
    """The keys, like upstream.command, that hold as the file says them."""

    def tool(self, name: str) -> ToolConfig:
        """Return what is configured for one tool: [defaults], then each table that matches, its own last."""
        matching = [key for key in self.tools if matches(name, key)]
        matching.sort(key=lambda key: (key == name, sum(sign not in "*?[]" for sign in key)))
        said: dict[str, Any] = {}
        hints: dict[str, Any] = {}
        for table in (self.defaults, *(self.tools[key] for key in matching)):
            said |= {member: value for member, value in vars(table).items() if value not in (None, {}, ())}
            # A theme is a hint.
            hints |= {**({"theme": table.theme} if table.theme else {}), **table.hints}
        return ToolConfig(**{**said, "theme": None, "hints": hints})

    def path(self, value: str | None) -> Path | None:
        """Return a configured path, relative to the folder of genui.toml."""
        return None if value is None else self.root / value

    @property
    def generated(self) -> Path:
        """The folder of the committed views."""
        return self.root / self.build.generated

    @property
    def overlay(self) -> Path:
        """The folder of views made while serving: beside genui.toml, or in the user's cache."""
        return self.root / ".genui" if self.file else cache_directory(self.upstream)


def matches(name: str, key: str) -> bool:
    """Tell whether `[tools.<key>]` is about a tool: the key is its name, or a pattern of it."""
    return name == key or fnmatchcase(name, key)


def load_config(
    path: Path | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, Any] | None = None,
    target: Target | None = None,
) -> Config:
    """Read the configuration from a file (./genui.toml if there is one), the environment and flags.

    Flags are named like keys (`model.name`), None where not given; a target replaces [upstream] whole.

    Raises:
        ConfigError: Something in any of them cannot be used.
    """
    file = find_file(path)
    text = read_text(file) if file else ""
    root = file.resolve().parent if file else Path.cwd()
    from_file, tools = file_values(text, str(file))
    values: Values = {name: {} for name in TABLES}
    variables = environment_values(os.environ if environ is None else environ)
    given = flag_values(flags or {})
    for layer in (from_file, variables, given):
        for name, entries in layer.items():
            kept = superseded(values[name], entries) if name == "upstream" else values[name]
            if name == "model" and layer is given:
                kept = of_provider(kept, entries.get("provider"))
            values[name] = kept | entries
    in_force = keys_in(values if target is None else {**values, "upstream": {}})
    # What a flag or a variable says is agreed to by saying it; only the file's own words need consent.
    held = (keys_in(from_file) & in_force) - keys_in(variables) - keys_in(given)
    named = values.pop("upstream")
    # The command line replaces [upstream] as a whole, so a broken one in the file does no harm then.
    if target is None and (named or "upstream" in from_file):
        where = place(str(file), text, ("upstream",)) if file else "the environment"
        target = checked_target(named, where=where)
    tables: dict[str, Any] = {name: TABLES[name](**entries) for name, entries in values.items()}
    to_trust = {name: dict(from_file.get(name, {})) for name in ("upstream", "model")}
    to_trust["model"] = {key: value for key, value in to_trust["model"].items() if key in TRUSTED_OF_MODEL}
    return Config(
        root=root, file=file, upstream=target, tools=tools, to_trust=to_trust, from_file=held, **tables
    )


def model_flags(told: str | None) -> dict[str, str]:
    """Return the flags that `--model PROVIDER[:NAME]` stands for."""
    provider, _, name = (told or "").partition(":")
    return {key: text for key, text in (("model.provider", provider), ("model.name", name)) if text}


def of_provider(values: dict[str, Any], provider: str | None) -> dict[str, Any]:
    """Drop what [model] says of another provider than the command line names: its model and address."""
    if provider in (None, values.get("provider", provider)):
        return values
    return {name: value for name, value in values.items() if name not in {"name", "base_url"}}


def keys_in(values: Values) -> frozenset[str]:
    """Return the keys that a source says, like upstream.command."""
    return frozenset(f"{table}.{key}" for table, entries in values.items() for key in entries)


def find_file(path: Path | None) -> Path | None:
    """Return the configuration file: the one asked for, or genui.toml in the current folder."""
    if path is None:
        return Path(FILE_NAME) if Path(FILE_NAME).is_file() else None
    file = path / FILE_NAME if path.is_dir() else path
    if not file.is_file():
        raise ConfigError(
            f"the configuration file {str(file)!r} does not exist",
            hint="write one with: genui init -- COMMAND",
        )
    return file


def read_text(file: Path) -> str:
    """Return the text of the configuration file."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{file} cannot be read: {error}", hint="it has to be a UTF-8 text file in TOML"
        ) from error


def file_values(text: str, file: str) -> tuple[Values, dict[str, ToolConfig]]:
    """Return what genui.toml says: the tables, and one ToolConfig per tool."""
    if not text:
        return {}, {}
    import tomllib

    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{file} is not valid TOML: {error}", hint="mend that line") from error
    values: Values = {}
    tools: dict[str, ToolConfig] = {}
    for name, content in document.items():
        if name != "tools" and name not in TABLES:
            known = [*TABLES, "tools"]
            raise unknown_name(name, known, where=place(file, text, (name,)), what="table")
        if not isinstance(content, Mapping):
            where = place(file, text, (name,))
            raise wrong_value(name, shown(content), where=where, expected=f"a table: [{name}]")
        if name == "tools":
            for tool, entries in content.items():
                path = ("tools", tool)
                if not isinstance(entries, Mapping):
                    where = place(file, text, path)
                    name, expected = f"tools.{tool}", f"a table: [tools.{tool}]"
                    raise wrong_value(name, shown(entries), where=where, expected=expected)
                tools[tool] = ToolConfig(**table_values(ToolConfig, entries, text, file=file, path=path))
        else:
            values[name] = table_values(TABLES[name], content, text, file=file, path=(name,))
    return values, tools


def table_values(
    table: type, entries: Mapping[str, Any], text: str, *, file: str, path: tuple[str, ...]
) -> dict[str, Any]:
    """Check the entries of one table of the file."""
    keys = keys_of(table)
    values = {}
    for name, value in entries.items():
        where = (*path, name)
        if name not in keys:
            raise unknown_name(name, keys, where=place(file, text, where), what=f"key of [{'.'.join(path)}]")
        try:
            values[name] = read_value(keys[name], value)
        except TypeError as error:
            if isinstance(error, WrongMemberError):
                table_name, where, value = ".".join(where), (*where, error.member), value[error.member]
                if not str(error):
                    at = place(file, text, where)
                    what = f"key of [{table_name}]"
                    raise unknown_name(error.member, error.known, where=at, what=what) from None
            raise wrong_value(
                ".".join(where),
                shown(value, keys[name]),
                where=place(file, text, where),
                expected=str(error) or expectation(keys[name]),
            ) from None
    return values


def environment_values(environ: Mapping[str, str]) -> Values:
    """Return what GENUI_<TABLE>_<KEY> variables say; empty ones say nothing."""
    known = {
        f"{PREFIX}{table}_{name}".upper(): f"{table}.{name}"
        for table, fields in TABLES.items()
        for name in keys_of(fields)
    }
    prefixes = tuple(f"{PREFIX}{table.upper()}_" for table in TABLES)
    values: Values = {}
    for variable in sorted(name for name in environ if name.startswith(prefixes)):
        if variable not in known:
            # The variable begins like a table's, so it is a slip and no variable of another program.
            table = variable.split("_")[1]
            related = [name for name in known if name.startswith(f"{PREFIX}{table}_")]
            raise unknown_name(variable, related, where="the environment", what="variable")
        if environ[variable]:
            add_value(values, known[variable], environ[variable], where=variable)
    return values


def flag_values(flags: Mapping[str, Any]) -> Values:
    """Return what flags say; None says nothing."""
    values: Values = {}
    for name, value in flags.items():
        if value is not None:
            add_value(values, name, value, where="the command line")
    return values


def add_value(values: Values, name: str, value: Any, *, where: str) -> None:
    """Check one value from outside the file and add it; its paths are relative to the current folder."""
    table, _, key = name.partition(".")
    entry = keys_of(TABLES[table])[key]
    try:
        read = read_value(entry, parse_text(entry, value) if isinstance(value, str) else value)
    except (TypeError, ValueError):
        raise wrong_value(name, shown(value, entry), where=where, expected=expectation(entry)) from None
    if entry.metadata["path"] and isinstance(read, str):
        read = str(Path.cwd() / read)
    values.setdefault(table, {})[key] = read


def unknown_name(name: str, known: Iterable[str], *, where: str, what: str) -> ConfigError:
    """Return the error for a name that is none, with the nearest that is one."""
    return ConfigError(f"{where}: unknown {what} {name!r}", hint=suggestion(name, known))


def wrong_value(name: str, value: str, *, where: str, expected: str) -> ConfigError:
    """Return the error for a value that a key does not take."""
    return ConfigError(
        f"{where}: {name} is {value}, expected {expected}",
        hint=f"set {name} to {expected}; docs/configuration.md lists every key",
    )


def shown(value: Any, entry: Field[Any] | None = None) -> str:
    """Return a value as an error quotes it, cut when long; a secret key's is never quoted."""
    if entry is not None and entry.metadata["secret"]:
        return "something else"
    if isinstance(value, bool):
        return str(value).lower()
    quoted = repr(value)
    return quoted if len(quoted) <= 80 else quoted[:77] + "…"


def place(file: str, text: str, path: Sequence[str]) -> str:
    """Return `genui.toml:12` for a key, or the file alone where its line cannot be told."""
    line = line_of(text, path)
    return f"{file}:{line}" if line else file


def line_of(text: str, path: Sequence[str]) -> int:
    """Return the 1-based line where a key, or the nearest table around it, is written; 0 if nowhere."""
    import tomllib

    # tomllib keeps no lines: the key begins after the last whole beginning of the text that lacks it.
    best = depth = before = 0
    lines = text.split("\n")
    for number in range(1, len(lines) + 1):
        if depth == len(path):
            break
        try:
            document = tomllib.loads("\n".join([*lines[:number], ""]))
        except tomllib.TOMLDecodeError:
            continue
        found = depth_in(document, path)
        if found > depth:
            best, depth = before + 1, found
        before = number
    return best


def depth_in(value: Any, path: Sequence[str]) -> int:
    """Return how many names of a path there are, one in the other; of an array its last entry counts."""
    for depth, name in enumerate(path):
        value = value[-1] if isinstance(value, list) and value else value
        if not isinstance(value, dict) or name not in value:
            return depth
        value = value[name]
    return len(path)
