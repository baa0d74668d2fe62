"""The two candidates for a view, the offline one (0) and the model's: scores, and which is taken.

A model writes a spec or a page. Either is read, repaired by rules, given back with its findings, and scored.
"""

import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from genui.errors import GenerationError, WishError
from genui.generate.author import Asking, Author, Glance, in_turns, no_glance
from genui.generate.mending import mended
from genui.generate.offline import generate
from genui.generate.prompts import finding_text, generate_request, refine_request
from genui.generate.reading import page_in, reason_in, spec_in, suspicions
from genui.generate.request import Request
from genui.generate.scorer import Score, score_page, score_spec, weakest
from genui.generate.sight import Box
from genui.generate.verdict import FAILED, Verdict, judged_origin, kept_verdict, key_of
from genui.link import link
from genui.lint import validate_artifact
from genui.lint.repair import repair_page
from genui.model import Finding, JsonObject, Step, Tool, View, errors_of
from genui.pages import Entered, enter_page
from genui.plan import with_example
from genui.schema import members
from genui.viewfile import APPLIED
from genui.viewoptions import ViewOptions

log = logging.getLogger(__name__)

MAX_PROBLEM_LENGTH = 300

CONTROL = re.compile(
    r"<(input|select|textarea)\b|['\"`](input|select|textarea)['\"`]|contenteditable", re.IGNORECASE
)
"""What a form is made of, in markup or by a script."""


def better(
    view: View,
    tool: Tool,
    options: ViewOptions,
    author: Author,
    *,
    prompt: str,
    judged: Mapping[str, str],
    decide: Callable[[View], Verdict],
) -> View:
    """Return a model's view or candidate 0, to which `decide` compares it; a verdict that is stored holds."""
    first, _ = generate(tool, options)
    # A model's view is judged once: a machine without a browser, or a later genui, would judge otherwise.
    key = key_of(view.spec if view.page is None else view.page)
    verdict = kept_verdict(judged, key) or decide(first)
    origin = judged_origin(author.names(tool), verdict, key, prompt=prompt)
    return replace(view if verdict.model else first, origin=origin)


def linked(view: View, tool: Tool, options: ViewOptions, author: Author) -> tuple[bytes, tuple[Finding, ...]]:
    """Link a spec as a build would; return its page, and all findings on both."""
    html = link(tool, with_example(view, options), author.templates, source="")
    most = author.config.limits.page_bytes
    page = validate_artifact(html, author.templates, tool=tool.name, max_bytes=most)
    return html, (*view.findings, *page)


def score_of(
    view: View, tool: Tool, options: ViewOptions, author: Author, *, glance: Glance = no_glance
) -> Score | None:
    """Score a spec and its page, drawn where `glance` can; None where there are errors."""
    html, found = linked(view, tool, options, author)
    if errors_of(found):
        return None

    def look(exchange: JsonObject) -> Sequence[Box] | None:
        return glance(html, tool, exchange)

    return score_spec(view.spec, tool, options=options, findings=found, look=look)


def unusable(what: str, wrong: list[Finding]) -> GenerationError:
    """Return the error for what a model wrote, with the first things that are wrong."""
    told = "; ".join(finding_text(one) for one in wrong[:2])
    return GenerationError(f"{what}: {told}"[:MAX_PROBLEM_LENGTH])


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
        verdict = spec_verdict(least, score, repairs=repairs)
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


def spec_verdict(least: Score | None, score: Score, *, repairs: int) -> Verdict:
    """Take the model's view if it scores at least as well as candidate 0, else candidate 0."""
    floor, total = round(least.total) if least else 0, round(score.total)
    scores = f"spec {total}, offline {floor}, {'drawn' if score.drawn else 'estimated without a browser'}"
    if total < floor:
        return Verdict(model=False, scores=scores, why=f"the model's scores less: {weakest(least, score)}")
    turns = f" after {repairs} repair turn{'s' if repairs > 1 else ''}" if repairs else ""
    return Verdict(model=True, scores=scores, why=f"the model's scores at least as well{turns}")


def page_view(
    tool: Tool, options: ViewOptions, author: Author, put: Asking, *, judged: Mapping[str, str]
) -> View:
    """Return the better of candidate 0 and the model's page.

    Raises:
        GenerationError: The model's page has errors.
    """
    request = generate_request(tool, options, author.config, prompts=author.prompts, mode="html")
    entered, wrong, repairs = page_of(request, tool, author, put)
    if wrong:
        raise unusable(f"the model's page has errors after {repairs} repairs", wrong)

    def decide(first: View) -> Verdict:
        return page_verdict(entered, score_of(first, tool, options, author), tool, options, author)

    view = view_of(tool, entered, {})
    return better(view, tool, options, author, prompt="generate_html", judged=judged, decide=decide)


def page_verdict(
    entered: Entered, least: Score | None, tool: Tool, options: ViewOptions, author: Author
) -> Verdict:
    """Take the model's page if it works and scores at least as well by the measures that both have."""
    score = score_page(entered.page, tool, options=options, findings=entered.findings)
    floor, total = round(least.total_of(score)) if least else 0, round(score.total)
    scores = f"html {total}, offline {floor}"
    if total < floor:
        why = f"the model's page scores less: {weakest(least, score)}"
        return Verdict(model=False, scores=scores, why=why)
    # No score makes up for a form that is not there.
    if lack := lacking(entered.page, tool):
        return Verdict(model=False, scores=scores, why=f"the model's page {lack}")
    trial = author.trial(entered.html, tool, options)
    works = not trial.startswith(FAILED)
    why = "scores at least as well" if works else "does not work"
    return Verdict(model=works, scores=scores, why=f"the model's page {why}", trial=trial)


def lacking(page: str, tool: Tool) -> str:
    """Return what a page lacks that every view must have; "" where it has all of it."""
    if members(tool.input_schema, tool.input_schema) and not CONTROL.search(page):
        return "has no form for the tool's arguments"
    return "" if "isError" in page else "ignores isError"


def view_of(tool: Tool, entered: Entered, origin: dict[str, str], ledger: tuple[Step, ...] = ()) -> View:
    """Return the view of a page that was let in."""
    return View(
        tool.name,
        {},
        generator="html",
        ledger=ledger,
        origin=origin,
        findings=entered.findings,
        page=entered.page,
        repairs=entered.repairs,
    )


def page_of(request: Request, tool: Tool, author: Author, put: Asking) -> tuple[Entered, list[Finding], int]:
    """Ask for a page, repair it by rules, and ask the model to mend what rules cannot."""

    def read(answer: str) -> tuple[Entered, Sequence[Finding]]:
        entered = entering(answer, tool, author)
        return entered, () if entered.page else entered.findings

    return in_turns(request, author, put, read, mode="html")


def entering(answer: str, tool: Tool, author: Author) -> Entered:
    """Take the page in an answer through validate, repair and link."""
    page, findings = page_in(answer)
    if findings:
        return Entered("reject", findings)
    most = author.config.limits.page_bytes
    # Every repair is made, those of mere warnings too: what can be mended needs no second answer.
    mended = repair_page(page.encode(errors="replace"), max_bytes=most)
    entered = enter_page(tool, mended.html, author.templates, source="", max_bytes=most)
    return replace(entered, repairs=(*mended.repairs, *entered.repairs))


def refine_page(
    view: View, tool: Tool, feedback: str, *, options: ViewOptions, author: Author, put: Asking
) -> View:
    """Return a page as the feedback wishes it, written anew by a model; the score gates only validity.

    Raises:
        WishError: The model's page has errors.
        ProviderError: It did not answer.
    """
    request = refine_request(view, feedback, tool, options, author.config, prompts=author.prompts)
    entered, wrong, _ = page_of(request, tool, author, put)
    trial = "" if wrong else author.trial(entered.html, tool, options)
    if wrong or trial.startswith(FAILED):
        told = "; ".join(map(finding_text, wrong[:2]))
        problem = f"has errors: {told}" if wrong else f"does not work: {trial}"
        raise WishError(f"the model's page {problem}"[:400], hint="say it in other words")
    step = Step(feedback, (), APPLIED, by=" ".join(author.names(tool)))
    return view_of(tool, entered, dict(view.origin), (*view.ledger, step))
