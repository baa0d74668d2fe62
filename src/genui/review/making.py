"""Who made a view and what came out: generator, model, wishes, findings, and the code of its page."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from genui.inert import INERT, OWN_CODE, OWN_STYLE
from genui.link import page_data
from genui.model import Finding, Step
from genui.review.rules import Tells, Told, shortened, tell
from genui.review.sides import Page, Seen, shown_data, source_digest
from genui.viewfile import AGENT, CONFLICT, HAND, IMPORTED

GENERATORS: Mapping[str, str] = {
    "offline": "genui's compiler",
    "spec": "a model",
    "html": "a model, as a page",
    IMPORTED: "a person, as an imported page",
    AGENT: "the host's model",
}
"""Who makes a view, by its generator."""

SCRIPT = re.compile(r"<script\b[^>]*>.*?</script\s*>", re.DOTALL | re.IGNORECASE)

FINDING_RULES: Mapping[str, str] = {
    "required-hidden": "required-uncontrolled",
    **dict.fromkeys(("missing-label", "missing-title", "missing-lang", "markup-slip"), "accessibility-new"),
}
"""The findings that have a rule of their own here."""

STEP = 5
"""Points of a score, out of 100, that count as worse."""

GROWN, BYTES = 1.25, 20_000
"""A page is worse in size from so much of what it was, and so many bytes more."""


def making_changes(before: Seen, after: Seen) -> Tells:
    """Tell who made the view otherwise, and by whose words."""
    if before.view is None or after.view is None:
        return
    old, new = before.view.view, after.view.view
    generators = [GENERATORS.get(one.generator, one.generator) for one in (old, new)]
    models = [one.origin.get("model") or "no model" for one in (old, new)]
    prompts = [one.origin.get("prompt", "none") for one in (old, new)]
    scores = [score_of(one.origin.get("scores", "")) for one in (old, new)]
    other, imported = old.generator != new.generator, new.generator == IMPORTED
    author = f"made by {generators[1]}, before by {generators[0]}"
    model = f"written by {models[1]}, before by {models[0]}"
    worse = None not in scores and (scores[1] or 0) <= (scores[0] or 0) - STEP
    by_hand = after.view.edited and (not before.view.edited or old != new)
    same_model = not other and models[0] == models[1]
    yield from tell(
        (other and imported, "page-imported", "the page was imported by a person", "/generator"),
        (other and not imported, "generator-changed", author, "/generator"),
        (not other and not same_model, "model-changed", model, "/origin/model"),
        (
            same_model and prompts[0] != prompts[1],
            "prompt-changed",
            f"asked by prompt {prompts[1]}",
            "/origin/prompt",
        ),
        (
            new.fallback and not old.fallback,
            "fallback",
            f"stands in for a better view: {new.fallback}",
            "/fallback",
        ),
        (worse, "score-worse", f"score {scores[0]} → {scores[1]} of 100", "/origin/scores"),
        (by_hand, "edited-by-hand", "somebody edited the view file by hand", "/sum"),
    )
    yield from wish_changes(list(old.ledger), list(new.ledger))


def score_of(scores: str) -> int | None:
    """Return the first score that an origin tells."""
    found = re.search(r"\d+", scores)
    return int(found[0]) if found else None


def wish_changes(old: Sequence[Step], new: Sequence[Step]) -> Tells:
    """Tell the refinements that are new, gone, or can no longer be fulfilled."""
    verdicts = {step.feedback: step.verdict for step in reversed(old)}
    left = [step.feedback for step in old]
    for number, step in enumerate(new):
        known = step.feedback in left
        if known:
            left.remove(step.feedback)
        failed = step.verdict.startswith(CONFLICT)
        failed_before = known and verdicts[step.feedback].startswith(CONFLICT)
        by = "a hand" if step.by == HAND else step.by
        wish, spot = f'wish "{step.feedback}"', f"/ledger/{number}"
        yield from tell(
            (failed and not failed_before, "wish-conflict", f"{wish} {step.verdict}", spot),
            (not failed and not known, "refined", f"{wish}{f', by {by}' if by else ''}", spot),
        )
    for words in left:
        yield Told("wish-gone", f'wish "{words}" was taken back', "/ledger")


def page_changes(before: Seen, after: Seen) -> Tells:
    """Tell what changed in whose code runs, and what its page weighs."""
    old, new = before.page, after.page
    if old is None or new is None:
        if after.view is not None and new is None and old is not None:
            yield Told("check-failed", "the page is gone, and the view file is still there", "")
        return
    if old.sha256 == new.sha256 or is_relinked(before, after):
        return
    sources = [(one.view.view.page or "") if one.view else "" for one in (before, after)]
    scripts = [SCRIPT.findall(one) for one in sources]
    texts = [SCRIPT.sub("", one) for one in sources]
    owned, own = (one.code == OWN_CODE for one in (old, new))
    other_code = own and owned and (scripts[0] != scripts[1] or not any(sources))
    code_gone = owned and not own and (sources[0] or old.shell == new.shell)
    grown = new.size > old.size * GROWN and new.size > old.size + BYTES
    examples = [(one.data or {}).get("example") for one in (old, new)]
    other_example = examples[0] != examples[1] and source_digest(before) == source_digest(after)
    other_text = all(sources) and texts[0] != texts[1]
    yield from tell(
        (own and not owned, "not-inert", f"the page has code of its own now; it was {old.code}", ""),
        (other_code, "code-changed", f"the page's code changed: {lines_changed(*scripts)}", ""),
        (code_gone, "code-gone", f"the page is {new.code} now", ""),
        (
            new.code == OWN_STYLE and old.code == INERT,
            "own-style",
            "the page has a style of the project's own",
            "",
        ),
        (other_text, "page-changed", f"the page changed: {lines_changed(*map(str.splitlines, sources))}", ""),
        (grown, "size-worse", f"{old.size / 1000:.0f} KB → {new.size / 1000:.0f} KB", ""),
        (other_example, "example-changed", "the page shows other example data", ""),
    )


def lines_changed(before: list[str], after: list[str]) -> str:
    """Return "+3 −1 lines" for two texts, each in parts."""
    old, new = "\n".join(before).splitlines(), "\n".join(after).splitlines()
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    added = sum(j2 - j1 for tag, _, _, j1, j2 in codes if tag != "equal")
    removed = sum(i2 - i1 for tag, i1, i2, _, _ in codes if tag != "equal")
    return f"+{added} −{removed} lines"


def differ(old: Page | None, new: Page | None) -> bool:
    """Tell whether there are two artifacts of other bytes."""
    return old is not None and new is not None and old.sha256 != new.sha256


def is_relinked(before: Seen, after: Seen) -> bool:
    """Tell whether two artifacts of the same sources differ only by the genui that linked them.

    An earlier genui's texts may be unknown to this one; what matters is that the new page is proved inert,
    and that its data are those of the page before, or what this genui gives.
    """
    old, new = before.page, after.page
    if old is None or new is None or not differ(old, new) or new.code != INERT or old.data is None:
        return False
    if old.data == new.data:
        return True
    if old.shell == new.shell or after.view is None or source_digest(before) != source_digest(after):
        return False
    made = shown_data(page_data(after.tool, after.view.view, source=""))
    return {**made, "example": None} == {**(new.data or {}), "example": None}


def finding_changes(before: Seen | None, after: Seen) -> Tells:
    """Tell the findings that are new and gone."""
    old = {(one.rule, one.message) for one in findings_of(before)} if before else set()
    new = findings_of(after)
    first = {(one.rule, one.message): one for one in reversed(new)}
    for one in reversed(first.values()):
        if (one.rule, one.message) in old or one.severity == "info":
            continue
        rule = FINDING_RULES.get(one.rule, "finding-error" if one.severity == "error" else "finding-new")
        spot = f"/spec{one.where}" if one.where and after.spec else ""
        yield Told(rule, f"{one.rule}: {shortened(one.message)}", spot)
    told = {(one.rule, one.message) for one in new}
    gone = sorted({rule for rule, message in old - told if before is not None})
    if gone:
        yield Told("finding-gone", f"{', '.join(gone)}: no longer found", "")


def findings_of(seen: Seen) -> tuple[Finding, ...]:
    """Return what genui finds in a view, from its spec and its tool, or from its page."""
    from genui.typecheck import check_spec

    if seen.view is None:
        return ()
    if seen.view.view.page is None:
        return check_spec(seen.spec, seen.tool)
    from genui.lint import validate_page

    return validate_page(seen.view.view.page.encode(), tools=(seen.tool,), linked=False)
