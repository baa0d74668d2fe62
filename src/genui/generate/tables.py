"""What a table shows first: which columns are in sight, how high its rows are, what they are called by."""

from collections.abc import Mapping, Sequence

from genui.expressions import at
from genui.generate.telling import (
    LETTER,
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
from genui.roles import Named, arranged, role_of

ROOM = 528
"""Pixels of a table's width in a view of 560."""

PADDING, WRAPS = 24, 180.0
HEAD, ROW, LINE, TOOLS = 32.0, 37.0, 20.0, 46.0
LOOKED_AT = 8
"""Rows that tell how wide a column is."""

MOMENTS = {"date": 11, "datetime": 12, "relative": 9, "time": 5, "month": 8, "weekday": 9, "year": 4}
"""Letters of a moment as these formats write it."""

WALL = 160
"""Letters of a cell that nobody reads in a table."""

MANY_COLUMNS = 8
SERIES = 6
"""Rows of numbers alone that a chart tells better."""

PLACES = (1.0, 0.85, 0.6)
"""What the name of a row is worth in the first columns; further on, still in sight, the last less."""


def table_part(node: JsonObject) -> Part:
    """Read a table as a person sees it before touching anything."""
    rows = rows_of(node)
    columns = [column for column in node["columns"] if not column.get("hidden")]
    shown = rows[: int(node.get("size") or 25)]
    cells = [[cell(row, column) for column in columns] for row in shown]
    widths = [width_of(column, [line[at] for line in cells]) for at, column in enumerate(columns)]
    reach = 0.0
    seen: list[JsonObject] = []
    for column, width in zip(columns, widths, strict=True):
        reach += width
        if reach <= ROOM + 40 or not seen:
            seen.append(column)
    heights = [ROW + LINE * (wrapped(line, columns, widths) - 1) for line in cells]
    facts = tuple(
        Fact(
            f"{column['key']} {plain(value)}" if kind_of(value) == "number" else plain(value),
            worth_of(value, column),
        )
        for line in cells
        for column, value in zip(columns, line, strict=True)
        if column in seen
    )
    tools = TOOLS if len(rows) >= 8 or node.get("search") else 0.0
    marks = {
        "reach": len(seen) / len(columns) if columns else 1.0,
        "codes": explained(columns, cells),
        "walls": walls(columns, cells),
        "names": named(columns, seen, rows),
    }
    return Part("table", tools + HEAD + sum(heights), facts, marks)


def rows_of(node: JsonObject) -> Sequence[Json]:
    """Return the rows in the order in which they are shown."""
    rows: Sequence[Json] = node["rows"]
    return [rows[index] for index in node.get("all", range(len(rows)))]


def cell(row: Json, column: JsonObject) -> Json:
    """Return a cell's value, None where the row has none."""
    found = at(row, column["key"])
    return found if isinstance(found, str | int | float | bool | list | Mapping) else None


def width_of(column: JsonObject, values: Sequence[Json]) -> float:
    """Return about how wide a column is: long texts wrap."""
    longest = max((written(column, value) for value in values[:LOOKED_AT]), default=0)
    text = max(len(str(column.get("label", ""))) * 6.2, longest * LETTER)
    # What has no spaces cannot wrap.
    solid = max(
        (max(map(len, plain(one).split() or [""])) for one in values[:LOOKED_AT] if isinstance(one, str)),
        default=0,
    )
    most = max(WRAPS, min(solid, 24) * LETTER)
    return min(text, most) + PADDING


def written(column: JsonObject, value: Json) -> int:
    """Return the letters of a cell as it is written."""
    if isinstance(value, Mapping):
        return 8
    return MOMENTS.get(format_of(column).get("name"), length_of(value)) if value else 0


def wrapped(line: Sequence[Json], columns: Sequence[JsonObject], widths: Sequence[float]) -> int:
    """Return the lines of a row; a cell is cut at three."""
    lines = [
        -(-written(column, value) * LETTER // (width - PADDING or 1))
        for value, column, width in zip(line, columns, widths, strict=True)
    ]
    return int(min(3, max(lines, default=1) or 1))


def explained(columns: Sequence[JsonObject], cells: Sequence[Sequence[Json]]) -> float:
    """Return the share of cells that a person understands; those without a value count as half."""
    return mean(
        [
            0.5 if value in (None, "") else min(1.0, worth_of(value, column) / 0.7)
            for line in cells
            for column, value in zip(columns, line, strict=True)
        ]
    )


def walls(columns: Sequence[JsonObject], cells: Sequence[Sequence[Json]]) -> float:
    """Return 1 where no cell is a long text and the columns are few."""
    long = [any(isinstance(value, str) and len(value) > WALL for value in line) for line in cells]
    return (1.0 - 0.7 * sum(long) / max(1, len(long))) * min(1.0, MANY_COLUMNS / max(1, len(columns)))


def named(columns: Sequence[JsonObject], seen: Sequence[JsonObject], rows: Sequence[Json]) -> float:
    """Return how soon a row says what it is called by."""
    # Any row may lack a value.
    first = {
        name: v
        for row in reversed(rows)
        if isinstance(row, Mapping)
        for name, v in row.items()
        if v is not None
    }
    if not first or not columns:
        return 1.0 if columns else 0.0
    members = [
        *(("/" + name, value, False) for name, value in first.items()),
        *(
            (f"/{name}/{inner}", v, True)
            for name, value in first.items()
            if isinstance(value, Mapping)
            for inner, v in value.items()
        ),
    ]
    facts = [Named(words_in(key), kind_of(value), inner) for key, value, inner in members]
    order = arranged(facts)
    best = members[order[0]]
    role = role_of(facts[order[0]].words, facts[order[0]].kind)["role"]
    keys = [column["key"] for column in columns]
    if role not in {"name", "subject"}:
        # Nothing is called a name: then what stands first should not be a code, and a series is no table.
        if len(rows) >= SERIES and all(kind_of(value) in {"number", "moment"} for value in first.values()):
            return 0.5
        return 0.3 + 0.7 * min(1.0, worth_of(cell(first, columns[0]), columns[0]))
    if best[0] not in keys:
        return 0.0
    place = keys.index(best[0])
    if columns[place] not in seen:
        return 0.1
    return PLACES[place] if place < len(PLACES) else 0.4
