"""Pages that models and others write: every case is a page with the verdict that it must get."""

import json
from pathlib import Path

import pytest

from genui.assets import load_assets
from genui.cli import main
from genui.lint import RULES, validate_artifact, validate_page
from genui.lint.examples import EXAMPLES, TOOLS, example_page
from genui.lint.repair import REPAIRS, judge, repair_page
from genui.model import Tool, errors_of

CASES = Path(__file__).parent / "cases" / "pages"
VERDICTS = json.loads((CASES / "verdicts.json").read_text(encoding="utf-8"))
"""A row a page: its verdict, the rules that find something in it, the repairs, the tools that it may call."""

BUILT = Path(__file__).parents[1] / "generated"
CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "pages"


def grave(findings):
    return sorted({finding.rule for finding in findings if finding.severity != "info"})


@pytest.mark.parametrize("case", VERDICTS)
def test_a_page_gets_the_verdict_of_its_case(case):
    html = (CASES / f"{case}.html").read_bytes()
    expected = VERDICTS[case]

    tools = [Tool(tool) for tool in expected.get("tools", ())] or None
    judgement = judge(html, tools=tools)

    assert judgement.verdict == expected["verdict"]
    assert grave(judgement.findings) == expected["rules"]
    assert list(judgement.repairs) == expected.get("repairs", [])
    if judgement.repaired is not None:
        again = judge(judgement.repaired)
        assert not errors_of(again.findings)
        assert again.repairs == ()


def test_every_page_has_its_verdict():
    assert {path.name for path in CASES.iterdir()} == {
        "verdicts.json",
        *(f"{name}.html" for name in VERDICTS),
    }


def test_hostile_pages_are_rejected_and_good_ones_accepted():
    verdicts = {name: expected["verdict"] for name, expected in VERDICTS.items()}

    assert {verdict for name, verdict in verdicts.items() if name.startswith("ok-")} == {"accept"}
    hostile = {v for n, v in verdicts.items() if not n.startswith(("ok-", "careless-"))}
    assert hostile == {"reject"}


@pytest.mark.skipif(not CORPUS.exists(), reason="the shared corpus is not here")
def test_the_corpus_gets_verdicts_that_its_index_allows():
    wrong = {}
    for row in json.loads((CORPUS / "index.json").read_text(encoding="utf-8")):
        verdict = judge((CORPUS / row["file"]).read_bytes()).verdict
        if verdict not in [row["expect"], *row.get("also_ok", [])]:
            wrong[row["file"]] = verdict

    assert wrong == {}


@pytest.mark.parametrize("slug", EXAMPLES)
def test_a_rule_fires_on_its_bad_example_and_on_its_good_one_nothing_does(slug):
    example = EXAMPLES[slug]
    bad = validate_page(example_page(example, example.bad).encode(), tools=TOOLS)
    good = validate_page(example_page(example, example.good).encode(), tools=TOOLS)

    assert {finding.rule for finding in bad} == {slug}
    assert good == ()


def test_every_rule_but_those_about_size_has_an_example():
    assert RULES.keys() - EXAMPLES.keys() == {"page-size", "size-budget"}
    assert EXAMPLES.keys() <= RULES.keys()


def test_repairs_are_of_rules():
    assert REPAIRS.keys() <= RULES.keys()


def test_a_tool_that_the_server_does_not_have_is_named():
    html = (CASES / "ok-form.html").read_bytes()

    assert judge(html, tools=[Tool({"name": "exchange"})]).verdict == "accept"
    found = judge(html, tools=[Tool({"name": "convert"})])
    assert (found.verdict, grave(found.findings)) == ("reject", ["unknown-tool"])


def test_a_linked_page_may_import_nothing():
    html = (CASES / "ok-plain.html").read_bytes()

    assert "external-script" in grave(validate_page(html, linked=True))
    assert validate_page(html, linked=False) == ()


def test_lines_and_columns_are_those_of_the_text_as_given():
    html = b"Talk.\n\n" + (CASES / "eval-alias.html").read_bytes()
    (finding,) = [one for one in validate_page(html) if one.rule == "eval"]
    line = html.decode().splitlines()[finding.line - 1]

    assert line[finding.column - 1 :].startswith("eval")


def test_a_repair_keeps_the_rows_of_a_table_that_stand_in_a_template():
    page = (CASES / "ok-row-in-template.html").read_bytes()
    template = page[page.index(b"<template") : page.index(b"</template>")]

    repaired = judge(page).repaired

    assert repaired is not None
    assert template in repaired


def test_what_cannot_be_repaired_is_left_as_it_is():
    html = (CASES / "xss-inner.html").read_bytes()

    assert repair_page(html).html == html
    assert repair_page(html).repairs == ()


@pytest.mark.parametrize("html", [b"", b"\0", b"<", b"```", b"<!doctype html>", b"\xff\xfe", b"{}" * 5000])
def test_whatever_is_given_gets_a_verdict(html):
    assert judge(html).verdict == "reject"


def run(*arguments, capsys):
    code = main(["validate", *map(str, arguments)])
    return code, capsys.readouterr()


def test_validate_writes_its_findings_as_sarif_on_lines_of_the_pages(tmp_path, capsys):
    file = tmp_path / "found.sarif"
    code, _ = run("--sarif", file, CASES / "ok-plain.html", CASES / "eval-alias.html", capsys=capsys)

    assert code == 1
    run_of = json.loads(file.read_text("utf-8"))["runs"][0]
    places = [one["locations"][0]["physicalLocation"] for one in run_of["results"]]
    assert {one["artifactLocation"]["uri"].rpartition("/")[2] for one in places} == {"eval-alias.html"}
    assert all(one["region"]["startLine"] >= 1 for one in places)
    assert all("help" in rule for rule in run_of["tool"]["driver"]["rules"])


def test_validate_prints_its_findings_as_json_and_fails_where_a_page_is_rejected(capsys):
    code, printed = run("--json", CASES / "ok-plain.html", CASES / "eval-alias.html", capsys=capsys)
    good, bad = json.loads(printed.out)["files"]

    assert code == 1
    assert good == {
        "file": str(CASES / "ok-plain.html"),
        "verdict": "accept",
        "code": "has code of its own",
        "findings": [],
    }
    assert bad["verdict"] == "reject"
    assert {"rule", "severity", "line", "column", "message", "hint"} == bad["findings"][0].keys()


def test_validate_fixes_what_it_can_and_nothing_else(capsys, tmp_path):
    for case in ("careless-no-version", "xss-inner"):
        (tmp_path / f"{case}.html").write_bytes((CASES / f"{case}.html").read_bytes())

    code, _ = run("--fix", tmp_path, capsys=capsys)

    assert code == 1
    assert judge((tmp_path / "careless-no-version.html").read_bytes()).verdict == "accept"
    assert (tmp_path / "xss-inner.html").read_bytes() == (CASES / "xss-inner.html").read_bytes()


@pytest.mark.parametrize(
    "wrap", [list, lambda some: {"tools": some}, lambda some: {"result": {"tools": some}}]
)
def test_validate_takes_tools_in_every_form(wrap, capsys, tmp_path):
    tools = tmp_path / "tools.json"
    page = CASES / "ok-form.html"
    for name, expected in (("exchange", 0), ("other", 1)):
        tools.write_text(json.dumps(wrap([{"name": name}])), encoding="utf-8")
        assert run("--tools", tools, page, capsys=capsys)[0] == expected


@pytest.mark.parametrize(
    "arguments", [["missing.html"], ["--tools", "missing.json", str(CASES / "ok-plain.html")]]
)
def test_what_cannot_be_read_is_named(arguments, capsys):
    code, printed = run(*arguments, capsys=capsys)

    assert code == 2
    assert "missing." in printed.err


DEEP = ("[" * 3000, "const " + "[" * 2000 + "a" + "]" * 2000 + " = [];", "(" * 5000, "a+" * 9000 + "1")


@pytest.mark.parametrize("text", DEEP, ids=range(4))
def test_deep_nesting_is_no_crash(text):
    html = (CASES / "ok-plain.html").read_text(encoding="utf-8")

    assert judge(html.replace("await app.connect", text + "\nawait app.connect").encode()).verdict == "reject"


@pytest.mark.parametrize("after", [b"", b"<script>eval(1)</script>", b"<p onclick=run()>"])
def test_what_stands_behind_a_built_page_is_held_to_the_rules(after):
    built = next(BUILT.glob("views/list_units/????????????.html")).read_bytes() + after

    assert (validate_artifact(built, load_assets("templates")) == ()) is (after == b"")
