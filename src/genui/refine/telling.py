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
