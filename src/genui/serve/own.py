"""What genui's own tools answer that only look."""

import json
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from genui import __version__
from genui.serve.catalog import LiveTool
from genui.serve.directory import read_json
from genui.serve.messages import value_at
from genui.serve.views import Views

UTC = "%Y-%m-%dT%H:%M:%SZ"


def tool_result(value: dict[str, Any], text: str = "") -> dict[str, Any]:
    """Return a tool result as structured content and as text: the same in JSON where none is given."""
    if not text:
        text = json.dumps(value, indent=2, ensure_ascii=False)
    return {**text_result(text), "structuredContent": value}


def text_result(text: str) -> dict[str, Any]:
    """Return a tool result that is a text alone."""
    return {"content": [{"type": "text", "text": text}]}


def failed_result(message: str, value: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a tool result that is an error."""
    more = {"structuredContent": value} if value is not None else {}
    return {**text_result(message), **more, "isError": True}


def listed(tools: Iterable[LiveTool], views: Views) -> dict[str, Any]:
    """Return what `_ui_list` answers."""
    snapshot = views.built()
    counts = {"hits": views.hits, "misses": views.misses, "evictions": views.evictions}
    found = [summary(tool, views, snapshot, document_of(tool, views)) for tool in tools]
    return {"tools": found, "cache": counts}


def summary(
    tool: LiveTool, views: Views, snapshot: Mapping[str, Any], document: Mapping[str, Any]
) -> dict[str, Any]:
    """Return one tool's line in `_ui_list`."""
    entry, ready = views.entry(tool), views.ready(tool)
    where = "generated" if views.reviewed(tool) is not None else None
    return {
        "name": tool.name,
        "uiType": (entry.kind if entry is not None else "rich") if views.serves(tool) else None,
        "cached": ready is not None,
        "refinements": len(steps_of(document)),
        "enabled": views.serves(tool),
        "state": state_of(tool, views, snapshot, document),
        "where": "overlay" if views.overlaid(tool) is not None else where,
        "file": entry.file if entry is not None else None,
        "uri": tool.own_uri or views.uri(tool),
    }


def inspected(tool: LiveTool, views: Views) -> dict[str, Any]:
    """Return what `_ui_inspect` answers."""
    from genui.store import manifest_in  # of no use before anybody asks

    ready = views.ready(tool)
    compiled = ready if ready is not None and ready.made_at is not None else None
    document = document_of(tool, views)
    told, steps = summary(tool, views, views.built(), document), steps_of(document)
    where = told["where"]
    return {
        "tool": tool.name,
        "uiType": told["uiType"],
        "cached": told["cached"],
        "cacheKey": views.cache_key(tool),
        "generatedAt": time.strftime(UTC, time.gmtime(compiled.made_at)) if compiled else None,
        "generationDurationMs": compiled.milliseconds if compiled else None,
        "generator": document.get("generator", "offline"),
        "llmModel": value_at(document, "origin", "model") or None,
        "promptVersion": value_at(document, "origin", "prompt") or None,
        "templateVersion": manifest_in(Path(views.directory)).genui if where == "generated" else __version__,
        "refinementHistory": [step["feedback"] for step in steps],
        "ledger": steps,
        "reviewed": where != "overlay",
        "enabled": told["enabled"],
        "state": told["state"],
        "where": told["where"],
        "file": told["file"],
        "uri": told["uri"],
        "inputSchema": tool.definition.get("inputSchema"),
    }


def state_of(tool: LiveTool, views: Views, snapshot: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    """Return the state of a tool's view as far as it can be told without prompts and templates."""
    fit = views.fit(tool)
    if fit != "fresh":
        return "fresh" if fit == "overlay" else fit
    if tool.name in snapshot and snapshot[tool.name] != tool.definition:
        return "stale"
    return "fallback" if document.get("fallback") else "fresh"


def steps_of(document: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the steps of the view's ledger: what was wished, what became of it, by whom and when."""
    ledger = document.get("ledger")
    steps = ledger if isinstance(ledger, list) else []
    told = ("feedback", "verdict", "by", "at")
    return [
        {"feedback": "", **{name: str(step[name]) for name in told if name in step}}
        for step in steps
        if isinstance(step, dict)
    ]


def document_of(tool: LiveTool, views: Views) -> Mapping[str, Any]:
    """Return what the view file of a tool's view holds; nothing where there is none."""
    over = views.overlaid(tool)
    entry = over or views.tools.get(tool.name)
    folder = views if over is None else views.overlay
    document = read_json(folder.path(entry.view_file)) if entry is not None else None
    return document if isinstance(document, dict) else {}
