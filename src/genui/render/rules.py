"""The rules of the render check: one table from slug to the function that reads the report."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from genui.model import Finding, Severity
from genui.render.results import FAILURE, Feed

Report = Mapping[str, Any]
Problems = Iterator[tuple[Severity, str]]

UNREADABLE, POOR = 1.6, 2.5
"""Contrast ratios below which text cannot be read, and can hardly (WCAG asks for 4.5)."""

OF_ITS_DATA = re.compile(
    r"is not (a function|iterable)|weak map key|properties of undefined|Cannot create property|non-finite"
    r"|RangeError",
    re.IGNORECASE,
)
"""Errors that may come of data which has been made up, and is not what the tool sends."""

FAULT_WORDS = re.compile(
    r"err|fail|fault|wrong|invalid|problem|unable|unknown|n[o']t\b|sorry|denied|refused|retry|again|⚠|❌|✗",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class RenderRule:
    """What finds a fault in a report, and what mends it; the function tells how grave it is."""

    check: Callable[[Report, Feed], Problems]
    hint: str


def hangs(report: Report, feed: Feed) -> Problems:
    """Yield where the view stopped answering."""
    if where := report.get("hung"):
        yield "error", f"the page hangs: no answer any more at {where}"


def no_handshake(report: Report, feed: Feed) -> Problems:
    """Yield when the view does not greet the host."""
    if report.get("hung"):
        return
    if not report.get("hello"):
        yield "error", "the page never sent ui/initialize: the host waits for ever"
    elif not report.get("ready"):
        yield "error", "the page never sent ui/notifications/initialized after the host's answer"


def script_errors(report: Report, feed: Feed) -> Problems:
    """Yield what was thrown and not caught, where it first was."""
    seen: dict[str, str] = {}
    for where, state in moments(report):
        for message in state.get("errors", ())[:3]:
            grave = not where.startswith(("at the hostile", "at the empty", "at odd data"))
            grave = grave and (feed.declared or not OF_ITS_DATA.search(message))
            if seen.setdefault(message, where) == where:
                yield "error" if grave else "warning", f"{message} ({where})"


def ignores_results(report: Report, feed: Feed) -> Problems:
    """Yield when nothing that the host sends changes anything in the page."""
    states = [report["first"], *report["states"]] if report.get("states") else []
    if any(state["errors"] for state in states):
        return
    if len({state["mark"] for state in states}) == 1:
        yield "error", "nothing changed in the page, whatever result came"


def late(report: Report, feed: Feed) -> Problems:
    """Yield when the first result is lost and a later one is shown."""
    states = named(report)
    # A page that knows what it shows may take nothing from made-up data, and tell a hostile text.
    fed = {"another": feed.other, **({"the hostile result": feed.hostile} if feed.declared else {})}
    later = any(shows(states[name]["text"], result) for name, result in fed.items() if name in states)
    if not later or report["first"]["errors"]:
        return
    if texts_in(feed.typical) and not shows(report["first"]["text"], feed.typical):
        severity: Severity = "error" if feed.declared else "warning"
        yield severity, "a result that came right after the handshake was lost; a later one was shown"


def not_shown(report: Report, feed: Feed) -> Problems:
    """Yield when nothing of a typical result can be seen, though the page reacts to results."""
    other = named(report).get("another")
    if other is None or other["errors"] or not feed.declared or not texts_in(feed.other):
        return
    if len({state["mark"] for state in named(report).values()}) == 1:
        return
    if shows(other["text"], feed.other) == 0 and other["media"] == named(report)["the empty result"]["media"]:
        yield "warning", "no value of a typical result can be seen in the page"


def blank(report: Report, feed: Feed) -> Problems:
    """Yield where nothing is left to be seen; of nothing, a page may show nothing."""
    found = [where for where, state in moments(report) if not state["text"] and not state["media"]]
    grave = [where for where in found if not where.startswith(("at the empty", "at odd data"))]
    if report.get("ready") and found:
        yield "error" if grave else "warning", f"the page is blank ({(grave or found)[0]})"


def swallows_errors(report: Report, feed: Feed) -> Problems:
    """Yield when a failed call looks like an empty or a good one."""
    # FAILURE has a number of its own, so that any page that shows the text is recognized.
    states = named(report)
    failing, empty, another = (states.get(name) for name in ("the error", "the empty result", "another"))
    if failing is None or empty is None or another is None or failing["errors"]:
        return
    text = failing["text"]
    same = text in (empty["text"], another["text"])
    # genui's frame tells an error above a page that has taken away its former result.
    said = text if same else text + failing["around"]
    if not text or FAILURE in said or "4711" in said:
        return
    if same and len({state["mark"] for state in states.values()}) > 1:
        yield "warning", "an error (isError) is not told: the page looks as it did before or without any data"
    elif not FAULT_WORDS.search(text) and not same:
        yield "warning", "an error (isError) is shown without a word that says so"


def markup(report: Report, feed: Feed) -> Problems:
    """Yield when data became elements, ran, or reached all objects."""
    for where, state in moments(report):
        if state["canaries"] or state.get("polluted") or state.get("scripted"):
            what = "text of a result was put into the page as markup"
            what = what if state["canaries"] else "a link begins with javascript:"
            what = "data reached the prototype of all objects" if state.get("polluted") else what
            yield "error", f"{what} ({where})"
            return


def dropped(report: Report, feed: Feed) -> Problems:
    """Yield when what a call returned is not shown."""
    runs = [pressed for pressed in report.get("pressed", ()) if pressed["called"]]
    for pressed in runs:
        before, after = pressed["before"], pressed["after"]
        if before["mark"] != after["mark"] or shows(after["text"], feed.run) or after["errors"]:
            return
    if runs:
        severity: Severity = "error" if feed.declared else "warning"
        yield severity, f"“{runs[0]['label']}” runs the tool, and its result is not shown"


def dead_buttons(report: Report, feed: Feed) -> Problems:
    """Yield when a button relies on a submit event that a strict sandbox never fires."""
    dead = [pressed["label"] for pressed in report.get("pressed", ()) if pressed["dead"]]
    if dead:
        yield "info", f"“{dead[0]}” submits a form, which a sandbox without allow-forms blocks"


def overflow(report: Report, feed: Feed) -> Problems:
    """Yield when the page is wider than a narrow host."""
    narrow = report.get("narrow")
    if narrow and narrow["scroll"] > narrow["width"] + 1:
        yield (
            "warning",
            f"at {narrow['width']} px the page is {narrow['scroll']} px wide and has to be scrolled",
        )


def grows(report: Report, feed: Feed) -> Problems:
    """Yield when the page asks for another height again and again."""
    if report.get("grows"):
        yield "error", f"the page reports another size for ever (size-changed, {report['height']} px by now)"


def contrast(report: Report, feed: Feed) -> Problems:
    """Yield text that cannot be read, in a light or a dark host."""
    for theme in ("light", "dark"):
        worst = report.get(theme)
        if worst and worst["ratio"] < POOR:
            severity: Severity = "error" if worst["ratio"] < UNREADABLE else "warning"
            yield severity, f"in a {theme} host “{worst['text']}” has a contrast of {worst['ratio']:.1f}"


def reaches_out(report: Report, feed: Feed) -> Problems:
    """Yield every request, window and navigation: the sandbox stops them, and the page does not know."""
    for request in list(dict.fromkeys(report.get("requests", ())))[:5]:
        yield "error", f"the page asked for {request}"


def blocked(report: Report, feed: Feed) -> Problems:
    """Yield what the content security policy has stopped."""
    seen = dict.fromkeys(what for _, state in moments(report) for what in state.get("blocked", ()))
    for what in list(seen)[:5]:
        yield "error", f"the content security policy blocked {what}"


def console(report: Report, feed: Feed) -> Problems:
    """Yield what the page itself reports as an error."""
    seen = dict.fromkeys(text for _, state in moments(report) for text in state.get("consoled", ()))
    for text in list(seen)[:3]:
        yield "warning", f"the console has an error: {text}"


def odd_messages(report: Report, feed: Feed) -> Problems:
    """Yield what is posted to the host and is no JSON-RPC."""
    for text in report.get("odd", ())[:2]:
        yield "warning", f"the page posted something that is no JSON-RPC to its host: {text}"


RENDER_RULES: Mapping[str, RenderRule] = {
    "render-hang": RenderRule(hangs, "end every loop; do long work in steps"),
    "render-no-handshake": RenderRule(
        no_handshake, "await app.connect(), and let nothing wait or throw before it"
    ),
    "render-script-error": RenderRule(script_errors, "catch it, and show what came as it came"),
    "render-result-ignored": RenderRule(ignores_results, "show every result that app.ontoolresult is told"),
    "render-result-late": RenderRule(late, "set every handler before app.connect()"),
    "render-result-not-shown": RenderRule(not_shown, "show the members that the tool's outputSchema names"),
    "render-blank": RenderRule(blank, "say so when there is nothing to show, or something went wrong"),
    "render-error-swallowed": RenderRule(
        swallows_errors, "where result.isError, take the former result away"
    ),
    "render-markup": RenderRule(markup, "use textContent and createElement"),
    "render-call-dropped": RenderRule(dropped, "callServerTool returns the result: show it"),
    "render-submit-blocked": RenderRule(dead_buttons, "use type=button and a click listener"),
    "render-overflow": RenderRule(overflow, "let tables scroll in a box of their own, and long words break"),
    "render-size-loop": RenderRule(grows, "let no height follow the window's, such as 100vh does"),
    "render-contrast": RenderRule(contrast, "use the host's colours in pairs, text with its background"),
    "render-request": RenderRule(reaches_out, "take it out: only the server's tools can be reached"),
    "render-blocked": RenderRule(blocked, "take it out: hosts block it too"),
    "render-console-error": RenderRule(console, "mend what it tells"),
    "render-message": RenderRule(odd_messages, "speak to the host through the App class"),
}
"""Every rule of the render check by its slug."""


def findings_in(report: Report, feed: Feed) -> tuple[Finding, ...]:
    """Hold a report to the rules."""
    return tuple(
        Finding(slug, severity, message, rule.hint)
        for slug, rule in RENDER_RULES.items()
        for severity, message in dict.fromkeys(rule.check(report, feed))
    )


def moments(report: Report) -> Iterator[tuple[str, Report]]:
    """Yield every state of the page with the words for when it was."""
    if "first" in report:
        yield "at the first result", report["first"]
    for state in report.get("states", ()):
        yield f"at {state['name']}", state
    for pressed in report.get("pressed", ()):
        yield f"at the button “{pressed['label']}”", pressed["after"]
    for state in report.get("fuzzed", ()):
        yield f"at odd data: {state['name']}", state


def named(report: Report) -> dict[str, Report]:
    """Return the states after the first by name."""
    return {state["name"]: state for state in report.get("states", ())}


def shows(text: str, result: Mapping[str, Any]) -> int:
    """Return how many values of a result can be read in a text, however numbers are grouped."""
    # 1234.5 may stand as 1,234.50 or 1 234,5.
    plain = re.sub(r"[\s,.’']", "", text)
    return sum(re.sub(r"[\s,.’']", "", value) in plain for value in texts_in(result))


def texts_in(result: Mapping[str, Any]) -> list[str]:
    """Return the values of a result that a reader would recognize."""
    data = result.get("structuredContent", result.get("content"))
    found: list[str] = []
    pending = [data]
    while pending and len(found) < 40:
        value = pending.pop(0)
        if isinstance(value, Mapping):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif isinstance(value, str) and len(value) > 3:
            found.append(value)
        elif isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) >= 10:
            found.append(str(value))
    return found
