"""`generated/manifest.toml`: the format, the version of genui, and the name of the upstream."""

import tomllib
from dataclasses import dataclass, field
from typing import Any

from genui.model import JsonObject

FORMAT = 2
NAME = "manifest.toml"
HEADER = b"# Written by genui build. Review it, commit it, do not edit it.\n\n"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest, whole."""

    genui: str = ""
    upstream: JsonObject = field(default_factory=dict)
    """Name, version and protocolVersion of the server, nothing that tells how it is started."""
    format: int = 0
    """0 where there is no manifest, or none that can be read: a build writes it anew."""


def manifest_of(data: bytes) -> Manifest:
    """Read a manifest; what cannot be read, such as a conflict that git has left, is as good as absent."""
    try:
        document = tomllib.loads(data.decode())
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        return Manifest()
    upstream, number = document.get("upstream"), document.get("format")
    return Manifest(
        str(document.get("genui", "")),
        upstream if isinstance(upstream, dict) else {},
        number if isinstance(number, int) else 0,
    )


def manifest_bytes(manifest: Manifest) -> bytes:
    """Serialize a manifest."""
    import tomli_w

    document: dict[str, Any] = {
        "format": FORMAT,
        "genui": manifest.genui,
        "upstream": dict(manifest.upstream),
    }
    return HEADER + tomli_w.dumps(document).encode()
