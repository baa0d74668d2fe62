"""Calls of genui's own tools; every other call is the upstream's."""

from __future__ import annotations

from genui.serve.amend import dumped
from genui.serve.own import failed_result, inspected, listed, tool_result
from genui.serve.request import Request, answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from genui.serve.catalog import LiveTool
    from genui.serve.core import Core

    Result = dict[str, Any]
    Tools = Mapping[str, LiveTool]

REFRESH = "refresh_tools"


def tools_call(core: Core, request: Request) -> bool:
    """Answer a call of one of our own tools, unless the upstream has a tool of that name."""
    name = str(request.params["name"])
    rest = name.removeprefix(core.prefix)
    if rest not in CALLS or name in core.catalog.names():
        return True
    core.views.load()
    earlier = core.catalog.before
    if rest == REFRESH:
        core.catalog.doubt()
    core.when_listed(request, lambda: respond(core, request, rest, earlier))
    return False


def respond(core: Core, request: Request, rest: str, earlier: Tools) -> None:
    """Answer a call once the tools are known; it goes on if the upstream turns out to have that tool."""
    if core.prefix + rest in core.catalog.names():
        core.pass_on(request)
        return
    core.wire.send(answer(request, CALLS[rest](core, request, earlier)))
    if rest == REFRESH and request.era == "handshake":
        core.notify("notifications/tools/list_changed")
        core.notify("notifications/resources/list_changed")


def call_list(core: Core, _request: Request, _earlier: Tools) -> Result:
    """Answer `_ui_list`."""
    return tool_result(listed(core.catalog.before.values(), core.views))


def call_inspect(core: Core, request: Request, _earlier: Tools) -> Result:
    """Answer `_ui_inspect`."""
    arguments = request.params.get("arguments")
    name = arguments.get("toolName") if isinstance(arguments, dict) else None
    if not isinstance(name, str):
        return failed_result(f"toolName is {dumped(name)}, expected the name of a tool")
    tool = core.catalog.before.get(name)
    if tool is None:
        known = ", ".join(sorted(core.catalog.before)[:20])
        return failed_result(f"no tool is called {name!r}; there are: {known}")
    return tool_result(inspected(tool, core.views))


def call_refresh(core: Core, _request: Request, earlier: Tools) -> Result:
    """Answer `_ui_refresh_tools`."""
    if core.catalog.tools is None:
        return failed_result("the upstream did not list its tools; the last list stays in use")
    return tool_result(core.catalog.difference(earlier).as_json())


CALLS: Mapping[str, Callable[[Core, Request, Tools], Result]] = {
    "list": call_list,
    "inspect": call_inspect,
    REFRESH: call_refresh,
}
"""What answers each of our own tools, by its name after the prefix."""
