"""Upstreams as every front but the stdio hot path sees them: links that carry whole lines."""

from genui.config import Limits, Target
from genui.serve.log import Log
from genui.upstream.link import HIGH, Link, Receiver, Upstream

__all__ = ["HIGH", "Link", "Receiver", "Upstream", "upstream_of"]


def upstream_of(target: Target, limits: Limits, log: Log) -> Upstream:
    """Return where links to a target come from; an HTTP client is loaded for a URL only."""
    if target.url:
        from genui.upstream.remote import UrlUpstream

        return UrlUpstream(target, limits, log)
    from genui.serve.upstreams.program import ProgramUpstream

    return ProgramUpstream(target, limits, log)
