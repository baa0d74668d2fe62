"""The messages for values that a schema refuses: each says what to do.

`{n}` stands for how many there are, or are too many or too few, `{s}` for its plural, `{@}` for a label.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence

from genui.labels import label_of
from genui.model import Json, JsonObject, listed, mapping
from genui.schema_rules.values import is_number

KINDS = {
    "object": "a JSON object, like {…}",
    "array": "a list, like […]",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
}

UNKNOWN = "Remove {@}: it is not known here."
LEAVE_OUT = "Leave this out."

MOST_NAMES = 100


def number_text(number: float) -> str:
    """Return a number as JavaScript writes it."""
    return str(int(number)) if number == int(number) and abs(number) < 1e21 else repr(number)


def quoted(value: Json) -> str:
    """Return a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def either(words: Sequence[str]) -> str:
    """Return "a, b or c"."""
    return (", ".join(words[:-1]) + " or " if len(words) > 1 else "") + (words[-1] if words else "")


def count_of(number: float, word: str) -> str:
    """Return a number with its noun."""
    return f"{number_text(number)} {word}" + ("" if number == 1 else "s")


def lowered(text: str) -> str:
    """Return a sentence as it stands inside another; what begins with two capitals keeps them."""
    return (
        text if text[:2].isupper() and text[:2].isalpha() and len(text) > 1 else text[:1].lower() + text[1:]
    )


def of_kind(names: Iterable[str]) -> str:
    """Say which kinds of value fit."""
    return f"Use {either([KINDS.get(name, name) for name in names])}."


def of_values(values: Sequence[Json]) -> str:
    """Say which values fit, where they are few."""
    return (
        f"Use {either([quoted(value) for value in values])}."
        if len(values) <= 6
        else "Choose one from the list."
    )


def bound(keyword: str, number: float, schema: JsonObject) -> str:
    """Say how large or small a number may be."""
    than = "more" if "inimum" in keyword else "less"
    least, most = schema.get("minimum"), schema.get("maximum")
    exclusive = schema.get("exclusiveMinimum" if than == "more" else "exclusiveMaximum")
    if keyword.startswith("exclusive") or exclusive is True:
        return f"Use {than} than {number_text(number)}."
    if is_number(least) and is_number(most) and not exclusive:
        return f"Use a number from {number_text(least or 0)} to {number_text(most or 0)}."
    return f"Use {number_text(number)} or {than}."


def step(number: float) -> str:
    """Say which multiples fit."""
    places = -math.log10(number) if number > 0 else 0
    if number == 1:
        return "Use a whole number."
    return (
        f"Use at most {count_of(round(places), 'decimal')}."
        if places > 0.5 and abs(places - round(places)) < 1e-9
        else f"Use a multiple of {number_text(number)}."
    )


def size(keyword: str, number: float) -> str:
    """Say how many characters, items or members there may be."""
    limit = number_text(number)
    return {
        "minLength": f"Use {count_of(number, 'character')} or more; this has {{n}}.",
        "maxLength": f"Use at most {count_of(number, 'character')}; this has {{n}}.",
        "minItems": f"Add {{n}} item{{s}}: at least {limit} needed.",
        "maxItems": f"Remove {{n}} item{{s}}: at most {limit} allowed.",
        "minProperties": f"Fill in {{n}} more: at least {limit} needed.",
        "maxProperties": f"Clear {{n}}: at most {limit} allowed.",
    }[keyword]


def written_like(schema: JsonObject) -> str:
    """Say what a pattern wants: an example where the schema has one."""
    example = next(iter(listed(schema.get("examples"))), None) or schema.get("default")
    return f"Write it like {quoted(example)}." if example else f"Use the form {schema.get('pattern')}."


def mentioned(schema: Json) -> list[str]:
    """Return the members that a schema speaks of, at most a hundred."""
    names: dict[str, None] = {}
    queue = [schema]
    while queue and len(names) < MOST_NAMES:
        at = queue.pop(0)
        if isinstance(at, list):
            queue[:0] = at
        elif isinstance(at, Mapping):
            own = (*listed(at.get("required")), *mapping(at.get("properties")))
            names.update(dict.fromkeys(name for name in own if isinstance(name, str)))
            queue[:0] = [at[key] for key in ("allOf", "anyOf", "oneOf", "not") if key in at]
    return list(names)


CHOICES = {
    "not": ("Change %: these values do not go together.", "Use another value: this one is not allowed."),
    "anyOf": ("Fill in %.", "Change this: it fits none of the choices."),
    "oneOf": ("Fill in just one of %.", "Change this: it must fit just one of the choices."),
}
"""What to do where none, some or one of several schemas must fit: with their members, and without any."""


def choice(keyword: str, branches: Json) -> str:
    """Say that some, one or none of several schemas must fit."""
    names, (told, otherwise) = mentioned(branches), CHOICES[keyword]
    return told.replace("%", either([label_of(name) for name in names])) if names else otherwise


def contained(schema: JsonObject) -> str:
    """Say what must be among the items of an array."""
    least, most = schema.get("minContains"), schema.get("maxContains")
    bounds = [f"at least {least}" if least else "", f"at most {most}" if most else ""]
    told = [text for text in bounds if text]
    start = "Change the items: " + " and ".join(told) if told else "Add an item: at least one"
    return f"{start} must be {sketch(mapping(schema.get('contains')))}."


def sketch(schema: JsonObject) -> str:
    """Return a schema in a few words."""
    if "const" in schema:
        return quoted(schema["const"])
    if values := listed(schema.get("enum")):
        return either([quoted(value) for value in values])
    least, most = schema.get("minimum"), schema.get("maximum")
    kind = schema.get("type")
    words = [
        KINDS.get(kind, kind) if isinstance(kind, str) else "",
        f"{number_text(least)} or more" if is_number(least) and least is not None else "",
        f"{number_text(most)} or less" if is_number(most) and most is not None else "",
    ]
    return ", ".join(word for word in words if word) or "of the kind asked for"
