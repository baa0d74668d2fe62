"""The preview in real Chromium, as somebody uses it."""

import contextlib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from chromium import TIMEOUT_MS
from playwright.sync_api import Error, expect
from previewing import PATIENCE_MS, Preview, Tab

pytestmark = pytest.mark.browser

WISH = "bar chart of high by date"
CHART = "[data-component=chart]"


OFFICIAL = """<!doctype html><html lang="en"><meta charset="utf-8"><title>own</title>
<p id="input"></p><p id="result"></p><p id="called"></p><p id="refused"></p><p id="mode"></p>
<script type="module">SCRIPT
const say = (id, value) => (document.getElementById(id).textContent = JSON.stringify(value));
const app = new App({ name: "own", version: "1.0.0" }, {}, { autoResize: true });
app.ontoolinput = (params) => say("input", params);
app.ontoolresult = (params) => say("result", params.content);
await app.connect();
say("called", await app.callServerTool({ name: "echo", arguments: { text: "official" } }));
await app.callServerTool({ name: "hidden", arguments: {} }).catch((error) => say("refused", error.message));
await app.sendMessage({ role: "user", content: [{ type: "text", text: "hello there" }] });
await app.updateModelContext({ content: [{ type: "text", text: "told so" }] });
await app.openLink({ url: "https://example.com/x" });
await app.sendLog({ level: "info", data: "logged" });
await app.readServerResource({ uri: "ui://own/page.html" });
say("mode", await app.requestDisplayMode({ mode: "fullscreen" }));
</script>"""


EXTERNAL = b"""<!doctype html><html lang="en"><title>external</title><p id="answer"></p><script>
addEventListener("message", ({ data }) => {
  if (data.type === "ui-message-response")
    document.getElementById("answer").textContent = data.payload.error?.message;
});
parent.postMessage({ type: "tool", messageId: "1", payload: { toolName: "echo", params: {} } }, "*");
</script>"""


class External(BaseHTTPRequestHandler):
    """A page of somebody else's."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(EXTERNAL)

    def log_message(self, *_):
        pass


@contextmanager
def external_page():
    """Serve a page from an origin that is not the preview's; yield its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), External) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/page"
        server.shutdown()


@pytest.fixture(scope="module")
def preview(tmp_path_factory, pages):
    """One preview for all: each test leaves the project as it was."""
    from test_bridge import official_app

    folder = tmp_path_factory.mktemp("project")
    page = folder / "own.html"
    page.write_text(OFFICIAL.replace("SCRIPT", official_app()), encoding="utf-8")
    with external_page() as address:
        started = Preview(folder, PREVIEW_PAGE=str(page), PREVIEW_EXTERNAL=address)
        expect.set_options(timeout=PATIENCE_MS)
        yield started
        expect.set_options(timeout=TIMEOUT_MS)
    assert started.end() == 130


@pytest.fixture(scope="module")
def free(preview):
    """Tabs that no test has open: a new one takes twice as long as to load the page anew."""
    tabs = []
    yield tabs
    for tab in tabs:
        tab.page.close()


@pytest.fixture
def open_tab(pages, preview, free):
    """Open the preview's page; at the end nothing may have gone wrong in it."""
    tabs = []

    def opened():
        if free:
            tabs.append(free.pop())
            tabs[-1].show(preview.url)
        else:
            tabs.append(Tab(pages.context, preview.url))
        return tabs[-1]

    yield opened
    errors = [error for tab in tabs for error in tab.errors]
    for tab in tabs:
        tab.leave()
        free.append(tab)
    assert errors == []


def calls(preview):
    return sum("tools/call" in line for line in preview.lines())


def run(tab, city):
    tab.view.locator("[name=city]").fill(city)
    tab.view.locator("[data-submit]").click()
    expect(tab.view.locator("[data-result]")).to_contain_text("Nov 21")


def test_a_tool_is_run_restyled_and_refined_without_losing_its_input(open_tab, preview):
    tab, before = open_tab(), calls(preview)
    tab.pick("echo")
    tab.pick("forecast")
    run(tab, "Oslo")

    tab.turn("theme", "dark")
    tab.turn("width", "320")
    expect(tab.view.locator("html")).to_have_css("color-scheme", "dark")
    assert tab.view.locator("html").evaluate("innerWidth") == 320

    tab.at("#wish").fill(WISH)
    tab.at("#refine-send").click()
    expect(tab.view.locator(CHART)).to_have_attribute("data-kind", "bar")
    expect(tab.view.locator("[data-result]")).to_contain_text("Nov 21")
    expect(tab.view.locator("[name=city]")).to_have_value("Oslo")
    expect(tab.at("#wish")).to_have_value("")
    assert calls(preview) == before + 1

    tab.view.locator("summary").first.click()
    tab.view.locator("[name=city]").fill("typed, not run")
    tab.at("[data-tab=history]").click()
    expect(tab.at("[data-step]")).to_contain_text(WISH)
    tab.at("[data-undo='1']").click()
    expect(tab.at("[data-step]")).to_have_count(0)
    expect(tab.view.locator(CHART)).to_have_attribute("data-kind", "line")
    expect(tab.view.locator("[name=city]")).to_have_value("typed, not run")


def test_a_wish_that_is_not_understood_is_kept_and_answered_with_a_hint(open_tab):
    tab = open_tab()
    tab.at("#wish").fill("make it sing and dance")
    tab.at("#refine-send").click()

    expect(tab.at("#refine-note")).to_contain_text("Nothing was changed")
    expect(tab.at("#refine-note")).to_contain_text("understands")
    expect(tab.at("#wish")).to_have_value("make it sing and dance")


def test_two_tabs_show_what_either_changes_and_keep_their_own_input(open_tab):
    first, second = open_tab(), open_tab()
    run(first, "Oslo")
    run(second, "Bergen")
    first.at("#wish").fill(WISH)
    first.at("#refine-send").click()

    for tab, city in ((first, "Oslo"), (second, "Bergen")):
        tab.page.bring_to_front()
        expect(tab.view.locator(CHART)).to_have_attribute("data-kind", "bar")
        expect(tab.view.locator("[name=city]")).to_have_value(city)
    second.at("[data-tab=history]").click()
    second.at("[data-undo='1']").click()
    expect(first.at("[data-tab=history] .count")).to_be_empty()


def test_an_upstream_that_is_killed_is_told_and_started_again_by_the_next_run(open_tab, preview):
    tab = open_tab()
    run(tab, "Oslo")
    starts = preview.starts()
    preview.kill_upstream()
    expect(tab.at("#notes")).to_contain_text("The upstream is not running")
    expect(tab.at("#notes")).to_contain_text("SIGKILL")

    tab.view.locator("summary").first.click()
    tab.view.locator("[name=city]").fill("Bergen")
    tab.view.locator("[data-submit]").click()

    expect(tab.at("#notes")).to_be_empty()
    expect(tab.view.locator("summary").first).to_contain_text("Bergen")
    expect(tab.view.locator("[data-result]")).to_contain_text("Nov 21")
    assert len(preview.starts()) == len(starts) + 1


def test_a_run_is_cancelled_all_the_way_to_the_upstream(open_tab, preview):
    tab = open_tab()
    tab.pick("slow")
    tab.view.locator("[data-submit]").click()
    expect(tab.logged("notifications/progress").first).to_be_visible()
    tab.view.locator("[data-cancel-run]").click()

    tab.shows("cancelled")
    expect(tab.logged("notifications/cancelled")).to_be_visible()
    assert preview.hears("notifications/cancelled")


def test_a_changed_config_reloads_the_view_with_its_input_and_result(open_tab, preview):
    tab = open_tab()
    run(tab, "Oslo")
    before = preview.config.read_text(encoding="utf-8")
    preview.config.write_text(before + '[tools.forecast]\nhints = {chart = "bar"}\n', encoding="utf-8")

    expect(tab.at("#log .mark")).to_have_count(2)
    tab.shows("result")
    expect(tab.view.locator(CHART)).to_have_attribute("data-kind", "bar")
    expect(tab.view.locator("[name=city]")).to_have_value("Oslo")

    preview.config.write_text("[upstream\n", encoding="utf-8")
    expect(tab.at("#notes")).to_contain_text("not valid TOML")
    preview.config.write_text(before, encoding="utf-8")
    expect(tab.at("#notes")).to_be_empty()
    expect(tab.at("#log .mark")).to_have_count(3)


def test_every_state_can_be_looked_at(open_tab):
    tab = open_tab()
    tab.shows("ready")
    for scene, state in (
        ("result", "result"),
        ("running", "running"),
        ("empty", "result"),
        ("error", "error"),
        ("cancelled", "cancelled"),
        ("partial", "ready"),
        ("waiting", "ready"),
    ):
        tab.scene(scene, state)
    expect(tab.logged("ui/resource-teardown answered")).to_have_count(7)


def test_the_host_is_what_its_switches_say(open_tab):
    tab = open_tab()
    tab.shows("ready")
    tab.at("select[data-set=locale]").select_option("de-DE")
    tab.at("select[data-set=zone]").select_option("Asia/Tokyo")
    tab.at("select[data-set=mode]").select_option("fullscreen")
    expect(tab.logged("ui/notifications/host-context-changed")).to_have_count(3)
    expect(tab.at("#log")).to_contain_text("Asia/Tokyo")

    tab.at("#toggle-capabilities").click()
    tab.at("[data-capability=serverTools]").uncheck()
    tab.shows("ready")
    tab.at("[data-tab=findings]").click()
    expect(tab.at("[data-size]")).to_contain_text("KB of")
    tab.at("[data-tab=spec]").click()
    expect(tab.at("#pane pre")).to_contain_text('"version": 1')

    # A known host turns them all.
    tab.at("select[data-set=host]").select_option("cursor")
    tab.shows("ready")
    expect(tab.at("#measure")).to_contain_text("649 ×")
    expect(tab.at("[data-capability=message]")).not_to_be_checked()
    assert "host=cursor" in tab.page.url


def test_a_view_reaches_neither_the_api_nor_the_page(open_tab, preview):
    tab = open_tab()
    tab.shows("ready")
    frame = next(frame for frame in tab.page.frames if frame.url.endswith("/view"))
    address = preview.url.split("#")[0] + "api/state"

    told = frame.evaluate("url => fetch(url).then(() => 'reached', (error) => error.name)", address)
    seen = frame.evaluate(
        """() => {
          try { return String(top.document.title); } catch (error) { return error.name; }
        }"""
    )

    assert (told, seen) == ("TypeError", "SecurityError")
    assert frame.evaluate("location.href + document.referrer").count(preview.url.split("/")[3]) == 0
    tab.at("[data-tab=findings]").click()
    expect(tab.at("[data-rule=csp-violation]")).to_contain_text("connect-src blocked")
    tab.errors[:] = [error for error in tab.errors if "Content Security Policy" not in error]


def test_resources_in_a_result_are_shown_by_their_kind_and_their_calls_allowed_one_by_one(open_tab, preview):
    tab = open_tab()
    tab.pick("kinds")
    tab.view.locator("[data-submit]").click()
    html = tab.at("#resources [data-kind=html]")
    inline = html.frame_locator("iframe").frame_locator("iframe")

    expect(html.locator("iframe")).to_have_css("height", "120px")
    expect(inline.locator("#inline")).to_have_text("inline")
    expect(inline.locator("#data")).to_have_text("from the server")
    expect(tab.at("#resources [data-kind=url]").first).to_contain_text("neither https nor on this machine")
    expect(tab.at("#resources [data-kind=remote-dom]")).to_contain_text("remote DOM")
    expect(tab.at("#resources [data-kind=unknown]")).to_contain_text("text/markdown")

    asked = html.get_by_role("alertdialog")
    expect(asked).to_have_count(2)
    expect(asked.first).to_contain_text("It asks to run echo")
    expect(asked.first).to_contain_text('"acted"')
    before = calls(preview)
    asked.first.locator("[data-allow]").click()
    expect(inline.locator("#answer")).to_have_text("acted")
    expect(asked).to_have_count(1)
    asked.locator("[data-refuse]").click()
    expect(inline.locator("#answer")).to_contain_text("was refused by the person")

    # A page of somebody else's gets nothing of the upstream.
    external = tab.at("#resources [data-kind=url]").nth(1)
    expect(external.frame_locator("iframe").locator("#answer")).to_have_text(
        "tools/call is not for external pages"
    )
    expect(external.get_by_role("alertdialog")).to_have_count(0)
    assert calls(preview) == before + 1


def test_the_page_itself_is_accessible_and_fits(open_tab):
    from browser import axe_violations

    tab = open_tab()
    tab.shows("ready")
    for theme in ("light", "dark"):
        tab.turn("theme", theme)
        assert axe_violations(tab.page) == []
    for width in (1280, 900, 400):
        tab.page.set_viewport_size({"width": width, "height": 800})
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_official_client_finds_a_host_that_keeps_to_the_protocol(open_tab):
    tab = open_tab()
    tab.pick("own")
    tab.at("select[data-set=source]").select_option("own")
    view = tab.view

    expect(view.locator("#mode")).to_have_text('{"mode":"fullscreen"}')
    expect(view.locator("#called")).to_contain_text("official")
    expect(view.locator("#refused")).to_contain_text("visibility")
    expect(tab.at("#heard")).to_contain_text("hello there")
    expect(tab.at("#heard")).to_contain_text("told so")
    expect(tab.at("#heard a")).to_have_attribute("href", "https://example.com/x")
    tab.at("[data-scene=result]").click()
    expect(view.locator("#input")).to_contain_text("arguments")
    expect(view.locator("#result")).to_contain_text("stands in")
    assert tab.at("#log .problem").all_text_contents() == []
    tab.errors[:] = [error for error in tab.errors if "unsafe-eval" not in error]  # zod asks whether it may


def test_a_fault_is_played_and_stands_in_the_address(open_tab, preview):
    tab = open_tab()
    tab.pick("forecast")
    run(tab, "Oslo")
    tab.at("#toggle-faults").click()
    tab.at("[data-fault=empty-replay]").check()
    expect(tab.view.locator("main")).not_to_contain_text("Nov 21")
    tab.at("[data-fault=empty-replay]").uncheck()
    tab.at("[data-fault=narrow]").check()
    expect(tab.view.locator("[data-result]")).to_contain_text("Nov 21")
    assert tab.view.locator("html").evaluate("innerWidth") == 320
    tab.page.goto(tab.page.url.replace("faults=narrow", "host=claude&faults=narrow"))
    expect(tab.at("select[data-set=host]")).to_have_value("claude")
    expect(tab.at("[data-fault=narrow]")).to_be_checked()


def test_a_host_that_mounts_anew_for_another_mode_loses_no_result(open_tab):
    tab = open_tab()
    tab.pick("forecast")
    run(tab, "Oslo")
    tab.at("#toggle-faults").click()
    tab.at("[data-fault=mode-move-reload]").check()
    with contextlib.suppress(Error):
        # The choice may mount the view anew, which takes this frame away.
        tab.view.locator("html").evaluate("window.here = true")
    tab.view.locator("html").evaluate("window.here = true")
    tab.at("select[data-set=mode]").select_option("fullscreen")

    expect(tab.view.locator("[data-result]")).to_contain_text("Nov 21")
    assert tab.view.locator("html").evaluate("window.here") is None
