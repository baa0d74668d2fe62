"""English as people type it: tidied, without politeness, typos mended, lists taken apart."""

import re
from collections.abc import Collection
from functools import partial

from genui.refine.names import near, singular, slips

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


def corrected(text: str, known: Collection[str], names: Collection[str]) -> str:
    """Return a text whose words with typos are those that rules know; quotes and members stay as they are.

    `known` are the words of the rules, `names` the words in the names of members.
    """
    parts = re.split(r'("[^"]*")', text)
    mended = [
        part if part.startswith('"') else _WORD.sub(partial(_mended, known, names), part) for part in parts
    ]
    return "".join(mended)


def _mended(known: Collection[str], names: Collection[str], match: re.Match[str]) -> str:
    word = match.group()
    low = word.lower()
    stem = singular(low)
    if len(low) < 4 or low in known or stem in known or low in ENGLISH or stem in ENGLISH:
        return word
    if stem in names or any(len(name) > 3 and near(stem, name) for name in names):
        return word
    found = [other for other in known if abs(len(other) - len(low)) < 3 and near(low, other)]
    best = sorted((slips(low, other), other) for other in found)
    return best[0][1] if best and (len(best) == 1 or best[0][0] < best[1][0] or len(low) > 5) else word


_WORD = re.compile(r"[A-Za-z]+")

ENGLISH = frozenset(
    """
    able about above across again also along always area back bake base best better bigger bold both
    brand care cart case chat clean clear close code cold copy cost could count cover crop dare data
    deal deep does done door down draft each easy edge else even ever every fact fair fall fast feel
    file fill fine fire five flag flat flow font fonts food force found four free fresh full game
    gate gift give glow goal gold gone good grow hair half hall hand hard have head hear heat help
    here hers high hold home hope host hour huge idea image into item jump keen keep kind king know
    land large last late lead lean left less level life lift link live load local logo long look
    loop loss love made mail main many maps mark mean meet menu mile mind mine mode more most move
    much must near neat neck need news next nice nine none note once open over pace pack page paid
    paint pair part pass past path plan play plus port post pull push quick quite rain rate rather
    reach real rest rich ride ring rise risk road rock role roll roof room root rose round rule safe
    sale same sand save says seal seat seen self sell send ship shop short shot side sign site size
    skin slow smart soft soil some song soon sore sound stay stem step stop such sure take talk tall
    task team tell term test text than thank that them then they thin think this those three tile
    time tiny tone took tool tour town tree trip true turn twice type unit upon used user vary vast
    very view vote wait walk wall want warm wash wave week well went were west what when where which
    wide wider will wind wine wise wish with wood word work worse yard year your zero zone server
    email smaller larger broader bread german french spanish english translate animate shiny fancy
    modern style export import download print share border shadow corner spacing padding margin
    """.split()  # noqa: SIM905 - a page of words
)
"""Words that are no typos, though a rule's word is near."""
