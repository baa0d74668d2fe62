"""The tools that the upstream lists now, what changed since, and telling the host of it."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from genui.digests import shape_digest
from genui.serve.messages import decoded, members_at, value_at
from genui.serve.protocol import PREFIX, SUBSCRIPTION_KEY, Request
from genui.serve.uris import tool_named
from genui.viewoptions import unused_tables

if TYPE_CHECKING:
    from genui.serve.core import Core


class LiveTool:
    """A tool as the upstream defines it at this moment."""

    def __init__(self, definition: Mapping[str, Any], hidden: frozenset[str] = frozenset()) -> None:
        self.definition, self.name = definition, str(definition["name"])
        self.hidden = hidden
        """Members that a view may rely on and that the session's protocol version does not show."""
        self.own_uri = own_uri(definition)
        """The UI resource that the upstream itself gives the tool."""

    @cached_property
    def shape(self) -> str:
        """The digest that decides whether a view fits."""
        return shape_digest(self.definition)


def own_uri(definition: Mapping[str, Any]) -> str | None:
    """Return the URI of the UI that a definition brings along, in either spelling."""
    # The flat key is deprecated, but the ext-apps SDK writes both, and older servers the flat one alone.
    meta = value_at(definition, "_meta")
    uri = value_at(meta, "ui", "resourceUri") or value_at(meta, "ui/resourceUri")
    return uri if isinstance(uri, str) else None


class Difference(NamedTuple):
    """What a new listing changed, tool names in order; `_ui_refresh_tools` answers with it."""

    added: list[str]
    removed: list[str]
    changed: list[str]
    unchanged: int


def live_tool(
    definition: Any, known: Mapping[str, LiveTool], hidden: frozenset[str] = frozenset()
) -> LiveTool | None:
    """Return a definition as a tool, one already known if it is the same; None where it is no tool."""
    if not isinstance(definition, dict) or not isinstance(definition.get("name"), str):
        return None
    before = known.get(definition["name"])
    if before is not None and before.hidden == hidden and before.definition == definition:
        return before
    return LiveTool(definition, hidden)


def next_cursor(result: Mapping[str, Any]) -> str | None:
    """Return where the next page begins, None on the last one."""
    cursor = result.get("nextCursor")
    return cursor if isinstance(cursor, str) and cursor else None


class Catalog:
    """The upstream's tools. Pages count when they follow on each other; the last one makes them current."""

    def __init__(self) -> None:
        self.tools: dict[str, LiveTool] | None = None
        """By name; None while not known, or no longer sure."""
        self.before: dict[str, LiveTool] = {}
        """The last complete listing, also when it is no longer sure."""
        self.gone: set[str] = set()
        """Names that were listed once and are no more."""
        self.own_uris: set[str | None] = set()
        """The UI resources that belong to the upstream."""
        self.pages: dict[str, LiveTool] = {}
        self.cursor: str | None = None

    def page(self, tools: Iterable[LiveTool], *, asked: str | None, following: str | None) -> None:
        """Take in a page that was asked for at one cursor and names the following."""
        if asked is not None and asked != self.cursor:
            return
        if asked is None:
            self.pages = {}
        self.pages |= {tool.name: tool for tool in tools}
        self.cursor = following
        if following is None:
            self.replace(self.pages)

    def replace(self, tools: dict[str, LiveTool]) -> None:
        """Make a complete listing the current one."""
        if tools is not self.before:
            self.gone = (self.gone | self.before.keys()) - tools.keys()
            self.own_uris = {tool.own_uri for tool in tools.values()} - {None}
        self.tools = self.before = tools

    def names(self) -> frozenset[str]:
        """Return every name that the upstream is known to use."""
        return frozenset(self.before) | frozenset(self.pages)

    def invalidate(self) -> None:
        """Note that the upstream may have changed its tools."""
        self.tools = None

    def difference(self, earlier: Mapping[str, LiveTool]) -> Difference:
        """Compare the current listing with an earlier one."""
        now = self.before
        both = sorted(now.keys() & earlier.keys())
        changed = [name for name in both if now[name].definition != earlier[name].definition]
        return Difference(
            added=sorted(now.keys() - earlier.keys()),
            removed=sorted(earlier.keys() - now.keys()),
            changed=changed,
            unchanged=len(both) - len(changed),
        )


MAX_PAGES = 1000
"""An upstream whose pages never end is cut off here."""

FAILED_SECONDS = 60.0
"""Until tools are read again unasked that could not be read, at least."""

TOOLS, RESOURCES = "notifications/tools/list_changed", "notifications/resources/list_changed"
UPDATED = "notifications/resources/updated"
MEMBERS = {TOOLS: "toolsListChanged", RESOURCES: "resourcesListChanged", UPDATED: "resourceSubscriptions"}
"""What asks for each in `subscriptions/listen`."""


class Listing(NamedTuple):
    """One reading of the upstream's tools: what each request carries, and the tools so far."""

    envelope: Mapping[str, Any]
    tools: dict[str, LiveTool]


class Waiting(NamedTuple):
    """What is done once the upstream's tools are known, or are not to be had."""

    request: Request | None
    """The request of the host that is answered then, if it is for one."""
    then: Callable[[], None]


def start_listing(core: "Core", params: Mapping[str, Any]) -> None:
    """Ask the upstream for all its tools, as the client of these params would."""
    if core.listing is None:
        # What every request of this client carries: the members that the protocol itself has named.
        meta = members_at(params, "_meta").items()
        core.listing = Listing({key: value for key, value in meta if key.startswith(PREFIX)}, {})
        ask(core, None, pages=0)


def ask(core: "Core", cursor: str | None, *, pages: int) -> None:
    """Ask for one page."""
    assert core.listing is not None
    shared = core.listing.envelope
    params: dict[str, Any] = {"_meta": dict(shared)} if shared else {}
    if cursor is not None:
        params["cursor"] = cursor
    asking = next((entry.request for entry in core.waiting if entry.request), None)
    message = {"jsonrpc": "2.0", "id": None, "method": "tools/list", "params": params}
    key = core.wire.ask(message, lambda text: take(core, text, cursor, pages=pages + 1))
    core.log.write(
        "debug", "upstream-asked", method="tools/list", id=key, requestId=asking.trace if asking else ""
    )


def take(core: "Core", text: str, asked: str | None, *, pages: int) -> None:
    """Take in one page and ask for the next, or finish; the client sees none of it."""
    if core.listing is None:
        return
    result = value_at(decoded(text), "result")
    if not isinstance(value_at(result, "tools"), list):
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


def finish(core: "Core", tools: dict[str, LiveTool] | None) -> None:
    """Make the listing current, or log that it failed, and go on with what waited for it."""
    core.listing = None
    if tools is None:
        core.log.write(
            "warning", "listing-failed", message="the upstream did not answer tools/list with tools"
        )
    else:
        core.catalog.replace(tools)
        log_listing(core)
    waiting, core.waiting = core.waiting, []
    for entry in waiting:
        entry.then()


def log_listing(core: "Core") -> None:
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


def reread(core: "Core", params: Mapping[str, Any]) -> None:
    """Read the upstream's tools again, and tell the host if they changed."""
    earlier = core.catalog.before

    def listed() -> None:
        difference = core.catalog.difference(earlier)
        if difference.added or difference.removed or difference.changed:
            core.log.write("info", "tools-changed", **difference._asdict())
            announce(core, TOOLS)
            announce(core, RESOURCES)
        if core.catalog.tools is None:
            core.due = time.monotonic() + max(FAILED_SECONDS, core.views.config.serve.refresh)

    core.catalog.invalidate()
    core.waiting.insert(0, Waiting(None, listed))
    start_listing(core, params)


def listened(core: "Core", request: Request) -> bool:
    """Note that a host of the stateless era opens a stream of notifications; the upstream answers it."""
    core.listens.add(request.id)
    core.views.watchers.add(core)
    return True


def announce(core: "Core", method: str, *, uri: str = "") -> None:
    """Tell the host what changed: at once if it shook hands, else in the streams that are for that."""
    params = {"uri": uri} if uri else {}
    if core.session.handshake:
        core.notify(method, params or None)
        return
    streams = core.wire.streams
    core.listens &= streams.keys() | core.wire.in_flight.keys()
    # Since 2026-07-28 a notification goes only into a stream that asked for it, and says into which.
    for key in core.listens & streams.keys():
        told = streams[key].get(MEMBERS[method])
        if told is True or (isinstance(told, list) and uri in told):
            core.notify(method, {**params, "_meta": {SUBSCRIPTION_KEY: key}})


def tell_views(core: "Core", changed: Collection[str]) -> None:
    """Tell the host that these tools have other views now, under other URIs."""
    # A host without views was given the upstream's own lists, which have not changed.
    if core.session.handshake and core.views.config.serve.apps == "auto" and not core.handshake_apps:
        return
    listed = [told.get(MEMBERS[UPDATED]) for told in core.wire.streams.values()]
    named = {uri for uris in listed if isinstance(uris, list) for uri in uris if isinstance(uri, str)}
    for uri in sorted(named | core.session.subscriptions.keys()):
        if tool_named(uri) in changed:
            announce(core, UPDATED, uri=uri)
    announce(core, TOOLS)
    announce(core, RESOURCES)
    core.flush()


def read_if_due(core: "Core") -> None:
    """Read the tools if it is time, unless the host has not asked for any yet or nobody can be asked."""
    now, seconds = time.monotonic(), core.views.config.serve.refresh
    if not seconds or now < core.due:
        return
    core.due = now + seconds
    if core.listing is None and core.catalog.before and not core.refusing:
        reread(core, core.latest_params)
