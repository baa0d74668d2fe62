"""genui's own tools, which `genui serve` adds to those of the upstream: their definitions."""

from collections.abc import Iterable, Mapping
from typing import Any

FEW = frozenset({"refine", "submit"})
"""The tools that models see unless the config says otherwise: each tool costs every chat its text."""

FOR_VIEWS = frozenset({"text"})
"""The tools that a person reaches from the menu of a view; models never see them."""

LISTED = {"readOnlyHint": True, "openWorldHint": False}
CHANGES = {"readOnlyHint": False, "destructiveHint": False}
"""Nothing that was reviewed is touched, and a view can be made anew: destructive is another thing."""


def takes(*optional: str, **properties: Any) -> dict[str, Any]:
    """Return an input schema with these properties, of which some may be absent."""
    required = [name for name in properties if name not in optional]
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": required} if required else schema


TOOL = {"type": "string"}

OWN_TOOLS: Mapping[str, dict[str, Any]] = {
    "list": {
        "title": "List views",
        "description": "List all tools of this server and the state of the view of each.",
        "inputSchema": takes(),
        "annotations": LISTED,
    },
    "inspect": {
        "title": "Inspect a view",
        "description": "Tell where the view of one tool comes from: file, generator, refinements.",
        "inputSchema": takes(toolName=TOOL),
        "annotations": LISTED,
    },
    "refresh_tools": {
        "title": "Refresh the tools",
        "description": "Read the list of tools from the upstream server again. "
        "Use this when tools have been added, removed or changed.",
        "inputSchema": takes(),
        "annotations": {**LISTED, "idempotentHint": True},
    },
    "refine": {
        "title": "Refine a view",
        "description": "Change how a tool's result is shown, as the user wishes. Answers what changed, "
        "or a brief to write the view yourself.",
        "inputSchema": takes(
            toolName=TOOL,
            feedback={
                "type": "string",
                "maxLength": 2000,
                "description": "'line chart', 'hide wind', 'sort by date, newest first', 'undo'",
            },
        ),
        "annotations": CHANGES,
    },
    "regenerate": {
        "title": "Make a view anew",
        "description": "Make the view of one tool anew, by the configured model if there is one, "
        "and repeat what users wished of it.",
        "inputSchema": takes(
            "clearRefinements",
            toolName=TOOL,
            clearRefinements={
                "type": "boolean",
                "default": False,
                "description": "Forget what users wished of it",
            },
        ),
        "annotations": {"readOnlyHint": False, "destructiveHint": True},
    },
    "brief": {
        "title": "Brief for writing a view",
        "description": "Get what is needed to write the view of one tool yourself: its schema and examples, "
        "the language of specs in short and where it is told whole, the present spec. Then submit a spec "
        "with {prefix}submit.",
        "inputSchema": takes(toolName=TOOL),
        "annotations": LISTED,
    },
    "text": {
        "title": "Show as text",
        "description": "Show the results of one tool as text from now on, without its view.",
        "inputSchema": takes(toolName=TOOL),
        "annotations": CHANGES,
    },
    "submit": {
        "title": "Submit a view",
        "description": "Submit a view spec, written as the brief of {prefix}refine tells. It is live if it "
        "passes the checks; the answer has every finding.",
        "inputSchema": takes(toolName=TOOL, spec={"type": "object"}),
        "annotations": CHANGES,
    },
}
"""The tools by the rest of their name, after the prefix."""


def own_definitions(prefix: str, taken: Iterable[str], *, seen: str) -> list[dict[str, Any]]:
    """Return the definitions of our own tools, none without a prefix, less those whose names are taken.

    Models see a few of them, or all; the others are listed as tools for apps.
    """
    names = {rest: prefix + rest for rest in OWN_TOOLS} if prefix else {}
    shown = OWN_TOOLS.keys() - FOR_VIEWS if seen == "all" else FEW
    return [
        {
            "name": names[rest],
            **definition,
            "description": definition["description"].replace("{prefix}", prefix),
            "_meta": {"ui": {"visibility": ["model" if rest in shown else "app"]}},
        }
        for rest, definition in OWN_TOOLS.items()
        if rest in names and names[rest] not in frozenset(taken)
    ]


def is_own_tool(definition: Mapping[str, Any]) -> bool:
    """Tell whether a tool is one of a genui's own: of another genui, where an upstream lists it."""
    name, title = str(definition.get("name")), definition.get("title")
    return any(name.endswith(rest) and title == own["title"] for rest, own in OWN_TOOLS.items())
