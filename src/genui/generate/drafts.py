"""One view by a model: asked, read, checked, mended, asked again, scored against candidate 0."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from genui.followups import marked
from genui.generate.asked import asked
from genui.generate.author import Asking, Author
from genui.generate.kinds import certain_kind, kind_in
from genui.generate.limits import spec_limits
from genui.generate.mending import mended
from genui.generate.offline import generate
from genui.generate.origins import Verdict, kept_verdict, key_of, origin_of, told_verdict
from genui.generate.providers import Answer, Budget, ProviderError, Report, Request, load
from genui.generate.reading import spec_in, suspicions
from genui.generate.requests import classify_request, finding_text, generate_request, repair_request
from genui.generate.scorer import Score, score_spec, weakest
from genui.generate.slots import Slots
from genui.model import Finding, JsonObject, Kind, Step, Tool, View, errors_of
from genui.plan import with_example
from genui.typecheck import check_spec
from genui.wishes import Wishes
from genui.written import Written

REPAIR_TURNS = 2
TOLD_FINDINGS = 12
"""Findings that one repair turn tells."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A spec with what the checks and the scorer say of it."""

    spec: JsonObject
    findings: tuple[Finding, ...]
    score: Score | None = None

    @property
    def usable(self) -> bool:
        """True where nothing forbids showing it."""
        return not errors_of(self.findings)


First = Callable[[], tuple[View, Candidate]]
"""Returns candidate 0, waiting for it where it is not made yet."""


def write_view(
    tool: Tool,
    wishes: Wishes,
    author: Author,
    *,
    budget: Budget,
    ledger: Sequence[Step] = (),
    judged: Mapping[str, str] | None = None,
    slots: Slots | None = None,
    report: Report = lambda characters: None,
) -> Written:
    """Have a model write a view within a budget, and return the better of its view and candidate 0.

    `judged` is the origin in the view file: what it says of the same candidates holds. The steps of a ledger
    are replayed on whichever is taken: doing what somebody asked is not worse.
    Blocks; may run in any thread without an event loop; `budget.cancel` stops it. Never raises for what a
    provider does or answers.
    """
    slots, begun = slots or Slots(1), threading.Event()

    def put(request: Request) -> Answer:
        with budget.paused():
            load(author.choice.provider)  # the first requests go out one by one, not all once it is loaded
        with slots.taken(budget) as sent:

            def told(characters: int) -> None:
                sent()
                begun.set()
                report(characters)

            try:
                return asked(request, author, budget, told)
            finally:
                begun.set()

    try:
        kind = chosen_kind(tool, wishes, author, put)
        wishes = replace(wishes, kind=kind)
        if kind == "minimal":
            written = Written(plain_view(tool, wishes, author))
        else:
            written = drafted(tool, wishes, author, put, judged=judged or {}, slots=slots, begun=begun)
        if written.view is None or not ledger:
            return written
        from genui.generate.refining import refined_again

        return Written(refined_again(written.view, ledger, tool, wishes=wishes, author=author, put=put))
    except ProviderError as error:
        log.info("%s: %s", tool.name, error.message)
        return Written(problem=error.message, stopped=error.problem == "aborted")


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
    return replace(view, origin=origin_of(tool, author, prompt="classify", scores=scores, why=why))


def drafted(
    tool: Tool,
    wishes: Wishes,
    author: Author,
    put: Asking,
    *,
    judged: Mapping[str, str],
    slots: Slots,
    begun: threading.Event,
) -> Written:
    """Return the better of candidate 0, made while the model is asked, and what it writes.

    Candidate 0 waits until the model has `begun`: nothing is computed while a request could be on its way.
    """

    def candidate_zero() -> tuple[View, Candidate]:
        begun.wait()
        with slots.computing():
            before, _ = generate(tool, wishes)
            return before, scored(before.spec, before.findings, tool, wishes, author)

    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="genui-zero") as aside:
        first = aside.submit(candidate_zero)
        try:
            if author.mode(tool) == "html":
                from genui.generate.pagedrafts import page_view

                return page_view(
                    tool, wishes, author, put, first=lambda: measured(*first.result()), judged=judged
                )
            return spec_draft(tool, wishes, author, put, first=first.result, slots=slots, judged=judged)
        finally:
            begun.set()


def measured(view: View, candidate: Candidate) -> tuple[View, Score | None]:
    """Return candidate 0 as a page is compared with it."""
    return view, candidate.score


def spec_draft(
    tool: Tool,
    wishes: Wishes,
    author: Author,
    put: Asking,
    *,
    first: First,
    slots: Slots,
    judged: Mapping[str, str],
) -> Written:
    """Return the better of candidate 0 and the model's spec."""
    request = generate_request(tool, wishes, author.config, prompts=author.prompts, mode="spec")
    second, repairs = candidate_of(request, tool, wishes, author, put, slots)
    if not second.usable:
        told = "; ".join(finding_text(one) for one in errors_of(second.findings)[:2])
        return Written(problem=f"the model's spec has errors after {repairs} repairs: {told}"[:300])
    with slots.computing():
        second = scored(second.spec, second.findings, tool, wishes, author)
    if not second.usable or second.score is None:
        told = "; ".join(finding_text(one) for one in errors_of(second.findings)[:1])
        return Written(problem=f"the page of the model's spec has errors: {told}"[:300])
    before, zero = first()
    key = key_of(second.spec, before.spec)
    verdict = kept_verdict(judged, key) or verdict_on(zero, second, repairs=repairs)
    origin = origin_of(tool, author, prompt="generate_spec", scores=verdict.scores, why=verdict.why)
    origin |= told_verdict(verdict, key)
    if not verdict.model:
        return Written(replace(before, origin=origin))
    return Written(View(tool.name, second.spec, generator="spec", findings=second.findings, origin=origin))


def verdict_on(first: Candidate, second: Candidate, *, repairs: int) -> Verdict:
    """Take the model's view if it scores at least as well as candidate 0, else candidate 0."""
    assert second.score is not None
    least = first.score.total if first.score else 0
    wins = second.score.total >= least
    scores = f"spec {second.score.total}, offline {least}"
    if not wins:
        return Verdict(wins, scores, f"the model's scores less: {weakest(first.score, second.score)}")
    turns = f" after {repairs} repair turn{'s' if repairs > 1 else ''}" if repairs else ""
    return Verdict(wins, scores, f"the model's scores at least as well{turns}")


def candidate_of(
    request: Request, tool: Tool, wishes: Wishes, author: Author, put: Asking, slots: Slots
) -> tuple[Candidate, int]:
    """Ask for a spec, mend it by rules, and ask the model to mend the rest; return it and the turns used."""
    for turn in range(REPAIR_TURNS + 1):
        answer = put(request).text
        with slots.computing():
            found = read(answer, tool, wishes, author)
        if found.usable or turn == REPAIR_TURNS:
            break
        wrong = errors_of(found.findings)[:TOLD_FINDINGS]
        request = repair_request(request, answer, wrong, prompts=author.prompts, mode="spec")
    return found, turn


def read(answer: str, tool: Tool, wishes: Wishes, author: Author) -> Candidate:
    """Read an answer as a spec and check it, mended by rules."""
    spec, findings = spec_in(answer)
    if spec is None:
        return Candidate({}, findings)
    spec = marked(spec, wishes)
    limits = spec_limits(author)
    checked = check_spec(spec, tool, limits)
    if errors_of(checked):
        spec, checked, done = mended(spec, tool, limits)
        for step in done:
            log.info("%s: mended %s", tool.name, step)
    return Candidate(spec, (*checked, *suspicions(spec, tool)))


def scored(
    spec: JsonObject, findings: tuple[Finding, ...], tool: Tool, wishes: Wishes, author: Author
) -> Candidate:
    """Link a spec as a build would, check its page, and score both."""
    # Loaded only here: by then the model is asked.
    from genui.link import link
    from genui.lint import validate_artifact

    view = with_example(View(tool.name, spec), wishes)
    html = link(tool, view, author.templates, source="")
    most = author.config.limits.page_bytes
    page = validate_artifact(html, author.templates, tool=tool.name, max_bytes=most)
    every: tuple[Any, ...] = (*findings, *page)
    if errors_of(every):
        return Candidate(spec, every)
    return Candidate(spec, findings, score_spec(spec, tool, wishes=wishes, findings=every))
