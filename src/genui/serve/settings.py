"""What serving needs of the configuration, and the quick way to it when only plain flags say anything."""

import os

from genui.serve.plain import part_of

TYPE_CHECKING = False  # importing typing, or genui.config, would hold the upstream's answers up
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from genui.config import Config

CHOICES: "Mapping[str, tuple[str, ...]]" = {
    "serve.transport": ("stdio",),
    "serve.apps": ("auto", "always", "never"),
    "serve.on_miss": ("compile", "passthrough"),
    "serve.log_level": ("info", "debug", "warning", "error"),
    "serve.log_format": ("text", "json"),
}
"""Flags that may have one of a few values, the default first; tests hold them against genui.config."""

CONFIG = "genui.toml"
"""The name of the configuration file; tests hold it against genui.config."""

SWITCHES = frozenset({"serve.locked", "serve.debug", "serve.cache", "serve.restart", "serve.own_tools"}) | {
    "serve.allow_code"
}
TEXTS = frozenset({"build.generated", "serve.prefix", "serve.log_file"})


DEFAULTS: "Mapping[str, Any]" = {
    "build.generated": "generated",
    "build.templates_directory": None,
    "upstream.url": None,
    "serve.transport": "stdio",
    "serve.apps": "auto",
    "serve.on_miss": "compile",
    "serve.locked": False,
    "serve.allow_code": False,
    "serve.debug": False,
    "serve.cache": True,
    "serve.restart": True,
    "serve.own_tools": True,
    "serve.prefix": "_ui_",
    "serve.refresh": 0.0,
    "serve.log_level": "info",
    "serve.log_format": "text",
    "serve.log_file": None,
    "limits.message_bytes": 67_108_864,
    "limits.in_flight": 10_000,
}
"""What holds where nothing is said; tests hold it against genui.config."""


class Settings:
    """The configuration as serving needs it."""

    def __init__(
        self, said: "Mapping[str, Any]", *, wanted: "Callable[[str], bool]", config: "Callable[[], Config]"
    ) -> None:
        values = {"overlay": "", **DEFAULTS, **said}
        if values["serve.debug"] or not values["serve.cache"] or values["serve.locked"]:
            values["overlay"] = ""
        self.hot: bool = values["serve.transport"] == "stdio" and not values["upstream.url"]
        """Whether both sides are stdio: that has a path of its own, without an event loop."""
        self.generated: str = os.path.abspath(values["build.generated"])
        self.apps: str = values["serve.apps"]
        self.on_miss: str = values["serve.on_miss"]
        self.locked: bool = values["serve.locked"]
        self.overlay: str = values["overlay"]
        """The folder of views made while serving; "" where none of earlier runs is used."""
        self.allow_code: bool = values["serve.allow_code"]
        self.templates: str = values["build.templates_directory"] or ""
        """The folder of the project's own templates, "" where it has none."""
        self.debug: bool = values["serve.debug"]
        self.cache: bool = values["serve.cache"]
        self.restart: bool = values["serve.restart"]
        self.prefix: str = values["serve.prefix"] if values["serve.own_tools"] else ""
        self.refresh: float = values["serve.refresh"]
        self.log_level: str = values["serve.log_level"]
        self.log_format: str = values["serve.log_format"]
        self.log_file: str | None = values["serve.log_file"]
        self.message_bytes: int = values["limits.message_bytes"]
        self.in_flight: int = values["limits.in_flight"]
        self.wanted = wanted
        """Tells whether a tool is to get a view."""
        self.config = config
        """Loads the whole configuration, for what is compiled on a miss."""


def quick_settings(
    values: "Mapping[str, str]", *, config: "Callable[[], Config]", command: "Sequence[str]" = ()
) -> Settings | None:
    """Return the settings when no variable says anything, and file and flags are plain and right."""
    if has_variables():
        return None
    said = dict(values)
    file = file_named(said.pop("config", CONFIG))
    from_file, wanted = file_members(file) if "config" in values or os.path.isfile(file) else ({}, every_one)
    members = flag_members(said)
    if members is None or from_file is None or not (command or from_file):
        return None
    if members.get("serve.log_file"):
        members["serve.log_file"] = os.path.abspath(members["serve.log_file"])
    if not from_file:
        from_file = {"overlay": cache_folder([*command, None])}
    return Settings({**from_file, **members}, wanted=wanted, config=config)


def every_one(_name: str) -> bool:
    """Tell that a tool is to get a view."""
    return True


def file_named(path: str) -> str:
    """Return the path of a configuration file that may be named by its folder."""
    return os.path.join(path, CONFIG) if os.path.isdir(path) else path


def flag_members(values: "Mapping[str, str]") -> "dict[str, Any] | None":
    """Return what flags say; None where that has to be looked at more closely."""
    members: dict[str, Any] = {}
    for name, value in values.items():
        if name in SWITCHES and value in ("true", "false"):
            members[name] = value == "true"
        elif (name in TEXTS and value) or value in CHOICES.get(name, ()):
            members[name] = value
        else:
            return None
    return members


def file_members(file: str) -> "tuple[dict[str, Any] | None, Callable[[str], bool]]":
    """Return what a genui.toml says of serving, and which tools get views; None for what is not plain."""
    from genui.serve.said import tables_of, wanted_by

    tables = tables_of(file)
    if tables is None or command_in(tables.get("upstream", {})) is None:
        return None, every_one
    root = os.path.dirname(os.path.realpath(file))
    members: dict[str, Any] = {
        "build.generated": os.path.join(root, DEFAULTS["build.generated"]),
        "overlay": os.path.join(root, ".genui"),
    }
    for key, value in tables.get("serve", {}).items():
        name = f"serve.{key}"
        switch = name in SWITCHES and isinstance(value, bool)
        text = isinstance(value, str) and ((name in TEXTS and value) or value in CHOICES.get(name, ()))
        if not switch and not text:
            return None, every_one
        members[name] = os.path.join(root, value) if name == "serve.log_file" else value
    return members, wanted_by(tables)


def cache_folder(named: "Sequence[str | None]") -> str:
    """Return the folder for views of an upstream that no genui.toml names; as genui.config has it."""
    import sys

    from genui.canonical import digest

    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
    return os.path.join(base, "genui", digest(list(named))[:12])


def has_variables() -> bool:
    """Tell whether the environment says something of the configuration."""
    return any(name.startswith("GENUI_") and name != "GENUI_TRUST" for name in os.environ)


def settings_of(config: "Config") -> Settings:
    """Return what a whole configuration says."""
    from genui.wishes import wants_view

    members = {f"serve.{name}": value for name, value in vars(config.serve).items()}
    members |= {f"limits.{name}": value for name, value in vars(config.limits).items()}
    log_file = config.path(config.serve.log_file)
    members["serve.log_file"] = None if log_file is None else str(log_file)
    members["upstream.url"] = config.upstream.url if config.upstream is not None else None
    members["build.generated"] = str(config.generated)
    templates = config.path(config.build.templates_directory)
    members["build.templates_directory"] = None if templates is None else str(templates)
    members["overlay"] = str(config.overlay)
    return Settings(members, wanted=lambda name: wants_view(config, name), config=lambda: config)


def early_command(file: str) -> "tuple[Sequence[str], Mapping[str, str], str] | None":
    """Return command, variables and folder of the upstream in a genui.toml; None where that takes care.

    The whole configuration is read and checked later, while the upstream starts.
    """
    document: Mapping[str, Any] | None = part_of(file, ("upstream", "serve"))
    if document is None:
        import tomllib

        try:
            with open(file, "rb") as stream:
                document = tomllib.load(stream)
        except (OSError, ValueError, RecursionError):
            return None
    upstream, serve = document.get("upstream"), document.get("serve", {})
    over_pipes = isinstance(serve, dict) and serve.get("transport", "stdio") == "stdio"
    if not isinstance(upstream, dict) or not over_pipes or has_variables():
        return None
    found = command_in(upstream)
    if found is None:
        return None
    command, env, folder = found
    return command, env, os.path.join(os.path.dirname(os.path.realpath(file)), folder)


def command_in(upstream: "Mapping[str, Any]") -> "tuple[Sequence[str], Mapping[str, str], str] | None":
    """Return command, variables and folder in a plain [upstream]; None for any other."""
    command, args, env = upstream.get("command"), upstream.get("args", []), upstream.get("env", {})
    texts = [command, *args, *env.values()] if isinstance(args, list) and isinstance(env, dict) else [None]
    known = upstream.keys() <= {"command", "args", "env", "cwd"} and command
    if not known or not all(isinstance(text, str) for text in texts):
        return None
    if any("$" in text for text in env.values()) or not isinstance(upstream.get("cwd", ""), str):
        return None
    return [command, *args], env, upstream.get("cwd", "")
