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
    if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", words[0]):
        yield 1, words[0]
    if YEAR.fullmatch(words[0]) and at and tokens[at - 1].word in LEADS:
        yield 1, words[0]
    if words[0] in {"last", "past", "next"} and len(words) == 3 and words[1].isdigit() and words[2] in DAYS:
        sign = "+" if words[0] == "next" else "-"
        yield 3, f"{sign}{int(words[1]) * DAYS[words[2]]}"
    if words[0] == "today":
        yield 1, "+0"
    place = next((one for one in (0, 1) if words[one : one + 1] and words[one] in MONTHS), None)
    if place is not None and len(words) > place + 1 and YEAR.fullmatch(words[place + 1]):
        month = f"{words[place + 1]}-{MONTHS[words[place]]:02}"
        if not place:
            yield 2, month
        elif words[0].isdigit() and 0 < int(words[0]) < 32:
            yield 3, f"{month}-{int(words[0]):02}"


def next_date(date: str) -> str:
    """Return the day, month or year after one."""
    parts = [int(one) for one in date.split("-")]
    if len(parts) == 1:
        return str(parts[0] + 1)
    if len(parts) == 2:
        year, month = divmod(parts[0] * 12 + parts[1], 12)
        return f"{year}-{month + 1:02}"
    return str(datetime.date(*parts) + datetime.timedelta(days=1))


def held(moment: Json, date: str, way: str) -> Any:
    """Return the condition that a moment is within, before or after a date.

    Raises:
        Unfulfilled: There is no such date.
    """
    start: Json = date
    end: Json = ""
    if date[0] in "+-":
        start, end = {"$today": min(0, int(date))}, {"$today": max(0, int(date)) + 1}
    else:
        try:
            end = next_date(date)
        except ValueError as error:
            raise Unfulfilled(f"{date} is no day of a calendar") from error
    from_it, through = {"$not": {"$lt": [moment, start]}}, {"$lt": [moment, end]}
    ways: dict[str, Any] = {
        "lt": {"$lt": [moment, start]},
        "gt": {"$gt": [moment, date]} if len(date) == len("2026-12-31") else {"$not": through},
        "ge": from_it,
        "le": through,
    }
    return ways.get(way) or {"$and": [from_it, through]}
