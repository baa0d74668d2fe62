"""A host's own model writes a view: the brief that it is given, and the verdict on the spec that it submits.

The brief fits into a chat; the language of specs is beside it.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from genui.assets import load_assets
from genui.config import Config
from genui.generate.material import clean, compact, roles_found, tool_material
from genui.generate.mending import PATHS, REMOVED, mended, unchecked
from genui.generate.prompts import language, render, system_text
from genui.generate.reading import as_spec, json_object, suspicions
from genui.model import Finding, JsonObject, View, errors_of
from genui.ondemand.maker import Maker, Present, milliseconds_since
from genui.ondemand.overlay import UnfitError
from genui.plan import Job
from genui.serve.own import failed_result, tool_result
from genui.serve.tasks import Call, Made, Order
from genui.serve.uris import language_uri, view_uri
from genui.viewfile import AGENT, REVISION_DIGITS

MOST_BYTES = 11_900
"""Bytes of a brief as it is written in an answer: about 3,000 tokens of a chat."""

STEPS = ((1.0, True), (0.6, True), (0.35, True), (0.35, False), (0.15, False), (0.05, False))
"""What the definition is scaled by, and whether the present spec is told, until the brief fits."""

WISH_LENGTH = 200
SUBMIT = """Write the view spec of this tool, then call {tool} with
{{"toolName": {name}, "spec": <the spec>}}. `rules` tells the language of specs in short; the resource
{language} tells it whole, and one reading serves for all tools. `task` is the tool; `currentSpec` is its
view as it is now, which you may change instead of beginning anew{left_out}. Keep what users asked for
(`refinements`). The answer is the verdict: if it is refused, mend what its findings name and submit again."""


def brief_of(maker: Maker, order: Order, *, job: Job, now: Present) -> str:
    """Return what a model has to know to write a spec, and how it hands it in, as a JSON object."""
    text = ""
    for scale, whole in STEPS:
        spec = now.view.spec if whole and now.view.page is None else None
        text = compact(told(maker, order, job, now, spec=spec, scale=scale))
        if len(json.dumps(text)) <= MOST_BYTES:
            break
    return text


def told(
    maker: Maker, order: Order, job: Job, now: Present, *, spec: JsonObject | None, scale: float
) -> Mapping[str, Any]:
    """Return the members of a brief, with as much of the definition as a scale lets in."""
    config = maker.config
    prompts = load_assets("prompts", config.path(config.build.prompts_directory))
    left_out = "" if spec or now.view.page is not None else " (it is left out here, being too long)"
    submit = SUBMIT.format(
        tool=f"{order.prefix}submit",
        name=json.dumps(order.name),
        language=language_uri(order.prefix),
        left_out=left_out,
    )
    task = render(prompts, "tool.md", **tool_material(job.tool, job.options, config, scale=scale))
    roles = render(prompts, "start.md", roles=roles_found(job.tool, job.options), spec="")
    wished = [clean(step.feedback, WISH_LENGTH) for step in now.view.ledger]
    return {
        "tool": order.name,
        "instructions": " ".join(submit.split()),
        "rules": render(prompts, "brief.md", **language()),
        "task": f"{task}\n{roles}".rstrip(),
        "currentSpec": spec,
        "refinements": wished[-config.limits.refinements :],
        "uri": now.uri or None,
    }


def language_text(config: Config) -> str:
    """Return what makes a view good and the language of specs, whole: what a provider's model is told."""
    return system_text(load_assets("prompts", config.path(config.build.prompts_directory)), "spec")


MOST_TOLD = 50
"""Findings, or paths, that an answer tells."""

UNKNOWN = "Nothing tells whether the paths in `unchecked` are in a result: no output schema or example."
MEND = "bind to one of these, or show the whole by `rows` or `auto`"


def submit(maker: Maker, order: Order, arguments: Mapping[str, Any], _call: Call) -> Made:
    """Answer `_ui_submit`: the verdict on a spec, which is live at once if it passes."""
    start = time.perf_counter()
    given = arguments.get("spec")
    # Some models send it as a text.
    found = json_object(given, with_any=("result", "form", "version")) if isinstance(given, str) else given
    if not isinstance(found, Mapping):
        return Made(failed_result(f"spec is {shown(given)}, expected a view spec, a JSON object"))
    job = maker.job(order)
    try:
        spec, findings, done = judged(maker, job, found, maker.present(order, job).view.spec)
        unknown = [] if errors_of(findings) else unchecked(spec, job.tool, job.options)
    except RecursionError:
        findings, spec, done = (Finding("too-deep", "error", "the spec is nested too deeply"),), {}, ()
    if errors_of(findings):
        return Made(refused(order, findings, done))
    with maker.alone(order.name):
        now = maker.present(order, job)
        why = "submitted by the host's model"
        view = View(order.name, spec, generator=AGENT, ledger=now.view.ledger, origin={"why": why})
        try:
            linked = maker.keep(order, job, view, start)
        except UnfitError as error:
            return Made(refused(order, error.findings, done))
    uri = view_uri(order.name, linked.entry.sha256[:REVISION_DIGITS])
    told = {
        "tool": order.name,
        "verdict": "live",
        "findings": findings_json(findings),
        "unchecked": unknown[:MOST_TOLD],
        "mended": list(done),
        "refinements": [step.feedback for step in view.ledger],
        "uriBefore": now.uri or None,
        "uri": uri,
        "milliseconds": milliseconds_since(start),
        **({"note": UNKNOWN} if unknown else {}),
    }
    return Made(tool_result(told), order.name)


def judged(
    maker: Maker, job: Job, found: JsonObject, present: JsonObject
) -> tuple[dict[str, Any], tuple[Finding, ...], tuple[str, ...]]:
    """Return a submitted spec as far as it can be mended, what the checks say of it, and what was mended.

    What the `present` spec has too, a person may have wished.
    """
    limits, removed = maker.config.limits, REMOVED - PATHS
    spec, findings, done = mended(as_spec(found), job.tool, job.options, limits, removed)
    before = suspicions(present, job.tool)
    suspicious = (one for one in suspicions(spec, job.tool) if one not in before)
    return spec, (*with_mends(findings), *suspicious), done


def with_mends(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings, those about paths with what mends them."""
    lost = any(finding.rule == "binding-missing" for finding in findings)
    for finding in findings:
        if finding.rule in PATHS and finding.hint:
            yield replace(finding, hint=f"{finding.hint}; {MEND}")
        # The keys of rows that are not there are wrong for that reason alone.
        elif not (lost and finding.rule == "column-missing"):
            yield finding


def refused(order: Order, findings: Sequence[Finding], done: Sequence[str]) -> dict[str, Any]:
    """Return the verdict on a spec that is not let in."""
    told = {
        "tool": order.name,
        "verdict": "refused",
        "findings": findings_json(findings),
        "mended": list(done),
        "uri": order.uri,
    }
    return failed_result(json.dumps(told, indent=2, ensure_ascii=False), told)


def findings_json(findings: Sequence[Finding]) -> list[dict[str, str]]:
    """Return findings as an answer tells them, the errors first, a bounded number."""
    ordered = sorted(findings, key=lambda one: one.severity != "error")[:MOST_TOLD]
    members = ("rule", "severity", "where", "message", "hint")
    return [{name: getattr(one, name) for name in members if getattr(one, name)} for one in ordered]


def shown(value: Any) -> str:
    """Return a value as an error names it."""
    return json.dumps(value, ensure_ascii=False, default=str)[:80]
