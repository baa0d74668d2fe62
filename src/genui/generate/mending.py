"""Mending a spec without a model: what is superfluous goes, what is nearly right is put right."""

import copy
import re
from typing import Any

from genui.checker import check_spec
from genui.expressions import pointer_parts
from genui.model import Finding, Json, JsonObject, Tool, errors_of
from genui.spec import SpecLimits

MAX_ROUNDS = 12

REMOVED = frozenset(
    {
        *("unknown-member", "forbidden-key", "field-unknown", "control-unfit", "value-unfit", "format-unfit"),
        *("format-unknown", "column-missing", "required-hidden"),
    }
)
"""Findings that end when the member at their place goes, where the rest still says something."""

POINTER = re.compile(r"[^/$\s][^\s]*\Z")


def mended(
    spec: dict[str, Any], tool: Tool, limits: SpecLimits
) -> tuple[dict[str, Any], tuple[Finding, ...], tuple[str, ...]]:
    """Return a spec as far as it can be mended by rules, its findings, and what was done to it."""
    spec = copy.deepcopy(spec)
    done: list[str] = []
    findings = check_spec(spec, tool, limits)
    for _ in range(MAX_ROUNDS):
        wrong = errors_of(findings)
        told = [one for one in (mend(spec, finding) for finding in reversed(wrong)) if one]
        if not told:
            break
        done += told
        findings = check_spec(spec, tool, limits)
    return spec, findings, tuple(done)


def mend(spec: dict[str, Any], finding: Finding) -> str:
    """Mend one finding in place; return what was done, "" where nothing can be."""
    parts = pointer_parts(finding.where) if finding.where else []
    if not parts:
        return ""
    parent, name = place(spec, parts)
    if parent is None:
        return ""
    value = parent[name]
    if finding.rule == "wrong-value" and "JSON Pointer" in finding.message and isinstance(value, str):
        if POINTER.match(value):
            parent[name] = "/" + value.replace(".", "/")
            return f"{finding.where}: a slash added"
        return ""
    if finding.rule not in REMOVED:
        return ""
    return removed(spec, parts, finding)


def removed(spec: dict[str, Any], parts: list[str], finding: Finding) -> str:
    """Take away what a finding is about: the member, the entry of the list, or the option that hides."""
    if finding.rule in {"format-unfit", "format-unknown"} and "format" in parts:
        parts = parts[: len(parts) - parts[::-1].index("format")]
    elif finding.rule == "format-unfit":
        parent, name = place(spec, parts)
        target = parent[name] if parent is not None else None
        if isinstance(target, dict) and target.pop("format", None) is not None:
            return f"{finding.where}: format left out"
        parent, name = place(spec, parts[:-1])
        target = parent[name] if parent is not None else None
        if isinstance(target, dict) and target.pop("format", None) is not None:
            return f"{finding.where}: format left out"
        return ""
    elif finding.rule == "column-missing":
        # The place is the key of a column: the column goes, unless it is the last.
        parts = parts[:-1]
        parent, name = place(spec, parts)
        if not isinstance(parent, list) or len(parent) < 2:
            return ""
    elif finding.rule == "required-hidden":
        parent, name = place(spec, parts)
        target = parent[name] if parent is not None else None
        if isinstance(target, dict):
            target.pop("hidden", None)
            if target.get("control") == "hidden":
                del target["control"]
            return f"{finding.where}: shown again"
        return ""
    parent, name = place(spec, parts)
    if parent is None:
        return ""
    del parent[name]
    return f"{'/' + '/'.join(parts)}: left out ({finding.rule})"


def place(spec: JsonObject, parts: list[str]) -> tuple[Any, Any]:
    """Return the object or list that holds a place, and the name or index in it; (None, None) if gone."""
    holder: Json = spec
    for part in parts[:-1]:
        holder = member(holder, part)
        if holder is None:
            return None, None
    last: Any = int(parts[-1]) if isinstance(holder, list) and parts[-1].isdigit() else parts[-1]
    exists = (isinstance(holder, dict) and last in holder) or (
        isinstance(holder, list) and isinstance(last, int) and last < len(holder)
    )
    return (holder, last) if exists else (None, None)


def member(holder: Json, part: str) -> Json:
    """Return the member of an object or the entry of a list."""
    if isinstance(holder, dict):
        return holder.get(part)
    if isinstance(holder, list) and part.isdigit() and int(part) < len(holder):
        return holder[int(part)]
    return None
