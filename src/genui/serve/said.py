"""What a genui.toml says, as far as it takes no closer look.

The whole configuration takes longer to load than an upstream takes to start, so a file whose keys are all
known and right is read without it. Whatever else it says goes the whole way, which names what is wrong.
"""

from genui.serve.plain import plain_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Tables = Mapping[str, Mapping[str, Any]]
    Check = Callable[[Any], bool]


def is_text(value: "Any") -> bool:
    """Tell whether a value is a text."""
    return isinstance(value, str)


def is_switch(value: "Any") -> bool:
    """Tell whether a value is true or false."""
    return isinstance(value, bool)


def is_table(value: "Any") -> bool:
    """Tell whether a value is a table."""
    return isinstance(value, dict)


def are_texts(value: "Any") -> bool:
    """Tell whether a value is a list of texts."""
    return isinstance(value, list) and all(map(is_text, value))


def are_hints(value: "Any") -> bool:
    """Tell whether a value is a table of hints, each of the type that it has to have."""
    from genui.hints import wrong_hint

    return is_table(value) and wrong_hint(value) is None


def are_examples(value: "Any") -> bool:
    """Tell whether a value is a list of recorded calls, or names a file with one."""
    return is_text(value) or (isinstance(value, list) and all(map(is_call, value)))


def is_call(value: "Any") -> bool:
    """Tell whether a value is a recorded call."""
    return is_table(value) and value.keys() == {"arguments", "result"} and is_table(value["arguments"])


def one_of(*values: str) -> "Check":
    """Return what tells whether a value is one of a few."""
    return lambda value: is_text(value) and value in values


BUILD: "Mapping[str, Check]" = {"tools": are_texts, "exclude": are_texts}
MODEL: "Mapping[str, Check]" = {
    "provider": one_of("offline", "anthropic", "openai", "ollama", "command", "replay"),
    "name": is_text,
    "mode": one_of("spec", "html"),
    "base_url": is_text,
    "command": are_texts,
}
TOOL: "Mapping[str, Check]" = {
    "view": is_switch,
    "kind": one_of("rich", "minimal"),
    "mode": one_of("spec", "html"),
    "hints": are_hints,
    "examples": are_examples,
}
"""Keys that do not bear on serving, and what tells when each is right; tests hold them to genui.config."""


def tables_of(file: str) -> "Tables | None":
    """Return the tables of a genui.toml if all it says of other things than serving is right; else None."""
    tables: Tables | None = plain_tables(file)
    if tables is None:
        import tomllib

        try:
            with open(file, "rb") as stream:
                tables = tomllib.load(stream)
        except (OSError, ValueError, RecursionError):
            return None
    if not all(map(is_table, tables.values())) or not tables.keys() <= {*KNOWN, "tools", "upstream", "serve"}:
        return None
    checked = [(tables.get(name, {}), checks) for name, checks in KNOWN.items()]
    checked += [(tool, TOOL) for tool in tables.get("tools", {}).values()]
    return (
        tables if all(is_table(entries) and holds(entries, checks) for entries, checks in checked) else None
    )


KNOWN = {"build": BUILD, "model": MODEL}


def holds(entries: "Mapping[str, Any]", checks: "Mapping[str, Check]") -> bool:
    """Tell whether every entry is known and right."""
    return all(name in checks and checks[name](value) for name, value in entries.items())


def wanted_by(tables: "Tables") -> "Callable[[str], bool]":
    """Return what tells which tools are to get a view, as genui.wishes does."""
    tools, build = tables.get("tools", {}), tables.get("build", {})
    included, excluded = build.get("tools", ["*"]), build.get("exclude", [])

    def wanted(name: str) -> bool:
        view: bool | None = tools.get(name, {}).get("view")
        return (fits(name, included) and not fits(name, excluded)) if view is None else view

    return wanted


def fits(name: str, patterns: "list[str]") -> bool:
    """Tell whether a name fits one of the patterns."""
    return any(fits_pattern(name, pattern) for pattern in patterns)


def fits_pattern(name: str, pattern: str) -> bool:
    """Tell whether a name fits a pattern: without fnmatch, which loads re, where only the end is open."""
    stem = pattern.removesuffix("*")
    if set("*?[").isdisjoint(stem):
        return name.startswith(stem) if stem != pattern else name == pattern
    from fnmatch import fnmatchcase

    return fnmatchcase(name, pattern)
