"""The nouns that every layer shares, as frozen data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Any
"""Any JSON value as Python reads it."""

JsonObject = Mapping[str, Any]


def mapping(value: Json) -> JsonObject:
    """Return an object as it is, anything else as an empty one."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Json) -> list[Any]:
    """Return an array as it is, anything else as an empty one."""
    return value if isinstance(value, list) else []


Severity = Literal["error", "warning", "info"]
Kind = Literal["rich", "minimal"]
State = Literal["fresh", "stale", "edited", "tampered", "missing", "orphan", "fallback", "conflict"]


@dataclass(frozen=True, slots=True)
class Tool:
    """An MCP tool definition, whole and as the upstream listed it (MCP: Tool)."""

    definition: JsonObject

    @property
    def name(self) -> str:
        """The programmatic name, unique on its server."""
        return str(self.definition["name"])

    @property
    def title(self) -> str:
        """The title meant for people, "" where there is none."""
        title = self.definition.get("title") or self.annotations.get("title")
        return title if isinstance(title, str) else ""

    @property
    def description(self) -> str:
        """The description, "" where there is none."""
        description = self.definition.get("description")
        return description if isinstance(description, str) else ""

    @property
    def input_schema(self) -> Json:
        """The JSON Schema of the arguments: an object, or true where the server said nothing usable."""
        schema = self.definition.get("inputSchema")
        return schema if isinstance(schema, (Mapping, bool)) else True

    @property
    def output_schema(self) -> JsonObject | None:
        """The JSON Schema of structuredContent, if the server declares one."""
        schema = self.definition.get("outputSchema")
        return schema if isinstance(schema, Mapping) else None

    @property
    def annotations(self) -> JsonObject:
        """The behaviour hints (readOnlyHint, destructiveHint…)."""
        return mapping(self.definition.get("annotations"))

    @property
    def visibility(self) -> list[str]:
        """Who may call it (MCP Apps: `_meta.ui.visibility`): the model, views, or by default both."""
        meta = self.definition.get("_meta")
        ui = meta.get("ui") if isinstance(meta, Mapping) else None
        named = ui.get("visibility") if isinstance(ui, Mapping) else None
        return [str(each) for each in named] if isinstance(named, list) else ["model", "app"]

    @property
    def for_views(self) -> bool:
        """Whether views may call it."""
        return "app" in self.visibility


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What introspection found out about an upstream; tools/ is its stored form."""

    server: JsonObject
    """serverInfo: name and version."""
    protocol_version: str
    tools: tuple[Tool, ...]
    findings: "tuple[Finding, ...]" = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of a check."""

    rule: str
    """A kebab-case slug from the rules table."""
    severity: Severity
    message: str
    hint: str = ""
    where: str = ""
    """A JSON Pointer into the spec, or empty."""
    line: int = 0
    """1-based; 0 where lines mean nothing."""
    column: int = 0


def errors_of(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings that forbid using what was checked."""
    return [finding for finding in findings if finding.severity == "error"]


@dataclass(frozen=True, slots=True)
class Step:
    """One refinement in a view's ledger."""

    feedback: str
    patch: tuple[JsonObject, ...]
    """RFC 6902 operations on the spec."""
    verdict: str = "applied"
    by: str = ""
    """The provider and model that fulfilled it; "" where rules did."""
    at: str = ""
    """When it was wished, ISO 8601 in UTC, while it is in the overlay; committed steps have no time."""


@dataclass(frozen=True, slots=True)
class View:
    """The source of one artifact: what `view.json` holds."""

    tool: str
    spec: JsonObject
    generator: str = "offline"
    ledger: tuple[Step, ...] = ()
    origin: Mapping[str, str] = field(default_factory=dict)
    """Where a model was asked: provider, model, prompt, scores, and why this candidate was taken."""
    example: JsonObject | None = None
    """Example `{"arguments": …, "result": …}` shown when the page is opened outside a host."""
    page: str | None = None
    """The page as a person or a model wrote it, for views that have no spec (`page.html`)."""
    repairs: tuple[str, ...] = ()
    """What was repaired in the page before it was stored, by slug."""
    fallback: str = ""
    """Why it stands in for a better one; "" where it does not."""
    findings: tuple[Finding, ...] = field(default=(), compare=False)
