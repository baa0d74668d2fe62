"""The MCP client on raw messages: introspection, and links over HTTP and SSE for serve and preview.

It may import what serve has of the wire (protocol, ids, spans, lines, pipes, requests) and its log, never a
front or a core.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from genui.config import Limits, Target
from genui.errors import UpstreamError
from genui.model import Snapshot
from genui.upstream.channel import NotSpoken

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

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
    from genui.upstream.session import learn

    limits = limits or Limits()

    def learned(transport: str) -> Snapshot:
        with channel_to(target, limits, transport=transport) as channel:
            return learn(channel, limits, start_timeout=start_timeout, request_timeout=request_timeout)

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


def channel_to(target: Target, limits: Limits, *, transport: str) -> "AbstractContextManager[Channel]":
    """Return the channel of a target, to be entered."""
    if target.url:
        from genui.upstream.remote import connected

        return connected(replace(target, transport=transport), limits)
    from genui.upstream.process import started

    return started(target, limits)


def neither(failures: list[UpstreamError]) -> UpstreamError:
    """Return the error for a URL where no transport is spoken."""
    http, sse = (error.message for error in failures)
    return UpstreamError(f"{http} (http); {sse} (sse)", hint=failures[0].hint)
