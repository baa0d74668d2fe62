"""genui.toml in its plainest form, read without a TOML library: an upstream waits to be started.

Whatever is written in any other way is left to tomllib, which knows what is right.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Tables = dict[str, dict[str, Any]]


def plain_tables(file: str) -> "Tables | None":
    """Return the tables of a TOML file; None where it is missing, or not all of it is plain."""
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
    except (OSError, ValueError):
        return None
    try:
        return tables_in(text.split("\n"))
    except ValueError:
        return None


def tables_in(lines: "list[str]") -> "Tables":
    """Read tables of one level with values on one line, or lists over several.

    Raises:
        ValueError: Something is not plain.
    """
    tables: Tables = {}
    entries: dict[str, Any] | None = None
    left = iter(lines)
    for line in map(str.strip, left):
        if not line or line[0] == "#":
            continue
        if line[0] == "[" and line[-1] == "]":
            entries = table_named(line[1:-1], tables)
            continue
        name, equals, value = line.partition("=")
        if entries is None or not equals or line[0] == "[":
            raise ValueError(line)
        value = value.strip()
        while value[:1] == "[" and value[-1] != "]":
            value += " " + next(left, "]]").strip()
            if value.count('"') % 2:
                raise ValueError(value)
        entries[bare(name.strip(), within=entries)] = value_of(value)
    return tables


def table_named(name: str, tables: "Tables") -> "dict[str, Any]":
    """Return the new table of a name, which may be one of a tool."""
    outer, dot, inner = name.partition(".")
    if dot and outer == "tools":
        tools = tables.setdefault("tools", {})
        entries: dict[str, Any] = tools.setdefault(bare(inner, within=tools), {})
        return entries
    return tables.setdefault(bare(name, within=tables), {})


def part_of(file: str, names: "tuple[str, ...]") -> "Tables | None":
    """Return some tables of a TOML file, whatever the others are; None where that is not plain.

    What is returned holds only if the file is TOML, which is looked at later.
    """
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
    except (OSError, ValueError):
        return None
    kept: list[str] = []
    inside = None
    for line in map(str.strip, text.split("\n")):
        if line[:1] == "[":
            inside = line[1:-1] in names and line[-1] == "]"
            if not inside and any(name in line for name in names):
                return None
        elif inside is None and line and line[0] != "#":
            return None
        if inside:
            kept.append(line)
    try:
        return None if '"""' in text or "'''" in text else tables_in(kept)
    except ValueError:
        return None


def bare(name: str, *, within: "dict[str, Any]") -> str:
    """Return a bare key that is new."""
    if not name.isascii() or not name.replace("_", "a").replace("-", "a").isalnum() or name in within:
        raise ValueError(name)
    return name


def value_of(text: str) -> "Any":
    """Read a boolean, a text, a list of texts, or a table of texts on one line."""
    if text in ("true", "false"):
        return text == "true"
    if text[:1] == "[" and text[-1] == "]":
        inner = text[1:-1].strip()
        return unnamed(inner if inner == "," else inner.removesuffix(","))
    if text[:1] == "{" and text[-1] == "}":
        members: dict[str, Any] = {}
        for name, item in items_in(text[1:-1]):
            members[bare(name[:-1].strip() if name[-1:] == "=" else "", within=members)] = item
        return members
    [item] = unnamed(text)
    return item


def items_in(text: str) -> "list[tuple[str, str]]":
    """Return texts between commas, each with what stands before it."""
    found: list[tuple[str, str]] = []
    left = text.strip()
    while left:
        before, quote, left = left.partition('"')
        item, closing, left = left.partition('"')
        if not (quote and closing) or "\\" in item or not item.isprintable() or "#" in before:
            raise ValueError(text)
        found.append((before.strip(), item))
        left = left.strip()
        if left and (left[0] != "," or left == ","):
            raise ValueError(text)
        left = left[1:].lstrip()
    return found


def unnamed(text: str) -> "list[str]":
    """Return texts between commas before which nothing stands."""
    items = items_in(text)
    if any(name for name, _ in items):
        raise ValueError(text)
    return [item for _, item in items]
