"""The component types of a view spec: what each shows, its props, an example, its runtime file.

Every reader of a spec (the published schema, the checks, the prompts, `link`) reads this one table.
"""

from collections.abc import Iterator, Mapping

from genui.components.kinds import Component, Prop, PropKind
from genui.components.table import TABLE
from genui.model import Json, JsonObject

__all__ = ["ASKED_FOR", "COMPONENTS", "Component", "Prop", "PropKind", "runtime_files", "walk"]

COMPONENTS: Mapping[str, Component] = {component.type: component for component in TABLE}
"""Every component type by its name."""


ASKED_FOR: Mapping[str, frozenset[str]] = {
    "formats.js": frozenset(
        f"format {name}"
        for name in (
            *("currency", "unit", "duration", "compact", "truncate", "length", "join", "json"),
            *("time", "relative", "url"),
        )
    ),
    "first.js": frozenset({"$first"}),
    "operators.js": frozenset(
        {"$index", "$key", "$concat", "$if", "$has", "$eq", "$gt", "$lt", "$not", "$and", "$or", "$fmt"}
    ),
    "chart-points.js": frozenset({"scatter", "histogram"}),
    "chart-heat.js": frozenset({"heatmap"}),
    "chart-stacked.js": frozenset({"stacked"}),
    "chart-shares.js": frozenset({"area", "donut", "sparkline"}),
    "planned.js": frozenset({"columns", "fields"}),
    "planned-rows.js": frozenset({"columns"}),
    "titled.js": frozenset({"title", "visible"}),
    "table-groups.js": frozenset({"group"}),
    "trend.js": frozenset({"change", "trend"}),
    "actions.js": frozenset({"actions"}),
    "layout.js": frozenset({"grid-2", "grid-3"}),
}
"""Runtime files by the words that call for them, wherever a spec says them; a needless file does no harm.

A format is the word "format" and its name, since other things of a spec have such names as well.
"""

LITERALS = "literals.js"
"""Reads the data that stands in text, which a tool that declares no output schema may answer with."""

AS_IT_IS = frozenset(
    {"text", "markdown", "code-block", "diff", "image", "audio", "video", "links"}
    | {"header", "section", "tabs", "divider"}
)
"""Component types that draw no data found in text: words, media and what holds others."""


def walk(components: Json) -> Iterator[JsonObject]:
    """Yield components and their children, parents first, skipping what is no component."""
    pending = [components]
    while pending:
        level = pending.pop()
        for component in level if isinstance(level, list | tuple) else ():
            if isinstance(component, Mapping):
                yield component
                pending.append(component.get("children"))


def words_of(spec: Json) -> frozenset[str]:
    """Return every member name and every text of a spec, and every "format" with its name."""
    found: set[str] = set()
    pending = [spec]
    while pending:
        value = pending.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, Mapping):
            pending += [*value, *value.values()]
            named = [value.get(key) for key in ("format", "name", "$fmt")]
            found |= {f"format {name}" for name in named if isinstance(name, str)}
        elif isinstance(value, list | tuple):
            pending += value
    return frozenset(found)


def runtime_files(spec: JsonObject, *, tool: Json = None) -> frozenset[str]:
    """Return the runtime files that the result components of a spec can need.

    `tool` is the definition whose answers they draw: without an output schema they may be literals in text.
    """
    found = (component.get("type") for component in walk(spec.get("result")))
    types = {name for name in found if isinstance(name, str) and name in COMPONENTS}
    operators = {word: 0 for word in words_of(spec.get("actions")) if word[:1] == "$"}
    actions = {"actions": operators} if spec.get("actions") else None
    words = words_of([spec.get("result"), spec.get("layout"), actions])
    in_text = isinstance(tool, Mapping) and not tool.get("outputSchema") and types - AS_IT_IS
    return (
        frozenset(COMPONENTS[name].runtime for name in types)
        | {file for file, asked in ASKED_FOR.items() if asked & words}
        | ({LITERALS} if in_text else set())
    )
