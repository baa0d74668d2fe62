"""`genui prompt`: exactly what a model would be sent; and the sum of a build's prompts."""

from typing import Annotated, Any

import typer

from genui.assets import load_assets
from genui.cli import output
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    ToolName,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.cli.project import read_config
from genui.errors import ConfigError
from genui.generate.offline import generate
from genui.generate.prompts import generate_request, refine_request
from genui.generate.request import Request, choice_of, request_text, request_tokens, tokens_of
from genui.model import Tool
from genui.plan import Job
from genui.project import Project, find_tool, open_project
from genui.viewoptions import options_of

MODES = ("spec", "html")


def prompt(
    tool: ToolName,
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="spec|html", help="What the model is to write.")
    ] = None,
    feedback: Annotated[
        str | None, typer.Option("--feedback", metavar="TEXT", help="The prompt that refines the view.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print exactly what a model would be sent for a tool."""
    if mode is not None and mode not in MODES:
        raise ConfigError(f"--mode is {mode!r}", hint="give spec or html")
    project = open_project(
        read_config(config, generated, command, url, upstream_transport, trust=trust),
        from_snapshot=from_snapshot,
    )
    request = request_for(project, find_tool(project, tool), mode=mode, feedback=feedback)
    if as_json:
        output.print_json(request_json(project, request))
        return
    output.print_line(request_text(request).rstrip("\n"))
    system = tokens_of(request.system)
    output.print_note(
        f"about {request_tokens(request)} tokens ({system} of them the same for every tool), "
        f"an answer of at most {request.output_tokens}; request {request.key}"
    )


def request_for(project: Project, tool: Tool, *, mode: str | None, feedback: str | None) -> Request:
    """Return the request that would be sent first."""
    config = project.config
    prompts = load_assets("prompts", config.path(config.build.prompts_directory))
    options = options_of(config, tool.name)
    if feedback is None:
        chosen = mode or config.tool(tool.name).mode or config.model.mode
        return generate_request(tool, options, config, prompts=prompts, mode=chosen)
    stored = project.stored.views.get(project.slug(tool.name))
    view = stored.view if stored else generate(tool, options)[0]
    return refine_request(view, feedback, tool, options, config, prompts=prompts)


def request_json(project: Project, request: Request) -> dict[str, Any]:
    """Return a request as `--json` tells it."""
    choice = choice_of(project.config)
    return {
        "tool": request.tool,
        "prompt": request.prompt,
        "request": request.key,
        "provider": choice.provider if choice else "offline",
        "model": choice.model if choice else None,
        "system": request.system,
        "messages": [{"role": turn.role, "content": turn.text} for turn in request.turns],
        "schema": request.schema,
        "tokens": request_tokens(request),
        "outputTokens": request.output_tokens,
    }


def planned(project: Project, job: Job) -> dict[str, Any]:
    """Return one row of the plan."""
    asks = job.action == "generate" and job.generation is not None
    request = request_for(project, job.tool, mode=None, feedback=None) if asks else None
    return {
        "name": job.tool.name,
        "state": job.state,
        "action": job.action,
        "reason": job.reason,
        "prompt": request.prompt if request else "",
        "tokens": request_tokens(request) if request else 0,
        "outputTokens": request.output_tokens if request else 0,
    }
