"""What changed in a tool's definition: its hints, its words, its arguments, and what it answers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from genui.components import walk
from genui.expressions import bindings, pointer_of
from genui.instructions import HIDDEN, instruction_in
from genui.labels import label_of
from genui.model import Json, JsonObject, Tool
from genui.review.changes import Tells, Told, Where, arrow, quoted
from genui.review.sides import Seen
from genui.schema import Member, walk_members
from genui.typecheck import path_of

UNSEEN = re.compile("[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]")
"""Characters that nobody sees, less the joiners that emoji and scripts of India and Persia need."""

DEPTH = 6
"""Levels of members that are compared one by one."""

HINTS: Mapping[str, tuple[str, bool]] = {
    "readOnlyHint": ("hint-read-only", False),
    "destructiveHint": ("hint-destructive", True),
    "idempotentHint": ("hint-idempotent", False),
    "openWorldHint": ("hint-open-world", True),
}
"""Each hint's rule, and what it means where it is absent (MCP: ToolAnnotations)."""

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

WHOLE = frozenset({"auto", "rows", "table", "tree", "key-value"})
"""Components that show every member of their source, whatever they name."""

SHOWN = frozenset({"name", "title", "description", "inputSchema", "outputSchema", "annotations"})


@dataclass(frozen=True, slots=True)
class Place:
    """A member of a schema, and what people call it."""

    name: str
    path: tuple[str, ...]
    member: Member

    @property
    def types(self) -> list[str]:
        """The types that are declared, less null."""
        declared = self.member.schema.get("type")
        named = declared if isinstance(declared, list) else [declared]
        return sorted(one for one in named if isinstance(one, str) and one != "null")

    @property
    def choices(self) -> list[Json]:
        """The values of its enum; none where it has none."""
        found = self.member.schema.get("enum")
        return found if isinstance(found, list) else []


def definition_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in a tool's definition."""
    old, new = before.definition, after.definition
    if old == new:
        return
    yield from hint_changes(before.tool, after.tool)
    if before.tool.title != after.tool.title:
        yield at_tool("tool-title", f"title {arrow(before.title, after.title)}", "title")
    if before.tool.description != after.tool.description:
        yield at_tool(
            "tool-description",
            f"description {edited(before.tool.description, after.tool.description)}",
            "description",
        )
    if old.get("inputSchema") != new.get("inputSchema"):
        yield from argument_changes(before, after)
    yield from output_changes(before, after)
    for name in sorted((old.keys() | new.keys()) - SHOWN):
        if old.get(name) != new.get(name):
            yield at_tool("tool-changed", f"{name} of the definition changed", name)


def at_tool(rule: str, words: str, *parts: str) -> Told:
    """Return what is told at a place of the tool's definition."""
    return Told(rule, words, pointer_of(*parts), "tool")


def edited(before: str, after: str) -> str:
    """Return the words in which two texts differ, with a few around them."""
    if not before or not after:
        return f'{"removed" if before else "added"}: "{shortened(before or after)}"'
    old, new = before.split(), after.split()
    start = next(
        (i for i, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]),
        min(len(old), len(new)),
    )
    last = 0
    while last < min(len(old), len(new)) - start and old[-1 - last] == new[-1 - last]:
        last += 1
    told = [shortened(" ".join(words[max(0, start - 2) : len(words) - last])) for words in (old, new)]
    return f'"{told[0]}" → "{told[1]}"'


def shortened(text: str, most: int = 140) -> str:
    """Return a text on one line, cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


def hint_changes(before: Tool, after: Tool) -> Tells:
    """Tell the hints that mean something else."""
    for name, (rule, default) in HINTS.items():
        old, new = (tool.annotations.get(name, default) for tool in (before, after))
        if old != new:
            lost = (
                ": the form no longer asks before it runs"
                if name == "destructiveHint" and old is True
                else ""
            )
            said = [
                quoted(tool.annotations[name]) if name in tool.annotations else "not said"
                for tool in (before, after)
            ]
            yield at_tool(rule, f"{name} {said[0]} → {said[1]}{lost}", "annotations", name)


def places(schema: Json) -> dict[str, Place]:
    """Return the members of a schema by path."""
    found: dict[str, Place] = {}
    for path, member in walk_members(schema, schema, depth=DEPTH):
        name = " › ".join(words_of(part) for part in path if part != "*") or "each"
        found.setdefault(path_of(path), Place(name, path, member))
    return found


def words_of(name: str) -> str:
    """Return a member's name as people read it."""
    return label_of(name) or name


def argument_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in the arguments, each by its label in the form."""
    old, new = places(before.tool.input_schema), places(after.tool.input_schema)
    for path in top_most(old.keys() - new.keys()):
        yield at_tool("argument-gone", f"argument {labelled(before, old[path])} removed", "inputSchema")
    for path in top_most(new.keys() - old.keys()):
        place = new[path]
        needed = place.member.required
        words = f"argument {labelled(after, place)} added{', and it is required' if needed else ''}"
        yield at_tool(
            "argument-new-required" if needed else "argument-new", words, *schema_path("inputSchema", place)
        )
    for path in (path for path in new if path in old):
        yield from argument_change(old[path], new[path], labelled(after, new[path]))


def top_most(paths: "set[str]") -> list[str]:
    """Return the paths that have no other above them, in order."""
    return sorted(path for path in paths if not any(path.startswith(f"{one}.") for one in paths))


def labelled(seen: Seen, place: Place) -> str:
    """Return what the form calls an argument."""
    form = seen.spec.get("form")
    fields = form.get("fields") if isinstance(form, Mapping) else None
    steer = fields.get(path_of(place.path)) if isinstance(fields, Mapping) else None
    label = steer.get("label") if isinstance(steer, Mapping) else None
    title = place.member.schema.get("title")
    own = title if isinstance(title, str) and len(place.path) == 1 else ""
    return str(label or own or place.name)


def schema_path(schema: str, place: Place) -> Sequence[str]:
    """Return where a member stands in the definition, as far as no reference is on the way."""
    return (schema, "properties", place.path[0])


def argument_change(old: Place, new: Place, label: str) -> Tells:
    """Tell what changed in one argument."""
    before, after = old.member, new.member
    spot = schema_path("inputSchema", new)
    if before.required != after.required:
        rule = "argument-required" if after.required else "argument-optional"
        yield at_tool(rule, f"{label} is {'required' if after.required else 'optional'} now", *spot)
    if old.types != new.types:
        yield at_tool(
            "argument-type",
            f"{label}: {types_words(old)} → {types_words(new)}",
            *spot,
        )
    if before.nullable != after.nullable:
        yield at_tool(
            "argument-null", f"{label}: null is {'allowed' if after.nullable else 'refused'} now", *spot
        )
    yield from choice_changes(old, new, label, ("argument-choice-gone", "argument-choice-new"), spot)
    if before.schema.get("default") != after.schema.get("default"):
        words = f"{label}: default {arrow(before.schema.get('default'), after.schema.get('default'))}"
        yield at_tool("default-changed", words, *spot)
    for keyword, (words, sign) in LIMITS.items():
        one, other = before.schema.get(keyword), after.schema.get(keyword)
        if one != other:
            rule = "argument-narrowed" if narrows(one, other, sign) else "argument-widened"
            yield at_tool(rule, f"{label}: {words} {arrow(one, other)}", *spot)
    yield from prose_change("argument-text", old, new, label, spot)


def narrows(before: Json, after: Json, sign: int) -> bool:
    """Tell whether a limit allows less than before."""
    if before is None or after is None:
        return before is None
    if sign and isinstance(before, int | float) and isinstance(after, int | float):
        return (after - before) * sign > 0
    return True


def choice_changes(old: Place, new: Place, label: str, rules: tuple[str, str], spot: Sequence[str]) -> Tells:
    """Tell the values of an enum that are gone or new; an enum that ends or begins, too."""
    gone, added = rules
    if old.choices and not new.choices:
        yield at_tool(added, f"{label}: any value, no longer one of {listed(old.choices)}", *spot)
    elif new.choices and not old.choices:
        yield at_tool(gone, f"{label}: only {listed(new.choices)} now", *spot)
    else:
        lost = [one for one in old.choices if one not in new.choices]
        more = [one for one in new.choices if one not in old.choices]
        if lost:
            yield at_tool(
                gone,
                f"{label}: {listed(lost)} is gone" if len(lost) == 1 else f"{label}: {listed(lost)} are gone",
                *spot,
            )
        if more:
            yield at_tool(
                added,
                f"{label}: {listed(more)} is new" if len(more) == 1 else f"{label}: {listed(more)} are new",
                *spot,
            )


def listed(values: Sequence[Json], most: int = 6) -> str:
    """Return values as a list in words."""
    told = ", ".join(quoted(one) for one in values[:most])
    return told + (f" and {len(values) - most} more" if len(values) > most else "")


def output_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in the result's data, by whether the view shows it."""
    old, new = before.tool.output_schema, after.tool.output_schema
    if old == new:
        return
    if old is None or new is None:
        words = "the tool declares an output schema now" if old is None else "the output schema is gone"
        yield at_tool("schema-new" if old is None else "schema-gone", words, "outputSchema")
        return
    shown = shown_names(before.spec)
    ours, theirs = places(old), places(new)
    for path in top_most(ours.keys() - theirs.keys()):
        rule = "member-gone" if is_shown(ours[path], shown) else "member-unshown"
        yield at_tool(rule, f"{ours[path].name} is no longer in the result", "outputSchema")
    for path in top_most(theirs.keys() - ours.keys()):
        yield at_tool(
            "member-new",
            f"{theirs[path].name} is new in the result",
            *schema_path("outputSchema", theirs[path]),
        )
    for path in (path for path in theirs if path in ours):
        for told in member_change(ours[path], theirs[path]):
            quiet = told.rule in ("member-text", "member-value-new")
            yield told if quiet or is_shown(ours[path], shown) else told._replace(rule="member-unshown")


def member_change(old: Place, new: Place) -> Tells:
    """Tell what changed in one member of the result."""
    before, after, spot = old.member, new.member, schema_path("outputSchema", new)
    if old.types != new.types:
        yield at_tool("member-type", f"{old.name}: {types_words(old)} → {types_words(new)}", *spot)
    else:
        rules = ("member-value-gone", "member-value-new")
        yield from choice_changes(old, new, old.name, rules, spot)
    if before.required and not after.required:
        yield at_tool("member-optional", f"{old.name} may be absent now", *spot)
    if after.nullable and not before.nullable:
        yield at_tool("member-nullable", f"{old.name} may be null now", *spot)
    yield from prose_change("member-text", old, new, old.name, spot)


def types_words(place: Place) -> str:
    """Return the types of a member in words."""
    return " or ".join(place.types) or "anything"


def prose_change(rule: str, old: Place, new: Place, label: str, spot: Sequence[str]) -> Tells:
    """Tell that a schema describes a member in other words."""
    said = [
        [str(one.member.schema.get(name) or "") for name in ("title", "description")] for one in (old, new)
    ]
    for name, before, after in zip(("title", "description"), *said, strict=True):
        if before != after:
            yield at_tool(rule, f"{label}: {name} {edited(before, after)}", *spot)


def shown_names(spec: JsonObject) -> frozenset[str] | None:
    """Return the names of members that a view shows; None where it shows all that comes."""
    result = spec.get("result")
    used: set[str] = set()
    for component in walk(result):
        props = component.get("props")
        known = props if isinstance(props, Mapping) else {}
        named = known.get("columns") or known.get("fields") or known.get("only")
        if component.get("type") in WHOLE and not named:
            return None
        used.update(part for pointer in pointers(component) for part in pointer.split("/"))
    used.update(part for _, _, pointer in bindings(spec.get("nextPage", {})) for part in pointer.split("/"))
    return frozenset(used) if result else None


def pointers(value: Json) -> Iterator[str]:
    """Yield every text inside a value that is a JSON Pointer."""
    if isinstance(value, str) and value.startswith("/"):
        yield value
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    for one in inner:
        yield from pointers(one)


def is_shown(place: Place, shown: frozenset[str] | None) -> bool:
    """Tell whether a view that shows these names shows a member."""
    return shown is None or place.path[-1] in shown or place.path[-1] == "*"


def text_changes(before: Seen | None, after: Seen) -> Tells:
    """Tell new texts that speak to a model, or hide characters, in definition and spec."""
    known = set(texts_in(before.definition)) | set(texts_in(before.spec)) if before else set()
    sides: tuple[tuple[Where, JsonObject], ...] = (("tool", after.definition), ("view", after.spec))
    for where, value in sides:
        for pointer, text in texts_at(value):
            if text in known:
                continue
            spot = f"/spec{pointer}" if where == "view" else pointer
            if found := instruction_in(text):
                yield Told(
                    "text-instructs", f'a text speaks to the model: "{shortened(found[0], 80)}"', spot, where
                )
            if found := HIDDEN.search(text) or UNSEEN.search(text):
                words = f'a text hides the character U+{ord(found[0][0]):04X}: "{shortened(text, 80)}"'
                yield Told("text-hidden", words, spot, where)


def visible(text: str) -> str:
    """Return a text with a visible name in place of each character that nobody sees."""
    return "".join(
        one if one.isprintable() and not UNSEEN.match(one) else f"[U+{ord(one):04X}]" for one in text
    )


def texts_in(value: Json) -> Iterator[str]:
    """Yield every text of a JSON value."""
    return (text for _, text in texts_at(value))


def texts_at(value: Json, where: str = "") -> Iterator[tuple[str, str]]:
    """Yield (pointer, text) for every text of a JSON value, names of members included."""
    if isinstance(value, str):
        yield where, value
    members = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, one in members:
        if isinstance(key, str):
            yield where + pointer_of(key), key
        yield from texts_at(one, where + pointer_of(key))
