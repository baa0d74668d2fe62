"""Keeping the list of tools fresh: reading it again unasked, and telling the host what changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from genui.serve.catalog import Difference
from genui.serve.listing import start_listing
from genui.serve.protocol import SUBSCRIPTION_KEY
from genui.serve.request import Request
from genui.serve.uris import tool_named

if TYPE_CHECKING:
    from genui.serve.core import Core

BACKOFF = (30.0, 60.0, 120.0)
"""Seconds until the next reading after a first, second and later one that failed."""

TOOLS, RESOURCES = "notifications/tools/list_changed", "notifications/resources/list_changed"
UPDATED = "notifications/resources/updated"
MEMBERS = {TOOLS: "toolsListChanged", RESOURCES: "resourcesListChanged", UPDATED: "resourceSubscriptions"}
"""What asks for each in `subscriptions/listen`."""


def reread(core: Core, params: Mapping[str, Any], then: Callable[[bool], None]) -> None:
    """Read the upstream's tools again, tell the host if they changed, then say whether they were listed."""
    earlier = core.catalog.before

    def listed(good: bool) -> None:  # noqa: FBT001 - the form of every such callback
        if good:
            announce_difference(core, core.catalog.difference(earlier))
        then(good)

    core.catalog.invalidate()
    core.after_listing.append(listed)
    start_listing(core, params)


def announce_difference(core: Core, difference: Difference) -> None:
    """Tell the host, and the log, that its lists are out of date, if they are."""
    if not (difference.added or difference.removed or difference.changed):
        return
    core.log.write("info", "tools-changed", **difference.as_json())
    announce(core, TOOLS)
    announce(core, RESOURCES)


def listened(core: Core, request: Request) -> bool:
    """Note that a host of the stateless era opens a stream of notifications; the upstream answers it."""
    core.listens.add(request.id)
    core.views.watchers.add(core)
    return True


def announce(core: Core, method: str, *, uri: str = "") -> None:
    """Tell the host what changed: at once if it shook hands, else in the streams that are for that."""
    params = {"uri": uri} if uri else {}
    if core.session.handshake:
        core.notify(method, params or None)
        return
    streams = core.wire.streams
    core.listens &= streams.keys() | core.wire.in_flight.counts.keys()
    # Since 2026-07-28 a notification goes only into a stream that asked for it, and says into which.
    for key in core.listens & streams.keys():
        told = streams[key].get(MEMBERS[method])
        if told is True or (isinstance(told, list) and uri in told):
            core.notify(method, {**params, "_meta": {SUBSCRIPTION_KEY: key}})


def subscribed_uris(core: Core) -> list[str]:
    """Return the URIs whose changes the host wants to hear of, in either era."""
    listed = [told.get(MEMBERS[UPDATED]) for told in core.wire.streams.values()]
    named = {uri for uris in listed if isinstance(uris, list) for uri in uris if isinstance(uri, str)}
    return sorted(named | core.session.subscriptions.keys())


def tell_views(core: Core, changed: Collection[str]) -> None:
    """Tell the host that these tools have other views now, under other URIs."""
    # A host without views was given the upstream's own lists, which have not changed.
    if core.session.handshake and core.apps == "auto" and not core.handshake_apps:
        return
    for uri in subscribed_uris(core):
        if tool_named(uri) in changed:
            announce(core, UPDATED, uri=uri)
    announce(core, TOOLS)
    announce(core, RESOURCES)
    core.flush()


class Periodic:
    """Reads the tools again every so often, and more and more rarely while that fails."""

    def __init__(self, core: Core, seconds: float) -> None:
        self.core = core
        self.seconds = seconds
        """0 where nothing is read unasked."""
        self.failures = 0
        self.due = float("inf")
        if seconds:
            self.later(seconds)

    def later(self, seconds: float) -> None:
        """Set the time of the next reading."""
        self.due = time.monotonic() + seconds

    def tick(self) -> None:
        """Read the tools if it is time, unless the host has not asked for any yet or nobody can be asked."""
        core = self.core
        if time.monotonic() < self.due:
            return
        if core.listing is not None:
            self.ended(good=False)
        elif core.catalog.before and not core.refusing:
            self.later(max(self.seconds, BACKOFF[0]))
            reread(core, core.latest_params, lambda good: self.ended(good=good))
        else:
            self.later(self.seconds)

    def ended(self, *, good: bool) -> None:
        """Set the time of the next reading by how this one went."""
        self.failures = 0 if good else self.failures + 1
        backoff = BACKOFF[min(self.failures, len(BACKOFF)) - 1]
        self.later(self.seconds if good else max(self.seconds, backoff))
