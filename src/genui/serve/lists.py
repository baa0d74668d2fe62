"""What is amended on the way to the host: capabilities, and the lists of tools and resources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from genui.asking import SUFFIX, twin_definition
from genui.owntools import OWN_TOOLS, is_own_tool, own_definitions
from genui.serve.amend import (
    Page,
    list_edits,
    member_value,
    meta_of,
    page_of,
    result_of,
    tool_edits,
    with_capabilities,
)
from genui.serve.calls import rebase, twins
from genui.serve.catalog import LiveTool
from genui.serve.protocol import HIDDEN, METHOD_NOT_FOUND, value_at
from genui.serve.request import Request, answer, view_resource
from genui.serve.spans import decoded, edited
from genui.serve.status import log_listing

if TYPE_CHECKING:
    from genui.serve.core import Core


def initialize(core: Core, request: Request) -> bool:
    """Amend the capabilities in the answer to `initialize` or `server/discover`."""
    if request.method == "initialize":
        core.views.watchers.add(core)
    handshake = request.method == "initialize"
    core.wire.expect(request.id, lambda text: amend_capabilities(core, text, handshake=handshake))
    return True


def amend_capabilities(core: Core, text: str, *, handshake: bool) -> str:
    """Note what the upstream has, and add what we have."""
    result = result_of(text)
    if result is not None:
        capabilities, version = (member_value(result, name) for name in ("capabilities", "protocolVersion"))
        core.has_resources = isinstance(capabilities, dict) and "resources" in capabilities
        core.server = server_name(member_value(result, "serverInfo"))
        core.hidden = HIDDEN.get(version, frozenset()) if isinstance(version, str) else frozenset()
    return with_capabilities(text, notifying=handshake)


def server_name(info: Any) -> str:
    """Return the name and version that an upstream gives itself."""
    told = [value_at(info, name) for name in ("name", "version")]
    return " ".join(part for part in told if isinstance(part, str)) or "?"


def tools_list(core: Core, request: Request) -> bool:
    """Amend one page of tools."""
    cursor = request.params.get("cursor")
    asked = cursor if isinstance(cursor, str) else None
    core.latest_params = request.params
    core.wire.expect(request.id, lambda text: tools_page(core, text, asked))
    return True


def tools_page(core: Core, text: str, asked: str | None) -> str:
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
    own = (
        []
        if following
        else own_definitions(core.prefix, core.catalog.names(), seen=core.views.config.serve.own_tools)
    )
    own += [] if following else twin_definitions(core)
    return edited(text, [*edits, *list_edits(text, result, "tools", own)])


def twin_definitions(core: Core) -> list[dict[str, Any]]:
    """Return the definitions of twins, which have the views of their tools; log a name that was taken."""
    found = []
    for twin, tool in twins(core).items():
        found.append({**twin_definition(twin, tool.definition), "_meta": meta_of(str(core.views.uri(tool)))})
        told = f"the upstream has a tool {tool.name + SUFFIX}: the form of {tool.name} is listed as {twin}"
        if twin != tool.name + SUFFIX and told not in core.views.logged:
            core.views.logged.add(told)
            core.log.write("warning", "name-clash", tools=[twin], message=told)
    return found


def warn_of_clash(core: Core) -> None:
    """Log once which of our own tools give way to tools of the upstream, which may be another genui."""
    inner = sorted(name for name, tool in core.catalog.before.items() if is_own_tool(tool.definition))
    ours = {core.prefix + rest for rest in OWN_TOOLS} if core.prefix else set()
    clash = inner or sorted(core.catalog.names() & ours)
    if inner and clash != core.clash:
        told = "the upstream is a genui itself: its own tools get no views"
        core.log.write("info", "name-own", tools=inner, message=told)
    elif clash and clash != core.clash:
        hint = "set serve.prefix, or --prefix, to something that no tool of the upstream begins with"
        core.log.write("warning", "name-clash", tools=clash, hint=hint)
    core.clash = clash


def resources_list(core: Core, request: Request) -> bool:
    """Add the views to the last page of resources, or list them alone where the upstream has none."""
    # An upstream without the capability answers -32601, though we have declared it for our views.
    if core.has_resources is False:
        core.when_listed(request, lambda: core.wire.send(views_alone(core, request)))
        return False
    core.wire.expect(request.id, lambda text: resources_page(core, request, text))
    return True


def resources_page(core: Core, request: Request, text: str) -> str | None:
    """Return one page of resources with the views on the last; None while our tools are not known yet."""
    if lacks_method(text):
        core.when_listed(request, lambda: core.wire.send(views_alone(core, request)))
        return None
    page = page_of(text, "resources")
    if page is None or page.following is not None:
        return text
    core.when_listed(request, lambda: core.wire.send(with_views(core, text, page)))
    return None


def with_views(core: Core, text: str, page: Page) -> str:
    """Return the last page of resources with the views added, less those the upstream lists itself."""
    there = {value_at(item.value, "uri") for item in page.items}
    views = [entry for entry in view_resources(core) if entry["uri"] not in there]
    return edited(text, list_edits(text, page.result, "resources", views))


def views_alone(core: Core, request: Request) -> str:
    """Return the answer that lists the views and nothing else."""
    return answer(request, {"resources": view_resources(core)}, cacheable=True)


def view_resources(core: Core) -> list[dict[str, Any]]:
    """Return the views as resources."""
    # MCP Apps lets servers leave them out of resources/list, but linters and some hosts look for them there.
    core.views.load()
    linked = [(tool, core.views.told_uri(tool)) for tool in core.catalog.before.values()]
    return [view_resource(tool.name, title_of(tool), uri) for tool, uri in linked if uri is not None]


def title_of(tool: LiveTool) -> str:
    """Return the title that a tool has for people."""
    title = tool.definition.get("title")
    return title if isinstance(title, str) else ""


def templates_list(core: Core, request: Request) -> bool:
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
