"""Branches of a project, merged by git and mended by one build."""

import json
import sys

import pytest
from branches import diverge, repository

from genui.cli import main

SERVER = """
import json, pathlib, sys
names = sorted(pathlib.Path("server").glob("*.json"))
tools = [json.loads(name.read_text(encoding="utf-8")) for name in names]
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    if asked["method"] == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "shop", "version": "1"}}
    else:
        result = {"tools": tools}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"""


def tool(name, **columns):
    """A tool that lists rows with these columns."""
    members = {key: {"type": kind} for key, kind in columns.items()}
    rows = {"type": "array", "items": {"type": "object", "properties": members, "required": list(members)}}
    return {
        "name": name,
        "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}},
        "outputSchema": {"type": "object", "properties": {"rows": rows}, "required": ["rows"]},
        "annotations": {"readOnlyHint": True},
    }


COLUMNS = {"day": "string", "high": "number", "low": "number", "wind": "number"}
BASE = [tool("forecast", **COLUMNS), tool("orders", number="string", total="number", state="string")]


def run(directory, *arguments):
    return main([*arguments, "--config", str(directory / "genui.toml")])


def lists(*tools):
    """What makes the server list these tools, and their views be built."""

    def change(directory):
        folder = directory / "server"
        folder.mkdir(exist_ok=True)
        for path in folder.iterdir():
            path.unlink()
        for one in tools:
            (folder / f"{one['name']}.json").write_text(json.dumps(one, indent=1), encoding="utf-8")
        assert run(directory, "build") == 0

    return change


def refines(name, *wishes):
    def change(directory):
        for wish in wishes:
            assert run(directory, "refine", name, wish) == 0

    return change


def both(*changes):
    def change(directory):
        for one in changes:
            one(directory)

    return change


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """A project of two tools, built and committed."""
    command = json.dumps(sys.executable)
    (tmp_path / "server.py").write_text(SERVER, encoding="utf-8")
    (tmp_path / "genui.toml").write_text(
        f'[upstream]\ncommand = {command}\nargs = ["server.py"]\n\n[model]\nprovider = "offline"\n',
        encoding="utf-8",
    )
    (tmp_path / ".gitignore").write_text(".genui/\n__pycache__/\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    lists(*BASE)(tmp_path)
    repository(tmp_path)
    return tmp_path


def settled(directory):
    """Build once, and check; return both exit codes."""
    code = run(directory, "build")
    return code, run(directory, "check")


def ledger(directory, name):
    view = json.loads((directory / "generated" / "views" / name / "view.json").read_text(encoding="utf-8"))
    return [step["feedback"] for step in view["ledger"]]


def folders(directory):
    return sorted(path.name for path in (directory / "generated" / "views").iterdir())


def clean(directory):
    """Whether nothing but whole files of known views is there."""
    artifacts = [list(path.glob("*.html")) for path in (directory / "generated" / "views").iterdir()]
    marked = [path for path in (directory / "generated").rglob("*.json") if b"<<<<<<<" in path.read_bytes()]
    return all(len(each) == 1 for each in artifacts) and not marked


def test_neighbouring_tools_of_two_branches_make_no_conflict_at_all(shop):
    one, other = tool("invoices", number="string"), tool("payments", number="string")

    assert diverge(shop, lists(*BASE, one), lists(*BASE, other)) == 0

    assert run(shop, "check") == 0
    assert folders(shop) == ["forecast", "invoices", "orders", "payments"]


def test_wishes_for_different_tools_make_no_conflict(shop):
    assert diverge(shop, refines("forecast", "hide wind"), refines("orders", "dark mode")) == 0

    assert run(shop, "check") == 0
    assert (ledger(shop, "forecast"), ledger(shop, "orders")) == (["hide wind"], ["dark mode"])


def test_one_build_mends_wishes_for_one_tool_and_both_hold(shop):
    assert diverge(shop, refines("forecast", "hide wind"), refines("forecast", "dark mode")) == 1

    assert settled(shop) == (0, 0)
    assert ledger(shop, "forecast") == ["hide wind", "dark mode"]
    assert clean(shop)


def test_wishes_against_each_other_are_named_and_a_person_decides(shop, capsys):
    diverge(shop, refines("forecast", "rename high to Max"), refines("forecast", "rename high to Peak"))
    before = (shop / "generated" / "views" / "forecast" / "view.json").read_bytes()
    capsys.readouterr()

    assert run(shop, "build") == 1
    told = capsys.readouterr().err
    assert '"rename high to Max"' in told
    assert '"rename high to Peak"' in told
    assert "genui merge forecast --ours" in told
    assert (shop / "generated" / "views" / "forecast" / "view.json").read_bytes() == before
    assert run(shop, "merge", "forecast", "--theirs") == 0
    assert settled(shop) == (0, 0)
    assert ledger(shop, "forecast") == ["rename high to Peak"]
    assert clean(shop)


def test_one_branch_changes_a_tool_and_the_other_refines_it(shop):
    changed = tool("forecast", **COLUMNS, rain="number")

    diverge(shop, lists(changed, BASE[1]), refines("forecast", "hide wind"))

    assert settled(shop) == (0, 0)
    assert ledger(shop, "forecast") == ["hide wind"]
    assert "/rain" in (shop / "generated" / "views" / "forecast" / "view.json").read_text(encoding="utf-8")
    assert clean(shop)


def test_one_branch_changes_a_tool_and_the_other_deletes_it(shop):
    changed = tool("forecast", **COLUMNS, rain="number")

    assert diverge(shop, lists(BASE[1]), both(lists(changed, BASE[1]), refines("forecast", "hide wind"))) == 1

    lists(BASE[1])(shop)
    assert run(shop, "check") == 0
    assert folders(shop) == ["orders"]


def test_a_wish_for_a_removed_tool_lands_in_no_other(shop):
    added = tool("outlook", **COLUMNS)

    diverge(shop, lists(added, BASE[1]), refines("forecast", "hide wind"))

    lists(added, BASE[1])(shop)
    assert run(shop, "check") == 0
    assert folders(shop) == ["orders", "outlook"]
    assert ledger(shop, "outlook") == []
    assert clean(shop)


def test_a_hands_change_and_a_wish_are_mended_by_one_build(shop):
    def by_hand(directory):
        path = directory / "generated" / "views" / "forecast" / "view.json"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace('"spec": {', '"spec": {"theme": "dark",'), encoding="utf-8")
        assert run(directory, "build") == 0

    assert diverge(shop, by_hand, refines("forecast", "hide wind")) == 1

    assert settled(shop) == (0, 0)
    assert ledger(shop, "forecast") == ["changed by hand", "hide wind"]
    assert clean(shop)


def test_a_hand_edited_view_follows_its_changed_tool(shop):
    path = shop / "generated" / "views" / "forecast" / "view.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"spec": {', '"spec": {"theme": "dark",'), encoding="utf-8")

    lists(tool("forecast", **COLUMNS, rain="number"), BASE[1])(shop)

    view = json.loads(path.read_text(encoding="utf-8"))
    assert (view["spec"]["theme"], ledger(shop, "forecast")) == ("dark", ["changed by hand"])
    assert "/rain" in path.read_text(encoding="utf-8")
    assert run(shop, "check") == 0


def test_an_upgrade_on_one_branch_is_mended_by_one_build(shop, monkeypatch):
    """Another genui titles views otherwise; the branch that upgraded is merged with a wish."""
    import genui.generate.offline as generator

    today = generator.baseline

    def newer(tool, **options):
        return {**today(tool, **options), "description": "Made by a newer genui"}

    def upgrades(directory):
        monkeypatch.setattr(generator, "baseline", newer)
        assert run(directory, "build") == 0
        monkeypatch.undo()
        monkeypatch.chdir(directory)

    diverge(shop, refines("forecast", "hide wind"), upgrades)
    monkeypatch.setattr(generator, "baseline", newer)

    assert settled(shop) == (0, 0)
    assert ledger(shop, "forecast") == ["hide wind"]
    assert clean(shop)
