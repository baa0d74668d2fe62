"""Putting a page's script together: what it needs of the pieces of its files, said as briefly as can be."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from genui.javascript.inline import expanded, inlined
from genui.javascript.pieces import BLOCK, DECLARED, RAW, STATEMENT, VALUE, Piece
from genui.javascript.scopes import UPPER, short_names
from genui.javascript.tokens import AFTER_WORD, GLOBAL, MEMBER, NAME, OPTIONAL, STRING

WORD = re.compile(r"[\w$]+")
LENGTH = 2
"""How long a name is taken to be while it has none yet."""

LESS = {GLOBAL: LENGTH, STRING: LENGTH, AFTER_WORD: LENGTH + 1, MEMBER: LENGTH + 1, OPTIONAL: LENGTH + 2}
"""The length from which on a text of a kind is longer than a name in its place."""


def needed(pieces: Iterable[Piece], *, kept: Iterable[str] = ()) -> list[Piece]:
    """Return the pieces that do something, and what those need; tables that nobody reads stay empty."""
    pieces = list(pieces)
    homes, entries = defaultdict[str, list[Piece]](list), defaultdict[str, list[Piece]](list)
    for piece in pieces:
        for name in piece.names:
            homes[name].append(piece)
        if piece.enters:
            entries[piece.enters].append(piece)
    harmless = {name for name, each in homes.items() if not any(piece.acts for piece in each)}
    found: dict[int, Piece] = {}
    queue = [p for p in pieces if (p.acts and p.enters not in harmless) or {*p.names} & {*kept}]
    while queue:
        piece = queue.pop()
        if id(piece) in found:
            continue
        found[id(piece)] = piece
        for name in piece.uses:
            queue += homes[name]
        for name in (*piece.uses, *piece.names):
            queue += entries[name]
    return [piece for piece in pieces if id(piece) in found]


def in_order(pieces: Sequence[Piece], values: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the parts of pieces as one script: what can stand anywhere first, then all as it came."""
    before = ""
    for piece in [
        *(piece for piece in pieces if piece.kind == VALUE),
        *(piece for piece in pieces if piece.kind != VALUE),
    ]:
        declares = piece.kind in (VALUE, DECLARED)
        if declares:
            yield "," if before == DECLARED else ";let" if before in (STATEMENT, RAW) else "let"
            if before != DECLARED and piece.text[0] not in "{[":
                yield " "
        elif before and before != BLOCK:
            yield ";\n" if RAW in (before, piece.kind) else ";"
        yield from expanded(piece.parts, values)
        before = DECLARED if declares else piece.kind


def bundle(pieces: Iterable[Piece], *, kept: Iterable[str] = (), brief: bool = True) -> str:
    """Return the script of pieces that share one scope, with short names for all but `kept`.

    With `brief`, what is said often is said once and has a name as well.
    """
    pieces = list(pieces)
    counts: Counter[str] = Counter()
    for piece in pieces:
        counts.update(piece.marks)
    raw = {word for piece in pieces if piece.kind == RAW for word in WORD.findall(piece.text)}
    kept = {*kept, *raw}
    values = inlined(pieces, counts, kept) if brief else {}
    for mark in values:
        del counts[mark]
    left = [piece for piece in pieces if not (piece.kind == VALUE and values.keys() & {*piece.parts[1:2]})]
    said = said_once(counts) if brief else {}
    uses = {mark: n for mark, n in counts.items() if mark[1] == NAME and mark[2:-1] not in kept} | said
    free = (name for name in short_names(UPPER) if name not in kept)
    names = dict(zip(sorted(uses, key=lambda each: (-uses[each], each)), free, strict=False))
    written = {mark: written_mark(mark, names) for mark in counts}
    text = "".join([written.get(part, part) for part in in_order(left, values)])
    once = ",".join(f"{names[each]}={each}" for each in said)
    if not once:
        return text
    return f"let {once}," + text[3:].lstrip() if re.match(r"let[ {[]", text) else f"let {once};{text}"


def said_once(counts: Mapping[str, int]) -> dict[str, int]:
    """Return what is shorter said once and by a name after that, with how often it is said."""
    uses: Counter[str] = Counter()
    saved: Counter[str] = Counter()
    for mark, n in counts.items():
        kind, text = mark[1], mark[2:-1]
        if kind != NAME and (each := len(text) - LESS[kind]) > 0:
            uses[whole(kind, text)] += n
            saved[whole(kind, text)] += n * each
    worth = {text: saved[text] - len(text) - LENGTH - 2 for text in uses}
    best = sorted((text for text in worth if worth[text] > 0), key=lambda text: (-worth[text], text))
    return {text: uses[text] for text in best}


def whole(kind: str, text: str) -> str:
    """Return what a mark stands for as an expression."""
    return f'"{text}"' if kind in (MEMBER, OPTIONAL) else text


def written_mark(mark: str, names: Mapping[str, str]) -> str:
    """Return what stands for a mark in a page."""
    kind, text = mark[1], mark[2:-1]
    if kind == NAME:
        return names.get(mark, text)
    name = names.get(whole(kind, text)) if len(text) > LESS[kind] else None
    if kind in (MEMBER, OPTIONAL):
        return f"[{name}]" if name else "." * (kind == MEMBER) + text
    return text if name is None else " " * (kind == AFTER_WORD) + name
