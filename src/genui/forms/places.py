"""Places: where a node stands in the arguments, what the spec says of it, the plan it goes into."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from genui.forms import controls
from genui.forms.shapes import Shapes, identity
from genui.model import Json, JsonObject, mapping
from genui.schema_rules import Table

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
    # One node for equal places: recursive schemas end here.
    steered = str(id(at.steer)) if at.steer else ""
    key = f"{identity(plan.shapes, schema)}{replace(at, steer={})}{steered}"
    if key not in plan.known:
        plan.known[key] = len(plan.nodes)
        plan.waiting.append((schema, at, len(plan.nodes)))
        plan.nodes.append({})
    return plan.known[key]


def hinted(schema: JsonObject, steer: JsonObject, at: At) -> Node:
    """Return the hint of a node, where it has one."""
    hint = "" if at.flat else controls.hint_of(schema, steer)
    return (
        {"hint": hint, **({"cut": True} if len(hint) >= 140 or hint.count("\n") >= 2 else {})} if hint else {}
    )


def steering(fields: JsonObject) -> Trie:
    r"""Return what a spec says of fields by the parts of their paths; `\.` is a dot inside a name."""
    root: dict[str, Any] = {}
    for path, steer in fields.items():
        at = root
        for part in re.split(r"(?<!\\)\.", path):
            at = at.setdefault(part.replace("\\.", "."), {})
        at[""] = mapping(steer)
    return root
