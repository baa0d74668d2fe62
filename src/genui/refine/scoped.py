"""Which rows a clause speaks of: "hide id in the categories table" is about those rows alone."""

import re
from collections.abc import Iterator

from genui.labels import words_of
from genui.refine.charts import KINDS
from genui.refine.draft import Draft
from genui.refine.rules import alternatives
from genui.refine.source import Source
from genui.refine.sources import path_of_source, sources_of

_WORD = re.compile(r'"[^"]*"|[\w$]+')
_BEFORE = re.compile(
    r"[\s,]*\b(?:in|from|of|for|on|within|inside|under|to)(?: (?:the|my|our|this|that))?\s+$", re.I
)
_AFTER = re.compile(
    r"\s+(?:tables?|lists?|cards?|charts?|graphs?|sections?|parts?|rows|results?|numbers?|figures?|"
    r"values?)\b|'s?\b",
    re.I,
)
_TITLE = re.compile(r"\b(?:titles?|headings?|captions?)\s*$", re.I)
"""What a part has itself, so that its name cannot be left out."""
_COUNTED = re.compile(r"\s+(?:by|per|over|across)\b", re.I)
"""How rows are asked to be counted, which no view does."""
_DRAWN = re.compile(
    rf"\s+(?:as|in|into|with|using) (?:an? )?(?P<kind>{alternatives(KINDS)})"
    r"(?:[\s-]?(?:charts?|graphs?|plots?))?(?:,|:|,? with| showing| of| plotting)? (?P<rest>\S.*)",
    re.I,
)
"""How rows are drawn: "… as bars, profit per month"."""
_ARTICLE = re.compile(r"^\s*(?:the|my|our)?\s*$", re.I)
_TOPIC = re.compile(r"(?:\s+(?:table|list|cards?|chart|section|part|rows))?\s*:\s*", re.I)
"""How what is wished of some rows is led to: "cores table: …"."""
_EDGES = re.compile(r"^[\s,:]+|[\s,:]+$")


_OF_PART = re.compile(
    r",?\s+(?:in|from|of|on|off|out of)(?: the| my| this)?(?: (?:line|bar|area|data))?[ -]"
    r"(?:(?P<chart>charts?|graphs?|plots?)|(?P<table>tables?|grid))\b",
    re.I,
)
_OF_CHART = re.compile(
    r"(?:just |only |please )*(?:graph|plot|chart|draw)\b"
    r"|.*\b(?:only|just|hide|remove|drop|lose|without)\b.* (?:lines?|curves?|bars?)",
    re.I,
)


def part_said(text: str) -> tuple[str, str]:
    """Return the part of the view that a text speaks of, "chart" or "table", and the text without it."""
    found = _OF_PART.search(text)
    if found is None:
        return ("chart" if _OF_CHART.fullmatch(text) or _OF_CHART.match(text) else ""), text
    return "chart" if found["chart"] else "table", _OF_PART.sub("", text, count=1)


def scoped(clause: str, draft: Draft) -> tuple[bool, list[tuple[str, tuple[str, ...]]]]:
    """Return whether a clause speaks of some rows and no others, and how it reads about them alone: less
    the words that say so, else as it stands, with the homes of the sources it is about."""
    found = list(mentions(clause, draft))
    homes = tuple(dict.fromkeys(home for _, home, _ in found))
    if len(homes) != 1:
        return False, []
    span, _, clear = found[0]
    lean = without_mention(clause, span)
    return clear, [(lean or clause, homes)]


def without_mention(clause: str, span: tuple[int, int]) -> str:
    """Return a clause without the words at a span, "" where no preposition leads to them."""
    before, after = clause[: span[0]], clause[span[1] :]
    leading = _BEFORE.search(" " + before)
    if not _ARTICLE.sub("", before) and (topic := _TOPIC.match(after)):
        return after[topic.end() :]
    if leading is None and (drawn := _DRAWN.fullmatch(after)):
        return f"{drawn['kind']} chart of {drawn['rest']}"
    if (
        leading is None
        or _TITLE.search(before[: leading.start()])
        or (_COUNTED.match(after) and leading[0].strip() in {"of", "of the"})
    ):
        return ""
    start = max(leading.start() - 1, 0)
    noun = _AFTER.match(after)
    after = after[noun.end() :] if noun else after
    glue = "" if after.startswith(",") else " "
    return _EDGES.sub("", before[:start] + glue + after)


def mentions(clause: str, draft: Draft) -> Iterator[tuple[tuple[int, int], str, bool]]:
    """Yield where a clause names rows outright, their home, and whether no member is called so."""
    called = rows_by_name(draft)
    words = list(_WORD.finditer(clause)) if called else []
    index = 0
    while index < len(words):
        for end in range(min(index + 3, len(words)), index, -1):
            said = tuple(word.lower() for match in words[index:end] for word in words_of(match[0]))
            if said in called and '"' not in clause[words[index].start() : words[end - 1].end()]:
                home, clear = called[said]
                yield (words[index].start(), words[end - 1].end()), home, clear
                index = end - 1
                break
        index += 1


def rows_by_name(draft: Draft) -> dict[tuple[str, ...], tuple[str, bool]]:
    """Return the homes of rows by the words that name them, and whether these name nothing else."""
    if "rows by name" not in draft.memory:
        sources = sources_of(draft)
        several = len([one for one in sources if path_of_source(one) not in {"", "/result"}]) > 1
        members = {text.casefold() for one in sources for name in one.known() for text in name.texts}
        draft.memory["rows by name"] = {
            words: (one.home, one.rows and several and " ".join(words) not in members)
            for one in sources
            if path_of_source(one) not in {"", "/result"} and len(sources) > 1
            for words in names_of(one)
        }
    named: dict[tuple[str, ...], tuple[str, bool]] = draft.memory["rows by name"]
    return named


def names_of(source: Source) -> Iterator[tuple[str, ...]]:
    """Yield the words that name some rows: the end of their path, and the titles of what shows them."""
    path = path_of_source(source)
    titles = [str(one.get("title", "")) for one in source.components if one["type"] != "chart"]
    for text in (path.rpartition("/")[2], *titles):
        if words := tuple(word.lower() for word in words_of(text)):
            yield words
