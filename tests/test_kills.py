"""A build that is killed at any moment: what is there is whole, and the next one ends as it would have."""

import os
from pathlib import Path

import pytest
from kept import contents, killed_at, restore, whole

from genui.assets import load_assets
from genui.build import compile_project
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

    restore(home.directory, old)
    made, moment = home.compiled(AFTER), 0
    while True:
        restore(home.directory, old)
        if not killed_at(moment, STEPS, lambda: write_store(home.directory, made.files, remove=made.remove)):
            break
        whole(home.directory)
        home.build(AFTER)
        assert contents(home.directory) == wanted, moment
        moment += 1
    assert moment >= 30
