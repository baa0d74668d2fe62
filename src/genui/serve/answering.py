"""What genui answers itself: calls of its own tools and readings of its views; all else passes."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from genui.asking import SUFFIX, asked_text, twin_names
from genui.owntools import OWN_TOOLS
from genui.serve.catalog import RESOURCES, TOOLS, LiveTool, announce
from genui.serve.directory import Ready
from genui.serve.messages import dumped, members_at, value_at
from genui.serve.own import failed_result, inspected, listed, tool_result
from genui.serve.protocol import Request, answer, not_found, view_answer
from genui.serve.tasks import Made, Order, Task
from genui.serve.uris import SCHEME, is_ours, language_uri, tool_named
from genui.viewoptions import wants_view

if TYPE_CHECKING:
    from genui.serve.core import Core


Reply = Callable[[str], None]
Tools = Mapping[str, LiveTool]

REFRESH = "refresh_tools"
MAKES = frozenset({"refine", "regenerate", "brief", "submit", "text"})
"""Calls that the maker answers, in a thread."""

MOST_CALLS = 100
"""Requests of one connection that threads may be working on, views that are compiled among them."""


def tools_call(core: "Core", request: Request) -> bool:
    """Answer a call of one of our own tools, or of a twin, unless the upstream has a tool of that name."""
    name = str(request.params["name"])
    rest = name.removeprefix(core.prefix)
    if name in core.catalog.names():
        return True
    if core.views.asking and SUFFIX in name:
        core.when_listed(request, lambda: ask_person(core, request, name))
        return False
    if rest not in OWN_TOOLS:
        return True
    core.views.load()
    earlier = core.catalog.before
    if rest == REFRESH:
        core.catalog.invalidate()
    core.when_listed(request, lambda: respond(core, request, rest, earlier))
    return False


def respond(core: "Core", request: Request, rest: str, earlier: Tools) -> None:
    """Answer a call once the tools are known; it goes on if the upstream turns out to have that tool."""
    if core.prefix + rest in core.catalog.names():
        core.pass_on(request)
    elif rest == "list":
        core.wire.send(answer(request, tool_result(listed(core.catalog.before.values(), core.views))))
    elif rest == REFRESH:
        core.wire.send(answer(request, refreshed(core, earlier)))
        announce(core, TOOLS)
        announce(core, RESOURCES)
    else:
        respond_about_tool(core, request, rest)


def respond_about_tool(core: "Core", request: Request, rest: str) -> None:
    """Answer a call that is about one tool: at once, or when the maker has done its work."""
    name, tools = value_at(request.params, "arguments", "toolName"), core.catalog.before
    tool = tools.get(name) if isinstance(name, str) else None
    if tool is not None:
        problem = refusal(core, rest, tool) if rest in MAKES else ""
    elif isinstance(name, str):
        problem = f"no tool is called {name!r}; there are: {', '.join(sorted(tools)[:20])}"
    else:
        problem = f"toolName is {dumped(name)}, expected the name of a tool"
    if tool is None or problem:
        core.wire.send(answer(request, failed_result(problem)))
    elif rest in MAKES:
        make(core, request, rest, tool)
    else:
        core.wire.send(answer(request, tool_result(inspected(tool, core.views))))


def ask_person(core: "Core", request: Request, name: str) -> None:
    """Answer the call of a twin: its view shows the form. Any other call goes on."""
    tool = twins(core).get(name)
    if tool is None:
        core.pass_on(request)
        return
    text = asked_text(tool.name)
    core.wire.send(answer(request, {"content": [{"type": "text", "text": text}]}))


def twins(core: "Core") -> Mapping[str, LiveTool]:
    """Return the tools whose forms a person sends, by the names of their twins."""
    if not core.views.asking:
        return {}
    tools = core.catalog.before
    asked = [name for name, tool in tools.items() if core.views.asks(tool)]
    return {twin: tools[name] for twin, name in twin_names(asked, tools).items()}


def make(core: "Core", request: Request, rest: str, tool: LiveTool) -> None:
    """Have a call answered by the maker, in a thread."""
    order, arguments = order_of(core, tool, request.trace), members_at(request.params, "arguments")

    def done(made: Made, reply: Reply) -> None:
        reply(answer(request, made.result))
        if made.changed:
            core.views.changed()

    core.in_thread(request, lambda call: core.maker.answer(rest, order, arguments, call), done)


def refusal(core: "Core", rest: str, tool: LiveTool) -> str:
    """Say why no view of a tool can be made now; "" where one can."""
    if core.maker.config.serve.locked and rest != "brief":
        return "this server is locked: only reviewed views are served, none is made or changed (serve.locked)"
    if tool.own_uri is not None:
        return f"{tool.name} has a UI of its own ({tool.own_uri}), which genui leaves as it is"
    if not wants_view(core.views.config, tool.name):
        return f"the config of genui asks for no view of {tool.name} ([build] exclude, [tools] view)"
    if len(core.calls) >= MOST_CALLS:
        return f"{len(core.calls)} such calls are unanswered, which is the limit; wait for one"
    return ""


def order_of(core: "Core", tool: LiveTool, trace: str) -> Order:
    """Return what the maker needs to know of a tool, as it is at this moment."""
    views = core.views
    committed = views.tools.get(tool.name)
    return Order(
        definition=views.definition(tool),
        tools=tuple(views.definition(each) for each in core.catalog.before.values()),
        uri=views.uri(tool),
        base=committed.revision if committed is not None else "",
        reviewed=views.reviewed(tool) is not None,
        overlaid=views.overlaid(tool) is not None,
        prefix=core.prefix,
        trace=trace,
    )


def later(core: "Core", make: Callable[[Order], str], tool: LiveTool, trace: str = "") -> None:
    """Have the maker make another view of a tool, which nobody waits for."""
    work = partial(make, order_of(core, tool, trace))
    core.tasks.append(Task(work, lambda changed: core.views.changed() if changed else None))


def rebase(core: "Core", tools: Iterable[LiveTool]) -> None:
    """Have wishes of the overlay put on what is committed now, where that has moved since they were made."""
    for tool in tools:
        key = (tool.name, tool.shape, core.views.tools.get(tool.name))
        if key in core.maker.tried or not core.views.outdated(tool):
            continue
        core.maker.tried.add(key)
        later(core, core.maker.rebase, tool)


def refreshed(core: "Core", earlier: Tools) -> dict[str, Any]:
    """Return what `_ui_refresh_tools` answers."""
    if core.catalog.tools is None:
        return failed_result("the upstream did not list its tools; the last list stays in use")
    return tool_result(core.catalog.difference(earlier)._asdict())


def resources_read(core: "Core", request: Request) -> bool:
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


def answered(core: "Core", request: Request, uri: str) -> bool:
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
    removed = tool is None and (name in core.catalog.gone or name in core.views.tools)
    if core.has_resources is not False and not removed and not is_ours(uri):
        return False
    kind = "TOOL_REMOVED" if removed else "VIEW_NOT_FOUND"
    kind = "UPSTREAM_NOT_LISTED" if core.catalog.tools is None else kind
    core.log.write("info", "view-not-found", tool=name, uri=uri, errorCode=kind, requestId=request.trace)
    core.wire.send(not_found(request, name, uri=uri, kind=kind))
    return True


def read_language(core: "Core", request: Request) -> None:
    """Answer with the language of specs, for agents that write views themselves."""

    def done(text: str, reply: Reply) -> None:
        content = {"uri": request.params["uri"], "mimeType": "text/markdown", "text": text}
        reply(answer(request, {"contents": [content]}, cacheable=True))

    core.in_thread(request, lambda _call: core.maker.language(), done)


def answer_view(core: "Core", request: Request, uri: str, tool: LiveTool) -> None:
    """Answer with a tool's view: at once on a hit, else when the front has compiled it."""
    # No model is asked while a host waits: Qwen Code gives up on resources/read after 10 s (qwen-code#11945).
    ready = core.views.ready(tool)
    if ready is not None:
        core.views.hits += 1
        if core.log.logs("debug"):
            told = {"cacheKey": core.views.cache_key(tool), "requestId": request.trace}
            core.log.write("debug", "hit", tool=tool.name, bytes=len(ready.html), **told)
        core.wire.send(view_answer(request, ready.html))
    elif not core.views.may_compile(tool):
        core.wire.send(not_found(request, tool.name, uri=uri, kind="VIEW_NOT_BUILT"))
    else:
        core.views.misses += 1
        told = {"reason": core.views.fit(tool), "cacheKey": core.views.cache_key(tool)}
        core.log.write("info", "miss", tool=tool.name, **told, requestId=request.trace)
        compile_view(core, request, tool)


def compile_view(core: "Core", request: Request, tool: LiveTool) -> None:
    """Answer with a tool's view once it is compiled; a model may then make a better one."""

    def done(ready: Ready, reply: Reply) -> None:
        reply(view_answer(request, ready.html))
        if core.views.reviewed(tool) is None:
            # A model may make a better one than the baseline that was just served.
            later(core, core.maker.improve, tool, request.trace)

    views = core.views
    core.in_thread(request, lambda _: views.compile(tool, request.trace), done)


def subscribed(core: "Core", request: Request) -> bool:
    """Answer a subscription to a view, or its end; any other resource is the upstream's."""
    # An upstream that has never heard of our URI would refuse it, and the host would not hear of new views.
    uri = request.params.get("uri")
    name = tool_named(uri) if isinstance(uri, str) and uri not in core.catalog.own_uris else None
    tool = core.catalog.before.get(name) if name is not None else None
    if tool is None or not core.views.serves(tool):
        return True
    core.wire.send(answer(request, {}))
    return False
