"""The author of a view: a model with its prompts, and what of both enters the source digest."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import TypeVar

from genui.assets import Assets
from genui.baseline import KIND_RULES
from genui.config import Config
from genui.generate.asking import Budget, ask
from genui.generate.problems import ProviderError
from genui.generate.prompts import PROMPT_FILES, repair_request
from genui.generate.replies import authors_of
from genui.generate.request import Answer, ModelChoice, Report, Request, request_text
from genui.generate.sight import Box
from genui.generate.verdict import NOT_ASKED
from genui.model import Finding, JsonObject, Tool, errors_of
from genui.spec import VERSION
from genui.viewoptions import ViewOptions

# Other rules read prose, which a model reads better.
CERTAIN = frozenset({"acknowledgement", "many-actions", "described-result", "reads"})
"""Rules that rest on what the tool declares, not on the words of its prose."""

REPAIR_TURNS = 2
TOLD_FINDINGS = 12
"""Findings that one repair turn tells."""

T = TypeVar("T")

log = logging.getLogger(__name__)

Asking = Callable[[Request], Answer]
"""Asks a model within a job's budget."""

Record = Callable[[Request, Answer], None]
"""Called with every answer that came."""

Glance = Callable[[bytes, Tool, JsonObject], Sequence[Box] | None]
"""Draws a page on a call `{arguments, result}`; None where nothing can."""

Trial = Callable[[bytes, Tool, ViewOptions], str]
"""Runs a page and returns in words how it fared, beginning as `origins` says."""


def no_glance(html: bytes, tool: Tool, exchange: JsonObject) -> Sequence[Box] | None:
    """Draw nothing: what a page shows is estimated from its outline."""
    return None


@dataclass(frozen=True)
class Author:
    """A model, the prompts and templates it works with, and what is done with its answers."""

    choice: ModelChoice
    config: Config
    prompts: Assets
    templates: Assets
    record: Record = lambda request, answer: None
    records: bool = False
    """True where answers are kept, so that a replay needs them all."""
    trial: Trial = lambda html, tool, options: NOT_ASKED
    glancing: Callable[[], AbstractContextManager[Glance]] = lambda: nullcontext(no_glance)
    """Opens what draws the candidates for a view."""
    verdicts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What was recorded of the views that recorded answers made, by tool."""
    missing: str = ""
    """Why the model cannot be asked now; "" where it can."""

    @property
    def replays(self) -> bool:
        """True where recorded answers stand in for the model."""
        return self.choice.provider == "replay"

    def mode(self, tool: Tool) -> str:
        """Return what is written for a tool: spec or html."""
        return self.config.tool(tool.name).mode or self.config.model.mode

    def names(self, tool: Tool) -> tuple[str, str]:
        """Return the provider and the model that write a tool's view; in a replay, those that did."""
        own = (self.choice.provider, self.choice.model)
        return authors_of(self.choice.replies.values()).get(tool.name, own) if self.replays else own

    def generation(self, tool: Tool, options: ViewOptions) -> JsonObject | None:
        """Return the model's part of the source digest; None where no model writes this view."""
        slug, rule = next((slug, rule) for slug, rule in KIND_RULES.items() if rule.applies(tool))
        # There is nothing to look at, whatever the prose of the tool says.
        surely_minimal = slug in CERTAIN and rule.kind == "minimal"
        if options.kind == "minimal" or (options.kind is None and surely_minimal):
            return None
        provider, model = self.names(tool)
        mode = self.mode(tool)
        files = {*PROMPT_FILES[f"generate_{mode}"], *PROMPT_FILES["repair"]}
        return {
            "provider": provider,
            "model": model,
            "mode": mode,
            "temperature": self.choice.temperature,
            "prompts": {file: self.prompts.texts.get(file, "") for file in sorted(files)},
            "spec": VERSION,
        }


def ask_author(request: Request, author: Author, budget: Budget, report: Report) -> Answer:
    """Ask the model, once more with twice the room where the answer was cut, and record what it said."""
    log.debug("%s: %s %s is asked\n%s", request.tool, request.prompt, request.key, request_text(request))
    try:
        answer = ask(author.choice, request, budget=budget, report=report)
    except ProviderError as error:
        if error.problem != "truncated":
            raise
        wider = replace(request, output_tokens=2 * request.output_tokens)
        answer = ask(author.choice, wider, budget=budget, report=report)
    log.debug("%s: %s %s is answered\n%s", request.tool, request.prompt, request.key, answer.text)
    author.record(request, answer)
    return answer


def in_turns(
    request: Request,
    author: Author,
    put: Asking,
    read: Callable[[str], tuple[T, Sequence[Finding]]],
    *,
    mode: str,
    wanted: str = "",
) -> tuple[T, list[Finding], int]:
    """Ask, and ask to mend what `read` finds wrong; return what was read last, its errors and the repairs."""
    repairs = 0
    while True:
        answer = put(request).text
        found, findings = read(answer)
        wrong = errors_of(findings)
        if not wrong or repairs == REPAIR_TURNS:
            return found, wrong, repairs
        repairs += 1
        request = repair_request(
            request, answer, wrong[:TOLD_FINDINGS], prompts=author.prompts, mode=mode, wanted=wanted
        )
