"""What only has another name now: tools, and the members of their schemas."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from genui.digests import shape_digest
from genui.groups import grouped
from genui.model import Json
from genui.review.definitions import at_tool, labelled, labels_of, pointers
from genui.review.members import Place, places
from genui.review.rules import Tells, Told
from genui.review.sides import Seen, Side

LISTS = frozenset({"required", "order", "folded", "fields"})
MAPS = frozenset({"properties", "fields", "values"})
"""Members of definitions and specs that list other members by name, and that hold them by name."""


def tools_renamed(before: Side, after: Side) -> dict[str, str]:
    """Return the tools that have another name now and nothing else that matters, old name by new."""
    gone = {name: one for name, one in before.tools.items() if name not in after.tools}
    new = {name: one for name, one in after.tools.items() if name not in before.tools}
    by_shape = grouped((nameless(one), name) for name, one in new.items())
    found = {}
    for name, one in gone.items():
        if (names := by_shape.get(nameless(one), [])) and one.tool.input_schema:
            found[name] = names.pop(0)
    return found


def nameless(seen: Seen) -> str:
    """Return the digest of a tool's shape and description without its name."""
    return shape_digest({**seen.definition, "name": ""}) + seen.tool.description


def members_renamed(before: Json, after: Json) -> dict[str, Place]:
    """Return the members of a schema that have another name in the same place, by their old names."""
    ours, theirs = families(before), families(after)
    named = {one.path[-1] for family in theirs.values() for one in family}
    return {
        old.path[-1]: other
        for parent in ours.keys() & theirs.keys()
        if len(ours[parent]) == len(theirs[parent])
        for old, other in zip(ours[parent], theirs[parent], strict=True)
        if old.path[-1] not in named
        and all(other.path != one.path for one in ours[parent])
        and untitled(old) == untitled(other)
    }


def families(schema: Json) -> dict[tuple[str, ...], list[Place]]:
    """Return the members of a schema by what they are in, in their order."""
    return grouped((place.path[:-1], place) for place in places(schema).values())


def untitled(place: Place) -> Json:
    """Return what a member allows."""
    schema = {key: value for key, value in place.member.schema.items() if key != "title"}
    return [schema, place.member.required, place.member.nullable]


def followed(before: Seen, after: Seen) -> tuple[Seen, list[Told]]:
    """Return a tool as it was, but by the names that its members have now, and what is told of these."""
    told: list[Told] = []
    for part, tell in (("inputSchema", arguments_told), ("outputSchema", members_told)):
        found = members_renamed(before.definition.get(part), after.definition.get(part))
        if not found:
            continue
        told += tell(before, after, found)
        names = {old: place.path[-1] for old, place in found.items()}
        definition = {**before.definition, part: under_names(before.definition[part], names)}
        view = before.view
        if view is not None and not any(one.rule == "member-gone" for one in told):
            # A member of the result may have the name of an argument, and the form names arguments.
            form = {"form": view.view.spec.get("form")} if part == "outputSchema" else {}
            spec = {**under_names(view.view.spec, names), **form}
            view = replace(view, view=replace(view.view, spec=spec))
        before = replace(before, definition=definition, view=view)
    return before, told


def arguments_told(before: Seen, after: Seen, found: Mapping[str, Place]) -> Tells:
    """Tell arguments that have another name."""
    for old, place in found.items():
        words = f"argument {labelled(after, place)}: the tool calls it {place.path[-1]} now, before {old}"
        yield at_tool("argument-renamed", words, f"/inputSchema{place.pointer}")


def members_told(before: Seen, after: Seen, found: Mapping[str, Place]) -> Tells:
    """Tell members of the result that have another name, and whether the view follows."""
    named = {part for pointer in pointers(after.spec) for part in pointer.split("/")}
    for old, place in found.items():
        new, spot = place.path[-1], f"/outputSchema{place.pointer}"
        if old not in named:
            words = f"{place.name}: the tool calls it {new} now, before {old}; the view follows"
            yield at_tool("member-renamed", words, spot)
            continue
        kept = " and ".join(labels_of(after.spec, old, place.name)) or "it"
        words = f"{old} is no longer in the result, where it looks renamed to {new}; {kept} stays empty"
        yield at_tool("member-gone", words, spot)._replace(key=old)


def under_names(value: Any, names: Mapping[str, str], above: str = "") -> Any:
    """Return a definition or a spec with members called by other names."""
    if isinstance(value, str):
        if value.startswith("/"):
            return "/".join(names.get(part, part) for part in value.split("/"))
        return names.get(value, value) if above in LISTS else value
    if isinstance(value, list):
        return [under_names(one, names, above) for one in value]
    if isinstance(value, Mapping):
        keys = names if above in MAPS else {}
        return {keys.get(key, key): under_names(one, names, key) for key, one in value.items()}
    return value
