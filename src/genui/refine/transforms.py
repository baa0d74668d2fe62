"""The steps of a component that make its rows of others: added, found, taken away."""

from typing import Any

Props = dict[str, Any]

CHANGES_ROWS = frozenset({"aggregate", "pivot", "window", "limit", "sort"})
"""Steps before which rows are filtered."""


def item(key: str) -> dict[str, str]:
    """Return the expression of a member of the row."""
    return {"$item": key}


def has_step(props: Props, name: str) -> bool:
    """Tell whether props have a prop, or a step called alike."""
    return name in props or any(name in step for step in props.get("transform", ()))


def without_step(props: Props, name: str) -> None:
    """Take the steps of a name away."""
    left = [step for step in props.pop("transform", ()) if name not in step]
    props |= {"transform": left} if left else {}


def add_step(props: Props, step: Props) -> None:
    """Add a step behind the others; a filter stands before what many rows come to."""
    steps: list[Props] = list(props.get("transform", ()))
    changing = [place for place, one in enumerate(steps) if "filter" in step and set(one) & CHANGES_ROWS]
    at = changing[0] if changing else len(steps)
    props["transform"] = [*steps[:at], step, *steps[at:]]
