"""Tables that are filled where they are made: `let a={b:c}` for `let a={};a.b=c`."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import lru_cache

from genui.javascript.pieces import ENTRY, Piece
from genui.javascript.tokens import GLOBAL, KEY, NAME, marked

EMPTY = f"={marked(GLOBAL, 'Object.create')}({marked(GLOBAL, 'null')})"
BEGIN = f"={{__proto__:{marked(GLOBAL, 'null')}"
FEWEST = 4
"""How many entries make up for the longer way to say a table without a prototype."""


def filled_tables(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with functions that enter a table written into it.

    A table is a constant that begins with nothing, or without a prototype. Nothing reads a table while the
    scripts of a page are still being read, and each name is entered once.
    """
    entries = defaultdict[str, list[Piece]](list)
    for piece in pieces:
        if piece.kind == ENTRY:
            entries[piece.enters].append(piece)
    tables = {
        piece.names[0]: piece for piece in pieces if len(piece.names) == 1 and piece.names[0] in entries
    }
    whole = {name: with_entries(table, tuple(entries[name])) for name, table in tables.items()}
    gone = {id(each) for name, table in whole.items() if table for each in entries[name]}
    return [
        (whole.get(piece.names[0]) or piece) if len(piece.names) == 1 else piece
        for piece in pieces
        if id(piece) not in gone
    ]


@lru_cache(maxsize=256)
def with_entries(table: Piece, entries: tuple[Piece, ...]) -> Piece | None:
    """Return a table with all that is entered in it, None where that is no shorter or not the same."""
    head = marked(NAME, table.names[0])
    value = table.text.removeprefix(head)
    if value == EMPTY and len(entries) >= FEWEST:
        value = BEGIN + "}"
    said = Counter([*(mark for mark in table.holes if mark[1] == KEY), *map(key_of, entries)])
    if not (table.fixed and (value.startswith(BEGIN) or value == "={}") and value.endswith("}")):
        return None
    if any(said[key_of(each)] > 1 for each in entries):
        return None
    inside = [value[2:-1], *(key_of(each) + ":" + value_of(each) for each in entries)]
    text = f"{head}={{{','.join(filter(None, inside))}}}"
    return Piece(table.kind, text, table.names, table.acts, fixed=True)


def key_of(entry: Piece) -> str:
    """Return the mark for the name by which something is entered."""
    return marked(KEY, f'"{entry.entry}"')


def value_of(entry: Piece) -> str:
    """Return what is entered, minified."""
    return entry.text.partition("=")[2]
