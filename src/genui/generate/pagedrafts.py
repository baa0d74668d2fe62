"""A page by a model: read, repaired by rules, given back with its findings, scored against candidate 0."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from genui.errors import WishError
from genui.generate.author import Asking, Author, in_turns
from genui.generate.candidates import better, score_of, unusable
from genui.generate.prompts import finding_text, generate_request, refine_request
from genui.generate.reading import page_in
from genui.generate.request import Request
from genui.generate.scorer import Score, score_page, weakest
from genui.generate.verdict import FAILED, Verdict
from genui.lint.repair import repair_page
from genui.model import Finding, Step, Tool, View
from genui.pages import Entered, enter_page
from genui.schema import members
from genui.viewfile import APPLIED
from genui.viewoptions import ViewOptions

CONTROL = re.compile(
    r"<(input|select|textarea)\b|['\"`](input|select|textarea)['\"`]|contenteditable", re.IGNORECASE
)
"""What a form is made of, in markup or by a script."""


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
        return verdict_on(entered, score_of(first, tool, options, author), tool, options, author)

    view = view_of(tool, entered, {})
    return better(view, tool, options, author, prompt="generate_html", judged=judged, decide=decide)


def verdict_on(
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
