"""References in a schema, resolved by pointer, anchor or id, within the document."""

from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urljoin

from genui.expressions import MISSING, at
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


def pointed(fragment: str, root: Json) -> Json:
    """Return what a JSON Pointer with percent escapes names, True where there is nothing."""
    found = at(root, unquote(fragment, errors="replace"))
    return True if found is MISSING else found


def named(text: str, root: Json) -> Json:
    """Return the first schema with this id or anchor, True where there is none."""
    base = id_of(root)
    address, _, fragment = text.partition("#")
    for part in schemas_in(root):
        anchors = (f"#{part.get(name)}" for name in ("$anchor", "$dynamicAnchor"))
        if text in (part.get("$id"), part.get("id"), *anchors):
            return part
        if address and id_of(part) and resolved(base, id_of(part)) == resolved(base, address):
            if not fragment:
                return part
            return pointed(fragment, part) if fragment[0] == "/" else named(f"#{fragment}", part)
    return True


def schemas_in(root: Json) -> Iterator[JsonObject]:
    """Yield the objects of a document, outer ones first."""
    queue = [root]
    for part in queue:
        if isinstance(part, Mapping):
            yield part
            queue.extend(part.values())
        elif isinstance(part, list):
            queue.extend(part)


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
