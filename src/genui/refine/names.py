"""What people call the members of a result or of a form, and which one they mean."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from genui.expressions import pointer_of, pointer_parts
from genui.refine.draft import Unfulfilled, listed
from genui.refine.spelling import abbreviates, each_fits, kin, near, stands_for, words_in
from genui.refine.synonyms import groups_of, same
from genui.refine.wordlists import (
    BETWEEN,
    ENGLISH,
    LITTLE,
    LOOSE,
    MEASURES,
    POINTING,
    REAL,
    RELATION,
    TELLING,
)

MAX_TOLD = 8
"""Names that a refusal tells."""

_ARTICLE = re.compile(r"^(?:(?:the|a|an|this|that|my|your|its|each|every|all|of|both|result'?s)\s+)+", re.I)
_NOUN = re.compile(
    r"\s+(?:columns?|fields?|members?|values?|propert(?:y|ies)|attributes?|cols?|inputs?|arguments?|args?|"
    r"params?|parameters?|controls?|boxe?s?|entry|entries|labels?|cards?|data|numbers?|figures?|stuff|"
    r"things?|info(?:rmation)?|bits?|"
    r"parts?|readings?|series|lines?|bars?|headers?|headings?|selectors?|choices?|questions?|toggles?|"
    r"checkbox|tickbox|switch|options?|settings?|choosers?|"
    r"answers?|votes?|responses?|replies|counts?|"
    r"dropdowns?|pickers?|sliders?)$",
    re.I,
)
_CODED = re.compile(r"[A-Za-z]\w*(?:[_.$-]\w+)+|[a-z]+\w*[A-Z]\w*")
"""A name as programs write it."""
_TOKEN = re.compile(r"[^\W\d][\w$.-]{0,79}")
MOMENTS = frozenset({"date", "time", "day", "when", "timestamp", "datetime"})
_OF = re.compile(r"\b(?:of|for|in|per) ")
_ASKING = re.compile(
    r"^(?:who|when|what|where|how (?:many|much|long))\s+"
    r"(?:(?:it|they|that|each(?: one)?|this|is|are|was|were|has|have|got|did|does|been|the)"
    r"(?:'s|'re)?\s+)*(\S.*?)(?:\s+(?:to|by|at|in|from|of|on|it|they))?$",
    re.I,
)
"""A name put as a question: who it's assigned to."""


@dataclass(frozen=True, slots=True)
class Name:
    """A member under all the names it goes by."""

    pointer: str
    """A pointer in its row or object; for the form, the field path."""
    texts: tuple[str, ...]
    home: str
    """Where it belongs: members of different homes never mix."""
    rows: bool = False
    temporal: bool = False
    about: frozenset[str] = frozenset()
    """Words for what it is a member of, which may stand before its name: the total of an order."""

    @property
    def told(self) -> str:
        """The name as messages tell it."""
        return (pointer_parts(self.pointer) or [self.pointer])[-1] or self.texts[0]


def bare(said: str) -> str:
    """Return what was said without articles, and without nouns such as "column"."""
    text = said.strip().strip(",").strip()
    if text.startswith('"') and text.endswith('"') and len(text) > 2:
        return text[1:-1]
    text = _ASKING.sub(r"\1", _ARTICLE.sub("", text))
    left = _NOUN.sub("", text)
    text = re.sub(r"^(?:columns?|fields?|members?)\s+(?=\S)", "", left, flags=re.I) if left else text
    return text.strip('"').strip()


def resolved(said: str, names: Sequence[Name], *, open_home: str = "") -> Name:
    """Return the one member that is meant; where nothing is known, the name is taken as it is said.

    Raises:
        Unfulfilled: No member is meant, or more than one; the candidates are told.
    """
    whole = _ARTICLE.sub("", said.strip().strip('"'))
    for text in dict.fromkeys((whole, bare(said))):
        best = called_so(text, of_rows(said, nearest_names(text, names)))
        if _SHAPE.match(said) and all(words_in(text) != words_in(one) for name in best for one in name.texts):
            best = []
        if len(best) == 1:
            return best[0]
        if best:
            told = listed(told_apart(best[:MAX_TOLD]))
            raise Unfulfilled(f'"{text}" can be {told}', f"say which: {told}")
    text = bare(said)
    quoted = said.strip().startswith('"')
    if open_home and (quoted or _literal(text)):
        pointer = text if text.startswith("/") else pointer_of(text)
        return Name(pointer, (text,), open_home, rows=True)
    raise Unfulfilled(f'no member is called "{text}"', known_names(names, open_home))


def told_apart(names: Sequence[Name]) -> list[str]:
    """Return names as messages tell them; columns are called so beside members of other objects."""
    mixed = len({name.rows for name in names}) > 1
    return [f"the {name.told} column" if mixed and name.rows else name.told for name in names]


def _literal(text: str) -> bool:
    if text.startswith("/") or _CODED.fullmatch(text):
        return True
    return (
        text.lower() not in ENGLISH
        and bool(_TOKEN.fullmatch(text))
        and any(map(groups_of().get, words_in(text)))
    )


def known_names(names: Sequence[Name], open_home: str = "") -> str:
    """Return the hint that tells what members there are."""
    if names:
        told = dict.fromkeys(name.told for name in names)
        more = f" and {len(told) - 2 * MAX_TOLD} more" if len(told) > 2 * MAX_TOLD else ""
        return "its members are " + ", ".join(list(told)[: 2 * MAX_TOLD]) + more
    if open_home:
        return "nothing tells what this tool answers: write a member as it comes, or in quotes"
    return "this view shows no such members"


def nearest_names(said: str, names: Sequence[Name]) -> list[Name]:
    """Return the members that are called so most nearly; several where they are equally near."""
    ranks = [(rank, name) for name in names if (rank := _rank(said, name)) is not None]
    if not ranks:
        return []
    least = min(rank for rank, _ in ranks)
    best = [name for rank, name in ranks if rank == least]
    in_rows = [name for name in best if name.rows]
    own = [name for name in best if words_in(name.told) == words_in(said)]
    if least <= EXACT and len(own) == 1 and len({name.home for name in best}) == 1:
        return own
    return best if least <= EXACT else in_rows or best


EXACT = 1
"""The rank up to which a name was said as it is."""
OF_ROWS = re.compile(r"\b(?:columns?|cols?|each|every|per)\b|\b\w{3,}(?<!s)s$", re.I)
"""What tells that a name means a member of rows: the word column, or the plural."""


def of_rows(said: str, names: list[Name]) -> list[Name]:
    """Return the members of rows among candidates, where the words say so; else all."""
    in_rows = [name for name in names if name.rows]
    return in_rows if in_rows and OF_ROWS.search(said.strip().strip('"')) else names


def called_so(said: str, names: list[Name]) -> list[Name]:
    """Return the one member whose own name was said among those whose labels are as near; else all."""
    words = words_in(said)
    own = [name for name in names if words_in(name.told) == words]
    return own if len(own) == 1 and len({name.home for name in names}) == 1 else names


_SHAPE = re.compile(r"\s*(?:as|into|like)\s", re.I)
"""How words begin that say how to show, and name no member."""
_LAST = re.compile(r"^last\s+(?=\S)", re.I)
"""What people say before the name of a time: the last update."""


@lru_cache(maxsize=16384)
def _rank(said: str, name: Name) -> int | None:
    folded = said.casefold()
    if folded in {text.casefold() for text in name.texts} or said == name.pointer:
        return 0
    words = words_in(said)
    if not words or set(words) <= LITTLE or folded in POINTING:
        return None
    ranks = [_word_rank(words, words_in(text)) for text in name.texts]
    found = [rank for rank in ranks if rank is not None]
    if found:
        return min(found)
    if name.temporal and MOMENTS >= set(words) - {"column", "field"} != set():
        return 8
    return min(
        (
            rank
            for text in name.texts
            if (rank := _loose_rank(_LAST.sub("", said) if name.temporal else said, text, name))
        ),
        default=None,
    )


def _loose_rank(told: str, text: str, of: Name) -> int | None:
    """Rank a name that is said in other words, or with words around it that say what it belongs to."""
    name, said, whole = words_in(text), words_in(told), told.casefold()
    if not RELATION.isdisjoint(said) or not BETWEEN.isdisjoint(said[1:-1]):
        return None
    essential = [word for word in said if word not in LITTLE]
    left, synonyms, extra = list(name), 0, 0
    for index, word in enumerate(essential):
        found = next((other for other in left if other == word), None)
        found = found or next((other for other in left if len(word) > 2 and other.startswith(word)), None)
        found = found or next((other for other in left if mistyped(word, other)), None)
        found = found or next((other for other in left if kin(word, other)), None)
        if found is None and (found := next((other for other in left if same(word, other)), None)):
            synonyms += 1
        if found is not None:
            left.remove(found)
        elif (
            word not in LOOSE - TELLING
            and not stands_for(word, set(name) - set(left))
            and not (
                (not index or not whole.endswith("s") or word in MEASURES or _OF.search(whole))
                and stands_for(word, of.about)
            )
        ) or (word in {"date", "day"} and not of.temporal and of.home != "form"):
            return None
        else:
            extra += 1
    if len(left) == len(name) or not essential:
        return None
    left = [word for word in left if word not in {"at", "on", "in", "of", "is"}]
    return 10 + bool(left) + 2 * bool(extra) + (0, 1, 3)[min(synonyms, 2)]


def mistyped(word: str, other: str) -> bool:
    """Tell whether a word is another with a typo, and none that says something by itself."""
    return near(word, other) and (word == other or word not in REAL)


def _word_rank(said: tuple[str, ...], name: tuple[str, ...]) -> int | None:
    if not name:
        return None
    if said == name or "".join(said) == "".join(name):
        return 1
    if sorted(said) == sorted(name):
        return 2
    if all(word in name for word in said):
        return 3
    if each_fits(said, name, lambda one, other: len(one) > 1 and other.startswith(one)):
        return 4
    if each_fits(said, name, mistyped):
        return 5 + (len(said) != len(name))
    if set(name) < set(said) and set(said) - set(name) <= LOOSE - {"total"}:
        return 7
    if len(said) == 1 and len(said[0]) > 2 and abbreviates(said[0], "".join(name)):
        return 9
    return None


def split_names(said: str) -> list[str]:
    """Split "a, b and c" into its names."""
    parts = re.split(r"\s*(?:,\s*(?:and|or|&)?|\band\b|&|\+|\bplus\b|\bor\b|\bas well as\b|;)\s*", said)
    return [part for part in parts if part.strip()]


def resolved_all(said: str, names: Sequence[Name], *, open_home: str = "") -> list[Name]:
    """Return the members that a list names, each once; a name that holds "and" is tried whole first."""
    if (
        _PLURAL.search(said)
        and len(split_names(said)) == 1
        and len(several := with_word(bare(said), names)) > 1
    ):
        return several
    for text in dict.fromkeys((_ARTICLE.sub("", said.strip().strip('"')), bare(said))):
        whole = nearest_names(text, names)
        if len(whole) == 1 and _rank(text, whole[0]) in {0, 1}:
            return whole
    found = [resolved(part, names, open_home=open_home) for part in split_names(said)]
    if not found:
        raise Unfulfilled("no member is named", known_names(names, open_home))
    return unique(found)


_PLURAL = re.compile(r"\b(?:columns|fields|values)$", re.I)


def with_word(said: str, names: Sequence[Name]) -> list[Name]:
    """Return the members of rows in whose names some words stand: the rain columns."""
    words = set(words_in(said))
    held = [name for name in names if name.rows and any(words <= set(words_in(text)) for text in name.texts)]
    return unique(held) if words else []


def unique(names: Iterable[Name]) -> list[Name]:
    """Return names in order, each once."""
    return list({(name.home, name.pointer): name for name in names}.values())
