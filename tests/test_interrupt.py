"""A build that is interrupted for real: nothing half-written, no request left behind, resumable."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from kept import contents, entries, store_tools
from test_writing import TEXT, TOOL

from genui.cli import main
from genui.generate.author import Author
from genui.generate.drafts import Generations

MODEL = """
import os, sys, time
from pathlib import Path
here = Path(sys.argv[0]).parent
sys.stdin.read()
name = os.environ["GENUI_TOOL"]
(here / (name + ".pid")).write_text(str(os.getpid()))
while name != "a" and not (here / "go").exists():
    time.sleep(0.02)
print((here / "answer.json").read_text())
"""
NAMES = ["a", "b", "c", "d"]


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A project of four tools whose model answers for the first, and for the rest once told to go."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.py").write_text(MODEL)
    (tmp_path / "answer.json").write_text(TEXT)
    tools = [{**TOOL, "name": name} for name in NAMES]
    store_tools(tmp_path / "generated", *tools, server="s", protocol="2025-11-25")
    command = json.dumps([sys.executable, str(tmp_path / "model.py")])
    (tmp_path / "genui.toml").write_text(
        f'[model]\nprovider = "command"\ncommand = {command}\nconcurrency = 4\nrender = false\n'
    )
    return tmp_path


def until(path, process):
    """Wait for a file that a running build leads to."""
    tick = threading.Event()
    for _ in range(1500):
        if path.exists() and path.read_text():
            return path.read_text()
        assert process.poll() is None, process.stderr.read()
        tick.wait(0.02)
    raise AssertionError(f"{path.name} never came")


def running(pid):
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
def test_ctrl_c_ends_the_requests_keeps_what_is_done_and_the_next_build_does_the_rest(root):
    process = subprocess.Popen(
        [sys.executable, "-m", "genui", "build", "--from-snapshot"],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    asked = [until(root / f"{name}.pid", process) for name in NAMES]
    lines = iter(process.stderr.readline, "")
    assert any("1/4 a" in line for line in lines)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; 3 views left" in told
    assert "Traceback" not in told
    assert not [pid for pid in asked if running(pid)]

    kept = entries(root / "generated")
    assert [(name, one.generator) for name, one in kept.items()] == [("a", "spec")]
    files = {name for name in contents(root / "generated") if name.startswith("views/")}
    assert files == {"views/a/view.json", kept["a"].file}

    (root / "go").touch()
    (root / "a.pid").unlink()
    assert main(["build", "--from-snapshot", "--strict"]) == 0
    assert {one.generator for one in entries(root / "generated").values()} == {"spec"}
    assert not (root / "a.pid").exists(), "what was done is not asked for again"
    assert main(["check", "--from-snapshot"]) == 0


def test_two_requests_for_one_tool_at_once_make_one_call(root):
    from genui.config import load_config
    from genui.project import author_of, open_project, plan_of

    calls = []
    project = open_project(load_config(Path("genui.toml")), from_snapshot=True)
    author = author_of(project, record=lambda request, answer: calls.append(request.tool))
    assert isinstance(author, Author)
    generations = Generations(author, concurrency=4)
    jobs = {job.tool.name: job for job in plan_of(project).jobs}
    first, second = (generations.begin(jobs["b"], seconds=60) for _ in range(2))
    other = generations.begin(jobs["c"], seconds=60)
    assert first is second
    (root / "go").touch()
    assert first.result(60).view.generator == other.result(60).view.generator == "spec"
    assert sorted(calls) == ["b", "c"]
    again = generations.begin(jobs["b"], seconds=60)
    assert again is not first
    assert again.result(60).view == first.result(60).view
    generations.stop()
