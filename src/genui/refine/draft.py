"""A spec while a wish is being fulfilled: changed in place, then compared with what it was."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from genui.model import Json, Tool
from genui.refine.patch import copied

Component = dict[str, Any]


class Unfulfilled(Exception):  # noqa: N818 - it tells of a wish, not of an error of ours
    """A clause that a rule reads, yet cannot fulfil; the message says why, the hint what would do."""

    def __init__(self, message: str, hint: str = "", *, weak: bool = False, already: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.weak = weak
        """True where the clause was hardly meant so: it is better told that it was not understood."""
        self.already = already
        """True where the view is as the clause wishes it, which stops no other clause."""


def refuse(when: object, message: str, hint: str = "") -> None:
    """Refuse a clause where a condition holds: it is understood, and cannot be fulfilled."""
    if when:
        raise Unfulfilled(message, hint)


def spare(when: object, message: str) -> None:
    """Leave a clause out where a condition holds: the view is as it wishes already."""
    if when:
        raise Unfulfilled(message, already=True)


def doubt(when: object, message: str, hint: str = "") -> None:
    """Give up a reading of a clause where a condition holds: it was hardly meant so."""
    if when:
        raise Unfulfilled(message, hint, weak=True)


@dataclass(frozen=True)
class Draft:
    """What the rules change, and what they may look at."""

    spec: dict[str, Any]
    tool: Tool
    examples: tuple[Json, ...] = ()
    memory: dict[str, Any] = field(default_factory=dict, compare=False)
    """What was learnt of the tool, which no wish changes; copies share it."""
    state: dict[str, Any] = field(default_factory=dict, compare=False)
    """What was found out about the spec as it is; a copy begins without."""

    def copy(self) -> "Draft":
        """Return a draft that can be changed without this one."""
        return replace(self, spec=copied(self.spec), state={})

    @property
    def result(self) -> list[Component]:
        """The result components at the top."""
        return self.spec["result"]  # type: ignore[no-any-return]

    @property
    def form(self) -> dict[str, Any]:
        """The form, made where there is none."""
        return self.spec.setdefault("form", {})  # type: ignore[no-any-return]

    def components(self, *types: str) -> list[Component]:
        """Return every component of these types, or of any, in order of appearance."""
        return [one for one, _, _ in placed(self.result) if not types or one["type"] in types]

    def component(self, place: str) -> list[Component]:
        """Return the component at a place in order of appearance; none where it is gone."""
        return self.components()[int(place) :][:1] if place.isdigit() else []

    def siblings(self, component: Component) -> tuple[list[Component], int]:
        """Return the list that a component stands in, and its place."""
        return next((among, index) for one, among, index in placed(self.result) if one is component)

    def remove(self, component: Component) -> None:
        """Remove a component, unless it is the last; one that is gone already stays so."""
        for one, among, index in placed(self.result):
            if one is component and len(among) > 1:
                del among[index]
                return
            if one is component:
                refuse(among is self.result, "nothing would be left to show")
                self.remove(next(each for each in self.components() if each.get("children") is among))
                return


def placed(components: list[Component]) -> Iterator[tuple[Component, list[Component], int]]:
    """Yield components depth first, each with the list it stands in and its place."""
    for index, component in enumerate(components):
        yield component, components, index
        yield from placed(component.get("children") or [])


def props_of(component: Component) -> dict[str, Any]:
    """Return a component's props, made where it has none."""
    return component.setdefault("props", {})  # type: ignore[no-any-return]


def listed(words: Sequence[str], *, last: str = "or") -> str:
    """Return "a, b or c", "" of no words."""
    *most, end = words or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


Arrange = Callable[[list[str], list[str]], list[str]]
"""Puts keys in an order, those that are named among them."""


def beside(anchor: str | None, *, after: bool) -> Arrange:
    """Return how to put keys beside another, or first or last of all."""

    def arrange(keys: list[str], named: list[str]) -> list[str]:
        left = [key for key in keys if key not in named]
        at = left.index(anchor) + after if anchor in left else len(left) * after
        return [*left[:at], *named, *left[at:]]

    return arrange
