"""Free texts of a clause: where one can begin and end, and what is none."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from genui.refine.english.connectives import ANDS, BEFORE_TEXT, BREAKS, NO_TEXT
from genui.refine.names import VERBS, kinds_of_word
from genui.refine.slots import Act
from genui.refine.words import Sense, Token, phrases

Senses = list[list[tuple[int, tuple[Sense, ...]]]]
"""For each token what the phrases that begin there can stand for, with their lengths."""

WORDS_OF_ACTS = frozenset(
    {"format", "currency", "control", "chart", "pres", "theme", "pos", "dir", "title", "noun", "only", "hide"}
)
"""Kinds of words that ask for something, where they are all that could be a free text."""


MORE = (VERBS - {"change", "default"}) | {"lead", "rename"}
"""Kinds of words by which another wish begins."""


NAMING = frozenset(
    {
        *("rename", "new name of a member", "calculate and name"),
        *("title", "title of the page", "title of a part", "button"),
    }
)
"""Acts whose free text is a name."""


GOES_ON = frozenset({"be", "is", "are", "make", "as"})
"""Words behind "and" by which the wish goes on, and no free text: "called Page and be a link"."""


RENAMED = frozenset({"to", "->", "should", "is", "be", "becomes", "become"})
"""Words behind what is in quotes that make it a name: 'Booked on' to Date."""

_POLITE = re.compile(r"[, ]+(?:please|pls|plz|thanks|thank you)$|[, ]+in the form$", re.I)


def asks_more(tokens: Sequence[Token]) -> bool:
    """Tell whether a free text goes on with another wish: "Temp and feels_like_c to Feels like"."""
    after = next((at for at, one in enumerate(tokens) if one.word in BREAKS), len(tokens))
    renames = any(
        one.word in {"to", "called", "named"} and following.text[0].isupper()
        for one, following in pairwise(tokens[after:])
    )
    if renames and not tokens[0].quoted:
        return True
    if any(starts_text(*each) for each in zip(tokens, tokens[1:], tokens[2:], strict=False)):
        return True
    behind = [one for before, one in pairwise(tokens) if before.word in BREAKS and one.text[0].islower()]
    if any(one.word in GOES_ON for one in behind) and not tokens[0].quoted:
        return True
    return any(kinds_of_word(one.word) & MORE for one in behind) or (
        len(tokens) > 1 and any("_" in one.text for one in tokens)
    )


TEXTUAL = frozenset({"title", "button", "description", "placeholder", "hint"})
"""Kinds of words by which a wish begins that has a free text of its own."""


def starts_text(before: Token, one: Token, behind: Token) -> bool:
    """Tell whether another free text is led to within one: "…, button Calculate", "…, title: Sums"."""
    leads = before.word in BREAKS and kinds_of_word(one.word) & TEXTUAL
    return bool(leads) and (behind.word == ":" or behind.quoted or behind.text[0].isupper())


def no_text(tokens: Sequence[Token], start: int) -> bool:
    """Tell whether what ends a clause is no free text: it begins as none does, or is a word of acts."""
    first = tokens[start]
    if start > 0 and tokens[start - 1].word in ANDS and not first.quoted:
        return True
    if first.text[0].isupper():
        return False
    told = tuple(one.word for one in tokens[start:] if one.word not in {"a", "an", "the"})
    last = told[-1] if told else ""
    if (
        len(told) <= 2
        and last.endswith("er")
        and len(last) > 4
        and told[0] in {last, "be", "look", "too", "much"}
    ):
        return True
    senses = {one.kind for one in phrases().get(told, ())}
    return first.word in NO_TEXT or bool(senses & WORDS_OF_ACTS)


ALWAYS = frozenset({"fill", "lead", "prep", "pron", "noun"})
"""Kinds of words that every act takes."""

LED = frozenset({"title", "title of the page", "description", "button", "title of a part"})
"""Acts whose free text is led to by "to" or a colon, or is written large or in quotes."""

WEAK_LEADS = frozenset({"as", "be", "is", "by", "with"})
"""Words that lead to a name only where that is written large or in quotes."""

DENIALS = frozenset({"not", "instead", "rather"})
"""Words by which a free text goes on with what is not wanted."""


def text_price(
    act: Act, tokens: Sequence[Token], start: int, end: int, text: str, *, carried: bool
) -> float | None:
    """Return what it costs to take words for a free text, None where they are none."""
    first = tokens[start]
    led = start > 0 and tokens[start - 1].word in BEFORE_TEXT
    price = start / 1000 + 0.05 * (first.quoted and not led)
    if act.name in NAMING and re.search(r"[.!?] ", text) and not first.quoted:
        # A name is no two sentences.
        return None
    if act.name == "new name of a member" and first.text[0].islower() and not first.quoted:
        # "turn phone numbers into links" names nothing.
        return None
    if first.quoted or led:
        return price
    if act.name in {"title", "title of the page"} and ", and " in text:
        return None
    if (act.name in LED or (act.name == "rename" and carried)) and not first.text[0].isupper():
        return None
    # "call rain wet" names; "move branch name up under project" does not.
    verb = kinds_of_word(tokens[0].word) & {"rename", "lead", "fill"}
    if act.name == "rename" and first.text[0].islower() and not (verb and start < 4):
        return None
    price += 0.3 + 0.2 * (not first.text[0].isupper() and bool(kinds_of_word(first.word) & ALWAYS))
    return price + 0.5 * any(one.word in {"to", ":", "as", "="} for one in tokens[start:end])


def is_no_text(act: Act, tokens: Sequence[Token], start: int, end: int) -> bool:
    """Tell whether words without quotes are no free text of an act: they go on, or deny."""
    text = tokens[start:end]
    if asks_more(text):
        return True
    if act.name == "description" and tokens[start - 1].word in WEAK_LEADS and text[0].text[0].islower():
        return True
    if act.name not in NAMING:
        return False
    if sum(one.text == "=" for one in text) > 1:
        # "WVHT = Wave height, DPD = Period" are several names.
        return True
    if tokens[start - 1].word == "like":
        # "should read like Wed 18 Nov" gives an example, and no name.
        return True
    weak = tokens[start - 1].word in WEAK_LEADS and text[0].text[0].islower()
    if text[0].text == "like":
        return True
    # "call it Range not Used range" says what it is called now.
    return weak or any(one.text in DENIALS for one in text)


def texts_in(tokens: Sequence[Token], clause: str) -> Iterator[tuple[int, int, str, bool]]:
    """Yield the free texts that a clause can hold, and where: what is in quotes, else what ends it."""
    base = tokens[0].start if tokens else 0
    quoted = [place for place, one in enumerate(tokens) if one.quoted]
    for place in reversed(quoted):
        behind = tokens[place + 1].word if place + 1 < len(tokens) else ""
        if behind not in RENAMED and "noun" not in kinds_of_word(behind):
            # "the 'lang' box" is a name.
            yield place, place + 1, tokens[place].text, False
    if quoted and tokens[-1].quoted:
        return
    for start in range(quoted[-1] + 1 if quoted else 1, len(tokens)):
        before = tokens[start - 1]
        named = tokens[start].text[0].isupper() and (before.quoted or "noun" in kinds_of_word(before.word))
        if quoted and tokens[start - 1].word not in BEFORE_TEXT and not named:
            continue
        if tokens[start].start == tokens[start - 1].end and tokens[start - 1].word not in {":", "=", "->"}:
            # "/data/files" is one text.
            continue
        text = _POLITE.sub("", clause[tokens[start].start - base :].strip(" .!"))
        text = re.sub(r"^(?:just|simply) (?=\S)", "", text)
        yield start, len(tokens), text, any(is_break(tokens, at) for at in range(start, len(tokens)))


def is_break(tokens: Sequence[Token], place: int) -> bool:
    """Tell whether a clause can end at a token: at a comma, "and" and their like, and not within "e.g."."""
    token = tokens[place]
    if token.word not in BREAKS or token.quoted:
        return False
    if token.word != ".":
        return True
    abbreviated = place > 0 and len(tokens[place - 1].text) < 2
    inside = place + 1 < len(tokens) and tokens[place + 1].start == token.end
    return not (abbreviated or inside)
