"""A patch whose entries stand elsewhere in their arrays by now, led to where they are."""

from collections.abc import Iterator

from genui.expressions import MISSING, at, pointer_of, pointer_parts
from genui.model import Json, JsonObject
from genui.refine.patch import Patch, identity_of, same


def moved_patch(document: Json, patch: Patch) -> Patch | None:
    """Return the patch with each array entry on its paths where the only one of its identity stands now.

    None where an entry is not told, is not there or is there twice, and where the patch adds or removes
    entries of an array that it would be moved in. Its tests still hold it to what it was made for.
    """
    moved: Patch = patch
    for depth in range(max((len(pointer_parts(one["path"])) for one in patch), default=0)):
        for prefix in sorted(set(prefixes(moved, depth))):
            index = place_of(document, moved, prefix)
            if index is None:
                return None
            *above, old = pointer_parts(prefix)
            if str(index) == old:
                continue
            if any(
                one["op"] != "test" and one["path"].rpartition("/")[0] == pointer_of(*above) for one in moved
            ):
                return None
            moved = led(moved, prefix, pointer_of(*above, str(index)))
    return None if moved is patch else moved


def prefixes(patch: Patch, depth: int) -> Iterator[str]:
    """Yield the paths of array entries at a depth that something beneath is changed or tested of."""
    for one in patch:
        parts = pointer_parts(one["path"])
        if len(parts) > depth + 1 and parts[depth].isdigit():
            yield pointer_of(*parts[: depth + 1])


def place_of(document: Json, patch: Patch, prefix: str) -> int | None:
    """Return where the entry stands that a patch tests at a path; None where not exactly one is that."""
    *above, _ = pointer_parts(prefix)
    entries = at(document, pointer_of(*above))
    guards = [one for one in patch if one["op"] == "test" and one["path"].startswith(prefix + "/")]
    if not isinstance(entries, list):
        return None
    fits = [index for index, entry in enumerate(entries) if is_told(entry, guards, prefix)]
    return fits[0] if len(fits) == 1 else None


def is_told(entry: Json, guards: list[JsonObject], prefix: str) -> bool:
    """Tell whether an entry is the one that tests speak of: they know all that makes it what it is."""
    identity = identity_of(entry)
    known = {one["path"].removeprefix(prefix): one["value"] for one in guards}
    return bool(identity) and all(same(known.get(key, MISSING), value) for key, value in identity.items())


def led(patch: Patch, prefix: str, to: str) -> Patch:
    """Return a patch with the paths beneath one path beneath another."""
    return [
        {**one, "path": to + one["path"].removeprefix(prefix)}
        if one["path"].startswith(prefix + "/")
        else one
        for one in patch
    ]
