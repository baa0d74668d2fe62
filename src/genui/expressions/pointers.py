"""JSON Pointers (RFC 6901): split, join, follow."""

from collections.abc import Mapping
from typing import Final

from genui.model import Json


class _Missing:
    """The value of an expression that leads nowhere: JavaScript's undefined."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = _Missing()


def pointer_parts(pointer: str) -> list[str]:
    """Split a JSON Pointer into unescaped member names."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def pointer_of(*parts: str | int) -> str:
    """Join member names and indices into a JSON Pointer."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def at(value: Json, pointer: str) -> Json:
    """Return the value at a JSON Pointer, MISSING where there is none."""
    if pointer and not pointer.startswith("/"):
        return MISSING
    for part in pointer_parts(pointer):
        if isinstance(value, Mapping):
            value = value.get(part, MISSING)
        elif isinstance(value, list) and part.isascii() and part.isdigit() and str(int(part[:9])) == part:
            value = value[int(part)] if int(part) < len(value) else MISSING
        else:
            return MISSING
    return value
