"""What changed in a JSON Schema, member by member: of the arguments, and of what a tool answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from genui.expressions import pointer_of
from genui.labels import label_of
from genui.model import Json, listed, mapping
from genui.review.rules import arrow, edited, quoted
from genui.schema import Member, walk_members
from genui.typecheck import path_of

DEPTH = 6
"""Levels of members that are compared one by one."""

Aspects = Iterator[tuple[str, str]]
"""Pairs of an aspect of a member, as the tables of rules name it, and the words for its change."""

LIMITS: Mapping[str, tuple[str, int]] = {
    "minimum": ("at least", 1),
    "exclusiveMinimum": ("more than", 1),
    "minLength": ("at least so many characters:", 1),
    "minItems": ("at least so many entries:", 1),
    "maximum": ("at most", -1),
    "exclusiveMaximum": ("less than", -1),
    "maxLength": ("at most so many characters:", -1),
    "maxItems": ("at most so many entries:", -1),
    "pattern": ("in the form", 0),
    "format": ("in the format", 0),
    "multipleOf": ("a multiple of", 0),
    "const": ("always", 0),
}
"""How each limit is told, and whether more of it allows less (1) or more (-1)."""


@dataclass(frozen=True, slots=True)
class Place:
    """A member of a schema, and what people call it."""

    name: str
    path: tuple[str, ...]
    member: Member

    @property
    def types(self) -> frozenset[str]:
        """The types that are declared, here or by each of several schemas, less null; none is any."""
        schema = self.member.schema
        branches = [schema, *listed(schema.get("anyOf")), *listed(schema.get("oneOf"))]
        named = [mapping(one).get("type") for one in branches]
        flat = [kind for one in named for kind in (one if isinstance(one, list) else [one])]
        return frozenset(kind for kind in flat if isinstance(kind, str) and kind != "null")

    @property
    def choices(self) -> list[Json]:
        """The values of its enum; none where it has none."""
        return listed(self.member.schema.get("enum"))

    @property
    def pointer(self) -> str:
        """Where it stands in its schema: its member at the top, as references may lie below."""
        return "/properties" + pointer_of(self.path[0])


def places(schema: Json) -> dict[str, Place]:
    """Return the members of a schema by path, each called by its title."""
    found: dict[str, Place] = {}
    names: dict[tuple[str, ...], str] = {(): ""}
    for path, member in walk_members(schema, schema, depth=DEPTH):
        # Entries of an array have no name of their own.
        steps = tuple(part for part in path if part != "*")
        title = member.schema.get("title")
        if steps not in names:
            own = title if isinstance(title, str) else words_of(steps[-1])
            names[steps] = " › ".join(filter(None, (names.get(steps[:-1]), own)))
        found.setdefault(path_of(path), Place(names[steps], path, member))
    return found


def words_of(name: str) -> str:
    """Return a member's name as people read it."""
    return label_of(name) or name


def top_most(paths: set[str]) -> list[str]:
    """Return the paths that have no other above them, in order."""
    return sorted(path for path in paths if not any(path.startswith(f"{one}.") for one in paths))


def aspects(old: Place, new: Place, label: str) -> Aspects:
    """Yield each aspect in which two versions of a member differ."""
    before, after = old.member, new.member
    one, other = before.schema, after.schema
    wider = not new.types or (old.types and old.types <= new.types)
    kinds = " → ".join(" or ".join(sorted(place.types)) or "anything" for place in (old, new))
    required = "required" if after.required else "optional"
    null, may = ("null", "may be null") if after.nullable else ("never null", "is never null")
    defaults, texts = ([schema.get(name) for schema in (one, other)] for name in ("default", "description"))
    described = edited(*(str(text or "") for text in texts))
    rows = (
        (old.types != new.types, "type widened" if wider else "type", f"{label}: {kinds}"),
        (before.required != after.required, required, f"{label} is {required} now"),
        (before.nullable != after.nullable, null, f"{label} {may} now"),
        (defaults[0] != defaults[1], "default", f"{label}: default {arrow(*defaults)}"),
        ((texts[0] or "") != (texts[1] or ""), "text", f"{label}: description {described}"),
    )
    yield from ((aspect, words) for holds, aspect, words in rows if holds)
    if old.types == new.types:
        yield from choices(old.choices, new.choices, label)
    for keyword, (words, sign) in LIMITS.items():
        if one.get(keyword) != other.get(keyword):
            aspect = "narrowed" if narrows(one.get(keyword), other.get(keyword), sign) else "widened"
            yield aspect, f"{label}: {words} {arrow(one.get(keyword), other.get(keyword))}"


def narrows(before: Json, after: Json, sign: int) -> bool:
    """Tell whether a limit allows less than before."""
    if before is None or after is None:
        return before is None
    if sign and isinstance(before, int | float) and isinstance(after, int | float):
        return (after - before) * sign > 0
    return True


def choices(old: Sequence[Json], new: Sequence[Json], label: str) -> Aspects:
    """Yield the values that are gone or new; of lists that end or begin, too."""
    if old and not new:
        yield "choice new", f"{label}: any value, no longer one of {choice_words(old)}"
    elif new and not old:
        yield "choice gone", f"{label}: only {choice_words(new)} now"
    else:
        for aspect, word, values in (
            ("choice gone", "gone", [one for one in old if one not in new]),
            ("choice new", "new", [one for one in new if one not in old]),
        ):
            if values:
                yield aspect, f"{label}: {choice_words(values)} {'is' if len(values) == 1 else 'are'} {word}"
        if old != new and sorted(map(str, old)) == sorted(map(str, new)):
            yield "choice order", f"{label}: the choices stand in another order"


def choice_words(values: Sequence[Json], most: int = 6) -> str:
    """Return values as a list in words."""
    told = ", ".join(quoted(one) for one in values[:most])
    return told + (f" and {len(values) - most} more" if len(values) > most else "")
