"""The hints of a tool that rules read, and the type of each. Models read all hints."""

TYPE_CHECKING = False  # genui serve holds a plain genui.toml to this before it loads anything heavy
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Kind = tuple[str, Callable[[Any], bool]]


def is_text(value: "Any") -> bool:
    """Tell whether a value is a text."""
    return isinstance(value, str)


def is_table(value: "Any") -> bool:
    """Tell whether a value is a table."""
    return isinstance(value, dict)


def is_named(value: "Any") -> bool:
    """Tell whether a value names something, or describes it."""
    return isinstance(value, str | dict)


def all_are(test: "Callable[[Any], bool]") -> "Callable[[Any], bool]":
    """Return what tells whether a value is a list of what passes a test."""
    return lambda value: isinstance(value, list | tuple) and all(map(test, value))


TEXT = ("a string", is_text)
FLAG = ("true or false", lambda value: isinstance(value, bool))
TEXTS = ("an array of strings", all_are(is_text))

HINTS: "Mapping[str, Kind]" = {
    "title": TEXT,
    "description": TEXT,
    "theme": TEXT,
    "layout": TEXT,
    "raw": FLAG,
    "context": FLAG,
    "submit": TEXT,
    "position": TEXT,
    "order": TEXTS,
    "folded": TEXTS,
    "fields": ("a table of tables", lambda value: is_table(value) and all(map(is_table, value.values()))),
    "result": ("an array of components", all_are(is_table)),
    "rows": ("a path like /items, or an expression", is_named),
    "columns": ("an array of names, or of tables", all_are(is_named)),
    "sort": ("a name, or a table", is_named),
    "chart": ("a kind like bar, a table, or false", lambda value: value is False or is_named(value)),
}
"""The hints that rules read: the name of each type for errors, and the test for it."""


def wrong_hint(hints: "Mapping[str, Any]") -> "tuple[str, str] | None":
    """Return the name of the first hint of a wrong type, and what it has to be."""
    for name, value in hints.items():
        expected, fits = HINTS.get(name, ("", lambda _: True))
        if not fits(value):
            return name, expected
    return None
