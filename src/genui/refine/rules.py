"""The table of rules, read from rules.toml: what a clause can say, and how the spec is changed for it."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from genui.refine import alone, changed, charts, formats, forms, members, order, page, parts, presentations
from genui.refine.draft import Draft
from genui.refine.synonyms import EXTREMES

TABLE = "rules.toml"
MAX_CLAUSE = 400
"""Characters of one clause; a longer one is prose, and patterns would take long to say no."""
CHANGES = {
    module.__name__.rpartition(".")[2]: module
    for module in (alone, changed, charts, formats, forms, members, order, page, parts, presentations)
}
"""The modules whose functions a rule can name."""

Change = Callable[[Draft, re.Match[str]], None]


@dataclass(frozen=True)
class Rule:
    """One kind of wish."""

    name: str
    """What it is about, in words."""
    examples: tuple[str, ...]
    """Sentences for the documentation."""
    texts: tuple[str, ...]
    """Its patterns, each compiled when a clause first comes to it: all would take longer than a build."""
    change: Change
    gate: str = ""
    refers: bool = False
    """True where "it" may stand for the member last named."""

    @cached_property
    def gates(self) -> re.Pattern[str]:
        """What a clause must hold for its patterns to be tried."""
        return re.compile(rf"(?:\b|(?<=\s))(?:{spelled_out(self.gate)})", re.I)

    def matches(self, clause: str) -> Iterator[re.Match[str]]:
        """Yield how a clause follows the patterns."""
        if len(clause) > MAX_CLAUSE:
            return
        if self.gate and not self.gates.search(clause):
            return
        for text in self.texts:
            match = pattern_of(text).fullmatch(clause)
            if match is not None:
                yield match


@cache
def pattern_of(text: str) -> re.Pattern[str]:
    """Return a pattern, compiled when a clause first comes to it; a clause must follow it from end to end."""
    return re.compile(spelled_out(text), re.I)


@cache
def table() -> dict[str, Any]:
    """Return the table as it is written."""
    return tomllib.loads((Path(__file__).parent / TABLE).read_text(encoding="utf-8"))


@cache
def vocabulary() -> dict[str, str]:
    """Return the words that patterns are made of."""
    return {
        **table()["words"],
        "KIND": alternatives(charts.KINDS),
        "PART": f"(?:{alternatives(parts.PARTS)})",
        "PRESENT": f"(?P<kind>{alternatives(*presentations.TABLES)})",
        "CONTROL": f"(?P<control>{alternatives(forms.CONTROLS)})",
        "EXTREME": f"(?P<extreme>{alternatives(EXTREMES)})",
        "FORMAT": f"(?:{alternatives(formats.FORMATS, formats.CURRENCIES)})",
    }


def alternatives(*tables: Iterable[str]) -> str:
    """Return a pattern of the words in some tables, the longest first."""
    words = sorted({word for each in tables for word in each}, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"[\s-]+") for word in words)


def spelled_out(text: str) -> str:
    """Return a pattern with its <WORDS> put in."""
    words = vocabulary()
    while (filled := re.sub(r"<([A-Z_]+)>", lambda match: words[match[1]], text)) != text:
        text = filled
    return text


@cache
def known_words() -> frozenset[str]:
    """Return every word of four letters or more that a pattern spells out."""
    texts = [text for row in table()["rules"] for text in row["patterns"]]
    spelled = " ".join(spelled_out(text) for text in texts)
    return frozenset(word.lower() for word in re.findall(r"(?<![?\\<])[a-z]{4,}", spelled, re.I))


def rule_of(row: dict[str, Any]) -> Rule:
    """Read a row of the table."""
    module, _, name = row["change"].partition(".")
    change: Change = getattr(CHANGES[module], name)
    texts = (tuple(row["examples"]), tuple(row["patterns"]))
    return Rule(row["name"], *texts, change, row.get("gate", ""), refers=row.get("refers", False))


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule in its order; the first that can fulfil a clause does."""
    return tuple(rule_of(row) for row in table()["rules"])


KINDS_OF_WISHES = (
    "charts (line, bar, area, scatter, histogram; of … by …), table, cards, stat cards, list, tree, "
    "timeline, "
    "only/hide/show/rename/reorder columns and fields, sort, first N, group, formats, dark and light, title, "
    "description, folding, the form's place, controls and defaults, raw on and off"
)


def understood() -> str:
    """Name the kinds of wishes in one line."""
    return KINDS_OF_WISHES
