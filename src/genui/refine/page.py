"""Wishes about the view as a whole: theme, title, running the tool again."""

import re

from genui.baseline.paging import with_next_page
from genui.refine.draft import doubt, refuse, spare
from genui.refine.index import MEMBERS, index_of
from genui.refine.setters import wanted
from genui.refine.slots import Slots, command

OPPOSITE = {"dark": "light", "light": "dark"}


def theme(s: Slots) -> str:
    """Return the theme that is asked for: the other one where one is not wanted."""
    said = str(s.value("theme"))
    at = s.all("theme")[0].start
    denied = any(one.start < at for one in s.all("hide", "hidden", "not"))
    return OPPOSITE.get(said, said) if denied else said


THINGS = frozenset({"column", "field", "checkbox", "dropdown", "slider", "box", "them", "these", "those"})
"""What "that …" speaks of that is no page."""


OF_MEMBERS = frozenset({"control of a field", "format", "move", "show"})
"""Acts behind which "it" is the member or field that they are about."""


def title(s: Slots) -> None:
    """Set the title of the view."""
    said = s.words("rename") & {"say", "read", "->"} and not s.has("title")
    doubt(said or s.nouns() - {"page", "label", "whole"}, "no title of the page")
    doubt(s.has("pron") and s.words("rename") & {"label", "relabel"}, "what is it that gets a label?")
    before = s.context.act
    of_member = s.context.topic or s.words("pron") & THINGS or (before and before.name in OF_MEMBERS)
    of_member = s.has("pron") and of_member
    doubt(of_member, "a member was spoken of, and not the page")
    doubt("rename" in s.words("rename") and has_member(s, "title"), "a member is called title as well")
    s.draft.spec["title"] = s.text


def button(s: Slots) -> None:
    """Set the text of the button that runs the tool."""
    another = s.nouns() - {"label", "form"} or re.search(r"\ban? (?:\w+ )?button to\b", s.clause, re.I)
    doubt(another, "another button than the form's")
    s.draft.form["submit"] = s.text


def no_description(s: Slots) -> str:
    """Return the description of a view that has none."""
    doubt("column" in s.nouns(), "a column, and not the words below the title")
    way = command(s.draft.tool.name, "hide the description column")
    refuse(
        has_member(s, "description"),
        "a member is called description as well",
        f"if you mean that one:\n{way}",
    )
    return ""


def has_member(s: Slots, name: str) -> bool:
    """Tell whether a member of the result is called so."""
    return any(one.told == name and one.kind in MEMBERS for one in index_of(s.draft).entities)


def refresh(s: Slots) -> None:
    """Offer a button that runs the tool again, or let it run by itself every so many seconds."""
    if not wanted(s):
        s.draft.spec.pop("refresh", None)
        return
    timed = s.has("seconds", "minutes")
    doubt(s.has("number") and not timed, "how many seconds?")
    seconds = int(s.value("number", 1) * (60 if s.has("minutes") else 1))
    s.draft.spec["refresh"] = {"interval": seconds} if timed else {}


def next_page(s: Slots) -> None:
    """Offer a button to the next page, or take it away."""
    if not wanted(s):
        refuse(s.draft.spec.pop("nextPage", None) is None, "there is no such button, so nothing would change")
        return
    spare("nextPage" in s.draft.spec, "it would change nothing: that button is there")
    found = with_next_page(s.draft.spec, s.draft.tool)
    refuse(
        found is s.draft.spec, "neither this tool nor its answer is known to have a cursor to the next page"
    )
    s.draft.spec.update(found)
