"""`genui prompt`, and what commands share that ask a model: plan, recording of answers, progress, reports."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.assets import load_assets
from genui.build import Writing
from genui.cli import output
from genui.cli.inputs import read_config
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
from genui.errors import ConfigError, GenerationError
from genui.generate.author import Author, Record
from genui.generate.drafts import OnProgress, OnWritten, write_views
from genui.generate.offline import generate
from genui.generate.prompts import generate_request, refine_request
from genui.generate.replies import DIRECTORY, reply_file, verdict_file
from genui.generate.request import Answer, Reply, Request, choice_of, request_text, request_tokens, tokens_of
from genui.generate.verdict import Written
from genui.model import Tool
from genui.plan import Job
from genui.project import Project, author_of, find_tool, open_project, plan_of
from genui.store import write_plain
from genui.viewoptions import options_of

SUPERSEDED = ("generate_spec", "generate_html", "repair", "refine")
"""The prompts whose recorded answers a new view of a tool makes useless."""


def recording(project: Project) -> Record:
    """Return what writes every answer that comes into generated/.replies/, each as soon as it is there."""
    directory = project.directory / DIRECTORY

    def record(request: Request, answer: Answer) -> None:
        reply = Reply(request.tool, request.prompt, request.key, answer.provider, answer.model, answer.text)
        name, data = reply_file(reply)
        write_plain(directory, {name: data})
        slug = name.partition(f".{reply.prompt}.")[0]
        for prompt in SUPERSEDED if reply.prompt.startswith("generate_") else ():
            for path in directory.glob(f"{slug}.{prompt}.*.json"):
                if path.name != name:
                    path.unlink()

    return record


def writing_of(project: Project, author: Author, *, stopped: list[str], whole: bool) -> Writing:
    """Return what has a model write the views of a build, telling its progress.

    The names of views that were not finished, since somebody interrupted it, are added to `stopped`. `whole`
    refuses a build for which answers are missing; else the offline view stands in, as for any silent model.
    """

    def write(jobs: Sequence[Job]) -> Mapping[str, Written]:
        with model_progress(len(jobs)) as (told, heard):
            written = write_views(jobs, author, told=told, heard=heard)
        stopped.extend(name for name, one in written.items() if one.problem.startswith("aborted"))
        if author.records:
            views = [one.view for one in written.values() if one.view and one.view.origin.get("candidate")]
            write_plain(
                project.directory / DIRECTORY, dict(verdict_file(view.tool, view.origin) for view in views)
            )
        if whole:
            refuse_missing(written, project.directory)
        return written

    return write


def refuse_missing(written: Mapping[str, Written], directory: Path) -> None:
    """Refuse to go on where a replay lacks an answer.

    Raises:
        GenerationError: It names the tools.
    """
    names = [name for name, one in written.items() if one.problem.startswith("missing-reply")]
    if not names:
        return
    first = written[names[0]].problem.removeprefix("missing-reply: ")
    more = f" (and for {output.few(names[1:])})" if names[1:] else ""
    raise GenerationError(
        f"{names[0]}: {first} in {directory / DIRECTORY}{more}; nothing was written",
        hint=f"record it, with the model configured: genui build --record --force --tool {names[0]}",
    )


@contextmanager
def model_progress(total: int) -> Iterator[tuple[OnWritten, OnProgress]]:
    """Tell on stderr what a model has written: a bar on a terminal, a line for each view elsewhere."""
    done = 0
    coming: dict[str, int] = {}
    with output.progress_bar(total, "Writing") as bar:

        def told(name: str, written: Written) -> None:
            nonlocal done
            done += 1
            coming.pop(name, None)
            said = written.problem or (written.view.origin.get("scores", "") if written.view else "")
            if bar is None:
                output.print_note(f"  {done}/{total} {name}: {said or 'minimal'}")
            else:
                bar(done, "")

        def heard(name: str, characters: int) -> None:
            if bar is not None:
                coming[name] = characters
                parts = [f"{one} {size / 1000:.1f} KB" for one, size in list(coming.items())[:3]]
                bar(done, ", ".join(parts))

        yield told, heard


def tell_unwritten(project: Project, number: int) -> None:
    """Say in one line why a model did not write views, and what works nevertheless."""
    author = author_of(project)
    if author is not None and author.missing:
        output.print_note(
            f"note: {author.missing}; views there are keep working, missing ones were made offline, "
            'and provider = "offline" or --replay need no key'
        )
        return
    views = output.counted(number, "view")
    output.print_note(f"note: a model did not write {views}; what is there works, the next build tries again")


def print_plan(project: Project, only: Sequence[str], *, force: bool, as_json: bool) -> None:
    """Tell what a build would ask a model, without asking."""

    jobs = [job for job in plan_of(project, force=force).jobs if not only or job.tool.name in only]
    rows = [planned(project, job) for job in jobs]
    document = {"provider": project.config.model.provider, "tools": rows}
    output.tell(document, plan_lines(rows), as_json=as_json)


def plan_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what a build would ask, a line a view, and what that is together."""
    width = min(40, max((len(row["name"]) for row in rows), default=0))
    for row in rows:
        what = (
            f"{row['tokens']:>7} tokens  {row['prompt']}" if row["tokens"] else f"{'':>14}  {row['action']}"
        )
        yield f"  {row['name']:<{width}}  {what}{'  ' + row['reason'] if row['reason'] else ''}"
    asked = sum(row["tokens"] > 0 for row in rows)
    yield (
        f"{output.counted(len(rows), 'view')}: {asked} to be asked for, about "
        f"{sum(row['tokens'] for row in rows)} tokens in and at most "
        f"{sum(row['outputTokens'] for row in rows)} out, repairs aside; "
        f"{len(rows) - asked} made or kept without a model"
    )


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
    if mode not in (None, "spec", "html"):
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
