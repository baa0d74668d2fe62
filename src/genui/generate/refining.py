"""Refining with a model: the wishes that rules do not read become a patch of the spec by a model."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from genui.errors import WishError
from genui.followups import marked
from genui.generate.asked import asked
from genui.generate.author import Asking, Author
from genui.generate.limits import spec_limits
from genui.generate.providers import Answer, Budget, ProviderError, Request
from genui.generate.reading import json_object, suspicions
from genui.generate.requests import finding_text, refine_request, repair_request
from genui.model import Finding, Json, JsonObject, Step, Tool, View, errors_of
from genui.refine import PatchError, Refinement, apply_patch, diff_patch, replay_ledger
from genui.refine.steps import verdict_of
from genui.typecheck import check_spec
from genui.viewfile import CONFLICT
from genui.wishes import Wishes

REPAIR_TURNS = 2
SUMMARY_LENGTH = 200


def refine_within(
    view: View, tool: Tool, feedback: str, wishes: Wishes, author: Author, *, budget: Budget | None = None
) -> Refinement:
    """Refine a view by the model, within a budget, else the time that a view in a build may take.

    Raises:
        WishError: The model cannot fulfil the wish.
        ProviderError: It did not answer.
    """
    within = budget or Budget(author.config.model.timeout)

    def put(request: Request) -> Answer:
        return asked(request, author, within, lambda characters: None)

    if view.page is None:
        return refine_by_model(view, tool, feedback, wishes=wishes, author=author, put=put)
    from genui.generate.pagedrafts import refine_page

    after = refine_page(view, tool, feedback, wishes=wishes, author=author, put=put)
    return Refinement(after, after.ledger[-1], {}, {}, after.findings)


def refine_by_model(
    view: View, tool: Tool, feedback: str, *, wishes: Wishes, author: Author, put: Asking
) -> Refinement:
    """Return the view as the feedback wishes it, by a patch that a model writes; all or nothing.

    Raises:
        WishError: The model says that it cannot be, or its patches have errors.
        ProviderError: It did not answer.
    """
    request = refine_request(
        tool,
        wishes,
        author.config,
        prompts=author.prompts,
        mode="spec",
        current=view.spec,
        feedback=feedback,
        steps=[step.feedback for step in view.ledger if not step.verdict.startswith(CONFLICT)],
    )
    findings: Sequence[Finding] = ()
    for _ in range(REPAIR_TURNS + 1):
        answer = put(request).text
        after, found = patched(view.spec, answer, tool, feedback, author, wishes)
        if after is not None and not errors_of(found):
            patch = diff_patch(view.spec, after)
            step = Step(feedback, patch, verdict_of(found), by=" ".join(author.names(tool)))
            refined = View(
                tool.name,
                after,
                generator=view.generator,
                ledger=(*view.ledger, step),
                origin=view.origin,
                findings=found,
            )
            return Refinement(refined, step, view.spec, after, found)
        findings = errors_of(found)
        request = repair_request(
            request, answer, findings, prompts=author.prompts, mode="spec", wanted="patch"
        )
    told = "; ".join(finding_text(one) for one in findings[:2])
    raise WishError(f"the model's patch has errors: {told}"[:400], hint="say it in other words")


def patched(
    spec: JsonObject, answer: str, tool: Tool, feedback: str, author: Author, wishes: Wishes
) -> tuple[JsonObject | None, tuple[Finding, ...]]:
    """Return the spec after the patch in an answer, and what is wrong with either.

    Raises:
        WishError: The model answered that the wish cannot be fulfilled.
    """
    found = json_object(answer, with_any=("patch",))
    patch = found.get("patch") if found else None
    if not isinstance(patch, list):
        message = 'the answer holds no JSON object {"patch": […], "summary": …}'
        return None, (Finding("answer-unreadable", "error", message),)
    if not patch:
        said = str((found or {}).get("summary") or "it gave no reason")[:SUMMARY_LENGTH]
        raise WishError(f"the model says that it cannot be: {said}", hint="say it in other words")
    try:
        after: Json = apply_patch(spec, operations(patch))
    except PatchError as error:
        return None, (Finding("patch-unfit", "error", f"the patch does not apply: {error}"),)
    if not isinstance(after, Mapping):
        return None, (Finding("patch-unfit", "error", "the patch leaves no view spec"),)
    if after.get("actions") != spec.get("actions"):
        after = marked(after, wishes)
    before = suspicions(spec, tool)
    suspicious = tuple(one for one in suspicions(after, tool, feedback) if one not in before)
    return after, (*check_spec(after, tool, spec_limits(author)), *suspicious)


def operations(patch: Sequence[Any]) -> tuple[JsonObject, ...]:
    """Return what are operations of a patch; what is none is refused where it is applied."""
    return tuple(one if isinstance(one, Mapping) else {"op": str(one)} for one in patch)


def page_again(view: View, step: Step, tool: Tool, *, wishes: Wishes, author: Author, put: Asking) -> View:
    """Return a new page with one step more; a page has no patches, so only a model can."""
    from genui.generate.pagedrafts import refine_page

    try:
        return refine_page(view, tool, step.feedback, wishes=wishes, author=author, put=put)
    except (WishError, ProviderError) as error:
        if isinstance(error, ProviderError) and error.problem in {"missing-reply", "aborted"}:
            raise
        kept = replace(step, verdict=f"{CONFLICT}{error.message}")
        return replace(view, ledger=(*view.ledger, kept))


def recorded_step(view: View, step: Step, tool: Tool, *, wishes: Wishes, author: Author, put: Asking) -> View:
    """Return a new view with one step more, made from the model's recorded answer.

    Raises:
        ProviderError: None is recorded.
    """
    try:
        return refine_by_model(view, tool, step.feedback, wishes=wishes, author=author, put=put).view
    except WishError as error:
        return replace(view, ledger=(*view.ledger, replace(step, verdict=f"{CONFLICT}{error.message}")))


def refined_again(
    view: View, ledger: Sequence[Step], tool: Tool, *, wishes: Wishes, author: Author, put: Asking
) -> View:
    """Return a new view with a ledger replayed on it: by rules, by the step's patch, else by the model.

    Where recorded answers stand in for the model, a step that it made is made from its answer again; where
    answers are recorded, the model is asked anew, for the answer of before was about another spec.

    Raises:
        ProviderError: That answer is not recorded.
    """
    for step in ledger:
        if view.page is not None:
            view = page_again(view, step, tool, wishes=wishes, author=author, put=put)
            continue
        if step.by and author.replays:
            view = recorded_step(view, step, tool, wishes=wishes, author=author, put=put)
            continue
        if step.by and author.records:
            with suppress(WishError, ProviderError):
                view = refine_by_model(view, tool, step.feedback, wishes=wishes, author=author, put=put).view
                continue
        replay = replay_ledger(view.spec, [step], tool, examples=wishes.examples)
        made = View(
            tool.name,
            replay.spec,
            generator=view.generator,
            ledger=(*view.ledger, *replay.ledger),
            origin=view.origin,
        )
        if replay.conflicts:
            # Where the model cannot either, the step stays in the ledger with its verdict, for next time.
            with suppress(WishError, ProviderError):
                made = refine_by_model(view, tool, step.feedback, wishes=wishes, author=author, put=put).view
        view = made
    return view
