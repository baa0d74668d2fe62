"""A change, and the findings that it begins as."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from genui.model import Json

Where = Literal["view", "tool", ""]
"""The file that a change is in: the view file, the tool's definition, or none of one tool."""


class Told(NamedTuple):
    """What a comparison tells: the rule, the words of a reviewer, and where it is."""

    rule: str
    words: str
    pointer: str = ""
    where: Where = "view"


Tells = Iterator[Told]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a review."""

    rule: str
    level: str
    tool: str
    """"" where it is about the project."""
    words: str
    file: str = ""
    """Its path from the folder of genui.toml."""
    pointer: str = ""
    line: int = 1
    accepted: str = ""
    """The reason why genui.toml accepts it."""


def quoted(value: Json) -> str:
    """Return a value as words: texts in quotation marks, all else as JSON, cut."""
    from genui.expressions import brief

    return f'"{value}"' if isinstance(value, str) and len(value) <= 60 else brief(value)


def arrow(before: Json, after: Json) -> str:
    """Return "7 → 3"; what is not there is "none"."""
    return f"{'none' if before is None else quoted(before)} → {'none' if after is None else quoted(after)}"
