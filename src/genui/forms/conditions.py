"""Conditional members: if/then/else and dependent schemas, as parts that hold or not."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from genui.forms.shapes import WHEN, Shape, Shapes, shape
from genui.forms.words import required_of
from genui.model import Json, mapping

MOST = 40
"""Parts of one object; beyond them only the checks know."""
TOGETHER = 4
"""Parts that may each change one member."""


@dataclass(frozen=True, slots=True)
class Part:
    """A schema that holds with `key`, or as the value passes or fails `test`, inside part `up`."""

    up: int
    shape: Shape
    key: str | None
    test: Json
    holds: bool


Kid = Callable[..., int]
"""Gives the number of the node of a member: (schema, name, required=…)."""


def parts_of(shapes: Shapes, at: Shape) -> list[Part]:
    """Return the parts of an object, those within others after them."""
    parts: list[Part] = []
    queue: list[tuple[int, Any]] = [(-1, condition) for condition in at[WHEN]]
    for up, condition in queue:
        for word, holds in (("then", True), ("else", False)):
            schema = condition.get(word)
            if schema is None or len(parts) >= MOST:
                continue
            found = shape(shapes, schema)
            queue += [(len(parts), inner) for inner in found.get(WHEN, ())]
            parts.append(Part(up, found, condition.get("key"), condition.get("test"), holds))
    return parts


def conditional_kids(at: Shape, parts: list[Part], kids: list[list[Any]], kid: Kid) -> list[list[Any]]:
    """Return the members of an object with parts.

    A member that parts change is `[name, node or -1, [parts], {"0,3": node}]`: its node when none of them
    holds, the parts, and its node for each choice of them.
    """
    base, must = mapping(at.get("properties")), required_of(at)
    known = {name: node for name, node, *_ in kids}
    named = dict.fromkeys(
        [*known, *(name for part in parts for name in mapping(part.shape.get("properties")))]
    )
    out: list[list[Any]] = []
    for name in named:
        touching = [i for i, part in enumerate(parts) if _touches(part, name)][:TOGETHER]
        if not touching:
            out.append([name, known[name]])
            continue
        # A node for each combination: the page only looks up, it merges no schemas.
        choices = [one for size in range(1, len(touching) + 1) for one in combinations(touching, size)]
        table = {
            ",".join(map(str, one)): _node(one, name, base, must, parts, kid)
            for one in choices
            if _agree(one, parts)
        }
        out.append([name, known.get(name, -1), touching, table])
    return out


def _touches(part: Part, name: str) -> bool:
    return name in mapping(part.shape.get("properties")) or name in required_of(part.shape)


def _agree(chosen: tuple[int, ...], parts: list[Part]) -> bool:
    tests = [(id(parts[i].test), parts[i].holds) for i in chosen if parts[i].key is None]
    return not any((test, not holds) in tests for test, holds in tests)


def _node(chosen: tuple[int, ...], name: str, base: Any, must: list[str], parts: list[Part], kid: Kid) -> int:
    schemas = [mapping(parts[i].shape.get("properties")).get(name) for i in chosen]
    found = [one for one in (base.get(name), *schemas) if one is not None]
    if not found:
        return -1
    required = name in must or any(name in required_of(parts[i].shape) for i in chosen)
    return kid(found[0] if len(found) == 1 else {"allOf": found}, name, required=required)
