"""What changed in the result of a view: its parts, and what each shows."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from genui.components import COMPONENTS, parts_of
from genui.config.hints import CHART_KINDS
from genui.expressions import operator_of, pointer_of
from genui.labels import label_of
from genui.model import Json, JsonObject, listed, mapping
from genui.review.definitions import pointers
from genui.review.entries import (
    ENTRY_RULES,
    entry_changes,
    entry_key,
    named,
    out_of_order,
    paired,
    step_changes,
    told,
)
from genui.review.rules import Tells, Told, arrow, tell

KIND_WORDS: Mapping[str, str] = {
    "bar": "bars",
    "stat-cards": "figures",
    "key-value": "fields",
    "auto": "automatic part",
}
"""How a kind of chart or component is called, where not by its name."""


PROP_RULES: Mapping[str, str] = {
    **dict.fromkeys(
        ("rows", "of", "src", "value", "max", "at", "role", "nodes", "edges", "href"), "source-changed"
    ),
    **dict.fromkeys(("kind", "as"), "chart-kind"),
    **dict.fromkeys(("x", "series"), "axis-changed"),
    **dict.fromkeys(("scale", "domain"), "scale-changed"),
    **dict.fromkeys(("unit",), "unit-changed"),
    **dict.fromkeys(("summary",), "total-changed"),
    **dict.fromkeys(("reference",), "reference-changed"),
    **dict.fromkeys(("limit",), "rows-limited"),
    **dict.fromkeys(("sort", "front", "group"), "sort-changed"),
    **dict.fromkeys(("tone",), "tone-changed"),
    **dict.fromkeys(("title",), "title-changed"),
    **dict.fromkeys(
        ("text", "labels", "empty", "label", "subtitle", "meta", "alt", "xTitle", "yTitle"), "text-changed"
    ),
}
"""The rule of each prop; of all others `option-changed`."""


ORDERED: Mapping[str, str] = {"sort": "sorted by", "group": "grouped by", "front": "first"}

DRAWN = ("chart", "heatmap")


class Part(NamedTuple):
    """A component where it stands."""

    pointer: str
    above: str
    """The type and title of the component that it is in."""
    component: JsonObject

    @property
    def props(self) -> JsonObject:
        """Its props."""
        return mapping(self.component.get("props"))

    @property
    def type(self) -> str:
        """Its type."""
        return str(self.component.get("type"))

    @property
    def source(self) -> Json:
        """What it shows."""
        return next(
            (self.props[name] for name in ("rows", "of", "src", "value", "text") if name in self.props), None
        )

    @property
    def entries(self) -> Json:
        """What its entries stand for: its identity where it has no title."""
        return [entry_key(entry) for name in ENTRY_RULES for entry in listed(self.props.get(name))]

    @property
    def title(self) -> str:
        """What is written above it, "" where that is nothing fixed."""
        titles = (self.component.get("title"), self.props.get("title"), self.props.get("text"))
        return next((one for one in titles if isinstance(one, str)), "")

    @property
    def words(self) -> str:
        """What a person calls it: `table "Days"`; without a title, of what it shows."""
        kind = called(self.props.get("as") or self.type) if self.type == "rows" else called(self.type)
        kind = "chart" if kind in DRAWN or (self.type == "rows" and kind in CHARTS) else kind
        if self.title:
            return f'{kind} "{self.title}"'
        name = path_words(self.source)
        return f"{kind} of {name}" if name else kind


CHARTS = frozenset({"chart", *CHART_KINDS})


def path_words(value: Json) -> str:
    """Return what an expression leads to, by its last name."""
    pointer = value.get("$path") or value.get("$item") if isinstance(value, Mapping) else None
    name = pointer.rsplit("/", 1)[-1] if isinstance(pointer, str) else ""
    return "the result" if name == "result" else label_of(name)


def parts_in(components: Json, where: str, above: str = "") -> Iterator[Part]:
    """Yield the components of a spec, parents first, each with its place."""
    for index, component in enumerate(components if isinstance(components, list) else ()):
        if isinstance(component, Mapping):
            part = Part(where + pointer_of(index), above, component)
            yield part
            for suffix, inner in parts_of(component):
                yield from parts_in(inner, part.pointer + suffix, part.words)


def result_changes(before: JsonObject, after: JsonObject) -> Tells:
    """Tell what changed in the result of a spec."""
    if before.get("result") == after.get("result"):
        return
    old, new = (list(parts_in(spec.get("result"), "/spec/result")) for spec in (before, after))
    pairs = paired(
        old,
        new,
        lambda one: one.component,
        lambda one: [one.type, one.title, one.source],
        lambda one: [one.type, one.source, one.entries],
        lambda one: [one.title, one.source] if one.title else None,
        lambda one: [one.type, one.source],
        lambda one: [one.type, one.title] if one.title else None,
        lambda one: one.source,
    )
    pairs = [(one, other) for one, other in pairs if akin(old[one], new[other])]
    olds, news = {one for one, _ in pairs}, {one for _, one in pairs}
    gone = [("gone", "removed", "/spec/result", part) for at, part in enumerate(old) if at not in olds]
    added = [("new", "added", part.pointer, part) for at, part in enumerate(new) if at not in news]
    for end, what, spot, part in (*gone, *added):
        kind = "chart" if part.words.startswith("chart") else "component"
        yield Told(f"{kind}-{end}", f"{part.words} {what}", spot)
    for one, other in pairs:
        yield from part_changes(old[one], new[other])
    moved = [new[other].words for other in out_of_order([other for _, other in pairs])]
    placed = [
        new[other].words
        for one, other in pairs
        if old[one].above.split(" ")[0] != new[other].above.split(" ")[0]
    ]
    if moved or placed:
        yield Told(
            "component-order", f"{' and '.join(dict.fromkeys([*placed, *moved]))} moved", "/spec/result"
        )


def akin(before: Part, after: Part) -> bool:
    """Tell whether two charts of the same rows are one: they share a measure or their title."""
    keys = [
        {entry_key(one) for one in listed(part.props.get("y")) if isinstance(entry_key(one), str)}
        for part in (before, after)
    ]
    return not all(keys) or bool(keys[0] & keys[1]) or before.title == after.title


def part_changes(before: Part, after: Part) -> Tells:
    """Tell what changed in one component."""
    if before.component == after.component:
        return
    words, here = after.words, after.pointer
    if before.type != after.type:
        yield Told("component-replaced", f"{before.words} → {called(after.type)}", here)
        yield from lost_entries(before, after)
    titles, conditions = (
        [one.component.get(name) for one in (before, after)] for name in ("title", "visible")
    )
    shown = "is always shown now" if conditions[1] is None else "is shown under another condition"
    shown = "is shown only under a condition now" if conditions[0] is None else shown
    yield from tell(
        (titles[0] != titles[1], "title-changed", f"title {arrow(*titles)}", here),
        (conditions[0] != conditions[1], "visible-changed", f"{words} {shown}", f"{here}/visible"),
    )
    names = [
        name for name in {**before.props, **after.props} if before.props.get(name) != after.props.get(name)
    ]
    for name in names:
        old, new, spot = before.props.get(name), after.props.get(name), f"{here}/props/{name}"
        if before.type != after.type:
            continue
        if name in ENTRY_RULES:
            yield from entry_changes(name, listed(old), listed(new), words, spot)
        elif name == "transform":
            yield from step_changes(listed(old), listed(new), words, spot)
        elif name != "detail":
            yield prop_change(name, old, new, words, spot, default_of(after.type, name))


def lost_entries(before: Part, after: Part) -> Tells:
    """Tell what a component of another type no longer shows."""
    left = set(pointers(after.component))
    for prop, (rule, noun) in ENTRY_RULES.items():
        for entry in listed(before.props.get(prop)) if prop != "filters" else ():
            if isinstance(entry, Mapping) and entry.get("key") not in left and not entry.get("hidden"):
                yield Told(
                    f"{rule}-gone", f"{after.words}: {named(noun, entry)} is no longer shown", after.pointer
                )


def default_of(kind: str, prop: str) -> Json:
    """Return what a prop is where a spec does not say it."""
    component = COMPONENTS.get(kind)
    known = component.props.get(prop) if component else None
    return known.default if known else None


def called(kind: Json) -> str:
    """Return a kind of chart or component in words."""
    return KIND_WORDS.get(str(kind), str(kind))


def prop_change(name: str, old: Json, new: Json, words: str, spot: str, default: Json) -> Told:
    """Return what is told of one prop."""
    old, new = (default if one is None else one for one in (old, new))
    rule = PROP_RULES.get(name, "option-changed")
    if rule == "chart-kind":
        return Told(rule, f"{words}: {called(old)} → {called(new)}", spot)
    # Words that come from the data are a source, whatever they are called.
    if rule in ("title-changed", "text-changed") and (operator_of(old) or operator_of(new)):
        rule = "source-changed"
    if rule in ("title-changed", "text-changed"):
        return Told(rule, f"{words}: {name} {arrow(old, new)}", spot)
    said = {
        "source-changed": f"shows other data ({name}: {told(old)} → {told(new)})",
        "rows-limited": f"at most {new} rows" if new else "all rows again",
        "axis-changed": f"{name} {told(old)} → {told(new)}",
        "sort-changed": f"{ORDERED.get(name)} {sort_words(new)}"
        if new
        else f"no longer {ORDERED.get(name)} {sort_words(old)}",
        "tone-changed": f"tones {told(old)} → {told(new)}",
        "reference-changed": f"compared with {lines_words(new)}, before with {lines_words(old)}",
        "total-changed": f"totals {lines_words(old)} → {lines_words(new)}",
    }.get(rule, f"{name} {told(old)} → {told(new)}")
    return Told(rule, f"{words}: {said}", spot)


def sort_words(value: Json) -> str:
    """Return an order in words."""
    if isinstance(value, Mapping):
        return f"{told(value.get('key'))}{', the greatest first' if value.get('descending') else ''}"
    return told(value)


def lines_words(value: Json) -> str:
    """Return reference lines or figures in words."""
    entries = [
        f"{one.get('label', '')} {one.get('value', one.get('op', ''))}".strip() for one in listed(value)
    ]
    return ", ".join(entries) or "nothing"
