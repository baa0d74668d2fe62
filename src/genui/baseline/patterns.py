"""Data that a table or a list for each member would tell badly, by the names and types of its schema alone.

What is not sure stays a table: a wrong guess is worse.
"""

from collections.abc import Mapping, Sequence

from genui.baseline.meaning import NUMBERS, meaning_of
from genui.baseline.namewords import PERIODS
from genui.labels import words_of
from genui.model import Json, JsonObject
from genui.schema import Member, declared_types, entries, map_values, members

PLAIN = frozenset({"string", "number", "integer", "boolean", "null"})

HEADS = frozenset({"columns", "column_names", "headers", "header", "fields"})
"""Members that name the cells of the rows beside them."""
CELLS = frozenset({"rows", "data", "values", "records", "results"})
"""Members whose entries are rows of cells where nothing is declared of them."""

AXES = PERIODS | {"name", "label", "category", "x", "index", "bin", "bucket", "tick", "key", "step", "city"}
"""Texts along which numbers beside them run, in the singular."""

POINTS = frozenset(
    {
        *("points", "samples", "curve", "spectrum", "series", "data", "measurements", "readings", "values"),
        *("observations", "coordinates", "xy"),
    }
)
"""Rows that are points of a curve or a cloud."""

CHILDREN = frozenset(
    {"children", "descendants", "replies", "subtasks", "subcategories", "subtree", "reports", "branches"}
)
"""Rows that are of the kind of the object which holds them, where nothing is declared of them."""


MOST_SHARED = 0.6
"""The share of all members that each of some peers has: templates/runtime/auto.js reads the same."""


def words_in(name: str) -> str:
    """Return a member's name in lower case with one underscore between its words."""
    return "_".join(words_of(name[:300])).lower()


def left_to_auto(schema: JsonObject, root: Json) -> bool:
    """Tell whether only the data says how it is told: named cells, lists side by side, a hierarchy."""
    inner = entries(schema, root)
    if inner is not None:
        return _holds_itself(inner, root, lists_only=True)
    found = members(schema, root)
    told = (_is_matrix, _is_parallel, _are_peers)
    return any(is_told(found, root) for is_told in told) or _holds_itself(schema, root, lists_only=False)


def _are_peers(found: Sequence[Member], root: Json) -> bool:
    """Tell whether an object is a map of objects that share most of their members: the rows of a table."""
    rows = [{one.name for one in members(member.schema, root)} for member in found]
    names = set().union(*rows)
    return len(rows) > 1 and all(row and len(row) >= MOST_SHARED * len(names) for row in rows)


def _is_matrix(found: Sequence[Member], root: Json) -> bool:
    """Tell whether rows of cells stand beside the names of their columns."""
    heads = [one for one in found if words_in(one.name) in HEADS and entries(one.schema, root) is not None]
    return bool(heads) and any(_are_cells(one, root) for one in found if one not in heads)


def _are_cells(member: Member, root: Json) -> bool:
    inner = entries(member.schema, root)
    if inner is None:
        return False
    types = declared_types(inner)
    return types == frozenset({"array"}) or (types is None and words_in(member.name) in CELLS)


def _is_parallel(found: Sequence[Member], root: Json) -> bool:
    """Tell whether lists of plain values belong together, entry by entry: numbers, along texts or others."""
    lists = [(words_in(one.name), _plain_entries(one.schema, root)) for one in found]
    numbers = [name for name, types in lists if types and types & NUMBERS]
    axes = [name for name, types in lists if types and not types <= NUMBERS and _is_axis(name)]
    series = any(_are_series(one.schema, root) for one in found)
    along = any(name not in axes[:1] for name in numbers) or series
    return len(numbers) > 1 or bool((axes or numbers) and series) or bool(axes and along)


def _plain_entries(schema: JsonObject, root: Json) -> frozenset[str]:
    """Return the types of a list's entries where all can be plain, none where they cannot."""
    inner = entries(schema, root)
    if inner is None:
        return frozenset()
    types = declared_types(inner) or PLAIN
    return types if types <= PLAIN else frozenset()


def _are_series(schema: JsonObject, root: Json) -> bool:
    """Tell whether each member of an object is a list of numbers."""
    values = map_values(schema, root)
    inner = [values] if values is not None else [one.schema for one in members(schema, root)]
    return bool(inner) and all(_plain_entries(one, root) & NUMBERS for one in inner)


def _is_axis(name: str) -> bool:
    last = name.rpartition("_")[2]
    return any(word in AXES for word in (last, last.removesuffix("s"), last.removesuffix("ies") + "y"))


def is_cloud(found: Sequence[Member], name: str) -> bool:
    """Tell whether rows are points of two or three measures and nothing else, which auto draws as such."""
    return (
        2 <= len(found) <= 3
        and words_in(name).rpartition("_")[2] in POINTS
        and all((declared_types(one.schema) or PLAIN) <= NUMBERS for one in found)
        and all(words_in(one.name) not in PERIODS for one in found)
        and all(meaning_of(one.name, one.schema).measure for one in found)
    )


def _holds_itself(schema: JsonObject, root: Json, *, lists_only: bool) -> bool:
    """Tell whether an object holds objects of its own kind: in lists, or as single members too."""
    own = schema.get("properties")
    if not isinstance(own, Mapping) or not own:
        return False
    return any(_leads_to(own, one, root, lists_only=lists_only, depth=1) for one in members(schema, root))


def _leads_to(own: JsonObject, member: Member, root: Json, *, lists_only: bool, depth: int) -> bool:
    inner = entries(member.schema, root)
    if inner is None and lists_only:
        return False
    target = member.schema if inner is None else inner
    below = target.get("properties")
    if below is own:
        return True
    may_be_objects = inner is not None and declared_types(inner) in (None, frozenset({"object"}))
    if may_be_objects and below is None and depth == 1:
        return words_in(member.name) in CHILDREN
    return depth > 0 and any(
        _leads_to(own, one, root, lists_only=lists_only, depth=depth - 1) for one in members(target, root)
    )
