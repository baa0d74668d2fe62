"""One view by a model: classify, draft, and take the better of its view and the offline one."""

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace

from genui.errors import GenerationError
from genui.generate.asking import Budget
from genui.generate.author import Asking, Author, ask_author, certain_kind, kind_in
from genui.generate.offline import generate
from genui.generate.pagedrafts import page_view
from genui.generate.problems import ProviderError
from genui.generate.prompts import classify_request
from genui.generate.refining import refined_again
from genui.generate.request import Answer, Report, Request
from genui.generate.scorer import score_spec
from genui.generate.specdrafts import spec_view
from genui.generate.verdict import Written, origin_of
from genui.model import Kind, Step, Tool, View
from genui.wishes import Wishes

log = logging.getLogger(__name__)


def write_view(
    tool: Tool,
    wishes: Wishes,
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

    try:
        wishes = replace(wishes, kind=chosen_kind(tool, wishes, author, put))
        if wishes.kind == "minimal":
            view = plain_view(tool, wishes, author)
        else:
            drafted = page_view if author.mode(tool) == "html" else spec_view
            view = drafted(tool, wishes, author, put, judged=judged or {})
        return Written(refined_again(view, ledger, tool, wishes=wishes, author=author, put=put))
    except GenerationError as error:
        log.info("%s: %s", tool.name, error.message)
        stopped = isinstance(error, ProviderError) and error.problem == "aborted"
        return Written(problem=error.message, stopped=stopped)


def chosen_kind(tool: Tool, wishes: Wishes, author: Author, put: Asking) -> Kind:
    """Return the kind by config, by the definition, or by the model."""
    if wishes.kind == "rich" or wishes.kind == "minimal":
        return "rich" if wishes.kind == "rich" else "minimal"
    certain = certain_kind(tool)
    if certain is not None:
        return certain
    request = classify_request(tool, wishes, author.config, prompts=author.prompts)
    return kind_in(put(request).text)


def plain_view(tool: Tool, wishes: Wishes, author: Author) -> View:
    """Return the minimal view, which the model asked for, unless the rich offline view scores more."""
    minimal, _ = generate(tool, wishes)
    rich, _ = generate(tool, replace(wishes, kind="rich"))
    plain, full = (
        score_spec(one.spec, tool, wishes=wishes, findings=one.findings).total for one in (minimal, rich)
    )
    scores = f"minimal {plain}, offline {full}"
    view, why = (minimal, "minimal by the model") if plain >= full else (rich, "the minimal view scores less")
    return replace(view, origin=origin_of(author.names(tool), prompt="classify", scores=scores, why=why))
