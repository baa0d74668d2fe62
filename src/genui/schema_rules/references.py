"""What a reference in a schema names: by pointer, anchor or id, without leaving the document."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urljoin

from genui.model import Json, JsonObject

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def target_of(reference: Json, root: Json) -> Json:
    """Return what a reference names; True, which allows anything, where there is nothing."""
    text = str(reference)
    own = id_of(root)
    if own and text.startswith(own):
        text = text[len(own) :] or "#"
    if text == "#":
        return root
    if text.startswith("#/"):
        # a part with an id of its own may count from itself
        whole = [root, *(one for one in schemas_in(root) if id_of(one))]
        return next((found for found in (pointed(text[1:], one) for one in whole) if found is not True), True)
    return named(text, root)


def pointed(pointer: str, root: Json) -> Json:
    """Return what a JSON Pointer with percent escapes names, True where there is nothing."""
    at: Any = root
    for part in pointer[1:].split("/"):
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
    base = id_of(root)
    address, _, fragment = text.partition("#")
    for at in schemas_in(root):
        anchors = (f"#{at.get(name)}" for name in ("$anchor", "$dynamicAnchor"))
        if text in (at.get("$id"), at.get("id"), *anchors):
            return at
        if address and id_of(at) and resolved(base, id_of(at)) == resolved(base, address):
            within = f"#{fragment}"
            return at if not fragment else pointed(fragment, at) if fragment[0] == "/" else named(within, at)
    return True


def schemas_in(root: Json) -> Iterator[JsonObject]:
    """Yield the objects of a document, outer ones first."""
    queue = [root]
    for at in queue:
        if isinstance(at, Mapping):
            yield at
            queue.extend(at.values())
        elif isinstance(at, list):
            queue.extend(at)


def id_of(schema: Json) -> str:
    """Return the id of a schema, without an empty fragment; "" where it has none."""
    own = schema.get("$id") or schema.get("id") if isinstance(schema, Mapping) else None
    return own.removesuffix("#") if isinstance(own, str) else ""


def resolved(base: str, reference: str) -> str:
    """Return a reference as it stands beside a base."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference
