"""Reading the upstream's tools ourselves, with ids that are not the client's."""

from __future__ import annotations

from collections.abc import Mapping
from json import loads
from typing import TYPE_CHECKING, Any, NamedTuple

from genui.serve.catalog import LiveTool, next_cursor
from genui.serve.protocol import envelope
from genui.serve.spans import dumped
from genui.serve.status import log_listing

if TYPE_CHECKING:
    from genui.serve.core import Core

MAX_PAGES = 1000
"""An upstream whose pages never end is cut off here."""


class Listing(NamedTuple):
    """One reading of the upstream's tools: what each request carries, and the tools so far."""

    envelope: Mapping[str, Any]
    tools: dict[str, LiveTool]


def start_listing(core: Core, params: Mapping[str, Any]) -> None:
    """Ask the upstream for all its tools, as the client of these params would."""
    if core.listing is None:
        core.listing = Listing(envelope(params), {})
        ask(core, None, pages=0)


def ask(core: Core, cursor: str | None, *, pages: int) -> None:
    """Ask for one page."""
    assert core.listing is not None
    key = own_id(core)
    shared = core.listing.envelope
    params: dict[str, Any] = {"_meta": dict(shared)} if shared else {}
    if cursor is not None:
        params["cursor"] = cursor
    trace = core.waiting[0].request.trace if core.waiting else ""
    core.log.write("debug", "upstream-asked", method="tools/list", id=key, requestId=trace)
    core.wire.expect(key, lambda text: take(core, text, cursor, pages=pages + 1))
    core.wire.forward(dumped({"jsonrpc": "2.0", "id": key, "method": "tools/list", "params": params}))


def own_id(core: Core) -> str:
    """Return an id that no request in flight has."""
    while True:
        core.own_ids += 1
        key = f"genui:{core.own_ids}"
        if key not in core.wire.in_flight.counts and key not in core.wire.awaited:
            return key


def take(core: Core, text: str, asked: str | None, *, pages: int) -> None:
    """Take in one page and ask for the next, or finish; the client sees none of it."""
    if core.listing is None:
        return
    result = result_in(text)
    if result is None:
        finish(core, None)
        return
    tools = core.listing.tools
    try:
        live = core.live(result["tools"])
    except RecursionError:
        live = []
    tools |= {tool.name: tool for tool in live if tool is not None}
    following = next_cursor(result)
    if following is None or following == asked or pages >= MAX_PAGES:
        finish(core, tools)
    else:
        ask(core, following, pages=pages)


def result_in(text: str) -> dict[str, Any] | None:
    """Return the result of a tools/list answer, None where it is none."""
    try:
        message = loads(text)
    except (ValueError, RecursionError):
        return None
    result = message.get("result") if isinstance(message, dict) else None
    good = isinstance(result, dict) and isinstance(result.get("tools"), list)
    return result if good else None


def finish(core: Core, tools: dict[str, LiveTool] | None) -> None:
    """Make the listing current, or log that it failed, and go on with what waited for it."""
    core.listing = None
    if tools is None:
        core.log.write(
            "warning", "listing-failed", message="the upstream did not answer tools/list with tools"
        )
    else:
        core.catalog.replace(tools)
        log_listing(core)
    after, core.after_listing = core.after_listing, []
    for then in after:
        then(tools is not None)
    waiting, core.waiting = core.waiting, []
    for entry in waiting:
        entry.then()
