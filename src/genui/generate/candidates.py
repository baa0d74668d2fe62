"""The two candidates for a view, the offline one (0) and the model's: scores, and which is taken."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from genui.errors import GenerationError
from genui.generate.author import Author, Glance, no_glance
from genui.generate.offline import generate
from genui.generate.prompts import finding_text
from genui.generate.scorer import Score, score_spec
from genui.generate.sight import Box
from genui.generate.verdict import Verdict, judged_origin, kept_verdict, key_of
from genui.link import link
from genui.lint import validate_artifact
from genui.model import Finding, JsonObject, Tool, View, errors_of
from genui.plan import with_example
from genui.viewoptions import ViewOptions

MAX_PROBLEM_LENGTH = 300


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
