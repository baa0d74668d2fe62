"""The rules table: what every page is held to."""

from collections.abc import Mapping
from dataclasses import dataclass

from genui.lint import (
    calls,
    code,
    contract,
    leftovers,
    liveness,
    markup,
    names,
    sizes,
    strange,
    syntax,
    words,
)
from genui.lint.made import Check, both, in_scripts
from genui.lint.page import Page
from genui.model import Finding, Severity


@dataclass(frozen=True, slots=True)
class Rule:
    """How grave a finding is, how it is found, what mends it, and why there is such a rule."""

    severity: Severity
    check: Check
    hint: str
    why: str


RULES: Mapping[str, Rule] = {
    "code-fence": Rule(
        "error",
        words.code_fence,
        "write the page alone",
        "A host shows the fences, or quirks mode breaks it.",
    ),
    "model-chatter": Rule(
        "error",
        words.model_chatter,
        "write the page alone",
        "What a model says of its work is no part of it.",
    ),
    "injected-instructions": Rule(
        "error",
        both(words.injected_instructions, calls.told_instructions),
        "remove the text; look where it came from",
        "A page is read by models too; text of a server must not command them.",
    ),
    "hidden-characters": Rule(
        "error",
        words.hidden_characters,
        "remove the character, or write its escape",
        "Code must read as it runs.",
    ),
    "placeholder": Rule(
        "error", leftovers.placeholders, "write out what was left out", "A page must be whole."
    ),
    "truncated": Rule(
        "error",
        words.truncated,
        "generate the page again, with more room",
        "Half a page does half of nothing.",
    ),
    "no-doctype": Rule(
        "error",
        markup.missing_doctype,
        "begin the page with <!doctype html>",
        "Quirks mode lays out otherwise.",
    ),
    "html-parse-error": Rule(
        "error",
        markup.parse_errors,
        "close and nest elements as HTML wants it",
        "What the parser moves or drops is not what was written.",
    ),
    "markup-slip": Rule(
        "info",
        markup.slips,
        "write the entity, or leave the slash out",
        "Every browser reads it as it was meant.",
    ),
    "missing-title": Rule(
        "warning", markup.missing_title, "put a <title> into <head>", "Screen readers announce the title."
    ),
    "missing-lang": Rule(
        "warning", markup.missing_lang, 'write <html lang="en">', "Screen readers pronounce by it."
    ),
    "charset": Rule(
        "error",
        markup.charsets,
        'write <meta charset="utf-8">',
        "Hosts read UTF-8: other letters are broken.",
    ),
    "zoom-forbidden": Rule(
        "warning",
        markup.zoom_forbidden,
        "leave user-scalable and maximum-scale out",
        "Who sees badly makes the page larger.",
    ),
    "focus-hidden": Rule(
        "warning",
        markup.lost_focus,
        "give :focus-visible an outline",
        "Who uses the keyboard must see where they are.",
    ),
    "own-policy": Rule(
        "error",
        markup.own_policies,
        "leave the policy to the host, or allow 'unsafe-inline' and no host",
        "A host's policy comes on top: this one can only stop the page's own scripts.",
    ),
    "missing-label": Rule(
        "warning",
        markup.missing_labels,
        "give it a <label for>, an aria-label or an alt",
        "Who does not see the page must know what a control is.",
    ),
    "duplicate-id": Rule(
        "warning", markup.repeated_ids, "give each its own", "Labels and scripts find only the first."
    ),
    "missing-element": Rule(
        "warning",
        liveness.missing_elements,
        "use an id of the page",
        "What is looked up is null, and its first use throws.",
    ),
    "forbidden-element": Rule(
        "error",
        both(markup.forbidden_elements, in_scripts("forbidden-element")),
        "remove it",
        "It embeds, loads, or leads away.",
    ),
    "created-element": Rule(
        "error",
        in_scripts("created-element"),
        "remove it",
        "A script must not make what a page may not have.",
    ),
    "form-action": Rule(
        "error",
        both(markup.form_actions, in_scripts("form-action")),
        "remove it; call a tool from the script",
        "A form must not be sent anywhere.",
    ),
    "script-kind": Rule(
        "error",
        markup.script_kinds,
        "use inline JavaScript, and application/json for data",
        "Import maps, speculation rules and foreign scripts load or do not run.",
    ),
    "script-not-module": Rule(
        "error",
        syntax.not_modules,
        'write <script type="module">',
        "import and top-level await work only in modules.",
    ),
    "external-script": Rule(
        "error",
        both(markup.external_scripts, contract.foreign_imports, in_scripts("external-script")),
        "put the code into the page",
        "Hosts load no scripts.",
    ),
    "external-css": Rule(
        "error",
        both(markup.external_styles, in_scripts("external-css")),
        "put the styles into the page",
        "Hosts load no styles, fonts or images; a URL in CSS can carry data out.",
    ),
    "external-reference": Rule(
        "error",
        both(markup.external_references, in_scripts("external-reference")),
        "use a data: URL, inline SVG, or do without",
        "Hosts load nothing; a URL can carry data out.",
    ),
    "external-link": Rule(
        "warning",
        both(markup.external_links, in_scripts("external-link")),
        "call app.openLink({ url }) on a click, after preventDefault()",
        "A link that is followed replaces the view.",
    ),
    "navigation": Rule(
        "error",
        in_scripts("navigation"),
        "stay on the page; app.openLink({ url }) opens links",
        "A view that navigates is gone, and the address can carry data out.",
    ),
    "inline-handler": Rule(
        "error",
        both(markup.inline_handlers, in_scripts("inline-handler")),
        "call addEventListener in the script",
        "Strict hosts do not run it, and names of modules are not seen there.",
    ),
    "javascript-url": Rule(
        "error",
        both(markup.javascript_urls, in_scripts("javascript-url")),
        "use a button and addEventListener",
        "A URL that is code, or may be, runs what data says.",
    ),
    "data-block-invalid": Rule(
        "error", markup.broken_data, "write the block with a JSON serializer", "JSON.parse would throw."
    ),
    "script-syntax": Rule(
        "error",
        both(code.in_scripts(syntax.syntax_errors), code.in_scripts(syntax.early_errors)),
        "mend the syntax",
        "A script with one early error does not run at all.",
    ),
    "undefined-name": Rule(
        "error",
        liveness.undefined_names,
        "declare or import it",
        "The first use throws, and what comes after it never runs.",
    ),
    "endless-loop": Rule(
        "error", liveness.endless_loops, "give the loop an end", "The page, and often its host, hangs."
    ),
    "eval": Rule(
        "error",
        both(in_scripts("eval"), strange.timers_kept),
        "write the code out, or look values up by path",
        "Hosts forbid it, and data must never run.",
    ),
    "network-call": Rule(
        "error",
        in_scripts("network-call"),
        "call a tool of the server: app.callServerTool",
        "Hosts allow no connections; data must not leave.",
    ),
    "parent-access": Rule(
        "error",
        both(markup.frame_targets, in_scripts("parent-access")),
        "speak to the host through App",
        "A view has no business with the frames around it.",
    ),
    "dom-xss": Rule(
        "error",
        in_scripts("dom-xss"),
        "use textContent and createElement",
        "Text of a result must never become markup.",
    ),
    "dom-clobbering": Rule(
        "error",
        names.clobbered,
        "give the element another name",
        "The document finds the element in place of its own member.",
    ),
    "prototype-pollution": Rule(
        "error",
        names.polluted,
        "leave out __proto__, or use a Map",
        "What data puts into Object.prototype is then in every object.",
    ),
    "modal-dialog": Rule(
        "error", in_scripts("modal-dialog"), "show it in the page", "The sandbox shows no dialogs."
    ),
    "storage": Rule(
        "error", in_scripts("storage"), "use a variable, or try", "It throws where a view has no origin."
    ),
    "unchecked-message": Rule(
        "error",
        contract.unchecked_messages,
        "return unless event.source is the parent",
        "Other frames can post messages too.",
    ),
    "bridge-missing": Rule(
        "error",
        contract.bridge_missing,
        "create an App and await app.connect()",
        "Without the handshake a host waits for ever.",
    ),
    "no-import": Rule(
        "error",
        contract.missing_import,
        'import { App } from "@modelcontextprotocol/ext-apps"',
        "No host defines App.",
    ),
    "no-connect": Rule(
        "error", contract.missing_connect, "await app.connect()", "Without it the host sends nothing."
    ),
    "missing-version": Rule(
        "error",
        contract.missing_version,
        'new App({ name: "…", version: "1.0.0" })',
        "Hosts refuse the handshake without it.",
    ),
    "auto-resize-lost": Rule(
        "error",
        contract.resize_lost,
        "add autoResize: true",
        "Options replace the defaults: the view would never grow.",
    ),
    "no-result-handler": Rule(
        "error", contract.missing_handler, "set app.ontoolresult before connect()", "Results come only to it."
    ),
    "late-handler": Rule(
        "error",
        contract.late_handlers,
        "set it before connect()",
        "The host sends input and result once, right after the handshake.",
    ),
    "early-call": Rule(
        "error", contract.early_calls, "await app.connect() first", "Calls before the handshake fail."
    ),
    "dropped-result": Rule(
        "error",
        calls.dropped_results,
        "app.ontoolresult(await app.callServerTool(…))",
        "callServerTool returns the result and tells nobody else.",
    ),
    "unknown-tool": Rule(
        "error", calls.unknown_tools, "name a tool of the server", "The call can only fail."
    ),
    "wrong-arguments": Rule(
        "error", calls.wrong_arguments, "give what the tool's inputSchema says", "The call can only fail."
    ),
    "doubtful-arguments": Rule(
        "warning",
        calls.doubtful_arguments,
        "give what the tool's inputSchema says",
        "An argument of another name is not looked at.",
    ),
    "unasked-action": Rule(
        "error",
        both(contract.unasked_actions, calls.unasked_changes),
        "do it in a click's listener",
        "Opening links, speaking for the user and what changes things is for the user to start.",
    ),
    "sandbox-submit": Rule(
        "info",
        liveness.dead_submits,
        "listen to the button's click as well; repair does so",
        "Without allow-forms Chromium fires no submit event; linking mends it.",
    ),
    "submit-default": Rule(
        "error",
        liveness.reloading_submits,
        "call event.preventDefault() in the listener",
        "Where a sandbox lets forms be submitted, the view would be gone.",
    ),
    "recipient-in-code": Rule(
        "error",
        calls.told_recipients,
        "take the address from the user or from the result",
        "Data must not go to somebody whom only the page knows.",
    ),
    "made-up-data": Rule(
        "error",
        leftovers.made_up,
        "draw nothing until ontoolresult brings data",
        "What a tool never said must not look as if it had.",
    ),
    "unknown-member": Rule(
        "error",
        strange.unknown_members,
        "use what pages are made with; ask for the rest with typeof",
        "Browsers learn new ways out of a page every year.",
    ),
    "page-size": Rule(
        "error",
        sizes.too_large,
        "show less at once, or raise page_bytes in [limits]",
        "Hosts refuse large pages.",
    ),
    "size-budget": Rule(
        "info",
        sizes.over_budget,
        "shorten the style or the code of your templates",
        "Small pages open at once.",
    ),
}
"""Every rule by its slug. A rule sees the parsed page and yields the places that break it."""


def findings_of(page: Page, *, rules: Mapping[str, Rule] = RULES) -> tuple[Finding, ...]:
    """Hold a page to the rules; findings come in the order of the page."""
    found = {
        Finding(slug, one.severity, spot.message, one.hint, line=spot.line, column=spot.column): None
        for slug, one in rules.items()
        for spot in one.check(page)
    }
    return tuple(sorted(found, key=lambda finding: (finding.line, finding.column)))
