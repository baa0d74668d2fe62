"""Wishes about the view as a whole: theme, title, running the tool again."""

from genui.baseline.paging import with_next_page
from genui.refine.draft import doubt, refuse
from genui.refine.index import index_of
from genui.refine.setters import wanted
from genui.refine.slots import Slots

OPPOSITE = {"dark": "light", "light": "dark"}


def theme(s: Slots) -> str:
    """Return the theme that is asked for: the other one where one is not wanted."""
    said = str(s.value("theme"))
    at = s.all("theme")[0].start
    denied = any(one.start < at for one in s.all("hide", "hidden", "not"))
    return OPPOSITE.get(said, said) if denied else said


def title(s: Slots) -> None:
    """Set the title of the view."""
    said = {one.text.lower() for one in s.all("rename")}
    doubt(
        s.nouns() - {"page", "label", "whole"} or (said & {"say", "read", "->"} and not s.has("title")),
        "no title of the page",
    )
    if s.has("pron"):
        column = any("column" in one.text.lower() for one in s.all("pron"))
        doubt(s.context.topic or column, "a member was spoken of, and not the page")
    elif said and "page" not in s.nouns():
        members = [one for one in index_of(s.draft).entities if one.kind in {"column", "value", "field"}]
        called = any(one.told == "title" for one in members)
        doubt(called, "a member is called title as well", 'say "title of the page: …"')
    s.draft.spec["title"] = s.text


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
    refuse("nextPage" in s.draft.spec, "it would change nothing: that button is there")
    found = with_next_page(s.draft.spec, s.draft.tool)
    told = "neither this tool nor its answer is known to have a cursor to the next page"
    refuse(found is s.draft.spec, told)
    s.draft.spec.update(found)
