"""The values of fields as people write them: "5 days", "yes", "a, b"; held to the schema of the field."""

import json
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from genui.model import Json, JsonObject
from genui.refine.draft import listed, refuse
from genui.refine.english.phrases import PHRASES
from genui.refine.english.values import NUMBERS
from genui.refine.words import parts_of
from genui.schema import json_type

TRUE, FALSE = (frozenset(PHRASES[f"bool:{name}"].split(" | ")) for name in ("true", "false"))
NUMERIC = frozenset({"integer", "number"})

COUNTED = frozenset({"row", "day", "result", "item", "people", "entry"})
"""Nouns behind a number that say what is counted, and are no part of it."""

BOUNDS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least {:g}", operator.ge),
    "maximum": ("at most {:g}", operator.le),
    "exclusiveMinimum": ("more than {:g}", operator.gt),
    "exclusiveMaximum": ("less than {:g}", operator.lt),
    "minLength": ("at least {:g} characters", operator.ge),
    "maxLength": ("at most {:g} characters", operator.le),
}
"""Keywords that bound a value: how they are told, and what must hold."""


def value_in(said: str, name: str, schema: JsonObject, types: Collection[str], known: list[Json]) -> Json:
    """Return a value as the schema of a field has it.

    Raises:
        Unfulfilled: The text is no such value.
    """
    plain = said.strip().strip('"')
    for choice in known:
        if isinstance(choice, str) and choice.casefold() == plain.casefold():
            return [choice] if "array" in types else choice
    value = read_value(without_noun(plain, name) if NUMERIC & {*types} else plain, types)
    refuse(
        schema.get("format") == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", plain),
        f'"{plain}" is no date, which {name} takes',
        "say 2026-12-31",
    )
    for bound in bounds_broken(schema, value):
        refuse(bound, f"{plain} is no value of {name}: it takes {bound}")
    strange = known and value not in known and "array" not in types
    told = listed([json.dumps(one) for one in known[:8]])
    refuse(strange, f'"{plain}" is no value of {name}', f"it takes {told}")
    kind = json_type(value)
    fits = not types or kind in types or (kind == "integer" and "number" in types)
    refuse(value is None or not fits, f'"{plain}" is no {listed(sorted(types))}, which {name} takes')
    return value


def without_noun(text: str, name: str) -> str:
    """Return the number of "5 days", where the noun is the field's or only says what is counted."""
    number = re.fullmatch(r"(-?[\d.,]+|[a-z]+) ([a-z]+)", text.lower())
    counted = number is not None and parts_of(number[2])[0] in COUNTED | {*parts_of(name)}
    return number[1] if number is not None and counted else text


def read_value(text: str, types: Collection[str]) -> Json:
    """Return the value that a text is, by the types that are wanted; None where it is none."""
    if "boolean" in types and text.lower() in TRUE | FALSE:
        return text.lower() in TRUE
    numeric = NUMERIC & {*types}
    figure = str(NUMBERS.get(text.lower(), text))
    if numeric and re.fullmatch(r"-?\d[\d,]*(?:\.\d+)?", figure):
        number = float(figure.replace(",", ""))
        return int(number) if number.is_integer() and ("." not in figure or "integer" in types) else number
    if "string" in types:
        return text
    if "array" in types and not text.startswith("["):
        return [part.strip() for part in text.split(",")]
    if numeric or "boolean" in types:
        return None
    try:
        found: Json = json.loads(text)
    except ValueError:
        return None if types else text
    return found


def bounds_broken(schema: JsonObject, value: Json) -> Iterator[str]:
    """Yield the bounds of a schema that a plain value breaks, in words."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return
    for key, (told, holds) in BOUNDS.items():
        limit: Any = schema.get(key)
        size: Any = len(value) if isinstance(value, str) else value
        of_text = key.endswith("Length") == isinstance(value, str)
        if of_text and json_type(limit) in NUMERIC and not holds(size, limit):
            yield told.format(limit)
