"""Calls of genui's own tools; every other call is the upstream's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from genui.asking import SUFFIX, asked_text, twin_names
from genui.owntools import OWN_TOOLS
from genui.serve.catalog import LiveTool
from genui.serve.own import failed_result, inspected, listed, tool_result
from genui.serve.refresh import RESOURCES, TOOLS, announce
from genui.serve.request import Request, answer
from genui.serve.spans import dumped
from genui.serve.tasks import Made, Order, Task
from genui.viewoptions import wants_view

if TYPE_CHECKING:
    from genui.serve.core import Core

Reply = Callable[[str], None]
Result = dict[str, Any]
Tools = Mapping[str, LiveTool]

REFRESH = "refresh_tools"
MAKES = frozenset({"refine", "regenerate", "brief", "submit", "text"})
"""Calls that the maker answers, in a thread."""

READS_ONLY = frozenset({"brief"})
MOST_CALLS = 100
"""Requests of one connection that threads may be working on, views that are compiled among them."""


def tools_call(core: Core, request: Request) -> bool:
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


def respond(core: Core, request: Request, rest: str, earlier: Tools) -> None:
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


def respond_about_tool(core: Core, request: Request, rest: str) -> None:
    """Answer a call that is about one tool: at once, or when the maker has done its work."""
    tool, problem = tool_meant(core, request)
    if tool is not None and rest in MAKES:
        problem = refusal(core, rest, tool)
    if tool is None or problem:
        core.wire.send(answer(request, failed_result(problem)))
    elif rest in MAKES:
        make(core, request, rest, tool)
    else:
        core.wire.send(answer(request, tool_result(inspected(tool, core.views))))


def ask_person(core: Core, request: Request, name: str) -> None:
    """Answer the call of a twin: its view shows the form. Any other call goes on."""
    tool = twins(core).get(name)
    if tool is None:
        core.pass_on(request)
        return
    text = asked_text(tool.name)
    core.wire.send(answer(request, {"content": [{"type": "text", "text": text}]}))


def twins(core: Core) -> Mapping[str, LiveTool]:
    """Return the tools whose forms a person sends, by the names of their twins."""
    if not core.views.asking:
        return {}
    tools = core.catalog.before
    asked = [name for name, tool in tools.items() if core.views.asks(tool)]
    return {twin: tools[name] for twin, name in twin_names(asked, tools).items()}


def tool_meant(core: Core, request: Request) -> tuple[LiveTool | None, str]:
    """Return the tool that a call is about, or what is wrong with its toolName."""
    name = arguments_of(request).get("toolName")
    if not isinstance(name, str):
        return None, f"toolName is {dumped(name)}, expected the name of a tool"
    tool = core.catalog.before.get(name)
    if tool is None:
        known = ", ".join(sorted(core.catalog.before)[:20])
        return None, f"no tool is called {name!r}; there are: {known}"
    return tool, ""


def arguments_of(request: Request) -> Mapping[str, Any]:
    """Return the arguments of a call; what is no object counts as none."""
    arguments = request.params.get("arguments")
    return arguments if isinstance(arguments, dict) else {}


def make(core: Core, request: Request, rest: str, tool: LiveTool) -> None:
    """Have a call answered by the maker, in a thread."""
    order = order_of(core, tool, request.trace)

    def done(made: Made, reply: Reply) -> None:
        reply(answer(request, made.result))
        if made.changed:
            core.views.changed()

    core.in_thread(request, lambda call: core.maker.answer(rest, order, arguments_of(request), call), done)


def refusal(core: Core, rest: str, tool: LiveTool) -> str:
    """Say why no view of a tool can be made now; "" where one can."""
    if core.maker.locked and rest not in READS_ONLY:
        return "this server is locked: only reviewed views are served, none is made or changed (serve.locked)"
    if tool.own_uri is not None:
        return f"{tool.name} has a UI of its own ({tool.own_uri}), which genui leaves as it is"
    if not wants_view(core.views.config, tool.name):
        return f"the config of genui asks for no view of {tool.name} ([build] exclude, [tools] view)"
    if len(core.calls) >= MOST_CALLS:
        return f"{len(core.calls)} such calls are unanswered, which is the limit; wait for one"
    return ""


def order_of(core: Core, tool: LiveTool, trace: str) -> Order:
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


def later(core: Core, make: Callable[[Order], str], tool: LiveTool, trace: str = "") -> None:
    """Have the maker make another view of a tool, which nobody waits for."""
    work = partial(make, order_of(core, tool, trace))
    core.tasks.append(Task(work, lambda changed: core.views.changed() if changed else None))


def rebase(core: Core, tools: Iterable[LiveTool]) -> None:
    """Have wishes of the overlay put on what is committed now, where that has moved since they were made."""
    for tool in tools:
        key = (tool.name, tool.shape, core.views.version)
        if key in core.maker.tried or not core.views.outdated(tool):
            continue
        core.maker.tried.add(key)
        later(core, core.maker.rebase, tool)


def refreshed(core: Core, earlier: Tools) -> Result:
    """Return what `_ui_refresh_tools` answers."""
    if core.catalog.tools is None:
        return failed_result("the upstream did not list its tools; the last list stays in use")
    return tool_result(core.catalog.difference(earlier)._asdict())
