"""The documents of frames, and the policy that a host makes of `_meta.ui.csp` (MCP Apps 2026-01-26)."""

import re
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genui.model import Json, listed

SOURCE = re.compile(r"[A-Za-z0-9*][A-Za-z0-9.*:/_~%\[\]-]*")
"""What may stand in a policy: an origin, never a keyword or a second directive."""

NONE = "'none'"
STRICT: Mapping[str, tuple[str, ...]] = {
    "default-src": (NONE,),
    "script-src": ("'self'", "'unsafe-inline'"),
    "style-src": ("'self'", "'unsafe-inline'"),
    "img-src": ("'self'", "data:"),
    "media-src": ("'self'", "data:"),
    "connect-src": (NONE,),
    "frame-src": (NONE,),
    "object-src": (NONE,),
    "base-uri": ("'self'",),
}
"""For a resource that declares nothing."""


def policy(instead: Mapping[str, Sequence[str]]) -> str:
    """Return the strict policy with other directives in the place of its own, where they have sources."""
    directives = {**STRICT, **{name: sources for name, sources in instead.items() if sources}}
    return "; ".join(f"{name} {' '.join(sources)}" for name, sources in directives.items())


def added(more: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the directives of the strict policy with more sources."""
    return {
        name: (*(each for each in STRICT.get(name, ()) if each != NONE), *sources)
        for name, sources in more.items()
    }


DEFAULT = policy({})


def policy_of(csp: Json) -> str:
    """Return the policy of a resource: the restrictive default, or what its domains add up to."""
    if not isinstance(csp, Mapping):
        return DEFAULT
    resources = domains(csp, "resourceDomains")
    served = ("script-src", "style-src", "img-src", "media-src")
    return policy(
        {
            **added(dict.fromkeys(served, resources)),
            "font-src": ["'self'", *resources],
            "connect-src": ["'self'", *domains(csp, "connectDomains")],
            "frame-src": domains(csp, "frameDomains"),
            "base-uri": domains(csp, "baseUriDomains"),
        }
    )


def domains(csp: Mapping[str, Json], member: str) -> list[str]:
    """Return the usable sources of one member."""
    sources = listed(csp.get(member))
    return [source for source in sources if isinstance(source, str) and SOURCE.fullmatch(source)]


MAX_FRAMES = 64
"""Documents kept; the oldest go first. A page holds one or two at a time."""


@dataclass(frozen=True)
class Document:
    """What a frame loads, and the policy it loads it under."""

    html: bytes
    policy: str = DEFAULT


class Frames(OrderedDict[str, Document]):
    """The documents by their ids."""

    def add(self, document: Document) -> str:
        """Keep a document and return its id."""
        key = secrets.token_urlsafe(18)
        self[key] = document
        while len(self) > MAX_FRAMES:
            self.popitem(last=False)
        return key
