"""The upstream to connect to: checked, completed from flags, and made ready to start."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from genui.config.tables import Target
from genui.errors import ConfigError

if TYPE_CHECKING:
    from genui.config.load import Config

COMMAND_KEYS = {"command", "args", "env", "cwd"}
URL_KEYS = {"url", "headers"}
REFERENCE = re.compile(r"\$(\$?)\{([A-Za-z_][A-Za-z0-9_]*)\}")
OWN_PYTHON = "{genui-python}"
"""The command that names the interpreter that runs genui."""

PACKAGE_RUNNERS = frozenset({"npx", "bunx", "uvx"})
"""Programs that download what they start where it is not there yet."""

EXAMPLE = 'command = "npx" and args = ["-y", "some-server"], or url = "https://example.com/mcp"'


def superseded(lower: Mapping[str, Any], higher: Mapping[str, Any]) -> dict[str, Any]:
    """Drop what a less important source says about a URL when another names a command, and the reverse."""
    # A variable that names a URL has to win over a command in the file, not contradict it.
    gone: set[str] = set()
    if "url" in higher:
        gone = {*COMMAND_KEYS, "transport"} if "command" in lower else set()
    elif "command" in higher:
        gone = {*URL_KEYS, "transport"} if "url" in lower else set()
    return {name: value for name, value in lower.items() if name not in gone}


def checked_target(values: Mapping[str, Any], *, where: str) -> Target:
    """Return the target that [upstream] describes.

    Raises:
        ConfigError: It names no upstream, two, or keys that do not go together.
    """
    target = Target(**values)
    if bool(target.command) == bool(target.url):
        both = "both command and url" if target.command else "neither command nor url"
        raise ConfigError(f"{where}: [upstream] has {both}, expected one of them", hint=f"write {EXAMPLE}")
    kind, foreign = ("command", URL_KEYS) if target.command else ("url", COMMAND_KEYS)
    for name in sorted(foreign & values.keys()):
        raise ConfigError(
            f"{where}: upstream.{name} does not go with upstream.{kind}",
            hint=f"remove {name} from [upstream]",
        )
    if (target.transport == "stdio") if target.url else (target.transport in {"http", "sse"}):
        fitting = "auto, http or sse" if target.url else "auto or stdio"
        raise ConfigError(
            f"{where}: upstream.transport is {target.transport!r}, expected {fitting} with a {kind}",
            hint="remove transport from [upstream]",
        )
    if target.url and not REFERENCE.search(target.url):
        check_url(target.url, where=f"{where}: upstream.url")
    return target


def check_url(url: str, *, where: str) -> None:
    """Refuse what is no address of a server."""
    if not re.fullmatch(r"https?://[^\s/]\S*", url):
        from genui.secretlike import masked

        raise ConfigError(
            f"{where} is {masked(url)!r}, expected an http:// or https:// address",
            hint="write it like https://example.com/mcp",
        )


def target_from_flags(
    command: Sequence[str] = (), *, url: str | None = None, transport: str = "auto"
) -> Target | None:
    """Return the target of `-- COMMAND ARGS…` or `--url URL --upstream-transport …`, None without either.

    Raises:
        ConfigError: Both are given, or the URL or transport is none.
    """
    if command and url:
        from genui.secretlike import masked

        raise ConfigError(
            f"both --url {masked(url)} and the command {command[0]!r} are given, expected one upstream",
            hint="leave one out",
        )
    if command:
        # The shell has replaced what it was to replace.
        args = tuple(literal(argument) for argument in command[1:])
        return Target(command=command[0], args=args, cwd=literal(str(Path.cwd())))
    if not url:
        return None
    if transport not in {"auto", "http", "sse"}:
        raise ConfigError(
            f"--upstream-transport is {transport!r}, expected auto, http or sse", hint="leave it out for auto"
        )
    check_url(url, where="--url")
    return Target(url=literal(url), transport=transport)


def target_of(config: "Config", *, environ: Mapping[str, str] | None = None) -> Target:
    """Return the upstream ready to start: references replaced, folder and interpreter resolved.

    Raises:
        ConfigError: None is configured, or a ${NAME} in it is not set.
    """
    target = config.upstream
    if target is None:
        where = f"in {config.file}" if config.file else "and there is no genui.toml here"
        raise ConfigError(
            f"no upstream is named {where}",
            hint="name one after --, as in: genui build -- npx -y some-server; or run: genui init",
        )
    environ = os.environ if environ is None else environ

    def filled(key: str, value: str) -> str:
        return expanded(value, environ, where=f"upstream.{key}")

    url = filled("url", target.url) if target.url else None
    if url:
        check_url(url, where="upstream.url")
    return replace(
        target,
        command=resolve_command(target.command) if target.command else None,
        args=tuple(filled("args", value) for value in target.args),
        cwd=str(config.root / filled("cwd", target.cwd or "")) if target.command else None,
        url=url,
        env={name: filled("env", value) for name, value in target.env.items()},
        headers={name: filled("headers", value) for name, value in target.headers.items()},
    )


def package_runner(command: str) -> str:
    """Return the name of the package runner that a command is, "" for any other."""
    program = command.replace("\\", "/").rpartition("/")[2].removesuffix(".cmd")
    return program if program in PACKAGE_RUNNERS else ""


def start_seconds(config: "Config") -> float:
    """Return how many seconds the upstream may take to its first answer."""
    # A download that is killed half-way leaves npx a broken folder, and the next start fails on that.
    default = 300.0 if config.upstream and package_runner(config.upstream.command or "") else 30.0
    return config.build.start_timeout or default


def resolve_command(command: str) -> str:
    """Return the program to start: {genui-python} is the interpreter that runs genui, with its packages."""
    return sys.executable if command == OWN_PYTHON else command


def expanded(text: str, environ: Mapping[str, str], *, where: str) -> str:
    """Replace ${NAME} in a text by variables of the environment; $${NAME} stays ${NAME}."""

    def value_of(match: re.Match[str]) -> str:
        escaped, name = match.groups()
        if escaped:
            return f"${{{name}}}"
        if name not in environ:
            raise ConfigError(
                f"{where} refers to ${{{name}}}, but the environment has no variable {name}",
                hint=f"set it: export {name}=…",
            )
        return environ[name]

    return REFERENCE.sub(value_of, text)


def literal(text: str) -> str:
    """Return a text that `expanded` gives back as it is."""
    return REFERENCE.sub(r"$\g<0>", text)


def cache_directory(target: Target | None) -> Path:
    """Return the folder in the user's cache for views of a target that no genui.toml names."""
    from genui.canonical import digest

    named = [target.command, *target.args, target.url] if target else []
    return user_folder("XDG_CACHE_HOME", ".cache", mac="Caches") / digest(named)[:12]


def user_state() -> Path:
    """Return the folder for what genui has to remember of this person; it may not exist yet."""
    return user_folder("XDG_STATE_HOME", ".local/state", mac="Application Support")


def user_folder(variable: str, default: str, *, mac: str) -> Path:
    """Return genui's folder among those of one kind, as each system has it."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "genui"
    if sys.platform == "darwin":
        return Path.home() / "Library" / mac / "genui"
    # XDG Base Directory: a relative path in the variable counts as none.
    named = Path(os.environ.get(variable, ""))
    return (named if named.is_absolute() else Path.home() / default) / "genui"
