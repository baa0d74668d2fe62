"""What is amended on the way to the host: capabilities, and the lists of tools and resources.

Members are added to the text of an answer, everything else stays byte for byte.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from genui.asking import SUFFIX, twin_definition
from genui.owntools import OWN_TOOLS, is_own_tool, own_definitions
from genui.serve.answering import rebase, twins
from genui.serve.catalog import log_listing, next_cursor
from genui.serve.messages import decoded, members_at, value_at
from genui.serve.protocol import (
    HIDDEN,
    METHOD_NOT_FOUND,
    MIME_TYPE,
    UI_EXTENSION,
    Request,
    answer,
    meta_of,
    view_resource,
)
from genui.serve.spans import Edit, Span, appended, edited, merged, outline

if TYPE_CHECKING:
    from genui.serve.core import Core


TOLD = ("capabilities", "protocolVersion", "serverInfo")
"""What an upstream says of itself."""


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


def our_capabilities(known: dict[str, Any], *, notifying: bool) -> dict[str, Any]:
    """Return what the capabilities lack; an extension that the upstream declares itself stays as it is.

    `notifying` says that its lists may change, as they do when a view is made anew.
    """
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


def tool_edits(text: str, tool: Span, uri: str) -> list[Edit]:
    """Return the edits that link a tool to its view, merged into whatever `_meta` it has."""
    aliases = members_at(tool.value, "_meta")
    meta = {name: value for name, value in meta_of(uri).items() if name == "ui" or name not in aliases}
    return merged(text, tool, {"_meta": meta})


def initialize(core: "Core", request: Request) -> bool:
    """Amend the capabilities in the answer to `initialize` or `server/discover`."""
    handshake = request.method == "initialize"
    if handshake:
        core.views.watchers.add(core)
    core.wire.expect(request.id, lambda text: amend_capabilities(core, text, handshake=handshake))
    return True


def amend_capabilities(core: "Core", text: str, *, handshake: bool) -> str:
    """Note what the upstream has, and add resources and the UI extension."""
    result = result_of(text)
    if result is None:
        return text
    known, version, info = (member_value(result, name) for name in TOLD)
    capabilities = known if isinstance(known, dict) else {}
    core.has_resources = "resources" in capabilities
    named = [value_at(info, name) for name in ("name", "version")]
    core.server = " ".join(part for part in named if isinstance(part, str)) or "?"
    core.hidden = HIDDEN.get(version, frozenset()) if isinstance(version, str) else frozenset()
    ours = our_capabilities(capabilities, notifying=handshake)
    return edited(text, merged(text, result, {"capabilities": ours, **private(result)}))


def tools_list(core: "Core", request: Request) -> bool:
    """Amend one page of tools."""
    cursor = request.params.get("cursor")
    asked = cursor if isinstance(cursor, str) else None
    core.latest_params = request.params
    core.wire.expect(request.id, lambda text: tools_page(core, text, asked))
    return True


def tools_page(core: "Core", text: str, asked: str | None) -> str:
    """Return one page of tools with their views linked, and our own tools on the last."""
    core.views.load()
    page = page_of(text, "tools")
    if page is None:
        return text
    result, items, following = page
    live = core.live([span.value for span in items])
    named = [tool for tool in live if tool is not None]
    core.catalog.page(named, asked=asked, following=following)
    edits = [
        edit
        for span, tool in zip(items, live, strict=True)
        if tool is not None and (uri := core.views.told_uri(tool)) is not None
        for edit in tool_edits(text, span, uri)
    ]
    rebase(core, named)
    if not following:
        warn_of_clash(core)
        log_listing(core)
    # Ours go on the last page only: a host that follows cursors would otherwise list them once a page.
    own: list[dict[str, Any]] = []
    if not following:
        own = own_definitions(core.prefix, core.catalog.names(), seen=core.views.config.serve.own_tools)
        own += twin_definitions(core)
    return edited(text, [*edits, *list_edits(text, result, "tools", own)])


def twin_definitions(core: "Core") -> list[dict[str, Any]]:
    """Return the definitions of twins, which have the views of their tools; log a name that was taken."""
    found = []
    for twin, tool in twins(core).items():
        found.append({**twin_definition(twin, tool.definition), "_meta": meta_of(str(core.views.uri(tool)))})
        told = f"the upstream has a tool {tool.name + SUFFIX}: the form of {tool.name} is listed as {twin}"
        if twin != tool.name + SUFFIX:
            core.log.once("warning", "name-clash", tools=[twin], message=told)
    return found


def warn_of_clash(core: "Core") -> None:
    """Log once which of our own tools give way to tools of the upstream, which may be another genui."""
    inner = sorted(name for name, tool in core.catalog.before.items() if is_own_tool(tool.definition))
    ours = {core.prefix + rest for rest in OWN_TOOLS} if core.prefix else set()
    clash = sorted(core.catalog.names() & ours)
    if inner:
        told = "the upstream is a genui itself: its own tools get no views"
        core.log.once("info", "name-own", tools=inner, message=told)
    elif clash:
        hint = "set serve.prefix, or --prefix, to something that no tool of the upstream begins with"
        core.log.once("warning", "name-clash", tools=clash, hint=hint)


def resources_list(core: "Core", request: Request) -> bool:
    """Add the views to the last page of resources, or list them alone where the upstream has none."""
    # An upstream without the capability answers -32601, though we have declared it for our views.
    if core.has_resources is False:
        core.when_listed(request, lambda: core.wire.send(views_alone(core, request)))
        return False
    core.wire.expect(request.id, lambda text: resources_page(core, request, text))
    return True


def resources_page(core: "Core", request: Request, text: str) -> str | None:
    """Return one page of resources with the views on the last; None while our tools are not known yet."""
    if lacks_method(text):
        core.when_listed(request, lambda: core.wire.send(views_alone(core, request)))
        return None
    page = page_of(text, "resources")
    if page is None or page.following is not None:
        return text
    core.when_listed(request, lambda: core.wire.send(with_views(core, text, page)))
    return None


def with_views(core: "Core", text: str, page: Page) -> str:
    """Return the last page of resources with the views added, less those the upstream lists itself."""
    there = {value_at(item.value, "uri") for item in page.items}
    views = [entry for entry in view_resources(core) if entry["uri"] not in there]
    return edited(text, list_edits(text, page.result, "resources", views))


def views_alone(core: "Core", request: Request) -> str:
    """Return the answer that lists the views and nothing else."""
    return answer(request, {"resources": view_resources(core)}, cacheable=True)


def view_resources(core: "Core") -> list[dict[str, Any]]:
    """Return the views as resources."""
    # MCP Apps lets servers leave them out of resources/list, but linters and some hosts look for them there.
    core.views.load()
    linked = [(tool, core.views.told_uri(tool)) for tool in core.catalog.before.values()]
    return [view_resource(tool.definition, uri) for tool, uri in linked if uri is not None]


def templates_list(core: "Core", request: Request) -> bool:
    """Answer that there are no templates where the upstream has no resources; else it answers itself."""
    if core.has_resources is False:
        core.wire.send(no_templates(request))
    elif core.has_resources is None:
        core.wire.expect(request.id, lambda text: no_templates(request) if lacks_method(text) else text)
    return core.has_resources is not False


def no_templates(request: Request) -> str:
    """Return the answer that there are no resource templates."""
    return answer(request, {"resourceTemplates": []}, cacheable=True)


def lacks_method(text: str) -> bool:
    """Tell whether an answer says that the upstream does not know the method."""
    return bool(value_at(decoded(text), "error", "code") == METHOD_NOT_FOUND)
