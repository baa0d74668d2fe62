"""What the words of a clause can be: classes that English gives them, and members that a view does."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from genui.refine.charts import KINDS
from genui.refine.draft import Draft
from genui.refine.formats import CURRENCIES, FORMATS
from genui.refine.forms import CONTROLS, choices
from genui.refine.names import MOMENTS, Name, bare, nearest_names
from genui.refine.order import NUMBERS
from genui.refine.parts import PARTS
from genui.refine.presentations import TABLES
from genui.refine.rules import alternatives
from genui.refine.sources import form_names, open_home, sources_of
from genui.refine.spelling import singular
from genui.refine.synonyms import EXTREMES, known_synonyms

MAX_SPAN = 6
"""Words in the name of a member."""
MAX_WORDS = 50
"""Words of a clause that is read so."""

_WORDS = re.compile(r'"[^"]*"|->|=>|[^\s",;:()=?!]+|[,:=]')
NOUN = r"(?:[\s-]?(?:charts?|graphs?|plots?|diagrams?))?"
_CODE = re.compile(r"/?[\w$]+(?:[_.$/][\w$]+)+|[a-z]+[A-Z]\w*")
_THE = re.compile(r"^(?:the|my|our|this|its) ", re.I)
_NEW = re.compile(r"[A-Z\d][\w.@-]*|\S*[_@\d]\S*")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a clause, and the classes that they may be of."""

    text: str
    classes: frozenset[str]


@cache
def table() -> dict[str, Any]:
    """Return the table as it is written."""
    return tomllib.loads((Path(__file__).parent / "gist.toml").read_text(encoding="utf-8"))


@cache
def lexicon() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return the pattern of each class of words that is the same for every view."""
    written: dict[str, list[str]] = table()["classes"]
    formats = alternatives(FORMATS, CURRENCIES)
    rows = {name: "|".join(parts) for name, parts in written.items()} | {
        "KIND": r"(?:(?:two|three|2|3|separate)[\s-])?(?:(?:stacked|grouped|horizontal|vertical)[\s-])?"
        r"(?:(?<=as )|(?!columns?(?![\s-]?(?:charts?|graphs?|plots?|diagrams?))))"
        f"(?:{alternatives(KINDS)}){NOUN}",
        "PRESENT": alternatives(*TABLES),
        "PART": alternatives(PARTS),
        "TABLED": "table|list|grid",
        "CONTROL": f"(?:{alternatives(CONTROLS)})s?",
        "FORMAT": rf"(?!days\b)(?:(?:currency|money|an? amount)(?: in|,)? )?(?:{formats})s?"
        r"(?: (?:format|sign|symbol|currency))?",
        "EXTREME": alternatives(EXTREMES),
        "NUMBER": rf"\d[\d,.]*|{alternatives(NUMBERS)}",
        "QUOTE": '"[^"]+"',
    }
    end = r"(?![\w'])"
    return tuple((name, re.compile(f"(?:{text}){end}", re.I)) for name, text in rows.items())


THINGS = {"RAW": "raw json", "FORM": "the form", "BUTTON": "the button", "PART": ""}
"""What a remark can be about beside members, as the rules call it; "" as it was said."""


def thing_named(text: str, draft: Draft) -> str:
    """Return the part of the view that a text names first, as the rules call it; "" where it names none."""
    speech = speech_of(draft, frozenset())
    words = list(_WORDS.finditer(text))
    for index in range(len(words)):
        for _, one in options_at(text, words, index, speech):
            for name in THINGS:
                if name in one.classes:
                    return THINGS[name] or f"the {one.text}"
    return ""


def value_named(text: str, draft: Draft) -> str:
    """Return the first value that a text tells: a choice of a field, a number or what is quoted; else ""."""
    speech = speech_of(draft, frozenset())
    words = list(_WORDS.finditer(text))
    for index in range(len(words)):
        for _, one in options_at(text, words, index, speech):
            named = one.classes & {"VALUE", "QUOTE"} or (index and "NEW" in one.classes)
            if named or one.text.replace(".", "", 1).isdigit():
                return one.text
    return ""


def members_named(text: str, draft: Draft) -> list[str]:
    """Return how a text names members of the view, in order."""
    speech = speech_of(draft, frozenset())
    words = list(_WORDS.finditer(text))
    found: list[str] = []
    index = 0
    while index < len(words):
        options = options_at(text, words, index, speech)
        named = next(((end, one.text) for end, one in options if one.classes & {"M", "F"}), None)
        if named is not None:
            found.append(named[1])
        index = named[0] if named else index + 1
    return found


def speech_of(draft: Draft, about: frozenset[str]) -> "Speech":
    """Return what words can name in a view as it is now."""
    sources = sources_of(draft)
    members = tuple(name for source in sources for name in source.known())
    values = {
        str(value).casefold() for name in form_names(draft) for value in choices(draft, name) if value
    } - {"true", "false"}
    return speech(
        *(members, tuple(form_names(draft)), bool(open_home(sources)) and not members),
        *(about.union(*(source.about() for source in sources)), frozenset(values)),
    )


@lru_cache(maxsize=16)
def speech(*what: Any) -> "Speech":
    """Return the same speech for the same names: clauses of one wish are read many times."""
    return Speech(*what)


@dataclass(frozen=True)
class Speech:
    """What words can name in one view."""

    members: tuple[Name, ...]
    fields: tuple[Name, ...]
    open: bool
    about: frozenset[str]
    values: frozenset[str]
    memory: dict[tuple[str, bool], set[str]] = field(default_factory=dict)

    def named_so(self, text: str) -> bool:
        """Tell whether a member or a field is called just so."""
        said = text.casefold()
        return any(said == told.casefold() for name in (*self.members, *self.fields) for told in name.texts)

    def is_rows(self, word: str) -> bool:
        """Tell whether a word stands for the rows, more than one of them."""
        return word.endswith("s") and (word in self.about or singular(word) in self.about)

    def classes(self, text: str, *, word: bool) -> set[str]:
        """Return the classes of some words that this view gives them; `word` where English has them too."""
        if (text, word) not in self.memory:
            self.memory[text, word] = self.classified(text, word=word)
        return self.memory[text, word]

    def classified(self, text: str, *, word: bool) -> set[str]:
        """Work out the classes of some words."""
        found = set()
        if text.casefold() in self.values:
            found.add("VALUE")
        if text.casefold() in MOMENTS and any(name.temporal for name in self.members):
            found.add("MOMENT")
        if singular(text.lower().removesuffix("'s")) in self.about or text.lower() in self.about:
            found.add("ABOUT_ROWS")
        strict = word or bool(found)
        near = [one for one in self.members if one.rows or "ABOUT_ROWS" not in found]
        if names_one(text, near, strict=strict, many="ABOUT_ROWS" not in found):
            found.add("M")
        if names_one(text, self.fields, strict=strict):
            found |= {"F"} if "M" in found or "ABOUT_ROWS" in found else {"F", "FF"}
        if text.lower() in SPANS and ("M" in found or any(name.temporal for name in self.members)):
            found.add("ABOUT_ROWS")
        if (
            not found
            and self.open
            and not word
            and (_CODE.fullmatch(text) or text.lower() in known_synonyms())
        ):
            found.add("M")
        return found


SPANS = frozenset(("days", "weeks", "months", "years", "hours", "dates", "day", "month", "week", "year"))
"""What rows are called that have a time each."""


def names_one(text: str, names: Sequence[Name], *, strict: bool, many: bool = True) -> bool:
    """Tell whether words name a member; where strict, by a whole word of its name."""
    if not strict:
        return bool(nearest_names(bare(text), names))
    said = text.casefold().strip('"')
    forms = {said, singular(said)} if many else {said}
    return any(
        said == told.casefold()
        or (len(said) > 2 and said not in EDGES and forms & set(re.split(r"[\W_]+", told.casefold())))
        for name in names
        for told in name.texts
    )


def cuts(clause: str, speech: Speech) -> Iterator[tuple[Piece, ...]]:
    """Yield the ways to cut a clause into pieces of known classes, those with long pieces first."""
    words = list(_WORDS.finditer(clause))
    options: list[list[tuple[int, Piece]]] = []
    reached = {0}
    for index in range(len(words)):
        options.append(options_at(clause, words, index, speech) if index in reached else [])
        reached |= {end for end, _ in options[index]}
        if max(reached) == index:
            return iter(())

    def from_word(index: int) -> Iterator[tuple[Piece, ...]]:
        if index == len(words):
            yield ()
            return
        for end, piece in options[index]:
            for rest in from_word(end):
                yield (piece, *rest)

    return from_word(0) if len(words) < MAX_WORDS else iter(())


def options_at(
    clause: str, words: Sequence[re.Match[str]], index: int, speech: Speech
) -> list[tuple[int, Piece]]:
    """Return the pieces that can begin at a word, each with the word after it, the longest first."""
    start = words[index].start()
    found: dict[int, set[str]] = {}
    ends = {word.end(): number for number, word in enumerate(words, start=1)}
    for name, pattern in lexicon():
        match = pattern.match(clause, start)
        if match is not None and match.end() in ends:
            found.setdefault(ends[match.end()], set()).add(name)
    longest = max(found, default=0)
    before = words[index - 1][0].lower() if index else ""
    for end in range(min(index + MAX_SPAN, len(words)), index, -1):
        text = clause[start : words[end - 1].end()]
        said = [word[0].lower() for word in words[index:end]]
        if {",", ":", "="} & set(said) or (end - index > 1 and '"' in text):
            continue
        little = end in found or said[0] in EDGES or said[-1] in EDGES or bool(INNER & set(said))
        little |= end - index > 1 and (said[0] in MANY or speech.is_rows(said[0]))
        classes = speech.classes(text, word=little)
        if found.get(end, set()) & PLACES and not speech.named_so(text):
            classes = classes - {"M", "F", "FF"}
        if "QUOTE" in found.get(end, ()) and speech.named_so(text.strip('"')):
            found[end].discard("QUOTE")
            classes = classes | speech.classes(text.strip('"'), word=little)
        if "FORMAT" in found.get(end, ()) and speech.named_so(text) and before not in LEADING_TO_FORMAT:
            found[end].discard("FORMAT")
        if classes:
            found.setdefault(end, set()).update(classes)
    if not found and _NEW.fullmatch(words[index][0]):
        found[index + 1] = {"NEW"}
    texts = {end: clause[start : words[end - 1].end()] for end in found}
    whole = max(
        (end for end in found if end > index + 1 and speech.named_so(_THE.sub("", texts[end]))), default=0
    )
    kept = {end for end in found if end >= whole and (end >= longest or found[end] & {"M", "F", "VALUE"})}
    return [(end, Piece(texts[end], frozenset(found[end]))) for end in sorted(kept, reverse=True)]


EDGES = frozenset(
    [
        "a",
        "an",
        "the",
        "and",
        "or",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "by",
        "with",
        "as",
        "is",
        "are",
        "be",
        "not",
        "no",
        "per",
        "over",
        "it",
        "its",
        "this",
        "that",
        "from",
        "only",
        "just",
    ]
)
"""Words with which no name begins or ends, unless it is said as it is."""
INNER = frozenset(["to", "into", "as", "and", "or", "by", "per", "over", "than"])
"""Words that stand in no name, unless it is said as it is."""
PLACES = frozenset({"FIRST", "LAST", "MOST", "LEAST", "NEWEST", "OLDEST", "HIDE", "ALL", "UP", "DOWN"})
"""Classes of words that name a member only where it is called just so."""
LEADING_TO_FORMAT = frozenset(("as", "in", "like", "into", "to", "a", "an", "be", "is", "are", "->", ":"))
"""Words behind which the name of a format that is a member as well means the format."""
MANY = frozenset(
    [
        "many",
        "much",
        "more",
        "less",
        "few",
        "some",
        "other",
        "others",
        "all",
        "any",
        "every",
        "most",
        "least",
        "too",
    ]
)
"""Words with which no name of two words or more begins."""
