"""What a reference in a schema names: by pointer, anchor or id, without leaving the document."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from genui.model import Json

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def target_of(reference: Json, root: Json) -> Json:
    """Return what a reference names; True, which allows anything, where there is nothing."""
    text = str(reference)
    own = root.get("$id") or root.get("id") if isinstance(root, Mapping) else None
    if isinstance(own, str) and own and text.startswith(own):
        text = text[len(own) :] or "#"
    if text == "#":
        return root
    if not text.startswith("#/"):
        return named(text, root)
    at: Any = root
    for part in text[2:].split("/"):
        name = unquote(part, errors="replace").replace("~1", "/").replace("~0", "~")
        if isinstance(at, Mapping) and name in at:
            at = at[name]
        elif isinstance(at, list) and name.isdecimal() and int(name) < len(at):
            at = at[int(name)]
        else:
            return True
    return at


def named(text: str, root: Json) -> Json:
    """Return the first schema with this id or anchor, True where there is none."""
    queue = [root]
    for at in queue:
        if isinstance(at, Mapping):
            if text in (
                at.get("$id"),
                at.get("id"),
                *(f"#{at.get(k)}" for k in ("$anchor", "$dynamicAnchor")),
            ):
                return at
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)
    return True
