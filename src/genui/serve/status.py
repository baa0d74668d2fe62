"""What the log says of a connection without being asked: what is served, to whom, and what no longer fits."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from genui.serve.protocol import value_at
from genui.serve.request import Request
from genui.viewoptions import unused_tables

if TYPE_CHECKING:
    from genui.serve.core import Core


def log_listing(core: Core) -> None:
    """Log what is served once the tools are known, and again when that has become something else."""
    views, tools = core.views, core.catalog.before
    states = {tool.name: views.fit(tool) for tool in tools.values()}
    summary = {"server": core.server, "tools": len(tools), **Counter(states.values())}
    if summary == views.logged_summary:
        return
    first, views.logged_summary = not views.logged_summary, summary
    core.log.write("info", "serving", **summary)
    drifted = [name for name, state in states.items() if state == "stale"]
    if drifted:
        told = "their shape is not the one that their views were made for; those are not shown"
        hint = "run genui build, review, commit"
        core.log.write("warning", "drift", tools=sorted(drifted), message=told, hint=hint)
    for warning in unused_tables(views.config, tools) if first else ():
        core.log.write("warning", "config-unused", message=warning)


def log_unamended(core: Core, request: Request) -> None:
    """Log once that a host is given the tools as they are, and why."""
    if core.logged_unamended:
        return
    core.logged_unamended = True
    host = value_at(request.params, "clientInfo", "name")
    why = (
        'apps is "never" in [serve]'
        if core.views.config.serve.apps == "never"
        else "host declares no MCP Apps"
    )
    core.log.write("info", "host", host=str(host or "?"), message=f"{why}: tools pass unchanged")
