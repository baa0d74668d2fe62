"""What a result member means: its label, unit and format, by its name, schema and description."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from genui.baseline.namewords import (
    CLOCKS,
    FILES,
    GRADES,
    IDENTIFIERS,
    MOMENTS,
    MONEY,
    PLACES,
    SIZES,
    SPANS,
    STATES,
    SUMS,
    TIMED,
    TOKEN_TIMES,
)
from genui.baseline.units import (
    CURRENCIES,
    DURATIONS,
    PROSE_UNITS,
    SIGNS,
    SPEEDS,
    TEMPERATURE,
    UNDIVIDED,
    UNITS,
)
from genui.labels import label_of, shortened, tidy, words_of
from genui.model import Json, JsonObject
from genui.roles import shared
from genui.schema import declared_types

NUMBERS = frozenset({"number", "integer"})

CENTS: JsonObject = {"name": "number", "least": 2}

SHORT_NAMES = range(1, 5)
"""Letters of names that may stand for longer ones."""
MOST_SPELT = 4
"""Words of a description that are no sentence."""

_PCT = re.compile(r"\bpct (?=\w)", re.I)
"""What every value of a percentage says; columns.js of the page knows the same."""

LINKS = frozenset({"url", "uri", "link", "href", "website", "homepage"})


_EPOCH = re.compile(
    r"\bunix[- ]?(epoch|time|timestamps?|seconds|ms|millis\w*|date)\b|\bsince (the )?(unix )?(epoch|1970)\b|"
    r"\bepoch[- ]?(s|sec|seconds?|ms|millis\w*|time|timestamps?)\b|\A\W*(unix|epoch)\W*\Z",
    re.I,
)
_FINER = re.compile(r"\b(micro|nano)|\b[µun]s\b", re.I)
"""Parts of a second that no format takes."""
_CENTS = re.compile(
    r"\b(?:in|as) (?:the )?(cents|pence|minor (?:currency )?units|smallest currency units?)\b", re.I
)
_LENGTHS = re.compile(r"\b(milliseconds|seconds|minutes|hours|ms)\b", re.I)
_CENTS_NAME = re.compile(r"[ ,]+(cents?|pence|minor( units?)?)$", re.I)
_COUNTS = re.compile(r"\b(number of|count|sample size|how many)\b", re.I)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is known of one member before any value is seen."""

    label: str
    unit: str = ""
    """The sign that belongs in a head: "°C"."""
    format: JsonObject | str | None = None
    """The format beside a head that says the unit."""
    alone: JsonObject | str | None = None
    """The format where the value stands alone, with its unit."""
    measure: bool = False
    """A number that measures something."""
    family: str = ""
    """Measures of one family share an axis."""


_PLAIN = ("string", "integer", "number", "boolean")


def alone_among(name: str, schema: JsonObject, names: Collection[str]) -> JsonObject | str:
    """Return the format of a number that only the names beside it tell, "" where none does."""
    types = (declared_types(schema) or frozenset()) - {"null"}
    if not types or not types <= NUMBERS:
        return ""
    if name in SIZES and not FILES.isdisjoint(names):
        return "bytes"
    if name in TOKEN_TIMES and len(TOKEN_TIMES.intersection(names)) > 1:
        return "datetime"
    words = name.split("_")
    whole = types == {"integer"}
    if "currency" in names and (not SUMS.isdisjoint(words) or (words[-1] in MONEY and not whole)):
        return {"name": "currency"} if whole else {"name": "currency", "minor": False}
    priced = any(SUMS.intersection(other.split("_")) for other in names)
    return CENTS if priced and not whole and words[-1] in MONEY else ""


def claim_label(name: str, names: Collection[str]) -> str:
    """Return what a member of a JSON Web Token is called (RFC 7519, section 4.1), "" for any other."""
    known: Mapping[str, str] = shared("claims.json")
    return known.get(name, "") if len(known.keys() & set(names)) > 1 else ""


def in_money(meaning: Meaning) -> Meaning:
    """Return the meaning of an amount in parts of a currency that another member names."""
    money = {"name": "currency", "minor": True}
    return replace(meaning, label=meaning.label.rpartition(", ")[0], format=money, alone=money)


def label_for(name: str, schema: JsonObject) -> str:
    """Return the label of a member: the schema's title unless a program made it, else its name."""
    title = schema.get("title")
    given = tidy(title[:200]) if isinstance(title, str) else ""
    told = label_of(tidy(name[:300]))
    # One word may be the name of a class, which only objects and enums have.
    is_name = not re.fullmatch("[A-Z][a-z]+", given) or "enum" in schema or schema.get("type") not in _PLAIN
    machine_made = label_of(given).casefold() == told.casefold() or (" " not in given and is_name)
    return shortened(told if machine_made and told else given, 80) or shortened(repr(name), 80)


def meaning_of(name: str, schema: JsonObject) -> Meaning:
    """Return what a member means by its name, schema and description."""
    whole = _told_name(name, schema) or label_for(name, schema)
    label, told = _told_unit(whole)
    words = [word.lower() for word in words_of(name[:300])] or [""]
    types = declared_types(schema)
    kinds = types - {"null"} if types else frozenset()
    if kinds and kinds <= NUMBERS:
        number = _number(label, words, schema, unit=told, whole=kinds == {"integer"})
        if number.family == "percent":
            short = _PCT.sub("", number.label)
            return replace(number, label=short[:1].upper() + short[1:])
        return number
    if kinds == {"boolean"}:
        return Meaning(label, format="boolean", alone="boolean")
    if kinds == {"string"}:
        given = _string_format(words, schema)
        return Meaning(whole, format=given, alone=given)
    return Meaning(whole)


def _told_name(name: str, schema: JsonObject) -> str:
    """Return what a description says that a short name stands for: "Matches played" of "mp", else ""."""
    said = re.split(r"[,.;:(]", _prose(schema))[0].strip()
    words = said.lower().split()
    short = name.lower()
    spelt = "".join(word[0] for word in words) == short or (len(words) == 1 and words[0].startswith(short))
    fits = len(short) in SHORT_NAMES and 1 <= len(words) <= MOST_SPELT and said[0].isupper()
    return said if fits and spelt and words[0] != short else ""


def _told_unit(label: str) -> tuple[str, str]:
    """Split a label such as "High, °C" into its words and the unit's own word."""
    head, comma, tail = label.rpartition(", ")
    sign = tail.strip()
    unit = SIGNS.get(sign) or SIGNS.get(sign.lower(), "")
    return (head, unit) if comma and unit else (label, "")


def _string_format(words: list[str], schema: JsonObject) -> str | None:
    by_schema = {"date": "date", "date-time": "datetime", "uri": "url", "url": "url"}
    declared = schema.get("format")
    if isinstance(declared, str):
        return by_schema.get(declared)
    choices = schema.get("enum")
    if words[-1] in STATES and (not isinstance(choices, list) or len(choices) <= 8):
        return "badge"
    if words[-1] in LINKS:
        return "url"
    if words[-1] == "date":
        return "date"
    return "datetime" if words[-1] in {"at", "timestamp", "datetime"} and len(words) > 1 else None


def _number(label: str, words: list[str], schema: JsonObject, *, unit: str, whole: bool) -> Meaning:
    last, integer = words[-1], "integer" if whole else None
    if _is_moment(words, schema, whole=whole):
        less = _less(label, words, last) if last in DURATIONS else label
        return Meaning(less, format="datetime", alone="datetime")
    part = _subunit(words, schema)
    if part:
        told = f"{_CENTS_NAME.sub('', label)}, {part}"
        return Meaning(told, format=integer, alone=integer, measure=True, family=part)
    unit = unit or _unit_word(words, schema)
    if unit in CURRENCIES:
        money = {"name": "currency", "currency": unit.upper()}
        digits = 0 if unit in UNDIVIDED else 2
        plain = {"name": "number", "digits": digits, "least": digits}
        return Meaning(_less(label, words, unit), unit.upper(), plain, money, measure=True, family=unit)
    if unit in {"percent", "pct", "percentage"}:
        percent = _percent(schema)
        less = _less(label, words, unit) if unit == "pct" else label
        return Meaning(less, "", percent, percent, measure=True, family="percent")
    if unit in {"bytes", "byte"}:
        return Meaning(_less(label, words, unit), "", "bytes", "bytes", measure=True, family="bytes")
    if unit in DURATIONS:
        length = {"name": "duration", "unit": DURATIONS[unit]}
        return Meaning(_less(label, words, unit), "", length, length, measure=True, family="duration")
    if unit in UNITS:
        sign, name = UNITS[unit]
        alone = {"name": "unit", "unit": name}
        if "_".join(words).replace("_per_", "_") == unit != last:
            # The name is the unit: "eur_per_kg".
            return Meaning(sign, format=integer, alone=alone, measure=True, family=sign)
        return Meaning(_less(label, words, unit), sign, integer, alone, measure=True, family=sign)
    # An `n` may be a count by its description, and not the number of a row.
    counted = words == ["n"] and _COUNTS.search(_prose(schema)) is not None
    if (last in IDENTIFIERS and not counted) or words[0] == "id" or last in PLACES:
        return Meaning(label, format="text", alone="text")
    if schema.get("minimum") == 0 and schema.get("maximum") == 1 and not whole and last not in GRADES:
        percent = _percent(schema)
        return Meaning(label, "", percent, percent, measure=True, family="percent")
    counts = not isinstance(schema.get("enum"), list)
    if counts and not whole and last in SUMS:
        return Meaning(label, format=CENTS, alone=CENTS, measure=True)
    return Meaning(label, format=integer, alone=integer, measure=counts, family="count" if whole else "")


def _prose(schema: JsonObject) -> str:
    about = schema.get("description")
    return about[:200] if isinstance(about, str) else ""


def _is_moment(words: list[str], schema: JsonObject, *, whole: bool) -> bool:
    """Tell whether a number counts seconds or milliseconds since 1970."""
    about = _prose(schema)
    if _FINER.search(f"{' '.join(words)} {about}"):
        return False
    *before, last = words
    if _EPOCH.search(about) or last in {"timestamp", "ts"}:
        return True
    if before and last in {*DURATIONS, "time"} and (CLOCKS & set(before) or before[-1] == "at"):
        return True
    span = last == "time" and (SPANS & set(before) or _LENGTHS.search(about))
    if whole and last in {"created", "updated", "modified", "expires", "date"}:
        return True
    return len(words) > 1 and not span and (last == "at" or (whole and last in MOMENTS))


def _subunit(words: list[str], schema: JsonObject) -> str:
    """Return what part of a currency's unit a number counts, "" where neither name nor description says."""
    told = _CENTS.search(_prose(schema))
    named = _CENTS_NAME.search(" ".join(words))
    word = told[1].lower() if told else named[1] if named else ""
    if word.startswith(("minor", "smallest")):
        return "minor units" if told or MONEY & set(words) else ""
    return "cents" if word == "cent" else word


def _unit_word(words: list[str], schema: JsonObject) -> str:
    """Return the unit that a number's name or description tells, "" where none does."""
    last = words[-1]
    rate = "_".join([word for word in words if word != "per"][-2:])
    if len(words) > 2 and rate in UNITS:
        return rate
    if len(words) > 1 and last in {"c", "f"} and TEMPERATURE & set(words[:-1]):
        return "celsius" if last == "c" else "fahrenheit"
    if last == "ms" and SPEEDS & set(words[:-1]):
        return "m_s"
    if words[-2:-1] == ["per"]:
        # "Price per kWh" needs its last word.
        return ""
    if last in {"s", "min"}:
        return last if TIMED & set(words[:-1]) else ""
    known = last in CURRENCIES or last in DURATIONS or last in UNITS or last in {"bytes", "byte", "pct"}
    if (known and (len(words) > 1 or len(last) > 3)) or last in {"percent", "percentage", "pct"}:
        return last
    about = _prose(schema)
    return next((unit for pattern, unit in PROSE_UNITS if pattern.search(about)), "")


def _percent(schema: JsonObject) -> JsonObject | str:
    most = schema.get("maximum")
    ratio = isinstance(most, int | float) and not isinstance(most, bool) and 0 < most <= 1
    return {"name": "percent", "ratio": True} if ratio else "percent"


def _less(label: str, words: list[str], unit: str) -> str:
    """Return a label without the unit as its last word, or its last two: "kg_ha"."""
    pair = "ms" if words[-1] == "ms" and unit == "m_s" else unit.replace("_", "( per)? ")
    if pair != unit:
        return re.sub(f" {pair}$", "", label, flags=re.I)
    own = {"celsius": {"c", "celsius"}, "fahrenheit": {"f", "fahrenheit"}}.get(unit, {unit})
    if len(words) < 2 or words[-1] not in own:
        return label
    head, _, tail = label.rpartition(" ")
    return head if head and tail.lower() == words[-1] else label


def head_of(meaning: Meaning) -> str:
    """Return the head of a column: the label, and the unit behind a comma."""
    return f"{meaning.label}, {meaning.unit}" if meaning.unit else meaning.label


def last_word(name: str) -> str:
    """Return the last word of a member's name in small letters, "" where it has none."""
    return (words_of(name[:300]) or ("",))[-1].lower()


def is_scalar(schema: JsonObject) -> bool:
    """Tell whether a schema allows no object and no array."""
    types = declared_types(schema)
    return types is not None and not types & {"object", "array"}


def is_text(schema: JsonObject) -> bool:
    """Tell whether a schema allows texts only, null aside."""
    return (declared_types(schema) or frozenset()) - {"null"} == {"string"}


def entry_of(key: str, label: str, given: Json) -> dict[str, Any]:
    """Return a column, field or stat entry, without a format that says nothing."""
    return {"key": key, "label": label, **({"format": given} if given else {})}
