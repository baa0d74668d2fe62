"""Reading views: which URIs are ours, a hit, a miss, and what is said where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genui.serve.calls import Reply, later
from genui.serve.catalog import LiveTool
from genui.serve.directory import Ready
from genui.serve.request import Request, answer, not_found, view_answer
from genui.serve.uris import SCHEME, is_ours, language_uri, tool_named

if TYPE_CHECKING:
    from genui.serve.core import Core


def resources_read(core: Core, request: Request) -> bool:
    """Answer the reading of a view; any other resource is the upstream's."""
    uri = request.params.get("uri")
    if not isinstance(uri, str) or not uri.startswith(SCHEME):
        return True
    core.views.load()
    if core.catalog.tools is not None:
        return not answered(core, request, uri)

    def listed() -> None:
        if not answered(core, request, uri):
            core.pass_on(request)

    core.when_listed(request, listed)
    return False


def answered(core: Core, request: Request, uri: str) -> bool:
    """Answer the reading of a `ui://` URI if it is ours; tell whether it was."""
    tools = core.catalog.before
    if uri in core.catalog.own_uris:
        return False
    name = tool_named(uri)
    tool = tools.get(name) if name is not None else None
    if tool is None and core.prefix and uri == language_uri(core.prefix):
        read_language(core, request)
        return True
    if tool is not None and core.views.serves(tool):
        answer_view(core, request, uri, tool)
        return True
    known = name in core.catalog.gone or (tool is None and name in core.views.tools) or is_ours(uri)
    if core.has_resources is not False and not known:
        return False
    removed = name in core.catalog.gone or name in core.views.tools
    kind = "TOOL_REMOVED" if tool is None and removed else "VIEW_NOT_FOUND"
    if core.catalog.tools is None:
        kind = "UPSTREAM_NOT_LISTED"
    core.log.write("info", "view-not-found", tool=name, uri=uri, errorCode=kind, requestId=request.trace)
    core.wire.send(not_found(request, name, uri=uri, kind=kind))
    return True


def read_language(core: Core, request: Request) -> None:
    """Answer with the language of specs, for agents that write views themselves."""

    def done(text: str, reply: Reply) -> None:
        content = {"uri": request.params["uri"], "mimeType": "text/markdown", "text": text}
        reply(answer(request, {"contents": [content]}, cacheable=True))

    core.in_thread(request, lambda _call: core.maker.language(), done)


def answer_view(core: Core, request: Request, uri: str, tool: LiveTool) -> None:
    """Answer with a tool's view: at once on a hit, else when the front has compiled it."""
    # No model is asked while a host waits: Qwen Code gives up on resources/read after 10 s (qwen-code#11945).
    ready = core.views.ready(tool)
    if ready is not None:
        core.views.hits += 1
        if core.log.logs("debug"):
            told = {"cacheKey": core.views.cache_key(tool), "requestId": request.trace}
            core.log.write("debug", "hit", tool=tool.name, bytes=len(ready.text), **told)
        core.wire.send(view_answer(request, ready))
    elif not core.views.may_compile(tool):
        core.wire.send(not_found(request, tool.name, uri=uri, kind="VIEW_NOT_BUILT"))
    else:
        core.views.misses += 1
        told = {"reason": core.views.fit(tool), "cacheKey": core.views.cache_key(tool)}
        core.log.write("info", "miss", tool=tool.name, **told, requestId=request.trace)
        compile_view(core, request, tool)


def compile_view(core: Core, request: Request, tool: LiveTool) -> None:
    """Answer with a tool's view once it is compiled; a model may then make a better one."""

    def done(ready: Ready, reply: Reply) -> None:
        reply(view_answer(request, ready))
        if core.views.reviewed(tool) is None:
            # A model may make a better one than the baseline that was just served.
            later(core, core.maker.improve, tool, request.trace)

    views = core.views
    core.in_thread(request, lambda _: views.compile(tool, request.trace), done, turn=views.turn(tool))


def subscribed(core: Core, request: Request) -> bool:
    """Answer a subscription to a view, or its end; any other resource is the upstream's."""
    # An upstream that has never heard of our URI would refuse it, and the host would not hear of new views.
    uri = request.params.get("uri")
    name = tool_named(uri) if isinstance(uri, str) and uri not in core.catalog.own_uris else None
    tool = core.catalog.before.get(name) if name is not None else None
    if tool is None or not core.views.serves(tool):
        return True
    core.wire.send(answer(request, {}))
    return False
