"""Random genui.toml, right, odd and wrong, for hypothesis; and what has to hold of whatever one says."""

import datetime
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w
from hypothesis import strategies as st

from genui.artifact import artifact
from genui.assets import load_assets
from genui.config import load_config, target_of
from genui.config.hints import HINTS
from genui.config.keys import keys_of
from genui.config.tables import TABLES, Accepts, Examples, ToolConfig
from genui.consent import consent_digest, first_action, question
from genui.errors import ConfigError
from genui.generate.offline import generate
from genui.model import Tool
from genui.plan import source_of
from genui.viewoptions import options_of

LINE = re.compile(r"genui\.toml:\d+: |\(at line \d+|\(at end of document\)|cannot be read|maximum recursion")
"""How an error says where in the file it is, or that it is in all of it."""

ROWS = {"items": {"type": "array", "items": {"properties": {"name": {}, "size": {"type": "number"}}}}}
TOOL = {"name": "a", "inputSchema": {"properties": {"name": {}}}, "outputSchema": {"properties": ROWS}}

texts = st.sampled_from(
    ("", "a", "name", "/items", "bar", "http://h/", "${A}", "\u202e", "\x1b[2K")
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
leaves = (
    st.booleans()
    | st.integers()
    | st.floats()
    | texts
    | st.dates()
    | st.datetimes()
    | st.times().map(lambda at: at.replace(fold=0))
    | st.just(datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
)
members = (
    st.sampled_from(("key", "kind", "x", "y", "rows", "columns", "format", "type", "props", "$path")) | texts
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(members, inner, max_size=3),
    max_leaves=6,
)
hints = st.dictionaries(st.sampled_from(sorted(HINTS)) | texts, values, max_size=3)
calls = st.lists(
    st.fixed_dictionaries({"arguments": st.dictionaries(texts, values), "result": values}), max_size=2
)

RIGHT: Mapping[Any, st.SearchStrategy[Any]] = {
    str: texts,
    str | None: texts,
    int: st.integers(1, 100_000),
    float: st.floats(0.01, 1000),
    float | None: st.floats(0, 2),
    bool: st.booleans(),
    bool | None: st.booleans(),
    tuple[str, ...]: st.lists(texts, max_size=3),
    Mapping[str, str]: st.dictionaries(texts, texts, max_size=2),
    Mapping[str, Any]: hints,
    Examples: calls,
    Accepts: st.lists(st.fixed_dictionaries({"rule": texts, "tool": texts, "reason": texts}), max_size=2),
}
"""By the type of a key, values that it takes, nearly always."""


def table(fields: type) -> st.SearchStrategy[dict[str, Any]]:
    """Return tables of genui.toml, each key as a rule right."""
    keys = {
        name: st.sampled_from(entry.metadata["one_of"]) if entry.metadata["one_of"] else RIGHT[entry.type]
        for name, entry in keys_of(fields).items()
    }
    return st.fixed_dictionaries({}, optional=keys) | st.dictionaries(
        st.sampled_from(sorted(keys)) | texts, values, max_size=2
    )


documents = st.fixed_dictionaries(
    {"upstream": st.just({"command": "x"}) | table(TABLES["upstream"])},
    optional={
        **{name: table(fields) | values for name, fields in TABLES.items() if name != "upstream"},
        "tools": st.fixed_dictionaries(
            {}, optional={"a": table(ToolConfig) | values, "b.c": table(ToolConfig)}
        ),
    },
)
others = st.dictionaries(st.sampled_from((*TABLES, "tools")) | texts, values, max_size=3)
configs = (documents | others).map(lambda document: tomli_w.dumps(document).encode())


def use_config(path: Path) -> None:
    """Read a genui.toml and use what it says; an error has to be one for people, and to name a line."""
    try:
        config = load_config(path, environ={})
    except ConfigError as error:
        assert LINE.search(error.message), f"no line is named: {error.message}"
        assert error.hint, f"no hint: {error.message}"
        return
    list(question(config)), first_action(config), consent_digest(config)
    try:
        target_of(config, environ={})
        options = options_of(config, "a")
    except ConfigError:
        return
    view, _ = generate(Tool(TOOL), options)
    source = source_of(Tool(TOOL), options)
    assert artifact(Tool(TOOL), view, options, load_assets("templates"), config, source=source)[0]
