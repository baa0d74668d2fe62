"""Steps of a ledger: made from a wish in words, and replayed on a new baseline."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from genui.errors import WishError
from genui.model import Finding, Json, JsonObject, Step, Tool, View, errors_of
from genui.refine.draft import Draft, Unfulfilled
from genui.refine.patch import Patch, PatchError, apply_patch, copied, diff_patch, moved_patch
from genui.refine.reader import read_wish
from genui.typecheck import check_spec
from genui.viewfile import APPLIED, CONFLICT, HAND, conflicts_of

ADVICE = (
    "genui refine understands what docs/refine.md lists. "
    'For wishes in other words set a model: [model] provider = "…" in genui.toml'
)


@dataclass(frozen=True, slots=True)
class Refinement:
    """A wish fulfilled: the view with one more step, and how its spec changed."""

    view: View
    step: Step
    before: JsonObject
    after: JsonObject
    findings: tuple[Finding, ...] = ()
    """Of the refined spec; none is an error."""
    already: tuple[str, ...] = ()
    """The parts of the wish that the view fulfilled before."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A ledger replayed: the spec, the ledger with new patches and verdicts, and what does not apply."""

    spec: JsonObject
    ledger: tuple[Step, ...]
    conflicts: tuple[Finding, ...] = ()


def refine_view(view: View, tool: Tool, feedback: str, *, examples: Sequence[Json] = ()) -> Refinement:
    """Return the view as the feedback wishes it, by rules alone: pure, offline, all or nothing.

    `examples` are recorded calls {arguments, result}, which tell names that no schema does.

    Raises:
        WishError: Something was not understood, is ambiguous, or cannot be; the message quotes it.
    """
    try:
        after, patch, findings, already = _wished(view.spec, tool, feedback, examples)
    except Unfulfilled as reason:
        raise WishError(
            reason.message, hint="\n".join(part for part in (reason.hint, ADVICE) if part)
        ) from None
    if not patch:
        raise WishError(f'"{feedback}" would change nothing: the view is so already')
    step = Step(feedback, patch, verdict_of(findings))
    refined = replace(view, spec=after, ledger=(*view.ledger, step), findings=findings)
    return Refinement(refined, step, view.spec, after, findings, already)


def _wished(
    spec: JsonObject, tool: Tool, feedback: str, examples: Sequence[Json]
) -> tuple[JsonObject, tuple[JsonObject, ...], tuple[Finding, ...], tuple[str, ...]]:
    wished = read_wish(feedback, Draft(copied(spec), tool, tuple(examples)))
    patch = diff_patch(spec, wished.spec)
    after = apply_patch(spec, patch)
    findings = check_spec(after, tool)
    new = [one for one in errors_of(findings) if one not in check_spec(spec, tool)]
    if new:
        raise Unfulfilled(f"the view would be wrong at {new[0].where or '/'}: {new[0].message}", new[0].hint)
    return after, patch, findings, wished.state["already"]


def verdict_of(findings: Sequence[Finding]) -> str:
    """Return the verdict of a step that was applied, with the warnings of the checker."""
    told = sorted({finding.rule for finding in findings if finding.severity == "warning"})
    return f"{APPLIED}, with {', '.join(told)}" if told else APPLIED


def replay_patches(spec: JsonObject, ledger: Sequence[Step], tool: Tool) -> Replay:
    """Return the spec with every step whose patch applies; the others are kept and told.

    No words are read; a step that changed nothing when it was made changes nothing. Never raises.
    """
    return _replay(spec, ledger, tool, lambda now, step: None if step.patch else (now, step))


def replay_ledger(
    baseline: JsonObject, ledger: Sequence[Step], tool: Tool, *, examples: Sequence[Json] = ()
) -> Replay:
    """Return the baseline with every step that still applies; the others are kept and told.

    A step is applied by its patch, whose tests guard it; where they fail, its wish is read anew, so that it
    finds its members where they are now. Never raises.
    """
    return _replay(baseline, ledger, tool, lambda now, step: _reread(now, step, tool, examples))


Reread = Callable[[JsonObject, Step], tuple[JsonObject, Step] | None]
"""Reads the words of a step whose patch does not apply; None where they cannot be fulfilled either."""


def _replay(baseline: JsonObject, ledger: Sequence[Step], tool: Tool, reread: Reread) -> Replay:
    spec: JsonObject = copied(baseline)
    steps: list[Step] = []
    for step in ledger:
        spec, replayed = _patched(spec, step, tool) or reread(spec, step) or (spec, _in_conflict(step))
        steps.append(replayed)
    view = View(tool.name, spec, ledger=tuple(steps))
    return Replay(spec, view.ledger, conflicts_of(view))


def _patched(spec: JsonObject, step: Step, tool: Tool) -> tuple[JsonObject, Step] | None:
    after = _applied(spec, step.patch)
    findings = check_spec(after, tool) if after is not None else ()
    if after is None or errors_of(findings):
        return None
    return after, replace(step, patch=diff_patch(spec, after), verdict=verdict_of(findings))


def _applied(spec: JsonObject, patch: Patch) -> Json:
    """Return the spec after a patch, led to where its entries stand now if need be; None where it fails."""
    if not patch:
        return None
    try:
        return apply_patch(spec, patch)
    except PatchError:
        moved = moved_patch(spec, patch)
    try:
        return None if moved is None else apply_patch(spec, moved)
    except PatchError:
        return None


def _reread(spec: JsonObject, step: Step, tool: Tool, examples: Sequence[Json]) -> tuple[JsonObject, Step]:
    if step.by == HAND:
        return spec, _in_conflict(step)
    try:
        after, patch, findings, _ = _wished(spec, tool, step.feedback, examples)
    except Unfulfilled as reason:
        return spec, replace(step, verdict=CONFLICT + reason.message)
    return after, replace(step, patch=patch, verdict=verdict_of(findings), by="")


def _in_conflict(step: Step) -> Step:
    told = step.verdict if step.verdict.startswith(CONFLICT) else f"{CONFLICT}the view has changed since"
    return replace(step, verdict=told)
