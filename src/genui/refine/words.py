"""English as people type it: tidied, without politeness, typos mended, lists taken apart."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genui.refine.draft import Draft

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "`": '"'})
_POLITE = re.compile(
    r"^(?:(?:please|pls|plz|kindly|maybe|just|ok(?:ay)?|hey|hi|also|then|now|and|but|so)"
    r"|(?:can|could|would|will) (?:you|we)|let'?s|let us|you should|i think(?: (?:it|you|we) should)?"
    r"|(?:i|we)(?:'d| would)? (?:really )?(?:want|like|prefer|need)(?: you)?(?: to)?"
    r"(?: (?:see|have|get|be able to))?)\b[\s,:]*",
    re.I,
)
_TRAIL = re.compile(
    r"[\s,]*\b(?:please|pls|plz|thanks|thank you|thx|instead|as well|too|now|for me|by default)\b[\s.!]*$",
    re.I,
)


def normalized(text: str) -> str:
    """Return a text with plain quotes and single spaces."""
    text = text.translate(_QUOTES)
    text = re.sub(r"(?<![\w\"'])'([^']+)'(?!\w)", r'"\1"', text)
    return " ".join(text.split())


def tidied(clause: str) -> str:
    """Return a clause without politeness around it and without its full stop."""
    before = ""
    while clause != before:
        before = clause
        clause = _POLITE.sub("", clause.strip().strip(",;").rstrip(".!?").strip())
        clause = _TRAIL.sub("", clause)
    return clause


def corrected(text: str, draft: "Draft") -> str:
    """Return a text whose typos are mended."""
    return text
