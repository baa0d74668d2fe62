"""Wishes about the order of members."""

from collections.abc import Callable

from genui.refine.draft import Component, Unfulfilled, props_of
from genui.refine.showing import shown
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import LISTS, Source, adaptive, entries_in, is_adaptive, key_of, last_part

Arrange = Callable[[list[str], list[str]], list[str]]


def order_columns(s: Slots) -> None:
    """Put the members named in this order, the others behind them."""
    rearranged(s.members(), lambda keys, named: [*named, *(key for key in keys if key not in named)])


def move_columns(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Move members to an end, or beside another."""
    chosen = s.members(named)
    if not anchors:
        if where == "last" and any(source.open for source, _ in chosen):
            raise Unfulfilled("what comes last only a result can tell", "say which columns come first")
        rearranged(chosen, lambda keys, keyed: ends(keys, keyed, first=where == "first"))
        return
    ((source, anchor),) = s.members(anchors, (chosen[0][0].rows and "column") or "value")
    if source.open or any(each.home != source.home for each, _ in chosen):
        raise Unfulfilled(f"these do not stand beside {last_part(anchor)}")
    if (source, anchor) in chosen:
        raise Unfulfilled(f"{last_part(anchor)} cannot stand beside itself")

    def arrange(keys: list[str], keyed: list[str]) -> list[str]:
        left = [key for key in keys if key not in keyed]
        at = left.index(anchor) + (where == "after") if anchor in left else len(left)
        return [*left[:at], *keyed, *left[at:]]

    rearranged(chosen, arrange)


def ends(keys: list[str], named: list[str], *, first: bool) -> list[str]:
    """Return keys with some of them moved to the front, or to the end."""
    left = [key for key in keys if key not in named]
    return [*named, *left] if first else [*left, *named]


def rearranged(chosen: list[Member], arrange: Arrange) -> None:
    """Arrange what every table, card and list of the sources shows."""
    moved = False
    for source in {source.home: source for source, _ in chosen}.values():
        named = [key for other, key in chosen if other.home == source.home]
        for component in source.components:
            if is_adaptive(component, source) and not component.get("props", {}).get("only"):
                props = adaptive(component)
                others = [each for each in props.get("front", ()) if each["key"] not in named]
                props["front"] = [*({"key": key} for key in named), *others]
                moved = True
                continue
            moved = arranged(component, source, named, arrange) or moved
    if not moved:
        raise Unfulfilled("nothing in this view lists these members one by one")


def arranged(component: Component, source: Source, named: list[str], arrange: Arrange) -> bool:
    """Arrange what one component shows of these members; return whether it shows one."""
    kind = component["type"]
    if kind == "chart":
        return False
    told = {key_of(each): each for each in entries_in(component, source)}
    if kind == "table":
        told |= {key: source.entry(key) for key in named if key not in told}
    there = [key for key in named if key in told]
    if not there:
        return False
    order = [key for key in arrange(list(told), there) if key in told]
    props = props_of(component)
    props[LISTS[kind]] = [shown(told[key]) if key in there else told[key] for key in order]
    # Who tells an order gets it: nothing stands above it.
    props.pop("lead", None)
    return True
