"""Members that tell of an answer, not of what it is about: whether it went well, how many, which page."""

from collections.abc import Sequence
from typing import Any

from genui.baseline.patterns import words_in

ENVELOPE = frozenset(
    {
        *("total", "count", "size", "page", "per_page", "page_size", "limit", "offset", "start", "pages"),
        *("next", "previous", "prev", "next_page", "prev_page", "cursor", "next_cursor", "next_page_token"),
        *("has_more", "has_next", "truncated", "success", "ok", "status", "status_code", "code", "message"),
        *("error", "total_count", "total_pages", "total_items", "row_count", "request_id", "took", "took_ms"),
        *("total_results", "result_count", "returned", "elapsed", "elapsed_ms", "duration_ms", "iterations"),
        *("converged", "algorithm", "time_zone", "timezone", "currency", "language", "locale", "units"),
        *("query", "generated_at", "fetched_at", "etag", "api_version", "schema_version", "object", "cached"),
    }
)
"""Members that say something about what stands beside them."""

ASIDES = frozenset(
    {
        *("meta", "metadata", "pagination", "paging", "page_info", "links", "_links", "error", "errors"),
        *("warnings", "notes"),
    }
)
"""Nested members of an envelope that come after what it holds."""

WRAPPERS = frozenset(
    {
        *("result", "results", "data", "payload", "response", "output", "content", "body", "items", "list"),
        *("records", "rows", "entries", "hits", "value", "values", "answer"),
    }
)
"""Members that hold what an envelope is about, under a name that says nothing of it."""

FLAGS = frozenset({"ok", "success", "succeeded", "successful", "done"})
"""Booleans that say only that all went well: nothing to tell beside what came."""
FAULTS = frozenset({"error", "error_code", "error_message", "error_type", "error_details", "error_status"})
"""What an answer says only where something went wrong."""


def is_about(name: str) -> bool:
    """Tell whether a member of an object, or of one within it, only says something of its neighbours."""
    words = words_in(name)
    return words in ENVELOPE or any(words.startswith(f"{aside}_") for aside in ASIDES)


def went_wrong(flags: Sequence[str], faults: Sequence[str]) -> dict[str, Any]:
    """Return the condition that a flag at one of these pointers is false, or a fault is there."""
    either: list[dict[str, Any]] = [
        *({"$eq": [{"$path": flag}, False]} for flag in flags),
        *({"$has": {"$path": fault}} for fault in faults),
    ]
    return either[0] if len(either) == 1 else {"$or": either}
