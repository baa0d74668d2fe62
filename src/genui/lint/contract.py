"""Rules about a page's dealings with the host: the App, its handlers, its calls."""

import re
from collections.abc import Iterator

from genui.lint.code import ASSIGNING, MEMBERS
from genui.lint.moments import callers, moment
from genui.lint.page import Page, Spot
from genui.scripts import Function, Node, Record, Script, Thing
from genui.scripts.evaluation import property_name, value_of
from genui.scripts.parameters import UNTRUSTED
from genui.scripts.scopes import FUNCTIONS, literal_text
from genui.scripts.script import SDK_MODULES, arguments_of, in_source_order
from genui.scripts.values import UNDEFINED, options_of, text_of, things_in

RECEIVING = frozenset({"ontoolresult", "ontoolinput", "ontoolinputpartial"})
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

MAKING = frozenset({"click", "dispatchEvent", "requestSubmit"})
"""Methods that make an event which looks like a person's."""

AROUND = frozenset({"document", "window", "document.body", "document.activeElement"})
LISTENING = frozenset({"addEventListener", "window.addEventListener", "self.addEventListener"})
CALLED = frozenset({"constructor", "connectedCallback", "attributeChangedCallback", "handleEvent", "then"})
"""Methods that nobody has to name."""


def apps(script: Script) -> list[Node]:
    """Return where a script creates its App; found once a script."""
    if "apps" not in script.notes:
        script.notes["apps"] = [
            node
            for node in script.source.nodes("new_expression")
            if Thing("app") in options_of(value_of(script, node))
        ]
    found: list[Node] = script.notes["apps"]
    return found


def connects(script: Script) -> list[Node]:
    """Return where a script connects its App."""
    return [
        call
        for call in calls_of(script, "connect")
        if "app.connect" in things_in(value_of(script, call.get("function")))
    ]


def handlers(script: Script) -> list[tuple[str, Node]]:
    """Return name and place of every tool handler of the App; found once a script."""
    if "handlers" not in script.notes:
        script.notes["handlers"] = list(handlers_in(script))
    known: list[tuple[str, Node]] = script.notes["handlers"]
    return known


def handlers_in(script: Script) -> Iterator[tuple[str, Node]]:
    """Yield name and place of every tool handler of the App."""
    for node in script.source.nodes(*ASSIGNING):
        left = node.get("left")
        key = property_name(script, left) if left is not None and left.kind in MEMBERS else None
        if isinstance(key, str) and key in RECEIVING:
            yield key, node
    for name in ("addEventListener", "on", "setNotificationHandler"):
        for call in script.method_calls.get(name, ()):
            kind = text_of(value_of(script, next(iter(arguments_of(call)), None)))
            if kind is not None and UNTRUSTED.match(kind):
                yield "on" + kind, call
    for node in script.source.nodes("pair", "method_definition", "shorthand_property_identifier"):
        key_node = node.get("key") or node.get("name")
        name = key_node.name if key_node is not None else node.name
        if name in RECEIVING:
            yield name, node


def calls_of(script: Script, *names: str) -> Iterator[Node]:
    """Yield the calls of methods of these names."""
    for name in names:
        yield from script.method_calls.get(name, ())
    for call in script.computed_calls:
        if property_name(script, call.fields["function"]) in names:
            yield call


def renamed_calls(script: Script, *names: str) -> Iterator[tuple[Node, str]]:
    """Yield the calls of methods of the App under other names, or by `call` and `apply`, with their own."""
    wanted = {f"app.{name}": name for name in names if name in script.text}
    direct = {id(call) for call in calls_of(script, *names)}
    for call in script.source.nodes("call_expression") if wanted else ():
        callee = call.get("function")
        if callee is None or id(call) in direct or not is_name(script, callee):
            continue
        for thing in things_in(value_of(script, callee)):
            if thing in wanted:
                yield call, wanted[thing]


def is_name(script: Script, callee: Node) -> bool:
    """Tell whether a callee is a name, a member that the script gives a value, or `call` of any."""
    name = callee.get("property") if callee.kind == "member_expression" else None
    return callee.kind == "identifier" or (
        name is not None and (name.name in ("call", "apply") or name.name in script.writes)
    )


def source_scripts(page: Page) -> list[Script]:
    """Return the scripts of a page that create an App of the SDK."""
    return [] if page.linked else [script for script in page.scripts if apps(script)]


def bridge_missing(page: Page) -> Iterator[Spot]:
    """Yield when no script does the handshake of MCP Apps."""
    if page.has_bridge or any("ui/initialize" in script.text for script in page.scripts):
        return
    if page.linked or not any(apps(script) for script in page.scripts):
        yield Spot(1, 1, "no script sends ui/initialize: a host would wait for ever")


def missing_import(page: Page) -> Iterator[Spot]:
    """Yield where App is used and nothing imports it."""
    for script in source_scripts(page):
        for node in apps(script):
            callee = node.get("constructor")
            if callee is not None and value_of(script, callee) == Thing("App"):
                yield Spot(*script.place(node), "App is not imported")


def missing_connect(page: Page) -> Iterator[Spot]:
    """Yield where no script connects its App."""
    made = [(script, node) for script in source_scripts(page) for node in apps(script)]
    if made and not any(is_reached(script, call) for script in page.scripts for call in connects(script)):
        script, node = made[0]
        yield Spot(*script.place(node), "the app never connects: a host would wait for ever")


def is_reached(script: Script, node: Node) -> bool:
    """Tell whether anything at all uses the named functions and methods around a place."""
    for function in node.up():
        if function.kind == "method_definition" and script.module and not is_named(script, function):
            return False
        name = function.get("name") if function.kind == "function_declaration" else None
        binding = script.names.bound.get(name) if name is not None else None
        if (
            binding is not None
            and script.module
            and not any(not use.inside(function) for use in binding.uses)
        ):
            return function.parent is not None and function.parent.kind == "export_statement"
    return True


def is_named(script: Script, method: Node) -> bool:
    """Tell whether a script names a method of its class anywhere, or the platform calls it."""
    name, body = method.get("name"), method.parent
    if name is None or body is None or body.kind != "class_body" or name.kind == "computed_property_name":
        return True
    return name.name in CALLED or name.name in script.members or bool(script.computed_calls)


def options_given(script: Script, app: Node) -> list[Node]:
    """Return what an App is made with, by itself or by the constructor of a class of Apps."""
    for made in options_of(value_of(script, app.get("constructor"))):
        for call in calls_in(made.node) if isinstance(made, Function) else ():
            if (callee := call.get("function")) is not None and callee.kind == "super":
                return arguments_of(call)
    return arguments_of(app)


def calls_in(node: Node) -> Iterator[Node]:
    """Yield the calls in a node."""
    return (inner for inner in node.down() if inner.kind == "call_expression")


def missing_version(page: Page) -> Iterator[Spot]:
    """Yield where the App does not say its name and version."""
    for script in source_scripts(page):
        for node in apps(script):
            given = value_of(script, next(iter(options_given(script, node)), None))
            for option in options_of(given):
                if option == UNDEFINED or (isinstance(option, Record) and option.whole):
                    members = option.members if isinstance(option, Record) else {}
                    for name in ("name", "version"):
                        if members.get(name, UNDEFINED) == UNDEFINED:
                            yield Spot(*script.place(node), f"the app does not say its {name}")


def resize_lost(page: Page) -> Iterator[Spot]:
    """Yield where options switch automatic sizing off by not naming it."""
    for script in source_scripts(page):
        for node in apps(script):
            given = options_given(script, node)
            options = value_of(script, given[2]) if len(given) > 2 else UNDEFINED
            if isinstance(options, Record) and options.whole and "autoResize" not in options.members:
                yield Spot(*script.place(given[2]), "these options take the place of autoResize: true")


def missing_handler(page: Page) -> Iterator[Spot]:
    """Yield where nothing receives the tool's result."""
    made = [(script, node) for script in source_scripts(page) for node in apps(script)]
    if made and not any(name == "ontoolresult" for script in page.scripts for name, _ in handlers(script)):
        script, node = made[0]
        yield Spot(*script.place(node), "the app has no ontoolresult: the host's result is never shown")


def late_handlers(page: Page) -> Iterator[Spot]:
    """Yield handlers that are set after connect()."""
    for script in source_scripts(page):
        for name, node in late_in(script):
            yield Spot(
                *script.place(node), f"{name} is set after connect(): what the host sends first is lost"
            )


def begun_at(script: Script) -> list[tuple[int, ...]]:
    """Return when a script connects: what stands before the arguments of that call has happened by then."""
    found = (moment(script, node.get("arguments") or node) for node in connects(script))
    return [one for one in found if one is not None]


def late_in(script: Script) -> list[tuple[str, Node]]:
    """Return the handlers of a script that are set after connect()."""
    begun = begun_at(script)
    if not begun:
        return []
    times = [(name, node, moment(script, node)) for name, node in handlers(script)]
    early = {name for name, _, when in times if when is not None and when <= min(begun)}
    return [
        (name, node)
        for name, node, when in times
        if when is not None and when > min(begun) and name not in early
    ]


def early_calls(page: Page) -> Iterator[Spot]:
    """Yield calls to the host that run before connect()."""
    for script in source_scripts(page):
        begun = begun_at(script)
        for call in calls_of(script, "callServerTool", "sendMessage", "openLink", "readServerResource"):
            when = moment(script, call)
            if begun and when is not None and when < min(begun):
                yield Spot(*script.place(call), "called before connect()")


def unasked_actions(page: Page) -> Iterator[Spot]:
    """Yield links opened and messages sent in the user's name that no click asked for."""
    for script in page.scripts if not page.linked else ():
        named = [
            (call, property_name(script, call.fields["function"])) for call in calls_of(script, *UNASKED)
        ]
        for call, name in (*named, *renamed_calls(script, *UNASKED)):
            if runs_unasked(script, call):
                yield Spot(*script.place(call), f"{name} runs without a click")


def runs_unasked(script: Script, node: Node, *, depth: int = 4) -> bool:
    """Tell whether a place runs by itself: on load, or when a result comes."""
    function = next((up for up in node.up() if up.kind in FUNCTIONS), None)
    if function is None:
        return True
    if depth == 0:
        return False
    if is_receiver(script, function):
        return True
    parent = function.parent
    left = parent.get("left") if parent is not None and parent.kind == "assignment_expression" else None
    if (
        left is not None
        and left.kind in MEMBERS
        and str(kind := property_name(script, left)).startswith("on")
    ):
        return str(kind)[2:] in UNMEANT or made_by_page(script, left, depth=depth - 1)
    if parent is not None and parent.kind == "arguments" and parent.parent is not None:
        callee = parent.parent.get("function")
        name = property_name(script, callee) if callee is not None and callee.kind in MEMBERS else None
        if name not in ("addEventListener", "on", "once") and not (
            callee is not None and callee.text == "addEventListener"
        ):
            return runs_unasked(script, parent.parent, depth=depth - 1)
        kind = text_of(value_of(script, next(iter(arguments_of(parent.parent)), None)))
        return kind in UNMEANT or made_by_page(script, callee, depth=depth - 1)
    return any(
        runs_unasked(script, site, depth=depth - 1)
        for site in callers(script, function)
        if not site.inside(function)
    )


def made_by_page(script: Script, listening: Node | None, *, depth: int) -> bool:
    """Tell whether the page itself, unasked, makes the event that something listens to."""
    target = listening.get("object") if listening is not None else None
    if target is None:
        return False
    alike = AROUND | {target.text}
    made = [
        (call, call.fields["function"].get("object")) for call in in_source_order(script.method_calls, MAKING)
    ]
    return any(
        one is not None and one.text in alike and runs_unasked(script, call, depth=depth)
        for call, one in made
    )


def is_receiver(script: Script, function: Node) -> bool:
    """Tell whether a function receives what the host sends."""
    for _, node in handlers(script):
        value = node.get("right") or node.get("value") or (arguments_of(node)[1:2] or [node])[0]
        if function is value or Function(function) in options_of(value_of(script, value)):
            return True
    return False


def unchecked_messages(page: Page) -> Iterator[Spot]:
    """Yield where a script listens to messages and looks neither at who sends them nor at what they are."""
    for script in page.scripts:
        if CHECKING.search(script.text):
            continue
        for node in script.source.nodes("string"):
            call = node.parent.parent if node.parent is not None else None
            callee = call.get("function") if call is not None else None
            if node.text[1:-1] == "message" and callee is not None and callee.text in LISTENING:
                yield Spot(*script.place(node), "whoever can send a message to the view is listened to")
        for node in script.source.nodes("assignment_expression"):
            left = node.get("left")
            if left is not None and left.text in ("onmessage", "window.onmessage", "self.onmessage"):
                yield Spot(*script.place(node), "whoever can send a message to the view is listened to")


def foreign_imports(page: Page) -> Iterator[Spot]:
    """Yield imports of anything but the SDK; of that too, where a page is linked."""
    for script in page.scripts:
        for node in script.source.nodes("import_statement", "export_statement"):
            module = node.get("source")
            if module is None:
                continue
            name = literal_text(module)
            if name not in SDK_MODULES or page.linked:
                yield Spot(*script.place(node), f"import from {name[:80]!r}: no host resolves it")
