"""The grammar of a view spec as JSON Schema, made from the tables of components and expressions.

The published docs/view-spec.schema.json and the checks with readable messages both read DEFINITIONS.
"""

from collections.abc import Mapping
from typing import Any, get_args

from genui.components import COMPONENTS, OPS, TONES, WINDOW_OPS, Component, Prop
from genui.expressions import FORMATS, OPERATORS, ROOTS, Operator
from genui.model import JsonObject, Kind

VERSION = 1
"""What an offline spec says that it is: the least version that has all that it uses."""
VERSIONS = (1, 2)
"""A spec of version 1 is one of version 2 that uses nothing new."""
THEMES = ("auto", "light", "dark")
LAYOUTS = ("stack", "grid-2", "grid-3")
POSITIONS = ("top", "bottom")
CONTROLS = (
    "text", "textarea", "number", "slider", "select", "radio", "combobox", "checkbox", "checkboxes", "date",
    "time", "datetime", "color", "password", "email", "url", "file", "json", "hidden",
)  # fmt: skip
ALIGNMENTS = ("start", "end")
FILTERS = ("facet", "range", "dates")
LEAST_INTERVAL = 5
"""Seconds between two runs that nobody asked for."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def record(required: tuple[str, ...] = (), **properties: JsonObject) -> dict[str, Any]:
    """Return the schema of an object that has these members and no others."""
    schema: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def many(items: JsonObject, *, least: int = 0) -> dict[str, Any]:
    """Return the schema of an array."""
    return {"type": "array", "items": items, **({"minItems": least} if least else {})}


def _dynamic(literal: JsonObject) -> dict[str, Any]:
    return {"anyOf": [ref("expression"), literal]}


_TEXT: dict[str, Any] = {"type": "string"}
_FLAG: dict[str, Any] = {"type": "boolean"}
_POINTER: dict[str, Any] = {"type": "string", "pattern": "^($|/)"}
_ROOTED: dict[str, Any] = {"type": "string", "pattern": f"^/({'|'.join(ROOTS)})(/|$)"}
_LITERAL: dict[str, Any] = {
    "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        many(ref("value")),
        {
            "type": "object",
            "propertyNames": {"pattern": "^(?!\\$)"},
            "additionalProperties": ref("value"),
        },
    ]
}
_KEYED = {"key": ref("key"), "label": _TEXT}
_OP: dict[str, Any] = {"enum": list(OPS)}
_TONE: dict[str, Any] = {"enum": list(TONES)}
_NUMBER: dict[str, Any] = {"type": "number"}

_KINDS: Mapping[str, JsonObject] = {
    "count": {"type": "integer", "minimum": 0},
    "flag": _FLAG,
    "labels": many(_TEXT, least=1),
    "sort": record(("key",), key=ref("key"), descending=_FLAG),
    "columns": many(ref("column"), least=1),
    "fields": many(ref("field"), least=1),
    "keys": many(record(("key",), **_KEYED), least=1),
    "stats": many(ref("stat"), least=1),
    "transform": many(ref("step"), least=1),
    "filters": many(ref("filter"), least=1),
    "summary": many(ref("figure"), least=1),
    "references": many(ref("reference"), least=1),
    "components": many(ref("component"), least=1),
}
"""The props that are literal structures; every other kind is a definition of its own name."""


def _operator_schema(name: str, operator: Operator) -> dict[str, Any]:
    operand: Mapping[str, JsonObject] = {
        "pointer": _ROOTED if name == "$path" else _POINTER,
        "true": {"const": True},
        "days": _NUMBER,
        "one": ref("value"),
        "pair": {**many(ref("value"), least=2), "maxItems": 2},
        "many": many(ref("value"), least=1),
    }
    required = (name, *(member for member, needed in operator.more.items() if needed))
    more = dict.fromkeys(operator.more, ref("value"))
    return {**record(required, **{name: operand[operator.operand]}, **more), "description": operator.doc}


def _expression() -> dict[str, Any]:
    plain = [_operator_schema(name, one) for name, one in OPERATORS.items() if one.operand != "format"]
    formats = [
        record(
            ("$fmt", "of"),
            **{"$fmt": {"const": name}, "of": ref("value")},
            **{key: _dynamic(option) for key, option in known.options.items()},
        )
        for name, known in FORMATS.items()
    ]
    return {"anyOf": plain + formats}


def _format() -> dict[str, Any]:
    options = [record(("name",), name={"const": name}, **known.options) for name, known in FORMATS.items()]
    return {"anyOf": [{"enum": list(FORMATS)}, *options]}


def prop_schema(prop: Prop) -> dict[str, Any]:
    """Return the schema of one prop."""
    # Choices stand in the table of components, so they have no definition of their own.
    if prop.kind == "choice":
        schema: dict[str, Any] = {"enum": list(prop.choices)}
    else:
        schema = dict(_KINDS.get(prop.kind) or ref(prop.kind))
    return {**schema, "description": prop.doc}


def component_schema(component: Component) -> dict[str, Any]:
    """Return the schema of one component type."""
    required = [name for name, prop in component.props.items() if prop.required]
    props = {name: prop_schema(prop) for name, prop in component.props.items()}
    more = {"children": many(ref("component"), least=1)} if component.children else {}
    return {
        **record(
            ("type", *(("props",) if required else ()), *more),
            type={"const": component.type},
            title=ref("text"),
            props=record(tuple(required), **props),
            visible=ref("condition"),
            **more,
        ),
        "description": component.doc,
    }


_FIELD_STEER = record(
    (),
    label=_TEXT,
    hint=_TEXT,
    control={"enum": list(CONTROLS)},
    default={},
    options=many(record(("value",), value={}, label=_TEXT)),
    hidden=_FLAG,
    folded=_FLAG,
    placeholder=_TEXT,
    rows={"type": "integer", "minimum": 1},
    monospace=_FLAG,
)

_FORM = record(
    (),
    submit=_TEXT,
    position={"enum": list(POSITIONS)},
    order=many(_TEXT),
    folded=many(_TEXT),
    fields={"type": "object", "additionalProperties": ref("fieldSteer")},
    groups=many(record(("label", "fields"), label=_TEXT, fields=many(_TEXT, least=1), folded=_FLAG)),
    presets=many(
        record(
            ("label", "values"), label=_TEXT, values={"type": "object", "additionalProperties": ref("value")}
        )
    ),
)

_KEYS = many(ref("key"), least=1)
_NAME: dict[str, Any] = {"type": "string"}

STEPS: Mapping[str, JsonObject] = {
    "flatten": ref("key"),
    "filter": ref("condition"),
    "calculate": {"type": "object", "additionalProperties": ref("value")},
    "aggregate": record(
        ("fields",), groupby=_KEYS, fields=many(record(("op", "as"), op=_OP, key=ref("key"), **{"as": _NAME}))
    ),
    "pivot": record(("row", "column", "value"), row=ref("key"), column=ref("key"), value=ref("key"), op=_OP),
    "window": record(
        ("op", "key", "as"), op={"enum": list(WINDOW_OPS)}, key=ref("key"), groupby=_KEYS, **{"as": _NAME}
    ),
    "sort": many(record(("key",), key=ref("key"), descending=_FLAG), least=1),
    "limit": {"type": "integer", "minimum": 0},
}
"""The value of each step of a transform; genui.components says what each does."""


def _step() -> dict[str, Any]:
    return {"anyOf": [record((name,), **{name: schema}) for name, schema in STEPS.items()]}


VIEW: JsonObject = record(
    ("version", "result"),
    version={"enum": list(VERSIONS)},
    kind={"enum": list(get_args(Kind))},
    title=_TEXT,
    description=_TEXT,
    theme={"enum": list(THEMES)},
    layout={"enum": list(LAYOUTS)},
    raw=_FLAG,
    context=_FLAG,
    form=ref("form"),
    actions=many(ref("action")),
    nextPage=ref("nextPage"),
    refresh=ref("refresh"),
    result=many(ref("component"), least=1),
)

DEFINITIONS: Mapping[str, JsonObject] = {
    "expression": _expression(),
    "literal": _LITERAL,
    "value": _dynamic(ref("literal")),
    "text": _dynamic(_TEXT),
    "number": _dynamic(_NUMBER),
    "rows": _dynamic({"anyOf": [many(ref("value")), _LITERAL["anyOf"][2]]}),
    "url": ref("value"),
    "condition": _dynamic(_FLAG),
    "key": {**_POINTER, "description": 'a JSON Pointer inside the row, "" the row itself'},
    "format": _format(),
    "tone": {
        "anyOf": [
            ref("expression"),
            _TONE,
            {"type": "object", "propertyNames": {"pattern": "^(?!\\$)"}, "additionalProperties": _TONE},
        ],
        "description": "a tone, a map from values to tones, or an expression of the row that gives a tone",
    },
    "shade": {
        **record((), domain={**many(_NUMBER, least=2), "maxItems": 2}, domainMid=_NUMBER),
        "description": "cells are tinted by their numbers, from the first of `domain` to the second, which "
        "are found where absent; below `domainMid` in another colour. A legend stands below the table",
    },
    "column": record(
        ("key",),
        **_KEYED,
        format=ref("format"),
        align={"enum": list(ALIGNMENTS)},
        hidden=_FLAG,
        href=ref("text"),
        tone=ref("tone"),
        shade=ref("shade"),
        aggregate=_OP,
        wrap=_FLAG,
        width={"type": "integer", "minimum": 40},
    ),
    "field": record(("key",), **_KEYED, format=ref("format"), tone=ref("tone")),
    "filter": record(("key",), **_KEYED, **{"as": {"enum": list(FILTERS)}}),
    "figure": record(("op", "label"), op=_OP, **_KEYED, one=_TEXT, format=ref("format")),
    "reference": record(("value",), value=ref("number"), label=ref("text"), tone=_TONE),
    "stat": record(
        ("label", "value"),
        label=ref("text"),
        value=ref("value"),
        format=ref("format"),
        change=ref("value"),
        good={"enum": ["up", "down"]},
        trend=ref("rows"),
        tone=ref("tone"),
    ),
    "action": {
        **record(
            ("tool", "arguments"),
            tool=_TEXT,
            label=_TEXT,
            arguments={"type": "object", "additionalProperties": ref("value")},
            reads=_FLAG,
        ),
        "description": "another tool of the server that a row can start, its arguments taken from the row; "
        "the page asks before it does, unless it `reads`, which genui says of those that it knows",
    },
    "nextPage": {
        **record(
            ("arguments",),
            arguments={"type": "object", "additionalProperties": ref("value")},
            label=_TEXT,
            visible=ref("condition"),
        ),
        "description": "a button that runs the same tool again with these arguments changed, such as a "
        "cursor of the result; it shows where all of them are there",
    },
    "refresh": {
        **record((), label=_TEXT, interval={"type": "integer", "minimum": LEAST_INTERVAL}),
        "description": "a button that runs the tool again with the same arguments; every `interval` seconds "
        "by itself, only for a tool with readOnlyHint, and only while the page is seen",
    },
    "component": {"anyOf": [component_schema(component) for component in COMPONENTS.values()]},
    "step": _step(),
    "form": _FORM,
    "fieldSteer": _FIELD_STEER,
}
"""Every named part of a spec; the checks read `component`, `expression`, `format` by their tables instead."""


def spec_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a view spec."""
    return {
        "$schema": DIALECT,
        "title": "genui view spec",
        "description": "The declarative description of the view of one MCP tool.",
        **VIEW,
        "$defs": dict(DEFINITIONS),
    }
