"""File names for tools: safe on every file system, readable, and unique."""

import re
import unicodedata
from collections.abc import Iterable

from genui.canonical import sha256

MAX_LENGTH = 60
"""Characters of a slug, so that `<slug>.<rev>.html` stays far below every file system's limit."""

PLAIN = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,58}[a-z0-9_])?\Z")
HASHED = re.compile(r"-[0-9a-f]{8,}\Z")
RESERVED = {"con", "prn", "aux", "nul", "manifest", "tools", "index"} | {
    f"{device}{number}" for device in ("com", "lpt") for number in range(10)
}
"""Device names of Windows, and the names of our own files."""


def slug_of(name: str, *, digits: int = 8) -> str:
    """Return the slug of a tool: its own name where that is plain, else a readable stem and a hash.

    A plain name is lower case ASCII, so case twins and look-alikes always end in different hashes.
    """
    # A plain name that looks hashed could equal another tool's hashed one.
    if PLAIN.match(name) and name not in RESERVED and not HASHED.search(name):
        return name
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    ascii_name = unicodedata.normalize("NFKD", spaced).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9_]+", "-", ascii_name).strip("-")[: MAX_LENGTH - digits - 1].rstrip("-")
    return f"{stem or 'tool'}-{sha256(name.encode('utf-8', 'surrogatepass'))[:digits]}"


def slugs_of(names: Iterable[str]) -> dict[str, str]:
    """Return the slug of every name, all different."""
    slugs: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(set(names)):
        # Ever longer ones, for the day when two short hashes are equal.
        candidates = (slug_of(name, digits=digits) for digits in range(8, 49, 8))
        slug = next(candidate for candidate in candidates if candidate not in taken)
        taken.add(slug)
        slugs[name] = slug
    return slugs
