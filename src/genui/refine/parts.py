"""Wishes about the parts of a view: which there are, in which order, their titles, folded or open."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from genui.expressions import pointer_parts
from genui.labels import label_of
from genui.refine import fields
from genui.refine.draft import Component, Draft, doubt, placed, props_of, refuse
from genui.refine.index import EXACT, index_of, title_of
from genui.refine.showing import is_part
from genui.refine.slots import Item, Slots, either
from genui.refine.sources import Source, sources_of
from genui.refine.words import parts_of

ROWS = ("table", "cards", "list", "timeline", "message-list")
"""Presentations of rows."""

THERE = re.compile(r"(?:make|turn|change|switch) (?:the|my|this|that) ", re.I)
"""How a clause begins that speaks of a chart that is there."""

ASKED_FOR = frozenset({"group", "presentation", "chart", "what rows come to", "share, running total, rank"})
"""Acts whose outcome is to be seen, so that its tab comes first."""


def refuse_order(s: Slots) -> None:
    """Give up a reading whose word for hiding stands on the wrong side of what it would hide."""
    every = [*s.names(), *s.all("name")]
    names = [one for one in every if not is_part(one) or not is_place(s, one)] or every
    for one in s.all("hide", "hidden") if ":" not in s.clause else ():
        before = any(name.end <= one.start for name in names)
        behind = any(name.end > one.start for name in names)
        doubt(before if one.kind == "hide" else behind, "which?")
    doubt(any(one.text.lower() in {"as", "into", "like"} for one in s.all("prep")), "as what?")


def is_place(s: Slots, part: Item) -> bool:
    """Tell whether a part is only where a member is hidden: "from the table", "in the form"."""
    told = [one for one in s.items if one.kind not in {"fill", "lead"}]
    before = told[told.index(part) - 1] if part in told[1:] else None
    led = before is not None and before.kind == "prep" and before.value != "and"
    # "balance after transaction": what stands beside a name only says whose it is.
    beside = before is not None and before.kind == "name" and not is_part(before)
    return led or beside or any(one.key == "form" for one in part.value)


def refuse_parts(s: Slots) -> None:
    """Give up a reading of members that takes a part in, unless that says where: "in the table"."""
    taken = [one for one in s.all("name") if one.kinds == {"part"} and not is_place(s, one)]
    doubt(taken and ":" not in s.clause, "a part, and no member")


def parts_named(s: Slots) -> list[Component]:
    """Return the components that are named, else those of the rows that are."""
    homes = {one.home for one in s.rows_named()}
    sources = [one for one in sources_of(s.draft) if one.home in homes]
    return s.parts() or [component for source in sources for component in source.components]


def without(s: Slots) -> None:
    """Remove the parts that are named."""
    refuse_order(s)
    keys = {one.key for item in s.all("name") for one in item.value if one.kind == "part"}
    refuse(
        "form" in keys, "the form stays: it runs the tool", 'say "collapse the form" or "form at the bottom"'
    )
    found = parts_named(s)
    rows = [one for one in s.all("name") if one.kinds == {"rows"} and not s.nouns()]
    # "hide the sky" may mean a column by another word: nobody takes all away by a word that is not there.
    called = all(any(parts_of(one.text) in each.texts for each in one.value) for one in rows)
    doubt(not called, "a word for something of the rows, or for all of them?")
    for item in rows:
        cost, named = index_of(s.draft).find(parts_of(item.text), ("field",))
        if cost <= EXACT:
            ways = f"hide the {named[0].told} field", f"remove the {found[0]['type']}"
            raise either(s, f'"{item.text}" can be a field or rows', ways)
    for component in found:
        s.draft.remove(component)
    for chart in s.draft.components("chart") if any(one["type"] == "table" for one in found) else ():
        # Charts offer their data as a table again, where one stood beside them.
        props_of(chart).pop("table", None)


def only(s: Slots) -> None:
    """Keep the parts that are named and remove the other presentations."""
    kept = parts_named(s)
    every = {one.home for one in sources_of(s.draft) if one.rows}
    all_rows = not s.parts() and len({one.home for one in s.rows_named()}) == len(every)
    doubt(not kept or all_rows, "only which part?")
    for component in [one for one in s.draft.result if one not in kept and not one.get("children")]:
        s.draft.remove(component)


def move(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Put parts before or after the others, or another one."""
    moved = [part_of(s, one) for one in named]
    anchored = [part_of(s, one, besides=moved) for one in anchors]
    after = where in {"last", "after"}
    if "form" in (*moved, *anchored):
        s.draft.form["position"] = "bottom" if after == (moved[0] == "form") else "top"
        return
    for component in moved if after and len(moved) == 1 else reversed(moved):
        place_part(s.draft, component, anchored[0] if anchored else None, after=after)


def chart_titled(s: Slots, source: Source) -> Component | None:
    """Return the one chart whose title has the words before "chart": "make the rain chart a line"."""
    for name, noun in pairwise([one for one in s.items if one.kind != "fill"]):
        if name.kind == "name" and noun.kind == "chart" and not noun.value:
            said = set(parts_of(name.text))
            found = [one for one in source.shown("chart") if said <= set(parts_of(title_of(one)))]
            drawn = {each["key"] for one in source.shown("chart") for each in props_of(one).get("y", ())}
            new = not found and drawn.isdisjoint(one.key for one in name.value)
            refuse(new and THERE.match(s.clause), f"there is no chart of {name.text}")
            return found[0] if len(found) == 1 else None
    return None


def part_of(s: Slots, item: Item, besides: Sequence[Any] = ()) -> Any:
    """Return the component that a name means, or "form"; besides others, those that are not among them."""
    keys = [one.key for one in item.value if one.kind == "part" and one.key]
    if "form" in keys:
        return "form"
    homes = {one.home for one in item.value} if not keys else set()
    found = [component for key in keys for component in s.draft.component(key)]
    found += [component for one in sources_of(s.draft) if one.home in homes for component in one.components]
    doubt(not found, f'this view has no part called "{item.text}"')
    return next((one for one in found if not any(one is each for each in besides)), found[0])


def place_part(draft: Draft, moved: Component, anchor: Component | None, *, after: bool) -> None:
    """Put one part of the view before or after the others, or another one."""
    among = draft.siblings(moved)[0]
    strange = anchor is not None and draft.siblings(anchor)[0] is not among
    refuse(strange or anchor is moved, "these parts do not stand one below the other")
    among[:] = [one for one in among if one is not moved]
    places = [index for index, one in enumerate(among) if one is anchor] or [len(among) - 1 if after else 0]
    among.insert(places[0] + after, moved)


def note(s: Slots) -> None:
    """Put a text of its own above the result."""
    doubt(index_of(s.draft).find(("note",), ("column", "value", "field"))[1], "a member is called note")
    text = s.text[:1].upper() + s.text[1:]
    s.draft.result.insert(0, {"type": "text", "props": {"of": text}})


def part_title(s: Slots) -> None:
    """Set the title of one part of the view, or take it away."""
    doubt(s.nouns() & {"column", "field"} or s.has_absent_part(), "a name, and no title")
    found: list[Any] = list(s.parts()) or [part_of(s, one) for one in s.all("name")]
    doubt(not found or found[0] == "form", "no part of this view is called so")
    component = ([one for one in found if one["type"] in ROWS] or found)[0]
    target = props_of(component) if component["type"] == "section" else component
    target.pop("title", None)
    target |= {"title": s.text} if s.text else {}


def fold(s: Slots) -> None:
    """Fold fields, parts or what the result shows of members into one line, or open them."""
    doubt("label" in s.nouns(), "a title does not fold")
    folded = not s.has("unfold")
    for item in s.all("name"):
        kinds = item.kinds
        whole = {"column", "value"} & kinds and s.nouns() & {"page", "whole"}
        if "field" in kinds and not whole:
            fields.fold(s.draft, s.meant(item, ("field",)).key, folded=folded)
        elif any(one.key == "form" for one in item.value):
            fields.fold_others(s)
        else:
            refuse(
                not kinds & {"part", "rows"},
                f"{item.text} does not fold, as parts and inputs do",
                f'say "hide {item.text}"',
            )
            fold_part(s.draft, part_of(s, item), item.text, folded=folded)
    if folded or s.all("name"):
        return
    if "folded" in s.draft.form:
        s.draft.form["folded"] = []
    for component in s.draft.components("section", "tree"):
        fold_part(s.draft, component, "", folded=False)


def fold_part(draft: Draft, component: Component, said: str, *, folded: bool) -> None:
    """Fold a part, or open it; a tree closes its levels, what is in no section gets one."""
    if component["type"] == "tree":
        props_of(component)["open"] = 0 if folded else 10
        return
    for section in draft.components("section"):
        inside = any(each is component for each in section.get("children", ()))
        if section is component or (inside and not (folded and section["children"][1:])):
            props_of(section)["folded"] = folded
            return
    path = component.get("props", {}).get("rows")
    rows = pointer_parts(str(path.get("$path", ""))) if isinstance(path, dict) else []
    title = component.get("title") or label_of(rows[-1] if len(rows) > 1 else said)
    among, index = draft.siblings(component)
    plain = {key: value for key, value in component.items() if key != "title"}
    among[index] = {"type": "section", "props": {"title": title, "folded": True}, "children": [plain]}


# Tabs after a clause


def settle(before: Draft, after: Draft, act: str) -> None:
    """Give the children of tabs their labels; a tab that was asked for comes first, none is lost for it."""
    pairs = zip(before.components("tabs"), after.components("tabs"), strict=False)
    for old, new in list(pairs):
        known = list(zip(old["children"], old["props"]["labels"], strict=True))
        labels = {child["type"]: label for child, label in known}
        there = [
            (one, labels.get(one["type"]) or one.get("title") or label_of(one["type"]))
            for one in new["children"]
        ]
        if act == "presentation" and len(there) < len(known):
            kept = {child["type"] for child, _ in there}
            there += [(child, label) for child, label in known if child["type"] not in kept]
        elif act in ASKED_FOR:
            there.sort(key=lambda one: one[0] in old["children"])
        new["children"] = [child for child, _ in there]
        new["props"]["labels"] = [str(label) for _, label in there]


def behind(before: Draft, after: Draft, keys: list[str]) -> str:
    """Return the label of the tab that hides all that has changed, "" where something else changed, too.

    Only members that the first tab shows count: what only another one shows is changed there.
    """
    old, new = ([one for one in draft.components() if not one.get("children")] for draft in (before, after))
    if len(old) != len(new) or before.spec.get("form") != after.spec.get("form"):
        return ""
    changed = [one for one, was in zip(new, old, strict=True) if one != was]
    for tabs in after.components("tabs"):
        first, *others = tabs["children"]
        hidden = [one for one, _, _ in placed(others)]
        inside = all(any(one is each for each in hidden) for one in changed)
        if changed and inside and any(f"'{key}'" in repr(first["props"]) for key in keys):
            return str(tabs["props"]["labels"][1])
    return ""
