"""A sentence in pieces: split where one clause may end and another begin."""

import re
from dataclasses import dataclass

from genui.refine.words import HOW_TO, ORDERING, phrase, phrases

MAX_ATOMS = 40
"""Pieces between commas and "and" in one wish."""
SEPARATOR = re.compile(
    r"\s*(?:[;\n]+|[.?!]+(?=\s|$)|\s(?:[–—+]|-+)\s(?![az]\b)|,(?:\s*(?:and|then|but|also|plus)\b)*|"
    r"\b(?:and|then|but|plus)\b(?:\s+(?:then|also)\b)*)\s*",
    re.I,
)
QUOTED = re.compile(r'"[^"]*"')
_WISH = re.compile(
    r"(?:please |also |then |just )*(?:show|hide|put|place|move|sort|order|group|rename|call|label|"
    r"format|use|set|make|turn"
    r"|switch|change|add|remove|drop|delete|give|limit|draw|plot|collapse|fold|expand|round|swap|title|"
    r"name|display)"
    r" (?:it|this|that|them|the|an?|my|our|everything|only|just|me|us|by)\b",
    re.I,
)
"""How a wish of its own begins."""
_SO_LED = re.compile(r"\s+so\b", re.I)
_SO = re.compile(r"(?:so|thus|hence|therefore|precisely|specifically|to be precise)\b,? +\S", re.I)


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


def soft_separator() -> str:
    """Return where one clause may end and another begin without a comma, when the whole says nothing."""
    return rf"\s+(?:{phrases()['joins']}\s+|(?={phrases()['starts']}\b))"


def pieces(text: str, *, soft: bool = False) -> Atoms:
    """Split a sentence at commas, full stops and conjunctions outside quotes; where soft, at "with" too."""
    separator = re.compile(f"{SEPARATOR.pattern}|{soft_separator()}", re.I) if soft else SEPARATOR
    quotes = [match.span() for match in QUOTED.finditer(text)]
    texts: list[str] = []
    gaps = [""]
    start = 0
    for match in separator.finditer(text):
        inside = any(low < match.start() < high for low, high in quotes)
        if _SO_LED.match(match.group()) and ORDERING.search(text[start : match.start()]):
            continue
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


_ASKING = re.compile(r"\s*(?:who|which|whose|what|how)\b", re.I)
"""How a question begins whose answer the next clause speaks of: "who earns the most? put them on top"."""


_GIVING_WAY = re.compile(
    r"(?:please |just )*(?:hide|remove|drop|no|lose|ditch|get rid of|take away|forget)"
    r"(?: the| this| that| any)? (?:table|chart|graph|list|cards|tree)",
    re.I,
)
"""A part that gives way to what the next clause wishes: "remove the table and show the hosts as cards"."""


def begins_anew(atoms: Atoms, start: int, end: int) -> bool:
    """Tell whether a later piece of some begins another wish: "drop the email and title it Staff"."""
    if _ASKING.match(atoms.texts[start]) or _GIVING_WAY.fullmatch(atoms.texts[start].strip()):
        return False
    return any(_WISH.match(text) for text in atoms.texts[start + 1 : end])


def asks_before(atoms: Atoms, start: int, end: int) -> bool:
    """Tell whether a question that is a wish stands before a later piece of some: "how do I print it? …"."""
    if _ASKING.match(atoms.texts[start]) and not HOW_TO.match(atoms.texts[start]):
        return False
    return any("?" in gap for gap in atoms.gaps[start + 1 : end])


def leads_on(atoms: Atoms, start: int) -> bool:
    """Tell whether the next piece says what follows from one: "…, so …"."""
    return start + 1 < len(atoms.texts) and _SO.match(atoms.texts[start + 1]) is not None


_QUESTION = re.compile(
    r"\s*(?:and |but |so )?(?:who(?:se)?|which|what (?:is|are|was|were|does|did|do)|"
    r"how (?:did|does|do|has|have|is|are|was|were|many|much|well|often|long|big|high|low|happy|good|bad))"
    r"(?! (?:about|can|could|would|should|i|we|you))\b",
    re.I,
)
"""How a question begins that wishes nothing by itself."""


def is_question(atoms: Atoms, start: int) -> bool:
    """Tell whether a piece asks what the view is to tell, and the next is the wish: "who won? sort by …"."""
    asks = start + 1 < len(atoms.texts) and "?" in atoms.gaps[start + 1]
    hints = phrase("impossible", r"\b<>").search(atoms.texts[start])
    return asks and _QUESTION.match(atoms.texts[start]) is not None and hints is None


def is_gloss(atoms: Atoms, start: int) -> bool:
    """Tell whether a piece is said again by the next, more exactly: "busiest on top, so sort by cpu"."""
    return leads_on(atoms, start) and not phrase("impossible", r"\b<>").search(atoms.texts[start])
