"""What a host's own model is told to write a view: a brief that fits into a chat, the language beside it."""

import json
from collections.abc import Mapping
from typing import Any

from genui.assets import load_assets
from genui.config import Config
from genui.generate.material import clean, compact, roles_found, tool_material
from genui.generate.prompts import language, render, system_text
from genui.model import JsonObject
from genui.ondemand.maker import Maker, Present
from genui.plan import Job
from genui.serve.tasks import Order
from genui.serve.uris import language_uri

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
