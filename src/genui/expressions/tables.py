"""The roots, operators and formats of expressions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from genui.model import JsonObject

ROOTS = ("result", "content", "input", "host", "state")
"""What `$path` can begin with: data, content blocks, arguments, the host's context, view state."""

Operand = Literal["pointer", "true", "one", "pair", "many", "days", "format"]


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator: what stands behind its `$name`, and the members that go with it."""

    operand: Operand
    doc: str
    more: Mapping[str, bool] = field(default_factory=dict)
    """Further members that hold expressions, and whether each is required."""
    gives: str = ""
    """The JSON type of its value where that is always the same."""


OPERATORS: Mapping[str, Operator] = {
    "$path": Operator("pointer", "a JSON Pointer from /result, /content, /input, /host or /state"),
    "$item": Operator("pointer", 'a JSON Pointer inside the row, "" the row itself'),
    "$index": Operator("true", "the place of the row, from 0", gives="integer"),
    "$key": Operator("true", "the member name of the row where rows is a map", gives="string"),
    "$first": Operator("many", "the first value that is present and not null"),
    "$concat": Operator(
        "many", "the values as one text; a separator beside an absent one goes with it", gives="string"
    ),
    "$if": Operator("one", "`then` if the condition holds, or `else`", more={"then": True, "else": False}),
    "$has": Operator("one", "whether a value is present and not null", gives="boolean"),
    "$eq": Operator("pair", "whether two values are equal", gives="boolean"),
    "$gt": Operator("pair", "whether the first number or text comes after the second", gives="boolean"),
    "$lt": Operator("pair", "whether the first number or text comes before the second", gives="boolean"),
    "$not": Operator("one", "the opposite of a condition", gives="boolean"),
    "$and": Operator("many", "whether all conditions hold", gives="boolean"),
    "$or": Operator("many", "whether any condition holds", gives="boolean"),
    "$add": Operator("pair", "the sum of two numbers", gives="number"),
    "$sub": Operator("pair", "the first number less the second", gives="number"),
    "$mul": Operator("pair", "the product of two numbers", gives="number"),
    "$div": Operator("pair", "the first number by the second; nothing where that is 0", gives="number"),
    "$days": Operator("pair", "the days from the first date to the second", gives="number"),
    "$today": Operator("days", "the date so many days from today: 0, −7", gives="string"),
    "$now": Operator("days", "the moment so many days from now, as ISO text", gives="string"),
    "$switch": Operator(
        "one", "the member of `cases` that a value names, or `else`", more={"cases": True, "else": False}
    ),
    "$fmt": Operator("format", "a value as text, by a format", more={"of": True}, gives="string"),
}


@dataclass(frozen=True, slots=True)
class Format:
    """One format: what it does, the types it takes (none: any) and the JSON Schema of each option."""

    doc: str
    types: frozenset[str] = frozenset()
    options: Mapping[str, JsonObject] = field(default_factory=dict)


_NUMBER = frozenset({"number", "integer"})
_WHEN = frozenset({"string", "number", "integer"})
_SCALAR = frozenset({"string", "number", "integer", "boolean"})
_DIGITS: JsonObject = {"type": "integer", "minimum": 0, "maximum": 10}
_TEXT: JsonObject = {"type": "string", "maxLength": 200}
_FLAG: JsonObject = {"type": "boolean"}

UNITS: Mapping[str, tuple[str, ...]] = {
    "temperature": ("celsius", "fahrenheit"),
    "length": ("millimeter", "centimeter", "meter", "kilometer", "inch", "foot", "mile"),
    "mass": ("gram", "kilogram", "ounce", "pound"),
    "volume": ("milliliter", "liter", "gallon"),
    "speed": ("meter-per-second", "kilometer-per-hour", "mile-per-hour"),
}
"""The units that are converted into one another, as Intl.NumberFormat names them."""

FORMATS: Mapping[str, Format] = {
    "text": Format("as it is"),
    "integer": Format("a whole number, grouped in thousands", _NUMBER, {"grouping": _FLAG}),
    "number": Format(
        "a number, grouped in thousands; at least `least` decimals",
        _NUMBER,
        {"digits": _DIGITS, "least": _DIGITS, "grouping": _FLAG},
    ),
    "ordinal": Format("1st, 2nd", _NUMBER),
    "compact": Format("1.2M", _NUMBER),
    "percent": Format("12 → 12 %; with ratio 0.12 → 12 %", _NUMBER, {"ratio": _FLAG, "digits": _DIGITS}),
    "currency": Format(
        "money in `currency`, else in the member `currency` beside it; `minor`: in cents",
        _NUMBER,
        {"currency": {"type": "string", "pattern": "^[A-Z]{3}$"}, "digits": _DIGITS, "minor": _FLAG},
    ),
    "unit": Format(
        "a number and the `unit` it comes in; converted to another with `to`",
        _NUMBER,
        {
            "unit": _TEXT,
            "to": {"enum": [unit for units in UNITS.values() for unit in units]},
            "digits": _DIGITS,
        },
    ),
    "bytes": Format(
        "1.4 MB; `unit`: what it comes in; `binary`: 1.3 MiB",
        _NUMBER,
        {"unit": {"enum": ["byte", "kilobyte", "megabyte", "gigabyte"]}, "binary": _FLAG},
    ),
    "progress": Format(
        "a bar and how far: a number of `max`, of 100 where that is absent",
        _NUMBER,
        {"max": {"type": "integer", "minimum": 1}},
    ),
    "duration": Format("2 h 5 min, from `unit`s", _NUMBER, {"unit": {"enum": ["ms", "s", "min", "h"]}}),
    "date": Format("a day; never shifted", _WHEN, {"year": _FLAG, "weekday": _FLAG}),
    "weekday": Format("the day of the week", _WHEN, {"short": _FLAG}),
    "month": Format("a month and its year", _WHEN, {"year": _FLAG}),
    "year": Format("the year of a date", _WHEN),
    "time": Format("a time of day", _WHEN, {"seconds": _FLAG}),
    "datetime": Format(
        "a day and time, at the UTC offset of the text, else in the host's zone",
        _WHEN,
        {"year": _FLAG, "seconds": _FLAG, "weekday": _FLAG},
    ),
    "relative": Format("Today, Yesterday, in 2 h, Tomorrow, in 3 days, else the day", _WHEN),
    "boolean": Format("Yes or No", frozenset({"boolean"})),
    "badge": Format("a short word, coloured by its tone, or where it is a known status", _SCALAR),
    "code": Format("in a font of fixed width: hashes, paths, commands", _SCALAR),
    "truncate": Format(
        "the first characters", frozenset({"string"}), {"length": {"type": "integer", "minimum": 1}}
    ),
    "length": Format("how many entries, members or characters", frozenset({"array", "object", "string"})),
    "sparkline": Format("a small line through numbers", frozenset({"array"})),
    "checklist": Format(
        "boxes of entries {done or completed or checked, title or text or name}", frozenset({"array"})
    ),
    "join": Format("the entries as one text", frozenset({"array"}), {"separator": _TEXT}),
    "json": Format("JSON"),
    "url": Format("a web address as a link", frozenset({"string"})),
}
