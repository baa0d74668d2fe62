"""The results that a render check sends to a view: typical, other, empty, failing and hostile ones."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genui.expressions import values_in
from genui.lint.page import parse_page
from genui.model import Json, JsonObject, Tool
from genui.sample import sample, sample_exchange
from genui.scripts import Node
from genui.scripts.tree import Source, read_tree

FAILURE = "Fault 4711: the service cannot be reached"
CANARY = "genui-canary"

HOSTILE = (
    f"<{CANARY}></{CANARY}>",
    f'<img {CANARY} src="x" onerror="globalThis.genuiCanary=1">',
    "</script><script>globalThis.genuiCanary=1</script>",
    f'"><{CANARY} x="',
    "javascript:globalThis.genuiCanary=1",
    f"'-globalThis.genuiCanary=1-'<svg {CANARY} onload=globalThis.genuiCanary=1>",
    f"[a](javascript:globalThis.genuiCanary=1) ${{7*7}} {{{{7*7}}}} $& <b {CANARY}>b</b>",
)
"""Texts that are harmless as text, and tell on themselves as anything else."""

FIXED = re.compile(
    r"\d{4}-\d\d-\d\d|https?:|data:|[^@\s]+@[^@\s]+\.\w+\Z|[0-9a-f]{8}-[0-9a-f]{4}|[#\d.:+-]+\Z"
)
"""Texts of a form that a page may rely on: dates, addresses, ids, numbers."""

ARRAYS = frozenset(
    {"map", "forEach", "filter", "slice", "some", "every", "reduce", "join", "find", "flatMap"}
)
PASSING = frozenset({"filter", "slice", "sort", "reverse", "toSorted", "toReversed", "concat"})
"""Methods of a list that give a list of the same entries."""

NAMES = frozenset({"identifier", "property_identifier", "shorthand_property_identifier_pattern"})
PLAIN = frozenset(
    {
        "content",
        "structuredContent",
        "isError",
        "text",
        "type",
        "length",
        "_meta",
        "theme",
        "styles",
        "variables",
    }
    | {"arguments", "version", "message", "stack", "prototype", "constructor", "default"}
)
"""Members that every page reads, and that say nothing of its data."""

OF_THE_PAGE = frozenset(
    {"document", "window", "app", "globalThis", "Math", "JSON", "Object", "console", "this"}
)

MEMBERS = 12
"""Member names of a page's data that are believed."""


@dataclass(frozen=True, slots=True)
class Feed:
    """The results of a check and how much is known of the tool's data."""

    args: JsonObject
    typical: JsonObject
    other: JsonObject
    run: JsonObject
    empty: JsonObject
    failing: JsonObject
    hostile: JsonObject
    declared: bool
    """True where examples or an outputSchema tell what results look like."""


def feed_of(html: str, tool: Tool, *, examples: Sequence[JsonObject] = ()) -> Feed:
    """Return what to feed to a view of a tool; where nothing is declared, its script tells."""
    # A page may look values of an enum up: others would make a good page throw.
    keep = frozenset(fixed_texts(tool.output_schema))
    args: Any = sample(tool.input_schema, tool.input_schema)
    declared = bool(examples) or tool.output_schema is not None
    if examples:
        typical, args = dict(examples[0]["result"]), examples[0]["arguments"]
    elif tool.output_schema is not None:
        typical = as_result(sample_exchange(tool)["result"].get("structuredContent"))
    else:
        typical = as_result(data_read_by(html))
    return Feed(
        args=args if isinstance(args, Mapping) else {},
        typical=typical,
        other=changed(typical, lambda value, number: varied(value, 1, keep)),
        run=changed(typical, lambda value, number: varied(value, 2, keep)),
        empty=emptied(typical),
        failing={"isError": True, "content": [{"type": "text", "text": FAILURE}]},
        hostile=poisoned(changed(typical, lambda value, number: attack(value, number, keep))),
        declared=declared,
    )


def as_result(data: Json) -> dict[str, Any]:
    """Return data as a tool's result: structured where it can be, and as text in any case."""
    result: dict[str, Any] = {"content": [{"type": "text", "text": json.dumps(data)}]}
    if isinstance(data, Mapping):
        result["structuredContent"] = data
    return result


def fixed_texts(schema: Json) -> Iterator[str]:
    """Yield the texts that a schema prescribes: a page may look them up."""
    for where, value in values_in(schema):
        if isinstance(value, str) and re.search(r"/const\Z|/enum/\d+\Z", where):
            yield value


def changed(result: JsonObject, change: Callable[[Json, int], Json]) -> dict[str, Any]:
    """Return a result with every leaf of its data changed; text content follows the data."""
    count = iter(range(10**9))

    def walk(value: Json) -> Json:
        return map_leaves(value, lambda leaf: change(leaf, next(count)))

    if "structuredContent" in result:
        data = walk(result["structuredContent"])
        return {**result, "structuredContent": data, "content": [text_block(data)]}
    blocks = result.get("content") or []
    return {**result, "content": [changed_block(block, walk) for block in blocks]}


def map_leaves(data: Json, change: Callable[[Json], Json]) -> Json:
    """Return data with every leaf changed, first to last."""
    if isinstance(data, Mapping):
        return {key: map_leaves(member, change) for key, member in data.items()}
    if isinstance(data, list):
        return [map_leaves(item, change) for item in data]
    return change(data)


def changed_block(block: Json, walk: Callable[[Json], Json]) -> Json:
    """Return a content block with its text changed: the data in it where it is JSON."""
    if not isinstance(block, Mapping) or not isinstance(block.get("text"), str):
        return block
    try:
        return text_block(walk(json.loads(block["text"])))
    except (ValueError, RecursionError):
        return {**block, "text": walk(block["text"])}


def text_block(data: Json) -> dict[str, Any]:
    """Return data as text content."""
    return {"type": "text", "text": data if isinstance(data, str) else json.dumps(data)}


def varied(value: Json, number: int, keep: frozenset[str]) -> Json:
    """Return a leaf with another value of its kind."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, (int, float)):
        return value + number * 3
    if value in keep or FIXED.match(value):
        return value
    return f"{value} {'abc'[number]}{number}"


def attack(value: Json, number: int, keep: frozenset[str]) -> Json:
    """Return a leaf with a hostile text in place of a plain one."""
    if not isinstance(value, str) or value in keep or FIXED.match(value):
        return value
    return HOSTILE[number % len(HOSTILE)]


def emptied(result: JsonObject) -> dict[str, Any]:
    """Return a result of the same shape with nothing in it."""
    if "structuredContent" not in result:
        return {"content": []}
    return {"content": [], "structuredContent": without_items(result["structuredContent"])}


def without_items(value: Json) -> Json:
    """Return data with every array empty, and every text."""
    if isinstance(value, Mapping):
        return {key: without_items(member) for key, member in value.items()}
    if isinstance(value, list):
        return []
    return "" if isinstance(value, str) else value


def data_read_by(html: str) -> dict[str, Any]:
    """Return made-up data with the members that a page's own scripts read."""
    lists: dict[str, None] = {}
    names: dict[str, None] = {}
    for element in parse_page(html).named("script"):
        # The bridge and what genui links is no part of what a person or a model wrote.
        if element.said("type") != "module" and '"use strict"' in element.text[:40]:
            continue
        members_read(element.text, names, lists)
    rows = [name for name in lists if name in names][:3]
    # What a script treats as a list holds rows; all other names may be cells of them.
    cells = [name for name in names if name not in lists][:MEMBERS]
    row = [{name: leaf(name, index) for name in cells} or {"name": f"Name {index + 1}"} for index in range(3)]
    return {name: leaf(name, 0) for name in cells} | dict.fromkeys(rows, row)


def members_read(script: str, names: dict[str, None], lists: dict[str, None]) -> None:
    """Note the member names that a script reads, and those of them that it treats as lists."""
    source = read_tree(script).source
    for node in source.nodes("shorthand_property_identifier_pattern"):
        names.setdefault(node.name)
    for node in source.nodes("member_expression"):
        inner = node.fields["object"]
        if not is_read(node):
            continue
        if node.member in ARRAYS:
            lists.update(dict.fromkeys(last_names([inner])))
        elif node.member not in PLAIN:
            names.setdefault(node.member)
        if inner.text == "Array" and node.parent is not None:
            lists.update(dict.fromkeys(last_names(node.parent.arguments)))
    lists.update(dict.fromkeys(last_names(walked(source))))
    for node in reversed([*source.nodes("variable_declarator", "assignment_expression")]):
        name, value = node.get("name") or node.get("left"), node.get("value") or node.get("right")
        if name is not None and value is not None and name.kind == "identifier" and name.name in lists:
            lists.update(dict.fromkeys(last_names([value])))


def walked(source: Source) -> Iterator[Node]:
    """Yield what a script goes through entry by entry, or holds an empty list in place of."""
    for node in source.nodes("for_in_statement"):
        if node.operator == "of":
            yield node.fields["right"]
    for node in source.nodes("spread_element"):
        if node.parent is not None and node.parent.kind != "object":
            yield from node.kids
    for node in source.nodes("binary_expression", "object_assignment_pattern", "assignment_pattern"):
        left, right = node.get("left"), node.get("right")
        if left is None or right is None or right.kind != "array" or right.kids:
            continue
        pair = node.parent if node.parent is not None and node.parent.kind == "pair_pattern" else None
        yield (pair.get("key") if pair is not None else None) or left


def last_names(nodes: Iterable[Node]) -> Iterator[str]:
    """Yield the last names of expressions: `orders` of `data.orders`, `data.orders ?? []` and `orders`."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if node.kind in NAMES:
            yield node.name
            continue
        callee = node.callee
        if callee is not None and callee.kind == "member_expression":
            part = callee.owner if callee.member in PASSING else None
        elif node.kind == "parenthesized_expression":
            part = node.kids[0] if node.kids else None
        else:
            part = node.get("property") or node.get("left")
        if part is not None:
            pending.append(part)


def is_read(node: Node) -> bool:
    """Tell whether a member expression reads data: no call, no assignment, nothing of the page itself."""
    parent = node.parent
    if parent is not None and parent.kind == "call_expression" and parent.callee is node:
        return node.member in ARRAYS or node.member == "isArray"
    if parent is not None and parent.kind == "assignment_expression":
        return parent.get("right") is node
    return node.fields["object"].text not in OF_THE_PAGE


NUMBERS = re.compile(
    r"count|total|amount|price|size|num|qty|score|age|lat|lon|temp|percent|ratio|result", re.IGNORECASE
)
TIMES = re.compile(r"date|time|(?:^|_)at$|created|updated", re.IGNORECASE)


def leaf(name: str, index: int) -> Json:
    """Return a value for a member of this name."""
    if NUMBERS.search(name):
        return 40 + index * 7
    if TIMES.search(name):
        return f"2026-01-1{5 + index}T09:30:00Z"
    return f"{name} {index + 1}"


def poisoned(result: JsonObject) -> dict[str, Any]:
    """Return a result whose objects have members that reach for the prototype of all objects."""
    if "structuredContent" not in result:
        return dict(result)
    return {**result, "structuredContent": proto(result["structuredContent"])}


def proto(data: Json) -> Json:
    """Return data with members called __proto__ and constructor at every level."""
    if isinstance(data, list):
        return [proto(item) for item in data]
    if not isinstance(data, Mapping):
        return data
    inner = {key: proto(value) for key, value in data.items()}
    return {**inner, "__proto__": {"genuiCanary": 1}, "constructor": {"prototype": {"genuiCanary": 1}}}
