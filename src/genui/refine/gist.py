"""What a clause is about, whatever the order of its words: the same wish in the words of the rules.

A rule reads a clause from end to end. Where none does, each word is put into classes (acts, objects,
members of this view, function words); a gist of gist.toml that needs just these says them plainly.
A word of no class leaves the clause unread: nothing that says something is passed over.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from typing import Any

from genui.refine.axes import charted
from genui.refine.draft import Draft
from genui.refine.forms import CONTROLS
from genui.refine.speech import NOUN, Piece, cuts, lexicon, speech_of, table
from genui.refine.subject import chooses_rows

MAX_READINGS = 60
"""Ways to cut a clause into words of classes that are tried."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What a clause must hold to mean something, and how that is said in the words of the rules."""

    say: str
    needs: tuple[frozenset[str], ...] = ()
    one: tuple[frozenset[str], ...] = ()
    """Classes of which there must be exactly one; what is of any of them is told by the first."""
    takes: frozenset[str] = frozenset()
    form: str = ""

    @property
    def classes(self) -> frozenset[str]:
        """Every class that may be in it."""
        return frozenset(re.findall(r"[A-Z_]+(?=[|>])", self.form)) | {
            name for need in (*self.needs, *self.one) for name in need
        }


@cache
def gists() -> tuple[Gist, ...]:
    """Return every gist in its order."""
    return tuple(gist_of(row) for row in table()["gists"])


def gist_of(row: dict[str, Any]) -> Gist:
    """Read a row of the table; "A|B" is either class."""
    needs, one = (tuple(frozenset(each.split("|")) for each in row.get(key, ())) for key in ("needs", "one"))
    return Gist(row["say"], needs, one, frozenset(row.get("takes", ())), row.get("form", ""))


@cache
def passed() -> frozenset[str]:
    """Return the classes that may stand anywhere."""
    return frozenset(table()["joints"]["passed"])


def restated(clause: str, draft: Draft, about: frozenset[str]) -> Iterator[str]:
    """Yield what a clause seems to wish, in the words of the rules, the likeliest first.

    `about` are the words for what the view shows.
    """
    if FILTERING.search(clause) or STAYING.search(clause) or chooses_rows(clause, about):
        return
    seen: set[str] = set()
    cut = islice(cuts(clause, speech_of(draft, about)), MAX_READINGS)
    readings = [pieces for pieces in cut if not pieces[-1].classes <= JOINTS]
    drawn = [charted([Piece(told_chart(one), one.classes) for one in pieces]) for pieces in readings]
    for said in sorted(drawn, key=lambda one: " by " not in one):
        if said and said not in seen:
            seen.add(said)
            yield said
    for gist in gists():
        for pieces in readings:
            said = said_plainly(gist, pieces)
            if said and said not in seen:
                seen.add(said)
                yield said


FILTERING = re.compile(
    r"\bonly (?:the |those |me )?(?:days|weeks|months|years|hours|ones|rows|those|entries|items|records)"
    r" (?:with|without|where|that|which|when|in|from|of)\b"
    r"|\b\w+(?:ed|en|ing) (?:to|by|with|for) (?:me|us|myself|my \w+)\b"
    r"|\b(?:that|which|who|whose|where) (?:is|are|was|were|has|have) (?:not )?"
    r"\w+ (?:than|to|by) (?:me|us|\d+)\b"
    r"|\b(?:greater|more|less|fewer|bigger|smaller|larger|higher|lower|older|newer) than (?:[$€£]? ?\d)",
    re.I,
)
"""What asks for some rows by their values, which no view does."""
STAYING = re.compile(
    r"(?:[,;]|\b(?:but|and|while)\b).*\b(?:stays?|remains?|keep|kept|leave|left)\b(?: [\w-]+){0,3}? "
    r"(?:in|on) the (?:\w+ )?form\b",
    re.I,
)
"""What the form is to keep, behind a wish of its own that is about the result."""
JOINTS = frozenset({"AND", "OF", "TO", "AS", "BY"})
"""Classes of words behind which something must follow."""


NAMING = frozenset({"M", "F", "FF", "VALUE"})
"""Classes of words that say something wherever they are asked for."""


def said_plainly(gist: Gist, pieces: Sequence[Piece]) -> str:
    """Return what pieces say by a gist, "" where they are not about it."""
    return in_form(gist, pieces) if gist.form else in_any_order(gist, pieces)


def in_any_order(gist: Gist, pieces: Sequence[Piece]) -> str:
    """Return what pieces say where each is of a class that the gist needs, or takes besides."""
    asked = gist.classes | gist.takes
    options = [
        sorted(piece.classes & asked)
        + ([] if piece.classes & asked and piece.classes & NAMING else sorted(piece.classes & passed())[:1])
        for piece in pieces
    ]
    if not all(options):
        return ""
    for chosen in islice(product(*options), 32):
        slots: dict[str, list[str]] = {}
        for name, piece in zip(chosen, pieces, strict=True):
            slots.setdefault(name, []).append(told_as(name, piece.text))
        met = all(any(name in slots for name in need) for need in gist.needs)
        for single in gist.one:
            texts = [text for name in single for text in slots.get(name, ())]
            met = met and len(texts) == 1
            slots |= dict.fromkeys(single, texts)
        if met:
            return gist.say.format_map({name: ", ".join(texts) for name, texts in slots.items()})
    return ""


def in_form(gist: Gist, pieces: Sequence[Piece]) -> str:
    """Return what pieces say where they follow each other as the gist has them."""
    asked, letters = gist.classes, letter_of()
    choices = []
    for piece in pieces:
        named = sorted(piece.classes & asked)
        if not named and not piece.classes & (passed() | gist.takes):
            return ""
        if named:
            choices.append([(letters[name], told_as(name, piece.text)) for name in named])
    for chosen in islice(product(*choices), 32):
        match = form_of(gist.form).fullmatch("".join(letter for letter, _ in chosen))
        if match is None:
            continue
        slots = {
            slot_of(name): ", ".join(text for _, text in chosen[slice(*match.span(name))])
            for name, value in match.groupdict().items()
            if value
        }
        slots |= {
            name: text for name in asked for letter, text in chosen if letter == letters[name] and name != "M"
        }
        slots |= {"M": ", ".join(text for letter, text in chosen if letter == letters["M"])}
        try:
            return gist.say.format_map({"KIND": "", **slots}).strip()
        except KeyError:
            continue
    return ""


def told_chart(piece: Piece) -> str:
    """Return a piece as rules about charts have it."""
    return told_as("KIND", piece.text) if "KIND" in piece.classes else piece.text


def slot_of(name: str) -> str:
    """Return the slot that a group of a form fills: one of x1 and x2 is x1, of f3 and f5 f1."""
    if name.startswith("m"):
        return name
    odd = name.startswith("f") and int(name[1]) % 2 == 0
    return f"{name[0]}{2 if odd else 1}"


def told_as(name: str, text: str) -> str:
    """Return a piece as the rules have it: "bar" for "two bar charts", "date picker" for "date pickers"."""
    if name == "KIND":
        return re.sub(rf"^(?:two|three|2|3|separate)[\s-]|(?<=\w){NOUN}$", "", text, flags=re.I)
    if name == "CONTROL" and text.lower() not in CONTROLS:
        return text.removesuffix("s")
    return text


@cache
def letter_of() -> dict[str, str]:
    """Return one letter for each class, so that a form is a plain pattern."""
    names = [*(name for name, _ in lexicon()), "M", "F", "FF", "VALUE", "ABOUT_ROWS", "NEW", "MOMENT"]
    return {name: chr(0x4E00 + number) for number, name in enumerate(names)}


@cache
def form_of(form: str) -> re.Pattern[str]:
    """Return the pattern of a form over letters of classes."""
    letters = letter_of()
    return re.compile(
        re.sub(r"<([A-Z_|]+)>", lambda m: f"[{''.join(letters[one] for one in m[1].split('|'))}]", form)
    )
