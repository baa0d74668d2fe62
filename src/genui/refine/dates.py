"""Days, months and years as people say them, and what holds of a moment within them."""

import datetime
import re
from collections.abc import Iterator, Sequence
from typing import Any

from genui.model import Json
from genui.refine.draft import Unfulfilled
from genui.refine.english.values import DAYS, MONTHS
from genui.refine.words import Token

YEAR = re.compile(r"(?:19|20)\d\d")
LEADS = frozenset({"in", "from", "of", "only", "during", "since", "before", "after", "until", "for", "just"})
"""Words behind which four digits are a year."""


def dates_at(tokens: Sequence[Token], at: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the dates that begin at a token, as the beginning of ISO 8601 or as days from now."""
    words = [one.word for one in tokens[at : min(end, at + 3)]]
    led = at > 0 and tokens[at - 1].word in LEADS
    if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", words[0]) or (led and YEAR.fullmatch(words[0])):
        yield 1, words[0]
    if words[0] in {"last", "past", "next"} and len(words) == 3 and words[1].isdigit() and words[2] in DAYS:
        sign = "+" if words[0] == "next" else "-"
        yield 3, f"{sign}{int(words[1]) * DAYS[words[2]]}"
    if words[0] == "today":
        yield 1, "+0"
    if words[0] in MONTHS and len(words) > 1 and YEAR.fullmatch(words[1]):
        yield 2, f"{words[1]}-{MONTHS[words[0]]:02}"
    spelled = len(words) == 3 and words[0].isdigit() and words[1] in MONTHS and YEAR.fullmatch(words[2])
    if spelled and 0 < int(words[0]) < 32:
        yield 3, f"{words[2]}-{MONTHS[words[1]]:02}-{int(words[0]):02}"


def next_date(date: str) -> str:
    """Return the day, month or year after one.

    Raises:
        Unfulfilled: There is no such date.
    """
    year, *rest = (int(one) for one in date.split("-"))
    if not rest:
        return str(year + 1)
    if not rest[1:]:
        year, month = divmod(year * 12 + rest[0], 12)
        return f"{year}-{month + 1:02}"
    try:
        return str(datetime.date(year, *rest) + datetime.timedelta(days=1))
    except ValueError as error:
        raise Unfulfilled(f"{date} is no day of a calendar") from error


def held(moment: Json, date: str, way: str) -> Any:
    """Return the condition that a moment is within, before or after a date."""
    start: Json = date
    end: Json = ""
    if date[0] in "+-":
        start, end = {"$today": min(0, int(date))}, {"$today": max(0, int(date)) + 1}
    else:
        end = next_date(date)
    from_it, through = {"$not": {"$lt": [moment, start]}}, {"$lt": [moment, end]}
    after = {"$gt": [moment, date]} if len(date) == len("2026-12-31") else {"$not": through}
    ways: dict[str, Any] = {"lt": {"$lt": [moment, start]}, "gt": after, "ge": from_it, "le": through}
    return ways.get(way) or {"$and": [from_it, through]}
