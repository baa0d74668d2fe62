"""Wishes about the view as a whole: theme, title, description, layout, the raw result."""

import re

from genui.refine.draft import Draft, Unfulfilled, props_of
from genui.refine.members import bare_label
from genui.refine.names import bare, nearest_names
from genui.refine.parts import PARTS, part, words
from genui.refine.sources import sources_of

Match = re.Match[str]

THEMES = {"dark": ("dark", "night", "black"), "light": ("light", "day", "bright", "white")}


def theme(draft: Draft, match: Match) -> None:
    """Fix the theme, or follow the host's."""
    found = match.groupdict()
    said = (found.get("theme") or "").lower()
    meant = next((name for name, words in THEMES.items() if said.startswith(words)), "auto")
    draft.spec["theme"] = {"dark": "light", "light": "dark"}.get(meant, meant) if found.get("no") else meant


def title(draft: Draft, match: Match) -> None:
    """Set the title of the view."""
    named = any(name.told == "title" for source in sources_of(draft) for name in source.known())
    if named and RENAMES_TITLE.match(match.string[: match.start("label")]):
        raise Unfulfilled("a member is called title as well", 'say "title of the view: …"')
    if OF_PART.search(match.string[: match.start("label")]) and '"' not in match["label"]:
        raise Unfulfilled("no part of this view is called so", "put a new title in quotes")
    if OF_WHAT.search(match.string[: match.start("label")]):
        raise Unfulfilled("no part of this view is called so")
    said = match["label"]
    if re.match(r"(?:them|those|these|each|every|by|after)\b ", said):
        raise Unfulfilled(f'"{said}" is no title', "put a new title in quotes", weak=True)
    if AS_CARDS.match(said):
        raise Unfulfilled(f'"{said}" says how rows are shown', "put a new title in quotes", weak=True)
    if re.match(r"(?:the|its|their|each) ", said) and any(
        nearest_names(bare(said), source.known()) for source in sources_of(draft)
    ):
        raise Unfulfilled(f"{said} is a member, and no title", "put a new title in quotes", weak=True)
    draft.spec["title"] = bare_label(said)


RENAMES_TITLE = re.compile(
    r"(?:rename|relabel|call|label)\b(?!.*\b(?:page|view|app|screen|thing|lot|it|this|that)\b)", re.I
)
"""What may be about a member that is called title."""
OF_PART = re.compile(r"\b(?:title|heading|headline|name) (?:of|for)\s*$", re.I)
"""How the title of something else than the view begins."""


OF_WHAT = re.compile(
    r"\b(?:table|list|chart|graph|cards|section|columns?|field|input)(?:'s)? "
    r"(?:(?:the|a|its) )?(?:title|heading|caption|headline)\b",
    re.I,
)
"""How the title of a part begins that the view does not have."""


AS_CARDS = re.compile(
    r"(?:(?:an?|one|the|it as|them as) )?(?:cards?|tiles?|timeline|list|entry|box)\b.* (?:with|by|headed)\b"
)
"""How rows are shown, which is no title."""


def description(draft: Draft, match: Match) -> None:
    """Set the description of the view."""
    draft.spec["description"] = bare_label(match["label"])


def no_description(draft: Draft, match: Match) -> None:
    """Leave the description out."""
    draft.spec["description"] = ""


def part_title(draft: Draft, match: Match) -> None:
    """Set the title of one part of the view."""
    titled = {words(str(one.get("title", ""))) for one in draft.components()}
    if words(match["part"]) not in {*PARTS, *titled}:
        raise Unfulfilled("no part of a view is called so")
    for component in part(draft, match["part"])[:1]:
        component["title"] = bare_label(match["label"])


def no_part_title(draft: Draft, match: Match) -> None:
    """Take the title of one part of the view away."""
    for component in part(draft, match["part"]):
        component.pop("title", None)
        if component["type"] == "chart":
            props_of(component).pop("title", None)


def layout(draft: Draft, match: Match) -> None:
    """Stack the parts of the result, or put them side by side."""
    text = match.group().lower()
    if re.search(r"stack|one column|single column|below each other|one below|underneath", text):
        draft.spec["layout"] = "stack"
        return
    draft.spec["layout"] = "grid-3" if re.search(r"\b(?:3|three)\b", text) else "grid-2"


def raw(draft: Draft, match: Match) -> None:
    """Offer the raw result, or do not."""
    draft.spec["raw"] = not any(match.groupdict().get(key) for key in ("no", "off"))
