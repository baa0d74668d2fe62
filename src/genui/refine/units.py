"""Amounts with their unit, as people write values: 30 minutes, $500, 2 kg."""

import re
from collections.abc import Iterable

from genui.refine.order import NUMBERS
from genui.refine.spelling import singular, words_in
from genui.refine.synonyms import same

_AMOUNT = re.compile(r"(?P<sign>[$€£])? ?(?P<number>-?\d[\d.,]*) ?(?P<unit>[A-Za-z]+|[%$€£])?", re.I)
MEASURED = frozenset(
    """
    second sec s minute min hour hr h day week month year kg kilo kilogram g gram km kilometer
    kilometre mile m meter metre mm millimeter millimetre cm c celsius degree f fahrenheit percent pct
    percentage eur euro usd dollar gbp pound
    """.split()  # noqa: SIM905 - a page of words
)
"""Units that stand in the name of what is measured in them."""
MONEY = frozenset(("euro", "eur", "dollar", "usd", "buck", "pound", "gbp", "€", "$", "£"))
PRICED = frozenset(("price", "cost", "amount", "total", "budget", "salary", "fee", "rent", "value"))
"""Words of a name that is about money, in whichever currency."""


def number_in(said: str, names: Iterable[str]) -> str:
    """Return the number of an amount whose unit is that of what is called so; else the text as it is.

    "30 minutes" of duration_minutes is "30"; of duration_hours it stays, for nothing is converted.
    """
    text = said.strip()
    number, space, rest = text.partition(" ")
    if number.lower() in NUMBERS:
        text = f"{NUMBERS[number.lower()]}{space}{rest}"
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return said
    if not (found["unit"] or found["sign"]):
        return text
    unit = singular((found["unit"] or found["sign"]).lower())
    words = {word for text in names for word in words_in(text)}
    told = words & MEASURED
    if unit in MONEY and not told:
        return found["number"] if words & PRICED else said
    fits = unit in words or any(same(unit, word) for word in told)
    return found["number"] if fits else said
