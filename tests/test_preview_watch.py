"""What the preview watches: the files that views are made from, and nothing else."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from genui.config import load_config
from genui.preview.server import concerns, folders, watch

PATIENCE = 20


class Desk:
    """Counts the reloads, and what was there at each."""

    def __init__(self, root):
        self.root, self.seen = root, []
        self.loop, self.reloaded = asyncio.get_running_loop(), asyncio.Event()
        self.read()

    def read(self):
        self.project = type("Project", (), {"config": load_config(self.root / "genui.toml", environ={})})

    def reload(self):
        self.read()
        self.seen.append(sorted(path.name for path in self.root.rglob("*") if path.is_file()))
        self.loop.call_soon_threadsafe(self.reloaded.set)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "genui.toml").write_text("", encoding="utf-8")
    return tmp_path.resolve()


def watched_while(root, steps):
    """Watch, carry out each step, and wait after each until a reload has seen what it names."""

    async def run():
        desk, stop = Desk(root), asyncio.Event()
        task = asyncio.create_task(watch(desk, stop))
        try:
            for step, name in steps:
                async with asyncio.timeout(PATIENCE):
                    while not any(name in seen for seen in desk.seen):
                        step()  # again where the watcher had not begun
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(desk.reloaded.wait(), 0.5)
                        desk.reloaded.clear()
        finally:
            stop.set()
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # In a thread of its own: playwright's loop may run in this one.
    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, run()).result()


def test_a_folder_that_is_made_later_is_watched_too(root):
    def build():
        (root / "generated" / "views" / "a").mkdir(parents=True, exist_ok=True)
        (root / "generated" / "views" / "a" / "view.json").write_text("{}", encoding="utf-8")

    def change():
        (root / "generated" / "views" / "a" / "page.html").write_text("{}", encoding="utf-8")

    watched_while(root, [(build, "view.json"), (change, "page.html")])


def test_a_folder_of_templates_that_the_config_names_later_is_watched_too(root):
    def name():
        (root / "own").mkdir(exist_ok=True)
        text = '[build]\ntemplates_directory = "own"\n'
        (root / "genui.toml").write_text(text, encoding="utf-8")

    def change():
        (root / "own" / "style.css").write_text("", encoding="utf-8")

    watched_while(root, [(name, "genui.toml"), (change, "style.css")])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("genui.toml", True),
        ("calls.json", True),
        ("generated", True),
        ("generated/views/a/view.json", True),
        ("generated/.genui-x1", False),
        ("README.md", False),
        ("server.py", False),
        ("generated/views/a/view.json~", False),
    ],
)
def test_only_what_views_are_made_from_counts(root, name, expected):
    (root / "genui.toml").write_text('[tools.a]\nexamples = "calls.json"\n', encoding="utf-8")

    assert concerns(load_config(root / "genui.toml", environ={}), root / name) is expected


def test_the_folder_of_an_examples_file_is_watched(root):
    (root / "cases").mkdir()
    (root / "genui.toml").write_text('[tools.a]\nexamples = "cases/calls.json"\n', encoding="utf-8")

    assert {root, root / "cases"} <= folders(load_config(root / "genui.toml", environ={}))
    assert Path("preview") not in {Path(path.name) for path in folders(load_config(root, environ={}))}
