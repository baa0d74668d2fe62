"""The hints of a tool: the type of each, and what it means."""

from collections.abc import Callable, Mapping
from typing import Any

Kind = tuple[str, Callable[[Any], bool]]


def is_text(value: Any) -> bool:
    """Tell whether a value is a text."""
    return isinstance(value, str)


def is_table(value: Any) -> bool:
    """Tell whether a value is a table."""
    return isinstance(value, dict)


def is_named(value: Any) -> bool:
    """Tell whether a value names something, or describes it."""
    return isinstance(value, str | dict)


def all_are(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return what tells whether a value is a list of what passes a test."""
    return lambda value: isinstance(value, list | tuple) and all(map(test, value))


def one_of(*words: str) -> Kind:
    """Return the type of a hint that takes some words only."""
    return f"one of {', '.join(words)}", lambda value: is_text(value) and value in words


TEXT = ("a string", is_text)
FLAG = ("true or false", lambda value: isinstance(value, bool))
TEXTS = ("an array of strings", all_are(is_text))
NAMED_TABLES = ("a table of tables", lambda value: is_table(value) and all(map(is_table, value.values())))

# Here, since serve reads hints and loads no table of components.
CHART_KINDS = ("line", "area", "bar", "scatter", "histogram", "donut", "heatmap", "sparkline")
"""The kinds of charts."""
CHART = (
    f"one of {', '.join(CHART_KINDS)}, a table, or false",
    lambda value: value is False or value in CHART_KINDS or is_table(value),
)

HINTS: Mapping[str, tuple[Kind, str]] = {
    "title": (TEXT, "Title of the view."),
    "description": (TEXT, "Text under the title."),
    "theme": (one_of("auto", "light", "dark"), "Light, dark, or as the host has it."),
    "layout": (one_of("stack", "grid-2", "grid-3"), "How the components of the result are laid out."),
    "raw": (FLAG, "Whether the raw result can be shown."),
    "context": (FLAG, "Whether the view tells the host's model what the person changed."),
    "submit": (TEXT, "Text of the button that runs the tool."),
    "position": (one_of("top", "bottom"), "Whether the form stands above or below the result."),
    "order": (TEXTS, "Fields that come first in the form."),
    "folded": (TEXTS, "Fields that the form shows only when they are asked for."),
    "fields": (NAMED_TABLES, "What a field of the form looks like, by its path."),
    "result": (("an array of components", all_are(is_table)), "The whole result, in place of the rules'."),
    "rows": (("a path like /items, or an expression", is_named), "Where the rows of the table are."),
    "columns": (("an array of names, or of tables", all_are(is_named)), "Columns of the table, in order."),
    "sort": (("a name, or a table", is_named), "What the table is sorted by."),
    "chart": (CHART, "The chart over the table; false for none."),
    "notes": (TEXT, "Anything else, in plain words: told to models, read by no rule."),
}
"""The hints that there are: the name of each type for errors with the test for it, and the meaning."""


def wrong_hint(hints: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the name of the first hint that cannot be used, and what it has to be; "" for an unknown one."""
    for name, value in hints.items():
        if name not in HINTS:
            return name, ""
        (expected, fits), _ = HINTS[name]
        if not fits(value):
            return name, expected
    return None
