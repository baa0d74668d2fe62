"""Putting a page's script together: what it needs of the pieces of its files, said as briefly as can be."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from genui.javascript.constants import declared
from genui.javascript.inline import Value, inlined
from genui.javascript.letters import letters_for
from genui.javascript.members import said_shorter, short_members
from genui.javascript.methods import calls_in, functions_for, makers_for, written_calls
from genui.javascript.pieces import BLOCK, DECLARED, ENTRY, RAW, STATEMENT, VALUE, Piece
from genui.javascript.scopes import UPPER, short_names
from genui.javascript.tables import filled_tables
from genui.javascript.tokens import (
    AFTER_WORD,
    GLOBAL,
    KEY,
    MADE,
    MEMBER,
    NAME,
    OPEN,
    OPTIONAL,
    STRING,
    marked,
)

WORD = re.compile(r"[\w$]+")
KEY_NAME = re.compile(r'"[A-Za-z_$][\w$]*"\Z')
NAMED = OPEN + NAME
LENGTH = 2
"""How long a name is taken to be while it has none yet."""

LESS = {
    GLOBAL: LENGTH,
    STRING: LENGTH,
    AFTER_WORD: LENGTH + 1,
    MEMBER: LENGTH + 1,
    OPTIONAL: LENGTH + 2,
    KEY: LENGTH + 2,
}
"""The length from which on a text of a kind is longer than a name in its place."""


def needed(
    pieces: Iterable[Piece], *, kept: Iterable[str] = (), asked: Mapping[str, frozenset[str]] | None = None
) -> list[Piece]:
    """Return the pieces that do something, and what those need; tables that nobody reads stay empty.

    `asked` has, by table, the entries that the page's data asks for: of these tables only they come, and
    those that a piece names.
    """
    pieces, asked = list(pieces), asked or {}
    homes, entries = defaultdict[str, list[Piece]](list), defaultdict[str, list[Piece]](list)
    for piece in pieces:
        for name in piece.names:
            homes[name].append(piece)
        if piece.enters:
            table = asked.get(piece.enters)
            wanted = table is None or piece.entry in table
            entries[piece.enters if wanted else f"{piece.enters}.{piece.entry}"].append(piece)
    acts = [piece for piece in pieces if piece.acts]
    harmless = homes.keys() - {name for piece in acts for name in piece.names}
    queue = [piece for piece in acts if piece.enters not in harmless]
    queue += chain.from_iterable(homes[name] for name in kept if name in homes)
    found, seen = set[int](), set[str]()
    while queue:
        piece = queue.pop()
        found.add(id(piece))
        for name in piece.links - seen:
            seen.add(name)
            if name in homes:
                queue += homes[name]
            if name in entries:
                queue += entries[name]
    return [piece for piece in pieces if id(piece) in found]


def in_order(pieces: Sequence[Piece]) -> Iterator[tuple[str, Piece]]:
    """Yield pieces with what parts each from the one before: what can stand anywhere comes first."""
    before = ""
    for piece in [
        *(piece for piece in pieces if piece.kind == VALUE),
        *(piece for piece in pieces if piece.kind != VALUE),
    ]:
        between = ""
        if piece.kind in (VALUE, DECLARED):
            between = "," if before == DECLARED else ";let" if before in (STATEMENT, ENTRY, RAW) else "let"
            if before != DECLARED and piece.text[0] not in "{[":
                between += " "
        elif before and before != BLOCK:
            between = ";\n" if RAW in (before, piece.kind) else ";"
        yield between, piece
        before = DECLARED if piece.kind == VALUE else piece.kind


def bundle(
    pieces: Iterable[Piece],
    *,
    kept: Iterable[str] = (),
    own: frozenset[str] = frozenset(),
    brief: bool = True,
) -> str:
    """Return the script of pieces that share one scope, with short names for all but `kept`.

    With `brief`, what is said often is said once and has a name as well, and so have members that are `own`:
    of objects that nothing but these pieces reads, by no other way than `.name`.
    """
    pieces = filled_tables([*pieces]) if brief else [*pieces]
    counts = Counter(chain.from_iterable([piece.holes for piece in pieces]))
    raw = {word for piece in pieces if piece.kind == RAW for word in WORD.findall(piece.text)}
    kept = {*kept, *raw}
    values = inlined(pieces, counts, kept) if brief else {}
    for mark in values:
        del counts[mark]
    pieces = [p for p in pieces if p.kind != VALUE or values.keys().isdisjoint(p.parts[1:2])]
    calls = calls_in(counts)
    functions = functions_for(calls, counts, own) if brief else {}
    made = {mark: n for mark, n in counts.items() if mark[1] == MADE} if brief else {}
    makers = makers_for(counts) if brief else {}
    members = short_members(counts, own, pieces) if brief else {}
    for mark in members:
        del counts[mark]
    marks_of = said_once(counts) if brief else {}
    uses = {mark: n for mark, n in counts.items() if mark.startswith(NAMED) and mark[2:-1] not in kept}
    uses |= {text: sum([counts[mark] for mark in marks]) for text, marks in marks_of.items()}
    uses |= {functions[told]: n for told, n in calls.items() if told in functions}
    uses |= {function: made[mark] for mark, function in makers.items()}
    free = [name for name in first_names(len(uses) + len(kept)) if name not in kept]
    ordered, single = by_number(uses), sum(len(name) == 1 for name in free)
    methods = {f'"{told.partition("/")[0]}"' for told in calls}  # said by marks of calls, too
    own_marks = {told: marks_of.get(told, [told]) for told in ordered[single:] if told[0] in '"' + OPEN}
    lettered = {told: marks for told, marks in own_marks.items() if told not in methods}
    names = letters_for(lettered, pieces, values) if brief else {}
    names |= zip((told for told in ordered if told not in names), free, strict=False)
    written = dict(zip(counts, map(plain, counts), strict=True)) | names | members
    for text, marks in marks_of.items():
        for mark in marks:
            written[mark] = named(mark, names[text])
    called = {told: names[text] for told, text in functions.items()}
    written |= written_calls(calls, called, written)
    for mark in made:
        written[mark] = (
            names[makers[mark]] if mark in makers else f"new {written[marked(GLOBAL, mark[2:-1])]}"
        )
    text = filled(pieces, values, written)
    text = said_shorter(text) if members else text
    once = declared([*marks_of, *functions.values(), *makers.values()], names)
    if not once:
        return text
    once = "let" + " " * (once[0] not in "{[") + once
    return f"{once}," + text[3:].lstrip() if re.match(r"let[ {[]", text) else f"{once};{text}"


@lru_cache(maxsize=64)
def first_names(number: int) -> list[str]:
    """Return the shortest names for what stands at the top."""
    return [*islice(short_names(UPPER), number)]


def by_number(uses: Mapping[str, int]) -> list[str]:
    """Return what is used most first, by its text where that is equal."""
    return sorted(sorted(uses), key=uses.__getitem__, reverse=True)


def filled(pieces: Sequence[Piece], values: Mapping[str, tuple[Value, bool]], written: dict[str, str]) -> str:
    """Return the script of pieces with each mark as it is `written`; values are added to that."""

    def place(mark: str) -> None:
        value, called = values[mark]
        for inner in value.parts[1::2]:
            if inner not in written:
                place(inner)
        text = written_parts(value.parts, written)
        written[mark] = f"({text})" if called else text

    for mark in values:
        if mark not in written:
            place(mark)
    parts = [""]
    for between, piece in in_order(pieces):
        # Where a mark could stand, so that every other one can be looked up.
        written[between] = between
        parts.append(between)
        parts += piece.parts
    return written_parts(parts, written)


def written_parts(parts: Sequence[str], written: Mapping[str, str]) -> str:
    """Return a text cut at its marks, with each mark as it is written."""
    found = [*parts]
    found[1::2] = map(written.__getitem__, found[1::2])
    return "".join(found)


def said_once(counts: Mapping[str, int]) -> dict[str, list[str]]:
    """Return what is shorter said once and by a name after that, with the marks that stand for it."""
    marks = defaultdict[str, list[str]](list)
    saved = defaultdict[str, int](int)
    for mark, n in counts.items():
        text, each = saving(mark)
        if each > 0:
            marks[text].append(mark)
            saved[text] += n * each
    worth = {text: more for text, n in saved.items() if (more := n - len(text) - LENGTH - sign_of(text)) > 0}
    return {text: marks[text] for text in by_number(worth)}


def sign_of(text: str) -> int:
    """Return how many signs stand around an expression that has a name: a string stands among others."""
    return 0 if text[0] == '"' else 2


@lru_cache(maxsize=8192)
def saving(mark: str) -> tuple[str, int]:
    """Return what a mark stands for as an expression, and what a name in its place saves each time."""
    kind, text = mark[1], mark[2:-1]
    if kind == NAME:
        return text, 0
    return whole(kind, text), len(key_of(text) if kind == KEY else text) - LESS[kind]


def key_of(text: str) -> str:
    """Return a string as the key of a member: without quotes where it is a name."""
    return text[1:-1] if KEY_NAME.match(text) else text


def whole(kind: str, text: str) -> str:
    """Return what a mark stands for as an expression."""
    return f'"{text}"' if kind in (MEMBER, OPTIONAL) else text


@lru_cache(maxsize=8192)
def plain(mark: str) -> str:
    """Return what a mark stands for where the page has no name for it."""
    kind, text = mark[1], mark[2:-1]
    return key_of(text) if kind == KEY else {MEMBER: ".", MADE: "new "}.get(kind, "") + text


def named(mark: str, name: str) -> str:
    """Return what stands for a mark where the page has a name for it."""
    kind = mark[1]
    if kind in (MEMBER, OPTIONAL, KEY):
        return f"[{name}]"
    return " " * (kind == AFTER_WORD) + name
