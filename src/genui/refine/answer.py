"""What a refinement did: in one line of words, and change by change."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genui.canonical import same
from genui.expressions import MISSING, at, pointer_of, pointer_parts
from genui.labels import label_of
from genui.model import Json, JsonObject
from genui.refine.draft import placed
from genui.refine.patch import apply_patch
from genui.refine.sources import key_of, last_part

PAGE = {
    "title": "title: {}", "description": "description: {}", "theme": "theme: {}", "layout": "layout: {}",
    "raw": "raw result: {}", "refresh": "refresh button: {}", "nextPage": "button to the next page: {}",
}  # fmt: skip
FORM = {
    "submit": "button {}", "position": "form at the {}", "order": "fields in order: {}",
    "folded": "fields folded: {}", "presets": "buttons that fill in: {}",
    "groups": "fields under headings: {}",
}  # fmt: skip
TOLD_PROPS = {
    "kind": "{}", "as": "{}", "group": "grouped by {}", "limit": "first {} rows",
    "pageSize": "{} rows a page", "search": "search {}", "series": "split by {}",
    "stacked": "stacked {}", "horizontal": "horizontal {}",
    "folded": "folded {}", "filters": "filters for {}", "summary": "below it {}", "detail": "rows open: {}",
    "tone": "coloured {}", "hideEmpty": "empty columns hidden: {}", "compact": "low rows {}",
    "body": "{} below each",
    "xTitle": "x axis: {}", "yTitle": "y axis: {}", "scale": "{} scale", "valueLabels": "values {}",
    "reference": "line at {}", "unit": "in {}", "of": "of {}", "front": "first {}",
}  # fmt: skip
"""Props and how their new value is told."""
STEPS = {
    "filter": "rows where {}", "sort": "sorted by {}", "aggregate": "summed up by {}",
    "calculate": "{} calculated", "window": "{} added", "flatten": "one row for each of {}",
    "limit": "first {} rows",
    "pivot": "pivoted by {}",
}  # fmt: skip
TONES = {"bad": "red", "warn": "yellow", "ok": "green", "info": "blue", "neutral": "grey"}
SIGNS = {"$eq": "is", "$gt": "above", "$lt": "below"}
WORDED = {
    "$item": "{}", "$path": "{}", "$not": "not {}", "$has": "{} is there", "label": "{}", "groupby": "{}",
    "value": "{}", "type": "{}", "interval": "every {} seconds", "as": "{}",
}  # fmt: skip
"""Members by which a value that is an object is told, the first that it has, and how."""
ENTRY = {
    "label": "called {}", "format": "as {}", "aggregate": "{} below", "tone": "{}", "shade": "shaded{}",
    "href": "linked to {}",
    "wrap": "wrapped: {}", "align": "aligned at the {}",
}  # fmt: skip
"""Members of a column or field and how their new value is told."""


def in_words(before: JsonObject, after: JsonObject) -> str:
    """Return what changed from one spec to another in one line: "chart: line; table: 2 columns hidden"."""
    told = [*_members(before, after, PAGE), *_form(before.get("form", {}), after.get("form", {}))]
    told += _parts(before["result"], after["result"])
    return "; ".join(dict.fromkeys(told)) or "nothing changed: it is so already"


def _members(before: JsonObject, after: JsonObject, texts: Mapping[str, str]) -> Iterator[str]:
    """Yield what is new of some members, each in its own words."""
    for key, text in texts.items():
        if not same(before.get(key), after.get(key)):
            several = key == "unit" and key not in after
            yield "of several units" if several else text.format(told_value(after.get(key)))


def told_value(value: Json) -> str:
    """Return a value of a spec in a few words: conditions as people say them, lists by their names."""
    match value:
        case bool():
            return "on" if value else "off"
        case None:
            return "none"
        case "-y" | "-x" | "y" | "x":
            return f"{'value' if 'y' in value else 'name'}{', descending' if '-' in value else ''}"
        case str():
            return TONES.get(value) or (last_part(value) if value.startswith("/") else value or "none")
        case int() | float():
            return f"{value:g}"
        case list():
            return ", ".join(map(told_value, value)) or "none"
        case {"$today": days}:
            return f"{days:+} days" if days else "today"
        case {"$if": condition, "then": tone}:
            other = f", {told_value(value['else'])}" if "else" in value else ""
            return f"{told_value(tone)} where {told_value(condition)}{other}"
        case {"$and": [{"$not": {"$lt": [one, start]}}, {"$lt": [_, end]}]}:
            return f"{told_value(one)} from {told_value(start)} to before {told_value(end)}"
        case {"$and": conditions}:
            return " and ".join(map(told_value, conditions))
        case {"$or": conditions}:
            return " or ".join(map(told_value, conditions))
        case {"name": name}:
            digits = value.get("digits")
            decimals = [] if digits is None else [f"{digits} decimal{'s' * (digits != 1)}"]
            told = [str(value[key]) for key in ("currency", "to") if key in value]
            return " ".join([str(name), *told, *decimals])
        case {"$not": {"$or": conditions}}:
            return f"neither {' nor '.join(map(told_value, conditions))}"
    worded = next((key for key in WORDED if key in value), "")
    if worded:
        inner = value[worded]
        plain = isinstance(inner, str) and not inner.startswith("/")
        return WORDED[worded].format(inner if plain else told_value(inner))
    if "key" in value:
        return last_part(value["key"]) + (", descending" if value.get("descending") else "")
    for sign, said in SIGNS.items():
        if sign in value:
            one, other = value[sign]
            # A value called "ok" is no colour.
            plain = isinstance(other, str) and not other.startswith("/")
            return f"{told_value(one)} {said} {other if plain else told_value(other)}"
    if all(isinstance(one, str) and one in TONES for one in value.values()):
        return ", ".join(f"{key} {TONES[tone]}" for key, tone in value.items())
    return ", ".join(value)


def _form(before: JsonObject, after: JsonObject) -> Iterator[str]:
    yield from _members(before, after, FORM)
    for path, steer in after.get("fields", {}).items():
        old = before.get("fields", {}).get(path, {})
        changed = [key for key in {**old, **steer} if not same(old.get(key), steer.get(key))]
        for key in changed:
            value = steer.get(key)
            yield f"input {path}: {key} {value if value and isinstance(value, str) else told_value(value)}"


def _kind(component: JsonObject) -> str:
    return "rows" if component["type"] == "auto" else str(component["type"])


def as_table(component: dict[str, Any]) -> dict[str, Any]:
    """Return what looks for the rows of a table as that table: to a person it is the same one."""
    props = component["props"]
    if component["type"] != "rows" or props.get("as") != "table":
        return component
    told = {name: value for name, value in props.items() if name not in {"of", "as"}}
    return {**component, "type": "table", "props": {"rows": props["of"], **told}}


def _bound(component: JsonObject) -> str:
    """Return what a component is about, by which it is told from others of its kind."""
    props = component.get("props", {})
    return f"{props.get('rows') or props.get('of') or props.get('title')} {component.get('title')}"


def _parts(before: list[Any], after: list[Any]) -> Iterator[str]:
    """Yield which components are new, gone, changed, or in another order, kind by kind."""
    old, new = [one for one, _, _ in placed(before)], [one for one, _, _ in placed(after)]
    tables = [one["props"]["rows"] for one in old if one["type"] == "table"]
    new = [as_table(one) if one.get("props", {}).get("of") in tables else one for one in new]
    kinds = [list(map(_kind, parts)) for parts in (old, new)]
    for kind in dict.fromkeys(kinds[0] + kinds[1]):
        theirs, mine = ([one for one in parts if _kind(one) == kind] for parts in (old, new))
        if len(mine) < len(theirs):
            yield f"{kind} removed"
            continue
        if len(mine) > len(theirs):
            titles = [one.get("title") for one in theirs]
            added = [one for one in mine if one.get("title") not in titles] or mine
            for one in added[: len(mine) - len(theirs)]:
                told = one.get("title") or ", ".join(_changes({}, one.get("props", {}), new=True))
                yield f"{kind} added" + (f": {told}" if told else "")
            mine = [one for one in mine if one not in added]
        elif sorted(map(_bound, mine)) == sorted(map(_bound, theirs)):
            theirs, mine = sorted(theirs, key=_bound), sorted(mine, key=_bound)
        for one, other in zip(theirs, mine, strict=False):
            changed = list(_changes(one.get("props", {}), other.get("props", {}), new=False))
            if one.get("title") != other.get("title"):
                changed.append(f"title {other.get('title', 'none')}")
            if changed:
                yield f"{kind}: {', '.join(changed)}"
    bound = [list(map(_bound, parts)) for parts in (old, new)]
    if kinds[0] != kinds[1] and sorted(kinds[0]) == sorted(kinds[1]):
        yield f"parts in order: {', '.join(kinds[1])}"
    elif bound[0] != bound[1] and sorted(bound[0]) == sorted(bound[1]):
        yield f"parts in order: {', '.join(str(one.get('title') or _kind(one)) for one in new)}"


def _changes(before: JsonObject, after: JsonObject, *, new: bool) -> Iterator[str]:
    """Yield what is new of the props of a component."""
    if before.get("y") != after.get("y") or before.get("x") != after.get("x"):
        measures = " and ".join(
            each.get("label") or label_of(last_part(each["key"])) for each in after.get("y", ())
        )
        yield f"{measures} by {last_part(after['x'])}" if after.get("x") and measures else measures
    yield from _members({"of": after.get("of")} if new else before, after, TOLD_PROPS)
    if before.get("sort") != after.get("sort"):
        yield f"sorted by {told_value(after['sort'])}" if "sort" in after else "in no order of its own"
    for step in after.get("transform", ()):
        if step not in before.get("transform", ()):
            yield from (STEPS[name].format(told_value(value)) for name, value in step.items())
    if after.get("only") and before.get("columns") != after["columns"]:
        yield f"only {told_value(after['columns'])}"
    elif before and before.get("columns") != after.get("columns"):
        plain = [
            one for one in after["columns"] if set(one) == {"key"} and one not in before.get("columns", ())
        ]
        yield from (f"{told_value(one)} shown" for one in plain)
    for prop in ("columns", "fields", "stats") if not new else ():
        yield from _entries(before.get(prop, ()), after.get(prop, ()))


def _entries(before: Any, after: Any) -> Iterator[str]:
    old, new = ({key_of(each): each for each in entries} for entries in (before, after))
    hidden = [key for key, each in new.items() if each.get("hidden") and not old.get(key, {}).get("hidden")]
    hidden += [key for key in old if key not in new]
    if hidden:
        names = ", ".join(map(last_part, hidden))
        yield f"{names} hidden" if len(hidden) < 3 else f"{len(hidden)} columns hidden"
    for key, each in new.items():
        was = old.get(key, {})
        if each.get("hidden") is False and was.get("hidden") is not False:
            yield f"{last_part(key)} shown in a column of its own"
        yield from (f"{last_part(key)} {text}" for text in _members(was, each, ENTRY))
    if not hidden and [key for key in new if key in old] != [key for key in old if key in new]:
        yield f"columns in order: {', '.join(map(last_part, new))}"


# Change by change


MAX_VALUE = 90
PASSED = frozenset({"result", "props", "children", "form", "fields"})
"""Members on the way that a reader need not see."""


@dataclass(frozen=True, slots=True)
class Change:
    """One member of a spec that a patch changed; MISSING where there is none."""

    path: str
    where: str
    """The path with components and columns by their names: `table · column wind · hidden`."""
    before: Json
    after: Json


def told_changes(spec: JsonObject, patch: Sequence[JsonObject]) -> tuple[Change, ...]:
    """Return the changes that a patch makes to a spec, in order."""
    changes: list[Change] = []
    whole: Json = spec
    for operation in patch:
        if operation["op"] != "test":
            path = operation["path"]
            parent = at(whole, pointer_of(*pointer_parts(path)[:-1]))
            inserted = operation["op"] == "add" and isinstance(parent, list)
            before = MISSING if inserted else at(whole, path)
            changes.append(Change(path, told_path(whole, path), before, operation.get("value", MISSING)))
        whole = apply_patch(whole, [operation])
    return tuple(changes)


def told_path(spec: Json, path: str) -> str:
    """Return a path in words: indices become the types and keys of what stands there."""
    parts = pointer_parts(path)
    told: list[str] = []
    for index, part in enumerate(parts):
        here, last = at(spec, pointer_of(*parts[: index + 1])), index + 1 == len(parts)
        name = part if last or part not in PASSED else ""
        if part.isdigit():
            known = here if isinstance(here, dict) else {}
            name = str(known.get("type") or known.get("key") or known.get("label") or "").removeprefix("/")
            name = name or f"#{int(part) + 1}" * (not last or not told)
        told += [name] if name else []
    return " · ".join(told)


def told_change(change: Change) -> str:
    """Return one line for a change: `+` what is new, `-` what is gone, `~` what was and what is."""
    before, after = (
        "" if value is MISSING else json.dumps(value, ensure_ascii=False)
        for value in (change.before, change.after)
    )
    told = [one if len(one) <= MAX_VALUE else one[: MAX_VALUE - 1] + "…" for one in (before, after) if one]
    sign = "+" if not before else "-" if not after else "~"
    return f"{sign} {change.where}: {' → '.join(told)}"


def change_json(change: Change) -> JsonObject:
    """Return a change for machines."""
    told = {"path": change.path, "where": change.where, "before": change.before, "after": change.after}
    return {name: value for name, value in told.items() if value is not MISSING}
