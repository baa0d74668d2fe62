"""Wishes about the parts of a view: which there are, in which order, their titles, folded or open."""

from typing import Any

from genui.expressions import pointer_parts
from genui.labels import label_of
from genui.refine import fields
from genui.refine.draft import Component, Draft, Unfulfilled, placed, props_of
from genui.refine.index import EXACT, index_of
from genui.refine.showing import NOTHING, ROWS, refuse_order, removed
from genui.refine.slots import Item, Slots
from genui.refine.sources import sources_of
from genui.refine.words import parts_of


def without(s: Slots) -> None:
    """Remove the parts that are named."""
    refuse_order(s)
    if s.nouns() & {"column", "field"}:
        raise Unfulfilled("a column or a field is no part", weak=True)
    found = s.parts()
    if any(one.key == "form" for item in s.all("name") for one in item.value if one.kind == "part"):
        raise Unfulfilled(
            "the form stays: it runs the tool", 'say "collapse the form" or "form at the bottom"'
        )
    if not found:
        titled = [
            component
            for one in s.rows_named()
            for source in sources_of(s.draft)
            if source.home == one.home
            for component in source.components
        ]
        found = titled
    if not found and not any(
        not one.key for item in s.all("name") for one in item.value if one.kind == "part"
    ):
        raise Unfulfilled("no part of this view is called so", weak=True)
    for component in found:
        removed(s.draft, component, NOTHING)
        if component["type"] == "table":
            for chart in s.draft.components("chart"):
                props_of(chart).pop("table", None)


def only(s: Slots) -> None:
    """Keep the parts that are named and remove the other presentations."""
    kept = s.parts()
    if not kept:
        homes = {one.home for one in s.rows_named()}
        kept = [
            component
            for source in sources_of(s.draft)
            if source.home in homes
            for component in source.components
        ]
        if not kept or len(homes) == len([one for one in sources_of(s.draft) if one.rows]):
            raise Unfulfilled("only which part?", weak=True)
    for component in [one for one in s.draft.result if one not in kept and not one.get("children")]:
        removed(s.draft, component, NOTHING)
    for chart in s.draft.components("chart"):
        props_of(chart).pop("table", None) if not s.draft.components("table") else None


def move(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Put parts before or after the others, or another one."""
    moved, anchored = [part_of(s, one) for one in named], [part_of(s, one) for one in anchors]
    if "form" in (*moved, *anchored):
        below = where in {"last", "after"}
        s.draft.form["position"] = "bottom" if below == (moved[0] == "form") else "top"
        return
    for component in moved if where in {"last", "after"} and len(moved) == 1 else reversed(moved):
        place_part(s.draft, component, anchored[0] if anchored else None, where)


def part_of(s: Slots, item: Item) -> Any:
    """Return the component that a name means, or "form"."""
    keys = [one.key for one in item.value if one.kind == "part" and one.key]
    if "form" in keys:
        return "form"
    every = s.draft.components()
    if keys:
        return every[int(keys[0])]
    homes = {one.home for one in item.value}
    source = next((one for one in sources_of(s.draft) if one.home in homes), None)
    if source is None:
        raise Unfulfilled(f'this view has no part called "{item.text}"', weak=True)
    return source.components[0]


def place_part(draft: Draft, moved: Component, anchor: Component | None, where: str) -> None:
    """Put one part of the view before or after the others, or another one."""
    after = where in {"last", "after"}
    among = draft.siblings(moved)[0]
    if anchor is not None and draft.siblings(anchor)[0] is not among:
        among, moved, anchor = draft.result, top_of(draft, moved), top_of(draft, anchor)
    if anchor is moved:
        raise Unfulfilled("these parts do not stand one below the other")
    among[:] = [one for one in among if one is not moved]
    places = [index for index, one in enumerate(among) if one is anchor] or [len(among) - 1 if after else 0]
    among.insert(places[0] + after, moved)


def top_of(draft: Draft, component: Component) -> Component:
    """Return the part at the top that is a component, or has it inside."""
    tops = draft.result
    return next(top for top in tops if any(one is component for one, _, _ in placed([top])))


def part_title(s: Slots) -> None:
    """Set the title of one part of the view."""
    if s.nouns() & {"column", "field"}:
        raise Unfulfilled("a name, and no title", weak=True)
    index = index_of(s.draft)
    names = [one for one in s.all("name") if not any(each.kind == "part" for each in one.value)]
    columns = [index.find(parts_of(one.text), ("column",))[0] for one in names]
    if EXACT in columns and not s.has("title"):
        raise Unfulfilled("a column is called so, too", weak=True)
    found: list[Any] = list(s.parts()) or [part_of(s, one) for one in s.all("name")]
    if not found or found[0] == "form":
        raise Unfulfilled("no part of this view is called so", weak=True)
    tables = [one for one in found if one["type"] in ROWS]
    component = (tables or found)[0]
    component["title"] = s.text
    if component["type"] == "section":
        props_of(component)["title"] = s.text
        component.pop("title", None)


def no_part_title(s: Slots) -> None:
    """Take the title of one part of the view away."""
    for component in s.parts():
        component.pop("title", None)
        if component["type"] == "chart":
            props_of(component).pop("title", None)


def fold(s: Slots) -> None:
    """Fold fields, parts or what the result shows of members into one line."""
    names = s.all("name")
    if not names:
        raise Unfulfilled("fold what?", weak=True)
    for item in names:
        kinds = {one.kind for one in item.value}
        if (
            "field" in kinds
            and not (kinds & {"rows"})
            and not ({"column", "value"} & kinds and s.nouns() & {"page", "whole"})
        ):
            fields.fold(s.draft, s.meant(item, ("field",)).key)
        elif any(one.key == "form" for one in item.value):
            fields.fold_others(s)
        elif kinds & {"field"} and kinds & {"rows"}:
            raise s.ambiguous(item, item.value)
        elif kinds & {"part", "rows"}:
            fold_part(s.draft, part_of(s, item), item.text)
        else:
            told = f'say "hide {item.text}"'
            raise Unfulfilled(f"{item.text} does not fold, as parts and inputs do", told)


def fold_part(draft: Draft, component: Component, said: str) -> None:
    """Fold a part; a tree closes its levels, a section is closed."""
    if component["type"] == "tree":
        props_of(component)["open"] = 0
        return
    among, index = draft.siblings(component)
    section = next(
        (
            one
            for one in draft.components("section")
            if one is component or (one.get("children") is among and len(among) == 1)
        ),
        None,
    )
    if section is not None:
        props_of(section)["folded"] = True
        return
    path = component.get("props", {}).get("rows")
    rows = pointer_parts(str(path.get("$path", ""))) if isinstance(path, dict) else []
    title = component.get("title") or label_of(rows[-1] if len(rows) > 1 else said)
    plain = {key: value for key, value in component.items() if key != "title"}
    among[index] = {"type": "section", "props": {"title": title, "folded": True}, "children": [plain]}


def unfold(s: Slots) -> None:
    """Open parts, fields, or everything."""
    names = s.all("name")
    if not names or any(one.key == "form" for item in names for one in item.value):
        if "folded" in s.draft.form or names:
            s.draft.form["folded"] = []
        for component in s.draft.components("section", "tree") if not names else ():
            opened(component)
        return
    for item in names:
        if any(one.kind == "field" for one in item.value):
            fields.unfold_one(s.draft, s.meant(item, ("field",)).key)
        else:
            component = part_of(s, item)
            among, _ = s.draft.siblings(component)
            opened(
                next(
                    (one for one in s.draft.components("section") if one.get("children") is among), component
                )
            )


def opened(component: Component) -> None:
    """Open a section or a tree."""
    if component["type"] == "tree":
        props_of(component)["open"] = 10
    else:
        props_of(component).pop("folded", None)
