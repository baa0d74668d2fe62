"""Amending the upstream's answers: members are added to the text, everything else stays byte for byte."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from genui.canonical import compact_json
from genui.serve.era import MIME_TYPE, UI_EXTENSION
from genui.serve.spans import Edit, Span, added, appended, edited, outline, replaced

dumped = compact_json
"""Serializes what we add: compact and ASCII, so that it fits into any text."""

NOTIFIES = '{"listChanged":true}'
EXTENSION_JSON = dumped({"mimeTypes": [MIME_TYPE]})


class Answer(NamedTuple):
    """An answer with a result object, outlined."""

    message: Span
    result: Span


def answer_of(text: str, path: Sequence[str] = ()) -> Answer | None:
    """Outline an answer, and its result along the path; None where it holds no result object."""
    try:
        message = outline(text, 0, ("result", *path))
    except (ValueError, RecursionError):
        return None
    if not isinstance(message.value, dict) or text[message.end :].strip():
        return None
    result = message.value.get("result")
    if result is None or not isinstance(result.value, dict) or "id" not in message.value:
        return None
    return Answer(message, result)


def object_member(target: Span, name: str, text: str) -> tuple[Span | None, Edit]:
    """Return an outlined object's member if it is an object, and the edit that writes a text there."""
    member: Span | None = target.value.get(name)
    if member is None:
        return None, added(target, {name: text})
    inner = isinstance(member.value, dict)
    return (member if inner else None), replaced(member, text)


def with_capabilities(text: str, *, notifying: bool = False) -> str:
    """Add resources and the UI extension to the capabilities in an initialize or server/discover answer.

    Notifying says that its lists may change, as they do when a view is made anew.
    """
    found = answer_of(text, ("capabilities", "extensions"))
    if found is None:
        return text
    result = found.result
    extensions_json = f'{{"{UI_EXTENSION}":{EXTENSION_JSON}}}'
    resources_json = NOTIFIES if notifying else "{}"
    whole = f'{{"resources":{resources_json},"extensions":{extensions_json}}}'
    capabilities, write = object_member(result, "capabilities", whole)
    if capabilities is None:
        return edited(text, [write])
    edits, missing = [], {}
    if not isinstance(member_value(capabilities, "resources"), dict):
        missing["resources"] = resources_json
    extensions, write = object_member(capabilities, "extensions", extensions_json)
    if extensions is not None:
        if UI_EXTENSION not in extensions.value:
            edits.append(added(extensions, {UI_EXTENSION: EXTENSION_JSON}))
    elif "extensions" in capabilities.value:
        edits.append(write)
    else:
        missing["extensions"] = extensions_json
    if "resources" in missing and "resources" in capabilities.value:
        edits.append(replaced(capabilities.value["resources"], missing.pop("resources")))
    if notifying:
        edits += [edit for name in ("tools", "resources") for edit in notifies(text, capabilities, name)]
    if missing:
        edits.append(added(capabilities, missing))
    return edited(text, [*edits, *private(result)])


def notifies(text: str, capabilities: Span, name: str) -> list[Edit]:
    """Return the edit by which a capability that is there says that its list may change."""
    if not isinstance(member_value(capabilities, name), dict):
        return []
    capability = outline(text, capabilities.value[name].start)
    if member_value(capability, "listChanged") is True:
        return []
    return [object_member(capability, "listChanged", "true")[1]]


def member_value(target: Span, name: str) -> Any:
    """Return the decoded value of an outlined object's member, None where it is absent."""
    member = target.value.get(name)
    return None if member is None else member.value


def private(result: Span) -> list[Edit]:
    """Return the edit that keeps shared caches from an answer which now depends on the host."""
    scope = result.value.get("cacheScope")
    return [replaced(scope, '"private"')] if scope is not None and scope.value == "public" else []


def list_edits(result: Span, member: str, items: Sequence[str]) -> list[Edit]:
    """Return the edits that append items, given as JSON texts, to a list answer."""
    more = [appended(result.value[member], items)] if items else []
    return [*more, *private(result)]


def tool_edit(text: str, tool: Span, uri: str) -> list[Edit]:
    """Return the edits that link a tool to its view, merged into whatever `_meta` it has."""
    if "_meta" not in tool.value:
        return [Edit(tool.end - 1, tool.end - 1, META.replace("%", uri))]
    if not isinstance(tool.value["_meta"], dict):
        outlined = outline(text, tool.start)
        _, write = object_member(outlined, "_meta", dumped(meta_of(uri)))
        return [write]
    meta = outline(text, tool.start, ("_meta", "ui")).value["_meta"]
    missing = {key: dumped(value) for key, value in meta_of(uri).items() if key not in meta.value}
    edits = [added(meta, missing)] if missing else []
    ui = meta.value.get("ui")
    if ui is not None and isinstance(ui.value, dict):
        _, write = object_member(ui, "resourceUri", dumped(uri))
        edits.append(write)
    elif ui is not None:
        edits.append(replaced(ui, dumped({"resourceUri": uri})))
    return edits


META = ',"_meta":{"ui":{"resourceUri":"%"},"ui/resourceUri":"%","openai/outputTemplate":"%"}'
"""What is added to a tool without `_meta`; a URI holds nothing that JSON would escape."""


def meta_of(uri: str) -> dict[str, Any]:
    """Return what links a tool to its view, in the spellings that hosts read."""
    return {"ui": {"resourceUri": uri}, "ui/resourceUri": uri, "openai/outputTemplate": uri}
