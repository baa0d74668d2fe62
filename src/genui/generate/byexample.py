"""What recorded examples say of a spec's paths, where the output schema says nothing."""

from collections.abc import Iterator
from dataclasses import replace

from genui.baseline.examples import answers_anything, example_schema
from genui.expressions import bindings, pointer_of, pointer_parts
from genui.model import Finding, JsonObject, Tool
from genui.typecheck import CHECK_RULES
from genui.typecheck.facts import facts_of
from genui.typecheck.types import Places, follow
from genui.viewoptions import ViewOptions

PATHS = frozenset({"binding-missing", "column-missing"})
"""Rules about paths. What they find is not left out: its author knows what it should have been."""

BY_EXAMPLE = (*sorted(PATHS), "rows-not-rows", "format-unfit", "measure-not-number")


def as_shown(tool: Tool, options: ViewOptions) -> Tool | None:
    """Return a tool as its examples show it, None where they do not tell what every result holds."""
    schema = {} if answers_anything(tool) else example_schema(options.examples)
    return Tool({**tool.definition, "outputSchema": schema}) if schema else None


def by_example(spec: JsonObject, tool: Tool, options: ViewOptions) -> Iterator[Finding]:
    """Yield what recorded examples say of the paths of which the output schema says nothing."""
    example, unknown = as_shown(tool, options), dict(unknown_paths(spec, tool))
    if example is None:
        return
    facts = facts_of(spec, example)
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
            root, *rest = pointer_parts(pointer) or [""]
            known = use.scope.roots.get(root)
            places: Places = (known,) if known is not None else None
            if operator == "$item":
                places, rest = use.scope.row, pointer_parts(pointer)
            # What blocks of content hold is fixed by the protocol.
            elif root != "result":
                continue
            if follow(places, pointer_of(*rest)) is None:
                yield where, f"{operator} {pointer}"
    for key in facts.keys:
        if follow(key.rows, key.pointer) is None:
            yield key.where, key.pointer
