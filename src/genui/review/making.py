"""Who made a view and what came out: generator, model, wishes, findings, and the code of its page."""

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from genui.inert import INERT, OWN_CODE, OWN_STYLE
from genui.link import page_data
from genui.model import Finding
from genui.review.rules import Tells, Told, shortened
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
    if old.generator != new.generator:
        if new.generator == IMPORTED:
            yield Told("page-imported", "the page was imported by a person", "/generator")
        else:
            names = [GENERATORS.get(one, one) for one in (old.generator, new.generator)]
            yield Told("generator-changed", f"made by {names[1]}, before by {names[0]}", "/generator")
    elif (models := [one.origin.get("model", "") for one in (old, new)])[0] != models[1]:
        yield Told(
            "model-changed",
            f"written by {models[1] or 'no model'}, before by {models[0] or 'no model'}",
            "/origin/model",
        )
    elif old.origin.get("prompt") != new.origin.get("prompt"):
        yield Told("prompt-changed", f"asked by prompt {new.origin.get('prompt', 'none')}", "/origin/prompt")
    if new.fallback and not old.fallback:
        yield Told("fallback", f"stands in for a better view: {new.fallback}", "/fallback")
    scores = [score_of(one.origin.get("scores", "")) for one in (old, new)]
    if None not in scores and (scores[1] or 0) <= (scores[0] or 0) - STEP:
        yield Told("score-worse", f"score {scores[0]} → {scores[1]} of 100", "/origin/scores")
    if after.view.edited and (not before.view.edited or old != new):
        yield Told("edited-by-hand", "somebody edited the view file by hand", "/sum")
    yield from wish_changes(before, after)


def score_of(scores: str) -> int | None:
    """Return the first score that an origin tells."""
    found = re.search(r"\d+", scores)
    return int(found[0]) if found else None


def wish_changes(before: Seen, after: Seen) -> Tells:
    """Tell the refinements that are new, gone, or can no longer be fulfilled."""
    assert before.view is not None
    assert after.view is not None
    old, new = list(before.view.view.ledger), list(after.view.view.ledger)
    left = [step.feedback for step in old]
    for number, step in enumerate(new):
        spot = f"/ledger/{number}"
        if step.feedback in left:
            left.remove(step.feedback)
            same = next(one for one in old if one.feedback == step.feedback)
            if step.verdict.startswith(CONFLICT) and not same.verdict.startswith(CONFLICT):
                yield Told("wish-conflict", f'wish "{step.feedback}" {step.verdict}', spot)
            continue
        if step.verdict.startswith(CONFLICT):
            yield Told("wish-conflict", f'wish "{step.feedback}" {step.verdict}', spot)
        else:
            by = "a hand" if step.by == HAND else step.by
            yield Told("refined", f'wish "{step.feedback}"{f", by {by}" if by else ""}', spot)
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
    sources = [one.view.view.page if one.view else None for one in (before, after)]
    if new.code == OWN_CODE and old.code != OWN_CODE:
        yield Told("not-inert", f"the page has code of its own now; it was {old.code}", "")
    elif new.code == OWN_CODE:
        scripts = [SCRIPT.findall(one or "") for one in sources]
        if scripts[0] != scripts[1] or not any(sources):
            yield Told(
                "code-changed", f"the page's code changed: {lines_changed(scripts[0], scripts[1])}", ""
            )
    elif old.code == OWN_CODE and (sources[0] or old.shell == new.shell):
        yield Told("code-gone", f"the page is {new.code} now", "")
    if new.code == OWN_STYLE and old.code == INERT:
        yield Told("own-style", "the page has a style of the project's own", "")
    if (
        sources[0] != sources[1]
        and all(sources)
        and SCRIPT.sub("", sources[0] or "") != SCRIPT.sub("", sources[1] or "")
    ):
        yield Told(
            "page-changed", f"the page changed: {lines_changed([sources[0] or ''], [sources[1] or ''])}", ""
        )
    if new.size > old.size * GROWN and new.size > old.size + BYTES:
        yield Told("size-worse", f"{old.size / 1000:.0f} KB → {new.size / 1000:.0f} KB", "")
    examples = [(one.data or {}).get("example") for one in (old, new)]
    if examples[0] != examples[1] and source_digest(before) == source_digest(after):
        yield Told("example-changed", "the page shows other example data", "")


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
