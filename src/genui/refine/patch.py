"""JSON Patch (RFC 6902): applied, computed and turned round.

Ours, since a ledger needs what libraries do not promise: `test` that tells true from 1, a difference that
guards each change with a `test` of what was there, and thereby can be turned round to the byte.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from genui.canonical import canonical_json
from genui.expressions import pointer_of, pointer_parts
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
    whole = copied(document)
    for index, operation in enumerate(patch):
        try:
            whole = _applied(whole, operation)
        except PatchError as error:
            raise PatchError(f"operation {index + 1}: {error}") from None
    return whole


def copied(value: Json) -> Json:
    """Return a deep copy of a JSON value as plain dicts and lists."""
    if isinstance(value, Mapping):
        return {key: copied(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [copied(entry) for entry in value]
    return value


def same(one: Json, other: Json) -> bool:
    """Tell whether two JSON values are equal as RFC 6902 has it: 1 equals 1.0 and never true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def _applied(whole: Json, operation: Json) -> Json:
    name, path = _checked(operation)
    match name:
        case "test":
            if not same(_at(whole, path), copied(operation["value"])):
                raise PatchError(f"{_told(path)} is not what it was")
            return whole
        case "add":
            return _added(whole, path, copied(operation["value"]))
        case "remove":
            return _removed(whole, path)
        case "replace":
            _at(whole, path)
            return _put(whole, path, copied(operation["value"]))
        case "copy":
            return _added(whole, path, copied(_at(whole, operation["from"])))
    source = operation["from"]
    if path.startswith(source + "/"):
        raise PatchError(f"{_told(source)} cannot move into itself")
    value = _at(whole, source)
    return whole if path == source else _added(_removed(whole, source), path, value)


def _checked(operation: Json) -> tuple[str, str]:
    name = operation.get("op") if isinstance(operation, Mapping) else None
    if not isinstance(name, str) or name not in NEEDS:
        raise PatchError(f"op is {name!r}, expected one of {', '.join(NEEDS)}")
    missing = [key for key in ("path", *NEEDS[name]) if key not in operation]
    if missing:
        raise PatchError(f"{name} has no {missing[0]!r}")
    for key in ("path", "from") if "from" in NEEDS[name] else ("path",):
        pointer = operation[key]
        if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
            raise PatchError(f"{key} is {pointer!r}, expected a JSON Pointer")
    return name, operation["path"]


def _told(path: str) -> str:
    return path or "the document"


def _at(whole: Json, path: str) -> Json:
    here = whole
    for part in pointer_parts(path):
        if isinstance(here, dict) and part in here:
            here = here[part]
        elif isinstance(here, list):
            here = here[_index(part, len(here) - 1, path)]
        else:
            raise PatchError(f"{path} is not there")
    return here


def _index(part: str, last: int, path: str) -> int:
    plain = part.isascii() and part.isdigit() and (part == "0" or part[0] != "0") and len(part) < 10
    if not plain or int(part) > last:
        raise PatchError(f"{path} is not there")
    return int(part)


def _parent(whole: Json, path: str) -> tuple[Any, str]:
    *above, last = pointer_parts(path)
    parent = _at(whole, pointer_of(*above))
    if not isinstance(parent, dict | list):
        raise PatchError(f"{path} is not there")
    return parent, last


def _added(whole: Json, path: str, value: Json) -> Json:
    if not path:
        return value
    parent, last = _parent(whole, path)
    if isinstance(parent, dict):
        parent[last] = value
    else:
        parent.insert(len(parent) if last == "-" else _index(last, len(parent), path), value)
    return whole


def _put(whole: Json, path: str, value: Json) -> Json:
    if not path:
        return value
    parent, last = _parent(whole, path)
    parent[last if isinstance(parent, dict) else _index(last, len(parent) - 1, path)] = value
    return whole


def _removed(whole: Json, path: str) -> Json:
    _at(whole, path)
    if not path:
        return None
    parent, last = _parent(whole, path)
    del parent[last if isinstance(parent, dict) else int(last)]
    return whole


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
        yield from _replaced(before, after, path)


def _trailing(before: JsonObject, after: JsonObject) -> bool:
    """Tell whether what is removed stands last, so that putting it back restores the order of members."""
    left = [key in after for key in before]
    return left == sorted(left, reverse=True) and (any(left) or not before)


def _replaced(before: Json, after: Json, path: str) -> Iterator[dict[str, Any]]:
    yield {"op": "test", "path": path, "value": before}
    yield {"op": "replace", "path": path, "value": after}


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
    name = next((name for name in NAMES if name in entry), None)
    if name is not None:
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


def _identified(entry: Json, path: str) -> Iterator[dict[str, Any]]:
    """Test what an entry of an array is about, so that no change ever lands in another one."""
    for pointer, value in identity_of(entry).items():
        yield {"op": "test", "path": path + pointer, "value": value}


def _within(before: Json, after: Json, path: str) -> Iterator[dict[str, Any]]:
    """Yield what changes in one entry of an array, after the tests of what that entry is."""
    changes = list(_difference(before, after, path))
    if changes and changes[0]["path"] != path:
        yield from _identified(before, path)
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
            at = i1 + index - j1 + shift
            beside = after[j1 + both - 1] if at and index == j1 + both and both else None
            if beside is not None:
                yield {"op": "test", "path": path + pointer_of(at - 1), "value": beside}
            yield {"op": "add", "path": path + pointer_of(at), "value": after[index]}
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
        if name == "test":
            guard = operation
            continue
        if name not in {"add", "remove", "replace"} or (name != "add" and guard.get("path") != path):
            raise PatchError(f"{name} of {_told(path)} does not say what was there")
        back[:0] = _reversed(operation, guard)
        guard = {}
    return tuple(back)


def _reversed(operation: JsonObject, guard: JsonObject) -> list[dict[str, Any]]:
    path = operation["path"]
    if operation["op"] == "remove":
        return [{"op": "add", "path": path, "value": guard["value"]}]
    now = {"op": "test", "path": path, "value": operation["value"]}
    if operation["op"] == "add":
        return [now, {"op": "remove", "path": path}]
    return [now, {"op": "replace", "path": path, "value": guard["value"]}]
