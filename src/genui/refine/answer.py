"""What a refinement did, in one line of words."""

from collections.abc import Iterator
from typing import Any

from genui.labels import label_of
from genui.model import JsonObject
from genui.refine.draft import placed
from genui.refine.patch import same
from genui.refine.sources import last_part

PAGE = {
    "title": "title: {}",
    "description": "description: {}", "theme": "theme: {}", "layout": "layout: {}", "raw": "raw result: {}",
}  # fmt: skip
TOLD_PROPS = (
    "kind",
    "as",
    "group",
    "limit",
    "pageSize",
    "search",
    "series",
    "stacked",
    "horizontal",
    "folded",
)
"""Props told by their name and value."""
STEPS = {
    "filter": "rows filtered", "sort": "sorted", "aggregate": "summed up", "calculate": "a column calculated",
    "window": "a column added", "flatten": "lists as rows", "limit": "first rows only",
}  # fmt: skip


def in_words(before: JsonObject, after: JsonObject) -> str:
    """Return what changed from one spec to another in one line: "chart: kind line; 2 columns hidden"."""
    told = [
        text.format(_told(after.get(key))) for key, text in PAGE.items() if before.get(key) != after.get(key)
    ]
    told += _form(before.get("form", {}), after.get("form", {}))
    told += _parts(before["result"], after["result"])
    return "; ".join(dict.fromkeys(told))


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | dict):
        return f"{len(value)} given"
    return "as it comes" if value is None else str(value) or "none"


def _form(before: JsonObject, after: JsonObject) -> Iterator[str]:
    for key in ("submit", "position"):
        if before.get(key) != after.get(key):
            yield f"{'button' if key == 'submit' else 'form at the'} {after.get(key)}"
    for key in ("order", "folded"):
        if before.get(key) != after.get(key):
            named = ", ".join(after.get(key) or ["none"])
            yield f"fields {'folded' if key == 'folded' else 'in order'}: {named}"
    for path, steer in after.get("fields", {}).items():
        old = before.get("fields", {}).get(path, {})
        changed = [key for key in {**old, **steer} if not same(old.get(key), steer.get(key))]
        yield from (f"input {path}: {key} {_told(steer.get(key))}" for key in changed)


def _parts(before: list[Any], after: list[Any]) -> Iterator[str]:
    old, new = [one for one, _, _ in placed(before)], [one for one, _, _ in placed(after)]
    kinds = [[one["type"] for one in parts] for parts in (old, new)]
    for kind in dict.fromkeys(kinds[0] + kinds[1]):
        more = kinds[1].count(kind) - kinds[0].count(kind)
        if more:
            yield f"{kind} {'added' if more > 0 else 'removed'}"
        pairs = zip(
            (one for one in old if one["type"] == kind),
            (one for one in new if one["type"] == kind),
            strict=False,
        )
        for one, other in pairs if not more else ():
            changes = list(_changes(one.get("props", {}), other.get("props", {})))
            if one.get("title") != other.get("title"):
                changes.append(f"title {other.get('title', 'none')}")
            if changes:
                yield f"{kind}: {', '.join(changes)}"
    if sorted(kinds[0]) == sorted(kinds[1]) and kinds[0] != kinds[1]:
        yield f"parts in order: {', '.join(kinds[1])}"


def _changes(before: JsonObject, after: JsonObject) -> Iterator[str]:
    yield from (f"{key} {_told(after.get(key))}" for key in TOLD_PROPS if before.get(key) != after.get(key))
    if before.get("sort") != after.get("sort"):
        order = after.get("sort")
        down = ", descending" if order and order.get("descending") else ""
        yield f"sorted by {last_part(order['key'])}{down}" if order else "in no order of its own"
    if before.get("y") != after.get("y") or before.get("x") != after.get("x"):
        measures = " and ".join(
            each.get("label") or label_of(last_part(each["key"])) for each in after.get("y", ())
        )
        yield f"{measures} by {last_part(after['x'])}" if after.get("x") else measures
    steps = [
        name
        for step in after.get("transform", ())
        if step not in before.get("transform", ())
        for name in step
    ]
    yield from (STEPS[name] for name in steps)
    for prop in ("columns", "fields"):
        yield from _entries(before.get(prop, ()), after.get(prop, ()))


def _entries(before: Any, after: Any) -> Iterator[str]:
    old = {each["key"]: each for each in before}
    hidden = [
        each["key"] for each in after if each.get("hidden") and not old.get(each["key"], {}).get("hidden")
    ]
    hidden += [key for key in old if key not in {each["key"] for each in after}]
    if hidden:
        names = ", ".join(map(last_part, hidden))
        yield f"{names} hidden" if len(hidden) < 3 else f"{len(hidden)} columns hidden"
    for each in after:
        was = old.get(each["key"], {})
        name = last_part(each["key"])
        if was.get("hidden") and not each.get("hidden"):
            yield f"{name} shown"
        if was.get("label") != each.get("label") and was:
            yield f"{name} called {each.get('label')}"
        if was.get("format") != each.get("format") and was:
            given = each.get("format")
            yield f"{name} as {given['name'] if isinstance(given, dict) else given}"
    if not hidden and [each["key"] for each in after if each["key"] in old] != [
        key for key in old if key in {each["key"] for each in after}
    ]:
        yield f"columns in order: {', '.join(last_part(each['key']) for each in after)}"
