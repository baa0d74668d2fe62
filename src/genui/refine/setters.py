"""The shared ways in which acts change a spec: a prop set or taken away, and what it is set of."""

from collections.abc import Callable, Sequence
from typing import Any

from genui.refine.draft import doubt, props_of, refuse
from genui.refine.showing import shown_entries
from genui.refine.slots import Member, Slots
from genui.refine.sources import (
    GRIDS,
    Props,
    Source,
    has_step,
    last_part,
    sources_of,
    told_props,
    without_step,
)

Change = Callable[[Slots], None]

AXES = frozenset({"line", "area", "bar", "scatter"})
"""Kinds of charts that have axes."""


def sets(targets: Callable[[Slots], Sequence[Props]], prop: str, value: Callable[[Slots], Any]) -> Change:
    """Return the change that sets a prop of everything that a clause is about."""

    def change(s: Slots) -> None:
        for target in targets(s):
            target[prop] = value(s)

    return change


def drops(prop: str) -> Change:
    """Return the change that takes a prop, and the step called alike, away wherever it is."""

    def change(s: Slots) -> None:
        found = [one["props"] for one in s.draft.components() if has_step(one.get("props", {}), prop)]
        refuse(not found, "it would change nothing: the view does not ask for it")
        for props in found:
            props.pop(prop, None)
            without_step(props, prop)

    return change


def refuses(message: str, hint: str) -> Change:
    """Return the change that no view can make."""
    return lambda s: refuse(s, message, hint)


# What is set


def said(kind: str) -> Callable[[Slots], Any]:
    """Return how to read the value of the first item of a kind."""
    return lambda s: s.value(kind)


def text(s: Slots) -> str:
    """Return the free text of a clause."""
    return s.text


def wanted(s: Slots) -> bool:
    """Tell whether a clause wants a thing: it does not hide it or turn it off."""
    return not (s.has("hide", "hidden", "not") or s.value("bool") == "false")


def hidden(s: Slots) -> bool:
    """Tell whether a clause hides a thing."""
    return s.has("hide", "hidden")


def counted(s: Slots) -> int:
    """Return the whole number of a clause, which counts something."""
    number = s.value("number", 0)
    doubt(number < 1 or not float(number).is_integer() or len(s.all("number")) > 1, "how many?")
    return int(number)


# What it is set of


def page(s: Slots) -> list[Props]:
    """Return the view as a whole."""
    return [s.draft.spec]


def tables(s: Slots) -> list[Props]:
    """Return the props of the tables of the rows that are spoken of, or of all."""
    homes = {one.home for one in s.rows_named()}
    sources = [one for one in sources_of(s.draft) if one.rows and (not homes or one.home in homes)]
    found = [told_props(component, source) for source in sources for component in source.shown(*GRIDS)]
    refuse(not found, "this view has no table", 'say "show it as a table"')
    return found


def grids(source: Source, why: str, hint: str = 'say "show it as a table"') -> list[Props]:
    """Return the props of the tables of rows; refuse where only a table could do it."""
    found = [told_props(one, source) for one in source.shown(*GRIDS)]
    refuse(not found, why, hint)
    return found


def columns(s: Slots) -> list[Props]:
    """Return what tables say of the columns that are named."""
    return [entry for member in s.columns() for entry in column_entries(member)]


def column_entries(member: Member) -> list[Props]:
    """Return what the tables of a source say of one column."""
    source, key = member
    found = [entry for one in source.shown(*GRIDS) for entry in shown_entries(one, source, key)]
    refuse(not found, f"no table shows {last_part(key)}", 'say "show it as a table"')
    return found


def charts(s: Slots) -> list[Props]:
    """Return the props of the charts with axes that are named, else of all."""
    found = [one for one in s.parts() if one["type"] == "chart"] or s.draft.components("chart")
    adaptive = [one for one in s.draft.components("rows") if one.get("props", {}).get("as") in AXES]
    refuse(
        adaptive and not found,
        "what comes back is not declared, so its chart cannot be told that",
        'mode = "html" can',
    )
    refuse(not found, "there is no chart", 'say "line chart of … by …" first')
    for kind in [props_of(one)["kind"] for one in found]:
        refuse(kind not in AXES, f"a {kind} has no axis")
    return [props_of(one) for one in found]
