"""What a person sees of a view: the rows of each of its parts, from the outline of the first example."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from genui.canonical import canonical_json
from genui.expressions import MISSING, at
from genui.model import Json, JsonObject
from genui.outline import OutlineError, outline_of
from genui.refine.draft import Draft

MAX_VALUE, MAX_KINDS = 40, 40
"""Characters of a text that is called by its name, and how many of them a column may have."""


def seen_rows(draft: Draft, expression: Json, *, found: bool) -> list[Any]:
    """Return the rows that an expression gives, as the page reads them; `found` where it looks for them.

    Text that the page makes rows of gives them, too. [] where there is no example, or no rows in it.
    """
    key = "rows " + canonical_json([expression, found])
    if key not in draft.memory:
        kind = {"type": "rows", "props": {"of": expression}}
        if not found:
            kind = {"type": "table", "props": {"rows": expression}}
        nodes = nodes_in(outline(draft, {"version": 1, "result": [kind]}))
        draft.memory[key] = next((one["rows"] for one in nodes if one.get("type") == "table"), [])
    rows: list[Any] = draft.memory[key]
    return rows


def seen_object(draft: Draft, path: str) -> Json:
    """Return what stands at a path of the first example; None where nothing does."""
    example = draft.examples[0] if draft.examples else {}
    result = example.get("result", {}) if isinstance(example, dict) else {}
    found = result.get("structuredContent")
    texts = [str(one.get("text")) for one in result.get("content", ()) if isinstance(one, dict)]
    if found is None and texts:
        with suppress(ValueError):
            found = json.loads(texts[0])
    value = at({"result": found}, path or "/result")
    return None if value is MISSING else value


def outline(draft: Draft, spec: JsonObject) -> JsonObject:
    """Return the outline of a spec on the first example; {} where there is none."""
    example = draft.examples[0] if draft.examples else None
    if not isinstance(example, dict) or not isinstance(example.get("result"), dict):
        return {}
    try:
        return outline_of(spec, draft.tool, example["result"], example.get("arguments"))
    except OutlineError:
        return {}


def nodes_in(node: Json) -> Iterator[JsonObject]:
    """Yield the nodes of an outline, depth first; the rows of a table are none."""
    if isinstance(node, dict):
        if isinstance(node.get("type"), str):
            yield node
        for name, value in node.items():
            if name != "rows":
                yield from nodes_in(value)
    elif isinstance(node, list):
        for one in node:
            yield from nodes_in(one)


def texts_of(rows: list[Any], parts: list[str]) -> list[str]:
    """Return the different short texts that a member of rows has; [] where they are too many to name."""
    found: dict[str, None] = {}
    for row in rows:
        value = row
        for part in parts:
            value = value.get(part) if isinstance(value, dict) else None
        if isinstance(value, str) and 0 < len(value) <= MAX_VALUE:
            found[value] = None
    return list(found) if len(found) <= MAX_KINDS else []
