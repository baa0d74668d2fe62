"""Views that are pages: imported, linked again, kept, and whole whenever a build is killed."""

import json
import os
from functools import partial
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import kept
import pytest
from kept import contents, killed_at, page_path, restore, store_tools, whole

from genui.assets import load_assets
from genui.build import compile_project, link_bytes
from genui.cli import main
from genui.config import load_config
from genui.model import Snapshot, Tool, View
from genui.plan import Outcome, plan_build
from genui.store import read_store, write_store
from genui.viewfile import source_files

SCHEMA = {"type": "object", "properties": {"customer": {"type": "string"}}}
ORDERS = {"name": "list_orders", "description": "Lists orders.", "inputSchema": SCHEMA}
UNITS = {"name": "list_units", "description": "Every unit.", "inputSchema": {"type": "object"}}
GOOD = (Path(__file__).parent / "cases" / "render" / "nothing-wrong" / "page.html").read_text(
    encoding="utf-8"
)


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A directory with a snapshot of two tools, and `genui` as a function run in it."""
    generated = tmp_path / "generated"
    generated.mkdir()
    monkeypatch.chdir(tmp_path)
    store_tools(generated, ORDERS, UNITS)
    (tmp_path / "page.html").write_text(GOOD, encoding="utf-8")

    def genui(*arguments: str) -> int:
        return main([*arguments, "--from-snapshot"] if arguments[0] != "export" else list(arguments))

    genui.directory = generated
    return genui


def test_an_imported_page_is_the_view_and_a_build_after_it_does_nothing(project, capsys):
    project("build")
    assert project("import", "list_orders", "page.html") == 0
    before = contents(project.directory)

    assert project("build") == 0
    assert project("check") == 0

    assert contents(project.directory) == before
    entry = kept.entry(project.directory, "list_orders")
    assert (entry.generator, entry.repairs, entry.fallback) == ("imported", "", "")
    assert before["views/list_orders/page.html"].decode() == GOOD
    view = json.loads(before["views/list_orders/view.json"])
    assert "spec" not in view
    assert view["generator"] == "imported"
    assert len([name for name in before if name.startswith("views/list_orders/")]) == 3
    whole(project.directory)


def test_validate_accepts_what_import_has_linked_and_sees_what_is_added_to_it(project, capsys):
    project("import", "list_orders", "page.html")
    capsys.readouterr()

    assert main(["validate", str(project.directory), "--json"]) == 0
    files = json.loads(capsys.readouterr().out)["files"]
    assert [(one["verdict"], one["findings"]) for one in files] == [("accept", [])] * 2

    linked = kept.artifact(project.directory, "list_orders")
    added = linked.read_text(encoding="utf-8").replace("</body>", "<script>eval(name)</script></body>")
    linked.write_text(added, encoding="utf-8")
    assert main(["validate", str(linked), "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert "eval" in {finding["rule"] for finding in told["findings"]}


def test_a_page_can_come_first_and_from_stdin(project, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(GOOD.encode())))

    assert project("import", "list_orders", "-") == 0

    assert set(kept.entries(project.directory)) == {"list_orders"}
    assert project("build") == 0
    assert project("check") == 0


def test_a_page_with_errors_is_told_and_changes_nothing(project, capsys):
    project("build")
    before = contents(project.directory)
    Path("page.html").write_text(GOOD.replace("await app.connect();", "await app.connect(); eval(note.id);"))

    assert project("import", "list_orders", "page.html") == 1

    assert "eval" in capsys.readouterr().err
    assert contents(project.directory) == before


def test_a_page_that_repair_can_mend_is_imported_only_when_asked(project, capsys):
    Path("page.html").write_text(f"Here is the page:\n\n```html\n{GOOD}```\n")

    assert project("import", "list_orders", "page.html") == 1
    assert "--fix" in capsys.readouterr().err
    assert project("import", "list_orders", "page.html", "--fix") == 0

    assert kept.entry(project.directory, "list_orders").repairs
    assert project("check") == 1  # the other tool has no view yet
    assert project("build") == 0
    assert project("check") == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("list_orders", "gone.html"), 2),
        (("list_order", "page.html"), 2),
        (("list_orders", "."), 2),
        (("list_orders",), 2),
    ],
)
def test_what_cannot_be_read_is_a_usage_error(project, capsys, arguments, code):
    assert project("import", *arguments) == code
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("data", [b"", b"\xff\xfe<\x00", b"no page at all", b"<!doctype html>", b"\0" * 100])
def test_no_bytes_are_imported_that_are_no_page(project, capsys, data):
    Path("page.html").write_bytes(data)

    assert project("import", "list_orders", "page.html", "--fix") == 1
    assert "Traceback" not in capsys.readouterr().err


def test_json_tells_the_verdict_and_every_finding(project, capsys):
    Path("page.html").write_text(GOOD.replace("await app.connect();", "await app.connect(); eval(note.id);"))

    assert project("import", "list_orders", "page.html", "--json") == 1

    told = json.loads(capsys.readouterr().out)
    assert (told["verdict"], told["imported"], told["file"]) == ("reject", False, None)
    assert {"rule", "severity", "line", "column", "message", "hint"} <= told["findings"][0].keys()


def test_a_page_changed_by_hand_is_linked_again(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    page = page_path(project.directory, "list_orders")
    page.write_text(GOOD.replace("<h1>Orders</h1>", "<h1>My orders</h1>"), encoding="utf-8")
    capsys.readouterr()

    assert project("check") == 1
    assert "views/list_orders/page.html was changed by hand" in capsys.readouterr().out
    assert project("diff") == 1
    assert project("build") == 0
    assert project("check") == 0

    file = kept.entry(project.directory, "list_orders").file
    assert b"<h1>My orders</h1>" in (project.directory / file).read_bytes()
    assert len(list(project.directory.glob("views/list_orders/*.html"))) == 2


def test_a_page_broken_by_hand_keeps_its_former_artifact(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    before = kept.entries(project.directory)
    page = page_path(project.directory, "list_orders")
    page.write_text(GOOD.replace("await app.connect();", "await app.connect(); eval(note.id);"))
    capsys.readouterr()

    assert project("build") == 1

    assert "views/list_orders/page.html:" in capsys.readouterr().out
    assert kept.entries(project.directory) == before
    assert "eval" in page.read_text(encoding="utf-8")
    whole(project.directory)


def test_other_words_of_the_tool_keep_an_imported_page_and_another_shape_asks_for_a_new_one(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    store_tools(project.directory, ORDERS | {"description": "Other words."}, UNITS)

    assert project("check") == 1
    assert project("build") == 0
    assert project("check") == 0

    store_tools(
        project.directory,
        ORDERS | {"inputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}}},
        UNITS,
    )
    page = (page_path(project.directory, "list_orders")).read_bytes()
    project("build")
    capsys.readouterr()
    assert project("check") == 1
    assert "import it again" in capsys.readouterr().out
    assert (page_path(project.directory, "list_orders")).read_bytes() == page
    assert project("import", "list_orders", "page.html") == 0
    assert project("check") == 0


def test_a_page_that_is_gone_is_asked_for_and_nothing_else_is_lost(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    (page_path(project.directory, "list_orders")).unlink()
    before = contents(project.directory)
    capsys.readouterr()

    assert project("check") == 1
    assert "its page is gone" in capsys.readouterr().out
    project("build")

    assert contents(project.directory) == before
    assert project("import", "list_orders", "page.html") == 0
    assert project("check") == 0


def test_force_takes_the_page_away_with_its_view(project):
    project("import", "list_orders", "page.html")

    assert project("build", "--force") == 0
    assert project("check") == 0

    assert not (page_path(project.directory, "list_orders")).exists()
    assert kept.entry(project.directory, "list_orders").generator == "offline"


def test_the_page_of_a_removed_tool_is_an_orphan_with_its_view(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    store_tools(project.directory, UNITS)
    capsys.readouterr()

    assert project("check") == 1
    assert "views/list_orders/page.html" in capsys.readouterr().out
    assert project("build") == 0
    assert not (project.directory / "views" / "list_orders").exists()


def test_a_page_that_no_view_is_linked_from_is_an_orphan(project):
    project("build")
    page_path(project.directory, "list_units").write_text("mine")

    assert project("check") == 1
    assert project("build") == 0
    assert not page_path(project.directory, "list_units").exists()


def test_an_edited_view_is_replaced_by_an_import_only_by_force(project, capsys):
    project("build")
    view = kept.view_path(project.directory, "list_orders")
    view.write_bytes(view.read_bytes().replace(b'"title": "', b'"title": "My '))
    before = contents(project.directory)

    assert project("import", "list_orders", "page.html") == 2
    assert "--force" in capsys.readouterr().err
    assert contents(project.directory) == before
    assert project("import", "list_orders", "page.html", "--force") == 0
    assert project("check") == 0


def test_a_tool_that_gets_no_view_takes_no_page(project, capsys):
    Path("genui.toml").write_text('[upstream]\ncommand = "x"\n[build]\nexclude = ["list_*"]\n')

    assert project("import", "list_orders", "page.html") == 2
    assert "view = true" in capsys.readouterr().err


def test_list_inspect_and_export_know_pages(project, capsys):
    project("import", "list_orders", "page.html")
    project("build")
    capsys.readouterr()

    assert project("inspect", "list_orders", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["page"], told["title"], told["spec"]) == ("views/list_orders/page.html", "Orders", None)
    assert project("list", "--json") == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["tools"]}
    assert rows["list_orders"]["state"] == "fresh"
    assert project("export", "--out", "site") == 0
    assert Path("site/list_orders.html").read_bytes() == (project.directory / told["file"]).read_bytes()


def view_of_a_model(page: str) -> View:
    return View("list_orders", {}, "html", page=page)


def build(directory, view, *, write=write_store):
    """Write a view, if there is one, as a model's page is, and return the build of what follows."""
    config = load_config(None, environ={}, flags={"build.generated": str(directory)})
    snapshot = Snapshot({"name": "o", "version": "1"}, "", (Tool(ORDERS),))
    files = source_files("list_orders", view) if view else {}
    for name, data in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)
    made = compile_project(snapshot, config, read_store(directory), load_assets("templates"))
    write(directory, made.files, remove=made.remove)
    return made


def test_a_page_that_a_model_made_is_linked_and_fresh(tmp_path):
    build(tmp_path, view_of_a_model(GOOD))

    entry = kept.entry(tmp_path, "list_orders")
    assert entry.generator == "html"
    assert build(tmp_path, None).clean


def test_a_build_killed_between_a_view_file_and_its_new_page_makes_the_page_again(tmp_path):
    build(tmp_path, view_of_a_model(GOOD))
    after = view_of_a_model(GOOD.replace("Orders", "All orders"))
    config = load_config(None, environ={}, flags={"build.generated": str(tmp_path)})
    written = list(source_files("list_orders", after, sha256="0" * 64).items())
    (tmp_path / written[0][0]).write_bytes(written[0][1])

    snapshot = Snapshot({"name": "o", "version": "1"}, "", (Tool(ORDERS),))
    links = partial(link_bytes, load_assets("templates"))
    plan = plan_build(snapshot, config, read_store(tmp_path), links=links)

    assert written[0][0] == "views/list_orders/view.json"
    assert (plan.jobs[0].action, plan.jobs[0].state) == ("generate", "missing")


def test_a_page_of_a_model_that_is_gone_is_made_again(tmp_path):
    build(tmp_path, view_of_a_model(GOOD))
    page_path(tmp_path, "list_orders").unlink()
    config = load_config(None, environ={}, flags={"build.generated": str(tmp_path)})
    snapshot = Snapshot({"name": "o", "version": "1"}, "", (Tool(ORDERS),))

    made = compile_project(snapshot, config, read_store(tmp_path), load_assets("templates"))

    assert [outcome.state for outcome in made.outcomes] == ["missing"]
    assert isinstance(made.outcomes[0], Outcome)
    assert b'"generator": "offline"' in made.files["views/list_orders/view.json"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_an_import_killed_between_any_two_files_leaves_a_whole_directory_and_ends_the_same_when_run_again(
    project,
):
    project("import", "list_orders", "page.html")
    project("build")
    old = contents(project.directory)
    Path("page.html").write_text(GOOD.replace("Orders", "All orders"), encoding="utf-8")
    assert project("import", "list_orders", "page.html") == 0
    wanted = contents(project.directory)

    def again():
        project("import", "list_orders", "page.html")

    killed = 0
    while True:
        restore(project.directory, old)
        if not killed_at(
            killed, ("replace", "unlink"), lambda: project("import", "list_orders", "page.html")
        ):
            break
        whole(project.directory)
        assert project("import", "list_orders", "page.html", "--force") == 0
        assert project("build") == 0
        assert contents(project.directory) == wanted
        killed += 1
    assert killed >= 4
