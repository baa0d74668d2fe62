"""The component types of a view spec: what each shows, its props, an example.

Every reader of a spec (the published schema, the checks, the prompts) reads this one table.
"""

from collections.abc import Iterator, Mapping

from genui.components.kinds import TONES, Component, Prop, PropKind
from genui.components.table import TABLE
from genui.components.transforms import NUMERIC_OPS, OPS, TRANSFORMS, WINDOW_OPS
from genui.model import Json, JsonObject

__all__ = [
    "COMPONENTS",
    "NUMERIC_OPS",
    "OPS",
    "TONES",
    "TRANSFORMS",
    "WINDOW_OPS",
    "Component",
    "Prop",
    "PropKind",
    "parts_of",
    "walk",
]

COMPONENTS: Mapping[str, Component] = {component.type: component for component in TABLE}
"""Every component type by its name."""


def walk(components: Json) -> Iterator[JsonObject]:
    """Yield components and their children, parents first, skipping what is no component."""
    pending = [components]
    while pending:
        level = pending.pop()
        for component in level if isinstance(level, list | tuple) else ():
            if isinstance(component, Mapping):
                yield component
                pending += [parts for _, parts in parts_of(component)]


def parts_of(component: JsonObject) -> Iterator[tuple[str, Json]]:
    """Yield (where, components) for the lists of components that one holds: its children, a row's detail."""
    props = component.get("props")
    yield "/children", component.get("children")
    yield "/props/detail", props.get("detail") if isinstance(props, Mapping) else None
