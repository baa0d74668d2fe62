"""The two candidates for a view, the offline one (0) and the model's: scores, and which is taken."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from genui.errors import GenerationError
from genui.generate.author import Author
from genui.generate.offline import generate
from genui.generate.prompts import finding_text
from genui.generate.scorer import Score, score_spec
from genui.generate.verdict import Verdict, judged_origin, kept_verdict, key_of
from genui.link import link
from genui.lint import validate_artifact
from genui.model import Finding, Tool, View, errors_of
from genui.plan import with_example
from genui.wishes import Wishes

MAX_PROBLEM_LENGTH = 300


def better(
    view: View,
    tool: Tool,
    wishes: Wishes,
    author: Author,
    *,
    prompt: str,
    judged: Mapping[str, str],
    decide: Callable[[Score | None], Verdict],
) -> View:
    """Return a model's view or candidate 0, whose score `decide` is given; a verdict that is stored holds."""
    first, _ = generate(tool, wishes)
    # The verdict on the same two candidates is kept: machines without a browser would judge otherwise.
    key = key_of(view.spec if view.page is None else view.page, first.spec)
    verdict = kept_verdict(judged, key) or decide(linked_score(first, tool, wishes, author)[0])
    origin = judged_origin(author.names(tool), verdict, key, prompt=prompt)
    return replace(view if verdict.model else first, origin=origin)


def linked_score(
    view: View, tool: Tool, wishes: Wishes, author: Author
) -> tuple[Score | None, list[Finding]]:
    """Link a spec as a build would, check its page, and score both; no score where there are errors."""
    html = link(tool, with_example(view, wishes), author.templates, source="")
    most = author.config.limits.page_bytes
    page = validate_artifact(html, author.templates, tool=tool.name, max_bytes=most)
    found = (*view.findings, *page)
    wrong = errors_of(found)
    return None if wrong else score_spec(view.spec, tool, wishes=wishes, findings=found), wrong


def unusable(what: str, wrong: list[Finding]) -> GenerationError:
    """Return the error for what a model wrote, with the first things that are wrong."""
    told = "; ".join(finding_text(one) for one in wrong[:2])
    return GenerationError(f"{what}: {told}"[:MAX_PROBLEM_LENGTH])
