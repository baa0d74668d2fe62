"""What a table shows first: which columns are in sight, how high its rows are, what they are called by."""

from collections.abc import Iterator, Mapping, Sequence

from genui.generate.telling import (
    LETTER,
    UNFORMATTED,
    Fact,
    Part,
    format_of,
    kind_of,
    length_of,
    mean,
    plain,
    words_in,
    worth_of,
)
from genui.model import Json, JsonObject
from genui.outlinetext import cell
from genui.roles import Named, arranged, role_of

ROOM = 528
"""Pixels of a table's width in a view of 560."""

PADDING, WRAPS = 24, 180.0
HEAD, ROW, LINE, TOOLS = 32.0, 37.0, 20.0, 46.0
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
    return ROW + LINE * (sum(PADDING + min(WRAPS, LETTER * one) for one in letters) // ROOM)


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
