"""A change, and the words that it is told in."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from genui.expressions import brief
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
    """Its path in the generated directory."""
    pointer: str = ""
    line: int = 1
    accepted: str = ""
    """The reason why genui.toml accepts it."""


def quoted(value: Json) -> str:
    """Return a value as words: texts in quotation marks, all else as JSON, cut."""
    return f'"{value}"' if isinstance(value, str) and len(value) <= 60 else brief(value)


def arrow(before: Json, after: Json) -> str:
    """Return "7 → 3"; what is not there is "none"."""
    return " → ".join("none" if one is None else quoted(one) for one in (before, after))


def edited(before: str, after: str) -> str:
    """Return the words in which two texts differ, with two before them."""
    if not before or not after:
        return f'{"removed" if before else "added"}: "{shortened(before or after)}"'
    old, new = before.split(), after.split()
    least = min(len(old), len(new))
    start = next((at for at in range(least) if old[at] != new[at]), least)
    last = next((at for at in range(least - start) if old[-1 - at] != new[-1 - at]), least - start)
    told = [shortened(" ".join(words[max(0, start - 2) : len(words) - last])) for words in (old, new)]
    return f'"{told[0]}" → "{told[1]}"'


def shortened(text: str, most: int = 140) -> str:
    """Return a text on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
