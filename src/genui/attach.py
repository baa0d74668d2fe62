"""Views for server authors: a tool of one's own compiled in memory, with no proxy, no file and no network."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from genui.assets import load_assets
from genui.canonical import sha256
from genui.errors import GenuiError, SpecError
from genui.model import Finding, Json, JsonObject, Step, Tool, View, errors_of
from genui.serve.protocol import VIEW_META, meta_of
from genui.serve.uris import view_uri
from genui.typecheck import check_spec
from genui.uiresource import APP
from genui.viewfile import REVISION_DIGITS
from genui.viewoptions import ViewOptions


@dataclass(frozen=True)
class CompiledView:
    """The view of one tool, ready to be served as a resource."""

    tool: str
    """The tool's name."""
    title: str
    uri: str
    """`ui://<tool>/<revision>.html`: it changes with the page, so that no host shows a stale one."""
    html: str
    """The page: self-contained, checked, and the same for the same inputs on every machine."""
    spec: JsonObject
    ledger: tuple[Step, ...] = ()
    findings: tuple[Finding, ...] = field(default=(), compare=False)
    mime_type: str = APP

    @property
    def meta(self) -> dict[str, Any]:
        """What belongs into the tool's `_meta`."""
        return dict(meta_of(self.uri))

    @property
    def resource_meta(self) -> dict[str, Any]:
        """What belongs into the `_meta` of the resource: an empty CSP, for a view needs no network."""
        return VIEW_META


def compile_view(
    tool: Tool | JsonObject | Callable[..., Any] | Any,
    *,
    wishes: str | Sequence[str] = (),
    spec: JsonObject | None = None,
    kind: str | None = None,
    hints: JsonObject | None = None,
    examples: Sequence[Json] = (),
    templates: Path | None = None,
) -> CompiledView:
    """Compile a tool's view: offline, deterministic, in milliseconds.

    `tool` is an MCP tool definition as JSON has it, a tool of the MCP SDK, or a function as it would be
    given to `MCPServer.tool`. `wishes` are what `genui refine` understands; `spec` is a view spec of
    one's own in place of the baseline; `examples` are recorded calls {arguments, result}.

    Raises:
        GenuiError: The tool is none, or the page cannot be made.
        SpecError: The given spec does not fit the tool.
        WishError: A wish was not understood.
    """
    from genui.generate.offline import generate
    from genui.refine import refine_view

    known = tool_of(tool)
    asked = ViewOptions(kind, hints or {}, tuple(dict(one) for one in examples))
    view = own_view(known, spec) if spec is not None else generate(known, asked)[0]
    for wish in [wishes] if isinstance(wishes, str) else wishes:
        view = refine_view(view, known, wish, examples=asked.examples).view
    html, findings = page_of(known, view, asked, templates)
    revision = sha256(html)[:REVISION_DIGITS]
    title = str(view.spec.get("title") or known.title or known.name)
    told = (*view.findings, *findings)
    return CompiledView(
        known.name, title, view_uri(known.name, revision), html.decode(), view.spec, view.ledger, told
    )


def own_view(tool: Tool, spec: JsonObject) -> View:
    """Return a view of a given spec, checked."""
    findings = check_spec(spec, tool)
    if wrong := errors_of(findings):
        raise SpecError(
            f"the spec of {tool.name} is wrong at {wrong[0].where or '/'}: {wrong[0].message}",
            hint=wrong[0].hint,
        )
    return View(tool.name, spec, findings=findings)


def page_of(
    tool: Tool, view: View, options: ViewOptions, templates: Path | None
) -> tuple[bytes, tuple[Finding, ...]]:
    """Return the linked page, checked, and its findings."""
    from genui.artifact import artifact
    from genui.config import Config

    assets = load_assets("templates", templates)
    html, findings, fallback = artifact(tool, view, options, assets, Config(root=Path()), source="")
    if fallback:
        raise GenuiError(f"the page of {tool.name} cannot be made: {fallback}", hint="simplify its spec")
    return html, findings


def tool_of(tool: Any) -> Tool:
    """Return a tool, whatever form it is given in.

    Raises:
        GenuiError: It is no tool definition, SDK tool or function.
    """
    if isinstance(tool, Tool):
        return tool
    definition = tool
    if not isinstance(tool, Mapping):
        if callable(getattr(tool, "model_dump", None)) and hasattr(tool, "input_schema"):
            definition = tool.model_dump(mode="json", by_alias=True, exclude_none=True)
        elif callable(tool) or hasattr(tool, "fn_metadata"):
            definition = registered(tool)
    if not isinstance(definition, Mapping) or not isinstance(definition.get("name"), str):
        raise GenuiError(
            f"{tool!r:.80} is no tool: expected a definition with a name, a tool of the SDK, or a function",
            hint='genui.compile({"name": "add", "inputSchema": {…}})',
        )
    return Tool(dict(definition))


def registered(tool: Any) -> dict[str, Any]:
    """Return the definition that the MCP SDK makes of a function, or of a tool of its server."""
    from mcp.server.mcpserver.tools.base import Tool as ServerTool

    made = tool if hasattr(tool, "fn_metadata") else ServerTool.from_function(tool)
    hints = made.annotations
    definition: dict[str, Any] = {
        "name": made.name,
        "inputSchema": made.parameters,
        "title": made.title,
        "description": made.description,
        "outputSchema": made.fn_metadata.output_schema,
        "annotations": None if hints is None else hints.model_dump(by_alias=True, exclude_none=True),
    }
    return {name: value for name, value in definition.items() if value not in (None, "")}
