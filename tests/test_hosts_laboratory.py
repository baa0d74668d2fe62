"""The laboratory shows views in every host, and says where and why one does less than work."""

import json

import pytest
from conftest import linked
from kept import store_tools

from genui.cli import main
from genui.hosts.laboratory import tried_all
from genui.hosts.profiles import find_profiles
from genui.hosts.trials import Case, Verdict
from genui.model import Tool

TOOL = Tool(
    {
        "name": "list_orders",
        "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}},
        "annotations": {"destructiveHint": True},
    }
)
DATA = {"orders": [{"id": "A-100", "city": "Zurich"}, {"id": "A-101", "city": "Bergen"}]}
RESULT = {"content": [{"type": "text", "text": json.dumps(DATA)}], "structuredContent": DATA}
EXCHANGE = {"arguments": {"city": "Oslo"}, "result": RESULT}

HELLO = """
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const appInfo = { name: "x", version: "1" };
const params = { appInfo, appCapabilities: {}, protocolVersion: "2026-01-26" };
const greet = () => post({ id: 1, method: "ui/initialize", params });
addEventListener("message", ({ data }) => {
  if (data.id === 1) post({ method: "ui/notifications/initialized" });
  if (data.params?.theme) document.documentElement.style.colorScheme = data.params.theme;
  const text = document.querySelector("p");
  if (data.method === "ui/notifications/tool-result") text.textContent = JSON.stringify(data.params);
});
greet();
"""
PAGE = """<!doctype html><html lang="en" data-state="result"><meta charset="utf-8"><title>x</title>
<style>:root{color-scheme:light dark}body{background:light-dark(#fff,#111);overflow-wrap:anywhere}</style>
<main><h1>Orders</h1><p>STILL</p>MORE</main><script>SCRIPT</script></html>"""


def page(script=HELLO, *, more="", style=""):
    text = PAGE.replace("SCRIPT", script).replace("MORE", more).replace("</style>", style + "</style>")
    return text.encode()


def cases(html, hosts="all", faults=(), tool=TOOL):
    return [Case(tool, html, host, (*host["faults"], *faults), EXCHANGE) for host in find_profiles(hosts)]


def tried(browser, some):
    """Try cases in a browser that stays open."""
    return browser.run(tried_all(browser, some, "", lambda _: None))


def test_a_view_of_genui_works_in_each_host(warm):
    verdicts = tried(warm, cases(linked(TOOL.definition)))

    assert {(each.host, each.verdict, each.because) for each in verdicts} == {
        (host.name, "works", "") for host in find_profiles("all")
    }


WRONG = [
    (page(HELLO.replace("\ngreet();", "")), "no handshake came"),
    (page(HELLO + "undefined.member"), "error: Cannot read properties of undefined"),
    (page(HELLO + 'fetch("https://example.com/")'), "error:"),
    (page(HELLO.replace("JSON.stringify(data.params)", '"Done"')), "no value of the result is shown"),
    (page(more='<div style="width:900px">wide</div>'), "px are cut at the right"),
    (page(style="html{overflow:hidden}", more='<div style="height:9000px">tall</div>'), "px are cut below"),
    (page(more="<button data-submit>Run</button>"), "the form does not run"),
    (page(style="body{background:#fff}"), "the view stays light"),
    (page(HELLO + 'post({ method: "ui/notifications/nonsense" })'), "error: no notification of this name"),
]


def test_what_is_wrong_with_a_view_is_told(warm):
    verdicts = tried(warm, [case for html, _ in WRONG for case in cases(html, "vscode")])

    for verdict, (_, because) in zip(verdicts, WRONG, strict=True):
        assert verdict.verdict == "blocked", because
        assert because in verdict.because


def test_a_fact_about_the_host_that_takes_something_away_is_cited(warm):
    [verdict] = tried(warm, cases(linked(TOOL.definition), "chatgpt", ("empty-replay",)))

    assert verdict.verdict == "degraded"
    assert "openai/openai-apps-sdk-examples#195" in verdict.because


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "genui.toml").write_text(
        '[upstream]\ncommand = "no-such-program"\n[test]\nhosts = ["goose"]\n', encoding="utf-8"
    )
    store_tools(tmp_path / "generated", {"name": "list_units", "inputSchema": {"type": "object"}})
    return tmp_path


def test_the_command_tells_what_works_where(project, warm, capsys):
    assert main(["test", "--from-snapshot"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["goose"],
        ["list_units", "works"],
        ["1", "works"],
    ]


@pytest.fixture
def trials(monkeypatch):
    """Return the cases that are tried; each is degraded, and no browser starts."""
    tried = []

    def fake(cases, **_):
        tried.extend(cases)
        return [Verdict(case.tool.name, case.profile.name, "degraded", "a replay is empty") for case in cases]

    monkeypatch.setattr("genui.hosts.laboratory.try_all", fake)
    return tried


def test_less_than_is_required_ends_with_1(project, capsys, trials):
    (project / "genui.toml").write_text(
        '[upstream]\ncommand = "no-such-program"\n[test]\nrequire = "works"\n', encoding="utf-8"
    )

    assert main(["test", "--from-snapshot", "--host", "goose", "--fault", "empty-replay"]) == 1
    assert "degraded: goose: a replay is empty (list_units)" in capsys.readouterr().out
    [case] = trials
    assert (case.profile.name, case.faults[-1]) == ("goose", "empty-replay")


@pytest.mark.usefixtures("trials")
def test_what_does_not_work_is_told_to_programs(project, capsys):
    assert main(["test", "--from-snapshot", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdicts"][0]["because"] == "a replay is empty"
    assert main(["test", "--from-snapshot", "--sarif"]) == 0
    [told] = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert told["ruleId"] == "host-degraded"


@pytest.mark.parametrize(
    ("arguments", "hint"), [(["--host", "clod"], "claude"), (["--fault", "gremlins"], "empty-replay")]
)
def test_a_name_that_is_not_known_is_refused_with_those_that_are(project, capsys, arguments, hint):
    assert main(["test", *arguments]) == 2
    assert hint in capsys.readouterr().err
