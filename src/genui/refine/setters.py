"""The shared ways in which acts change a spec: a prop set or taken away, and what it is set of."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from genui.baseline.paging import with_next_page
from genui.refine.draft import doubt, props_of, refuse, spare
from genui.refine.index import MEMBERS, index_of
from genui.refine.patch import copied
from genui.refine.showing import shown_entries
from genui.refine.slots import Member, Slots, command
from genui.refine.sources import (
    GRIDS,
    Props,
    Source,
    last_part,
    sources_of,
    told_props,
    without_step,
)

Change = Callable[[Slots], None]

OPPOSITE = {"dark": "light", "light": "dark"}

THINGS = frozenset({"column", "field", "checkbox", "dropdown", "slider", "box", "them", "these", "those"})
"""What "that …" speaks of that is no page."""


OF_MEMBERS = frozenset({"control of a field", "format", "move", "show"})
"""Acts behind which "it" is the member or field that they are about."""


def sets(targets: Callable[[Slots], Sequence[Props]], prop: str, value: Callable[[Slots], Any]) -> Change:
    """Return the change that sets a prop of everything that a clause is about."""

    def change(s: Slots) -> None:
        for target in targets(s):
            target[prop] = value(s)

    return change


def drops(prop: str) -> Change:
    """Return the change that takes a prop, and the step called alike, away wherever it is."""

    def change(s: Slots) -> None:
        before = copied(s.draft.spec)
        for props in [one["props"] for one in s.draft.components() if "props" in one]:
            props.pop(prop, None)
            without_step(props, prop)
        spare(s.draft.spec == before, "it would change nothing: the view does not ask for it")

    return change


# What is set


def text(s: Slots) -> str:
    """Return the free text of a clause."""
    return s.text


def wanted(s: Slots) -> bool:
    """Tell whether a clause wants a thing: it does not hide it or turn it off."""
    return not (s.has("hide", "hidden", "not") or s.value("bool") == "false")


def counted(s: Slots) -> int:
    """Return the whole number of a clause, which counts something."""
    return int(s.value("number", 0))


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


def texts(s: Slots) -> list[Props]:
    """Return what tables say of the columns that are named, else of all that are no figures."""
    rows = [one for one in sources_of(s.draft) if one.rows]
    plain = [(one, key) for one in rows for key in one.names if not one.meaning(key).measure]
    return [entry for member in (s.columns() if s.names() else plain) for entry in column_entries(member)]


def column_entries(member: Member) -> list[Props]:
    """Return what the tables of a source say of one column."""
    source, key = member
    found = [entry for one in source.shown(*GRIDS) for entry in shown_entries(one, source, key)]
    refuse(not found, f"no table shows {last_part(key)}", 'say "show it as a table"')
    return found


def charts(s: Slots) -> list[Props]:
    """Return the props of the charts that are named, else of all."""
    found = [one for one in s.parts() if one["type"] == "chart"] or s.draft.components("chart")
    refuse(not found, "there is no chart", 'say "line chart of … by …" first')
    return [props_of(one) for one in found]


# The page


def theme(s: Slots) -> str:
    """Return the theme that is asked for: the other one where one is not wanted."""
    said = s.all("theme")[0]
    denied = any(one.start < said.start for one in s.all("hide", "hidden", "not"))
    return OPPOSITE.get(said.value, said.value) if denied else str(said.value)


def title(s: Slots) -> None:
    """Set the title of the view."""
    before = s.context.act.name if s.context.act is not None else ""
    of_member = before in OF_MEMBERS or s.context.topic or s.words("pron") & THINGS
    of_member = of_member or s.words("rename") & {"label", "relabel"}
    doubt(s.has("pron") and of_member, "what is it that gets a label?")
    doubt(s.nouns() & {"column", "field"}, "which one gets a label?")
    doubt("rename" in s.words("rename") and has_member(s, "title"), "a member is called title as well")
    s.draft.spec["title"] = s.text


def no_title(s: Slots) -> None:
    """Tell that a view cannot be without a title."""
    refuse(s, "a view has a title", 'say "title: …" for another')


def button(s: Slots) -> None:
    """Set the text of the button that runs the tool."""
    another = s.nouns() - {"label", "form"} or re.search(r"\ban? (?:\w+ )?button to\b", s.clause, re.I)
    doubt(another, "another button than the form's")
    s.draft.form["submit"] = s.text


def no_description(s: Slots) -> str:
    """Return the description of a view that has none."""
    way = command(s.draft.tool.name, "hide the description column")
    several = "a member is called description as well", f"if you mean that one:\n{way}"
    refuse(has_member(s, "description"), *several)
    return ""


def has_member(s: Slots, name: str) -> bool:
    """Tell whether a member of the result is called so."""
    return any(one.told == name and one.kind in MEMBERS for one in index_of(s.draft).entities)


def refresh(s: Slots) -> None:
    """Offer a button that runs the tool again, or let it run by itself every so many seconds."""
    seconds = int(s.value("number", 1) * (60 if s.has("minutes") else 1))
    s.draft.spec.pop("refresh", None)
    if wanted(s):
        s.draft.spec["refresh"] = {"interval": seconds} if s.has("seconds", "minutes") else {}


def next_page(s: Slots) -> None:
    """Offer a button to the next page, or take it away."""
    spare(wanted(s) and "nextPage" in s.draft.spec, "it would change nothing: that button is there")
    s.draft.spec.pop("nextPage", None)
    if wanted(s):
        found = with_next_page(s.draft.spec, s.draft.tool)
        told = "neither this tool nor its answer is known to have a cursor to the next page"
        refuse("nextPage" not in found, told)
        s.draft.spec.update(found)
