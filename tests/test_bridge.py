"""Our App does what the official one does: both run the same scenarios against the official AppBridge."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from browser import HostError, ViewPage, assert_clean
from chromium import installed

from genui.assets import PAGE_RUNTIME, load_assets

pytestmark = pytest.mark.browser

TOOL = {"name": "add", "inputSchema": {"type": "object"}}
RESULT = {"content": [{"type": "text", "text": "3"}], "structuredContent": {"sum": 3}, "_meta": {"a": 1}}

PROBE = """
const seen = [];
const note = (name) => (params) => void seen.push([name, params]);
const told = (promise) => promise.then(
  (value) => ({ value }),
  ({ message, code, data }) => ({ error: { message, code, data } }),
);
const info = { name: "probe", version: "1.2.3", title: "Probe" };
const app = new App(info, { experimental: { x: {} } }, OPTIONS);
for (const event of ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"])
  app["on" + event] = note(event);
Object.assign(globalThis, { app, seen, note, told, App });
app.connect();
"""

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>probe</title>
<style>body{margin:8px}</style><main><h1>Probe</h1><p id="text">text</p></main>
<script type="module">APP;PROBE</script></html>"""


@cache
def official_app() -> str:
    """The official bundle with its App class bound to that name."""
    text = installed("@modelcontextprotocol/ext-apps/dist/src/app-with-deps.js").read_text(encoding="utf-8")
    code, exports = re.fullmatch(r"(.*)export\{([^{}]*)\};?\s*", text, re.DOTALL).groups()  # type: ignore[union-attr]
    name = re.search(r"(?:^|,)\s*(\S+) as App\s*(?:,|$)", exports)[1]  # type: ignore[index]
    return f"{code};const App={name}"


def our_app() -> str:
    return load_assets("templates").texts[PAGE_RUNTIME] + ";const {App}=genuiExtApps"


APPS: dict[str, Callable[[], str]] = {"official": official_app, "ours": our_app}


def probe(app: str, *, options: str = "{ autoResize: true }", page: str = PAGE) -> bytes:
    return page.replace("PROBE", PROBE.replace("OPTIONS", options)).replace("APP", APPS[app](), 1).encode()


def events(view: ViewPage) -> Any:
    """Take what the handlers have heard since the last scenario."""
    return [[name, with_known_variables(params)] for name, params in view.frame.evaluate("seen.splice(0)")]


def with_known_variables(context: Any) -> Any:
    """Less the style variables that the official one fills in as undefined."""
    if isinstance(context, dict) and "styles" in context:
        variables = context["styles"]["variables"]
        context["styles"]["variables"] = {name: value for name, value in variables.items() if value}
    return context


def wire(view: ViewPage, start: int) -> list[dict[str, Any]]:
    """What both sides said from a message on, less the sizes: how many depends on when frames are drawn."""
    said = [m for m in view.messages[start:] if m.get("method") != "ui/notifications/size-changed"]
    for message in said:
        if message.get("method") == "notifications/cancelled":
            # Free text, in which the official one names its own class of errors.
            message["params"]["reason"] = type(message["params"]["reason"]).__name__
    return said


# Scenarios: each drives a connected view, and returns what else is to be the same.


def handshake(view: ViewPage) -> Any:
    return view.frame.evaluate("[app.getHostContext(), app.getHostCapabilities(), app.getHostVersion()]")


def a_run_from_partial_input_to_result(view: ViewPage) -> None:
    view.send_partial({"a": 1})
    view.send_partial({"a": 1, "b": "x"})
    view.send_input({"a": 1, "b": "xy", "__proto__": {"c": 1}})
    view.send_result(RESULT)


def a_result_without_content(view: ViewPage) -> None:
    method = "ui/notifications/tool-result"
    view.post({"jsonrpc": "2.0", "method": method, "params": {"structuredContent": [1]}})


def a_cancelled_run(view: ViewPage) -> None:
    view.send_input({})
    view.cancel("the user stopped it")
    view.cancel()


def a_context_that_changes_in_part(view: ViewPage) -> Any:
    view.set_context({"theme": "dark"})
    view.set_context({"locale": "de-DE", "styles": {"variables": {"--color-text-primary": "red"}}})
    return with_known_variables(view.frame.evaluate("app.getHostContext()"))


def a_tool_call(view: ViewPage) -> Any:
    return view.frame.evaluate("told(app.callServerTool({ name: 'add', arguments: { a: [1, null] } }))")


def a_tool_call_that_fails(view: ViewPage) -> Any:
    return view.frame.evaluate("told(app.callServerTool({ name: 'fail' }))")


def a_tool_call_that_is_refused(view: ViewPage) -> Any:
    return view.frame.evaluate("told(app.callServerTool({ name: 'refuse', arguments: {} }))")


def calls_that_overlap(view: ViewPage) -> Any:
    names = "['add', 'refuse', 'fail']"
    return view.frame.evaluate(f"Promise.all({names}.map((name) => told(app.callServerTool({{ name }}))))")


def resources(view: ViewPage) -> Any:
    return view.frame.evaluate(
        """Promise.all([
          told(app.listServerResources({})),
          told(app.readServerResource({ uri: "test://a" })),
          told(app.readServerResource({ uri: "test://missing" })),
        ])"""
    )


def requests_to_the_host(view: ViewPage) -> Any:
    return view.frame.evaluate(
        """(async () => [
          await told(app.openLink({ url: "https://example.com/?a=1" })),
          await told(app.sendOpenLink({ url: "https://example.com/" })),
          await told(app.sendMessage({ role: "user", content: [{ type: "text", text: "hi" }] })),
          await told(app.updateModelContext({ content: [], structuredContent: { a: 1 } })),
          await told(app.downloadFile({ contents: [{ type: "resource_link", uri: "test://a", name: "a" }] })),
          await told(app.requestDisplayMode({ mode: "fullscreen" })),
          await told(app.requestDisplayMode({ mode: "inline" })),
        ])()"""
    )


def notifications_to_the_host(view: ViewPage) -> Any:
    return view.frame.evaluate(
        """(async () => [
          await told(app.sendLog({ level: "info", logger: "probe", data: { a: 1 } })),
          await told(app.requestTeardown()),
        ])()"""
    )


def teardown(view: ViewPage) -> Any:
    view.frame.evaluate("void (app.onteardown = async () => (note('teardown')(1), { saved: true }))")
    return view.teardown()


def teardown_that_fails(view: ViewPage) -> Any:
    view.frame.evaluate("void (app.onteardown = () => { throw new Error('not now'); })")
    with pytest.raises(Exception, match="not now"):
        view.teardown()


def requests_of_the_host(view: ViewPage) -> None:
    view.post({"jsonrpc": "2.0", "id": "p", "method": "ping"})
    view.post({"jsonrpc": "2.0", "id": 70, "method": "view/unheard-of", "params": {"a": 1}})
    view.post({"jsonrpc": "2.0", "id": 71, "method": "toString"})


def messages_nobody_waits_for(view: ViewPage) -> Any:
    view.post({"jsonrpc": "2.0", "id": 99, "result": {}})
    view.post({"jsonrpc": "2.0", "method": "notifications/unheard-of"})
    view.post({"jsonrpc": "2.0", "method": "ui/notifications/unheard-of", "params": {}})
    view.post({"type": "webpackOk", "data": None})
    view.frame.evaluate(
        """new Promise((done) => {
          addEventListener("message", done, { once: true });
          const method = "ui/notifications/tool-result";
          postMessage({ jsonrpc: "2.0", method, params: { content: [] } }, "*");
        })"""
    )
    return a_tool_call(view)


def listeners(view: ViewPage) -> Any:
    view.frame.evaluate(
        """() => {
          const second = note("second");
          app.addEventListener("toolinput", note("first"));
          app.addEventListener("toolinput", second);
          app.addEventListener("toolinput", note("third"));
          app.removeEventListener("toolinput", second);
          app.removeEventListener("toolinput", () => {});
          app.ontoolresult = undefined;
        }"""
    )
    view.send_input({"a": 1})
    view.send_result(RESULT)
    return view.frame.evaluate(
        """() => {
          const unknown = [() => app.addEventListener("toolinputt", () => {})];
          const threw = unknown.map((act) => { try { act(); return false; } catch { return true; } });
          return [threw, typeof app.ontoolinput, typeof app.ontoolresult, typeof app.onteardown];
        }"""
    )


def progress(view: ViewPage) -> Any:
    view.frame.evaluate(
        """() => {
          const options = { onprogress: note("progress") };
          globalThis.call = told(app.callServerTool({ name: "held" }, options));
        }"""
    )
    (call,) = view.wait_calls()
    update = {"progressToken": call["_meta"]["progressToken"], "progress": 1, "total": 2, "message": "half"}
    view.post({"jsonrpc": "2.0", "method": "notifications/progress", "params": update})
    return call


def abort(view: ViewPage) -> Any:
    view.frame.evaluate(
        """() => {
          globalThis.stop = new AbortController();
          globalThis.call = told(app.callServerTool({ name: "held" }, { signal: stop.signal }));
        }"""
    )
    view.wait_calls()
    said = view.frame.evaluate("(stop.abort('enough'), call.then(({ value }) => value === undefined))")
    view.wait_sent("notifications/cancelled")
    return said


def timeout(view: ViewPage) -> Any:
    said = view.frame.evaluate("told(app.callServerTool({ name: 'held' }, { timeout: 1 }))")
    view.wait_sent("notifications/cancelled")
    return said["error"]["code"], said["error"]["message"]


def an_already_aborted_call(view: ViewPage) -> Any:
    return view.frame.evaluate(
        """(async () => {
          const options = { signal: AbortSignal.abort("no") };
          return "error" in (await told(app.callServerTool({ name: "add" }, options)));
        })()"""
    )


def mistakes(view: ViewPage) -> Any:
    return view.frame.evaluate(
        """(async () => {
          const refused = (promise) => promise.then(() => false, () => true);
          const other = new App({ name: "other", version: "1.0.0" });
          return [
            await refused(app.callServerTool("add")),
            await refused(app.connect()),
            await refused(other.sendLog({ level: "info", data: 1 })),
            await refused(other.callServerTool({ name: "add" })),
          ];
        })()"""
    )


ANSWERED = [
    handshake,
    a_run_from_partial_input_to_result,
    a_result_without_content,
    a_cancelled_run,
    a_context_that_changes_in_part,
    a_tool_call,
    a_tool_call_that_fails,
    a_tool_call_that_is_refused,
    calls_that_overlap,
    resources,
    requests_to_the_host,
    requests_of_the_host,
    messages_nobody_waits_for,
    an_already_aborted_call,
    mistakes,
    listeners,
    notifications_to_the_host,
    teardown,
    teardown_that_fails,
]
"""Scenarios that one page plays one after the other; the last ones take handlers away."""

HELD = [progress, abort, timeout]
"""Scenarios in which the host does not answer calls: each has a page of its own."""


def call(name: str, _arguments: Any) -> Any:
    if name == "refuse":
        raise HostError("no such thing", code=-32050, data={"why": ["x"]})
    return {"content": [], "isError": True} if name == "fail" else RESULT


def is_answer_of_host(message: dict[str, Any]) -> bool:
    return message["from"] == "host" and ("result" in message or "error" in message)


def played(view: ViewPage, scenarios: list[Callable[[ViewPage], Any]]) -> Iterator[dict[str, Any]]:
    """Play scenarios, and yield what the page and the host have seen of each."""
    start = 0
    for scenario in scenarios:
        also = scenario(view)
        # The host answers calls that overlap in whatever order they end.
        told = sorted(wire(view, start), key=lambda one: one["id"] if is_answer_of_host(one) else 0)
        start = len(view.messages)
        yield {"also": also, "events": events(view), "wire": told}


@pytest.mark.parametrize(
    "scenarios", [ANSWERED, *([one] for one in HELD)], ids=["answered", *(one.__name__ for one in HELD)]
)
def test_host_and_page_see_the_same_with_our_app(
    open_view: Callable[..., ViewPage], scenarios: list[Callable[[ViewPage], Any]]
) -> None:
    seen = {}
    for app in APPS:
        view = open_view(
            probe(app),
            tool=TOOL,
            call=None if scenarios[0] in HELD else call,
            resources={"test://a": {"text": "A", "mimeType": "text/plain"}},
        )
        seen[app] = list(played(view, scenarios))
        if app == "ours":
            assert_clean(view)

    for scenario, ours, official in zip(scenarios, seen["ours"], seen["official"], strict=True):
        for what in ("also", "events", "wire"):
            assert ours[what] == official[what], (scenario.__name__, what)
