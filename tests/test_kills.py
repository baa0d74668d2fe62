"""A build that is killed at any moment: what is there is whole, and the next one ends as it would have."""

import json
import os
from pathlib import Path

import pytest
from kept import contents, killed_at, restore, whole

from genui.assets import load_assets
from genui.build import compile_project
from genui.canonical import pretty_json
from genui.config import load_config
from genui.model import Snapshot, Tool
from genui.project import Project
from genui.revise import revise
from genui.store import read_store, write_store

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")

STEPS = ("replace", "unlink", "mkdir", "rmdir")
"""What a build does to the disk, one after another; killed before each of them."""

SCHEMA = {"type": "object", "properties": {"days": {"type": "integer"}}}
ROW = {"type": "object", "properties": {"high": {"type": "number"}, "low": {"type": "number"}}}
ROWS = {"type": "object", "properties": {"items": {"type": "array", "items": ROW}}}


def tool(name, description="The weather ahead."):
    return {"name": name, "description": description, "inputSchema": SCHEMA, "outputSchema": ROWS}


SAME = ("other", "refined", "more")
BEFORE = [tool(name) for name in ("changed", "gone", "kept", *SAME)]
AFTER = [tool("kept"), *(tool(name, "Other words.") for name in ("changed", "new", "newer", *SAME))]


class Home:
    """A generated directory, and the tools that its upstream lists."""

    def __init__(self, root: Path) -> None:
        (root / "genui.toml").write_text('[upstream]\ncommand = "x"\n', encoding="utf-8")
        self.config = load_config(root / "genui.toml", environ={})
        self.directory = self.config.generated

    def project(self, tools):
        snapshot = Snapshot({"name": "w", "version": "1"}, "2025-11-25", tuple(map(Tool, tools)))
        return Project(self.config, snapshot, read_store(self.directory), load_assets("templates"))

    def compiled(self, tools):
        now = self.project(tools)
        return compile_project(now.snapshot, now.config, now.stored, now.assets)

    def build(self, tools):
        made = self.compiled(tools)
        write_store(self.directory, made.files, remove=made.remove)


def kills(home, old, tools, wanted):
    """Kill a build at each of its steps, and hold what follows to what an uninterrupted one leaves."""
    restore(home.directory, old)
    made, moment = home.compiled(tools), 0
    while True:
        restore(home.directory, old)
        if not killed_at(moment, STEPS, lambda: write_store(home.directory, made.files, remove=made.remove)):
            return moment
        whole(home.directory)
        home.build(tools)
        assert contents(home.directory) == wanted, moment
        moment += 1


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path)
    home.build(BEFORE)
    revise(home.project(BEFORE), "refined", "hide low")
    return home


def test_a_build_killed_at_any_step_is_followed_by_one_that_ends_as_it_would_have(home):
    old = contents(home.directory)
    home.build(AFTER)
    wanted = contents(home.directory)

    assert kills(home, old, AFTER, wanted) >= 30


def format1(directory, tools):
    """Return the files of a directory as format 1 had them, without its artifacts' bytes."""
    files = {".gitattributes": b"old\n"}
    entries = ""
    for path in directory.glob("views/*/view.json"):
        document = json.loads(path.read_bytes()) | {"format": 1, "source": "0" * 64}
        name = path.parent.name
        files[f"{name}.view.json"] = json.dumps(document, indent=2).encode()
        files[f"{name}.0123456789ab.html"] = b"<script>old</script>"
        entries += f'\n[tools.{name}]\nfile = "{name}.0123456789ab.html"\nsha256 = "{"0" * 64}"\n'
    for path in directory.glob("views/*/page.html"):
        files[f"{path.parent.name}.page.html"] = path.read_bytes()
    upstream = '[upstream]\nname = "w"\nversion = "1"\n'
    files["manifest.toml"] = f'format = 1\ngenui = "0.1.0"\n\n{upstream}{entries}'.encode()
    listed = {"format": 1, "server": {"name": "w", "version": "1"}, "protocolVersion": "2025-11-25"}
    files["tools.json"] = json.dumps({**listed, "tools": tools}).encode()
    return files


def test_format_1_is_written_anew_with_ledgers_and_edits_and_so_after_a_kill_at_any_step(home):
    path = home.directory / "views" / "other" / "view.json"
    document = json.loads(path.read_bytes())
    path.write_bytes(pretty_json(document | {"spec": document["spec"] | {"title": "Mine"}}))
    home.build(BEFORE)
    wanted = contents(home.directory)
    old = format1(home.directory, BEFORE)

    assert b'"title": "Mine"' in wanted["views/other/view.json"]
    assert b'"hide low"' in wanted["views/refined/view.json"]
    assert kills(home, old, BEFORE, wanted) >= 10
    assert {one.state for one in home.compiled(BEFORE).outcomes} == {"fresh"}
