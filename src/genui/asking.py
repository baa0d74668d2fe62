"""`form = "before"`: the twin of a tool, whose form a person completes and sends before anything runs."""

from collections.abc import Collection, Iterable, Mapping
from itertools import count
from typing import Any

from genui.digests import without

SUFFIX = "_form"

DEMANDS = frozenset({"required", "minProperties", "dependentRequired"})
"""Keywords of JSON Schema by which an object may lack too much."""


def twin_names(names: Iterable[str], taken: Collection[str]) -> dict[str, str]:
    """Return the names of twins, each with its tool's; one that is taken gets a number."""
    used, twins = set(taken), {}
    for name in names:
        ends = (SUFFIX + (str(number) if number > 1 else "") for number in count(1))
        twin = next(name + end for end in ends if name + end not in used)
        used.add(twin)
        twins[twin] = name
    return twins


def twin_definition(twin: str, definition: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definition of a tool's twin: the same arguments, of which none is required."""
    name = definition["name"]
    schema = definition.get("inputSchema")
    title, text = (str(definition.get(key) or "") for key in ("title", "description"))
    about = (
        f"Asks the user to complete and send the form of {name}, filled with these values; all may be left "
        f"out. {name} runs only when the user sends it: call this instead of {name}, then wait."
    )
    return {
        "name": twin,
        "title": f"{title or name}: form",
        "description": f"{about}\n\n{text}".rstrip(),
        "inputSchema": {"type": "object", **(without(schema, DEMANDS) if isinstance(schema, dict) else {})},
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


def asked_text(name: str) -> str:
    """Return what a model is told that has called a twin; main.js knows the answer by its first words."""
    return (
        f"Not run yet: the form of {name} is shown to the user, filled with these values. It runs when the "
        f"user sends it, and its result follows then. Wait for that; do not call {name} yourself."
    )
