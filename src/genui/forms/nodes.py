"""Nodes: one for each place of the arguments that a form draws, decided from the shape of its schema."""

from dataclasses import replace
from typing import Any

from genui.canonical import same
from genui.forms import controls
from genui.forms.groups import list_node, object_node, variant_node
from genui.forms.places import At, Node, Plan, Trie, hinted, node_for
from genui.forms.shapes import (
    Branches,
    Parted,
    is_deep,
    is_loose,
    is_mapped,
    is_null,
    parted,
    places_of,
    shape,
    types_of,
)
from genui.model import Json, JsonObject, mapping
from genui.schema_rules.values import is_type

MOST = 6000
"""Nodes of a plan; what lies beyond is edited as JSON."""


def make_nodes(plan: Plan) -> None:
    """Make every node that waits, and those that they ask for."""
    # A queue and no recursion: schemas of 250 levels exist.
    while plan.waiting:
        schema, at, number = plan.waiting.pop(0)
        plan.nodes[number] = node_of(plan, schema, at)


def node_of(plan: Plan, schema: Json, at: At) -> Node:
    """Return the node for a schema at a place."""
    found = parted(plan.shapes, shape(plan.shapes, schema))
    steer = mapping(at.steer.get(""))
    told = (
        at.label if at.label and not steer.get("label") else controls.title_for(found.shape, steer, at.name)
    )
    value = first_value(found, steer)
    node: Node = {"label": told}
    for name, on in (("req", at.required), ("flat", at.flat), ("bare", at.bare)):
        if on:
            node[name] = True
    if len(plan.nodes) > MOST:
        return {**node, "kind": "json"}
    return node | with_value(_built(plan, found, at, value), value)


def first_value(found: Parted, steer: JsonObject) -> list[Any]:
    """Return the value that a node starts with, in a list: none, or one."""
    given = steer["default"] if "default" in steer else found.shape.get("default", ...)
    return [] if given is ... or (given is None and not found.nullable) else [given]


def with_value(node: Node, value: list[Any]) -> Node:
    """Return a node with the value it starts with, and with JSON where its control could not show that."""
    kind, wanted = node["kind"], node.get("type")
    if not value or "value" in node or kind in ("radio", "select", "combobox"):
        return node
    if kind == "many":
        choices = [choice[1] for choice in node["choices"]]
        fits = is_type(value[0], "array") and all(
            any(same(one, each) for each in choices) for one in value[0]
        )
        return {**node, "value": value[0]} if fits else {"kind": "json", "value": value[0]}
    if wanted and not is_type(value[0], wanted):
        odd = wanted in ("object", "array") or isinstance(value[0], dict | list)
        return {"kind": "json", "value": value[0]} if odd else {**node, "value": value[0]}
    return {**node, "value": value[0]}


def _built(plan: Plan, found: Parted, at: At, value: list[Any]) -> Node:
    at_shape, nullable, steer = found.shape, found.nullable, mapping(at.steer.get(""))
    control, (kind, *others) = steer.get("control"), types_of(at_shape) or [""]
    if is_null(at_shape) or ("const" in at_shape and not nullable):
        only = None if is_null(at_shape) else at_shape["const"]
        return {"kind": "fixed", "choices": [["", only]], "value": only}
    if steer.get("hidden") or control == "hidden":
        return {"kind": "fixed"}
    if at_shape.get("readOnly") is True and not (at.required and not value):
        return {"kind": "fixed", "shown": True, **hinted(at_shape, steer, at)}
    if control == "json":
        return _json(at_shape, steer, at)
    choices = controls.choices_of(at_shape, steer, found.branches)
    if choices is None and kind == "boolean" and not others and _three(control, at, value, nullable=nullable):
        choices = [["Yes", True], ["No", False]]
    if choices:
        if nullable and all(choice[1] is not None for choice in choices):
            choices.append(["None", None])
        chosen = controls.choice_field(choices, steer, required=at.required, named=not at.top, value=value)
        return {**chosen, **hinted(at_shape, steer, at)}
    if nullable and not at.nulled:
        plain = {name: one for name, one in at_shape.items() if name != "default"}
        calm = not at.required and at_shape.get("default", ...) is None
        inner = node_for(plan, plain, replace(at, nulled=True, steer=_without_default(at.steer)))
        return {"kind": "nil", "of": inner, **({"calm": True} if calm else {})}
    return _shaped(plan, found, at, [kind, *others], value)


def _three(control: Json, at: At, value: list[Any], *, nullable: bool) -> bool:
    return nullable or control == "select" or (not at.required and not value and control != "checkbox")


def _without_default(steer: Trie) -> Trie:
    return (
        {**steer, "": {k: v for k, v in steer[""].items() if k != "default"}}
        if "default" in steer.get("", ())
        else steer
    )


def _json(schema: JsonObject, steer: JsonObject, at: At) -> Node:
    return {"kind": "json", **hinted(schema, steer, at)}


def _shaped(plan: Plan, found: Parted, at: At, kinds: list[str], value: list[Any]) -> Node:
    at_shape, steer, kind = found.shape, mapping(at.steer.get("")), kinds[0]
    several: Branches | None = found.branches
    if several is None and len(kinds) > 1:
        several = [(i, {"type": name}) for i, name in enumerate(kinds)]
    if several:
        grouped = any(is_deep(one) for _, one in several)
    elif kind == "object":
        only_map = is_mapped(at_shape) and not mapping(at_shape.get("properties"))
        grouped = not is_loose(kind, at_shape) and not only_map
    else:
        grouped = kind == "array" and bool(places_of(at_shape))
    # An empty object that was not asked for is another value than none: it has to be added first.
    if grouped and not at.required and not at.included:
        inner = node_for(plan, at_shape, replace(at, included=True, required=True, flat=False))
        return {"kind": "absent", "of": inner}
    if several:
        return variant_node(plan, at_shape, at, several)
    if is_loose(kind, at_shape) and not at.top:
        return _json(at_shape, steer, at)
    if kind == "object":
        return object_node(plan, at_shape, at)
    if kind == "array":
        return list_node(plan, at_shape, at)
    if kind == "boolean":
        field_: Node = {"kind": "check"}
    elif kind == "string":
        field_ = controls.text_field(at_shape, steer, at.name)
    else:
        field_ = controls.number_field(at_shape, steer, at.name, whole=kind == "integer")
    if at.nulled and not at.bare:
        field_ = {"mid": True, **field_}  # room for the label and "No value"
    return {"type": "number" if kind == "integer" else kind, **field_, **hinted(at_shape, steer, at)}
