"""What a preview shows of one tool: its view compiled in memory, and everything known of it."""

from dataclasses import asdict, dataclass
from typing import Any

from genui.canonical import sha256
from genui.config import Config
from genui.emergency import emergency_page
from genui.errors import GenuiError
from genui.inert import prove
from genui.link import BUDGET, weight
from genui.model import Finding, Tool, View
from genui.plan import Job
from genui.project import Project, check_project, plan_of
from genui.sample import sample_exchange
from genui.serve.catalog import own_uri
from genui.viewfile import read_view, step_json, view_file
from genui.viewoptions import options_of

NO_VIEW = "genui.toml asks for no view of this tool"


@dataclass(frozen=True)
class Shown:
    """One tool's view as it is now, whether or not anything of it is on disk."""

    tool: Tool
    html: bytes
    state: str
    reason: str
    file: str
    """The name of its view file."""
    view: View | None
    findings: tuple[Finding, ...]

    @property
    def revision(self) -> str:
        """What changes with the bytes."""
        return sha256(self.html)[:12]


def tool_rows(project: Project) -> list[dict[str, Any]]:
    """Return the tools with the state of their views, in order of name."""
    jobs = {job.tool.name: job for job in plan_of(project).jobs}
    return [tool_row(tool, jobs.get(tool.name)) for tool in project.snapshot.tools]


def tool_row(tool: Tool, job: Job | None) -> dict[str, Any]:
    """Return one entry of the list."""
    view = job.stored.view if job and job.stored else None
    return {
        "name": tool.name,
        "title": str((view.spec.get("title") if view else "") or tool.title),
        "description": tool.description,
        "state": job.state if job else "none",
        "reason": job.reason if job else NO_VIEW,
        "steps": len(view.ledger) if view else 0,
        "visibility": tool.visibility,
    }


def shown_view(project: Project, tool: Tool) -> Shown:
    """Compile one tool's view, or read it where nothing has changed since it was built."""
    compilation = check_project(project, only=[tool.name])
    outcome = next((each for each in compilation.outcomes if each.name == tool.name), None)
    slug = project.slug(tool.name)
    name = view_file(slug)
    if outcome is None or outcome.state == "orphan":
        return Shown(tool, emergency_page(tool, NO_VIEW), "none", NO_VIEW, name, None, ())
    html = project.artifact(outcome.entry.file, compilation.files) if outcome.entry else b""
    html = html or emergency_page(tool, outcome.reason)
    compiled = compilation.files.get(name)
    stored = read_view(compiled) if compiled else project.stored.views.get(slug)
    view = stored.view if stored else None
    findings = outcome.findings or all_findings(project, tool, view, html)
    return Shown(tool, html, outcome.state, outcome.reason, name, view, findings)


def all_findings(project: Project, tool: Tool, view: View | None, html: bytes) -> tuple[Finding, ...]:
    """Check what was kept, as a build checks what it makes."""
    from genui.lint import validate_artifact
    from genui.typecheck import check_spec

    found = check_spec(view.spec, tool) if view else ()
    most = project.config.limits.page_bytes
    return (*found, *validate_artifact(html, project.assets, tool=tool.name, max_bytes=most))


def details(project: Project, shown: Shown) -> dict[str, Any]:
    """Return everything known of one tool and its view, as JSON."""
    view = shown.view
    return {
        "tool": shown.tool.definition,
        "title": str(view.spec.get("title") or "") if view else "",
        "state": shown.state,
        "reason": shown.reason,
        "revision": shown.revision,
        "bytes": len(shown.html),
        "weight": weight(shown.html),
        "budget": BUDGET,
        "code": prove(shown.html, tool=shown.tool.name, style=project.assets.own_style).told,
        "file": shown.file,
        "generator": view.generator if view else "",
        "spec": view.spec if view else None,
        "ledger": [step_json(step) for step in view.ledger] if view else [],
        "findings": [asdict(finding) for finding in shown.findings],
        "examples": examples(project.config, shown.tool),
        "own": own_uri(shown.tool.definition),
    }


def examples(config: Config, tool: Tool) -> list[dict[str, Any]]:
    """Return the recorded calls of a tool, and one made from its schemas."""
    try:
        recorded = options_of(config, tool.name).examples
    except GenuiError:
        recorded = ()
    made = {"name": "Made from the schema", "made": True, **sample_exchange(tool)}
    named = [{"name": f"Example {number}", **each} for number, each in enumerate(recorded, start=1)]
    return [*named, made]
