"""genui's own tools: which views there are, where each comes from, and reading the upstream's list again."""

from __future__ import annotations

import json
import os
import time

from genui import __version__
from genui.serve.views import Views, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from genui.serve.catalog import LiveTool

NO_ARGUMENTS: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
ONE_TOOL: dict[str, Any] = {
    "type": "object",
    "properties": {"toolName": {"type": "string", "description": "Name of the tool to inspect"}},
    "required": ["toolName"],
}

OWN_TOOLS: Mapping[str, dict[str, Any]] = {
    "list": {
        "title": "List views",
        "description": "List all tools of this server and the state of the view of each.",
        "inputSchema": NO_ARGUMENTS,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    "inspect": {
        "title": "Inspect a view",
        "description": "Tell where the view of one tool comes from: file, generator, refinements.",
        "inputSchema": ONE_TOOL,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    "refresh_tools": {
        "title": "Refresh the tools",
        "description": "Read the list of tools from the upstream server again. "
        "Use this when tools have been added, removed or changed.",
        "inputSchema": NO_ARGUMENTS,
        "annotations": {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False},
    },
}
"""The tools by the rest of their name, after the prefix."""


def own_definitions(prefix: str, taken: Iterable[str]) -> list[dict[str, Any]]:
    """Return the definitions of our own tools, less those whose names the upstream has taken."""
    named = {prefix + rest: definition for rest, definition in OWN_TOOLS.items()}
    return [
        {"name": name, **definition} for name, definition in named.items() if name not in frozenset(taken)
    ]


def tool_result(value: dict[str, Any]) -> dict[str, Any]:
    """Return a tool result that says the same as text and as structured content."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return {"content": [{"type": "text", "text": text}], "structuredContent": value}


def failed_result(message: str) -> dict[str, Any]:
    """Return a tool result that is an error."""
    return {"content": [{"type": "text", "text": message}], "isError": True}


def listed(tools: Iterable[LiveTool], views: Views) -> dict[str, Any]:
    """Return what `_ui_list` answers."""
    snapshot = views.built()
    return {"tools": [summary(tool, views, snapshot) for tool in tools]}


def summary(tool: LiveTool, views: Views, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    """Return one tool's line in `_ui_list`."""
    entry, ready = views.entry(tool), views.ready(tool)
    return {
        "name": tool.name,
        "uiType": (entry.kind if entry is not None else "rich") if views.serves(tool) else None,
        "cached": ready is not None,
        "refinements": len(refinements(tool, views)),
        "enabled": views.serves(tool),
        "state": state_of(tool, views, snapshot),
        "file": entry.file if entry is not None else None,
        "uri": tool.own_uri or views.uri(tool),
    }


def inspected(tool: LiveTool, views: Views) -> dict[str, Any]:
    """Return what `_ui_inspect` answers."""
    entry, ready = views.entry(tool), views.ready(tool)
    compiled = ready if ready is not None and ready.made_at is not None else None
    told = summary(tool, views, views.built())
    return {
        "tool": tool.name,
        "uiType": told["uiType"],
        "cached": told["cached"],
        "cacheKey": f"{tool.name}:{tool.shape[:6]}:{(entry.source if entry else '')[:6] or '000000'}",
        "generatedAt": timestamp(compiled.made_at) if compiled else None,
        "generationDurationMs": compiled.milliseconds if compiled else None,
        "generator": entry.generator if entry else "offline",
        "llmModel": (entry.model or None) if entry else None,
        "promptVersion": (entry.prompt or None) if entry else None,
        "templateVersion": views.manifest.genui if entry else __version__,
        "refinementHistory": refinements(tool, views),
        "enabled": told["enabled"],
        "state": told["state"],
        "file": told["file"],
        "uri": told["uri"],
        "inputSchema": tool.definition.get("inputSchema"),
    }


def state_of(tool: LiveTool, views: Views, snapshot: Mapping[str, Any]) -> str:
    """Return the state of a tool's view as far as it can be told without prompts and templates."""
    entry = views.manifest.tools.get(tool.name)
    if entry is None:
        return "missing"
    if entry.shape != tool.shape:
        return "stale"
    if views.committed(entry) is None:
        return "edited" if os.path.exists(views.path(entry.file)) else "missing"
    if tool.name in snapshot and snapshot[tool.name] != tool.definition:
        return "stale"
    return "fallback" if entry.fallback else "fresh"


def refinements(tool: LiveTool, views: Views) -> list[str]:
    """Return the feedback of each step in the view's ledger."""
    entry = views.manifest.tools.get(tool.name)
    if entry is None:
        return []
    slug = entry.file.rsplit(".", 2)[0]
    document = read_json(views.path(f"{slug}.view.json"))
    ledger = document.get("ledger") if isinstance(document, dict) else None
    steps = ledger if isinstance(ledger, list) else []
    return [str(step.get("feedback", "")) for step in steps if isinstance(step, dict)]


def timestamp(seconds: float | None) -> str:
    """Return a time as ISO 8601 in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
