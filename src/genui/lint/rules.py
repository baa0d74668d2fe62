"""The rules table: what every page is held to, and the checks that find where a page breaks a rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from genui.lint import (
    calls,
    code,
    contract,
    liveness,
    markup,
    sinks,
    words,
)
from genui.lint.page import Findings, Page, Spot
from genui.model import Finding, Severity
from genui.scripts import Script


@dataclass(frozen=True, slots=True)
class Rule:
    """How grave a finding is, what mends it, and why there is such a rule."""

    severity: Severity
    hint: str
    why: str


RULES: Mapping[str, Rule] = {
    "code-fence": Rule("error", "write the page alone", "A host shows the fences, or quirks mode breaks it."),
    "model-chatter": Rule("error", "write the page alone", "What a model says of its work is no part of it."),
    "injected-instructions": Rule(
        "error",
        "remove the text; look where it came from",
        "A page is read by models too; text of a server must not command them.",
    ),
    "hidden-characters": Rule(
        "error", "remove the character, or write its escape", "Code must read as it runs."
    ),
    "placeholder": Rule("error", "write out what was left out", "A page must be whole."),
    "truncated": Rule(
        "error", "generate the page again, with more room", "Half a page does half of nothing."
    ),
    "no-doctype": Rule("error", "begin the page with <!doctype html>", "Quirks mode lays out otherwise."),
    "html-parse-error": Rule(
        "error",
        "close and nest elements as HTML wants it",
        "What the parser moves or drops is not what was written.",
    ),
    "markup-slip": Rule(
        "info", "write the entity, or leave the slash out", "Every browser reads it as it was meant."
    ),
    "missing-title": Rule("warning", "put a <title> into <head>", "Screen readers announce the title."),
    "missing-lang": Rule("warning", 'write <html lang="en">', "Screen readers pronounce by it."),
    "charset": Rule("error", 'write <meta charset="utf-8">', "Hosts read UTF-8: other letters are broken."),
    "zoom-forbidden": Rule(
        "warning", "leave user-scalable and maximum-scale out", "Who sees badly makes the page larger."
    ),
    "focus-hidden": Rule(
        "warning", "give :focus-visible an outline", "Who uses the keyboard must see where they are."
    ),
    "own-policy": Rule(
        "error",
        "leave the policy to the host, or allow 'unsafe-inline' and no host",
        "A host's policy comes on top: this one can only stop the page's own scripts.",
    ),
    "missing-label": Rule(
        "warning",
        "give it a <label for>, an aria-label or an alt",
        "Who does not see the page must know what a control is.",
    ),
    "duplicate-id": Rule("warning", "give each its own", "Labels and scripts find only the first."),
    "missing-element": Rule(
        "warning", "use an id of the page", "What is looked up is null, and its first use throws."
    ),
    "forbidden-element": Rule("error", "remove it", "It embeds, loads, or leads away."),
    "created-element": Rule("error", "remove it", "A script must not make what a page may not have."),
    "form-action": Rule(
        "error", "remove it; call a tool from the script", "A form must not be sent anywhere."
    ),
    "script-kind": Rule(
        "error",
        "use inline JavaScript, and application/json for data",
        "Import maps, speculation rules and foreign scripts load or do not run.",
    ),
    "script-not-module": Rule(
        "error", 'write <script type="module">', "import and top-level await work only in modules."
    ),
    "external-script": Rule("error", "put the code into the page", "Hosts load no scripts."),
    "external-css": Rule(
        "error",
        "put the styles into the page",
        "Hosts load no styles, fonts or images; a URL in CSS can carry data out.",
    ),
    "external-reference": Rule(
        "error", "use a data: URL, inline SVG, or do without", "Hosts load nothing; a URL can carry data out."
    ),
    "external-link": Rule(
        "warning",
        "call app.openLink({ url }) on a click, after preventDefault()",
        "A link that is followed replaces the view.",
    ),
    "navigation": Rule(
        "error",
        "stay on the page; app.openLink({ url }) opens links",
        "A view that navigates is gone, and the address can carry data out.",
    ),
    "inline-handler": Rule(
        "error",
        "call addEventListener in the script",
        "Strict hosts do not run it, and names of modules are not seen there.",
    ),
    "javascript-url": Rule(
        "error", "use a button and addEventListener", "A URL that is code, or may be, runs what data says."
    ),
    "data-block-invalid": Rule("error", "write the block with a JSON serializer", "JSON.parse would throw."),
    "script-syntax": Rule("error", "mend the syntax", "A script with one early error does not run at all."),
    "undefined-name": Rule(
        "error", "declare or import it", "The first use throws, and what comes after it never runs."
    ),
    "endless-loop": Rule("error", "give the loop an end", "The page, and often its host, hangs."),
    "eval": Rule(
        "error", "write the code out, or look values up by path", "Hosts forbid it, and data must never run."
    ),
    "network-call": Rule(
        "error",
        "call a tool of the server: app.callServerTool",
        "Hosts allow no connections; data must not leave.",
    ),
    "parent-access": Rule(
        "error", "speak to the host through App", "A view has no business with the frames around it."
    ),
    "dom-xss": Rule(
        "error", "use textContent and createElement", "Text of a result must never become markup."
    ),
    "dom-clobbering": Rule(
        "error", "give the element another name", "The document finds the element in place of its own member."
    ),
    "prototype-pollution": Rule(
        "error",
        "leave out __proto__, or use a Map",
        "What data puts into Object.prototype is then in every object.",
    ),
    "modal-dialog": Rule("error", "show it in the page", "The sandbox shows no dialogs."),
    "storage": Rule("error", "use a variable, or try", "It throws where a view has no origin."),
    "unchecked-message": Rule(
        "error", "return unless event.source is the parent", "Other frames can post messages too."
    ),
    "bridge-missing": Rule(
        "error", "create an App and await app.connect()", "Without the handshake a host waits for ever."
    ),
    "no-import": Rule(
        "error", 'import { App } from "@modelcontextprotocol/ext-apps"', "No host defines App."
    ),
    "no-connect": Rule("error", "await app.connect()", "Without it the host sends nothing."),
    "missing-version": Rule(
        "error", 'new App({ name: "…", version: "1.0.0" })', "Hosts refuse the handshake without it."
    ),
    "auto-resize-lost": Rule(
        "error", "add autoResize: true", "Options replace the defaults: the view would never grow."
    ),
    "no-result-handler": Rule("error", "set app.ontoolresult before connect()", "Results come only to it."),
    "late-handler": Rule(
        "error", "set it before connect()", "The host sends input and result once, right after the handshake."
    ),
    "early-call": Rule("error", "await app.connect() first", "Calls before the handshake fail."),
    "dropped-result": Rule(
        "error",
        "app.ontoolresult(await app.callServerTool(…))",
        "callServerTool returns the result and tells nobody else.",
    ),
    "unknown-tool": Rule("error", "name a tool of the server", "The call can only fail."),
    "wrong-arguments": Rule("error", "give what the tool's inputSchema says", "The call can only fail."),
    "doubtful-arguments": Rule(
        "warning", "give what the tool's inputSchema says", "An argument of another name is not looked at."
    ),
    "unasked-action": Rule(
        "error",
        "do it in a click's listener",
        "Opening links, speaking for the user and what changes things is for the user to start.",
    ),
    "sandbox-submit": Rule(
        "info",
        "listen to the button's click as well; repair does so",
        "Without allow-forms Chromium fires no submit event; linking mends it.",
    ),
    "submit-default": Rule(
        "error",
        "call event.preventDefault() in the listener",
        "Where a sandbox lets forms be submitted, the view would be gone.",
    ),
    "recipient-in-code": Rule(
        "error",
        "take the address from the user or from the result",
        "Data must not go to somebody whom only the page knows.",
    ),
    "made-up-data": Rule(
        "error",
        "draw nothing until ontoolresult brings data",
        "What a tool never said must not look as if it had.",
    ),
    "unknown-member": Rule(
        "error",
        "use what pages are made with; ask for the rest with typeof",
        "Browsers learn new ways out of a page every year.",
    ),
    "page-size": Rule(
        "error", "show less at once, or raise page_bytes in [limits]", "Hosts refuse large pages."
    ),
    "size-budget": Rule(
        "info", "shorten the style or the code of your templates", "Small pages open at once."
    ),
}
"""Every rule by its slug."""


def scripts(page: Page) -> Findings:
    """Yield what every check of scripts finds."""
    for script in page.scripts:
        for check in SCRIPT_CHECKS if page.linked else (*SCRIPT_CHECKS, *SOURCE_CHECKS):
            for slug, node, message in check(script):
                # A page that gives clicks on links to the host may make links.
                if slug != "external-link" or not markup.opens_links(page):
                    yield slug, Spot(*script.place(node), message)


CHECKS: tuple[Callable[[Page], Findings], ...] = (
    *(words.answers, words.injected_instructions, words.hidden_characters, words.truncated),
    *(markup.document, markup.elements, markup.external_links, markup.missing_labels),
    *(markup.repeated_ids, markup.broken_data, words.placeholders),
    *(liveness.undefined_names, liveness.missing_elements, liveness.submits),
    *(contract.app_findings, contract.foreign_imports, calls.tool_findings),
    scripts,
)
"""Each sees the parsed page and yields what breaks a rule, and where."""

SCRIPT_CHECKS: tuple[Callable[[Script], code.Found], ...] = (
    *(liveness.syntax_errors, liveness.not_modules),
    *(code.names_taken, code.members_taken, code.patterns_taken, code.places_written),
    *(code.code_made, code.window_given_away),
    *(sinks.assignments, sinks.pairs, sinks.calls, sinks.methods_named),
    *(code.polluted, liveness.endless_loops, words.unfilled, contract.unchecked_messages),
)
"""Each sees one script."""

SOURCE_CHECKS: tuple[Callable[[Script], code.Found], ...] = (
    *(contract.introductions, contract.late_handlers, contract.early_calls, contract.unasked_actions),
    *(code.unknown_members, code.timers_kept, calls.dropped_results),
    *(calls.told_recipients, calls.told_instructions, words.made_up),
)
"""Each sees one script of a page that is not linked yet: in a linked one the runtime would be judged too."""


def finding(slug: str, message: str, line: int = 1, column: int = 1) -> Finding:
    """Return a finding by its rule."""
    rule = RULES[slug]
    return Finding(slug, rule.severity, message, rule.hint, line=line, column=column)


def findings_of(page: Page) -> tuple[Finding, ...]:
    """Hold a page to the rules; findings come in the order of the page."""
    told = (one for check in CHECKS for one in check(page))
    found = dict.fromkeys(finding(slug, spot.message, spot.line, spot.column) for slug, spot in told)
    order = [*RULES]
    return tuple(sorted(found, key=lambda one: (one.line, one.column, order.index(one.rule))))
