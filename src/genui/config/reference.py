"""docs/configuration.md and docs/genui.schema.json, made from the tables by `python -m genui.docs`."""

from collections.abc import Iterator, Mapping
from dataclasses import Field
from typing import Any

from genui.canonical import pretty_json
from genui.config.hints import HINTS
from genui.config.keys import default_of, keys_of
from genui.config.load import PREFIX
from genui.config.tables import TABLES, Accepts, Examples, ToolConfig
from genui.config.values import expectation

SCHEMA_FILE = "genui.schema.json"
PAGE_FILE = "configuration.md"
TEXT = {"type": "string"}

EXAMPLE_SCHEMA = {
    "type": "object",
    "required": ["arguments", "result"],
    "properties": {"arguments": {"type": "object"}, "result": {}},
    "additionalProperties": False,
}

ACCEPT_SCHEMA = {
    "type": "object",
    "required": ["rule", "reason"],
    "properties": {"rule": TEXT, "tool": TEXT, "reason": TEXT},
    "additionalProperties": False,
}

SCHEMAS: Mapping[Any, dict[str, Any]] = {
    str: TEXT,
    str | None: TEXT,
    int: {"type": "integer"},
    float: {"type": "number"},
    float | None: {"type": "number"},
    bool: {"type": "boolean"},
    bool | None: {"type": "boolean"},
    tuple[str, ...]: {"type": "array", "items": TEXT},
    Mapping[str, str]: {"type": "object", "additionalProperties": TEXT},
    Mapping[str, Any]: {
        "type": "object",
        "properties": {name: {"description": doc} for name, (_, doc) in HINTS.items()},
        "additionalProperties": False,
    },
    Accepts: {"type": "array", "items": ACCEPT_SCHEMA},
    Examples: {"oneOf": [TEXT, {"type": "array", "items": EXAMPLE_SCHEMA}]},
}

INTRODUCTION = """\
# Configuration

genui reads `genui.toml` in the current folder, or the file that `--config FILE` names. Every key is optional
except one of `command` and `url` in `[upstream]`. Relative paths start at the folder of genui.toml.

A flag wins over an environment variable, which wins over the file. Every key outside `[tools.…]` has a
variable. There, a list is written as shell words or as a JSON array, and a table as a JSON object; an empty
variable counts as absent. An upstream named on the command line (`-- COMMAND ARGS…` or `--url URL`) replaces
`[upstream]` as a whole.

In `args`, `cwd`, `url` and the values of `env` and `headers`, `${NAME}` is replaced by the variable NAME
when the upstream is started, and `$${NAME}` stays `${NAME}`. Keep secrets in such variables, not in the file.
What the command line names after `--` is taken as it is.

What a `genui.toml` starts (`[upstream]`, `command` of `[model]`) and who hears your keys (`base_url`) is
asked about once for each file, on a terminal, and again when it says something else. `--trust` says yes, and
`GENUI_TRUST=1` does for one run, as in CI; the answers are kept in your own state folder. A file that
`genui init` wrote for you is trusted, and so is what the command line or a variable names. `genui serve`
starts its command unasked, since you started it; its model hears a key only where you agreed.

The command `python` is the one that PATH finds, `{genui-python}` the one that runs genui.

`genui init` writes a commented file. Editors that know JSON Schema for TOML (Taplo, Even Better TOML)
complete and check it when its first line is `#:schema`, a space, and the path or address of
`genui.schema.json`.

```toml
[upstream]
command = "npx"
args = ["-y", "@modelcontextprotocol/server-everything"]

[tools.get-sum]
hints = { submit = "Add" }

[[tools.get-sum.examples]]
arguments = { a = 2, b = 3 }
result = { content = [{ type = "text", text = "The sum is 5." }] }
```
"""

TOOLS_NOTE = """\
A name may be a pattern: `[tools."list_*"]`. What `[defaults]` says holds for all tools, what a pattern says
wins over it, and the tool's own name wins over every pattern. Of two patterns the one with more plain letters
wins, of two equal ones the later. Hints are joined one by one. A table that matches no tool is a warning.

`result` of an example is a whole tool result (`content`, `structuredContent`) or its bare data. Examples show
in a view that is opened without a host, and tell the compiler what a tool without an output schema answers.

### Hints

Rules read all of them but `notes`; models are told all of them. [components.md](components.md) says what a
component, a column, a sort and a chart take.

| Hint | Value | Meaning |
| --- | --- | --- |
"""


def reference_files() -> dict[str, bytes]:
    """Return both files by their name under docs/."""
    return {PAGE_FILE: reference_page().encode(), SCHEMA_FILE: pretty_json(config_schema())}


def config_schema() -> dict[str, Any]:
    """Return the JSON Schema of genui.toml."""
    tables = {name: table_schema(table) for name, table in TABLES.items()}
    tables["upstream"]["oneOf"] = [{"required": ["command"]}, {"required": ["url"]}]
    tables["tools"] = {"type": "object", "additionalProperties": table_schema(ToolConfig)}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "genui.toml",
        "description": "Configuration of genui, the MCP tool to view compiler.",
        "type": "object",
        "properties": tables,
        "additionalProperties": False,
    }


def table_schema(table: type) -> dict[str, Any]:
    """Return the JSON Schema of one table."""
    properties = {name: key_schema(entry) for name, entry in keys_of(table).items()}
    return {
        "description": table.__doc__,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def key_schema(entry: Field[Any]) -> dict[str, Any]:
    """Return the JSON Schema of one key."""
    schema = {"description": entry.metadata["doc"], **SCHEMAS[entry.type]}
    if entry.metadata["one_of"]:
        schema["enum"] = list(entry.metadata["one_of"])
    if entry.metadata["booleans"]:
        schema = {**schema, "type": ["string", "boolean"], "enum": [*schema["enum"], True, False]}
    if entry.metadata["bounds"]:
        schema["minimum"], schema["maximum"] = entry.metadata["bounds"]
    default = default_of(entry)
    if default is not None:
        schema["default"] = list(default) if isinstance(default, tuple) else default
    return schema


def reference_page() -> str:
    """Return the reference for people: one line per key."""
    tables = [
        *((f"[{name}]", table, name) for name, table in TABLES.items()),
        ("[tools.<name or pattern>]", ToolConfig, ""),
    ]
    parts = [
        f"\n## `{title}`\n\n{table.__doc__}\n\n" + "\n".join(key_lines(table, name)) + "\n"
        for title, table, name in tables
    ]
    hints = "".join(f"| `{name}` | {kind[0]} | {doc} |\n" for name, (kind, doc) in HINTS.items())
    return "".join([INTRODUCTION, *parts, "\n", TOOLS_NOTE, hints])


def key_lines(table: type, name: str) -> Iterator[str]:
    """Return the lines of a table's keys; a table without a name has no variables."""
    yield "| Key | Value | Default | Meaning |" + (" Variable |" if name else "")
    yield "| --- | --- | --- | --- |" + (" --- |" if name else "")
    for key, entry in keys_of(table).items():
        default = default_of(entry)
        shown = toml_value(default) if default is not None else ""
        cells = [f"`{key}`", expectation(entry), f"`{shown}`" if shown else "", entry.metadata["doc"]]
        if name:
            cells.append(f"`{PREFIX}{name}_{key}`".upper())
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def toml_value(value: Any) -> str:
    """Return a default on one line, as genui.toml would say it."""
    if isinstance(value, tuple):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
