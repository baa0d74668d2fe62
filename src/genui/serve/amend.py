"""Amending the upstream's answers: members are added to the text, everything else stays byte for byte."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from genui.serve.catalog import next_cursor
from genui.serve.protocol import MIME_TYPE, UI_EXTENSION, value_at
from genui.serve.spans import Edit, Span, appended, edited, merged, outline


def result_of(text: str, member: str = "") -> Span | None:
    """Outline the result in an answer, and one member of it; None where there is no result object."""
    try:
        message = outline(text, 0, ("result", member))
    except (ValueError, RecursionError):
        return None
    if not isinstance(message.value, dict) or text[message.end :].strip() or "id" not in message.value:
        return None
    result: Span | None = message.value.get("result")
    return result if result is not None and isinstance(result.value, dict) else None


class Page(NamedTuple):
    """One page of a list, outlined."""

    result: Span
    items: Sequence[Span]
    following: str | None
    """Where the next page begins, None on the last one."""


def page_of(text: str, member: str) -> Page | None:
    """Outline a page of a list, whose entries are in this member; None where it is none."""
    result = result_of(text, member)
    items = result.value.get(member) if result is not None else None
    if result is None or items is None or not isinstance(items.value, list):
        return None
    return Page(result, items.value, next_cursor({"nextCursor": member_value(result, "nextCursor")}))


def member_value(target: Span, name: str) -> Any:
    """Return the decoded value of an outlined object's member, None where it is absent."""
    member = target.value.get(name)
    return None if member is None else member.value


def with_capabilities(text: str, *, notifying: bool = False) -> str:
    """Add resources and the UI extension to the capabilities in an initialize or server/discover answer.

    Notifying says that its lists may change, as they do when a view is made anew.
    """
    result = result_of(text)
    if result is None:
        return text
    known = member_value(result, "capabilities")
    patch = {"capabilities": our_capabilities(known if isinstance(known, dict) else {}, notifying=notifying)}
    return edited(text, merged(text, result, {**patch, **private(result)}))


def our_capabilities(known: dict[str, Any], *, notifying: bool) -> dict[str, Any]:
    """Return what the capabilities lack; an extension that the upstream declares itself stays as it is."""
    lists = {"listChanged": True} if notifying else {}
    tools = {"tools": lists} if isinstance(known.get("tools"), dict) else {}
    # The SDK's server drops `extensions` from an initialize result, so one that a server declares is rare.
    declared = value_at(known, "extensions", UI_EXTENSION) is not None
    ui = {} if declared else {"extensions": {UI_EXTENSION: {"mimeTypes": [MIME_TYPE]}}}
    return {**tools, "resources": lists, **ui}


def private(result: Span) -> dict[str, str]:
    """Return what keeps shared caches from an answer which now depends on the host."""
    # "public" would let a cache give the list that one host got, with views, to a host that shows none.
    return {"cacheScope": "private"} if member_value(result, "cacheScope") == "public" else {}


def list_edits(text: str, result: Span, member: str, items: Sequence[Any]) -> list[Edit]:
    """Return the edits that append items to a list answer."""
    more = [appended(result.value[member], items)] if items else []
    return [*more, *merged(text, result, private(result))]


def meta_of(uri: str) -> dict[str, Any]:
    """Return what links a tool to its view.

    In three spellings: hosts have read only the flat one (claude-ai-mcp#71), ChatGPT its own before that.
    """
    return {"ui": {"resourceUri": uri}, "ui/resourceUri": uri, "openai/outputTemplate": uri}


def tool_edits(text: str, tool: Span, uri: str) -> list[Edit]:
    """Return the edits that link a tool to its view, merged into whatever `_meta` it has."""
    known = tool.value.get("_meta")
    aliases = known if isinstance(known, dict) else {}
    meta = {name: value for name, value in meta_of(uri).items() if name == "ui" or name not in aliases}
    return merged(text, tool, {"_meta": meta})
