"""What one value tells a person: all it can, or little because it is a code, an address or cut."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from genui.labels import words_of
from genui.model import Json, JsonObject
from genui.outlinetext import told
from genui.roles import table as roles

LETTER, LINE = 7.0, 75
"""The width of a letter of 14 px, and the letters of a line at 560 px."""

BIG = 100_000
"""From here on a number without a unit or a format says little."""

CODED = re.compile(
    r"#?(?=\w*\d)[0-9a-f]{6}|[0-9a-f]{12,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}|(?=\S*\d)(?=\S*[A-Za-z])[\w=+/:-]{12,}|\d{6,}(\.\d+)?",
    re.I,
)
"""Hashes, UUIDs, colours, ids and numbers of the system's own."""

MOMENT = re.compile(r"\d{4}-\d\d(-\d\d)?([T ]\d\d:\d\d\S*)?")
ADDRESS = re.compile(r"(https?|ftp)://\S+")
MAIL = re.compile(r"\S+@\S+\.\S+")

SLUG = re.compile(r"[a-z0-9]+([_-][a-z0-9]+){2,}")
"""Words that a program joins: `rls_disabled_in_public`."""

UNFORMATTED = frozenset({"", "number", "integer", "text"})
NO_NUMBERS = frozenset({"result", "reason", "type", "kind", "code"})
"""Words of which a number says nothing."""

MOST_SHARE = 5
"""What is more than this many wholes is hardly a share: 82 as a share is 8,200 %."""
UNIT = re.compile(r"[,(%°€$£]|\b[A-Z]{3}\b")


class Fact(NamedTuple):
    """One value that is told, and what that is worth: 1 where a person understands it."""

    text: str
    worth: float


class Part(NamedTuple):
    """A part of a page: its height in pixels, what it tells from top to bottom, and its measures."""

    kind: str
    height: float
    facts: tuple[Fact, ...] = ()
    marks: Mapping[str, float] = {}


def plain(value: Any) -> str:
    """Return a value or words of an outline as text; 142.0 is 142, as pages read it."""
    whole = isinstance(value, float) and value.is_integer()
    return "" if value is None else told(int(value) if whole else value)


def length_of(value: Json) -> int:
    """Return the letters of a value as it is written."""
    return len(plain(value))


def lines_of(text: str, letters: int = LINE) -> int:
    """Return the lines that a text takes."""
    return max(1, -(-len(text) // letters))


def mean(values: Sequence[float]) -> float:
    """Return the mean of measures, 1 where there is nothing to measure."""
    return sum(values) / len(values) if values else 1.0


def format_of(node: JsonObject) -> JsonObject:
    """Return the format of a column, field or figure, by name and options."""
    given = node.get("format") or ""
    return given if isinstance(given, Mapping) else {"name": given}


def worth_of(value: Json, node: JsonObject | None = None) -> float:
    """Return what a value tells, from 0 to 1; `node` has its label and format."""
    node = node or {}
    if value is None or value == "" or value == [] or value == {}:
        return 0.0
    if isinstance(value, Mapping) and value.keys() == {"value", "format"}:
        return worth_of(value["value"], value)
    if isinstance(value, list) and any(isinstance(one, Mapping) and "format" in one for one in value):
        return role_worth(value)
    if isinstance(value, Mapping | list):
        words = isinstance(value, list) and all(isinstance(one, str | int | float) for one in value)
        return 0.7 if words else 0.15
    form = format_of(node)
    if isinstance(value, int | float) and form.get("ratio") and abs(value) > MOST_SHARE:
        return 0.2
    if isinstance(value, bool) or form.get("name", "") not in UNFORMATTED:
        return 1.0
    if isinstance(value, int | float):
        return number_worth(value, node)
    # A state that looks like any other word is not seen among the rows.
    return min(role_worth(value), 0.6 if last_word(node) in states() else 1.0)


def last_word(node: JsonObject) -> str:
    """Return what a label says something is: "state" of "Order state"."""
    return str(node.get("label", "")).lower().rpartition(" ")[2]


def number_worth(value: float, node: JsonObject) -> float:
    """Return what a number without a format of its own tells."""
    if last_word(node) in states() | NO_NUMBERS and value == round(value):
        return 0.3
    if UNIT.search(str(node.get("label", ""))):
        return 1.0
    # Between none and one whole it is a share, of what nobody says.
    return 0.4 if abs(value) >= BIG else 0.6 if 0 < abs(value) < 1 else 1.0


def role_worth(value: Json) -> float:
    """Return how well a text can stand for a thing: words do, codes and addresses hardly."""
    text = plain(value).strip()
    if not text:
        return 0.0
    if text[0] in "{[":
        return 0.1
    if MOMENT.fullmatch(text):
        return 0.8
    if CODED.fullmatch(text):
        return 0.15
    if SLUG.fullmatch(text):
        return 0.6
    if MAIL.fullmatch(text):
        return 0.45
    return 0.3 if ADDRESS.fullmatch(text) else 1.0


@cache
def states() -> frozenset[str]:
    """Return the words for states; templates/runtime/roles.json."""
    return frozenset(next(role["last"] for role in roles() if role["role"] == "status"))


def kind_of(value: Json) -> str:
    """Return the kind of a value as roles know it."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, Mapping | list):
        return "nested"
    return "moment" if isinstance(value, str) and MOMENT.fullmatch(value) else "text"


def words_in(key: str) -> str:
    """Return the words of the last member of a pointer, in small letters."""
    return " ".join(words_of(key.rpartition("/")[2])).lower()
