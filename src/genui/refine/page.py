"""Wishes about the view as a whole: theme, title, description, layout, the raw result."""

from genui.baseline.paging import with_next_page
from genui.refine.draft import Unfulfilled
from genui.refine.index import index_of
from genui.refine.slots import Slots

OPPOSITE = {"dark": "light", "light": "dark"}


def theme(s: Slots) -> None:
    """Fix the theme, or follow the host's."""
    said = str(s.value("theme"))
    at = next(one.start for one in s.all("theme"))
    if any(one.start < at for one in s.all("hide", "hidden", "not")):
        said = OPPOSITE.get(said, said)
    s.draft.spec["theme"] = said


def title(s: Slots) -> None:
    """Set the title of the view."""
    said = {one.text.lower() for one in s.all("rename")}
    if any(one.text.lower().endswith("s") for one in s.all("title", "noun")):
        raise Unfulfilled("a page has one title", weak=True)
    if s.nouns() - {"page", "label", "whole"} or (said & {"say", "read", "->"} and not s.has("title")):
        raise Unfulfilled("no title of the page", weak=True)
    if s.has("pron") and (s.context.topic or any("column" in one.text.lower() for one in s.all("pron"))):
        raise Unfulfilled("a member was spoken of, and not the page", weak=True)
    named = [
        one
        for one in index_of(s.draft).entities
        if one.kind in {"column", "value", "field"} and one.told == "title"
    ]
    if (
        named
        and s.has("rename", "title")
        and not s.nouns() & {"page"}
        and not s.has("pron")
        and s.all("rename")
    ):
        column = "rename" in said
        raise Unfulfilled("a member is called title as well", 'say "title of the page: …"', weak=column)
    s.draft.spec["title"] = s.text


def no_title(s: Slots) -> None:
    """Refuse to leave the title out: a view has one."""
    raise Unfulfilled("a view has a title", 'say "title: …" for another')


def description(s: Slots) -> None:
    """Set the description of the view."""
    s.draft.spec["description"] = s.text


def no_description(s: Slots) -> None:
    """Leave the description out."""
    members = [one.told for one in index_of(s.draft).entities if one.kind in {"column", "value", "field"}]
    if "description" in members:
        raise Unfulfilled("a member is called description as well", 'say "hide the description column"')
    s.draft.spec["description"] = ""


def layout(s: Slots) -> None:
    """Stack the parts of the result, or put them side by side."""
    s.draft.spec["layout"] = s.value("layout")


def raw(s: Slots) -> None:
    """Offer the raw result, or do not."""
    s.draft.spec["raw"] = not (s.has("hide", "hidden", "not") or s.value("bool") == "false")


def refresh(s: Slots) -> None:
    """Offer a button that runs the tool again, or let it run by itself every so many seconds."""
    if s.has("hide", "hidden", "not"):
        s.draft.spec.pop("refresh", None)
        return
    count = s.value("number", 1 if s.has("seconds", "minutes") else None)
    if count is not None and not s.has("seconds", "minutes"):
        raise Unfulfilled("how many seconds?", weak=True)
    seconds = {"interval": int(count * (60 if s.has("minutes") else 1))} if count is not None else {}
    s.draft.spec["refresh"] = seconds


def next_page(s: Slots) -> None:
    """Offer a button to the next page, or take it away."""
    if s.has("hide", "hidden", "not"):
        if s.draft.spec.pop("nextPage", None) is None:
            raise Unfulfilled("there is no such button, so nothing would change")
        return
    if "nextPage" in s.draft.spec:
        raise Unfulfilled("it would change nothing: that button is there")
    found = with_next_page(s.draft.spec, s.draft.tool)
    if found is s.draft.spec:
        raise Unfulfilled("neither this tool nor its answer is known to have a cursor to the next page")
    s.draft.spec.update(found)
