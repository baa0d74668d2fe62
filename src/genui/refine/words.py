"""English as people type it: tidied, without politeness, typos mended, lists taken apart."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator
from functools import cache, partial
from pathlib import Path

from genui.refine.spelling import near, singular, slips

_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "`": '"'})


@cache
def table() -> dict[str, list[str]]:
    """Return the table as it is written."""
    return tomllib.loads((Path(__file__).parent / "phrases.toml").read_text(encoding="utf-8"))


@cache
def phrases() -> dict[str, str]:
    """Return the alternatives of each list in phrases.toml as one pattern."""
    joined = {name: f"(?:{'|'.join(parts)})" for name, parts in table().items() if name != "real"}
    parts = {"EVALUATION": "evaluation", "VERBS": "verbs", "WISHES": "wishes"}
    pattern = re.compile("|".join(parts))
    return {name: pattern.sub(lambda match: joined[parts[match[0]]], text) for name, text in joined.items()}


@cache
def phrase(name: str, template: str) -> re.Pattern[str]:
    """Return a template with the alternatives of a list put in, compiled when it is first needed."""
    return re.compile(template.replace("<>", phrases()[name]), re.I)


def politeness() -> re.Pattern[str]:
    """Return what stands before a wish."""
    return phrase("polite", r"^<>\b[\s,:]*")


def trail(name: str) -> re.Pattern[str]:
    """Return what stands behind a wish."""
    return phrase(name, r"[\s,]*\b<>\b[\s.!]*$")


def without_filler(text: str) -> str:
    """Return a text without adverbs and adjectives that change nothing."""
    nouns = "table|chart|graph|plot|list|cards?|tree|timeline|histogram|dropdown|slider|button"
    nouns += "|text ?area|text ?box|checkbox|date ?picker|radio"
    text = phrase("adverbs", r"\b<>\s+").sub("", trail("trail_too").sub("", text))
    return phrase("adjectives", rf"\b(?:<>\s+)+(?=(?:\w+ )?(?:{nouns})s?\b)").sub("", text)


AT_START = re.compile(
    r"(?<=[\w\"])\s+(?:when(?:ever)?|once|the moment|as soon as|every time|each time) (?:i|we|you|people|"
    r"users|someone|it|this|the (?:page|form|view)) [\w ]+$",
    re.I,
)
"""When a default counts, which is no part of it."""


def is_remark(clause: str) -> bool:
    """Tell whether a clause gives a reason or greets; what hints at something no view does is no remark."""
    remark = phrase("remark", "<>")
    hint = phrase("impossible", r"\b<>").search(TO_PRINT.sub("", TO_KNOW.sub("", clause)))
    return remark.fullmatch(clause) is not None and hint is None


TO_KNOW = re.compile(
    r"\b(?:can |could )?(?:know|see|tell|remember|forget|understand|notice|spot)s? "
    r"(?:what|which|who|whom|when|where|how|if|whether|why|that)\b.*",
    re.I,
)
"""What people are to learn, which no view has to do for them."""
TO_PRINT = re.compile(
    r"\b(?:needs?|have|has|must|going|can|could|will)(?: to)? print (?:it|this|them|these|that)(?: out)?$",
    re.I,
)
"""What people do with the page themselves."""


def is_habit(clause: str) -> bool:
    """Tell whether a clause says what people do as a rule: a reason, though its words may name a wish."""
    return phrase("habit", "(?:and |but |so |as |because )?<>").fullmatch(
        clause
    ) is not None and is_statement(clause)


def is_statement(clause: str) -> bool:
    """Tell whether a clause only says how something is: it begins as a sentence does and wishes nothing."""
    clause = clause.replace('"', "")
    if HOW_TO.match(clause):
        return False
    if phrase("never", r"(?:and |but |so |because |as )?<>").fullmatch(clause) is not None:
        return True
    says = phrase("statement", r"(?:and |but |so )?<>\b.*")
    wishes = phrase("wishing", r"\b<>\b")
    hints = phrase("impossible", r"\b<>").search(clause) is not None and MAY.search(clause) is not None
    return says.fullmatch(clause) is not None and wishes.search(clause) is None and not hints


HOW_TO = re.compile(r"\s*(?:and |but |so )?how (?:do|can|could|would|should) (?:i|we|you|one)\b", re.I)
"""How a question begins that is a wish."""
MAY = re.compile(r"\b(?:can|could|to|should|must|would|able|want|need|button|option|if|is|are)\b", re.I)
"""What makes what no view does sound like a wish: "I export it weekly" is none, "it is to be red" may be."""


def without_reasons(text: str) -> str:
    """Return a wish without its reasons, and without what is to give way: "because …", "instead of …"."""
    for name in ("reason", "instead"):
        text = outside_quotes(partial(_cut, phrase(name, rf"[\s,(]*\b<>\b{UP_TO_NEXT}")), text)
    return text


ORDERING = re.compile(
    r"(?:^|[,;.] |\band |\bto )(?:please )?(?:sort|order|rank|arrange)"
    r"(?: (?:it|them|this|everything|the [\w-]+))?$",
    re.I,
)
"""A verb that leaves to what follows how rows are ordered: "sort so that …"."""
UP_TO_NEXT = (
    r"(?:(?!\s+(?:and|but|then|so)\s+(?:please |also |then |just )*(?:show|hide|put|place|move|sort|order|"
    r"group|rename|call|label|format|use|set|make|turn|switch|change|add|remove|drop|delete|limit|draw|plot|"
    r"collapse|fold|expand|round|swap|start|display)\b)[^,;.!?\"])*"
)
"""The rest of a reason, up to where another wish begins."""


def _cut(reasons: re.Pattern[str], part: str) -> str:
    hint = phrase("impossible", r"\b<>")

    def lean(match: re.Match[str]) -> str:
        kept = not match.start() or hint.search(match.group()) or ORDERING.search(part[: match.start()])
        return match.group() if kept else ""

    return reasons.sub(lean, part)


_PAIR = r"[A-Za-z_]+ ?= ?(?:\"[^\"]*\"|[^\s,;=]+(?:,[^\s,;=]+)*)"
_PAIRS = re.compile(rf"(?:{_PAIR})(?:[\s,;]+(?:and )?(?:{_PAIR}))*[\s,;]*")
SHORTHANDS = {
    "theme": "{} theme",
    "raw": "raw {}",
    "title": 'title "{}"',
    "description": 'description "{}"',
    "button": 'button "{}"',
    "submit": 'button "{}"',
    "sort": "sort by {}",
    "sort_by": "sort by {}",
    "order_by": "sort by {}",
    "order": "{} order",
    "group": "group by {}",
    "group_by": "group by {}",
    "limit": "limit to {}",
    "rows": "first {} rows",
    "top": "first {} rows",
    "page_size": "{} rows per page",
    "pagesize": "{} rows per page",
    "chart": "{} chart",
    "view": "show it as {}",
    "as": "show it as {}",
    "hide": "hide {}",
    "show": "show {}",
    "only": "only {}",
    "columns": "columns: {}",
    "fields": "columns: {}",
    "x": "x axis: {}",
    "y": "y axis: {}",
}
"""What a wish written as key=value says in words."""


def spelled_pairs(text: str) -> str:
    """Return "theme=dark raw=off" in words, where the whole is such pairs and all keys are known."""
    if not _PAIRS.fullmatch(text):
        return text
    pairs = [re.split(r" ?= ?", one, maxsplit=1) for one in re.findall(_PAIR, text)]
    if not all(key.lower() in SHORTHANDS for key, _ in pairs):
        return text
    return ", ".join(SHORTHANDS[key.lower()].format(value.strip('"')) for key, value in pairs)


def enumerated(text: str) -> str:
    """Return a text with its lines, bullets and numbers of a list as one sentence."""
    lines = [re.sub(r"^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+", "", line).strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > 1 and max(map(len, lines)) < WRAPPED:
        return "; ".join(lines)
    if len(re.findall(_NUMBER, text)) > 1:
        return re.sub(r"^; ", "", re.sub(rf"[,;.]?{_NUMBER}", "; ", text))
    return re.sub(r"^(?:[-*•])\s+(?=\w)", "", text)


WRAPPED = 70
"""Characters of a line from which on it may go on in the next."""
_NUMBER = r"(?:^|\s)\(?\d{1,2}[.)]\s+(?=[A-Za-z])"
_DEFAULTS = re.compile(
    r"\b(?:set|make|have|put|let) (?:the )?([\w ]{2,30}?) (?:to|as|=|with) (\S+),? and (?:the )?"
    r"((?!set |make |have |put |let |use )[\w ]{2,30}?) (?:to|as|=|with) (\S+) "
    r"(?:by default|initially|at first|from the start|as defaults)",
    re.I,
)
"""Two defaults that share their verb and their end."""


def normalized(text: str) -> str:
    """Return a text with plain quotes and single spaces, pairs of key and value in words."""
    text = spelled_pairs(enumerated(text.translate(_QUOTES).strip()))
    text = re.sub(r"(?<![\w\"])'((?:[^']|(?<=\w)'(?=\w))+)'(?!\w)", r'"\1"', text)
    text = re.sub(
        r"\b(?:i\.? ?e\b\.?|that is(?: to say)?|in other words|meaning|that means|namely),? +(?=\w+ )",
        "so ",
        text,
    )
    text = re.sub(r"\b(group|sort|order)_by\b", r"\1 by", text)
    text = _DEFAULTS.sub(r"default \1 to \2, default \3 to \4", text)
    text = re.sub(r"\bw/o\b", "without", re.sub(r"\bw/(?=\s?\w)(?!o\b)", "with ", text))
    text = _AMPERSAND.sub(" and ", text)
    return " ".join(text.split())


_AMPERSAND = re.compile(
    r" & (?=(?:please |also |then )?(?:show|hide|put|place|move|sort|order|group|rename|call|format|use|set|"
    r"make|turn|switch|change|add|remove|drop|limit|collapse|fold|swap|dark|light)\b)",
    re.I,
)
"""A sign between two wishes."""


def tidied(clause: str) -> str:
    """Return a clause without politeness around it and without its full stop."""
    before = ""
    while clause != before:
        before = clause
        clause = politeness().sub("", clause.strip().strip(",;").rstrip(".!?").strip())
        clause = trail("trail").sub("", clause)
    return clause


def plainer(clause: str, about: Collection[str] = ()) -> list[str]:
    """Return a clause with less and less of what hardly says anything, each different from the one before.

    `about` are the words for what the view shows: the "weather" of "weather table".
    """
    found = [clause]
    text = outside_quotes(without_filler, clause)
    found.append(tidied(text))
    if about:
        words = "|".join(sorted(map(re.escape, about), key=len, reverse=True))
        nouns = r"(?=(?:line |bar |area )?(?:table|chart|graph|plot|list|cards?|tree|timeline|page|view)s?\b)"
        text = outside_quotes(
            lambda part: re.sub(rf"\b(?:{words})s?(?:'s|')? {nouns}", "", part, flags=re.I), text
        )
        found.append(tidied(text))
    if not text.endswith('"') and not FOLDS_RESULT.search(text):
        found.append(tidied(phrase("place", r"[\s,]+<>$").sub("", tidied(text))))
    return [one for index, one in enumerate(found) if one and one not in found[:index]]


FOLDS_RESULT = re.compile(
    r"\b(?:fold|collaps|minimi[sz]|tuck|clos|shut)\w*\b.*\b"
    r"(?:in|of|from) the (?:results?|output|answer|response)$",
    re.I,
)
"""What says to fold something where a result shows it: without the place it would be a field of the form."""


def outside_quotes(change: Callable[[str], str], text: str) -> str:
    """Return a text changed where it is not quoted."""
    parts = re.split(r'("[^"]*")', text)
    return "".join(part if part.startswith('"') else change(part) for part in parts)


def corrected(text: str, known: Collection[str], names: Collection[str]) -> str:
    """Return a text whose words with typos are those that rules know; quotes and members stay as they are.

    `known` are the words of the rules, `names` the words in the names of members.
    """
    return outside_quotes(lambda part: _WORD.sub(partial(_mended, known, names), part), text)


def stems(word: str) -> Iterator[str]:
    """Yield a word and what it may be a form of: "filled" is of "fill", "sorting" of "sort"."""
    yield word
    yield singular(word)
    for ending in ("ing", "ed", "er", "est", "ly", "able", "es"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            yield stem
            yield f"{stem}e"
            if stem[-1] == stem[-2]:
                yield stem[:-1]


def _mended(known: Collection[str], names: Collection[str], match: re.Match[str]) -> str:
    word = match.group()
    low = word.lower()
    if low in SHORT:
        return SHORT[low]
    if len(low) < 4 or "'" in low or any(one in known or one in english() for one in stems(low)):
        return word
    if any(low + ending in known for ending in ("ed", "d", "ing", "s", "es")):
        return word
    stem = singular(low)
    named = {name for name in names if len(name) > 3 and near(stem, name)}
    if stem in names or named:
        same = named & set(known)
        return same.pop() if len(named) == 1 and same and stem not in names else word
    found = alike(low, known) or (alike(stem, known) if stem != low else [])
    best = sorted((slips(low, other), sorted(low) != sorted(other), other) for other in found)
    clear = len(best) == 1 or (best and (best[0][:2] < best[1][:2] or len(low) > 5))
    return best[0][2] if clear else word


def alike(word: str, known: Collection[str]) -> list[str]:
    """Return the known words that a word may be a typo of."""
    return [
        other
        for other in known
        if other[0] in word[:2] and abs(len(other) - len(word)) < 3 and near(word, other)
    ]


_WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
SHORT = {
    "teh": "the",
    "hte": "the",
    "adn": "and",
    "nad": "and",
    "fo": "of",
    "ot": "to",
    "wtih": "with",
    "n": "and",
    "btn": "button",
    "btns": "buttons",
    "col": "column",
    "dont": "don't",
    "cant": "can't",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "couldnt": "couldn't",
    "shouldnt": "shouldn't",
    "wouldnt": "wouldn't",
    "havent": "haven't",
    "thats": "that's",
    "whats": "what's",
    "theres": "there's",
    "wanna": "want to",
    "u": "you",
    "shd": "should",
    "shld": "should",
    "cud": "could",
    "cld": "could",
    "wud": "would",
    "wld": "would",
    "abt": "about",
    "w": "with",
    "b4": "before",
    "ppl": "people",
    "r": "are",
    "thru": "through",
    "dsc": "descending",
    "rm": "remove",
    "del": "delete",
    "fmt": "format",
    "tbl": "table",
    "params": "parameters",
    "asap": "please",
    "bg": "background",
}
"""Typos of words too short to tell by their letters."""


@cache
def english() -> frozenset[str]:
    """Return words that are no typos, though a rule's word is near."""
    spelled = " ".join(text for parts in table().values() for text in parts)
    return frozenset(re.findall(r"(?<![\\<?])\b[a-z]{4,}\b", spelled))
