"""A wish as words: tokens with their places, plurals undone, contractions opened, typos mended."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from genui.labels import words_of
from genui.refine.english.frames import (
    AGO,
    EXAMPLE,
    FRAMES,
    GERUND,
    LEADS,
    OPENINGS,
    QUESTIONS,
    SHORT_FORMS,
)
from genui.refine.english.phrases import CANNOT, PHRASES
from genui.refine.english.synonyms import SYNONYMS
from genui.refine.english.trades import TRADES
from genui.refine.english.values import CONTROLS, CURRENCIES, DAYS, EXTREMES, FORMATS, MONTHS, NUMBERS

_TOKEN = re.compile(
    r"\"[^\"]*\"|(?<!\w)'[^']+?(?:'s [^']+)?'(?!\w)|(?:(?<= )-)?\d+(?:[.,]\d+)*(?![\w-])|[<>]=|->|"
    r"[^\W_](?:[\w-]*\w)?|\.\.\.|[^\s\w]|_\w*"
)
_NOT = {
    "dont": "do",
    "doesnt": "does",
    "cant": "can",
    "isnt": "is",
    "arent": "are",
    "wont": "will",
    "neednt": "need",
    "shouldnt": "should",
}
_QUOTES = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": '"', "→": "->"}
)
_KEPT = frozenset(
    {
        "is",
        "this",
        "its",
        "his",
        "as",
        "yes",
        "always",
        "across",
        "minus",
        "plus",
        "less",
        "does",
        "was",
        "has",
    }
)
TYPO_FROM = 3

_GERUND = re.compile(rf"\b(?:{GERUND}) (?P<verb>\w{{2,}})ing\b", re.I)
_LEAD = re.compile(rf"(^|[,.;] |\band |\bbut |\bso )(?:(?:{'|'.join(LEADS)})(?!\w)[ ,:]*)+", re.I)
_OPENING = re.compile(rf"^(?:(?:{'|'.join((*OPENINGS, *LEADS))})(?!\w)[ ,:.!-]*)+", re.I)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, sign or quotation of a wish."""

    text: str
    word: str
    """In small letters and the singular."""
    start: int
    end: int
    quoted: bool = False
    parts: tuple[str, ...] = ()
    """The words that a name is made of: created_at is created, at."""


def plain_text(text: str) -> str:
    """Return a wish with the quotation marks and blanks of a typewriter."""
    plain = " ".join(text.translate(_QUOTES).split())
    plain = re.sub(AGO, r"\1 relative", plain)
    plain = renamed(re.sub(EXAMPLE, "", plain))
    pieces = plain.split('"')
    for at in range(0, len(pieces), 2):
        for short, long in SHORT_FORMS.items():
            pieces[at] = re.sub(short, long, pieces[at], flags=re.I)
        pieces[at] = _LEAD.sub(r"\1", _GERUND.sub(_plain_verb, pieces[at]))
    pieces[0] = _OPENING.sub("", pieces[0])
    return reworded('"'.join(pieces), FRAMES)


_NAME = r"([\w. ]+?) ?(?:=|->) ?([A-Z][^,;=]*?)"
_NAMES = re.compile(rf"(?:[^:,]*: )?{_NAME}(?:[,;] (?:and )?{_NAME})+")


def renamed(text: str) -> str:
    """Return a list of better names as one wish each: "WVHT = Wave height, DPD = Period"."""
    if '"' in text or not _NAMES.fullmatch(text):
        return text
    pairs = re.findall(rf"{_NAME}(?=[,;]|$)", re.sub(r"^[^:,]*: ", "", text))
    return "; ".join(f'rename {old.strip().removeprefix("and ")} to "{new}"' for old, new in pairs)


def _plain_verb(found: re.Match[str]) -> str:
    """Return a verb without its -ing and without what led to it: "how about hiding" is "hide"."""
    root = found["verb"].lower()
    return next((one for one in (root, root + "e", root[:-1]) if one in vocabulary()), found[0])


def denied_of(told: str) -> tuple[str, ...]:
    """Return the words of what a clause says is not wanted: "instead of the issued on date"."""
    return parts_of(
        re.sub(r"^(?:instead of|rather th[ae]n|not)(?: the| its| an?| that)?\b", "", told, flags=re.I)
    )


def as_written(text: str, wish: str) -> str:
    """Return a free text as the wish has it, with its contractions and the mark of its question."""
    told = re.escape(text)
    for long, short in (
        ("is", "s"),
        ("are", "re"),
        ("not", "t"),
        ("have", "ve"),
        ("would", "d"),
        ("am", "m"),
    ):
        told = told.replace(rf"\ {long}", rf"(?:\ {long}|n?['’]{short})")
    asks = re.match(QUESTIONS, text, re.I)
    found = re.search(told + (r"\??" if asks else ""), wish)
    return found[0] if found else text


def reworded(text: str, frames: Mapping[str, str]) -> str:
    """Return a plain text with what each frame matches said as the frame says it."""
    for frame, told in frames.items():
        text = re.sub(frame, told, text, flags=re.I)
    return text


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """Return a word without the s of its plural."""
    if word in _KEPT or len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return "id" if word == "ids" else word
    if word.endswith("ies") and len(word) > 4 and word not in {"movies", "cookies", "calories", "series"}:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")) and word not in {"caches", "axes", "niches"}:
        return word[:-2]
    return word if word == "series" else word[:-1]


@lru_cache(maxsize=8192)
def parts_of(text: str) -> tuple[str, ...]:
    """Return the words of a name, small and singular."""
    return tuple(singular(word.lower()) for word in words_of(text[:200].replace("'", "")))


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a plain text; n't and 've stand alone."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        said, start, end = match.group(), match.start(), match.end()
        if said[0] in "\"'" and len(said) > 2 and said[-1] == said[0]:
            found.append(Token(said[1:-1], said.lower(), start, end, quoted=True, parts=parts_of(said[1:-1])))
            continue
        low = said.lower()
        if low in _NOT or (low == "t" and found and found[-1].word == "'"):
            _open_not(found, low, start, end)
        elif "-" in said and said != "->" and not re.search(r"\d|_", said):
            at = start
            for piece in said.split("-"):
                found.append(_word(piece, at, at + len(piece)))
                at += len(piece) + 1
        else:
            found.append(_word(said, start, end))
    return [one for one in found if one.word not in {"'", ""}]


def _word(said: str, start: int, end: int) -> Token:
    return Token(said, singular(said.lower()), start, end, parts=parts_of(said))


def _open_not(found: list[Token], low: str, start: int, end: int) -> None:
    if low == "t":
        found.pop()
        before = found.pop()
        start, verb = before.start, before.text.lower().removesuffix("n")
        verb = {"ca": "can", "wo": "will"}.get(verb, verb)
    else:
        verb = _NOT[low]
    found += [Token(verb, verb, start, start), Token("not", "not", start, end)]


@dataclass(frozen=True, slots=True)
class Sense:
    """What a phrase can stand for."""

    kind: str
    value: object = ""
    text: str = field(default="", compare=False)
    """The phrase as the language has it."""


VALUES: Mapping[str, Mapping[str, str]] = {
    "format": FORMATS,
    "currency": CURRENCIES,
    "control": CONTROLS,
    "extreme": EXTREMES,
    "cannot": CANNOT,
}
"""Kinds of words and the phrases for each of their values."""


def _senses() -> Iterator[tuple[str, Sense]]:
    for name, phrases in PHRASES.items():
        kind, _, value = name.partition(":")
        yield from ((one, Sense(kind, value)) for one in phrases.split(" | "))
    for kind, values in VALUES.items():
        for value, phrases in values.items():
            yield from ((one, Sense(kind, value)) for one in phrases.split(" | "))
    yield from ((one, Sense("number", value)) for one, value in NUMBERS.items())


@cache
def phrases() -> dict[tuple[str, ...], tuple[Sense, ...]]:
    """Return what each phrase can stand for."""
    found: dict[tuple[str, ...], list[Sense]] = {}
    for text, sense in _senses():
        words = tuple(one.word for one in tokens_of(text)) or (text,)
        known = found.setdefault(words, [])
        if all((sense.kind, sense.value, text) != (one.kind, one.value, one.text) for one in known):
            known.append(replace(sense, text=text))
    return {words: tuple(senses) for words, senses in found.items()}


@cache
def longest() -> dict[str, int]:
    """Return how many words the longest phrase has that begins with a word."""
    found: dict[str, int] = {}
    for words in phrases():
        found[words[0]] = max(found.get(words[0], 0), len(words))
    return found


@cache
def vocabulary() -> frozenset[str]:
    """Return every word that the language knows."""
    groups = {word for name in _groups() for word in name.split()}
    return spoken() | groups


@cache
def spoken() -> frozenset[str]:
    """Return the words of the language's phrases."""
    return frozenset(word for words in phrases() for word in words) | {*MONTHS, *DAYS}


@cache
def _groups() -> dict[str, frozenset[str]]:
    """Return the names that may stand for each name; one of several words has blanks between them."""
    found: dict[str, set[str]] = {}
    for line in (SYNONYMS + TRADES).splitlines():
        if line.startswith("#"):
            continue
        head, colon, others = line.rpartition(":")
        names = [" ".join(parts_of(name)) for name in others.split()]
        groups = [{" ".join(parts_of(head)), name} for name in names] if colon else [{*names}]
        for group in groups:
            for name in group:
                found.setdefault(name, set()).update(group)
    return {name: frozenset(others) for name, others in found.items()}


@lru_cache(maxsize=16384)
def alike(one: str, other: str) -> bool:
    """Tell whether two words, small and singular, may stand for one another."""
    if one == other:
        return True
    groups = _groups()
    return other in groups.get(one, ()) or (_stem(one) == _stem(other) and min(len(one), len(other)) > 3)


_ENDINGS = (
    "ations",
    "ation",
    "ments",
    "ment",
    "ings",
    "ing",
    "ance",
    "ence",
    "ion",
    "ure",
    "ers",
    "er",
    "or",
    "ed",
    "al",
    "es",
    "e",
    "y",
    "s",
)


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    end = next((one for one in _ENDINGS if word.endswith(one) and len(word) - len(one) > 2), "")
    root = word.removesuffix(end) if end else word
    return root[:-1] if end and root[-1] == root[-2] else root


def related(word: str) -> frozenset[str]:
    """Return the words that may stand for a word, itself among them."""
    return _groups().get(word, frozenset({word}))


@lru_cache(maxsize=8192)
def said_otherwise(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """Return what else a name is called where that has more or fewer words: a dob is a date of birth."""
    found: set[tuple[str, ...]] = set()
    for start in range(len(words)):
        tail = words[start:]
        for name in related(" ".join(tail)):
            other = tuple(name.split())
            if other != tail and len(other) + len(tail) > 2:
                found |= {other, words[:start] + other}
    return frozenset(found)


def mended(tokens: Iterable[Token], names: Collection[str]) -> list[Token]:
    """Return tokens whose unknown words are spelled as the one word of use here that they were meant for."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    known = vocabulary() | frozenset(names)
    # "trains" are no trails that nothing here is called by.
    useful = spoken().union(*(related(name) for name in names), names)
    found: list[Token] = []
    for token in tokens:
        word = token.word
        # calendarId is a name as it stands, and no slip for calendar.
        named = (token.start > 0 and token.text[0].isupper()) or (
            len(token.parts) > 1 and all(one in known for one in token.parts)
        )
        if token.quoted or named or len(word) < TYPO_FROM or not word.isalpha() or word in known:
            found.append(token)
            continue
        near = extract(word, useful, scorer=OSA.distance, score_cutoff=2 if len(word) > 7 else 1, limit=3)
        near = [
            one
            for one in near
            if one[0][0] == word[0]
            and len(one[0]) > 2
            # "party" is a word of its own, and no slip for "part".
            and word != f"{one[0]}y"
            and (_is_typo(word, one[0]) or _is_short(word, one[0], names))
        ]
        best = [one[0] for one in near if one[1] == near[0][1]]
        best = [one for one in best if sorted(one) == sorted(word)] or best
        best = [one for one in best if one in names] or best
        meant = best[0] if len(best) == 1 else ""
        found.append(replace(token, word=meant, parts=(meant,)) if meant else token)
    return found


def opened(tokens: Iterable[Token], names: Collection[str]) -> Iterator[Token]:
    """Yield tokens, those that deny a name as two: unpaid is not paid; a slash between names is an "and"."""
    listed = list(tokens)
    for at, token in enumerate(listed):
        beside = [one.word for one in (*listed[max(0, at - 1) : at], *listed[at + 1 : at + 2])]
        tight = token.word == "/" and at + 1 < len(listed) and listed[at + 1].start == token.end
        if tight and len(beside) == 2 and all(one in names for one in beside):
            # "lat/lon" are two names.
            yield replace(token, word="and", parts=("and",))
            continue
        rest = re.sub(r"^(?:un|non|in|ab|dis)(?=\w{4})", "", token.word)
        known = token.word in names or token.word in vocabulary() or token.quoted
        if rest == token.word or known or not any(alike(rest, one) for one in names if one[:2] == rest[:2]):
            yield token
            continue
        yield replace(token, text="not", word="not", end=token.start, parts=("not",))
        yield replace(token, text=rest, word=rest, parts=(rest,))


def _is_short(word: str, other: str, names: Collection[str]) -> bool:
    """Tell whether a word of four letters lacks one of a name's: totl."""
    return len(word) == TYPO_FROM + 1 and len(other) == len(word) + 1 and other in names


def _is_typo(word: str, other: str) -> bool:
    """Tell whether a word of four letters only has two of them exchanged: tabel, and not wide for wind."""
    return len(word) > TYPO_FROM + 1 or sorted(word) == sorted(other)
