"""summary.md: a review for the summary of a job or a comment, cut by whole sections."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from genui.review.cards import GROUPS, REASONS, Card, about, outline_diff
from genui.review.compare import Review
from genui.review.rules import RULES
from genui.review.words import headline, named, notes

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
