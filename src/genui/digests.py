"""The source digest, which decides whether a view is generated again. The shape digest is in shape.py."""

from collections.abc import Sequence

from genui.canonical import digest
from genui.model import Json, JsonObject, Tool
from genui.shape import shape_digest as shape_digest

SHOWN = ("name", "title", "description", "outputSchema", "annotations")
"""The members of a tool that its page carries."""


def source_digest(
    tool: Tool,
    *,
    examples: Sequence[Json] = (),
    hints: JsonObject | None = None,
    kind: str | None = None,
    actions: Sequence[Json] = (),
    generation: JsonObject,
) -> str:
    """Return the digest of everything that a spec is made from, except genui itself and the ledger.

    Wishes change what was made; they are no reason to make it again.

    `generation` says who makes it: mode and spec version, and of a model also provider, model,
    temperature and prompt texts.
    """
    return digest(
        {
            "tool": tool.definition,
            "examples": list(examples),
            "hints": hints or {},
            "kind": kind,
            # Only where there are any, so that digests from before actions existed stay.
            **({"actions": list(actions)} if actions else {}),
            "generation": dict(generation),
        }
    )


def imported_digest(tool: Tool) -> str:
    """Return the source digest of a page that a person brought in: only the tool can make it stale."""
    return digest({"tool": tool.definition, "generation": {"mode": "imported"}})
