"""The JSON Schema that a model's answer is held to: the grammar without recursion and open maps.

APIs that constrain an answer take neither. What is left out here (deeper expressions, `$switch`) stays
allowed in a spec; one schema for all tools keeps the cached part of a prompt the same.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from genui.components import COMPONENTS, OPS, TONES, Component, Prop
from genui.expressions import FORMATS
from genui.model import JsonObject
from genui.spec.grammar import (
    ALIGNMENTS,
    CONTROLS,
    FILTERS,
    LAYOUTS,
    POSITIONS,
    STEPS,
    VERSIONS,
    many,
    record,
    ref,
)

_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "number"}
_FLAG: dict[str, Any] = {"type": "boolean"}
_COUNT: dict[str, Any] = {"type": "integer"}
_SCALAR: dict[str, Any] = {"anyOf": [_TEXT, _NUMBER, _FLAG]}

_KINDS: Mapping[str, JsonObject] = {
    "value": ref("value"),
    "rows": ref("rows"),
    "text": ref("text"),
    "url": ref("value"),
    "number": ref("amount"),
    "count": _COUNT,
    "flag": _FLAG,
    "key": _TEXT,
    "labels": many(_TEXT),
    "sort": record(("key",), key=_TEXT, descending=_FLAG),
    "columns": many(ref("wide")),
    "fields": many(ref("column")),
    "keys": many(record(("key",), key=_TEXT, label=_TEXT)),
    "stats": many(ref("stat")),
    "transform": many(ref("step")),
    "tone": ref("tone"),
    "filters": many(record(("key",), key=_TEXT, label=_TEXT, **{"as": {"enum": list(FILTERS)}})),
    "summary": many(ref("figure")),
    "references": many(record(("value",), value=ref("amount"), label=_TEXT, tone={"enum": list(TONES)})),
    "components": many(ref("flat")),
}
"""The schema of each kind of prop."""


def _prop(prop: Prop) -> JsonObject:
    return {"enum": list(prop.choices)} if prop.kind == "choice" else _KINDS[prop.kind]


def _component(component: Component, children: str) -> dict[str, Any]:
    required = tuple(name for name, prop in component.props.items() if prop.required)
    members: dict[str, JsonObject] = {"type": {"const": component.type}}
    if component.props:
        members["title"] = _TEXT
        props = {name: _prop(prop) for name, prop in component.props.items()}
        members["props"] = record(required, **props)
    if component.children:
        members["children"] = many(ref(children))
    members["visible"] = ref("test")
    needed = (name for name in ("props", "children") if name in members and (name == "children" or required))
    return record(("type", *needed), **members)


def _options() -> dict[str, Any]:
    """Return the options of all formats by name; those of two formats have one type."""
    found: dict[str, Any] = {}
    for known in FORMATS.values():
        for name, option in known.options.items():
            found[name] = {"type": option.get("type", "string")}
    return found


def _conditions() -> dict[str, JsonObject]:
    """Return conditions in three levels: what compares, what denies that, what joins these."""
    pairs = [record((name,), **{name: many(ref("operand"))}) for name in ("$eq", "$gt", "$lt")]
    denied = record(("$not",), **{"$not": ref("compared")})
    return {
        "compared": {"anyOf": [*pairs, record(("$has",), **{"$has": ref("value")})]},
        "single": {"anyOf": [ref("compared"), denied]},
        "test": {
            "anyOf": [
                ref("single"),
                *(record((name,), **{name: many(ref("single"))}) for name in ("$and", "$or")),
            ]
        },
    }


def _days() -> list[JsonObject]:
    """Return the operators of days: today and now, and how many lie between two."""
    near = [record((name,), **{name: _NUMBER}) for name in ("$today", "$now")]
    return [*near, record(("$days",), **{"$days": many({"anyOf": [ref("value"), *near]})})]


def _reckoned(operand: str) -> list[JsonObject]:
    """Return the operators that make one number of others."""
    return [record((name,), **{name: many(ref(operand))}) for name in ("$add", "$sub", "$mul", "$div")]


def _chosen(other: JsonObject) -> JsonObject:
    """Return a tone by a condition, or another."""
    return record(
        ("$if", "then", "else"), **{"$if": ref("test"), "then": {"enum": list(TONES)}, "else": other}
    )


def _steps() -> list[JsonObject]:
    """Return the steps of a transform; `calculate`, an open map, is a list of names and values."""
    wanted = {name: _unbounded(schema) for name, schema in STEPS.items()}
    wanted["filter"] = ref("test")
    wanted["calculate"] = many(record(("name", "value"), name=_TEXT, value=ref("formula")))
    return [record((name,), **{name: schema}) for name, schema in wanted.items()]


def _unbounded(schema: Any) -> Any:
    """Return a schema without least lengths and numbers, which not every API takes."""
    if isinstance(schema, list):
        return [_unbounded(entry) for entry in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {key: _unbounded(value) for key, value in schema.items() if key not in {"minItems", "minimum"}}


def _definitions() -> dict[str, JsonObject]:
    names: dict[str, Any] = {"enum": list(FORMATS)}
    tones: dict[str, Any] = {"enum": list(TONES)}
    leaves = [one for one in COMPONENTS.values() if not one.children]
    flat = [_component(one, "") for one in leaves if "detail" not in one.props]
    detailed = [_component(one, "") for one in leaves if "detail" in one.props]
    # Three levels written out: the APIs take no recursive schema.
    boxes = [one for one in COMPONENTS.values() if one.children]
    return {
        "amount": {"anyOf": [_NUMBER, ref("path"), ref("item")]},
        "path": record(("$path",), **{"$path": _TEXT}),
        "item": record(("$item",), **{"$item": _TEXT}),
        "shown": record(
            ("$fmt", "of"), **{"$fmt": names, "of": {"anyOf": [ref("path"), ref("item")]}, **_options()}
        ),
        "part": {"anyOf": [_TEXT, ref("path"), ref("item"), ref("shown")]},
        "joined": record(("$concat",), **{"$concat": many(ref("part"))}),
        "tried": record(("$first",), **{"$first": many({"anyOf": [ref("path"), ref("item")]})}),
        "text": {"anyOf": [_TEXT, ref("path"), ref("item"), ref("shown"), ref("joined"), ref("tried")]},
        "place": {"anyOf": [record((name,), **{name: {"const": True}}) for name in ("$index", "$key")]},
        "value": {
            "anyOf": [ref(name) for name in ("path", "item", "place", "tried", "shown", "joined")] + [_TEXT]
        },
        "rows": {"anyOf": [ref("path"), ref("item"), ref("tried")]},
        "format": {"anyOf": [names, record(("name",), name=names, **_options())]},
        "tone": {
            "anyOf": [
                tones,
                record(("map",), map=many(record(("value", "tone"), value=_TEXT, tone=tones))),
                _chosen({"anyOf": [tones, _chosen(tones)]}),
            ]
        },
        "argument": record(("name", "value"), name=_TEXT, value=ref("formula")),
        **_entries(),
        "key": _TEXT,
        "operand": {"anyOf": [ref("value"), _NUMBER, _FLAG, *_days()]},
        **_conditions(),
        "term": {"anyOf": [ref("amount"), *_reckoned("amount")]},
        "chosen": {"anyOf": [ref("operand"), *_reckoned("amount")]},
        "formula": {
            "anyOf": [
                ref("value"),
                *_reckoned("term"),
                *_days(),
                record(("$if", "then"), **{"$if": ref("test"), "then": ref("chosen"), "else": ref("chosen")}),
            ]
        },
        "step": {"anyOf": _steps()},
        "flat": {"anyOf": flat},
        "leaf": {"anyOf": [ref("flat"), *detailed]},
        "inner": {"anyOf": [ref("leaf"), *(_component(one, "leaf") for one in boxes)]},
        "component": {"anyOf": [ref("leaf"), *(_component(one, "inner") for one in boxes)]},
    }


def _entries() -> dict[str, JsonObject]:
    """Return what components list: columns, figures and stats."""
    return {
        "figure": record(
            ("op", "label"),
            op={"enum": list(OPS)},
            key=_TEXT,
            label=_TEXT,
            one=_TEXT,
            format=ref("format"),
        ),
        "column": record(("key",), key=_TEXT, label=_TEXT, format=ref("format"), tone=ref("tone")),
        "wide": record(
            ("key",),
            key=_TEXT,
            label=_TEXT,
            format=ref("format"),
            align={"enum": list(ALIGNMENTS)},
            hidden=_FLAG,
            href=ref("text"),
            tone=ref("tone"),
            shade=record((), domain=many(_NUMBER), domainMid=_NUMBER),
            aggregate={"enum": list(OPS)},
            wrap=_FLAG,
            width=_COUNT,
        ),
        "stat": record(
            ("label", "value"),
            label=_TEXT,
            value=ref("formula"),
            format=ref("format"),
            change=ref("path"),
            good={"enum": ["up", "down"]},
            trend=ref("path"),
            tone=ref("tone"),
        ),
    }


@cache
def answer_schema() -> JsonObject:
    """Return the schema of a spec as a model writes it: open maps are lists, by `path`, `name` or `value`."""
    field = record(
        ("path",),
        path=_TEXT,
        label=_TEXT,
        hint=_TEXT,
        control={"enum": list(CONTROLS)},
        default=_SCALAR,
        options=many(record(("value",), value=_SCALAR, label=_TEXT)),
        hidden=_FLAG,
        folded=_FLAG,
        placeholder=_TEXT,
        rows=_COUNT,
        monospace=_FLAG,
    )
    form = record(
        (),
        submit=_TEXT,
        position={"enum": list(POSITIONS)},
        order=many(_TEXT),
        folded=many(_TEXT),
        fields=many(field),
        groups=many(record(("label", "fields"), label=_TEXT, fields=many(_TEXT), folded=_FLAG)),
        presets=many(record(("label", "values"), label=_TEXT, values=many(ref("argument")))),
    )
    return {
        **record(
            ("version", "kind", "reason", "title", "result"),
            version={"enum": list(VERSIONS)},
            kind={"enum": ["rich", "minimal"]},
            reason=_TEXT,
            title=_TEXT,
            description=_TEXT,
            layout={"enum": list(LAYOUTS)},
            form=form,
            nextPage=record(("arguments",), arguments=many(ref("argument")), label=_TEXT),
            refresh=record((), label=_TEXT, interval=_COUNT),
            result=many(ref("component"), least=1),
        ),
        "$defs": _definitions(),
    }
