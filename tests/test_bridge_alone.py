"""What our App does better than the official one, or where there is no host at all."""

from collections.abc import Callable
from typing import Any

import pytest
from browser import ViewPage, assert_clean
from test_bridge import APPS, PAGE, RESULT, TOOL, call, events, probe

pytestmark = pytest.mark.browser


def sizes(view: ViewPage) -> list[dict[str, int]]:
    return view.sent("ui/notifications/size-changed")


@pytest.mark.parametrize("app", APPS)
def test_the_host_follows_the_height_of_the_content(open_view: Callable[..., ViewPage], app: str) -> None:
    view = open_view(probe(app), tool=TOOL, width=400)
    first = view.wait_sent("ui/notifications/size-changed")[-1]
    view.frame.evaluate("void (text.style.height = '700px')")
    view.page.wait_for_function("document.querySelector('iframe').clientHeight > 700")
    view.frame.evaluate("void (text.style.height = '')")
    view.page.wait_for_function(
        "(h) => document.querySelector('iframe').clientHeight === h", arg=first["height"]
    )

    assert first["width"] == 400
    assert sizes(view)[-1] == first


@pytest.mark.parametrize("app", APPS)
def test_without_auto_resize_no_size_is_told(open_view: Callable[..., ViewPage], app: str) -> None:
    view = open_view(probe(app, options="{ autoResize: false }"), tool=TOOL)
    view.settle()

    assert sizes(view) == []
    view.frame.evaluate("app.sendSizeChanged({ width: 1, height: 2 })")
    assert view.wait_sent("ui/notifications/size-changed") == [{"width": 1, "height": 2}]


def test_a_view_cannot_call_the_tools_that_make_views(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    asked = "app.callServerTool({ name: '_ui_submit', arguments: {} }).catch(({ message }) => message)"

    assert "_ui_submit is for models" in view.frame.evaluate(asked)
    assert view.sent("tools/call") == []


@pytest.mark.parametrize("style", ["body{min-height:100vh}", "main{height:calc(100vh + 1px)}"])
def test_a_page_as_tall_as_its_window_does_not_grow_without_end(
    open_view: Callable[..., ViewPage], style: str
) -> None:
    view = open_view(probe("ours", page=PAGE.replace("body{", f"{style}body{{")), tool=TOOL)
    view.wait_sent("ui/notifications/size-changed")
    for _ in range(8):
        view.settle()

    assert len(sizes(view)) <= 5


@pytest.mark.parametrize("style", ["body{min-height:100vh}", "html,body{height:100%}"])
def test_a_page_as_tall_as_its_window_still_grows_with_its_content(
    open_view: Callable[..., ViewPage], style: str
) -> None:
    view = open_view(probe("ours", page=PAGE.replace("body{", f"{style}body{{")), tool=TOOL)
    view.wait_sent("ui/notifications/size-changed")
    view.frame.evaluate("void (text.style.paddingTop = '3000px')")

    view.page.wait_for_function("document.querySelector('iframe').clientHeight > 3000")


def test_options_without_auto_resize_leave_it_on(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours", options="{ strict: true }"), tool=TOOL)

    assert view.wait_sent("ui/notifications/size-changed")


def test_a_host_asking_for_teardown_is_answered_without_a_handler(open_view: Callable[..., ViewPage]) -> None:
    assert open_view(probe("ours"), tool=TOOL).teardown() == {}


def test_what_came_before_its_handler_is_told_to_it(open_view: Callable[..., ViewPage]) -> None:
    bare = PAGE.replace("PROBE", "globalThis.app = new App({ name: 'bare' }); app.connect();")
    view = open_view(probe("ours", page=bare), tool=TOOL)
    view.send_partial({"a": 1})
    view.send_partial({"a": 2})
    view.send_input({"a": 3})
    view.send_result(RESULT)
    seen = view.frame.evaluate(
        """async () => {
          const seen = [];
          app.ontoolinputpartial = (params) => seen.push(["partial", params.arguments]);
          app.addEventListener("toolinput", (params) => seen.push(["input", params.arguments]));
          app.addEventListener("toolresult", () => seen.push(["result"]));
          app.addEventListener("toolresult", () => seen.push(["result again"]));
          await Promise.resolve();
          return seen;
        }"""
    )

    assert seen == [["partial", {"a": 2}], ["input", {"a": 3}], ["result"]]
    assert view.sent("ui/initialize")[0]["appInfo"] == {"name": "bare", "version": "1.0.0"}


def test_a_handler_that_throws_is_reported_and_stops_no_other(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    view.frame.evaluate("void (app.ontoolinput = () => { throw new Error('mine'); })")
    view.frame.evaluate("app.addEventListener('toolinput', note('listener'))")
    view.send_input({})

    assert events(view) == [["listener", {"arguments": {}}]]
    assert ["mine" in error for error in view.errors] == [True]


def test_a_call_made_while_connecting_waits_for_the_handshake(open_view: Callable[..., ViewPage]) -> None:
    early = PAGE.replace("PROBE", "PROBE globalThis.early = told(app.callServerTool({ name: 'add' }));")
    view = open_view(probe("ours", page=early), tool=TOOL, call=call)

    assert view.frame.evaluate("early") == {"value": RESULT}


def test_what_is_sent_is_as_it_was_when_the_call_was_made(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL, call=call)
    view.frame.evaluate(
        """async () => {
          const params = { name: "add", arguments: { a: 1 } };
          const done = app.callServerTool(params);
          params.arguments.a = 2;
          await done;
        }"""
    )

    assert [made["arguments"] for made in view.calls] == [{"a": 1}]


def test_an_aborted_call_rejects_with_the_reason(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    name = view.frame.evaluate(
        """() => {
          const stop = new AbortController();
          const call = app.callServerTool({ name: "held" }, { signal: stop.signal });
          stop.abort();
          return call.catch((error) => error.name);
        }"""
    )

    assert name == "AbortError"


def test_a_call_may_wait_for_ever(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    view.frame.evaluate(
        "void (globalThis.call = told(app.callServerTool({ name: 'a' }, { timeout: Infinity })))"
    )
    view.answer(RESULT)

    assert view.frame.evaluate("call") == {"value": RESULT}


def test_a_closed_app_rejects_what_waits_and_can_connect_again(open_view: Callable[..., ViewPage]) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    waiting = view.frame.evaluate(
        "(() => { const call = told(app.callServerTool({ name: 'held' })); app.close(); return call; })()"
    )

    assert waiting["error"]["code"] == "CONNECTION_CLOSED"
    assert (
        view.frame.evaluate("told(app.callServerTool({ name: 'add' }))")["error"]["code"] == "NOT_CONNECTED"
    )
    assert view.frame.evaluate("app.connect().then(() => app.getHostContext().theme)") == "light"


def test_outside_a_host_a_page_says_calmly_what_it_is(open_page: Callable[..., Any]) -> None:
    bare = PAGE.replace(
        "PROBE",
        "globalThis.app = new App({ name: 'bare', version: '1' });"
        "app.connect().then(() => (document.title = 'there'), () => (document.title = 'failed'));",
    )
    opened = open_page(probe("ours", page=bare))

    assert "outside its host" in opened.page.locator("[role=note]").inner_text()
    assert (
        opened.page.evaluate("app.callServerTool({ name: 'add' }).catch((error) => error.code)")
        == "NOT_CONNECTED"
    )
    assert opened.page.title() not in {"there", "failed"}
    assert_clean(opened)


def test_a_call_that_is_never_answered_ends_and_says_so(open_runtime: Callable[..., Any]) -> None:
    page = open_runtime()
    page.evaluate(
        """() => {
          window.waits = [];
          window.setTimeout = (run, ms, ...given) => waits.push({ ms, end: () => run(...given) });
          const fails = createBridge(() => {}).callTool({ name: "add", arguments: {} });
          fails.catch((fault) => (window.fault = fault.message));
        }"""
    )

    assert page.evaluate("waits.map(({ ms }) => ms)") == [5 * 60 * 1000]
    assert page.evaluate("window.fault ?? null") is None
    page.evaluate("waits[0].end()")

    page.wait_for_function("window.fault")
    assert page.evaluate("fault") == "No answer came within 5 minutes. The server may still be at work."
