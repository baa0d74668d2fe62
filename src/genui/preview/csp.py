"""The Content-Security-Policy that a host makes of a resource's `_meta.ui.csp` (MCP Apps 2026-01-26)."""

import re
from collections.abc import Mapping

from genui.model import Json

SOURCE = re.compile(r"[A-Za-z0-9*][A-Za-z0-9.*:/_~%\[\]-]*")
"""What may stand in a policy: an origin, never a keyword or a second directive."""

DEFAULT = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; "
    "object-src 'none'; base-uri 'self'"
)
"""For a resource that declares nothing."""


def policy_of(csp: Json) -> str:
    """Return the policy of a resource: the restrictive default, or what its domains add up to."""
    if not isinstance(csp, Mapping):
        return DEFAULT
    resources = domains(csp, "resourceDomains")
    frames, bases = domains(csp, "frameDomains"), domains(csp, "baseUriDomains")
    directives = {
        "default-src": ["'none'"],
        "script-src": ["'self'", "'unsafe-inline'", *resources],
        "style-src": ["'self'", "'unsafe-inline'", *resources],
        "connect-src": ["'self'", *domains(csp, "connectDomains")],
        "img-src": ["'self'", "data:", *resources],
        "font-src": ["'self'", *resources],
        "media-src": ["'self'", "data:", *resources],
        "frame-src": frames or ["'none'"],
        "object-src": ["'none'"],
        "base-uri": bases or ["'self'"],
    }
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


def domains(csp: Mapping[str, Json], member: str) -> list[str]:
    """Return the usable sources of one member."""
    named = csp.get(member)
    sources = named if isinstance(named, list) else []
    return [source for source in sources if isinstance(source, str) and SOURCE.fullmatch(source)]
