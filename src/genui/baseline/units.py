"""Units of measures and money: by last words of names, by signs, and as descriptions tell them."""

import re
from collections.abc import Mapping

from genui.roles import shared

CURRENCIES = frozenset(
    {
        *("usd", "eur", "gbp", "chf", "jpy", "cny", "inr", "aud", "cad", "nzd", "sek", "nok", "dkk", "pln"),
        *("czk", "huf", "brl", "mxn", "zar", "krw"),
    }
)

UNDIVIDED = frozenset({"jpy", "krw", "huf"})
"""Currencies whose amounts are told without decimals."""

TEMPERATURE = frozenset({"temp", "temperature", "high", "low", "min", "max", "dewpoint", "feels", "like"}) | {
    *("tmp", "atmp", "wtmp", "air", "water", "ambient", "indoor", "outdoor"),
}
SPEEDS = frozenset({"wspd", "spd", "speed", "wind", "gst", "gust", "gusts", "velocity"})
"""Words beside which "ms" is metres a second, and no thousandth of one."""

BY_INTL = {"m_s": "meter-per-second", "km_h": "kilometer-per-hour"}
"""Units of two words that browsers know by a name of their own."""


def _rates() -> dict[str, tuple[str, str]]:
    """Return the units of two words: one of something per another."""
    counted, per = [
        [(unit.partition("=")[0], unit.rpartition("=")[2]) for unit in units.split()]
        for units in (shared("rates.json")["of"], shared("rates.json")["per"])
    ]
    pairs = {f"{one}_{other}": f"{sign}/{by}" for one, sign in counted for other, by in per}
    return {pair: (sign, BY_INTL.get(pair, sign)) for pair, sign in pairs.items()}


UNITS: Mapping[str, tuple[str, str]] = {
    "celsius": ("°C", "celsius"),
    "fahrenheit": ("°F", "fahrenheit"),
    "mm": ("mm", "millimeter"),
    "cm": ("cm", "centimeter"),
    "m": ("m", "meter"),
    "km": ("km", "kilometer"),
    "kg": ("kg", "kilogram"),
    "t": ("t", "t"),
    "mb": ("MB", "megabyte"),
    "gb": ("GB", "gigabyte"),
    "kb": ("KB", "kilobyte"),
    "kmh": ("km/h", "kilometer-per-hour"),
    "kph": ("km/h", "kilometer-per-hour"),
    "mph": ("mph", "mile-per-hour"),
    "hpa": ("hPa", "hPa"),
    "kwh": ("kWh", "kWh"),
    "kw": ("kW", "kW"),
    "hz": ("Hz", "Hz"),
    "mhz": ("MHz", "MHz"),
    "ghz": ("GHz", "GHz"),
    "px": ("px", "px"),
    "hours": ("h", "hour"),
    "degrees": ("°", "degree"),
    "ha": ("ha", "hectare"),
    "lb": ("lb", "pound"),
    "oz": ("oz", "ounce"),
    "ft": ("ft", "foot"),
    "mi": ("mi", "mile"),
    "mg": ("mg", "mg"),
    "ml": ("ml", "milliliter"),
    "h": ("h", "hour"),
    "bpm": ("bpm", "bpm"),
    "kbps": ("kbps", "kbps"),
    "rpm": ("rpm", "rpm"),
    "ppm": ("ppm", "ppm"),
    "dbm": ("dBm", "dBm"),
    "kcal": ("kcal", "kcal"),
    "km2": ("km²", "km²"),
    "m2": ("m²", "m²"),
    "sqm": ("m²", "m²"),
    "sqft": ("ft²", "ft²"),
    "w": ("W", "W"),
    "v": ("V", "V"),
    "wh": ("Wh", "Wh"),
    **_rates(),
}
"""Last words, and last two, that are units: the sign for a head, the name for a format."""

DURATIONS = {
    "ms": "ms", "millis": "ms", "milliseconds": "ms", "msec": "ms",
    "s": "s", "sec": "s", "secs": "s", "seconds": "s", "min": "min", "mins": "min", "minutes": "min",
}  # fmt: skip

SIGNS: Mapping[str, str] = {
    **{sign.lower(): word for word, (sign, _) in UNITS.items()},
    **{code: code for code in CURRENCIES},
    "€": "eur",
    "$": "usd",
    "£": "gbp",
    "%": "percent",
    "bytes": "bytes",
    "ms": "ms",
    "s": "s",
    "seconds": "s",
    "min": "min",
    "km/h": "kmh",
}
"""The word of a unit by the sign that a title ends with."""

PROSE_UNITS = (
    (re.compile(r"\b(in|degrees) celsius\b|°C", re.I), "celsius"),
    (re.compile(r"\b(in|degrees) fahrenheit\b|°F", re.I), "fahrenheit"),
    (re.compile(r"\bpercent(age)?\b", re.I), "percent"),
    (re.compile(r"\bin bytes\b|\bbytes$", re.I), "bytes"),
    (re.compile(r"\bmilliseconds\b|\bin ms\b", re.I), "ms"),
    (re.compile(r"\bin seconds\b", re.I), "seconds"),
    (re.compile(r"\bin (millimet(er|re)s|mm)\b", re.I), "mm"),
    (re.compile(r"\bin (kilomet(er|re)s|km)\b(?!/)", re.I), "km"),
    (re.compile(r"\b(km/h|kmh|kilomet(er|re)s per hour)\b", re.I), "kmh"),
    (re.compile(r"\bin (US dollars|USD)\b", re.I), "usd"),
    (re.compile(r"\bin (euros?|EUR)\b", re.I), "eur"),
    *((re.compile(rf"\A{code}\b", re.I), code) for code in CURRENCIES),
)

PARTS = frozenset({"cents", "pence", "minor units"})
"""Families of amounts in parts of a currency."""
