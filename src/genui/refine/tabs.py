"""Tabs after a clause: each child has its label, and what was asked for is seen first."""

from typing import Any

from genui.labels import label_of
from genui.refine.draft import Component, Draft, placed

ASKED_FOR = frozenset({"group", "presentation", "chart", "what rows come to", "share, running total, rank"})
"""Acts whose outcome is to be seen, so that its tab comes first."""


def settle(before: Draft, after: Draft, act: str) -> None:
    """Give the children of tabs their labels; a tab that was asked for comes first, none is lost for it."""
    pairs = zip(before.components("tabs"), after.components("tabs"), strict=False)
    for old, new in list(pairs):
        known = dict(enumerate(zip(old["children"], old["props"]["labels"], strict=True)))
        kinds = {child["type"]: (child, label) for child, label in known.values()}
        there = [(child, _label(child, kinds)) for child in new["children"]]
        if act == "presentation" and len(there) < len(known):
            kept = {child["type"] for child, _ in there}
            there += [(child, label) for child, label in known.values() if child["type"] not in kept]
        elif act in ASKED_FOR:
            same = [child for child, _ in known.values()]
            there.sort(key=lambda one: one[0] in same)
        _tabs(after, new, there)


def _label(child: Component, kinds: dict[str, tuple[Component, str]]) -> str:
    known = kinds.get(child["type"])
    return known[1] if known else str(child.get("title") or label_of(child["type"]))


def _tabs(draft: Draft, tabs: Component, there: list[tuple[Component, str]]) -> None:
    if len(there) > 1:
        tabs["children"] = [child for child, _ in there]
        tabs["props"]["labels"] = [label for _, label in there]
        return
    among, index = draft.siblings(tabs)
    among[index] = there[0][0]


def behind(before: Draft, after: Draft, keys: list[str]) -> str:
    """Return the label of the tab that hides all that has changed, "" where something else changed, too.

    Only members that the first tab shows count: what only another one shows is changed there.
    """
    old, new = _leaves(before), _leaves(after)
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


def _leaves(draft: Draft) -> list[dict[str, Any]]:
    return [one for one in draft.components() if not one.get("children")]
