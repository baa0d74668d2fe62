"""Shared by commands that ask a model: recording of answers, progress, and reports."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from genui.build import Writing
from genui.cli import output
from genui.errors import GenerationError
from genui.generate.author import Author, Record
from genui.generate.drafts import OnProgress, OnWritten, write_views
from genui.generate.replies import DIRECTORY, reply_file, verdict_file
from genui.generate.request import Answer, Reply, Request
from genui.generate.verdict import Written
from genui.plan import Job
from genui.project import Project, author_of, plan_of
from genui.store import write_plain

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
    from genui.cli.prompt import planned

    jobs = [job for job in plan_of(project, force=force).jobs if not only or job.tool.name in only]
    rows = [planned(project, job) for job in jobs]
    if as_json:
        output.print_json({"provider": project.config.model.provider, "tools": rows})
        return
    width = min(40, max((len(row["name"]) for row in rows), default=0))
    for row in rows:
        what = (
            f"{row['tokens']:>7} tokens  {row['prompt']}" if row["tokens"] else f"{'':>14}  {row['action']}"
        )
        output.print_line(f"  {row['name']:<{width}}  {what}{'  ' + row['reason'] if row['reason'] else ''}")
    asked = sum(row["tokens"] > 0 for row in rows)
    output.print_line(
        f"{output.counted(len(rows), 'view')}: {asked} to be asked for, about "
        f"{sum(row['tokens'] for row in rows)} tokens in and at most "
        f"{sum(row['outputTokens'] for row in rows)} out, repairs aside; "
        f"{len(rows) - asked} made or kept without a model"
    )
