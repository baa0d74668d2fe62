"""A page by a model: read, repaired by rules, given back with its findings, scored against candidate 0."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from genui.errors import WishError
from genui.generate.author import Asking, Author
from genui.generate.origins import FAILED, Verdict, kept_verdict, key_of, origin_of, told_verdict
from genui.generate.providers import Request
from genui.generate.reading import page_in
from genui.generate.requests import finding_text, generate_request, refine_request, repair_request
from genui.generate.scorer import Score, score_page, weakest
from genui.lint.repair import repair_page
from genui.model import Finding, Step, Tool, View, errors_of
from genui.pages import Entered, enter_page
from genui.schema import members
from genui.viewfile import APPLIED
from genui.wishes import Wishes
from genui.written import Written

CONTROL = re.compile(
    r"<(input|select|textarea)\b|['\"`](input|select|textarea)['\"`]|contenteditable", re.IGNORECASE
)
"""What a form is made of, in markup or by a script."""

REPAIR_TURNS = 2
TOLD_FINDINGS = 12


@dataclass(frozen=True, slots=True)
class PageDraft:
    """A page that was let in, or what kept it out, and the repair turns that it took."""

    entered: Entered
    turns: int

    @property
    def usable(self) -> bool:
        """True where the page may be shown."""
        return bool(self.entered.page)


def page_view(
    tool: Tool,
    wishes: Wishes,
    author: Author,
    put: Asking,
    *,
    first: Callable[[], tuple[View, Score | None]],
    judged: Mapping[str, str],
) -> Written:
    """Return the better of candidate 0 and the model's page."""
    request = generate_request(tool, wishes, author.config, prompts=author.prompts, mode="html")
    draft = page_of(request, tool, author, put)
    if not draft.usable:
        return Written(
            problem=f"the model's page has errors after {draft.turns} repairs: {told(draft)}"[:300]
        )
    entered = draft.entered
    score = score_page(entered.page, tool, wishes=wishes, findings=entered.findings)
    before, least = first()
    key = key_of(entered.page, before.spec)
    verdict = kept_verdict(judged, key) or verdict_on(score, least, entered, tool, wishes, author)
    origin = origin_of(tool, author, prompt="generate_html", scores=verdict.scores, why=verdict.why)
    origin |= told_verdict(verdict, key)
    return Written(view_of(tool, entered, origin) if verdict.model else replace(before, origin=origin))


def verdict_on(
    score: Score, least: Score | None, entered: Entered, tool: Tool, wishes: Wishes, author: Author
) -> Verdict:
    """Take the model's page if it works and scores at least as well by the measures that both have."""
    floor = least.total_of(score) if least else 0
    scores, wins = f"html {score.total}, offline {floor}", score.total >= floor
    if wins and (lack := lacking(entered.page, tool)):
        return Verdict(False, scores, f"the model's page {lack}")  # noqa: FBT003
    trial = author.trial(entered.html, tool, wishes) if wins else ""
    if trial.startswith(FAILED):
        return Verdict(False, scores, "the model's page does not work", trial)  # noqa: FBT003
    why = "scores at least as well" if wins else f"scores less: {weakest(least, score)}"
    return Verdict(wins, scores, f"the model's page {why}", trial)


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


def page_of(request: Request, tool: Tool, author: Author, put: Asking) -> PageDraft:
    """Ask for a page, repair it by rules, and ask the model to mend what rules cannot."""
    answer = put(request).text
    entered = entering(answer, tool, author)
    for turn in range(REPAIR_TURNS):
        if entered.page:
            return PageDraft(entered, turn)
        wrong = errors_of(entered.findings)[:TOLD_FINDINGS]
        request = repair_request(request, answer, wrong, prompts=author.prompts, mode="html")
        answer = put(request).text
        entered = entering(answer, tool, author)
    return PageDraft(entered, REPAIR_TURNS)


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


def told(draft: PageDraft) -> str:
    """Return the first things that keep a page out."""
    wrong: list[Finding] = errors_of(draft.entered.findings)
    return "; ".join(finding_text(one) for one in wrong[:2])


def refine_page(
    view: View, tool: Tool, feedback: str, *, wishes: Wishes, author: Author, put: Asking
) -> View:
    """Return a page as the feedback wishes it, written anew by a model; the score gates only validity.

    Raises:
        WishError: The model's page has errors.
        ProviderError: It did not answer.
    """
    request = refine_request(
        tool,
        wishes,
        author.config,
        prompts=author.prompts,
        mode="html",
        current=view.page or "",
        feedback=feedback,
        steps=[step.feedback for step in view.ledger],
    )
    draft = page_of(request, tool, author, put)
    if not draft.usable:
        raise WishError(f"the model's page has errors: {told(draft)}"[:400], hint="say it in other words")
    trial = author.trial(draft.entered.html, tool, wishes)
    if trial.startswith(FAILED):
        raise WishError(f"the model's page does not work: {trial}"[:400], hint="say it in other words")
    step = Step(feedback, (), APPLIED, by=" ".join(author.names(tool)))
    return view_of(tool, draft.entered, dict(view.origin), (*view.ledger, step))
