"""What changed in the lists of a component: columns, fields, measures, figures, filters, steps."""

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from genui.canonical import canonical_json
from genui.expressions import operator_of, pointer_of
from genui.groups import grouped
from genui.labels import label_of
from genui.model import Json, mapping
from genui.review.rules import Label, Tells, Told, label_changes, quoted

ENTRY_RULES: Mapping[str, tuple[str, str]] = {
    "columns": ("column", "column"),
    "fields": ("field", "field"),
    "y": ("series", "measure"),
    "stats": ("stat", ""),
    "filters": ("reader-filter", "filter"),
    "presets": ("preset", "button"),
}
"""The lists of what is shown: what their rules begin with, and how an entry is called."""

ENTRY_PARTS: Mapping[str, str] = {
    **dict.fromkeys(("value", "change", "trend", "key", "href"), "source-changed"),
    **dict.fromkeys(("format",), "format-changed"),
    **dict.fromkeys(("aggregate",), "total-changed"),
    **dict.fromkeys(("tone", "shade", "good"), "tone-changed"),
    "values": "preset-changed",
}
"""The rule of each part of a column, field, measure or figure; of all others `option-changed`."""

SIGNS: Mapping[str, str] = {
    "$eq": "is",
    "$gt": ">",
    "$lt": "<",
    "$add": "+",
    "$sub": "−",
    "$mul": "×",
    "$div": "÷",
}
"""The operators that are told as people write them."""

PART_WORDS: Mapping[str, str] = {
    "aggregate": "total",
    "href": "links to",
    "key": "shows",
    "values": "fills in",
}


def paired(
    before: Sequence[Any], after: Sequence[Any], *keys: Callable[[Any], Json]
) -> list[tuple[int, int]]:
    """Return which entry is which by index, by the first key that two have in common; None is no key."""
    pairs: list[tuple[int, int]] = []
    for key in (canonical_json, *keys):
        taken = {new for _, new in pairs}
        free = [(key(entry), index) for index, entry in enumerate(after) if index not in taken]
        left = grouped((canonical_json(told), index) for told, index in free if told is not None)
        done = {old for old, _ in pairs}
        for index, entry in enumerate(before):
            told = key(entry)
            if index not in done and told is not None and (found := left.get(canonical_json(told))):
                pairs.append((index, found.pop(0)))
    return sorted(pairs)


def out_of_order(order: Sequence[int]) -> list[int]:
    """Return the fewest entries that have to move for the others to stand in order."""
    matcher = SequenceMatcher(None, order, sorted(order), autojunk=False)
    kept = {order[block.a + step] for block in matcher.get_matching_blocks() for step in range(block.size)}
    return [one for one in order if one not in kept]


def entry_key(entry: Json) -> Json:
    """Return what a column, field, measure or figure stands for."""
    return entry.get("key", entry.get("value")) if isinstance(entry, Mapping) else entry


def told(value: Json) -> str:
    """Return a prop's value in words: a binding by where it leads."""
    if value is None:
        return "none"
    if isinstance(value, str) and value.startswith("/"):
        return label_of(value.rsplit("/", 1)[-1])
    if isinstance(value, Mapping) and value.keys() <= {"$path", "$item"}:
        return (
            str(next(iter(value.values()), "")).removeprefix("/result").lstrip("/").replace("/", " › ")
            or "it"
        )
    if isinstance(value, Mapping) and not operator_of(value):
        return ", ".join(f"{key} {told(one)}" for key, one in value.items())
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) and value.isidentifier() else quoted(value)


def entry_changes(prop: str, old: Sequence[Json], new: Sequence[Json], words: str, spot: str) -> Tells:
    """Tell the columns, fields, measures, figures or filters that are gone, new or changed."""
    rule, noun = ENTRY_RULES[prop]
    pairs = paired(old, new, entry_key, lambda one: one.get("label") if isinstance(one, Mapping) else None)
    olds, news = {one for one, _ in pairs}, {one for _, one in pairs}
    # What a list does not name is inferred: a list that begins or ends is no loss by itself.
    if old and not new and prop in ("columns", "fields"):
        yield Told("option-changed", f"{words}: {noun}s are taken from the data, no longer listed", spot)
        return
    for index in (index for index in range(len(old)) if index not in olds):
        gone = f"{words}: {named(noun, old[index])} removed"
        yield Told(f"{rule}-gone", gone, spot, key=last_name(old[index]))
    for index in (index for index in range(len(new)) if index not in news):
        added = f"{words}: {named(noun, new[index])} added"
        yield Told(f"{rule}-new", added, spot + pointer_of(index), key=last_name(new[index]))
    labels = [
        Label(
            entry_words(old[one]),
            entry_words(new[other]),
            told(entry_key(new[other])),
            spot + pointer_of(other),
        )
        for one, other in pairs
    ]
    renamed = f"{rule}-renamed" if rule in ("column", "field", "series") else "text-changed"
    yield from label_changes(renamed, labels, of=f"{words}: {noun}{' ' if noun else ''}")
    for one, other in pairs:
        yield from entry_change(noun, old[one], new[other], words, spot + pointer_of(other))
    if moved := out_of_order([other for _, other in pairs]):
        names = " and ".join(entry_words(new[other]) for other in moved)
        rule = "form-order" if prop == "presets" else "column-order"
        yield Told(rule, f"{words}: {noun} {names} moved: {', '.join(map(entry_words, new))}", spot)


def last_name(entry: Json) -> str:
    """Return the name of the member that an entry shows."""
    key = entry_key(entry)
    return key.rsplit("/", 1)[-1] if isinstance(key, str) else ""


def named(noun: str, entry: Json) -> str:
    """Return an entry as people call it."""
    return f"{noun} {entry_words(entry)}".strip()


def entry_words(entry: Json) -> str:
    """Return what people call a column, field, measure or figure."""
    if not isinstance(entry, Mapping):
        return quoted(entry)
    label = entry.get("label")
    return label if isinstance(label, str) else told(entry.get("key", entry.get("value")))


def entry_change(noun: str, old: Json, new: Json, words: str, spot: str) -> Tells:
    """Tell what changed in one column, field, measure or figure."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or old == new:
        return
    now = "hidden" if new.get("hidden") else "shown"
    if bool(old.get("hidden")) != bool(new.get("hidden")):
        yield Told(f"column-{now}", f"{words}: column {entry_words(new)} is {now} now", spot)
    for part in {**old, **new}:
        if part in ("label", "hidden") or old.get(part) == new.get(part):
            continue
        in_words = format_words if part == "format" else told
        what = f"{PART_WORDS.get(part, part)} {in_words(old.get(part))} → {in_words(new.get(part))}"
        yield Told(ENTRY_PARTS.get(part, "option-changed"), f"{words}: {named(noun, new)}: {what}", spot)


def format_words(value: Json) -> str:
    """Return a format in words."""
    if isinstance(value, Mapping):
        options = [
            told(one) if isinstance(one, str) else f"{key} {told(one)}"
            for key, one in value.items()
            if key != "name"
        ]
        return f"{value.get('name')} ({', '.join(options)})" if options else str(value.get("name"))
    return str(value or "as it comes")


def step_changes(old: Sequence[Json], new: Sequence[Json], words: str, spot: str) -> Tells:
    """Tell the steps of a transform that are gone, new or changed."""
    filters = [
        [step for step in steps if isinstance(step, Mapping) and step.keys() & {"filter", "limit"}]
        for steps in (old, new)
    ]
    for rule, mine, others, where, most in (
        ("filter-added", filters[1], filters[0], "only rows where {} are shown", "at most {} rows"),
        ("filter-gone", filters[0], filters[1], "no longer only rows where {}", "no longer at most {} rows"),
    ):
        for step in (step for step in mine if step not in others):
            limited = "limit" in step
            what = most.format(step["limit"]) if limited else where.format(formula_words(step["filter"]))
            yield Told(rule, f"{words}: {what}", spot)
    rest = [
        [step for step in steps if step not in chosen]
        for steps, chosen in zip((old, new), filters, strict=True)
    ]
    reckoned = [calculated(steps) for steps in rest]
    if reckoned[0].keys() == reckoned[1].keys() and without_formulas(rest[0]) == without_formulas(rest[1]):
        for name, formula in reckoned[1].items():
            if reckoned[0][name] != formula:
                said = f"{formula_words(reckoned[0][name])} → {formula_words(formula)}"
                yield Told(
                    "transform-changed", f"{words}: {label_of(name)} is reckoned otherwise: {said}", spot
                )
    elif rest[0] != rest[1]:
        names = [
            ", ".join(next(iter(step), "") for step in steps if isinstance(step, Mapping)) or "none"
            for steps in rest
        ]
        said = f"steps {names[0]} → {names[1]}" if names[0] != names[1] else f"{names[1]} works otherwise"
        yield Told("transform-changed", f"{words}: rows are made in another way ({said})", spot)


def calculated(steps: Sequence[Json]) -> dict[str, Json]:
    """Return the formulas of the members that a transform reckons, by name."""
    return {name: one for step in steps for name, one in mapping(mapping(step).get("calculate")).items()}


def without_formulas(steps: Sequence[Json]) -> list[Json]:
    """Return the steps of a transform, of those that reckon members the names alone."""
    return [[*step["calculate"]] if mapping(step).get("calculate") else step for step in steps]


def formula_words(value: Json) -> str:
    """Return a formula or a condition in words where it is plain, else as JSON."""
    name = operator_of(value)
    operands = value[name] if name else None
    if name == "$not":
        return f"not ({formula_words(operands)})"
    if name in ("$path", "$item"):
        return told(value)
    sign = SIGNS.get(name or "")
    if sign and isinstance(operands, list):
        return f" {sign} ".join(map(formula_words, operands))
    return told(value)
