"""The MCP client on raw messages: introspection, and links over HTTP and SSE for serve and preview.

It may import what serve has of the wire (messages, protocol, spans, lines, pipes) and its log,
never a front or a core.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from genui.config import Limits, Target
from genui.errors import UpstreamError
from genui.model import Snapshot
from genui.upstream.channel import NotSpoken

if TYPE_CHECKING:
    from genui.upstream.channel import Channel

Opened = TypeVar("Opened")


def introspect(
    target: Target,
    limits: Limits | None = None,
    *,
    start_timeout: float,
    request_timeout: float,
) -> Snapshot:
    """Return what an upstream is and its tools, every definition whole and as on the wire.

    Raises:
        UpstreamError: It does not start, answer or speak MCP, or has no tools.
    """
    from genui.upstream.session import Session, open_session, snapshot_of

    limits = limits or Limits()

    def learned(transport: str) -> Snapshot:
        with channel_to(target, limits, transport=transport) as channel:
            session = Session(channel, limits, start_timeout, request_timeout)
            return snapshot_of(session, open_session(session))

    return over_spoken(target, learned)


def over_spoken(target: Target, attempt: Callable[[str], Opened]) -> Opened:
    """Return what an attempt gives over the first transport of a target that is spoken there.

    Raises:
        UpstreamError: None is, or the attempt fails.
    """
    transports = ("http", "sse") if target.url and target.transport == "auto" else (target.transport,)
    failures: list[UpstreamError] = []
    for transport in transports:
        try:
            return attempt(transport)
        except NotSpoken as error:
            failures.append(error)
    raise failures[0] if len(failures) == 1 else neither(failures)


@contextmanager
def channel_to(target: Target, limits: Limits, *, transport: str) -> Iterator["Channel"]:
    """Start a target or speak to its URL, and end it or hang up afterwards.

    Raises:
        UpstreamError: It cannot be started.
    """
    channel: Channel
    if target.url:
        from genui.upstream.remote import Remote

        channel = Remote(replace(target, transport=transport), limits)
    else:
        from genui.upstream.process import Process

        channel = Process(target, limits)
    try:
        yield channel
    finally:
        channel.close()


def neither(failures: list[UpstreamError]) -> UpstreamError:
    """Return the error for a URL where no transport is spoken."""
    http, sse = (error.message for error in failures)
    return UpstreamError(f"{http} (http); {sse} (sse)", hint=failures[0].hint)
