"""The plan of a form: its nodes, its checks and its words, as data that the page carries."""

from collections.abc import Iterator
from typing import Any

from genui.forms.groups import ordered
from genui.forms.nodes import make_nodes
from genui.forms.places import At, Node, Plan, node_for, steering
from genui.forms.shapes import shape, shapes_of
from genui.forms.words import required_of, said_of, words_of_form
from genui.model import JsonObject, Tool, listed, mapping
from genui.schema_rules import Table, row_of


def form_plan(tool: Tool, spec: JsonObject) -> dict[str, Any]:
    """Return the plan of a tool's form, steered by a spec.

    `nodes[0]` edits the arguments as a whole; nodes refer to one another, and to rows of `checks`, by
    number. Row `check` is for the arguments. `said` is what the run line may say of each member.
    """
    root = mapping(tool.definition.get("inputSchema"))
    form, shapes = mapping(spec.get("form")), shapes_of(root)
    plan = Plan(shapes, Table(root), form)
    whole = shape(shapes, root)
    top = {**whole, "type": "object"}
    node_for(
        plan,
        top,
        At(
            steer=steering(mapping(form.get("fields"))),
            required=True,
            included=True,
            nulled=True,
            flat=True,
            top=True,
        ),
    )
    make_nodes(plan)
    widen(plan.nodes)
    check = row_of(plan.checks, {"type": "object", **{k: v for k, v in root.items() if k != "$schema"}})
    break_circles(plan.nodes)
    names = ordered(list(mapping(whole.get("properties"))), required_of(whole), [])
    labels = {
        name: plan.nodes[node].get("label") for name, node, *_ in plan.nodes[0].get("kids", ()) if node >= 0
    }
    return {
        "nodes": plan.nodes,
        "checks": plan.checks.rows,
        "check": check,
        "said": said_of(shapes, names, labels),
        "words": words_of_form(tool, spec),
        **({"presets": form["presets"]} if form.get("presets") else {}),
    }


def widen(nodes: list[Node]) -> None:
    """Give the first member of each group a row of its own where it is a text."""
    for number, node in enumerate(nodes):
        if node["kind"] != "object" or node.get("bare") or (node.get("flat") and number):
            continue
        late = node.get("late", ())
        kids = (nodes[kid] for name, kid, *_ in node["kids"] if name not in late and kid >= 0)
        first: Node = next((kid for kid in kids if kid["kind"] != "fixed" or kid.get("shown")), {})
        if first.get("attrs", {}).get("type") in ("text", "password"):
            first["wide"] = True


def break_circles(nodes: list[Node]) -> None:
    """Draw a schema that requires itself only on demand: else the page would draw without end."""
    # Depth first without recursion: 1 is on the path, 2 is done. An edge to 1 closes a circle.
    state: dict[int, int] = {}
    for start in range(len(nodes)):
        if start in state:
            continue
        state[start] = 1
        stack = [(start, _drawn_at_once(nodes[start]))]
        while stack:
            number, edges = stack[-1]
            step = next(edges, None)
            if step is None:
                state[number] = 2
                stack.pop()
                continue
            place, key = step
            target = place[key]
            if state.get(target) == 1:
                nodes.append({"label": nodes[target].get("label", ""), "kind": "absent", "of": target})
                place[key] = len(nodes) - 1
                state[place[key]] = 2
            elif target not in state and target >= 0:
                state[target] = 1
                stack.append((target, _drawn_at_once(nodes[target])))


def _drawn_at_once(node: Node) -> Iterator[tuple[Any, Any]]:
    """Yield where a node names nodes that are drawn with it."""
    for kid in node.get("kids", ()):
        yield kid, 1
        for choice in kid[3] if len(kid) > 3 else ():
            yield kid[3], choice
    for i in range(len(listed(node.get("places")))):
        yield node["places"], i
    if node["kind"] == "nil" or (node["kind"] == "list" and node.get("min") and "of" in node):
        yield node, "of"
    if node["kind"] == "variant":
        yield node["options"][0], 2
    if "rest" in node:
        yield node, "rest"
