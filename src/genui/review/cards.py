"""What the summary and the report show of each changed tool: its changes, its outline, its frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import unified_diff
from typing import Any

from genui.assets import Assets
from genui.canonical import pretty_json
from genui.config import Config
from genui.inert import OWN_CODE, title_of
from genui.link import page_data
from genui.model import Json, JsonObject, Tool
from genui.outline import OutlineError, outline_of
from genui.outlinetext import outline_text
from genui.pagelink import PageError, link_page
from genui.plaintext import one_line
from genui.review.changes import Change
from genui.review.compare import Review
from genui.review.rules import LEVELS
from genui.review.sides import Seen, source_digest
from genui.review.words import by_tool, made_by
from genui.sample import sample_exchange
from genui.wishes import wishes_of

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
class Card:
    """One changed tool, or the project where `tool` is empty."""

    tool: str
    title: str
    group: str
    changes: tuple[Change, ...]
    by: str = ""
    before: Seen | None = None
    after: Seen | None = None
    exchange: JsonObject = field(default_factory=dict)
    """The call and result that both sides show."""

    @property
    def drawn(self) -> bool:
        """True where people see another view, so that it has to be shown."""
        if self.before is None or self.after is None:
            return self.before is not self.after
        return source_digest(self.before) != source_digest(self.after)


def cards_of(review: Review, config: Config) -> list[Card]:
    """Return a card for each changed tool, those with the worst changes first, by name within a group."""
    cards = []
    for tool, changes in by_tool(review.changes).items():
        open_ones = [one.level for one in changes if not one.accepted]
        group = next((level for level in LEVELS if level in open_ones), ACCEPTED)
        before, after = earlier(review, tool, changes), review.after.tools.get(tool)
        seen = after or before
        title = seen.title if seen else "The project"
        exchange = exchange_of(seen.tool, config) if seen else {}
        cards.append(Card(tool, title, group, tuple(changes), made_by(review, tool), before, after, exchange))
    return sorted(cards, key=lambda card: (GROUPS.index(card.group), not card.tool, card.tool))


def earlier(review: Review, tool: str, changes: Sequence[Change]) -> Seen | None:
    """Return what a tool was, under its old name where it has another now."""
    renamed = next((one.words.partition(" ")[0] for one in changes if one.rule == "tool-renamed"), tool)
    return review.before.tools.get(renamed)


def exchange_of(tool: Tool, config: Config) -> JsonObject:
    """Return the call that both sides of a tool show: its first example, else one made from its schemas."""
    examples = wishes_of(config, tool.name).examples
    return examples[0] if examples else sample_exchange(tool)


def outline_diff(card: Card) -> str:
    """Return the outlines of both sides as a diff, "" where they are equal or cannot be made."""
    before, after = (outline_lines(one, card.exchange) for one in (card.before, card.after))
    lines = list(unified_diff(before, after, lineterm="", n=200))[2:]
    return "\n".join(line for line in lines if not line.startswith("@@"))


def outline_lines(seen: Seen | None, exchange: JsonObject) -> list[str]:
    """Return the outline of a view as lines, with the labels of its form first."""
    if seen is None or seen.view is None or seen.view.view.page is not None:
        return []
    labels = form_labels(seen)
    try:
        outline = outline_of(seen.spec, seen.tool, exchange["result"], exchange.get("arguments"))
    except OutlineError as error:
        return [error.message]
    heading = [
        f"# {title_of(dict(seen.definition), seen.spec)}",
        *([f"form: {', '.join(labels)}"] if labels else []),
    ]
    return [*heading, *outline_text(outline, most=OUTLINE_BYTES).splitlines()]


def form_labels(seen: Seen) -> list[str]:
    """Return the labels of a form's controls."""
    from genui.forms import form_plan

    nodes = form_plan(seen.tool, seen.spec)["nodes"]
    kids = [nodes[kid[1]] for kid in nodes[0].get("kids", ()) if kid[1] >= 0]
    return [f"{kid.get('label', '')}{' (required)' if kid.get('req') else ''}" for kid in kids]


def definition_diff(card: Card) -> str:
    """Return how a tool's definition changed, as a diff of its file; "" where it did not."""
    texts = [pretty_json(one.definition).decode() if one else "" for one in (card.before, card.after)]
    if not all(texts):
        return ""
    return "\n".join(list(unified_diff(texts[0].splitlines(), texts[1].splitlines(), lineterm="", n=2))[2:])


def frame_of(seen: Seen | None, assets: Assets) -> dict[str, Json] | None:
    """Return what a frame is assembled from: title and data, or a whole page; None where there is no view."""
    if seen is None or seen.view is None:
        return None
    view = seen.view.view
    if view.page is not None:
        try:
            return {"html": link_page(seen.tool, view.page, assets, source="").decode()}
        except PageError:
            return None
    if seen.page is not None and seen.page.code == OWN_CODE:
        return {"why": "This page runs code that is not genui's. It is not shown here: read the file."}
    data: dict[str, Any] = page_data(seen.tool, view, source="")
    return {"title": one_line(title_of(data["tool"], view.spec)), "data": data}
