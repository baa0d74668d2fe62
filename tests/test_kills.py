"""A build that is killed at any moment: what is there is whole, and the next one ends as it would have."""

import os
import signal
from pathlib import Path

import pytest
from kept import contents, restore, whole

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


SAME = ("other", "refined", "more", "last", "a", "b", "c")
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


def killed_at(moment, directory, made):
    """Write what was compiled in another process, which is killed at a moment; tell whether it came to it."""
    child = os.fork()
    if child == 0:
        left = moment

        def counted(function):
            def call(*given, **more):
                nonlocal left
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1
                return function(*given, **more)

            return call

        for step in STEPS:
            setattr(Path, step, counted(getattr(Path, step)))
        try:
            write_store(directory, made.files, remove=made.remove)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def kills(home, old, tools, wanted):
    """Kill a build at each of its steps, and hold what follows to what an uninterrupted one leaves."""
    moment = 0
    while True:
        restore(home.directory, old)
        if not killed_at(moment, home.directory, home.compiled(tools)):
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

    assert kills(home, old, AFTER, wanted) >= 50
