"""Nodes with others below them: objects, maps, lists, tuples, and one of several shapes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from genui.forms import controls
from genui.forms.conditions import conditional_kids, parts_of
from genui.forms.places import At, Node, Plan, Trie, hinted, node_for
from genui.forms.shapes import (
    WHEN,
    Branches,
    Shape,
    is_deep,
    is_mapped,
    merge,
    parted,
    places_of,
    shape,
    types_of,
)
from genui.forms.words import required_of
from genui.labels import label_of
from genui.model import Json, JsonObject, listed, mapping
from genui.schema_rules import row_of
from genui.schema_rules.messages import number_text
from genui.schema_rules.values import is_number

FOLD_AFTER = 5
"""Optional members shown before the fold."""


def below(steer: Trie, part: str) -> Trie:
    """Return what the spec says of the places below a part of a path."""
    found: Trie = steer.get(part, {}) if part else {}
    return found


def object_node(plan: Plan, at_shape: Shape, at: At) -> Node:
    """Return the node of an object."""
    members, must = mapping(at_shape.get("properties")), required_of(at_shape)
    order = listed(plan.form.get("order")) if at.top else []
    node: Node = {"kind": "object", "type": "object", **_group_hint(at_shape, at)}
    names = ordered(list(members), must, order)

    def kid(schema: Json, name: str, *, required: bool) -> int:
        return node_for(plan, schema, At(name, steer=below(at.steer, name), required=required))

    kids: list[list[Any]] = [[name, kid(members[name], name, required=name in must)] for name in names]
    late = [name for name in names if name not in must][FOLD_AFTER:]
    groups = listed(plan.form.get("groups")) if at.top else []
    grouped = {name for group in groups for name in group["fields"]}
    folded = _folded(plan, at, names, late, order) - grouped
    node["kids"] = kids
    if folded:
        node["late"] = [name for name in names if name in folded]
    if groups:
        node["groups"] = [[one["label"], one["fields"], one.get("folded", False)] for one in groups]
    if at_shape.get(WHEN):
        parts = parts_of(plan.shapes, at_shape)
        node["parts"] = [[up, *test] for up, test in _tests(plan, parts)]
        node["kids"] = conditional_kids(at_shape, parts, node["kids"], kid)
    if is_mapped(at_shape):
        node["map"] = _map(plan, at_shape, at)
    return node


def _tests(plan: Plan, parts: Any) -> list[tuple[int, list[Any]]]:
    return [
        (part.up, [part.key] if part.key is not None else [row_of(plan.checks, part.test), part.holds])
        for part in parts
    ]


def _group_hint(at_shape: JsonObject, at: At) -> Node:
    return (
        {} if at.flat else hinted({"description": at_shape.get("description")}, mapping(at.steer.get("")), at)
    )


def ordered(names: list[str], must: list[str], order: list[Any]) -> list[str]:
    """Return members in the order of the spec, then required ones first."""
    return sorted(
        names, key=lambda name: (order.index(name) - len(order) - 1) if name in order else name not in must
    )


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
    names = listed(shape(plan.shapes, at_shape.get("propertyNames")).get("enum"))
    found: Node = {"of": node_for(plan, free, here)}
    if patterns:
        found["patterns"] = [[pattern, node_for(plan, one, here)] for pattern, one in patterns.items()]
        found["any"] = node_for(plan, more if isinstance(more, Mapping) else {}, here)
    if names:
        found["names"] = [name for name in names if isinstance(name, str)][:200]
    return found | ({"beside": True} if mapping(at_shape.get("properties")) else {})


def list_node(plan: Plan, at_shape: Shape, at: At) -> Node:
    """Return the node of a list or tuple, or of a choice of several values."""
    steer, places = mapping(at.steer.get("")), places_of(at_shape)
    rest = at_shape.get("additionalItems" if isinstance(at_shape.get("items"), list) else "items")
    one = parted(plan.shapes, shape(plan.shapes, rest))
    node: Node = {"type": "array"}
    least, most = at_shape.get("minItems"), at_shape.get("maxItems")
    if (at_shape.get("uniqueItems") is True or steer.get("control") == "checkboxes") and not places:
        choices = controls.choices_of(one.shape, steer, one.branches)
        if choices:
            wide = len(choices) <= 24
            return {
                **node,
                "kind": "many",
                "choices": choices,
                "boxes": wide,
                "wide": True,
                **hinted(at_shape, steer, at),
            }
    node |= _group_hint(at_shape, at)
    found: Node = {"kind": "list"}
    if is_deep(one.shape) or one.branches:
        found["cards"] = True  # plain values stand in lines
    if is_number(least):
        found["min"] = least
    if room := _room(least, most):
        found["room"] = room
    if not places or (rest is not None and rest is not False):
        free = True if rest is None else rest
        found["of"] = node_for(plan, free, At("item", "Item", below(at.steer, "*"), required=True, bare=True))
    if places:
        return node | _tuple(plan, places, found, at)
    return node | found | ({"inc": True} if at.included else {})


def _room(least: Json, most: Json) -> str:
    """Say how many items a list may have."""
    told = (("at least", least, 1), ("at most", most, 0))
    return ", ".join(f"{say} {number_text(n)}" for say, n, begin in told if is_number(n) and n >= begin)


def _tuple(plan: Plan, places: list[Json], follow: Node, at: At) -> Node:
    """Return the node of a tuple; `follow` is the list of what may follow its places."""
    node: Node = {"kind": "tuple"}
    node["places"] = [
        node_for(plan, place, At(f"item {i + 1}", steer=below(at.steer, str(i)), required=True))
        for i, place in enumerate(places)
    ]
    least = follow.pop("min", 0)
    if least:
        node["least"] = least
    if "of" in follow:
        node["rest"] = len(plan.nodes)
        more = {"min": least - len(places)} if least > len(places) else {}
        plan.nodes.append({**follow, "type": "array", "flat": True, "inc": True, **more})
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
    values = [at["const"]] if "const" in at else listed(at.get("enum"))
    return values if len(values) == 1 else []


def branch_name(branch: Shape) -> str:
    """Say what an untitled branch is: the constant it sets, its type, or a member that only it needs."""
    members = mapping(branch.get("properties"))
    fixed = [value for one in members.values() for value in constant(one) if isinstance(value, str)]
    if fixed:
        return label_of(fixed[0])
    kind = next(iter(types_of(branch)), "")
    names = required_of(branch) or list(members)
    if not names and is_mapped(branch):
        return "Names and values"
    return _KIND_NAMES.get(kind) or (label_of(names[0]) if names else "Any object" if kind else "")


def variant_node(plan: Plan, at_shape: Shape, at: At, several: Branches) -> Node:
    """Return the node of one of several shapes."""
    base = {name: one for name, one in at_shape.items() if name not in ("oneOf", "anyOf", "default")}
    simple = all(not is_deep(one) for _, one in several)
    titles = [str(one["title"]) if one.get("title") else "" for _, one in several]
    short = len(several) <= 4 and all(titles) and len("".join(titles)) <= 32
    steer = mapping(at.steer.get(""))
    told = at.label or controls.title_for(at_shape, steer, at.name)
    raw = listed(at_shape.get("oneOf", at_shape.get("anyOf")))
    options: list[list[Any]] = []
    for (i, one), title in zip(several, titles, strict=True):
        label = title or f"Option {i + 1}"
        whole = _tagged(plan, merge(one, base), base, raw[i] if i < len(raw) else {})
        inside = told if simple else title or branch_name(one) or label
        here = replace(at, label=inside, included=True, flat=True, nulled=True, bare=simple or at.bare)
        consts = {name: constant(m)[0] for name, m in mapping(one.get("properties")).items() if constant(m)}
        row = row_of(
            plan.checks, raw[i] if i < len(raw) and at_shape.get("oneOf", at_shape.get("anyOf")) else one
        )
        options.append(
            [
                i,
                label,
                node_for(plan, whole, replace(here, top=False)),
                row,
                consts,
                "" if title else branch_name(one),
                [*mapping(whole.get("properties"))],
            ]
        )
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
