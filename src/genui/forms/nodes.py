"""Nodes: one for each place of the arguments that a form draws, decided from the shape of its schema."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from genui.checks import Table, row_of
from genui.checks.messages import lowered
from genui.checks.values import entries, is_number, is_type, mapping, same
from genui.forms import controls
from genui.forms.shapes import (
    WHEN,
    Branches,
    Parted,
    Shape,
    Shapes,
    identity,
    is_deep,
    is_free,
    is_loose,
    is_mapped,
    is_null,
    merge,
    parted,
    places_of,
    shape,
    types_of,
)
from genui.forms.words import required_of
from genui.labels import label_of
from genui.model import Json, JsonObject

MOST = 6000
"""Nodes of a plan; what lies beyond is edited as JSON."""

FOLD_AFTER = 5
"""Optional members shown before the fold."""

Node = dict[str, Any]
Trie = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class At:
    """Where a node stands."""

    name: str = ""
    label: str = ""
    steer: Trie = field(default_factory=dict)
    """What the spec says of this place at "", and of the places below by their part of the path."""
    required: bool = False
    included: bool = False
    """It is drawn at once, though what it edits may be absent."""
    nulled: bool = False
    """The choice of null is made outside."""
    flat: bool = False
    """Its members stand in the group of its parent."""
    bare: bool = False
    """Its label is said by what stands around it."""
    top: bool = False


@dataclass(slots=True)
class Plan:
    """The nodes so far, and what they are made from."""

    shapes: Shapes
    checks: Table
    form: JsonObject
    nodes: list[Node] = field(default_factory=list)
    known: dict[str, int] = field(default_factory=dict)
    waiting: list[tuple[Json, At, int]] = field(default_factory=list)


def node_for(plan: Plan, schema: Json, at: At) -> int:
    """Return the number of the node for a schema at a place; it is made later."""
    steered = str(id(at.steer)) if at.steer else ""
    key = f"{identity(plan.shapes, schema)}{replace(at, steer={})}{steered}"
    if key not in plan.known:
        plan.known[key] = len(plan.nodes)
        plan.waiting.append((schema, at, len(plan.nodes)))
        plan.nodes.append({})
    return plan.known[key]


def make_nodes(plan: Plan) -> None:
    """Make every node that waits, and those that they ask for."""
    while plan.waiting:
        schema, at, number = plan.waiting.pop(0)
        plan.nodes[number] = node_of(plan, schema, at)


def node_of(plan: Plan, schema: Json, at: At) -> Node:
    """Return the node for a schema at a place."""
    found = parted(plan.shapes, shape(plan.shapes, schema))
    steer = mapping(at.steer.get(""))
    told = at.label if at.label and not steer.get("label") else controls.title_for(found.shape, steer, at.name)
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
        fits = is_type(value[0], "array") and all(any(same(one, each) for each in choices) for one in value[0])
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
        return {"kind": "fixed", "shown": True, **_hint(at_shape, steer, at)}
    if control == "json":
        return _json(at_shape, steer, at)
    choices = controls.choices_of(at_shape, steer, found.branches)
    if choices is None and kind == "boolean" and not others and _three_states(nullable, control, at, value):
        choices = [["Yes", True], ["No", False]]
    if choices:
        if nullable and all(choice[1] is not None for choice in choices):
            choices.append(["None", None])
        chosen = controls.choice_field(choices, steer, required=at.required, named=not at.top, value=value)
        return {**chosen, **_hint(at_shape, steer, at)}
    if nullable and not at.nulled:
        plain = {name: one for name, one in at_shape.items() if name != "default"}
        calm = not at.required and at_shape.get("default", ...) is None
        inner = node_for(plan, plain, replace(at, nulled=True, steer=_without_default(at.steer)))
        return {"kind": "nil", "of": inner, **({"calm": True} if calm else {})}
    return _shaped(plan, found, at, [kind, *others], value)


def _three_states(nullable: bool, control: Json, at: At, value: list[Any]) -> bool:
    return nullable or control == "select" or (not at.required and not value and control != "checkbox")


def _without_default(steer: Trie) -> Trie:
    return {**steer, "": {k: v for k, v in steer[""].items() if k != "default"}} if "default" in steer.get("", ()) else steer


def _hint(schema: JsonObject, steer: JsonObject, at: At) -> Node:
    hint = "" if at.flat else controls.hint_of(schema, steer)
    return {"hint": hint, **({"cut": True} if len(hint) >= 140 or hint.count("\n") >= 2 else {})} if hint else {}


def _json(schema: JsonObject, steer: JsonObject, at: At) -> Node:
    return {"kind": "json", **_hint(schema, steer, at)}


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
    if grouped and not at.required and not at.included:
        inner = node_for(plan, at_shape, replace(at, included=True, required=True, flat=False))
        return {"kind": "absent", "of": inner}
    if several:
        return _variant(plan, at_shape, at, several)
    if is_loose(kind, at_shape) and not at.top:
        return _json(at_shape, steer, at)
    if kind == "object":
        return _object(plan, at_shape, at)
    if kind == "array":
        return _list(plan, at_shape, at)
    if kind == "boolean":
        field_ = {"kind": "check"}
    elif kind == "string":
        field_ = controls.text_field(at_shape, steer, at.name)
    else:
        field_ = controls.number_field(at_shape, steer, whole=kind == "integer")
    return {"type": "number" if kind == "integer" else kind, **field_, **_hint(at_shape, steer, at)}


def below(steer: Trie, part: str) -> Trie:
    """Return what the spec says of the places below a part of a path."""
    found: Trie = steer.get(part, {}) if part else {}
    return found


def _object(plan: Plan, at_shape: Shape, at: At) -> Node:
    from genui.forms.conditions import conditional_kids, parts_of

    members, must = mapping(at_shape.get("properties")), required_of(at_shape)
    order = entries(plan.form.get("order")) if at.top else []
    node: Node = {"kind": "object", "type": "object", **_group_hint(at_shape, at)}
    names = ordered(list(members), must, order)

    def kid(schema: Json, name: str, *, required: bool) -> int:
        return node_for(plan, schema, At(name, steer=below(at.steer, name), required=required))

    kids: list[list[Any]] = [[name, kid(members[name], name, required=name in must)] for name in names]
    late = [name for name in names if name not in must][FOLD_AFTER:]
    folded = _folded(plan, at, names, late, order)
    node["kids"] = kids
    if folded:
        node["late"] = [name for name in names if name in folded]
    if at_shape.get(WHEN):
        parts = parts_of(plan.shapes, at_shape)
        node["parts"] = [[up, *test] for up, test in _tests(plan, parts)]
        node["kids"] = conditional_kids(at_shape, parts, node["kids"], kid)
    if is_mapped(at_shape):
        node["map"] = _map(plan, at_shape, at)
    return node


def _tests(plan: Plan, parts: Any) -> list[tuple[int, list[Any]]]:
    return [
        (part.up, [part.key] if part.key is not None else [row_of(plan.checks, part.test), part.holds]) for part in parts
    ]


def _group_hint(at_shape: JsonObject, at: At) -> Node:
    return {} if at.flat else _hint({"description": at_shape.get("description")}, mapping(at.steer.get("")), at)


def ordered(names: list[str], must: list[str], order: list[Any]) -> list[str]:
    """Return members in the order of the spec, then required ones first."""
    return sorted(names, key=lambda name: (order.index(name) - len(order) - 1) if name in order else name not in must)


def _folded(plan: Plan, at: At, names: list[str], late: list[str], order: list[Any]) -> set[str]:
    wanted = plan.form.get("folded") if at.top else None
    folded = set()
    for name in names:
        own = mapping(below(at.steer, name).get("")).get("folded")
        default = name in wanted if isinstance(wanted, list) else name in late and name not in order
        if own if own is not None else default:
            folded.add(name)
    return folded


def _map(plan: Plan, at_shape: Shape, at: At) -> Node:
    here = At(label="Value", steer=below(at.steer, "*"), required=True)
    patterns = mapping(at_shape.get("patternProperties"))
    more = at_shape.get("additionalProperties")
    free = more if isinstance(more, Mapping) else next(iter(patterns.values()), {})
    names = entries(shape(plan.shapes, at_shape.get("propertyNames")).get("enum"))
    found: Node = {"of": node_for(plan, free, here)}
    if patterns:
        found["patterns"] = [[pattern, node_for(plan, one, here)] for pattern, one in patterns.items()]
        found["any"] = node_for(plan, more if isinstance(more, Mapping) else {}, here)
    if names:
        found["names"] = [name for name in names if isinstance(name, str)][:200]
    return found | ({"beside": True} if mapping(at_shape.get("properties")) else {})


def _list(plan: Plan, at_shape: Shape, at: At) -> Node:
    steer, places = mapping(at.steer.get("")), places_of(at_shape)
    rest = at_shape.get("additionalItems" if isinstance(at_shape.get("items"), list) else "items")
    one = parted(plan.shapes, shape(plan.shapes, rest))
    node: Node = {"type": "array"}
    least, most = at_shape.get("minItems"), at_shape.get("maxItems")
    if (at_shape.get("uniqueItems") is True or steer.get("control") == "checkboxes") and not places:
        choices = controls.choices_of(one.shape, steer, one.branches)
        if choices:
            wide = len(choices) <= 24
            return {**node, "kind": "many", "choices": choices, "boxes": wide, "wide": True, **_hint(at_shape, steer, at)}
    node |= {"kind": "list", **_group_hint(at_shape, at)}
    if not is_deep(one.shape) and not one.branches:
        node["lines"] = True  # plain values stand in lines, others in cards
    if places:
        node["places"] = [
            node_for(plan, place, At(f"item {i + 1}", steer=below(at.steer, str(i)), required=True))
            for i, place in enumerate(places)
        ]
    if not places or (rest is not None and rest is not False):
        free = True if rest is None else rest
        node["of"] = node_for(plan, free, At("item", "Item", below(at.steer, "*"), required=True, bare=True))
    for name, limit in (("min", least), ("max", most)):
        if is_number(limit) and (name == "min" or not places):
            node[name] = limit
    if at.included:
        node["inc"] = True
    return node


_KIND_NAMES = {
    "string": "Text",
    "integer": "Whole number",
    "number": "Number",
    "boolean": "Yes or no",
    "array": "List",
}


def constant(schema: Json) -> list[Any]:
    """Return the only value that a member may have, in a list: none, or one."""
    at = mapping(schema)
    values = [at["const"]] if "const" in at else entries(at.get("enum"))
    return values if len(values) == 1 else []


def branch_name(branch: Shape) -> str:
    """Say what an untitled branch is: the constant it sets, its type, or a member that only it needs."""
    members = mapping(branch.get("properties"))
    fixed = [value for one in members.values() for value in constant(one) if isinstance(value, str)]
    if fixed:
        return label_of(fixed[0])
    kind = next(iter(types_of(branch)), "")
    names = required_of(branch) or list(members)
    return _KIND_NAMES.get(kind) or (label_of(names[0]) if names else "")


def _variant(plan: Plan, at_shape: Shape, at: At, several: Branches) -> Node:
    base = {name: one for name, one in at_shape.items() if name not in ("oneOf", "anyOf", "default")}
    simple = all(not is_deep(one) for _, one in several)
    titles = [str(one["title"]) if one.get("title") else "" for _, one in several]
    short = len(several) <= 4 and all(titles) and len("".join(titles)) <= 32
    steer = mapping(at.steer.get(""))
    told = at.label or controls.title_for(at_shape, steer, at.name)
    raw = entries(at_shape.get("oneOf", at_shape.get("anyOf")))
    options: list[list[Any]] = []
    for (i, one), title in zip(several, titles, strict=True):
        label = title or f"Option {i + 1}"
        whole = _tagged(plan, merge(one, base), base, raw[i] if i < len(raw) else {})
        here = replace(at, label=told if simple else label, included=True, flat=True, nulled=True, bare=simple or at.bare)
        consts = {name: constant(m)[0] for name, m in mapping(one.get("properties")).items() if constant(m)}
        row = row_of(plan.checks, raw[i] if i < len(raw) and at_shape.get("oneOf", at_shape.get("anyOf")) else one)
        options.append([i, label, node_for(plan, whole, replace(here, top=False)), row, consts, "" if title else branch_name(one)])
    node: Node = {"kind": "variant", "options": options, **_group_hint(base, at)}
    flags = {"simple": simple, "pills": short, "keep": list(mapping(base.get("properties")))}
    return node | {name: flag for name, flag in flags.items() if flag}


def _tagged(plan: Plan, whole: Shape, base: Shape, raw: Json) -> Shape:
    """Return a branch with its discriminator set to what names it."""
    about = mapping(base.get("discriminator"))
    tag, names = about.get("propertyName"), mapping(about.get("mapping"))
    members = mapping(whole.get("properties"))
    if not isinstance(tag, str) or tag not in members:
        return whole
    reference = str(mapping(raw).get("$ref"))
    own = constant(shape(plan.shapes, members[tag])) or [name for name in names if names[name] == reference]
    value = own[0] if own else reference.rsplit("/", 1)[-1]
    return {**whole, "properties": {**members, tag: {"const": value}}}


def steering(fields: JsonObject) -> Trie:
    r"""Return what a spec says of fields by the parts of their paths; `\.` is a dot inside a name."""
    root: dict[str, Any] = {}
    for path, steer in fields.items():
        at = root
        for part in re.split(r"(?<!\\)\.", path):
            at = at.setdefault(part.replace("\\.", "."), {})
        at[""] = mapping(steer)
    return root


__all__ = ["At", "Plan", "is_free", "lowered", "make_nodes", "node_for", "steering"]
