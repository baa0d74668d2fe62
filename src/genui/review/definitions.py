"""What changed in a tool's definition: its hints, its words, its arguments, and what it answers."""

import re
from collections.abc import Iterator, Mapping

from genui.components import walk
from genui.expressions import pointer_of
from genui.instructions import HIDDEN, INVISIBLE, instruction_in
from genui.model import Json, JsonObject, Tool, listed, mapping
from genui.review.members import Place, aspects, places, top_most
from genui.review.rules import (
    Label,
    Tells,
    Told,
    Where,
    arrow,
    edited,
    label_changes,
    quoted,
    shortened,
    tell,
)
from genui.review.sides import Seen
from genui.spec import texts_at
from genui.typecheck import path_of

UNSEEN = re.compile(
    "[\u00ad\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]"
    "|(?<=[A-Za-z])[\u0370-\u03ff\u0400-\u04ff](?=[A-Za-z])|(?<=[A-Za-z]{2})[\u0400-\u04ff]|[\u0400-\u04ff](?=[A-Za-z]{2})"
)
"""Characters that nobody sees, less the joiners that emoji and scripts of India and Persia need, and letters
of other scripts inside a Latin word, which look like its own.
"""

STRUCTURE = frozenset(
    {"inputSchema", "outputSchema", "properties", "$defs", "items", "anyOf", "spec", "props"}
)
"""Steps to a text that say nothing to people."""

SENTENCE = re.compile(r"[.!?]\s+|[。！？]|\n")
"""Where a sentence ends."""

HINTS: Mapping[str, tuple[str, bool, str]] = {
    "readOnlyHint": ("hint-read-only", False, "only reads"),
    "destructiveHint": ("hint-destructive", True, "may destroy something"),
    "idempotentHint": ("hint-idempotent", False, "does no more when it is called again"),
    "openWorldHint": ("hint-open-world", True, "reaches beyond its own system"),
}
"""Each hint's rule, what it means where it is absent (MCP: ToolAnnotations), and what it says of a tool."""

ASKED = ("hint-read-only", "hint-destructive")
"""Hints by which people are asked before a tool runs."""

ARGUMENT_RULES: Mapping[str, str] = {
    "type": "argument-type",
    "type widened": "argument-widened",
    "required": "argument-required",
    "optional": "argument-optional",
    **dict.fromkeys(("null", "never null"), "argument-null"),
    "choice gone": "argument-choice-gone",
    "choice new": "argument-choice-new",
    "choice order": "form-order",
    "default": "default-changed",
    "narrowed": "argument-narrowed",
    "widened": "argument-widened",
    "text": "argument-text",
}
RESULT_RULES: Mapping[str, str] = {
    **dict.fromkeys(("type", "type widened"), "member-type"),
    "optional": "member-optional",
    "null": "member-nullable",
    "choice gone": "member-value-gone",
    "choice new": "member-value-new",
    "text": "member-text",
}
"""The rule of each aspect of a member; what a result promises more than before is no change for people."""

QUIET = ("member-text", "member-value-new")
"""Rules that hold whether or not the view shows a member."""

UNIT = re.compile(r"(?:, | [(\[])([^\s,()\[\]]{1,12})[)\]]?$")
"""The unit at the end of a title: "High, °C", "Size (MB)"."""

WHOLE = frozenset({"auto", "rows", "table", "tree", "key-value"})
"""Components that show every member of their source, where they name none."""

KNOWN = frozenset({"name", "title", "description", "inputSchema", "outputSchema", "annotations"})


def definition_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in a tool's definition."""
    old, new = before.tool, after.tool
    yield from hint_changes(old, new)
    description = f"description {edited(old.description, new.description)}"
    yield from tell(
        (old.title != new.title, "tool-title", f"title {arrow(before.title, after.title)}", "/title"),
        (old.description != new.description, "tool-description", description, "/description"),
        where="tool",
    )
    yield from argument_changes(before, after)
    yield from output_changes(before, after)
    for name in sorted((old.definition.keys() | new.definition.keys()) - KNOWN):
        if old.definition.get(name) != new.definition.get(name):
            yield at_tool("tool-changed", f"{name} of the definition changed", f"/{name}")


def at_tool(rule: str, words: str, pointer: str) -> Told:
    """Return what is told at a place of the tool's definition."""
    return Told(rule, words, pointer, "tool")


def hint_changes(before: Tool, after: Tool) -> Tells:
    """Tell the hints that mean something else."""
    for name, (rule, _, counts) in HINTS.items():
        old, new = meant(before, name), meant(after, name)
        if old == new or None in (old, new):
            continue
        said = [
            quoted(one.annotations[name]) if name in one.annotations else "not said"
            for one in (before, after)
        ]
        asked = (
            before.annotations.get("destructiveHint") is True and meant(after, "destructiveHint") is not True
        )
        lost = "; people are no longer asked before it runs" if asked and rule in ASKED else ""
        words = f"the tool {'counts now' if new else 'no longer counts'} as one that {counts}{lost}"
        yield at_tool(rule, f"{words} ({name}: {said[0]} → {said[1]})", f"/annotations/{name}")


def meant(tool: Tool, name: str) -> bool | None:
    """Return what a hint means, said or not; None for one that means nothing, as the tool only reads."""
    if name in ("destructiveHint", "idempotentHint") and tool.annotations.get("readOnlyHint") is True:
        return None
    return bool(tool.annotations.get(name, HINTS[name][1]))


def argument_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in the arguments, each by its label in the form."""
    old, new = places(before.tool.input_schema), places(after.tool.input_schema)
    for path in top_most(old.keys() - new.keys()):
        yield at_tool("argument-gone", f"argument {labelled(before, old[path])} removed", "/inputSchema")
    for path in top_most(new.keys() - old.keys()):
        rule, said = ("-required", ", and it is required") if new[path].member.required else ("", "")
        words = f"argument {labelled(after, new[path])} added{said}"
        yield at_tool(f"argument-new{rule}", words, f"/inputSchema{new[path].pointer}")
    both = [path for path in new if path in old]
    labels = [
        Label(labelled(before, old[path]), labelled(after, new[path]), path, steered(after, new[path]))
        for path in both
    ]
    yield from label_changes("argument-label", labels)
    for path in both:
        for aspect, words in aspects(old[path], new[path], labelled(after, new[path])):
            if aspect == "choice order" and steer_of(after, new[path]).get("options"):
                continue
            yield at_tool(ARGUMENT_RULES[aspect], words, f"/inputSchema{new[path].pointer}")


def labelled(seen: Seen, place: Place) -> str:
    """Return what the form calls an argument."""
    return str(steer_of(seen, place).get("label") or place.name)


def steered(seen: Seen, place: Place) -> str:
    """Return the pointer to where an argument has its label from: the spec, else the schema."""
    path = path_of(place.path)
    labelled = "label" in steer_of(seen, place)
    return f"/spec/form/fields{pointer_of(path)}/label" if labelled else f"/inputSchema{place.pointer}"


def steer_of(seen: Seen, place: Place) -> JsonObject:
    """Return what the spec says of an argument."""
    return mapping(mapping(mapping(seen.spec.get("form")).get("fields")).get(path_of(place.path)))


def output_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in the result's data, by whether the view shows it."""
    old, new = before.tool.output_schema, after.tool.output_schema
    if old is None or new is None:
        yield from tell(
            (new is not None, "schema-new", "the tool declares an output schema now", "/outputSchema"),
            (old is not None, "schema-gone", "the output schema is gone", "/outputSchema"),
            where="tool",
        )
        return
    shown = shown_names(before.spec)
    ours, theirs = places(old), places(new)
    for path in top_most(ours.keys() - theirs.keys()):
        rule = "member-gone" if is_shown(ours[path], shown) else "member-unshown"
        name = ours[path].path[-1]
        kept = " and ".join(labels_of(after.spec, name, ours[path].name))
        left = f"; {kept} stays empty" if kept else ""
        words = f"{ours[path].name} is no longer in the result{left}"
        yield at_tool(rule, words, "/outputSchema")._replace(key=name)
    for path in top_most(theirs.keys() - ours.keys()):
        words = f"{theirs[path].name} is new in the result"
        spot = f"/outputSchema{theirs[path].pointer}"
        yield Told("member-new", words, spot, "tool", key=theirs[path].path[-1])
    for path in (path for path in theirs if path in ours):
        spot = f"/outputSchema{theirs[path].pointer}"
        if is_shown(ours[path], shown):
            yield from unit_change(ours[path], theirs[path], after.spec, spot)
        for aspect, words in aspects(ours[path], theirs[path], ours[path].name):
            if rule := RESULT_RULES.get(aspect, ""):
                words = f"{ours[path].name} may be absent now" if aspect == "optional" else words
                rule = rule if rule in QUIET or is_shown(ours[path], shown) else "member-unshown"
                yield at_tool(rule, words, spot)


def unit_change(old: Place, new: Place, spec: JsonObject, spot: str) -> Tells:
    """Tell a member whose title names another unit, and whether the view still names the one before."""
    units = [found[1] if (found := UNIT.search(place.name)) else "" for place in (old, new)]
    if units[0] == units[1] or not all(units):
        return
    stale = [label for label in labels_of(spec, new.path[-1], new.name) if units[0] in label]
    words = f"the tool gives {UNIT.sub('', new.name)} in {units[1]} now, before in {units[0]}"
    if stale:
        yield at_tool("unit-stale", f"{words}; the view still says {' and '.join(map(quoted, stale))}", spot)
    else:
        yield at_tool("member-unit", words, spot)


def labels_of(spec: JsonObject, name: str, unlabelled: str) -> list[str]:
    """Return the labels under which a view shows the members of a name."""
    props = [mapping(component.get("props")) for component in walk(spec.get("result"))]
    entries = [mapping(entry) for one in props for value in one.values() for entry in listed(value)]
    shown = [one for one in entries if str(one.get("key")).endswith(f"/{name}")]
    return list(dict.fromkeys(str(one.get("label") or unlabelled) for one in shown))


def shown_names(spec: JsonObject) -> frozenset[str] | None:
    """Return the names of members that a view shows; None where it shows all that comes."""
    for component in walk(spec.get("result")):
        known = mapping(component.get("props"))
        if component.get("type") in WHOLE and not (known.keys() & {"columns", "fields", "only"}):
            return None
    used = [*pointers(spec.get("result")), *pointers(spec.get("nextPage"))]
    return frozenset(part for pointer in used for part in pointer.split("/")) if used else None


def pointers(value: Json) -> Iterator[str]:
    """Yield every text inside a value that is a JSON Pointer."""
    return (text for _, text in texts_at(value) if text.startswith("/"))


def is_shown(place: Place, shown: frozenset[str] | None) -> bool:
    """Tell whether a view that shows these names shows a member."""
    return shown is None or place.path[-1] in shown or place.path[-1] == "*"


def text_changes(before: Seen | None, after: Seen) -> Tells:
    """Tell new texts that speak to a model, or hide characters, in definition and spec."""
    known = (
        {text for one in (before.definition, before.spec) for _, text in texts_at(one)} if before else set()
    )
    sides: tuple[tuple[Where, str, JsonObject], ...] = (
        ("tool", "", after.definition),
        ("view", "/spec", after.spec),
    )
    for where, above, value in sides:
        for pointer, text in texts_at(value, above):
            if text in known:
                continue
            plain = INVISIBLE.sub("", text)
            if found := instruction_in(plain):
                # What follows may go on commanding: all of it is shown.
                start = max((one.end() for one in SENTENCE.finditer(plain, 0, found.start())), default=0)
                words = f'{place_words(pointer)} speaks to the model: "{shortened(plain[start:], 300)}"'
                yield Told("text-instructs", words, pointer, where)
            if found := HIDDEN.search(text) or UNSEEN.search(text):
                hides = f"{place_words(pointer)} hides the character U+{ord(found[0][0]):04X}"
                words = f'{hides}: "{visible(shortened(text, 80))}"'
                yield Told("text-hidden", words, pointer, where)


def place_words(pointer: str) -> str:
    """Return what a text is, by where it stands: "the description of note"."""
    steps = [one for one in pointer.split("/") if one and not one.isdigit() and one not in STRUCTURE]
    return f"the {' of '.join(reversed(steps[-2:]))}" if steps else "a text"


def visible(text: str) -> str:
    """Return a text with a visible name in place of each character that nobody sees."""
    named = UNSEEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)
    return "".join(one if one.isprintable() else f"[U+{ord(one):04X}]" for one in named)
