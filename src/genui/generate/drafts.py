"""One view by a model: drafted, the better of its view and the offline one taken, its ledger replayed."""

import logging
import threading
from collections.abc import Mapping, Sequence

from genui.errors import GenerationError
from genui.generate.asking import Budget
from genui.generate.author import Author, ask_author
from genui.generate.pagedrafts import page_view
from genui.generate.problems import ProviderError
from genui.generate.refining import refined_again
from genui.generate.request import Answer, Report, Request
from genui.generate.specdrafts import spec_view
from genui.generate.verdict import Written
from genui.model import Step, Tool
from genui.viewoptions import ViewOptions

log = logging.getLogger(__name__)


def write_view(
    tool: Tool,
    options: ViewOptions,
    author: Author,
    *,
    budget: Budget,
    ledger: Sequence[Step] = (),
    judged: Mapping[str, str] | None = None,
    slots: threading.Semaphore | None = None,
    report: Report = lambda characters: None,
) -> Written:
    """Have a model write a view within a budget, and return the better of its view and candidate 0.

    `judged` is the origin in the view file: what it says of the same candidates holds. The steps of a ledger
    are replayed on whichever is taken: doing what somebody asked is not worse.
    Blocks; may run in any thread without an event loop; `budget.cancel` stops it. Never raises for what a
    provider does or answers.
    """
    slots = slots or threading.Semaphore()

    def put(request: Request) -> Answer:
        with slots:
            report(0)
            return ask_author(request, author, budget, report)

    drafted = page_view if author.mode(tool) == "html" else spec_view
    try:
        view = drafted(tool, options, author, put, judged=judged or {})
        return Written(refined_again(view, ledger, tool, options=options, author=author, put=put))
    except GenerationError as error:
        log.info("%s: %s", tool.name, error.message)
        stopped = isinstance(error, ProviderError) and error.problem == "aborted"
        return Written(problem=error.message, stopped=stopped)
