"""The calls that make views: refine, regenerate, and brief and submit for the host's own model."""

import re
import shlex
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from genui.errors import WishError
from genui.generate.offline import generate
from genui.ondemand.agent import brief_of, findings_json, shown, submit
from genui.ondemand.maker import Maker, Present, milliseconds_since
from genui.ondemand.overlay import Linked, show_as_text
from genui.plan import Job
from genui.refine import Refinement
from genui.refine.answer import change_json, told_change, told_changes
from genui.serve.own import failed_result, text_result, tool_result
from genui.serve.tasks import Call, Made, Order
from genui.serve.uris import view_uri
from genui.viewfile import CONFLICT, REVISION_DIGITS

MAX_FEEDBACK = 2000
UNDO = re.compile(
    r"(please )?(undo|revert|take back)( (it|that|this|(the|my) last (change|wish|step|one)))?[.!]?",
    re.IGNORECASE,
)
"""A wish that takes back the one before."""


def refine(maker: Maker, order: Order, arguments: Mapping[str, Any], call: Call) -> Made:
    """Answer `_ui_refine`: by rules, or by a model where they do not read the wish."""
    from genui.generate.asking import Budget
    from genui.generate.problems import ProviderError
    from genui.revise import refined_by_either

    wish = arguments.get("feedback")
    if not isinstance(wish, str) or not wish.strip():
        return Made(
            failed_result(f"feedback is {shown(wish)}, expected what to change, such as 'line chart'")
        )
    if len(wish) > MAX_FEEDBACK:
        return Made(failed_result(f"feedback has {len(wish)} characters, expected at most {MAX_FEEDBACK}"))
    if UNDO.fullmatch(wish.strip()):
        return undone(maker, order)
    budget = Budget(maker.config.model.on_demand_timeout)
    call.stop = budget.cancel
    with maker.alone(order.name):
        start = time.perf_counter()
        job = maker.job(order)
        now = maker.present(order, job)
        try:
            done = refined_by_either(now.view, job, wish.strip(), maker.author, budget=budget)
        except WishError as error:
            if isinstance(error.__cause__, ProviderError):
                maker.log_failure(order, error.__cause__.message)
            return Made(not_understood(maker, order, wish, error, job=job, now=now))
        if call.cancelled:
            return Made(failed_result("cancelled"))
        linked = maker.keep(order, job, done.view, start)
    return refined_result(maker, order, now, done, linked, milliseconds_since(start))


def not_understood(
    maker: Maker, order: Order, wish: str, error: WishError, *, job: Job, now: Present
) -> dict[str, Any]:
    """Return the answer to a wish that changed nothing: why, and the brief to fulfil it by a spec."""
    told = {
        "tool": order.name,
        "feedback": wish,
        "verdict": "refused",
        "reason": error.message,
        "hint": error.hint,
        "uri": now.uri,
    }
    lines = (
        f"The UI of '{order.name}' is as it was. {error.message}",
        error.hint,
        f"Or fulfil it yourself: write the view and call {order.prefix}submit, as this brief tells.",
        brief_of(maker, order, job=job, now=now),
    )
    return failed_result("\n".join(filter(None, lines)), told)


def undone(maker: Maker, order: Order) -> Made:
    """Answer a wish to take the last one back."""
    now = maker.present(order, maker.job(order))
    try:
        view = maker.undo(order)
    except WishError as error:
        told = {"tool": order.name, "feedback": "undo", "verdict": "refused", "reason": error.message}
        return Made(failed_result(f"{error.message}\n{error.hint}", {**told, "uri": now.uri}))
    gone, uri = now.view.ledger[-1].feedback, maker.present(order, maker.job(order)).uri
    taken: dict[str, Any] = {
        "tool": order.name,
        "feedback": "undo",
        "verdict": "undone",
        "undone": gone,
        "refinements": [step.feedback for step in view.ledger],
        "uriBefore": now.uri,
        "uri": uri,
    }
    text = f"Taken back for tool '{order.name}': {gone}. The view is now {uri}"
    return Made(tool_result(taken, text), order.name)


def adopting(maker: Maker, name: str) -> str:
    """Return the command that keeps a view, to be copied into a terminal."""
    config = maker.config
    if maker.passing:
        return "nothing keeps it: it is gone when genui serve ends"
    words = ["genui", "adopt", name]
    if config.file is not None:
        words += ["--config", str(config.file.resolve())]
    else:
        words += ["--generated", str(config.generated.resolve())]
        target = config.upstream
        if target is not None and target.command:
            words += ["--", target.command, *target.args]
        elif target is not None:
            words += ["--url", str(target.url)]
    return f"to keep it, for review: {shlex.join(words)}"


def refined_result(
    maker: Maker, order: Order, now: Present, done: Refinement, linked: Linked, took: float
) -> Made:
    """Return the answer to a wish that was fulfilled: what was, what is, and who did it."""
    view, step, keep = done.view, done.step, adopting(maker, order.name)
    changes = told_changes(now.view.spec, step.patch) if view.page is None else ()
    uri = view_uri(order.name, linked.entry.sha256[:REVISION_DIGITS])
    lines = [f"  {told_change(change)}" for change in changes] or [
        "  nothing to change: the view is so already"
    ]
    text = "\n".join(
        [
            f"UI refined for tool '{order.name}'. Regeneration took {round(took)}ms.",
            *(lines if view.page is None else []),
            f"By {step.by or 'rules'}. The view is now {uri}",
            f"Nobody has reviewed it; {keep}",
        ]
    )
    told = {
        "tool": order.name,
        "feedback": step.feedback,
        "verdict": step.verdict,
        "fulfilledBy": step.by or "rules",
        "changes": [change_json(change) for change in changes],
        "findings": findings_json([one for one in done.findings if one.severity != "info"]),
        "refinements": [each.feedback for each in view.ledger],
        "uriBefore": now.uri or None,
        "uri": uri,
        "milliseconds": took,
        "reviewed": False,
        "keep": keep,
    }
    return Made(tool_result(told, text), order.name)


def regenerate(maker: Maker, order: Order, arguments: Mapping[str, Any], _call: Call) -> Made:
    """Answer `_ui_regenerate`: by the model where one is configured, else offline."""
    clear = arguments.get("clearRefinements", False)
    if not isinstance(clear, bool):
        return Made(failed_result(f"clearRefinements is {shown(clear)}, expected true or false"))
    start = time.perf_counter()
    job = maker.job(order)
    before = maker.present(order, job)
    ledger = () if clear else before.view.ledger
    if maker.author is not None and maker.author.missing:
        return Made(kept(maker, order, before, maker.author.missing))
    if job.generation is not None:
        written = maker.write(replace(job, recorded=ledger))
        if clear and written.view is not None and written.view.ledger:
            written = maker.write(job)  # the one that ran had been asked for with the refinements
        if written.view is None:
            return Made(kept(maker, order, before, written.problem))
        view = written.view
    else:
        view, _ = generate(job.tool, job.options, ledger=ledger)
    with maker.alone(order.name):
        linked = maker.keep(order, job, view, start)
    uri, took = view_uri(order.name, linked.entry.sha256[:REVISION_DIGITS]), milliseconds_since(start)
    told = {
        "tool": order.name,
        "generator": view.generator,
        "llmModel": view.origin.get("model") or None,
        "why": view.origin.get("why") or None,
        "refinements": [each.feedback for each in view.ledger],
        "conflicts": [each.feedback for each in view.ledger if each.verdict.startswith(CONFLICT)],
        "uriBefore": before.uri or None,
        "uri": uri,
        "milliseconds": took,
    }
    text = f"UI regenerated for tool '{order.name}'. Generation took {round(took)}ms. The view is now {uri}"
    return Made(tool_result(told, text), order.name)


def kept(maker: Maker, order: Order, before: Present, reason: str) -> dict[str, Any]:
    """Return the answer where the model gave nothing: nothing is destroyed for that."""
    maker.log_failure(order, reason)
    text = f"The UI of '{order.name}' is as it was: {reason}"
    return failed_result(text, {"tool": order.name, "reason": reason, "uri": before.uri or None})


def brief(maker: Maker, order: Order, _arguments: Mapping[str, Any], _call: Call) -> Made:
    """Answer `_ui_brief`: what the host's own model has to know to write the view."""
    job = maker.job(order)
    # As text alone: many hosts show a model both forms of a result.
    return Made(text_result(brief_of(maker, order, job=job, now=maker.present(order, job))))


def text(maker: Maker, order: Order, _arguments: Mapping[str, Any], _call: Call) -> Made:
    """Answer `_ui_text`: this user's hosts are told of the tool's view no more."""
    if maker.config.tool(order.name).announce:
        told = f"announce = true in [tools.{order.name}] of genui.toml keeps the view of {order.name}"
        return Made(failed_result(told))
    show_as_text(maker.folder, order.name)
    back = "It is back when genui serve ends"
    back = back if maker.passing else f"genui undo {order.name} --overlay takes that back"
    told = f"{order.name} is shown as text from now on. {back}."
    return Made(tool_result({"tool": order.name, "shown": "text"}, told), order.name)


MAKING: Mapping[str, Callable[[Maker, Order, Mapping[str, Any], Call], Made]] = {
    "refine": refine,
    "regenerate": regenerate,
    "brief": brief,
    "submit": submit,
    "text": text,
}
"""What answers each call that makes a view, by the tool's name after the prefix."""


def answer(maker: Maker, rest: str, order: Order, arguments: Mapping[str, Any], call: Call) -> Made:
    """Answer a call of one of our own tools. Whoever calls this answers for what it raises."""
    maker.calls.add(call)
    try:
        maker.rebase(order)
        return MAKING[rest](maker, order, arguments, call)
    finally:
        maker.calls.discard(call)
