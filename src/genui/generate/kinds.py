"""Whether a tool gets a rich or a minimal view: by its definition, else by what a model answers."""

import re

from genui.baseline import KIND_RULES
from genui.model import Kind, Tool

CERTAIN = frozenset({"acknowledgement", "many-actions", "described-result", "reads"})
"""Rules that rest on what the tool declares, not on the words of its prose."""

WORD = re.compile(r"\b(rich|minimal)\b", re.I)


def certain_kind(tool: Tool) -> Kind | None:
    """Return the kind that the definition settles; None where a model is better placed to tell."""
    slug, rule = next((slug, rule) for slug, rule in KIND_RULES.items() if rule.applies(tool))
    return rule.kind if slug in CERTAIN else None


def kind_in(answer: str) -> Kind:
    """Return the kind that a model answered; minimal unless it clearly said rich."""
    words = {word.lower() for word in WORD.findall(answer)}
    return "rich" if words == {"rich"} else "minimal"
