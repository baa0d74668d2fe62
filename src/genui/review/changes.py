"""A change, and the words that it is told in."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from genui.expressions import brief
from genui.model import Json, JsonObject

Where = Literal["view", "tool", ""]
"""The file that a change is in: the view file, the tool's definition, or none of one tool."""


class Told(NamedTuple):
    """What a comparison tells: the rule, the words of a reviewer, and where it is."""

    rule: str
    words: str
    pointer: str = ""
    where: Where = "view"
    key: str = ""
    """The name of the member that it is about, where other rules may tell the same."""


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


class Label(NamedTuple):
    """A label on both sides."""

    before: str
    after: str
    stands_for: str
    pointer: str


def label_changes(rule: str, labels: Iterable[Label], *, of: str = "") -> Tells:
    """Tell labels that changed; `of` says of what.

    A label that stood for something else before is no new word: who reads it takes another value for the one
    that is known by it.
    """
    new = [one for one in labels if one.before != one.after]
    olds = {one.before for one in new}
    swapped = [one for one in new if one.after in olds]
    if swapped:
        told = ", ".join(f'"{one.after}" now stands for {one.stands_for}' for one in swapped)
        yield Told("labels-swapped", f"{of}labels changed places: {told}", swapped[0].pointer)
    for one in new:
        if one not in swapped:
            where: Where = "tool" if one.pointer.startswith("/inputSchema") else "view"
            yield Told(rule, f"{of}{one.before} is called {one.after} now", one.pointer, where)


def shortened(text: str, most: int = 140) -> str:
    """Return a text on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def mapping(value: Json) -> JsonObject:
    """Return an object, an empty one where the value is none."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Json) -> list[Json]:
    """Return a list, an empty one where the value is none."""
    return value if isinstance(value, list) else []
