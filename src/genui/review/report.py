"""A review in Markdown for the summary of a job, cut by whole sections, and as a page to look at.

The page, report.html, has the runtime once and every changed view before and after.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from genui.assets import Assets, bundled_directory, read_directory
from genui.link import filled_page
from genui.model import Json, Tool
from genui.plaintext import embed_json, escaped
from genui.render.results import feed_of
from genui.review.cards import GROUPS, REASONS, Card, Shown, about, definition_diff, frame_of, outline_diff
from genui.review.compare import Review
from genui.review.output import headline, named, notes
from genui.review.rules import GROUPS as RULE_GROUPS
from genui.review.rules import RULES
from genui.review.sides import DATA, TITLE

MOST = 60_000
"""Bytes: a comment on GitHub holds 65,536 characters, and a job's summary 1 MiB."""

SPECIAL = str.maketrans(
    {
        **{character: f"\\{character}" for character in "\\`*_[]|~#"},
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "@": "&#64;",
        "\n": " ",
        "\r": " ",
    }
)
"""What Markdown, HTML and mentions would read as more than text: words come from servers and models."""


def summary(review: Review, cards: Sequence[Card], *, report: str = "report.html") -> str:
    """Return a review as Markdown of MOST bytes at most; what is left out is told."""
    sides = f"`{plain(review.before.name)}` → `{plain(review.after.name)}`"
    head = f"# Review of the views\n\n**{headline(review)}** {sides}\n"
    beside = [f"\n{safe(one)}\n" for one in notes(review)]
    sections = [head, *beside, *tables(cards), *pictures(cards)]
    sizes = accumulate(len(section.encode()) for section in sections)
    kept = sum(size <= MOST - 200 for size in sizes)
    left = len(sections) - kept
    cut = f"\n{left} sections more are in {report} and review.json.\n" if left else ""
    return "".join(sections[:kept]) + cut


def tables(cards: Sequence[Card]) -> Iterator[str]:
    """Yield a section for each group, and within it one for each tool."""
    for group in GROUPS:
        chosen = [card for card in cards if card.group == group]
        if not chosen:
            continue
        yield f"\n## {group.capitalize()}\n\n{REASONS[group]}\n"
        for card in chosen:
            by = f" ({safe(card.by)})" if card.by else ""
            which = f"\n{safe(named(card.tools))}\n" if len(card.tools) > 1 else ""
            rows = [row_of(card, index) for index in range(len(card.changes))]
            yield "\n".join(
                [
                    f"\n### {safe(card.called)}{by}\n{which}",
                    *(f"{safe(one)}\n" for one in common(map(about, card.views))),
                    "| | what changed | why it matters |",
                    "|---|---|---|",
                    *rows,
                    "",
                ]
            )


def common(texts: Iterable[Sequence[str]]) -> list[str]:
    """Return the texts that all have."""
    first, *others = [*texts] or [()]
    return [one for one in first if all(one in other for other in others)]


def row_of(card: Card, index: int) -> str:
    """Return the row of one change."""
    change = card.changes[index]
    level = f"**{change.level}**" if change.level == "breaking" and not change.accepted else change.level
    level = f"accepted: {safe(change.accepted)}" if change.accepted else level
    return f"| {level} | {safe(change.words)} | {RULES[change.rule].why} `{change.rule}` |"


def pictures(cards: Sequence[Card]) -> Iterator[str]:
    """Yield the outline of each changed view as text: what a picture would show."""
    views = [one for card in cards for one in card.views if one.drawn]
    shown = [(view, text) for view in views if (text := outline_diff(view))]
    if shown:
        yield "\n## What people see\n\nThe outline of each changed view on the same data.\n"
    for view, text in shown:
        # A fence needs more backticks than stand together in the text.
        fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 3)
        name = view.tool.translate(SPECIAL)
        yield f"\n<details><summary>{name}</summary>\n\n{fence}diff\n{text}\n{fence}\n\n</details>\n"


def safe(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return text.translate(SPECIAL)


def plain(text: str) -> str:
    """Return a text for the inside of backticks."""
    return text.replace("`", "'").replace("\n", " ")


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
