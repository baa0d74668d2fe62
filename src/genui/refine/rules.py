"""The table of rules: what a clause can say, and how the spec is changed for it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from genui.refine.draft import Draft

Change = Callable[[Draft, re.Match[str]], None]


@dataclass(frozen=True)
class Rule:
    """One kind of wish."""

    name: str
    """What it is about, in words."""
    examples: tuple[str, ...]
    """Sentences for the documentation."""
    patterns: tuple[re.Pattern[str], ...]
    change: Change


def theme(draft: Draft, match: re.Match[str]) -> None:
    """Fix the theme."""
    draft.spec["theme"] = match["theme"].lower()


RULES: tuple[Rule, ...] = (
    Rule(
        "theme",
        ("dark mode", "use the light theme"),
        (re.compile(r"(?:use (?:the )?|make it )?(?P<theme>dark|light)(?: mode| theme)?", re.I),),
        theme,
    ),
)
"""Every rule; the first that can fulfil a clause does."""


def understood() -> str:
    """Name the kinds of wishes in one line."""
    return ", ".join(rule.name for rule in RULES)
