"""Views by a model, one or several at once: drafted, compared with the offline one, wishes repeated.

Requests have a limit, each tool one generation at a time, and all can be stopped.
"""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import partial

from genui.errors import GenerationError
from genui.generate.asking import Budget
from genui.generate.author import Author, ask_author
from genui.generate.candidates import page_view, spec_view
from genui.generate.problems import ProviderError
from genui.generate.refining import refined_again
from genui.generate.request import Answer, Report, Request
from genui.generate.verdict import Written
from genui.plan import Job

OnWritten = Callable[[str, Written], None]
"""Called with a tool's name and what came of it."""

OnProgress = Callable[[str, int], None]
"""Called with a tool's name and the characters that came in so far, from any thread."""

AHEAD = 2
"""Views that are prepared or checked while the model writes others, at least."""


log = logging.getLogger(__name__)


def write_view(
    job: Job,
    author: Author,
    *,
    budget: Budget,
    slots: threading.Semaphore | None = None,
    report: Report = lambda characters: None,
) -> Written:
    """Have a model write a view within a budget, and return the better of its view and candidate 0.

    What was recorded of the same candidates, or stands in the view file, holds. The steps of the ledger are
    replayed on whichever is taken: doing what somebody asked is not worse.
    Blocks; may run in any thread without an event loop; `budget.cancel` stops it. Never raises for what a
    provider does or answers.
    """
    tool, options, slots = job.tool, job.options, slots or threading.Semaphore()
    judged = author.verdicts.get(tool.name) or (job.stored.view.origin if job.stored else {})

    def put(request: Request) -> Answer:
        with slots:
            report(0)
            return ask_author(request, author, budget, report)

    drafted = page_view if author.mode(tool) == "html" else spec_view
    try:
        view = drafted(tool, options, author, put, judged=judged)
        return Written(refined_again(view, job.ledger, tool, options=options, author=author, put=put))
    except GenerationError as error:
        log.info("%s: %s", tool.name, error.message)
        stopped = isinstance(error, ProviderError) and error.problem == "aborted"
        return Written(problem=error.message, stopped=stopped)


class Generations:
    """The generations that run: requests for one tool share one, the rest wait for their turn.

    `concurrency` counts requests at the model. More views are under way than that, so that a slot is
    never empty while a prompt is made, an answer checked or a page linked.
    """

    def __init__(
        self, author: Author, *, concurrency: int, heard: OnProgress = lambda name, characters: None
    ) -> None:
        self._author = author
        self._heard = heard
        self._slots = threading.Semaphore(concurrency)
        self._pool = ThreadPoolExecutor(
            max_workers=concurrency + max(AHEAD, concurrency), thread_name_prefix="genui-write"
        )
        self._lock = threading.Lock()
        self._running: dict[str, tuple[Future[Written], Budget]] = {}

    def begin(self, job: Job, *, seconds: float) -> "Future[Written]":
        """Have a view written; where one of this tool is being written already, return that one."""
        with self._lock:
            running = self._running.get(job.tool.name)
            if running is not None and not running[0].done():
                return running[0]
            budget = Budget(seconds)
            future = self._pool.submit(self._write, job, budget)
            self._running[job.tool.name] = future, budget
            return future

    def stop(self) -> None:
        """Stop everything: what has not begun will not, what runs is cancelled at the provider."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            for _, budget in self._running.values():
                budget.cancel()
        self._pool.shutdown(wait=True)

    def _write(self, job: Job, budget: Budget) -> Written:
        report = partial(self._heard, job.tool.name)
        try:
            return write_view(job, self._author, budget=budget, slots=self._slots, report=report)
        except Exception as error:  # noqa: BLE001 - one view's failure must not end the others
            return Written(problem=f"{type(error).__name__}: {error}"[:300])


def write_views(
    jobs: Sequence[Job],
    author: Author,
    *,
    told: OnWritten = lambda name, written: None,
    heard: OnProgress = lambda name, characters: None,
) -> Mapping[str, Written]:
    """Have the views of these jobs written, each within its own budget, and return what came of each.

    Interrupted (Ctrl-C), it stops the rest and returns what is done: the others are marked stopped.
    """
    if author.missing:
        return {job.tool.name: Written(problem=author.missing) for job in jobs}
    settings = author.config.model
    generations = Generations(author, concurrency=settings.concurrency, heard=heard)
    written: dict[str, Written] = {}
    futures: dict[Future[Written], str] = {}
    try:
        futures = {generations.begin(job, seconds=settings.timeout): job.tool.name for job in jobs}
        for future in as_completed(futures):
            name = futures[future]
            written[name] = future.result()
            told(name, written[name])
    except KeyboardInterrupt:
        pass
    finally:
        generations.stop()
    # What was answered when somebody interrupted it is finished: it was paid for.
    written |= {futures[one]: one.result() for one in futures if one.done() and not one.cancelled()}
    aborted = Written(problem="aborted: interrupted", stopped=True)
    return {job.tool.name: written.get(job.tool.name, aborted) for job in jobs}
