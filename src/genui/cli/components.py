"""`genui components`: the building blocks of a view spec, from the table that all readers of a spec share."""

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from genui.cli import output
from genui.cli.options import AsJson
from genui.components import COMPONENTS, Component
from genui.errors import GenuiError
from genui.expressions import nearest
from genui.spec import component_schema


def components(
    type_: Annotated[
        str | None, typer.Argument(metavar="[TYPE]", help="Show this component type alone, whole.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the component types of a view spec, or show one with its props and an example."""
    if type_ is not None and type_ not in COMPONENTS:
        more = "\ngenui prompt TOOL prints the whole language: formats, steps, expressions, the form"
        hint = nearest(type_, tuple(COMPONENTS)) + more
        raise GenuiError(f"no component type is called {type_!r}", hint=hint)
    chosen = [COMPONENTS[type_]] if type_ is not None else list(COMPONENTS.values())
    rows = [
        {
            "type": component.type,
            "description": component.doc,
            "schema": component_schema(component),
            "example": component.example,
        }
        for component in chosen
    ]
    width = max(len(component.type) for component in chosen)
    listed = [f"{component.type:<{width}}  {component.doc}" for component in chosen]
    listed.append(f"{output.counted(len(chosen), 'type')}; genui components TYPE shows one")
    lines = listed if type_ is None else component_lines(chosen[0])
    output.tell({"components": rows}, lines, as_json=as_json)


def component_lines(component: Component) -> Iterator[str]:
    """Yield one component type with its props and an example."""
    yield f"{component.type}: {component.doc}"
    width = max((len(name) for name in component.props), default=0)
    for name, prop in component.props.items():
        kind = " or ".join(prop.choices) or prop.kind
        needed = ", required" if prop.required else ""
        yield f"  {name:<{width}}  {kind}{needed}: {prop.doc}"
    yield json.dumps(component.example, indent=2, ensure_ascii=False)
