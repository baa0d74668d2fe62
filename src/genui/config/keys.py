"""What one key of genui.toml is: its default, bounds and meaning, kept beside the field of its table."""

from dataclasses import MISSING, Field, field, fields
from typing import Any

Bounds = tuple[float, float]
COUNT: Bounds = (1, 10_000_000)
BYTES: Bounds = (1024, 2**40)
SECONDS: Bounds = (0.001, 86_400)


def key(
    default: Any,
    doc: str,
    *,
    one_of: tuple[str, ...] = (),
    booleans: tuple[str, ...] = (),
    bounds: Bounds | None = None,
    path: bool = False,
    secret: bool = False,
) -> Any:
    """Describe one key: `booleans` are the words that false and true stand for, a `secret` is never shown.

    A `path` is relative to the folder of genui.toml.
    """
    metadata: dict[str, Any] = {
        "doc": doc,
        "one_of": one_of,
        "booleans": booleans,
        "bounds": bounds,
        "path": path,
        "secret": secret,
    }
    if default is dict:
        return field(default_factory=dict, metadata=metadata, repr=not secret)
    return field(default=default, metadata=metadata, repr=not secret)


def keys_of(table: type) -> dict[str, Field[Any]]:
    """Return the keys of a table by name."""
    return {entry.name: entry for entry in fields(table)}


def default_of(entry: Field[Any]) -> Any:
    """Return the default of a key."""
    return entry.default if entry.default is not MISSING else {}
