"""The choice of a control for a value: by its schema, then by its name and description."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from genui.canonical import same
from genui.forms.shapes import Branches, Shape
from genui.labels import label_of
from genui.model import Json, JsonObject, listed, mapping
from genui.schema_rules.messages import number_text, quoted
from genui.schema_rules.values import is_number

Steer = Mapping[str, Any]

MANY = 12
"""More choices than this are searched, not unrolled."""

_LONG = re.compile(
    r"^(body|contents?|text|description|comment|message|prompt|query|sql|[jcw]i?ql|code|script|html|markdown|notes?"
    r"|instructions?|summary|snippet|payload|expression|details|thought|template|diff|patch|mermaid|definition)$",
    re.I,
)
_SHORT = re.compile(r"(alt|link|button|label|anchor|display|placeholder)[_-]?text$", re.I)
_TITLE_PROSE = re.compile(r"\b(title|name|headline|called)\b", re.I)
"""What a description says of a `summary` that is a line, as issues and events have one."""
_LONG_PROSE = re.compile(r"multi-?line|markdown|newline|\bSQL (query|statement)", re.I)
_LONG_FORMAT = re.compile(r"^(text(area)?|multiline|markdown|html|json|sql|code)$")
_SECRET = re.compile(r"passw(or)?d|passphrase|secret$|^api_?key$", re.I)
_DAY_PROSE = re.compile(r"YYYY-MM-DD(?![T ]?H|T)")
_DAY_NAME = re.compile(r"date|day|since|until|from|to|start|end|due|deadline", re.I)
_LOOSE_PROSE = re.compile(r"\b(or|relative|either|today|now)\b", re.I)
_TAIL = re.compile(r"[a-z]+(?=[\d\W_]*$)|[A-Z][a-z]+(?=[\d\W_]*$)")
_TOLD = re.compile(
    r"\b(?:one of|options?|values?|either|choose from|can be|must be|supported|available|allowed)\b[^.]*",
    re.I,
)
_SAID = re.compile(r"[\"'`“]([^\"'`“”\s][^\"'`“”\n]{0,40})[\"'`”]")
_WORD = re.compile(r"^[a-z]+([_-][a-z]+)*$")

_COUNTED = re.compile(r"(limit|count|page|size|offset|days|hours|minutes|seconds|top_?k)$", re.I)
"""Names of numbers that are hardly ever below zero: a phone shows digits alone."""

FORMATTED = {
    **dict.fromkeys(("email", "idn-email"), "email"),
    **dict.fromkeys(("uri", "url", "iri"), "url"),
    **dict.fromkeys(("byte", "binary", "data-url"), "file"),
    "password": "password",
    "color": "color",
    "date": "date",
    "time": "time",
    "date-time": "datetime",
}


def text_control(schema: JsonObject, name: str) -> str:
    """Return the control for a text."""
    found = _TAIL.search(name)
    tail, about = found[0] if found else "", str(schema.get("description") or "")
    form = schema.get("format") if isinstance(schema.get("format"), str) else ""
    most = schema.get("maxLength")
    most = most if is_number(most) else None
    default = schema.get("default")
    if isinstance(default, str) and "\n" in default:
        return "textarea"
    if schema.get("contentEncoding") == "base64":
        return "file"
    if form in FORMATTED:
        return FORMATTED[form]
    if form and _LONG_FORMAT.match(form):
        return "textarea"
    if _SECRET.search(name):
        return "password"
    if _DAY_PROSE.search(about) and _DAY_NAME.search(tail) and not _LOOSE_PROSE.search(about):
        return "date"
    lines = _LONG_PROSE.search(about)
    if form or (schema.get("pattern") and not lines) or (most is not None and most <= 80):
        return "text"
    line = _SHORT.search(name) or (tail == "summary" and _TITLE_PROSE.search(about))
    named = _LONG.match(tail) and not line
    long = (most is not None and most > 200) or named or lines
    return "textarea" if long else "text"


ATTRIBUTES: Mapping[str, Mapping[str, Any]] = {
    "email": {"inputmode": "email", "spellcheck": "false"},
    "url": {"inputmode": "url", "spellcheck": "false"},
    "password": {"type": "password", "autocomplete": "new-password"},
    "textarea": {"rows": 3},
    "date": {"type": "date"},
    "time": {"type": "time", "step": "any"},
    "datetime": {"type": "datetime-local", "step": "any"},
    "color": {"spellcheck": "false"},
}


def text_field(schema: JsonObject, steer: Steer, name: str) -> dict[str, Any]:
    """Return the control of a text: its kind, tag and attributes."""
    wanted = steer.get("control") or ("textarea" if "rows" in steer else None)
    known = isinstance(wanted, str) and (wanted in ATTRIBUTES or wanted in ("text", "file"))
    control = str(wanted) if known else text_control(schema, name)
    attributes = {"type": "text", "autocomplete": "off", **ATTRIBUTES.get(control, {})}
    if control == "textarea":
        del attributes["type"]
        attributes["rows"] = steer.get("rows", attributes["rows"])
    if steer.get("monospace"):
        attributes |= {"class": "mono", "spellcheck": "false"}
    if isinstance(steer.get("placeholder"), str):
        attributes["placeholder"] = steer["placeholder"]
    if control == "file":
        media = schema.get("contentMediaType")
        attributes = {"type": "file", **({"accept": media} if isinstance(media, str) else {})}
        return {"kind": "file", "attrs": attributes, "mid": True, "url": schema.get("format") == "data-url"}
    field: dict[str, Any] = {"kind": "text", "attrs": attributes}
    if control in ("date", "time", "datetime"):
        return {**field, "kind": "time", "mid": control != "date"}
    if control == "color":
        return {**field, "kind": "color"}
    if control == "textarea":
        return {**field, "tag": "textarea", "wide": True}
    given = suggestions(schema, steer) if control in ("text", "email", "url") else []
    return {**field, "kind": "suggest", "hints": given} if given else field


def suggestions(schema: JsonObject, steer: Steer) -> list[str]:
    """Return values to suggest: examples, and those that a description tells in quotes."""
    told = _TOLD.search(str(schema.get("description") or ""))
    said = _SAID.findall(told[0]) if told else []
    options = [mapping(option).get("value") for option in listed(steer.get("options"))]
    values = [*options, *listed(schema.get("examples")), *(said if len(said) > 1 else [])]
    plain = [quoted(value) for value in values if not isinstance(value, dict | list) and value is not None]
    return list(dict.fromkeys(plain))[:50]


def number_field(schema: JsonObject, steer: Steer, name: str, *, whole: bool) -> dict[str, Any]:
    """Return the control of a number, with a slider where the range is small.

    The browser sees a text: `type=number` would drop typed letters, and digits that it cannot hold.
    """
    least, most, step = (
        schema[key] if is_number(schema.get(key)) else None for key in ("minimum", "maximum", "multipleOf")
    )
    positive = least >= 0 if least is not None else whole and bool(_COUNTED.search(name))
    # No type=number: the browser hides from the page what it cannot read (docs/decisions).
    attributes = {
        "autocomplete": "off",
        "inputmode": ("numeric" if whole else "decimal") if positive else None,
        "placeholder": steer.get("placeholder"),
    }
    field: dict[str, Any] = {"kind": "number", "whole": whole}
    field["attrs"] = {name: value for name, value in attributes.items() if value is not None}
    if least is None or most is None:
        return field
    span, wanted = most - least, steer.get("control")
    if wanted == "slider" or (not whole and 0 < span <= 10 and not wanted):
        steps = step if step is not None and step > 0 else 1 if whole else span / 20
        field["slide"] = {"min": least, "max": most, "step": steps}
    return field


Choice = list[Any]
"""A label, and the value where one stands for a value."""


def choices_of(schema: Shape, steer: Steer, branches: Branches | None) -> list[Choice] | None:
    """Return the values to choose from with their labels; None where a value is free."""
    if steer.get("options") and steer.get("control") != "text":
        options = [mapping(option) for option in listed(steer["options"])]
        return [[str(one.get("label") or quoted(one.get("value"))), one.get("value")] for one in options]
    if "const" in schema:
        return labelled([schema["const"]], [schema.get("title")])
    values = schema.get("enum")
    if isinstance(values, list):
        names = listed(schema.get("enumNames", schema.get("x-enumNames")))
        return labelled(values, [*names, *[None] * len(values)])
    found = [choices_of(one, {}, None) for _, one in branches or ()]
    if not found or None in found:
        return None
    return [choice for one in found for choice in one or ()]


def labelled(values: list[Json], names: list[Json]) -> list[Choice]:
    """Return values with the names given, else with words for those that are words to programs."""
    all_words = len(values) <= MANY and all(isinstance(value, str) and _WORD.match(value) for value in values)
    words = all_words and len({label_of(value) for value in values}) == len(values)
    texts = Counter(str(quoted(value)) for value in values)

    def text(value: Json) -> str:
        if value is None:
            return "None"
        if not isinstance(value, str) or value == "" or texts[value] > 1:
            return json.dumps(value, ensure_ascii=False)
        return label_of(value) if words else value

    return [
        [text(value) if name is None else str(name), value]
        for value, name in zip(values, names, strict=False)
    ]


def choice_field(
    choices: list[Choice], steer: Steer, *, required: bool, named: bool, value: Any
) -> dict[str, Any]:
    """Return the control for one of several values: segments for a few, a select to twelve, else a search.

    `value` is what is chosen at first, in a list: nothing, or one value.
    """
    found = [choice[1] for choice in choices if value and same(choice[1], value[0])]
    if not found and required and len(choices) == 1:
        found = [choices[0][1]]
    has_value, chosen = bool(found), found[0] if found else None
    calm = has_value and chosen is None and not required  # null is what happens anyway: it reads "Not set"
    if calm:
        shown = [["Not set", None], *(choice for choice in choices if choice[1] is not None)]
    else:
        empty = not has_value or not required
        shown = [*([["Choose…" if required else "Not set"]] if empty else []), *choices]
    pills = [one for one in shown if one[0] != "Choose…" and (len(one) > 1 or not has_value)]
    short = len("".join(one[0] for one in pills)) <= 22 and choices[0][1] is not True and named
    few = 1 < len(choices) <= 3 + calm
    wanted = steer.get("control")
    if wanted in ("radio", "select", "combobox"):
        kind = wanted
    else:
        kind = "radio" if short and few else "select" if len(choices) <= MANY else "combobox"
    kept = {"radio": pills, "select": shown, "combobox": choices}[kind]
    return {"kind": kind, "choices": kept, **({"value": chosen} if has_value else {})}


def hint_of(schema: JsonObject, steer: Steer) -> str:
    """Return the description, and the range where it does not name it."""
    about = schema.get("description") if isinstance(schema.get("description"), str) else ""
    given = str(steer.get("hint") or "")
    # a hint that is but the beginning of the description loses nothing: the page cuts it
    text = tidy(about if str(about).startswith(given[:24]) else given)
    least, most = (schema[key] if is_number(schema.get(key)) else None for key in ("minimum", "maximum"))
    bounds = [number_text(bound) for bound in (least, most) if bound is not None]
    if least is not None and most is not None:
        span = f"{bounds[0]} to {bounds[1]}"
    else:
        span = (
            f"{bounds[0]} or less" if most is not None else f"{bounds[0]} or more" if (least or 0) > 1 else ""
        )
    if not span or all(bound in text for bound in bounds):
        return text
    return f"{text.removesuffix('.')} ({span})" if text else span


def tidy(text: Json) -> str:
    """Return a text with white space in single spaces, its lines kept."""
    return re.sub(r"\s*\n\s*", "\n", re.sub(r"[^\S\n]+", " ", str(text or ""))).strip()


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]", "", text).lower()


def title_for(schema: JsonObject, steer: Steer, name: str) -> str:
    """Return the spec's label, else a title that people wrote, else the name taken apart."""
    title = schema.get("title")
    own = title.strip() if isinstance(title, str) and title.strip() and _plain(title) != _plain(name) else ""
    return str(steer.get("label") or own or label_of(name[:300]) or "Value")
