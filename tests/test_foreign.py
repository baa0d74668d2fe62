"""What genui keeps its hands off: folders that are not its own, and links that lead out of its own."""

import os
import shutil

import pytest
from ondemand import project

from genui.cli import main
from genui.config import load_config
from genui.ondemand.compile import compile_view
from genui.serve.directory import ViewDirectory
from genui.serve.log import open_log

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs symbolic links")

TOOL = "get_forecast"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project whose views nobody has built yet."""
    (tmp_path / "project").mkdir()
    project(tmp_path / "project")
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path / "project"


@pytest.fixture
def built(folder):
    """A project with its views."""
    assert main(["build"]) == 0
    return folder


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    "path",
    [
        "index.html",
        "src/main.py",
        "tools/package.json",
        "views/home/index.html",
        "manifest.toml",
        "tools.json",
    ],
)
def test_a_folder_that_genui_did_not_write_is_left_as_it_is(folder, capsys, path):
    file = folder / "generated" / path
    file.parent.mkdir(parents=True)
    file.write_text('{"name": "mine", "tools": [{"name": "x"}]}', encoding="utf-8")
    before = contents(folder / "generated")

    for command in (["build"], ["build", "--force"], ["refine", TOOL, "call it Weather"], ["adopt", "--all"]):
        assert main(command) == 2
        error = capsys.readouterr().err
        assert "not a folder that genui wrote" in error
        assert path in error
        assert "generated in [build]" in error
    assert contents(folder / "generated") == before


@pytest.mark.parametrize("path", ["", ".gitkeep", ".git/config", "views/.genui-killed"])
def test_an_empty_folder_is_built_into_whatever_is_hidden_in_it(folder, path):
    file = folder / "generated" / (path or "x")
    file.parent.mkdir(parents=True)
    if path:
        file.touch()

    assert main(["build"]) == 0


@pytest.mark.parametrize("gone", ["manifest.toml", "tools", "views", ".gitattributes"])
def test_a_folder_of_which_a_part_is_lost_is_still_genuis(built, gone):
    path = built / "generated" / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    (built / "generated" / "notes.txt").write_text("a person's")

    assert main(["build"]) == 0
    assert main(["check"]) == 0


LINKED = ["views", "tools", "manifest.toml", f"views/{TOOL}", f"views/{TOOL}/view.json", f"tools/{TOOL}.json"]


@pytest.mark.parametrize("path", LINKED)
def test_a_link_in_the_folder_is_followed_by_no_command(built, capsys, path):
    outside = linked(built, path)
    before = contents(outside)

    for command in (["build", "--force"], ["check", "--from-snapshot"], ["refine", TOOL, "call it Weather"]):
        assert main(command) == 1
        assert f"{path} is a symbolic link" in capsys.readouterr().err
    assert contents(outside) == before


@pytest.mark.parametrize("path", ["views", f"views/{TOOL}", f"views/{TOOL}/view.json", "artifact"])
def test_serve_follows_no_link_and_shows_an_offline_view(built, path):
    config = load_config(built / "genui.toml", environ={})
    log = open_log(None, level="error", form="text")
    assert ViewDirectory(str(config.generated), config, log).load()
    if path == "artifact":
        [artifact] = (built / "generated/views" / TOOL).glob("????????????.html")
        path = artifact.relative_to(built / "generated")
    linked(built, path)
    shelf = ViewDirectory(str(config.generated), config, log)
    shelf.load()

    if not str(path).endswith("view.json"):
        assert TOOL not in shelf.tools
    definition = {"name": TOOL, "inputSchema": {"type": "object"}}
    assert b'"kind": "rich"' in compile_view(definition, config)


def linked(built, path):
    """Move a part of the built folder out of it, and leave a link to it; return where it is now."""
    inside, outside = built / "generated" / path, built.parent / "outside"
    outside.mkdir()
    inside.rename(outside / "moved")
    inside.symlink_to(outside / "moved")
    return outside
