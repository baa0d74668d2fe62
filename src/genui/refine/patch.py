"""JSON Patch (RFC 6902): applied, computed and turned round.

Ours, since a ledger needs what libraries do not promise: `test` that tells true from 1, a difference that
guards each change with a `test` of what was there, and thereby can be turned round to the byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from genui.canonical import canonical_json, same
from genui.expressions import MISSING, at, pointer_of, pointer_parts
from genui.model import Json, JsonObject

Patch = Sequence[JsonObject]

NEEDS: Mapping[str, tuple[str, ...]] = {
    "add": ("value",),
    "remove": (),
    "replace": ("value",),
    "move": ("from",),
    "copy": ("from",),
    "test": ("value",),
}
"""Every operation and the members it needs beside `op` and `path`."""

NAMES = ("key", "path", "name")
"""Members that alone tell an entry of an array from the others: of columns, fields, parameters."""

IDENTITY = ("type", "title", "label")
BINDINGS = ("rows", "of", "src", "value", "x")
"""Members that together tell an entry without such a name: of a component, and of its props."""


class PatchError(ValueError):
    """A patch cannot be applied; the message names the operation and why."""


def apply_patch(document: Json, patch: Patch) -> Json:
    """Return the document after the operations; the given one is left as it is.

    Raises:
        PatchError: An operation is malformed, leads nowhere, or a test fails.
    """
    # The document stands in a dict under "", so that its own path, "", is a member like any other.
    box = {"": copied(document)}
    for number, operation in enumerate(patch, start=1):
        try:
            _apply(box, operation)
        except PatchError as error:
            raise PatchError(f"operation {number}: {error}") from None
    return box.get("")


def copied(value: Json) -> Json:
    """Return a deep copy of a JSON value as plain dicts and lists."""
    if isinstance(value, Mapping):
        return {key: copied(member) for key, member in value.items()}
    return [copied(entry) for entry in value] if isinstance(value, list | tuple) else value


def _apply(box: dict[str, Json], operation: Json) -> None:
    name, path = _checked(operation)
    value = copied(operation["value"]) if "value" in NEEDS[name] else None
    if name == "test" and not same(_at(box, path), value):
        raise PatchError(f"{path or 'the document'} is not what it was")
    if "from" in NEEDS[name]:
        value = copied(_at(box, operation["from"]))
        if name == "move" and path.startswith(operation["from"] + "/"):
            raise PatchError(f"{operation['from'] or 'the document'} cannot move into itself")
    if name in {"remove", "move"}:
        parent, key = _place(box, operation["from"] if name == "move" else path)
        del parent[key]
    if name in {"add", "copy", "move", "replace"}:
        parent, key = _place(box, path, new=name != "replace")
        if isinstance(parent, list) and name != "replace":
            parent.insert(key, value)
        else:
            parent[key] = value


def _checked(operation: Json) -> tuple[str, str]:
    name = operation.get("op") if isinstance(operation, Mapping) else None
    if not isinstance(name, str) or name not in NEEDS:
        raise PatchError(f"op is {name!r}, expected one of {', '.join(NEEDS)}")
    for key in ("path", *NEEDS[name]):
        if key not in operation:
            raise PatchError(f"{name} has no {key!r}")
        pointer = operation[key] if key != "value" else ""
        if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
            raise PatchError(f"{key} is {pointer!r}, expected a JSON Pointer")
    return name, operation["path"]


def _at(box: dict[str, Json], path: str) -> Json:
    found = at(box, "/" + path)
    if found is MISSING:
        raise PatchError(f"{path} is not there")
    return found


def _place(box: dict[str, Json], path: str, *, new: bool = False) -> tuple[Any, Any]:
    """Return what holds the value at a path, and its key or index therein; a new one may stand behind all."""
    *above, last = pointer_parts("/" + path)
    parent = at(box, pointer_of(*above))
    keys: dict[str, str | int] = {}
    if isinstance(parent, list):
        last = str(len(parent)) if last == "-" else last
        keys = {str(index): index for index in range(len(parent) + new)}
    elif isinstance(parent, dict) and (new or last in parent):
        keys = {last: last}
    if last not in keys:
        raise PatchError(f"{path} is not there")
    return parent, keys[last]


# Differences


def diff_patch(before: Json, after: Json) -> tuple[dict[str, Any], ...]:
    """Return the patch from one JSON value to another, each change guarded by a test of what was there."""
    return tuple(_difference(copied(before), copied(after), ""))


def _difference(before: Json, after: Json, path: str) -> Iterator[dict[str, Any]]:
    if same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and _trailing(before, after):
        yield from _members(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and before and after:
        yield from _entries(before, after, path)
    else:
        yield {"op": "test", "path": path, "value": before}
        yield {"op": "replace", "path": path, "value": after}


def _trailing(before: JsonObject, after: JsonObject) -> bool:
    """Tell whether what is removed stands last, so that putting it back restores the order of members."""
    left = [key in after for key in before]
    return left == sorted(left, reverse=True) and (any(left) or not before)


def _dropped(before: Json, path: str) -> Iterator[dict[str, Any]]:
    yield {"op": "test", "path": path, "value": before}
    yield {"op": "remove", "path": path}


def _members(before: JsonObject, after: JsonObject, path: str) -> Iterator[dict[str, Any]]:
    for key in reversed([key for key in before if key not in after]):
        yield from _dropped(before[key], path + pointer_of(key))
    for key in before:
        if key in after:
            yield from _difference(before[key], after[key], path + pointer_of(key))
    for key in (key for key in after if key not in before):
        yield {"op": "add", "path": path + pointer_of(key), "value": after[key]}


def identity_of(entry: Json) -> dict[str, Json]:
    """Return what tells an entry of an array from the others, by JSON Pointer; {} where nothing does."""
    if not isinstance(entry, Mapping):
        return {}
    for name in NAMES:
        if name in entry:
            return {pointer_of(name): entry[name]}
    props = entry.get("props")
    bound = props if isinstance(props, Mapping) else {}
    found = {pointer_of(part): entry[part] for part in IDENTITY if part in entry}
    found |= {pointer_of("props", part): bound[part] for part in BINDINGS if part in bound}
    drawn = bound.get("y")
    for index, measure in enumerate(drawn if isinstance(drawn, list) else ()):
        if isinstance(measure, Mapping) and "key" in measure:
            found[pointer_of("props", "y", str(index), "key")] = measure["key"]
    return found


def _within(before: Json, after: Json, path: str) -> Iterator[dict[str, Any]]:
    """Yield what changes in one entry of an array, behind tests of what it is: no change lands in another."""
    changes = list(_difference(before, after, path))
    if changes and changes[0]["path"] != path:
        for pointer, value in identity_of(before).items():
            yield {"op": "test", "path": path + pointer, "value": value}
    yield from changes


def _entries(before: list[Json], after: list[Json], path: str) -> Iterator[dict[str, Any]]:
    texts = [[canonical_json(entry) for entry in entries] for entries in (before, after)]
    shift = 0
    for _, i1, i2, j1, j2 in SequenceMatcher(None, texts[0], texts[1], autojunk=False).get_opcodes():
        both = min(i2 - i1, j2 - j1)
        for step in range(both):
            yield from _within(before[i1 + step], after[j1 + step], path + pointer_of(i1 + step + shift))
        for index in range(i1 + both, i2):
            yield from _dropped(before[index], path + pointer_of(i1 + both + shift))
        for index in range(j1 + both, j2):
            at_index = i1 + index - j1 + shift
            if at_index and index == j1 + both and both:
                yield {"op": "test", "path": path + pointer_of(at_index - 1), "value": after[index - 1]}
            yield {"op": "add", "path": path + pointer_of(at_index), "value": after[index]}
        shift += (j2 - j1) - (i2 - i1)


def inverse_patch(patch: Patch) -> tuple[dict[str, Any], ...]:
    """Return the patch that takes back one that `diff_patch` made.

    Raises:
        PatchError: A change in it is not guarded by a test of what was there.
    """
    back: list[dict[str, Any]] = []
    guard: JsonObject = {}
    for operation in patch:
        name, path = _checked(operation)
        guarded = name == "add" or (name in {"remove", "replace"} and guard.get("path") == path)
        if name != "test" and not guarded:
            raise PatchError(f"{name} of {path or 'the document'} does not say what was there")
        if name != "test":
            was = {**operation, "value": guard["value"]} if name != "add" else {"op": "remove", "path": path}
            now = {"op": "test", "path": path, "value": operation.get("value")}
            back[:0] = [{**was, "op": "add"}] if name == "remove" else [now, was]
        guard = operation if name == "test" else {}
    return tuple(back)


# Entries that stand elsewhere by now


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
