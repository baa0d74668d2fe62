"""What one value tells a person: all it can, or little because it is a code, an address or cut.

And what a table shows first: which columns are in sight, how high its rows are, what they are called by.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from genui.labels import words_of
from genui.model import Json, JsonObject
from genui.outlinetext import cell, told
from genui.roles import Named, arranged, role_of
from genui.roles import table as roles
from genui.schema import json_type

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
CODES = {
    MOMENT: 0.8,
    CODED: 0.15,
    # Words that a program joins: `rls_disabled_in_public`.
    re.compile(r"[a-z0-9]+([_-][a-z0-9]+){2,}"): 0.6,
    re.compile(r"\S+@\S+\.\S+"): 0.45,
    re.compile(r"(https?|ftp)://\S+"): 0.3,
}
"""What a text tells that looks so."""

ROLE_KINDS = {
    "boolean": "boolean",
    "integer": "number",
    "number": "number",
    "object": "nested",
    "array": "nested",
}
"""How roles call the types of JSON; all else is text."""

UNFORMATTED = frozenset({"", "number", "integer", "text"})
NO_NUMBERS = frozenset({"result", "reason", "type", "kind", "code"})
"""Words of which a number says nothing."""

MOST_SHARE = 5
"""What is more than this many wholes is hardly a share: 82 as a share is 8,200 %."""
UNIT = re.compile(r"[,(%°€$£]|\b[A-Z]{3}\b")

ROOM = 528
"""Pixels of a table's width in a view of 560."""

PADDING, WRAPS = 24, 180.0
HEAD, ROW, MORE, TOOLS = 32.0, 37.0, 20.0, 46.0
"""The height of a table's head, of a row, of what a row has below its name, and of the tools above."""
LOOKED_AT = 8
"""Rows that tell how wide a column is."""

SHORT = 12
"""Letters that a moment, a size or a badge takes."""

WALL = 160
"""Letters of a cell that nobody reads in a table."""

MANY_COLUMNS = 8
SERIES = 6
"""Rows of numbers alone that a chart tells better."""

PLACES = (1.0, 0.85, 0.6)
"""What the name of a row is worth in the first columns; further on, still in sight, the last less."""


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
    return next((worth for pattern, worth in CODES.items() if pattern.fullmatch(text)), 1.0)


@cache
def states() -> frozenset[str]:
    """Return the words for states; templates/runtime/roles.json."""
    return frozenset(next(role["last"] for role in roles() if role["role"] == "status"))


def kind_of(value: Json) -> str:
    """Return the kind of a value as roles know it."""
    is_moment = isinstance(value, str) and MOMENT.fullmatch(value)
    return "moment" if is_moment else ROLE_KINDS.get(json_type(value), "text")


def words_in(key: str) -> str:
    """Return the words of the last member of a pointer, in small letters."""
    return " ".join(words_of(key.rpartition("/")[2])).lower()


def table_part(node: JsonObject) -> Part:
    """Read a table as a person sees it before touching anything."""
    # In the order in which they are shown.
    rows = [node["rows"][index] for index in node.get("all", range(len(node["rows"])))]
    columns = [column for column in node["columns"] if not column.get("hidden")]
    shown = rows[: int(node.get("size") or 25)]
    cells = [[cell(row, column) for column in columns] for row in shown]
    facts = tuple(
        Fact(
            f"{column['key']} {plain(value)}" if kind_of(value) in {"number", "boolean"} else plain(value),
            worth_of(value, column),
        )
        for line in cells
        for column, value in zip(columns, line, strict=True)
    )
    tools = TOOLS if len(rows) >= 8 or node.get("search") else 0.0
    marks = {
        "codes": explained(columns, cells),
        "walls": walls(columns, cells),
        "names": named(columns, rows),
    }
    return Part("table", tools + HEAD + len(shown) * row_height(columns, cells), facts, marks)


def row_height(columns: Sequence[JsonObject], cells: Sequence[Sequence[Json]]) -> float:
    """Return about how high a row is: what does not fit beside the others, the page puts below the name."""
    looked_at = cells[:LOOKED_AT] or [[None] * len(columns)]
    letters = [max(written(column, line[at]) for line in looked_at) for at, column in enumerate(columns)]
    return ROW + MORE * (sum(PADDING + min(WRAPS, LETTER * one) for one in letters) // ROOM)


def written(column: JsonObject, value: Json) -> int:
    """Return the letters of a cell as it is written, or those of its head."""
    formatted = format_of(column).get("name", "") not in UNFORMATTED
    most = SHORT if formatted or isinstance(value, Mapping) else WALL
    return max(len(str(column.get("label", ""))), min(most, length_of(value)))


def explained(columns: Sequence[JsonObject], cells: Sequence[Sequence[Json]]) -> float:
    """Return how much of its columns a person understands; one without any value says nothing."""
    found = [
        [min(1.0, worth_of(line[at], column) / 0.7) for line in cells if line[at] not in (None, "")]
        for at, column in enumerate(columns)
    ]
    return mean([mean(column) if column else 0.0 for column in found])


def walls(columns: Sequence[JsonObject], cells: Sequence[Sequence[Json]]) -> float:
    """Return 1 where no cell is a long text and the columns are few."""
    long = [any(isinstance(value, str) and len(value) > WALL for value in line) for line in cells]
    return (1.0 - 0.7 * sum(long) / max(1, len(long))) * min(1.0, MANY_COLUMNS / max(1, len(columns)))


def named(columns: Sequence[JsonObject], rows: Sequence[Json]) -> float:
    """Return how soon a row says what it is called by."""
    known = members_of(rows)
    if not known or not columns:
        return 1.0 if columns else 0.0
    members = list(known.values())
    lead = members[arranged(members)[0]]
    role = role_of(lead.words, lead.kind)["role"]
    shown = [column["key"] for column in columns]
    if role not in {"name", "subject"}:
        # Nothing is called a name: then what stands first should not be a code, and a series is no table.
        told = {known[key].kind for key in shown if key in known}
        if len(rows) >= SERIES and told <= {"number", "moment"}:
            return 0.5
        first = next((value for row in rows if (value := cell(row, columns[0])) is not None), None)
        return 0.3 + 0.7 * worth_of(first, columns[0])
    # Any of several names serves: a real name, or a handle.
    names = {
        key
        for key, one in known.items()
        if one.inner == lead.inner and role_of(one.words, one.kind)["role"] == role
    }
    place = next((at for at, key in enumerate(shown) if key in names), None)
    if place is None:
        return 0.0
    return PLACES[place] if place < len(PLACES) else 0.4


def members_of(rows: Sequence[Json]) -> Mapping[str, Named]:
    """Return the members of rows and of objects within, by their pointers; any row may lack a value."""
    found: dict[str, Named] = {}
    for row in rows:
        for key, value, inner in pointed(row):
            if value is not None:
                found.setdefault(key, Named(words_in(key), kind_of(value), inner))
    return found


def pointed(row: Json) -> Iterator[tuple[str, Json, bool]]:
    """Yield the members of a row and of the objects in it: pointer, value, is it of such an object."""
    for name, value in row.items() if isinstance(row, Mapping) else ():
        yield f"/{name}", value, False
        for inner, one in value.items() if isinstance(value, Mapping) else ():
            yield f"/{name}/{inner}", one, True
