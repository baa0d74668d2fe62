"""A spec by a model: read, checked, mended by rules, given back with its findings, scored."""

import logging
from collections.abc import Mapping
from dataclasses import replace

from genui.generate.author import Asking, Author, in_turns
from genui.generate.candidates import better, linked, score_of, unusable
from genui.generate.mending import mended
from genui.generate.prompts import generate_request
from genui.generate.reading import reason_in, spec_in, suspicions
from genui.generate.scorer import Score, weakest
from genui.generate.verdict import Verdict
from genui.model import Finding, Tool, View, errors_of
from genui.viewoptions import ViewOptions

log = logging.getLogger(__name__)


def spec_view(
    tool: Tool, options: ViewOptions, author: Author, put: Asking, *, judged: Mapping[str, str]
) -> View:
    """Return the better of candidate 0 and the model's spec.

    Raises:
        GenerationError: The model's spec, or its page, has errors.
    """

    reason = ""

    def read(answer: str) -> tuple[View, tuple[Finding, ...]]:
        nonlocal reason
        reason = reason_in(answer)
        view = view_in(answer, tool, options, author)
        return view, view.findings

    request = generate_request(tool, options, author.config, prompts=author.prompts, mode="spec")
    view, wrong, repairs = in_turns(request, author, put, read, mode="spec")
    if wrong:
        raise unusable(f"the model's spec has errors after {repairs} repairs", wrong)
    if wrong := errors_of(linked(view, tool, options, author)[1]):
        raise unusable("the page of the model's spec has errors", wrong)

    def decide(first: View) -> Verdict:
        with author.glancing() as glance:
            least, score = (score_of(one, tool, options, author, glance=glance) for one in (first, view))
        assert score is not None
        verdict = verdict_on(least, score, repairs=repairs)
        kind = f"; {view.spec.get('kind', 'rich')}: {reason}" if reason and verdict.model else ""
        return verdict._replace(why=verdict.why + kind)

    return better(view, tool, options, author, prompt="generate_spec", judged=judged, decide=decide)


def view_in(answer: str, tool: Tool, options: ViewOptions, author: Author) -> View:
    """Read an answer as a spec and check it, mended by rules."""
    spec, findings = spec_in(answer)
    view = View(tool.name, {}, generator="spec", findings=findings)
    if spec is None:
        return view
    spec, findings, done = mended(spec, tool, options, author.config.limits)
    for step in done:
        log.info("%s: mended %s", tool.name, step)
    return replace(view, spec=spec, findings=(*findings, *suspicions(spec, tool)))


def verdict_on(least: Score | None, score: Score, *, repairs: int) -> Verdict:
    """Take the model's view if it scores at least as well as candidate 0, else candidate 0."""
    floor, total = round(least.total) if least else 0, round(score.total)
    scores = f"spec {total}, offline {floor}, {'drawn' if score.drawn else 'estimated without a browser'}"
    if total < floor:
        return Verdict(model=False, scores=scores, why=f"the model's scores less: {weakest(least, score)}")
    turns = f" after {repairs} repair turn{'s' if repairs > 1 else ''}" if repairs else ""
    return Verdict(model=True, scores=scores, why=f"the model's scores at least as well{turns}")
