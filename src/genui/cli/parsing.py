"""Strings, paths and flags of a command line without conversion by typer.

typer converts them with pydantic, whose import adds a third to the start of every command.
"""

from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup

# Private names of typer are used here; where a version lacks them, typer converts as it always does.
SPECIAL = ("parser", "click_type", "exists", "resolve_path", "writable", "min", "max")
"""The settings of an option that need typer's own conversion."""


class Plain:
    """Takes words and paths as they are, where typer would have pydantic convert them."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind

    def coerce(self, value: Any, *, param: Any, ctx: Any) -> Any:
        """Return the value of one parameter as its function takes it."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        return Path(value) if self.kind is Path else value


class PlainCommand(TyperCommand):
    """A command whose words, paths and flags are taken as they are; other values are typer's to convert."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, with --help."""
        return mark_plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """The group of all commands, its own flags taken as they are."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, with --help."""
        return mark_plain(super().get_params(ctx))


def mark_plain(params: Any) -> Any:
    """Return parameters; those that need no conversion are marked."""
    for param in params:
        if (kind := plain_kind(param)) is not None:
            vars(param)["_runtime_param"] = Plain(kind)
        if getattr(param, "is_flag", False):
            param.metavar = ""  # typer would show <bool>, as if a value had to follow
    return params


def plain_kind(param: Any) -> Any:
    """Return the type of a parameter that holds words, a path or a flag, None where typer has to convert it.

    Versions of typer that convert with no other library have nothing to be spared: there it is None as well.
    """
    told = getattr(param, "type_descriptor", None)
    kind = getattr(told, "annotation", None)
    if kind not in (str, bool, Path, list[str]) or vars(param).get("_runtime_param", told) is not None:
        return None
    if kind is bool and (not getattr(param, "is_flag", False) or getattr(param, "envvar", None)):
        return None
    info = getattr(told, "parameter_info", None)
    return None if any(getattr(info, name, None) for name in SPECIAL) else kind
