"""Checks of a page's dealings with the host: the App, its handlers, and when they are set."""

import re

from genui.lint.code import Found
from genui.lint.liveness import moment
from genui.lint.page import Findings, Page, Spot
from genui.scripts import (
    FUNCTIONS,
    MEMBERS,
    SDK_MODULES,
    UNDEFINED,
    UNTRUSTED,
    WINDOWS,
    Function,
    Node,
    Record,
    Script,
    Thing,
    call_sites,
    listeners,
    one_member,
    options_of,
    property_name,
    things_in,
    value_of,
)

UNASKED = frozenset({"openLink", "sendOpenLink", "sendMessage", "downloadFile"})
UNMEANT = frozenset(
    {"input", "load", "DOMContentLoaded", "readystatechange", "pageshow", "visibilitychange", "resize"}
    | {"scroll", "wheel", "focus", "focusin", "focusout", "blur", "mousemove", "mouseover", "mouseenter"}
    | {"mouseout", "mouseleave", "pointermove", "pointerover", "pointerenter", "animationstart"}
    | {"animationend", "transitionend", "message", "toggle"}
)
"""Events that are no wish: they come while somebody reads or types, or by themselves."""

CHECKING = re.compile(r"\b(?:source|origin|jsonrpc)\b")
"""Members of a message that tell whose it is."""

MAKING = ("click", "dispatchEvent", "requestSubmit")
"""Methods that make an event which looks like a person's."""

AROUND = frozenset({"document", "window", "document.body", "document.activeElement"})
CALLED = frozenset({"constructor", "connectedCallback", "attributeChangedCallback", "handleEvent", "then"})
"""Methods that nobody has to name."""


def apps(script: Script) -> list[Node]:
    """Return where a script creates its App."""
    made = Thing("app")
    return [
        node for node in script.source.nodes("new_expression") if made in options_of(value_of(script, node))
    ]


def app_calls(script: Script, *names: str) -> list[tuple[Node, str]]:
    """Return the calls of methods of these names, and of the App's under any name, with the methods' own."""
    found = []
    for call in script.source.nodes("call_expression"):
        callee = call.callee
        name = property_name(script, callee) if callee is not None and callee.kind in MEMBERS else None
        known = [thing.removeprefix("app.") for thing in things_in(value_of(script, callee))]
        if name == "bind":
            # What is bound is called under the name that it gets.
            continue
        if match := next((one for one in (name, *known) if one in names), None):
            found.append((call, str(match)))
    return sorted(found, key=lambda one: one[0].start)


def connects(script: Script) -> list[Node]:
    """Return where a script connects its App."""
    calls = app_calls(script, "connect")
    return [call for call, _ in calls if "app.connect" in things_in(value_of(script, call.callee))]


def handlers(script: Script) -> list[tuple[str, Node]]:
    """Return the tool handlers of the App: the name of each, and what handles."""
    return [
        (f"on{one.event}", one.value) for one in listeners(script) if UNTRUSTED.fullmatch(f"on{one.event}")
    ]


def app_findings(page: Page) -> Findings:
    """Yield what is wrong with a page that has no App, does not connect it, or never hears of a result."""
    made = [(script, node) for script in page.scripts if not page.linked for node in apps(script)]
    has_bridge = any(element.text in page.vouched for element in page.named("script"))
    if not (has_bridge or made or any("ui/initialize" in script.text for script in page.scripts)):
        yield "bridge-missing", Spot(1, 1, "no script sends ui/initialize: a host would wait for ever")
    for script, node in made[:1]:
        place = script.place(node)
        if not any(is_reached(one, call) for one in page.scripts for call in connects(one)):
            yield "no-connect", Spot(*place, "the app never connects: a host would wait for ever")
        if not any(name == "ontoolresult" for one in page.scripts for name, _ in handlers(one)):
            yield (
                "no-result-handler",
                Spot(*place, "the app has no ontoolresult: the host's result is never shown"),
            )


def introductions(script: Script) -> Found:
    """Yield Apps that nothing imports, that do not say name and version, or never grow."""
    for node in apps(script):
        if value_of(script, node.callee) == Thing("App"):
            yield "no-import", node, "App is not imported"
        given = options_given(script, node)
        for option in options_of(value_of(script, given[0] if given else None)):
            for name in ("name", "version"):
                if UNDEFINED in (option, one_member(option, name)):
                    yield "missing-version", node, f"the app does not say its {name}"
        for one in given[2:3]:
            options = value_of(script, one)
            if isinstance(options, Record) and one_member(options, "autoResize") == UNDEFINED:
                yield "auto-resize-lost", one, "these options take the place of autoResize: true"


def options_given(script: Script, app: Node) -> list[Node]:
    """Return what an App is made with, by itself or by the constructor of a class of Apps."""
    for made in options_of(value_of(script, app.callee)):
        for inner in made.node.down() if isinstance(made, Function) else ():
            if inner.callee is not None and inner.callee.kind == "super":
                return inner.arguments
    return app.arguments


def is_reached(script: Script, node: Node) -> bool:
    """Tell whether anything uses the functions around a place; of a plain script other scripts may."""
    return not script.module or all(is_used(script, up) for up in node.up() if up.kind in FUNCTIONS)


def is_used(script: Script, function: Node) -> bool:
    """Tell whether a script uses a function that it declares, or names a method of its class anywhere."""
    name, parent = function.get("name"), function.parent
    binding = script.binding(name)
    if function.kind == "method_definition" and name is not None and name.kind != "computed_property_name":
        return name.name in CALLED or name.name in script.members or "" in script.method_calls
    is_exported = parent is not None and parent.kind == "export_statement"
    return binding is None or is_exported or any(not use.inside(function) for use in binding.uses)


def late_handlers(script: Script) -> Found:
    """Yield handlers that are set after connect()."""
    for name, node in late_in(script):
        yield "late-handler", node, f"{name} is set after connect(): what the host sends first is lost"


def begun_at(script: Script) -> tuple[int, ...] | None:
    """Return when a script connects: what stands before the arguments of that call has happened by then."""
    found = [moment(script, node.get("arguments") or node) for node in connects(script)]
    return min((one for one in found if one is not None), default=None)


def late_in(script: Script) -> list[tuple[str, Node]]:
    """Return the handlers of a script that are set after connect()."""
    begun = begun_at(script)
    times = [(name, node, moment(script, node)) for name, node in handlers(script)] if begun else []
    known = [(name, node, when > begun) for name, node, when in times if when is not None and begun]
    early = {name for name, _, is_late in known if not is_late}
    return [(name, node) for name, node, is_late in known if is_late and name not in early]


def early_calls(script: Script) -> Found:
    """Yield calls to the host that run before connect()."""
    begun = begun_at(script)
    for call, _ in app_calls(script, "callServerTool", "sendMessage", "openLink", "readServerResource"):
        when = moment(script, call)
        if begun is not None and when is not None and when < begun:
            yield "early-call", call, "called before connect()"


def unasked_actions(script: Script) -> Found:
    """Yield links opened and messages sent in the user's name that no click asked for."""
    for call, name in app_calls(script, *UNASKED):
        if runs_unasked(script, call):
            yield "unasked-action", call, f"{name} runs without a click"


def runs_unasked(script: Script, node: Node, *, depth: int = 4) -> bool:
    """Tell whether a place runs by itself: on load, or when a result comes."""
    function = node.function
    if function is None or depth == 0:
        return function is None
    if is_receiver(script, function):
        return True
    listening = next((one for one in listeners(script) if one.value is function), None)
    if listening is not None:
        return listening.event in UNMEANT or made_by_page(script, listening.owner, depth=depth - 1)
    if function.call is not None and function.call.callee is not None:
        return runs_unasked(script, function.call, depth=depth - 1)
    sites = [site for site in call_sites(script, function) if not site.inside(function)]
    return any(runs_unasked(script, site, depth=depth - 1) for site in sites)


def made_by_page(script: Script, owner: Node | None, *, depth: int) -> bool:
    """Tell whether the page itself, unasked, makes an event that something listens to."""
    alike = AROUND | {owner.text} if owner is not None else frozenset()
    made = [call for name in MAKING for call in script.method_calls.get(name, ())]
    return any(
        call.fields["function"].fields["object"].text in alike and runs_unasked(script, call, depth=depth)
        for call in made
    )


def is_receiver(script: Script, function: Node) -> bool:
    """Tell whether a function receives what the host sends."""
    return any(Function(function) in options_of(value_of(script, value)) for _, value in handlers(script))


def unchecked_messages(script: Script) -> Found:
    """Yield where a script listens to messages and looks neither at who sends them nor at what they are."""
    for one in listeners(script) if not CHECKING.search(script.text) else ():
        is_window = one.owner is None or WINDOWS & set(things_in(value_of(script, one.owner)))
        if one.event == "message" and is_window:
            yield "unchecked-message", one.value, "whoever can send a message to the view is listened to"


def foreign_imports(page: Page) -> Findings:
    """Yield imports of anything but the SDK; of that too, where a page is linked."""
    for script in page.scripts:
        for node in script.source.nodes("import_statement", "export_statement"):
            module = node.get("source")
            if module is not None and (module.name not in SDK_MODULES or page.linked):
                message = f"import from {module.name[:80]!r}: no host resolves it"
                yield "external-script", Spot(*script.place(node), message)
