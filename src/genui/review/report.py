"""report.html: a review to look at, with the runtime once and every changed view before and after."""

from collections.abc import Sequence
from typing import Any

from genui.assets import Assets, bundled_directory, read_directory
from genui.link import filled_page
from genui.model import Json, Tool
from genui.plaintext import embed_json, escaped
from genui.render.results import feed_of
from genui.review.cards import GROUPS, REASONS, Card, Shown, about, definition_diff, frame_of, outline_diff
from genui.review.compare import Review
from genui.review.rules import GROUPS as RULE_GROUPS
from genui.review.rules import RULES
from genui.review.sides import DATA, TITLE
from genui.review.words import headline, notes

OF_FORM = frozenset({*RULE_GROUPS["Arguments"], *RULE_GROUPS["Hints of the tool"]})
"""Rules whose changes are seen in the form."""


def report(review: Review, cards: Sequence[Card], assets: Assets) -> str:
    """Return the report, whole."""
    texts = read_directory(bundled_directory("templates") / "review")
    told = [card_json(card, assets) for card in cards]
    frames = [one for card in told for view in card["views"] for one in view.get("frames", ()) if one]
    shells = {
        **review.before.shells,
        **review.after.shells,
        "": filled_page(assets, title=TITLE, data=DATA).decode(),
    }
    document = {
        "headline": headline(review),
        "before": review.before.name,
        "after": review.after.name,
        "groups": [{"name": name, "why": REASONS[name]} for name in GROUPS],
        "cards": told,
        "notes": notes(review),
        "shells": {name: shells[name] for name in sorted({one["shell"] for one in frames if "shell" in one})},
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


def card_json(card: Card, assets: Assets) -> dict[str, Any]:
    """Return what the report shows of a card."""
    return {
        "tools": card.tools,
        "called": card.called,
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
        "views": [view_json(card, one, assets) for one in card.views],
    }


def view_json(card: Card, shown: Shown, assets: Assets) -> dict[str, Any]:
    """Return what the report shows of a view."""
    told: dict[str, Any] = {
        "tool": shown.tool,
        "schema": definition_diff(shown),
        "about": about(shown),
    }
    seen = shown.after or shown.before
    if shown.drawn and seen is not None:
        told |= {
            "outline": outline_diff(shown),
            "pictures": [one.picture for one in shown.looks],
            "frames": [
                frame_of(shown.before, assets, earlier=True),
                frame_of(shown.after, assets, earlier=False),
            ],
            "states": states_of(card, shown, seen.tool),
            "definition": {key: value for key, value in seen.definition.items() if key != "outputSchema"},
        }
    return told


def states_of(card: Card, shown: Shown, tool: Tool) -> list[dict[str, Json]]:
    """Return what the frames can be shown with, what shows the change first: the same on both sides."""
    feed = feed_of("", tool, examples=[shown.exchange])
    arguments = shown.exchange.get("arguments") or {}
    named = [
        ("Result", shown.exchange.get("result")),
        ("Other data", feed.other),
        ("Empty", feed.empty),
        ("Error", feed.failing),
    ]
    states = [{"name": name, "arguments": arguments, "result": result} for name, result in named if result]
    form: dict[str, Json] = {"name": "Form", "arguments": None, "result": None}
    of_form = all(one.rule in OF_FORM for one in card.changes)
    return [form, *states] if of_form else [*states, form]
