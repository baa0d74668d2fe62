"""From a sentence to clauses that rules read: every word is understood, or nothing is changed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from genui.refine.atoms import (
    QUOTED,
    SEPARATOR,
    Atoms,
    asks_before,
    begins_anew,
    is_gloss,
    is_question,
    leads_on,
    pieces,
)
from genui.refine.draft import Draft, Unfulfilled
from genui.refine.frames import reframed, says_how_it_is
from genui.refine.order import MIRRORED
from genui.refine.recall import PRONOUN, Said, is_rest, member_of, named_in, readings_of, verb_of
from genui.refine.rules import Rule, known_words, rules
from genui.refine.scoped import part_said, scoped
from genui.refine.sources import form_names, sources_of
from genui.refine.spelling import words_in
from genui.refine.subject import chooses_rows, words_about
from genui.refine.synonyms import known_synonyms
from genui.refine.words import (
    corrected,
    is_habit,
    is_remark,
    normalized,
    tidied,
    without_reasons,
)

MAX_FEEDBACK = 2000
"""Characters of one wish."""
MAX_DEEP = 16
"""Pieces up to which a wish is read by what its words are about."""

_FREE = ("label", "value", "values")


@dataclass
class Trail:
    """What was tried: the clauses that rules read and could not fulfil, and suffixes known to fail."""

    about: frozenset[str] = frozenset()
    spread: bool = False
    """True where what is named freely may go on behind a comma or "and"."""
    deep: bool = False
    """True where a clause that follows no pattern is read by what its words are about."""
    failed: list[tuple[int, int, str, Unfulfilled]] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    furthest: int = 0


def read_wish(feedback: str, draft: Draft) -> Draft:
    """Return the draft with every clause of a wish fulfilled.

    Raises:
        Unfulfilled: A clause is not understood or cannot be fulfilled; the message quotes it.
    """
    text = normalized(feedback)
    if not text:
        raise Unfulfilled("the wish is empty")
    if not pieces(text).texts:
        raise Unfulfilled(f'not understood: "{text}"')
    if len(text) > MAX_FEEDBACK:
        raise Unfulfilled(f"the wish has {len(text)} characters, expected at most {MAX_FEEDBACK}")
    trails: list[tuple[Atoms, Trail]] = []
    for said, soft, deep, spread in ways_to_read(text, draft):
        atoms = pieces(said, soft=soft)
        trail = Trail(about=words_about(draft), deep=deep, spread=spread)
        if soft and chooses_rows(said, trail.about):
            continue
        if (soft and len(atoms.texts) == len(trails[-1][0].texts)) or (deep and len(atoms.texts) > MAX_DEEP):
            continue
        found = _rest(atoms, 0, draft, trail, Said())
        if found is not None:
            return found
        trails.append((atoms, trail))
    raise _failure(*told_best(trails))


def ways_to_read(text: str, draft: Draft) -> Iterator[tuple[str, bool, bool, bool]]:
    """Yield what to read, whether clauses may end without a comma, whether gists are read, and whether what
    is named freely may go on behind a comma: a wish as it stands and with typos mended, less its reasons."""
    yield from ((text, soft, False, False) for soft in (False, True))
    mended = corrected(text, known_words() | known_synonyms(), name_words(draft))
    said = tuple(dict.fromkeys((text, mended)))
    yield from ((one, soft, False, False) for one in said[1:] for soft in (False, True))
    lean = without_reasons(mended)
    if lean not in said:
        yield from ((lean, soft, False, False) for soft in (False, True))
    yield from ((lean, soft, True, False) for soft in (False, True))
    yield from ((one, soft, False, True) for one in (*said, lean) for soft in (False, True))
    yield from ((lean, soft, True, True) for soft in (False, True))


def told_best(trails: list[tuple[Atoms, Trail]]) -> tuple[Atoms, Trail]:
    """Return the reading that tells best why nothing came of a wish: it knows a reason, and came first."""
    return next((one for one in trails if one[1].failed and reasons(one[1])), trails[0])


def name_words(draft: Draft) -> frozenset[str]:
    """Return the words in the names of every member that is known."""
    names = [name for source in sources_of(draft) for name in source.known()] + form_names(draft)
    return frozenset(word for name in names for text in name.texts for word in words_in(text))


def _rest(atoms: Atoms, start: int, draft: Draft, trail: Trail, before: Said) -> Draft | None:
    """Fulfil the pieces from `start` on: the longest clauses first, back to shorter ones.

    What a user names freely (a title, a label) ends at a comma or "and", unless nothing else can be read.
    """
    if start == len(atoms.texts):
        return draft if before.understood else None
    trail.furthest = max(trail.furthest, start)
    if trail.deep and len(atoms.texts) > 1 and is_reason(atoms, start):
        whole = _passed(atoms, start, draft, trail, before)
        if whole is not None:
            return whole
    for spread in (False, True) if trail.spread else (False,):
        for end in range(len(atoms.texts), start, -1):
            if end in trail.dead or (spread and end == start + 1):
                continue
            if not spread and begins_anew(atoms, start, end):
                continue
            span = (start, end)
            follows = any(map(PRONOUN.search, atoms.texts[end:]))
            joined = tidied(atoms.joined(start, end))
            part, lean = part_said(joined)
            plain = [*_plainly(joined, before, trail, judging=not follows)]
            plain += [*_plainly(lean, before, trail, judging=not follows)] if lean != joined else []
            readings = [
                one for said, refers in plain for one in _about_rows(said, draft, before.homes, refers=refers)
            ]
            apart = begins_anew(atoms, start, end) or asks_before(atoms, start, end)
            gists = [] if apart else _gists(readings, draft, trail)
            for clause, refers, homes in readings + gists:
                within = replace(draft, within=homes, part=part) if homes or part else draft
                for changed, match in _fulfilled(clause, within, trail, span, spread=spread, refers=refers):
                    sorts = sort_of(changed) != sort_of(draft)
                    if sorts and before.sorted:
                        why = "by one member" if sort_of(changed) else "in a table only"
                        trail.failed.append((*span, clause, Unfulfilled(f"rows are sorted {why}")))
                        continue
                    member = member_of(match)
                    named = (*before.named, member) if member else before.named
                    said = Said(
                        *(verb_of(clause), member or before.member, named, sorts or before.sorted),
                        homes=homes or before.homes,
                        drawn=bool(match.groupdict().get("y")),
                        understood=True,
                    )
                    whole = _rest(atoms, end, changed, trail, said)
                    if whole is not None:
                        return whole
    if passes(atoms, start, trail, before):
        whole = _passed(atoms, start, draft, trail, before)
        if whole is not None:
            return whole
    trail.dead.add(start)
    return None


WITH = re.compile(r"^\s+(?:with|having|whose)\s", re.I)
"""Words between two pieces behind which no reason stands, but what the wish is about."""


def passes(atoms: Atoms, start: int, trail: Trail, before: Said) -> bool:
    """Tell whether a piece wishes nothing: a remark, a reason, a question that the next clause answers."""
    atom = atoms.texts[start].strip(" .!?,")
    if WITH.search(atoms.gaps[start]):
        return False
    if is_remark(atom) or not tidied(atom) or (before.sorted and MIRRORED.fullmatch(tidied(atom))):
        return True
    asks = is_gloss(atoms, start) or is_question(atoms, start)
    return trail.deep and (says_how_it_is(atom) or asks or is_rest(atom, before))


def _passed(atoms: Atoms, start: int, draft: Draft, trail: Trail, before: Said) -> Draft | None:
    """Fulfil what follows a piece that wishes nothing, though a pronoun may stand for what it names."""
    refers = any(map(PRONOUN.search, atoms.texts[start + 1 :])) or trail.deep
    said = replace(before, **named_in(atoms.texts[start], draft)) if refers else before
    return _rest(atoms, start + 1, draft, trail, said)


def is_reason(atoms: Atoms, start: int) -> bool:
    """Tell whether a piece is a reason, though its words may name a wish: what people do, or why it is so."""
    atom = atoms.texts[start].strip(" .!?,")
    return is_habit(atom) or (leads_on(atoms, start) and says_how_it_is(atom))


def sort_of(draft: Draft) -> list[str]:
    """Return by which members the rows are sorted."""
    sorts = [one.get("props", {}).get("sort") for one in draft.components("table", "rows")]
    return [sort["key"] for sort in sorts if sort]


Reading = tuple[str, bool, tuple[str, ...]]
"""A clause, whether only rules about members may read it, and the homes of the sources it speaks of."""


def _about_rows(
    clause: str, draft: Draft, before: tuple[str, ...] = (), *, refers: bool = False
) -> list[Reading]:
    """Return a clause about the rows that it names, or that were named before, and about all where it may
    mean others."""
    clear, readings = scoped(clause, draft)
    readings = readings or ([(clause, before)] if before else [])
    found = [(one, refers, homes) for one, homes in readings]
    return found if clear else [*found, (clause, refers, ())]


def _gists(readings: list[Reading], draft: Draft, trail: Trail) -> list[Reading]:
    """Return what clauses that follow no pattern are about, in the words of the rules."""
    if not trail.deep:
        return []
    from genui.refine.gist import restated

    plain = (
        (said, homes)
        for clause, _, homes in readings
        for said in restated(clause, replace(draft, within=homes) if homes else draft, trail.about)
    )
    return [(said, False, homes) for said, homes in dict.fromkeys(plain)]


def _plainly(said: str, before: Said, trail: Trail, *, judging: bool) -> Iterator[tuple[str, bool]]:
    """Yield how a clause can be read, where gists are read without the frames around it as well."""
    yield from readings_of(said, before, trail.about)
    if trail.deep:
        for lean in reframed(said, trail.about, judging=judging):
            yield from readings_of(tidied(lean), before, trail.about)


def _fulfilled(
    clause: str, draft: Draft, trail: Trail, span: tuple[int, int], *, spread: bool, refers: bool
) -> Iterator[tuple[Draft, re.Match[str]]]:
    for rule, match in matching(clause):
        if (_spreads(match) != spread and span[1] - span[0] > 1) or (refers and not rule.refers):
            continue
        if spread and _spreads_far(match):
            continue
        changed = draft.copy()
        try:
            rule.change(changed, match)
        except Unfulfilled as reason:
            trail.failed.append((*span, clause, reason))
            continue
        yield replace(changed, within=(), part=""), match
        return


@lru_cache(maxsize=2048)
def matching(clause: str) -> "Matches":
    """Return the rules that a clause follows, each with how; the same clause is met many times."""
    return Matches((rule, match) for rule in rules() for match in rule.matches(clause))


class Matches:
    """The rules that a clause follows, looked for as far as somebody asks, and kept."""

    def __init__(self, found: Iterator[tuple[Rule, re.Match[str]]]) -> None:
        self.kept: list[tuple[Rule, re.Match[str]]] = []
        self.left = found

    def __iter__(self) -> Iterator[tuple[Rule, re.Match[str]]]:
        """Yield what was found before, then what is found next."""
        index = 0
        while index < len(self.kept) or self.more():
            yield self.kept[index]
            index += 1

    def __bool__(self) -> bool:
        """Tell whether a clause follows any rule."""
        return bool(self.kept) or self.more()

    def more(self) -> bool:
        """Look for one more; return whether there is one."""
        found = next(self.left, None)
        if found is not None:
            self.kept.append(found)
        return found is not None


def _spreads_far(match: re.Match[str]) -> bool:
    """Tell whether what is named freely goes on with what is a wish of its own."""
    free = QUOTED.sub("", " ".join(str(match.groupdict().get(name) or "") for name in _FREE))
    more = [one for said in SEPARATOR.split(free)[1:] if (one := tidied(said))]
    return ";" in free or any(matching(one) or is_remark(one) for one in more)


def _spreads(match: re.Match[str]) -> bool:
    """Tell whether what is named freely goes on behind a comma or "and"."""
    free = " ".join(str(match.groupdict().get(name) or "") for name in _FREE)
    return SEPARATOR.search(QUOTED.sub("", free).strip(" .")) is not None


def _failure(atoms: Atoms, trail: Trail) -> Unfulfilled:
    """Tell of the clause that came nearest, else quote where understanding ended."""
    near = reasons(trail)
    told = [one for one in near if one[1] - one[0] == min(each[1] - each[0] for each in near)]
    if told:
        _, _, clause, reason = told[0]
        return Unfulfilled(f'"{clause}": {reason.message}', reason.hint)
    start = trail.furthest
    return Unfulfilled(f'not understood: "{tidied(atoms.texts[start]) or atoms.texts[start]}"')


def reasons(trail: Trail) -> list[tuple[int, int, str, Unfulfilled]]:
    """Return the clauses that were read and could not be fulfilled, those that came nearest."""
    near = [one for one in trail.failed if one[0] == trail.furthest] or [
        one for one in trail.failed if one[0] not in trail.dead or one[1] in trail.dead
    ]
    return [one for one in near if not one[3].weak]
