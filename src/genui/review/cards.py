"""What the summary and the report show of each changed tool: its changes, its outline, its frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from genui.assets import Assets
from genui.canonical import pretty_json
from genui.config import Config
from genui.forms import form_text
from genui.inert import OWN_CODE, title_of
from genui.link import page_data
from genui.model import Json, JsonObject
from genui.outline import OutlineError, outline_of
from genui.outlinetext import outline_text
from genui.pages import PageError, link_page
from genui.plaintext import one_line
from genui.review.compare import NOTHING, Look, Looks, Review
from genui.review.output import folded, made_by
from genui.review.rules import LEVELS, Change
from genui.review.sides import Seen, source_digest
from genui.review.views import may_words
from genui.sample import sample_exchange
from genui.viewoptions import options_of

ACCEPTED = "accepted"
GROUPS = (*LEVELS, ACCEPTED)
REASONS: Mapping[str, str] = {
    "breaking": "People, hosts or saved calls lose something, or a page may do more than before.",
    "risky": "Probably meant, but look before you approve.",
    "cosmetic": "The same things look otherwise, or there is more of them.",
    ACCEPTED: "genui.toml gives a reason for each of these.",
}
"""The groups of a review, each with what is in it."""

OUTLINE_BYTES = 4000
"""Bytes of one outline that are compared."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A tool whose view is shown before and after."""

    tool: str
    before: Seen | None
    after: Seen | None
    exchange: JsonObject
    """The call and result that both sides show."""
    looks: tuple[Look, Look] = (NOTHING, NOTHING)
    relinked: bool = False
    may: str = ""
    """What the view may do, "" where that is what it could do before."""

    @property
    def drawn(self) -> bool:
        """True where people may see another view, so that it has to be shown."""
        if self.relinked or self.before is None or self.after is None:
            return self.relinked or self.before is not self.after
        return source_digest(self.before) != source_digest(self.after)


@dataclass(frozen=True, slots=True)
class Card:
    """Changes of one tool, the same change of many, or what changed in the project."""

    tools: tuple[str, ...]
    title: str
    group: str
    changes: tuple[Change, ...]
    by: str
    views: tuple[Shown, ...]

    @property
    def called(self) -> str:
        """What people call it: a tool by title and name."""
        if len(self.tools) == 1 and self.title != self.tools[0]:
            return f"{self.title} ({self.tools[0]})"
        return f"{len(self.tools)} tools" if len(self.tools) > 1 else self.title


def cards_of(review: Review, config: Config, looks: Looks | None = None) -> list[Card]:
    """Return a card for each changed tool and each change of many, those with the worst changes first."""
    cards, shown = [], set[str]()
    for tools, changes in sorted(folded(review.changes), key=lambda one: len(one[0])):
        open_ones = [one.level for one in changes if not one.accepted]
        group = next((level for level in LEVELS if level in open_ones), ACCEPTED)
        # A tool that has a card of its own is not shown a second time among many.
        views = [shown_of(review, tool, config, looks or {}) for tool in tools if tool not in shown]
        shown.update(tools)
        seen = review.after.tools.get(tools[0]) or review.before.tools.get(tools[0]) if tools else None
        title = seen.title if seen else "The project"
        by = made_by(review, tools[0]) if len(tools) == 1 else ""
        cards.append(Card(tools, title, group, tuple(changes), by, tuple(one for one in views if one)))
    return sorted(cards, key=lambda card: (GROUPS.index(card.group), not card.tools, card.tools))


def relinked_cards(review: Review, config: Config) -> list[Card]:
    """Return a card for each view that another genui has linked, to have them drawn."""
    views = [shown_of(review, tool, config, {}) for tool in review.relinked]
    return [Card((one.tool,), one.tool, LEVELS[-1], (), "", (one,)) for one in views if one]


def shown_of(review: Review, tool: str, config: Config, looks: Looks) -> Shown | None:
    """Return a tool as it is shown; None where neither side knows it, as an artifact that is left over."""
    changes = [one for one in review.changes if one.tool == tool]
    before, after = earlier(review, tool, changes), review.after.tools.get(tool)
    seen = after or before
    if seen is None:
        return None
    # Both sides show the same call: the first example, else one made from the schemas.
    examples = options_of(config, seen.tool.name).examples
    exchange = examples[0] if examples else sample_exchange(seen.tool)
    both = looks.get(tool, (NOTHING, NOTHING))
    sides = (review.before.tools, review.after.tools)
    could, may = (may_words(one, sides) if one else "" for one in (before, after))
    earlier_words = f" Before: {could}." if could else ""
    may = f"The view {may}.{earlier_words}" if may and may != could else ""
    return Shown(tool, before, after, exchange, both, tool in review.relinked, may)


def earlier(review: Review, tool: str, changes: Sequence[Change]) -> Seen | None:
    """Return what a tool was, under its old name where it has another now."""
    renamed = next((one.words.partition(" ")[0] for one in changes if one.rule == "tool-renamed"), tool)
    return review.before.tools.get(renamed)


def outline_diff(shown: Shown) -> str:
    """Return the outlines of both sides as a diff, "" where they are equal or cannot be made."""
    if shown.relinked:
        before, after = (look.outline.splitlines() for look in shown.looks)
    else:
        before, after = (outline_lines(one, shown.exchange) for one in (shown.before, shown.after))
    return diff(before, after, around=200)


def about(shown: Shown) -> list[str]:
    """Return what is good to know of a view besides its changes, a line each."""
    return [one for one in (shown.may, sameness(shown)) if one]


def sameness(shown: Shown) -> str:
    """Return in what both sides are the same though something changed; "" where a difference shows."""
    if not shown.before or not shown.after or shown.relinked:
        return ""
    if not shown.drawn:
        return "Tool and view file are the same on both sides: read what is told above."
    pictures = {look.picture for look in shown.looks}
    if "" not in pictures and len(pictures) == 1:
        return "Both sides look the same: the change does not show."
    if "" in pictures and shown.after.spec and not outline_diff(shown):
        return "Both sides say the same on this data: the change shows in no label or value."
    return ""


def diff(before: Sequence[str], after: Sequence[str], *, around: int) -> str:
    """Return a diff of lines with so many around each change, "" where they are equal."""
    lines = list(unified_diff(before, after, lineterm="", n=around))[2:]
    return "\n".join(line for line in lines if not line.startswith("@@"))


def outline_lines(seen: Seen | None, exchange: JsonObject) -> list[str]:
    """Return the outline of a view as lines, with the labels of its form first."""
    if seen is None or seen.view is None or seen.view.view.page is not None:
        return []
    try:
        outline = outline_of(seen.spec, seen.tool, exchange["result"], exchange.get("arguments"))
    except OutlineError as error:
        return [error.message]
    heading = [
        f"# {title_of(dict(seen.definition), seen.spec)}",
        *form_text(seen.tool, seen.spec).splitlines(),
    ]
    return [*heading, *outline_text(outline, most=OUTLINE_BYTES).splitlines()]


def definition_diff(shown: Shown) -> str:
    """Return how a tool's definition changed, as a diff of its file; "" where it did not."""
    if shown.before is None or shown.after is None:
        return ""
    texts = [pretty_json(one.definition).decode().splitlines() for one in (shown.before, shown.after)]
    return diff(*texts, around=2)


def frame_of(seen: Seen | None, assets: Assets, *, earlier: bool) -> dict[str, Json] | None:
    """Return what a frame is assembled from, or why there is none; None where there is no view.

    Each side is drawn by the genui that linked it, the earlier one even where that is not known here.
    """
    if seen is None or seen.view is None:
        return None
    view, page = seen.view.view, seen.page
    if view.page is not None:
        try:
            return {"html": link_page(seen.tool, view.page, assets, source="").decode()}
        except PageError:
            return None
    if page is not None and page.code == OWN_CODE and not (earlier and page.data):
        return {"why": "This page runs code that is not genui's. It is not shown here: read the file."}
    data: Any = page.data if page is not None and page.data else page_data(seen.tool, view, source="")
    shell = page.shell if page is not None and page.data else ""
    return {"title": one_line(title_of(data["tool"], data["spec"])), "data": data, "shell": shell}
