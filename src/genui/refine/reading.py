"""From a sentence to clauses that rules read: every word is understood, or nothing is changed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from genui.refine.draft import Draft, Unfulfilled
from genui.refine.formats import HALVES, PART_OF_FORMAT, format_in
from genui.refine.order import MIRRORED
from genui.refine.rules import Rule, known_words, rules
from genui.refine.scoped import scoped
from genui.refine.sources import form_names, sources_of
from genui.refine.spelling import words_in
from genui.refine.subject import words_about
from genui.refine.synonyms import known_synonyms
from genui.refine.words import (
    corrected,
    is_remark,
    is_statement,
    normalized,
    phrases,
    plainer,
    tidied,
    without_reasons,
)

MAX_FEEDBACK = 2000
"""Characters of one wish."""
MAX_ATOMS = 40
"""Pieces between commas and "and" in one wish."""
MAX_DEEP = 16
"""Pieces up to which a wish is read by what its words are about."""

_SEPARATOR = re.compile(
    r"""\s*(?:[;\n]+|[.?!]+(?=\s|$)|\s(?:[–—]|-+)\s(?![az]\b)|,(?:\s*(?:and|then|but|also|plus)\b)*|\b(?:and|then|but|plus)\b(?:\s+(?:then|also)\b)*)\s*""",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:it|that one|this one|that|them|those|these)\b(?! as an? (?:table|chart))", re.I)
_ELLIPTIC = re.compile(
    r"(?:(?:and |with )?(?:an? |the )?)?default(?:s|ed|ing)?(?: value)?(?: to| of| is| =|:)? (\S+)"
    r"|(?:with )?(\S+) (?:as|for) (?:its|the|a|their) default(?: value)?",
    re.I,
)
"""A default whose field was named before: "servings slider, default 6"."""
_AS_FORMAT = re.compile(
    r"(?:as|in|into|like)(?: an?)? (?P<one>[\w%$€£ -]{1,30})|"
    r"an? (?:(?:proper|real|normal|simple|plain|nice|clean) )?(?P<two>[\w%$€£-]{1,20})",
    re.I,
)
"""A format whose member was named before: "…, I want a proper date"."""
_PREDICATE = re.compile(
    r"(?:should |must |to |and )?(?:be|is|are|called|named|labell?ed|renamed|formatted|shown|"
    r"default(?:s|ing)? to|prefilled|hidden|moved|placed)\b",
    re.I,
)
"""How a clause begins whose subject was named before: "…, and be called Date"."""
_ANEW = re.compile(r"(?:just|only|but|show|keep|use|instead)\b", re.I)
"""How a clause begins that does not go on with the verb before it."""
_REST = re.compile(
    r"(?:hide|remove|drop|lose|ditch|delete|skip|forget|get rid of|no|without|leave out)(?: (?:all|of|the))*"
    r" (?:everything else|rest|others?|other (?:columns|fields)|anything else)(?: (?:columns|fields))?",
    re.I,
)
"""What is to go when some members were named."""
_PREFILLED = re.compile(r"\b(?:default|pre-?\w+ed|fill|start|initial|chosen|picked|selected|suggest)", re.I)
"""What tells that a clause is about the value that a field begins with."""
_NO_TIME = re.compile(
    r"(?:with no|no|without|not|minus|drop|skip|leave out|lose)(?: the)? (?:times?|hours?|clock)(?: of day| part| bit)?",
    re.I,
)
"""How the time of a moment named before is left out."""
_TOPIC = re.compile(r"(?P<member>[\w ]{2,40}?) ?: ?(?P<rest>\S.+)")
"""A member, and what is wished of it: "created_at: call it Opened"."""
_LIKEWISE = re.compile(
    r"^(?:neither|nor|same (?:for|with|goes for)|likewise|ditto(?: for)?|so|as)"
    r"(?: (?:is|are|does|do|should|do i need|do we need))*\s+(?=\S)",
    re.I,
)
_HIDING = re.compile(
    r"(?:hide|remove|drop|without|no|omit|delete|exclude|(?:don't|do not|dont) show)\b", re.I
)
_VERB = re.compile(
    r"(?:rename|relabel|call|label|name|move|put|make|show|format|set|use|fold|default)\b", re.I
)
_FREE = ("label", "value", "values")
_QUOTED = re.compile(r'"[^"]*"')


@dataclass(frozen=True, slots=True)
class Said:
    """What the clauses before one leave to it."""

    verb: str = ""
    member: str = ""
    """The members last named, for which "it" stands."""
    named: tuple[str, ...] = ()
    """All the members named so far."""
    sorted: bool = False
    homes: tuple[str, ...] = ()
    """The rows last named, of which the next clauses speak where they name no others."""
    value: str = ""
    """A value that a remark told, for which "it" may stand where a default is wished."""
    thing: str = ""
    """The part of the view that a remark was about, for which "it" may stand as well."""
    understood: bool = False


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
    if not pieces(text).texts:
        raise Unfulfilled(f'not understood: "{text}"')
    if len(text) > MAX_FEEDBACK:
        raise Unfulfilled(f"the wish has {len(text)} characters, expected at most {MAX_FEEDBACK}")
    known = known_words() | known_synonyms()
    mended = corrected(text, known, name_words(draft))
    trails: list[tuple[Atoms, Trail]] = []
    for said, soft, deep, spread in ways_to_read(text, mended):
        atoms = pieces(said, soft=soft)
        trail = Trail(about=words_about(draft), deep=deep, spread=spread)
        if (soft and len(atoms.texts) == len(trails[-1][0].texts)) or (deep and len(atoms.texts) > MAX_DEEP):
            continue
        found = _rest(atoms, 0, draft, trail, Said())
        if found is not None:
            return found
        trails.append((atoms, trail))
    raise _failure(*told_best(trails))


def ways_to_read(text: str, mended: str) -> Iterator[tuple[str, bool, bool, bool]]:
    """Yield what to read, whether clauses may end without a comma, whether gists are read, and whether what
    is named freely may go on behind a comma: a wish as it stands and with typos mended, less its reasons."""
    said = tuple(dict.fromkeys((text, mended)))
    yield from ((one, soft, False, False) for one in said for soft in (False, True))
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


def soft_separator() -> str:
    """Return where one clause may end and another begin without a comma, when the whole says nothing."""
    return rf"\s+(?:{phrases()['joins']}\s+|(?={phrases()['starts']}\b))"


def pieces(text: str, *, soft: bool = False) -> Atoms:
    """Split a sentence at commas, full stops and conjunctions outside quotes; where soft, at "with" too."""
    separator = re.compile(f"{_SEPARATOR.pattern}|{soft_separator()}", re.I) if soft else _SEPARATOR
    quotes = [match.span() for match in _QUOTED.finditer(text)]
    texts: list[str] = []
    gaps = [""]
    start = 0
    for match in separator.finditer(text):
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


def _rest(atoms: Atoms, start: int, draft: Draft, trail: Trail, before: Said) -> Draft | None:
    """Fulfil the pieces from `start` on: the longest clauses first, back to shorter ones.

    What a user names freely (a title, a label) ends at a comma or "and", unless nothing else can be read.
    """
    if start == len(atoms.texts):
        return draft if before.understood else None
    trail.furthest = max(trail.furthest, start)
    for spread in (False, True) if trail.spread else (False,):
        for end in range(len(atoms.texts), start, -1):
            if end in trail.dead or (spread and end == start + 1):
                continue
            span = (start, end)
            plain = _plainly(tidied(atoms.joined(start, end)), before, trail)
            readings = [
                one for said, refers in plain for one in _about_rows(said, draft, before.homes, refers=refers)
            ]
            for clause, refers, homes in readings + _gists(readings, draft, trail):
                within = replace(draft, within=homes) if homes else draft
                for changed, match in _fulfilled(clause, within, trail, span, spread=spread, refers=refers):
                    sorts = sort_of(changed) != sort_of(draft)
                    if sorts and before.sorted:
                        trail.failed.append((*span, clause, Unfulfilled("rows are sorted by one member")))
                        continue
                    member = _member_of(match)
                    named = (*before.named, member) if member else before.named
                    said = Said(
                        *(_verb_of(clause), member or before.member, named, sorts or before.sorted),
                        homes=homes or before.homes,
                        understood=True,
                    )
                    whole = _rest(atoms, end, changed, trail, said)
                    if whole is not None:
                        return whole
    atom = atoms.texts[start].strip(" .!?,")
    told_again = before.sorted and MIRRORED.fullmatch(tidied(atom)) is not None
    if told_again or is_remark(atom) or not tidied(atom) or (trail.deep and is_statement(atom)):
        said = replace(before, **named_in(atom, draft)) if trail.deep else before
        whole = _rest(atoms, start + 1, draft, trail, said)
        if whole is not None:
            return whole
    trail.dead.add(start)
    return None


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


def named_in(atom: str, draft: Draft) -> dict[str, Any]:
    """Return what a remark is about, for which "it" stands in the next clause."""
    from genui.refine.speech import members_named, thing_named, value_named

    named = {
        "member": ", ".join(members_named(atom, draft)),
        "thing": thing_named(atom, draft),
        "value": value_named(atom, draft),
    }
    return {key: text for key, text in named.items() if text}


def _verb_of(clause: str) -> str:
    """Return the word that a next piece can leave out: "rename a to b and c to d"."""
    found = _HIDING.match(clause) or _VERB.match(clause)
    return found.group() if found else ""


def _member_of(match: re.Match[str]) -> str:
    """Return how a clause named its members, "" where it named none."""
    found = match.groupdict()
    pair = HALVES.fullmatch(found.get("pairs") or "")
    return str(found.get("names") or found.get("y") or (pair and pair["names"]) or "")


def _readings(said: str, before: Said, about: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield a clause as it stands and less what says little, with the verb before it, and with its pronoun
    put into words, which only rules about members may read."""
    if before.verb and (more := _LIKEWISE.sub("", said)) != said:
        said = more
    if before.named and _REST.fullmatch(said):
        yield f"show only {', '.join(before.named)}", True
    if topic := _TOPIC.fullmatch(said):
        spoken = _PRONOUN.sub(topic["member"].replace("\\", r"\\"), topic["rest"], count=1)
        if spoken != topic["rest"]:
            yield spoken, True
    if before.value and _PREFILLED.search(said):
        spoken = _PRONOUN.sub(before.value.replace("\\", r"\\"), said, count=1)
        if spoken != said:
            yield from ((one, True) for one in plainer(spoken, about))
    if before.member and _NO_TIME.fullmatch(said):
        yield f"show {before.member} as date", True
    if before.member:
        member = before.member.replace("\\", r"\\")
        spoken = _PRONOUN.sub(member, said, count=1)
        if spoken != said:
            yield from ((one, True) for one in plainer(spoken, about))
        if elliptic := _ELLIPTIC.fullmatch(said):
            yield f"default {member} to {elliptic[1] or elliptic[2]}", True
        if (given := _AS_FORMAT.fullmatch(said)) and format_in(given["one"] or given["two"]):
            yield f"format {before.member} as {given['one'] or given['two']}", True
        if PART_OF_FORMAT.fullmatch(said):
            yield f"{member} {said}", True
        if _PREDICATE.match(said):
            yield f"{member} {said}", True
    if before.thing and (spoken := _PRONOUN.sub(before.thing, said, count=1)) != said:
        yield from ((one, False) for one in plainer(spoken, about))
    for one in plainer(said, about):
        if not before.verb or _ANEW.match(said):
            yield one, False
            continue
        carried = f"{before.verb} {one}"
        hiding = _HIDING.match(before.verb) is not None and len(one.split()) <= 3
        yield from ((text, False) for text in ((carried, one) if hiding else (one, carried)))


def _plainly(said: str, before: Said, trail: Trail) -> Iterator[tuple[str, bool]]:
    """Yield how a clause can be read, where gists are read without the frames around it as well."""
    yield from _readings(said, before, trail.about)
    if trail.deep:
        from genui.refine.frames import reframed

        for lean in reframed(said, trail.about):
            yield from _readings(tidied(lean), before, trail.about)


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
        yield replace(changed, within=()), match
        return


@lru_cache(maxsize=2048)
def matching(clause: str) -> tuple[tuple[Rule, re.Match[str]], ...]:
    """Return the rules that a clause follows, each with how; the same clause is met many times."""
    return tuple((rule, match) for rule in rules() for match in rule.matches(clause))


def _spreads_far(match: re.Match[str]) -> bool:
    """Tell whether what is named freely goes on with what is a wish of its own."""
    free = _QUOTED.sub("", " ".join(str(match.groupdict().get(name) or "") for name in _FREE))
    more = [one for said in _SEPARATOR.split(free)[1:] if (one := tidied(said))]
    return ";" in free or any(matching(one) or is_remark(one) for one in more)


def _spreads(match: re.Match[str]) -> bool:
    """Tell whether what is named freely goes on behind a comma or "and"."""
    free = " ".join(str(match.groupdict().get(name) or "") for name in _FREE)
    return _SEPARATOR.search(_QUOTED.sub("", free).strip(" .")) is not None


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
