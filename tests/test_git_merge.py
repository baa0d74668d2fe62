"""View files in real merges: read from git's index, joined by the driver, mended by genui merge."""

import json
import sys

import pytest
from branches import conflicted, diverge, git, repository, save
from refining import TOOLS, plain

from genui.canonical import pretty_json
from genui.cli import main
from genui.merge.files import Versions, stages_in, stored_bytes, versions_of
from genui.merge.views import merge_views
from genui.model import View
from genui.refine import refine_view
from genui.viewfile import StoredView, in_conflict, read_view, view_sum

TOOL = TOOLS["get_forecast"]
FOLDER = "generated/views/get_forecast"
FILE = f"{FOLDER}/view.json"


def view_file(*wishes, tool=TOOL):
    view = View(tool.name, plain(tool.name))
    for wish in wishes:
        view = refine_view(view, tool, wish).view
    return stored_bytes(StoredView(view, view_sum(view)))


def writes(*wishes, file=FILE, tool=TOOL):
    """A branch that refines a tool."""

    def write(directory):
        (directory / file).parent.mkdir(parents=True, exist_ok=True)
        (directory / file).write_bytes(view_file(*wishes, tool=tool))

    return write


def removes(directory):
    (directory / FILE).unlink()


@pytest.fixture
def project(tmp_path):
    """A repository with one view and the definition of its tool."""
    writes()(tmp_path)
    (tmp_path / "generated" / "tools").mkdir()
    (tmp_path / "generated" / "tools" / "get_forecast.json").write_bytes(pretty_json(TOOL.definition))
    repository(tmp_path)
    return tmp_path


def joined(directory):
    stages = stages_in(directory / "generated")["views/get_forecast/view.json"]
    versions = versions_of(stages, TOOL.name)
    return merge_views(versions.base, versions.ours, versions.theirs, tool=TOOL)


def wishes_of(data):
    return [step["feedback"] for step in json.loads(data)["ledger"]]


def test_wishes_for_one_tool_on_two_branches_are_joined_from_the_index(project):
    assert diverge(project, writes("hide wind"), writes("dark mode")) == 1
    assert in_conflict((project / FILE).read_bytes())

    assert wishes_of(stored_bytes(joined(project).stored)) == ["hide wind", "dark mode"]


def test_a_view_that_one_branch_deleted_is_told(project):
    assert diverge(project, removes, writes("dark mode")) == 1

    assert [(one.ours, one.theirs) for one in joined(project).clashes] == [
        ("the view is deleted", "the view is changed")
    ]


def test_views_that_both_branches_added_are_joined(project):
    other, where = TOOLS["get_current"], "generated/views/get_current/view.json"
    sides = [writes(wish, file=where, tool=other) for wish in ("dark mode", "form below")]
    assert diverge(project, *sides) == 1

    stages = stages_in(project / "generated")["views/get_current/view.json"]
    versions = versions_of(stages, other.name)
    result = merge_views(versions.base, versions.ours, versions.theirs, tool=other)

    assert stages.base is None
    assert [step.feedback for step in result.stored.view.ledger] == ["dark mode", "form below"]


def test_a_version_that_git_brought_from_the_folder_of_another_tool_is_none(project):
    other = TOOLS["get_current"]

    def renames(directory):
        removes(directory)
        writes(file="generated/views/get_current/view.json", tool=other)(directory)

    stages = Versions(view_file(), view_file(tool=other), view_file("dark mode"))
    versions = versions_of(stages, other.name)

    assert (versions.base, versions.theirs) == (None, None)
    assert versions.ours.view.tool == other.name
    assert diverge(project, renames, writes("dark mode")) == 1
    assert all(path.endswith("view.json") for path in conflicted(project))


def test_without_a_repository_or_a_conflict_or_git_there_are_no_versions(
    project, tmp_path_factory, monkeypatch
):
    assert stages_in(project / "generated") == {}
    assert stages_in(project / "nowhere") == {}
    assert stages_in(tmp_path_factory.mktemp("plain")) == {}
    diverge(project, writes("hide wind"), writes("dark mode"))
    monkeypatch.setenv("PATH", "")
    assert stages_in(project / "generated") == {}


def test_a_version_that_cannot_be_read_is_named():
    with pytest.raises(ValueError, match="the version of theirs cannot be read"):
        versions_of(Versions(view_file(), view_file(), b"{"), TOOL.name)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (b"<<<<<<< HEAD\na\n=======\nb\n>>>>>>> theirs\n", True),
        (b"<<<<<<< HEAD\r\na\r\n=======\r\nb\r\n>>>>>>> theirs\r\n", True),
        (b'{"text": "<<<<<<< HEAD"}\n', False),
        (b"=======\n", False),
    ],
)
def test_markers_are_told_from_texts_that_only_speak_of_them(text, marked):
    assert in_conflict(text) is marked


def drives(directory):
    """Set genui up as the driver for view files, as docs/merging.md says."""
    (directory / ".gitattributes").write_text("generated/views/*/view.json merge=genui\n", encoding="utf-8")
    command = f'"{sys.executable}" -m genui merge --driver %O %A %B %P'
    git(directory, "config", "merge.genui.driver", command)
    save(directory, "driver")


def test_as_gits_driver_wishes_of_both_branches_merge_by_themselves(project):
    drives(project)

    assert diverge(project, writes("hide wind"), writes("dark mode")) == 0
    assert wishes_of((project / FILE).read_bytes()) == ["hide wind", "dark mode"]
    assert not read_view((project / FILE).read_bytes()).edited


def test_as_gits_driver_wishes_against_each_other_are_left_to_the_person(project):
    drives(project)

    assert diverge(project, writes("rename high to Max"), writes("rename high to Peak")) == 1
    assert conflicted(project) == [FILE]
    assert in_conflict((project / FILE).read_bytes())


def test_as_gits_driver_what_is_no_view_is_merged_as_text(project, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("base", "a\nb\nc\n"), ("ours", "1\nb\nc\n"), ("theirs", "2\nb\nc\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")

    assert main(["merge", "--driver", "base", "ours", "theirs", "views/x/view.json"]) == 1
    assert in_conflict((tmp_path / "ours").read_bytes())
    assert "views/x/view.json cannot be read as a view" in capsys.readouterr().err
