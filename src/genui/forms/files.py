"""Which runtime files a form needs beyond those that every form has: told from its plan."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from genui.model import JsonObject

BY_KIND: Mapping[str, str] = {
    "absent": "form-optional.js",
    "check": "form-check.js",
    "color": "form-color.js",
    "combobox": "combobox.js",
    "file": "form-file.js",
    "fixed": "form-fixed.js",
    "list": "form-list.js",
    "many": "form-many.js",
    "nil": "form-null.js",
    "number": "form-number.js",
    "radio": "form-choice.js",
    "select": "form-choice.js",
    "suggest": "form-suggest.js",
    "time": "form-time.js",
    "tuple": "form-tuple.js",
    "variant": "form-variant.js",
}
BY_MEMBER: Mapping[str, str] = {
    "cards": "form-cards.js",
    "cut": "form-more.js",
    "keep": "form-kept.js",
    "late": "form-fold.js",
    "map": "form-map.js",
    "parts": "form-when.js",
    "pills": "form-pills.js",
    "slide": "form-slide.js",
}
BY_RULE: Mapping[str, str] = {
    **dict.fromkeys(("text", "regex"), "checks-text.js"),
    **dict.fromkeys(("items", "has", "unique"), "checks-lists.js"),
    **dict.fromkeys(("all", "some", "not", "if", "when"), "checks-logic.js"),
    **dict.fromkeys(("patterns", "others", "names"), "checks-names.js"),
    **dict.fromkeys(("over", "under", "least", "most"), "checks-sizes.js"),
    "step": "checks-step.js",
    "left": "checks-left.js",
}
ALWAYS = frozenset({"RULES.no", "kinds.json"})
"""What no plan names and a form can come to need."""

COMMON = frozenset(
    f"RULES.{name}" for name in ("in", "items", "max", "min", "need", "props", "rest", "text", "type")
) | {"kinds.number", "kinds.text"}
"""What nearly every form uses. Forms without groups always have it: pages alike are linked once, and these
weigh little. One with groups is hardly ever like another, and its page is heavy enough.
"""


def files_of_plan(plan: JsonObject) -> frozenset[str]:
    """Return the runtime files for the nodes and rules of a plan."""
    grouped = any(map(_is_group, plan["nodes"]))
    return frozenset(
        {
            *_found(BY_KIND, (node["kind"] for node in plan["nodes"])),
            *_found(BY_MEMBER, (name for node in plan["nodes"] for name in node)),
            *_found(
                BY_RULE, (rule[0] for row in plan["checks"][2:] for rules in row.values() for rule in rules)
            ),
            *(["form-group.js"] if grouped else []),
            *(["form-deep.js"] if grouped and _is_deep(plan["nodes"]) else []),
            *(["form-confirm.js"] if "ask" in plan["words"] else []),
        }
    )


def entries_of_plan(plan: JsonObject) -> frozenset[str]:
    """Return what a plan uses of the page's tables of kinds and rules, and what nearly every form does."""
    rules = (rule[0] for row in plan["checks"][2:] for rules in row.values() for rule in rules)
    kinds = (node["kind"] for node in plan["nodes"])
    more = ALWAYS if any(map(_is_group, plan["nodes"])) else ALWAYS | COMMON
    return more | {f"kinds.{kind}" for kind in kinds} | {f"RULES.{name}" for name in rules}


def _is_group(node: JsonObject) -> bool:
    return node["kind"] in ("object", "list", "tuple", "variant") and not node.get("flat")


def _is_deep(nodes: list[JsonObject]) -> bool:
    """Say whether groups may stand five deep, be it since a node refers back to one before it."""
    heights: dict[int, int] = {-1: 0}
    for number, node in reversed([*enumerate(nodes)]):
        below = {*_below(node)}
        if not below <= heights.keys():
            return True
        heights[number] = _is_group(node) + max((heights[one] for one in below), default=0)
    return max(heights.values()) > 4


def _below(node: JsonObject) -> Iterator[int]:
    """Yield the nodes that a node refers to."""
    mapped = node.get("map", {})
    for _, kid, *choices in node.get("kids", ()):
        yield from (kid, *(choices[1].values() if choices else ()))
    yield from node.get("places", ())
    yield from (option[2] for option in node.get("options", ()))
    yield from (one for _, one in mapped.get("patterns", ()))
    yield from (holder[name] for holder in (node, mapped) for name in ("of", "any", "rest") if name in holder)


def _found(table: Mapping[str, str], names: Iterable[Any]) -> list[str]:
    return [table[name] for name in set(names) if name in table]
