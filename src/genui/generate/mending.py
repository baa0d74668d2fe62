"""Repair of a spec by rules: superfluous members are removed, near misses are corrected.

Where the output schema says nothing of a path, recorded examples do.
"""

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from genui.baseline.examples import answers_anything, example_schema
from genui.config import Limits
from genui.expressions import bindings, pointer_parts
from genui.followups import marked
from genui.model import Finding, JsonObject, Tool, errors_of
from genui.typecheck import CHECK_RULES, check_spec
from genui.typecheck.facts import facts_of
from genui.typecheck.rules import start_of
from genui.typecheck.types import follow
from genui.viewoptions import ViewOptions

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
    spec: dict[str, Any],
    tool: Tool,
    options: ViewOptions,
    limits: Limits,
    removed: frozenset[str] = REMOVED,
) -> tuple[dict[str, Any], tuple[Finding, ...], tuple[str, ...]]:
    """Return a spec as far as it can be mended by rules, its findings, and what was done to it.

    What findings of the rules in `removed` are about may be left out. What examples say is told, not mended.
    """
    spec = copy.deepcopy(marked(spec, options))
    done: list[str] = []
    findings = check_spec(spec, tool, limits)
    # One repair can uncover the next error, so the spec is checked again after each round.
    for _ in range(MAX_ROUNDS):
        wrong = errors_of(findings)
        # Backwards: removing an entry moves those behind it.
        told = [one for one in (mend(spec, finding, removed) for finding in reversed(wrong)) if one]
        if not told:
            break
        done += told
        findings = check_spec(spec, tool, limits)
    if not errors_of(findings):
        findings = (*findings, *by_example(spec, tool, options))
    return spec, findings, tuple(done)


def mend(spec: dict[str, Any], finding: Finding, removed: frozenset[str]) -> str:
    """Mend one finding in place; return what was done, "" where nothing can be."""
    parts = pointer_parts(finding.where) if finding.where else []
    if not parts:
        return ""
    try:
        if finding.rule == "wrong-value":
            return slash_added(spec, parts, finding)
        return left_out(spec, parts, finding) if finding.rule in removed else ""
    except (LookupError, TypeError, ValueError):
        return ""  # another finding's mend has taken its place away


def slash_added(spec: dict[str, Any], parts: list[str], finding: Finding) -> str:
    """Make a JSON Pointer of a name or a dotted path."""
    value = value_at(spec, parts)
    if "JSON Pointer" not in finding.message or not POINTER.match(value):
        return ""
    parent = value_at(spec, parts[:-1])
    parent[key_in(parent, parts[-1])] = "/" + value.replace(".", "/")
    return f"{finding.where}: a slash added"


def left_out(spec: dict[str, Any], parts: list[str], finding: Finding) -> str:
    """Take away what a finding is about: the member, the entry of the list, or the option that hides."""
    if finding.rule == "required-hidden":
        target = value_at(spec, parts)
        target.pop("hidden", None)
        if target.get("control") == "hidden":
            del target["control"]
        return f"{finding.where}: shown again"
    if finding.rule in {"format-unfit", "format-unknown"} and "format" in parts:
        parts = parts[: len(parts) - parts[::-1].index("format")]
    elif finding.rule == "format-unfit":
        # The place is what is formatted, or one of its other members.
        holder = value_at(spec, parts)
        holder = holder if isinstance(holder, dict) else value_at(spec, parts[:-1])
        del holder["format"]
        return f"{finding.where}: format left out"
    elif finding.rule == "column-missing":
        # The place is the key of a column: the column goes, unless it is the last.
        parts = parts[:-1]
        if len(value_at(spec, parts[:-1])) < 2:
            return ""
    parent = value_at(spec, parts[:-1])
    del parent[key_in(parent, parts[-1])]
    return f"{'/' + '/'.join(parts)}: left out ({finding.rule})"


def value_at(value: Any, parts: list[str]) -> Any:
    """Return what stands at a place.

    Raises:
        LookupError, TypeError, ValueError: Nothing does.
    """
    for part in parts:
        value = value[key_in(value, part)]
    return value


def key_in(holder: Any, part: str) -> Any:
    """Return what a part of a pointer names in an object or a list."""
    return int(part) if isinstance(holder, list) else part


PATHS = frozenset({"binding-missing", "column-missing"})
"""Rules about paths. What they find is not left out: its author knows what it should have been."""

BY_EXAMPLE = (*sorted(PATHS), "rows-not-rows", "format-unfit", "measure-not-number")


def as_shown(tool: Tool, options: ViewOptions) -> Tool | None:
    """Return a tool as its examples show it, None where they do not tell what every result holds."""
    schema = {} if answers_anything(tool) else example_schema(options.examples)
    return Tool({**tool.definition, "outputSchema": schema}) if schema else None


def by_example(spec: JsonObject, tool: Tool, options: ViewOptions) -> Iterator[Finding]:
    """Yield what recorded examples say of the paths of which the output schema says nothing."""
    example = as_shown(tool, options)
    if example is None:
        return
    facts, unknown = facts_of(spec, example), dict(unknown_paths(spec, tool))
    for rule in BY_EXAMPLE:
        for finding in CHECK_RULES[rule].check(facts):
            if finding.where in unknown:
                message = finding.message.replace("the schema declares", "an example shows")
                yield replace(finding, message=message)


def unchecked(spec: JsonObject, tool: Tool, options: ViewOptions) -> list[str]:
    """Return the paths of which neither the output schema nor an example tells whether they exist."""
    example = as_shown(tool, options)
    unknown = dict(unknown_paths(spec, tool))
    left = unknown.keys() & dict(unknown_paths(spec, example)).keys() if example is not None else unknown
    return [f"{where}: {path}" for where, path in unknown.items() if where in left]


def unknown_paths(spec: JsonObject, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield place and path of each binding and key into the result that no output schema tells."""
    facts = facts_of(spec, tool)
    for use in facts.uses if spec else ():
        for where, operator, pointer in () if use.inner else bindings(use.value, use.where):
            places, rest = start_of(operator, pointer, use.scope)
            # What blocks of content hold is fixed by the protocol.
            is_data = operator == "$item" or pointer_parts(pointer)[:1] == ["result"]
            if is_data and follow(places, rest) is None:
                yield where, f"{operator} {pointer}"
    for key in facts.keys:
        if follow(key.rows, key.pointer) is None:
            yield key.where, key.pointer
