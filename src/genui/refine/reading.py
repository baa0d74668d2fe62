"""From a sentence to clauses that rules read: every word is understood, or nothing is changed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from genui.refine.draft import Draft, Unfulfilled
from genui.refine.names import words_in
from genui.refine.rules import known_words, rules
from genui.refine.sources import form_names, sources_of
from genui.refine.words import corrected, normalized, tidied

MAX_FEEDBACK = 2000
"""Characters of one wish."""
MAX_ATOMS = 40
"""Pieces between commas and "and" in one wish."""

_SEPARATOR = re.compile(
    r"""\s*(?:[;\n]+|\.(?=\s|$)|,(?:\s*(?:and|then|but|also|plus)\b)*|\b(?:and|then|but|plus)\b(?:\s+(?:then|also)\b)*)\s*""",
    re.I,
)
_QUOTED = re.compile(r'"[^"]*"')


@dataclass
class Trail:
    """What was tried: the clauses that rules read and could not fulfil, and suffixes known to fail."""

    failed: list[tuple[int, int, str, Unfulfilled]] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    furthest: int = 0


@dataclass(frozen=True, slots=True)
class Atoms:
    """A sentence in pieces, each with the separator before it."""

    texts: tuple[str, ...]
    gaps: tuple[str, ...]

    def joined(self, start: int, end: int) -> str:
        """Return the text of some pieces with what stood between them."""
        parts = [self.texts[start]]
        for index in range(start + 1, end):
            parts += [self.gaps[index], self.texts[index]]
        return "".join(parts)


def read_wish(feedback: str, draft: Draft) -> Draft:
    """Return the draft with every clause of a wish fulfilled.

    Raises:
        Unfulfilled: A clause is not understood or cannot be fulfilled; the message quotes it.
    """
    text = normalized(feedback)
    if not text:
        raise Unfulfilled("the wish is empty")
    if len(text) > MAX_FEEDBACK:
        raise Unfulfilled(f"the wish has {len(text)} characters, expected at most {MAX_FEEDBACK}")
    first = Trail()
    found = _read(pieces(text), draft, first)
    if found is not None:
        return found
    mended = corrected(text, known_words(), name_words(draft))
    trail, atoms = first, pieces(text)
    if mended != text:
        trail, atoms = Trail(), pieces(mended)
        found = _read(atoms, draft, trail)
        if found is not None:
            return found
        if not trail.failed and first.failed:
            trail, atoms = first, pieces(text)
    raise _failure(atoms, trail)


def name_words(draft: Draft) -> frozenset[str]:
    """Return the words in the names of every member that is known."""
    names = [name for source in sources_of(draft) for name in source.known()] + form_names(draft)
    return frozenset(word for name in names for text in name.texts for word in words_in(text))


def pieces(text: str) -> Atoms:
    """Split a sentence at commas, full stops and conjunctions outside quotes."""
    quotes = [match.span() for match in _QUOTED.finditer(text)]
    texts: list[str] = []
    gaps = [""]
    start = 0
    for match in _SEPARATOR.finditer(text):
        inside = any(low < match.start() < high for low, high in quotes)
        if inside or match.start() == start:
            if match.start() == start and not inside:
                start = match.end()
            continue
        texts.append(text[start : match.start()])
        gaps.append(match.group())
        start = match.end()
        if len(texts) >= MAX_ATOMS:
            break
    if text[start:].strip(" .,;!?"):
        texts.append(text[start:])
    return Atoms(tuple(texts), tuple(gaps))


def _read(atoms: Atoms, draft: Draft, trail: Trail) -> Draft | None:
    return _rest(atoms, 0, draft, trail)


def _rest(atoms: Atoms, start: int, draft: Draft, trail: Trail) -> Draft | None:
    """Fulfil the pieces from `start` on: the longest clauses first, back to shorter ones."""
    if start == len(atoms.texts):
        return draft
    trail.furthest = max(trail.furthest, start)
    for end in range(len(atoms.texts), start, -1):
        if end in trail.dead:
            continue
        clause = tidied(atoms.joined(start, end))
        for changed in _fulfilled(clause, draft, trail, start, end):
            whole = _rest(atoms, end, changed, trail)
            if whole is not None:
                return whole
    trail.dead.add(start)
    return None


def _fulfilled(clause: str, draft: Draft, trail: Trail, start: int, end: int) -> Iterator[Draft]:
    for rule in rules():
        for match in rule.matches(clause):
            changed = draft.copy()
            try:
                rule.change(changed, match)
            except Unfulfilled as reason:
                trail.failed.append((start, end, clause, reason))
                continue
            yield changed
            return


def _failure(atoms: Atoms, trail: Trail) -> Unfulfilled:
    """Tell of the clause that came nearest, else quote where understanding ended."""
    near = [one for one in trail.failed if one[0] == trail.furthest] or [
        one for one in trail.failed if one[0] not in trail.dead or one[1] in trail.dead
    ]
    told = [one for one in near if one[1] - one[0] == min(each[1] - each[0] for each in near)]
    if told:
        _, _, clause, reason = told[0]
        return Unfulfilled(f'"{clause}": {reason.message}', reason.hint)
    start = trail.furthest
    return Unfulfilled(f'not understood: "{tidied(atoms.texts[start])}"')
