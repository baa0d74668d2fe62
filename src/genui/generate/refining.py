"""Refining with a model: the wishes that rules do not read become a patch of the spec by a model."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from genui.errors import WishError
from genui.followups import marked
from genui.generate.asking import Budget
from genui.generate.author import Asking, Author, ask_author, in_turns
from genui.generate.candidates import refine_page
from genui.generate.problems import ProviderError
from genui.generate.prompts import finding_text, refine_request
from genui.generate.reading import as_spec, json_object, suspicions
from genui.generate.request import Answer, Request
from genui.model import Finding, Json, JsonObject, Step, Tool, View
from genui.refine import PatchError, Refinement, apply_patch, diff_patch, replay_ledger
from genui.refine.steps import verdict_of
from genui.typecheck import check_spec
from genui.viewfile import CONFLICT
from genui.viewoptions import ViewOptions

Patched = tuple[JsonObject | None, tuple[Finding, ...]]
"""A spec after a patch, None where the patch cannot be applied, and what is wrong with either."""

SUMMARY_LENGTH = 200


def refine_within(
    view: View,
    tool: Tool,
    feedback: str,
    options: ViewOptions,
    author: Author,
    *,
    budget: Budget | None = None,
) -> Refinement:
    """Refine a view by the model, within a budget, else the time that a view in a build may take.

    Raises:
        WishError: The model cannot fulfil the wish.
        ProviderError: It did not answer.
    """
    within = budget or Budget(author.config.model.timeout)

    def put(request: Request) -> Answer:
        return ask_author(request, author, within, lambda characters: None)

    return refine(view, tool, feedback, options=options, author=author, put=put)


def refine(
    view: View, tool: Tool, feedback: str, *, options: ViewOptions, author: Author, put: Asking
) -> Refinement:
    """Return a view as the feedback wishes it: a patch of its spec, or the page anew.

    Raises:
        WishError: The model cannot fulfil the wish.
        ProviderError: It did not answer.
    """
    if view.page is None:
        return refine_spec(view, tool, feedback, options=options, author=author, put=put)
    after = refine_page(view, tool, feedback, options=options, author=author, put=put)
    return Refinement(after, after.ledger[-1], {}, {}, after.findings)


def refine_spec(
    view: View, tool: Tool, feedback: str, *, options: ViewOptions, author: Author, put: Asking
) -> Refinement:
    """Return the view as the feedback wishes it, by a patch that a model writes; all or nothing.

    Raises:
        WishError: The model says that it cannot be, or its patches have errors.
        ProviderError: It did not answer.
    """
    request = refine_request(view, feedback, tool, options, author.config, prompts=author.prompts)

    def read(answer: str) -> tuple[Patched, tuple[Finding, ...]]:
        after, findings = patched(view.spec, answer, tool, feedback, author, options)
        return (after, findings), findings

    (after, found), wrong, _ = in_turns(request, author, put, read, mode="spec", wanted="patch")
    if after is None or wrong:
        told = "; ".join(finding_text(one) for one in wrong[:2])
        raise WishError(f"the model's patch has errors: {told}"[:400], hint="say it in other words")
    step = Step(feedback, diff_patch(view.spec, after), verdict_of(found), by=" ".join(author.names(tool)))
    refined = replace(view, spec=after, ledger=(*view.ledger, step), findings=found)
    return Refinement(refined, step, view.spec, after, found)


def patched(
    spec: JsonObject, answer: str, tool: Tool, feedback: str, author: Author, options: ViewOptions
) -> Patched:
    """Return the spec after the patch in an answer.

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
        # What is no operation is refused where it is applied.
        operations = [one if isinstance(one, Mapping) else {"op": str(one)} for one in patch]
        after: Json = apply_patch(spec, operations)
    except PatchError as error:
        return None, (Finding("patch-unfit", "error", f"the patch does not apply: {error}"),)
    if not isinstance(after, Mapping):
        return None, (Finding("patch-unfit", "error", "the patch leaves no view spec"),)
    after = as_spec(after)
    if after.get("actions") != spec.get("actions"):
        after = marked(after, options)
    before = suspicions(spec, tool)
    suspicious = tuple(one for one in suspicions(after, tool, feedback) if one not in before)
    return after, (*check_spec(after, tool, author.config.limits), *suspicious)


def refined_again(
    view: View, ledger: Sequence[Step], tool: Tool, *, options: ViewOptions, author: Author, put: Asking
) -> View:
    """Return a new view with a ledger replayed on it: by rules, by the step's patch, else by the model.

    Where recorded answers stand in for the model, a step that it made is made from its answer again; where
    answers are recorded, the model is asked anew, for the answer of before was about another spec.

    Raises:
        ProviderError: That answer is not recorded.
    """
    for step in ledger:
        view = step_again(view, step, tool, options=options, author=author, put=put)
    return view


def step_again(
    view: View, step: Step, tool: Tool, *, options: ViewOptions, author: Author, put: Asking
) -> View:
    """Return a new view with one step more."""

    def by_model() -> View:
        return refine(view, tool, step.feedback, options=options, author=author, put=put).view

    # A page has no patches, so only a model can.
    if view.page is not None or (step.by and author.replays):
        try:
            return by_model()
        except (WishError, ProviderError) as error:
            if isinstance(error, ProviderError) and error.problem in {"missing-reply", "aborted"}:
                raise
            kept = replace(step, verdict=f"{CONFLICT}{error.message}")
            return replace(view, ledger=(*view.ledger, kept))
    if step.by and author.records:
        with suppress(WishError, ProviderError):
            return by_model()
    # The step's own patch first: words may be read otherwise by this genui or this model.
    replay = replay_ledger(view.spec, [step], tool, examples=options.examples)
    if replay.conflicts:
        # Where the model cannot either, the step stays in the ledger with its verdict, for next time.
        with suppress(WishError, ProviderError):
            return by_model()
    return replace(view, spec=replay.spec, ledger=(*view.ledger, *replay.ledger), findings=())
