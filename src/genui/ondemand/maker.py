"""Where views are made while serving: by rules, by a model, by the host's own model; loaded when needed."""

import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genui.canonical import digest
from genui.config import Config
from genui.debugging import listen
from genui.errors import GenuiError, WishError
from genui.followups import followups, readers
from genui.generate.author import Author
from genui.generate.drafts import Generations
from genui.generate.offline import generate, refined
from genui.generate.request import Answer, Request
from genui.generate.verdict import Written
from genui.model import Snapshot, Step, Tool, View
from genui.ondemand.compile import served_templates
from genui.ondemand.overlay import (
    Linked,
    Standing,
    drop_views,
    keep_view,
    link_view,
    overlaid,
)
from genui.plan import Job
from genui.project import Project, author_of
from genui.refine import replay_ledger
from genui.revise import unrefined
from genui.serve.log import Log
from genui.serve.tasks import Call, Order
from genui.serve.uris import view_uri
from genui.slug import slugs_of
from genui.store import Stored
from genui.viewfile import AGENT, CONFLICT, page_file, read_view, view_file
from genui.viewoptions import options_of


@dataclass(frozen=True)
class Present:
    """The view that serves a tool now, or would."""

    view: View
    uri: str
    """"" where nothing has been served yet."""
    made: bool = False
    """Whether it is stored: in the overlay, or committed."""


class Maker:
    """What makes views for one serving process; all its methods may run in any thread."""

    def __init__(
        self, config: Config, overlay: str, log: Log, *, on_evicted: Callable[[], None] = lambda: None
    ) -> None:
        self.config = config
        self.log = log
        self.on_evicted = on_evicted
        self.traces: dict[str, str] = {}
        """By tool, what ties log lines to the latest request about it."""
        self.stop_listening = listen(self.log_exchange) if config.serve.debug else lambda: None
        self.folder = Path(overlay or tempfile.mkdtemp(prefix="genui-"))
        self.passing = not overlay
        """Whether what is made here is gone with the process."""
        self.assets = served_templates(config)
        # A view made while serving has a time of its own.
        timed = replace(config, model=replace(config.model, timeout=config.model.on_demand_timeout))
        author = author_of(Project(timed, Snapshot({}, "", ()), Stored(), self.assets))
        if author is not None and author.missing:
            log.write("warning", "model-unusable", message=author.missing)
        self.author = replace(author, record=self.log_answer) if author is not None else None
        usable, at_once = self.usable, config.model.concurrency
        self.generations = Generations(usable, concurrency=at_once) if usable is not None else None
        self.lock = threading.Lock()
        self.locks: dict[str, threading.RLock] = {}
        self.tried: set[str] = set()
        self.calls: set[Call] = set()

    def log_answer(self, request: Request, answer: Answer) -> None:
        """Log what an answer of the model took."""
        self.log.write(
            "info",
            "model-answered",
            tool=request.tool,
            model=f"{answer.provider} {answer.model}",
            prompt=request.prompt,
            tokens=answer.input_tokens + answer.output_tokens,
            requestId=self.traces.get(request.tool, ""),
        )

    def log_failure(self, order: Order, problem: str) -> None:
        """Log that a model has written no view, with the slug of the problem where there is one."""
        code, colon, _ = problem.partition(": ")
        code = code if colon and " " not in code else "no-usable-answer"
        told = {"errorCode": code, "message": problem, "requestId": order.trace}
        self.log.write("error", "model-failed", tool=order.name, **told)

    def log_exchange(self, text: str) -> None:
        """Log what the model is sent or answers, which holds no keys."""
        self.log.write("debug", "model-said", message=text)

    @property
    def usable(self) -> Author | None:
        """The model, None where none can be asked."""
        return self.author if self.author is not None and not self.author.missing else None

    def close(self) -> None:
        """Stop whatever runs, at the provider too."""
        self.stop_listening()
        for call in list(self.calls):
            call.cancel()
        if self.generations is not None:
            self.generations.stop()
        if self.passing:
            import shutil

            shutil.rmtree(self.folder, ignore_errors=True)

    # What a front asks for

    def improve(self, order: Order) -> str:
        """Have a model make a better view than the baseline; return the tool's name if there is one now.

        Blocks for as long as the model takes. A definition is tried once; `_ui_regenerate` tries again.
        """
        key = digest(dict(order.definition))
        with self.lock:
            if self.usable is None or key in self.tried:
                return ""
            self.tried.add(key)
        start, job = time.perf_counter(), self.job(order)
        # A model that writes pages writes code, which may not be served unreviewed.
        code = self.author is not None and self.author.mode(job.tool) == "html"
        if job.generation is None or order.overlaid or (code and not self.config.serve.allow_code):
            return ""
        written = self.write(job)
        if written.view is None:
            self.log_failure(order, written.problem)
            return ""
        if written.view.generator == "offline":
            why = written.view.origin.get("why", "")
            self.log.write("info", "model-passed-over", tool=order.name, message=why, requestId=order.trace)
            return ""
        return self.improved(job, order, written.view, start)

    def improved(self, job: Job, order: Order, view: View, start: float) -> str:
        """Keep a model's view, unless somebody was faster; what was wished meanwhile is repeated on it."""
        with self.alone(order.name):
            now = self.present(order, job)
            if now.made and now.view.generator != "offline":
                return ""
            ledger = now.view.ledger
            if ledger and view.page is not None:
                return ""
            view = refined(view, job.tool, job.options, ledger) if ledger else view
            self.keep(order, job, view, start)
        return order.name

    # Parts of making

    def alone(self, name: str) -> threading.RLock:
        """Return what keeps two threads from changing one tool's view at once."""
        with self.lock:
            return self.locks.setdefault(name, threading.RLock())

    def job(self, order: Order) -> Job:
        """Return what a build would know of a tool."""
        self.traces[order.name] = order.trace
        tool = Tool(order.definition)
        tools = [Tool(definition) for definition in order.tools]
        slug = slugs_of({each.name for each in tools} | {tool.name})[tool.name]
        actions = tuple(followups(tools).get(tool.name, ()))
        options = replace(options_of(self.config, tool.name), actions=actions, reading=readers(tools))
        generation = self.usable.generation(tool, options) if self.usable is not None else None
        return Job(tool, slug, "link", "missing", "", "", options, generation=generation)

    def write(self, job: Job) -> Written:
        """Have the model write a view; whoever asks for the same tool meanwhile gets the same."""
        assert self.generations is not None
        return self.generations.begin(job, seconds=self.config.model.on_demand_timeout).result()

    def present(self, order: Order, job: Job) -> Present:
        """Return the view that is served now, from the overlay, as committed, or the baseline."""
        kept = overlaid(self.folder, order.name)
        if kept is not None and kept.is_current(order.definition, order.base):
            return Present(kept.view, view_uri(order.name, kept.entry.revision), made=True)
        return self.unwished(order, job)

    def unwished(self, order: Order, job: Job) -> Present:
        """Return a tool's view without wishes of the overlay: as committed, or a baseline with its ledger."""
        view = self.committed(job.slug) if order.base else None
        if order.reviewed and view is not None:
            return Present(view, view_uri(order.name, order.base), made=True)
        made, _ = generate(job.tool, job.options, ledger=view.ledger if view is not None else ())
        return Present(made, order.uri or "")

    def rebase(self, order: Order) -> str:
        """Put a tool's own wishes of the overlay on what is committed, or listed, now; return its name.

        "" where there is nothing to do. A wish that no longer applies stays in the ledger and is told.
        """
        with self.alone(order.name):
            start, kept = time.perf_counter(), overlaid(self.folder, order.name)
            if kept is None or not kept.standing.own or kept.is_current(order.definition, order.base):
                return ""
            job = self.job(order)
            now = self.unwished(order, job).view
            committed = {step.feedback for step in now.ledger}
            own = [step for step in kept.own if step.feedback not in committed]
            if not own:
                drop_views(self.folder, {order.name})
                return order.name
            if now.page is not None:
                self.lost(order, [(step, "the committed view is a page") for step in own])
                return ""
            replay = replay_ledger(now.spec, own, job.tool, examples=job.options.examples)
            view = replace(now, spec=replay.spec, ledger=(*now.ledger, *replay.ledger))
            self.keep(order, job, view, start)
            lost = (step for step in replay.ledger if step.verdict.startswith(CONFLICT))
            self.lost(order, [(step, step.verdict) for step in lost])
            return order.name

    def lost(self, order: Order, steps: Sequence[tuple[Step, str]]) -> None:
        """Tell which wishes no longer apply, and why."""
        for step, why in steps:
            self.log.write("warning", "wish-lost", tool=order.name, message=f"{step.feedback}: {why}")

    def committed(self, slug: str) -> View | None:
        """Return the source of a committed view, None where it cannot be read."""
        folder = self.config.generated
        page = folder / page_file(slug)
        try:
            data = page.read_bytes() if page.is_file() else None
            return read_view((folder / view_file(slug)).read_bytes(), page=data).view
        except (OSError, ValueError, RecursionError) as error:
            self.log.write("warning", "view-unreadable", file=view_file(slug), message=str(error))
            return None

    def keep(self, order: Order, job: Job, view: View, start: float) -> Linked:
        """Link a view and write it into the overlay.

        Raises:
            UnfitError: It has errors.
            GenuiError: It has code of its own, which may not be served, or the overlay cannot be written.
        """
        if view.page is not None and not self.config.serve.allow_code:
            raise GenuiError(
                f"the view of {order.name!r} is a page, which has code of its own",
                hint="set allow_code = true under [serve] in genui.toml to serve it, once it is reviewed",
            )
        view, standing = self.standing(order, job, view)
        linked = link_view(job, view, self.config, self.assets)
        dropped = keep_view(
            self.folder,
            order.name,
            linked,
            standing,
            milliseconds=milliseconds_since(start),
            config=self.config,
        )
        for name in dropped:
            self.on_evicted()
            self.log.write("info", "view-evicted", tool=name, message="the overlay was full")
        self.log.write(
            "info",
            "view-made",
            tool=order.name,
            file=linked.entry.file,
            generator=view.generator,
            refinements=len(view.ledger),
            ms=milliseconds_since(start),
            requestId=order.trace,
        )
        return linked

    def undo(self, order: Order) -> View:
        """Take back the last wish of a tool's view in the overlay; return the view that is in force then.

        Raises:
            WishError: The overlay has no wish of its own for the tool, or it cannot be taken back.
        """
        self.rebase(order)
        with self.alone(order.name):
            start, job = time.perf_counter(), self.job(order)
            kept = overlaid(self.folder, order.name)
            if kept is None or not kept.standing.own:
                raise WishError(
                    f"no wish for {order.name} is left to take back here: what is committed stays",
                    hint=f"genui undo {order.name} takes back the last committed one",
                )
            if kept.standing.own == 1 and kept.view.generator != AGENT:
                drop_views(self.folder, {order.name})
                return self.unwished(order, job).view
            if kept.view.page is not None:
                raise WishError(f"the view of {order.name} is a page, whose steps have no patches")
            spec = unrefined(kept.view.spec, kept.view.ledger[-1:], order.name)
            view = replace(kept.view, spec=spec, ledger=kept.view.ledger[:-1])
            self.keep(order, job, view, start)
            return view

    def standing(self, order: Order, job: Job, view: View) -> tuple[View, Standing]:
        """Return a view with the time at its own wishes, and what it stands on."""
        committed = self.committed(job.slug) if order.base else None
        below = [step.feedback for step in committed.ledger] if committed is not None else []
        steps = len(below) if [step.feedback for step in view.ledger[: len(below)]] == below else 0
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        own = tuple(replace(step, at=step.at or now) for step in view.ledger[steps:])
        view = replace(view, ledger=(*view.ledger[:steps], *own))
        return view, Standing(order.base, steps, len(own))


def milliseconds_since(start: float) -> float:
    """Return the milliseconds since a reading of the performance counter."""
    return round((time.perf_counter() - start) * 1000, 1)
