"""The tools that the upstream lists now, page by page, and what changed since they were listed before."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from genui.digests import shape_digest
from genui.serve.protocol import value_at

FLAT_KEY = "ui/resourceUri"


class LiveTool:
    """A tool as the upstream defines it at this moment."""

    def __init__(self, definition: Mapping[str, Any], hidden: frozenset[str] = frozenset()) -> None:
        self.definition, self.name = definition, str(definition["name"])
        self.hidden = hidden
        """Members that a view may rely on and that the session's protocol version does not show."""
        self.own_uri = own_uri(definition)
        """The UI resource that the upstream itself gives the tool."""

    @cached_property
    def shape(self) -> str:
        """The digest that decides whether a view fits."""
        return shape_digest(self.definition)


def own_uri(definition: Mapping[str, Any]) -> str | None:
    """Return the URI of the UI that a definition brings along, in either spelling."""
    # The flat key is deprecated, but the ext-apps SDK writes both, and older servers the flat one alone.
    uri = value_at(definition, "_meta", "ui", "resourceUri") or value_at(definition, "_meta", FLAT_KEY)
    return uri if isinstance(uri, str) else None


class Difference(NamedTuple):
    """What a new listing changed, tool names in order; `_ui_refresh_tools` answers with it."""

    added: list[str]
    removed: list[str]
    changed: list[str]
    unchanged: int


def live_tool(
    definition: Any, known: Mapping[str, LiveTool], hidden: frozenset[str] = frozenset()
) -> LiveTool | None:
    """Return a definition as a tool, one already known if it is the same; None where it is no tool."""
    if not isinstance(definition, dict) or not isinstance(definition.get("name"), str):
        return None
    before = known.get(definition["name"])
    if before is not None and before.hidden == hidden and before.definition == definition:
        return before
    return LiveTool(definition, hidden)


def next_cursor(result: Mapping[str, Any]) -> str | None:
    """Return where the next page begins, None on the last one."""
    cursor = result.get("nextCursor")
    return cursor if isinstance(cursor, str) and cursor else None


class Catalog:
    """The upstream's tools. Pages count when they follow on each other; the last one makes them current."""

    def __init__(self) -> None:
        self.tools: dict[str, LiveTool] | None = None
        """By name; None while not known, or no longer sure."""
        self.before: dict[str, LiveTool] = {}
        """The last complete listing, also when it is no longer sure."""
        self.gone: set[str] = set()
        """Names that were listed once and are no more."""
        self.own_uris: set[str | None] = set()
        """The UI resources that belong to the upstream."""
        self.pages: dict[str, LiveTool] = {}
        self.cursor: str | None = None

    def page(self, tools: Iterable[LiveTool], *, asked: str | None, following: str | None) -> None:
        """Take in a page that was asked for at one cursor and names the following."""
        if asked is not None and asked != self.cursor:
            return
        if asked is None:
            self.pages = {}
        self.pages |= {tool.name: tool for tool in tools}
        self.cursor = following
        if following is None:
            self.replace(self.pages)

    def replace(self, tools: dict[str, LiveTool]) -> None:
        """Make a complete listing the current one."""
        if tools is not self.before:
            self.gone = (self.gone | self.before.keys()) - tools.keys()
            self.own_uris = {tool.own_uri for tool in tools.values()} - {None}
        self.tools = self.before = tools

    def names(self) -> frozenset[str]:
        """Return every name that the upstream is known to use."""
        return frozenset(self.before) | frozenset(self.pages)

    def invalidate(self) -> None:
        """Note that the upstream may have changed its tools."""
        self.tools = None

    def difference(self, earlier: Mapping[str, LiveTool]) -> Difference:
        """Compare the current listing with an earlier one."""
        now = self.before
        both = sorted(now.keys() & earlier.keys())
        changed = [name for name in both if now[name].definition != earlier[name].definition]
        return Difference(
            added=sorted(now.keys() - earlier.keys()),
            removed=sorted(earlier.keys() - now.keys()),
            changed=changed,
            unchanged=len(both) - len(changed),
        )
