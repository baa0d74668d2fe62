"""Changes of a spec as people read them: which part, what it was, what it is."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from genui.expressions import MISSING, at, pointer_of, pointer_parts
from genui.model import Json, JsonObject
from genui.refine.patch import apply_patch

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
            inserted = operation["op"] == "add" and isinstance(at(whole, parent_of(path)), list)
            before = MISSING if inserted else at(whole, path)
            changes.append(Change(path, told_path(whole, path), before, operation.get("value", MISSING)))
        whole = apply_patch(whole, [operation])
    return tuple(changes)


def parent_of(path: str) -> str:
    """Return the pointer above a pointer."""
    return pointer_of(*pointer_parts(path)[:-1])


def told_path(spec: Json, path: str) -> str:
    """Return a path in words: indices become the types and keys of what stands there."""
    parts = pointer_parts(path)
    told: list[str] = []
    for index, part in enumerate(parts):
        here = at(spec, pointer_of(*parts[: index + 1]))
        if not part.isdigit():
            told += (
                []
                if part in {"result", "props", "children", "form", "fields"} and parts[index + 1 :]
                else [part]
            )
        elif isinstance(here, dict) and ("type" in here or "key" in here or "label" in here):
            name = here.get("type") or str(here.get("key") or here.get("label")).removeprefix("/")
            told.append(str(name))
        else:
            told.append(f"#{int(part) + 1}" if index + 1 < len(parts) or not told else "")
    return " · ".join(part for part in told if part)


def told_change(change: Change) -> str:
    """Return one line for a change: `+` what is new, `-` what is gone, `~` what was and what is."""
    before, after = told_value(change.before), told_value(change.after)
    if change.before is MISSING:
        return f"+ {change.where}: {after}"
    if change.after is MISSING:
        return f"- {change.where}: {before}"
    return f"~ {change.where}: {before} → {after}"


def change_json(change: Change) -> JsonObject:
    """Return a change for machines."""
    told = {"path": change.path, "where": change.where, "before": change.before, "after": change.after}
    return {name: value for name, value in told.items() if value is not MISSING}


def told_value(value: Json) -> str:
    """Return a value in one line."""
    if value is MISSING:
        return ""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 1] + "…"
