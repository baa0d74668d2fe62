"""report.html: a review to look at, with the runtime once and every changed view before and after."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui.assets import Assets, bundled_directory, read_directory
from genui.link import filled_page
from genui.model import Json, Tool
from genui.pagedata import embed_json
from genui.plaintext import escaped
from genui.render.results import feed_of
from genui.review.cards import GROUPS, REASONS, Card, definition_diff, frame_of, outline_diff
from genui.review.compare import Review
from genui.review.rules import GROUPS as RULE_GROUPS
from genui.review.rules import RULES
from genui.review.words import headline

TITLE, DATA = "\ue000title\ue000", "\ue000data\ue000"
"""Where title and data go in the page that frames are assembled from: no text of genui's holds these."""

OF_FORM = frozenset({*RULE_GROUPS["Arguments"], *RULE_GROUPS["Hints of the tool"]})
"""Rules whose changes are seen in the form."""
"""Where title and data go in the page that frames are assembled from: no text of genui's holds these."""

Pictures = Mapping[str, tuple[str, str]]
"""By tool, the pictures before and after as data: URIs; "" where there is none."""


def report(review: Review, cards: Sequence[Card], assets: Assets, pictures: Pictures | None = None) -> str:
    """Return the report, whole."""
    texts = read_directory(bundled_directory("templates") / "review")
    document = {
        "headline": headline(review),
        "before": review.before.name,
        "after": review.after.name,
        "groups": [{"name": name, "why": REASONS[name]} for name in GROUPS],
        "cards": [card_json(card, assets, (pictures or {}).get(card.tool)) for card in cards],
        "unused": [f"{one.rule} of {one.tool or 'the project'}" for one in review.unused],
        "shell": filled_page(assets, title=TITLE, data=DATA).decode(),
        "holes": [TITLE, DATA],
    }
    filled = {
        "{{ title }}": escaped(f"Review: {review.before.name} → {review.after.name}"),
        "{{ style }}": texts["report.css"],
        "{{ script }}": texts["report.js"],
        "{{ data }}": embed_json(document),
    }
    page = texts["report.html"]
    for hole, text in filled.items():
        head, _, tail = page.partition(hole)
        page = head + text + tail
    return page


def card_json(card: Card, assets: Assets, pictures: tuple[str, str] | None) -> dict[str, Any]:
    """Return what the report shows of a tool."""
    told: dict[str, Any] = {
        "tool": card.tool,
        "title": card.title,
        "group": card.group,
        "by": card.by,
        "changes": [
            {
                "rule": one.rule,
                "level": one.level,
                "words": one.words,
                "why": RULES[one.rule].why,
                "accepted": one.accepted,
            }
            for one in card.changes
        ],
        "pictures": pictures,
    }
    if not card.tool or (card.before is None and card.after is None):
        return told
    told["schema"] = definition_diff(card)
    if card.drawn:
        seen = card.after or card.before
        assert seen is not None
        told |= {
            "outline": outline_diff(card),
            "frames": [frame_of(one, assets) for one in (card.before, card.after)],
            "states": states_of(card, seen.tool),
            "definition": {key: value for key, value in seen.definition.items() if key != "outputSchema"},
        }
    return told


def states_of(card: Card, tool: Tool) -> list[dict[str, Json]]:
    """Return what the frames can be shown with, what shows the change first: the same on both sides."""
    feed = feed_of("", tool, examples=[card.exchange])
    arguments = card.exchange.get("arguments") or {}
    named = [
        ("Result", card.exchange.get("result")),
        ("Other data", feed.other),
        ("Empty", feed.empty),
        ("Error", feed.failing),
    ]
    shown = [{"name": name, "arguments": arguments, "result": result} for name, result in named if result]
    form: dict[str, Json] = {"name": "Form", "arguments": None, "result": None}
    of_form = all(one.rule in OF_FORM for one in card.changes)
    return [form, *shown] if of_form else [*shown, form]
