"""`genui merge` in a project: a view in conflict is joined, linked and written, or nothing is."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from branches import diverge, git, repository

from genui.cli import main
from genui.config import load_config
from genui.joining import asked_joint, joined
from genui.model import Tool
from genui.project import open_project, plan_of
from genui.revise import revise
from genui.viewfile import read_view

ROOT = Path(__file__).parents[1]
FILE = "generated/views/get_forecast/view.json"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The demo, built once, in a repository that tracks view files alone."""
    directory = tmp_path_factory.mktemp("demo")
    text = (ROOT / "genui.toml").read_text(encoding="utf-8")
    (directory / "genui.toml").write_text(text.replace('"replay"', '"offline"'), encoding="utf-8")
    (directory / "generated").mkdir()
    shutil.copytree(ROOT / "generated" / "tools", directory / "generated" / "tools")
    assert main(["build", "--config", str(directory / "genui.toml"), "--from-snapshot"]) == 0
    (directory / ".gitignore").write_text(
        "*\n!generated/\n!generated/views/\n!generated/views/*/\n!view.json\n", encoding="utf-8"
    )
    repository(directory)
    return directory


@pytest.fixture
def demo(built, tmp_path, monkeypatch):
    directory = tmp_path / "demo"
    shutil.copytree(built, directory)
    monkeypatch.chdir(directory)
    monkeypatch.setenv("NO_COLOR", "1")
    return directory


def opened(directory):
    return open_project(load_config(directory / "genui.toml"), from_snapshot=True)


def wishes(*said):
    def refine(directory):
        revise(opened(directory), "get_forecast", said)

    return refine


def stored(directory):
    return read_view((directory / FILE).read_bytes())


def change_tool(directory):
    """The server calls its tool otherwise since the last build; return the project as it is now."""
    project = opened(directory)
    tools = tuple(
        Tool({**tool.definition, "title": "The forecast"}) if tool.name == "get_forecast" else tool
        for tool in project.snapshot.tools
    )
    return replace(project, snapshot=replace(project.snapshot, tools=tools))


def test_a_view_in_conflict_is_joined_linked_and_written(demo, capsys):
    assert diverge(demo, wishes("hide wind"), wishes("dark mode")) == 1

    assert main(["merge", "get_forecast"]) == 0
    assert [step.feedback for step in stored(demo).view.ledger] == ["hide wind", "dark mode"]
    assert "get_forecast: joined, 2 steps" in capsys.readouterr().out
    assert main(["check", "--from-snapshot"]) == 0


def test_what_cannot_be_joined_is_quoted_and_nothing_is_written(demo, capsys):
    diverge(demo, wishes("rename high to Max"), wishes("rename high to Peak"))
    before = (demo / FILE).read_bytes()

    assert main(["merge", "get_forecast"]) == 1
    told = capsys.readouterr()
    assert '"Max" ("rename high to Max")' in told.out
    assert '"Peak" ("rename high to Peak")' in told.out
    assert "genui merge get_forecast --ours" in told.err
    assert (demo / FILE).read_bytes() == before


@pytest.mark.parametrize(("side", "kept", "lost"), [("ours", "Max", "Peak"), ("theirs", "Peak", "Max")])
def test_a_person_decides_and_the_loser_is_named(demo, capsys, side, kept, lost):
    diverge(demo, wishes("rename high to Max"), wishes("rename high to Peak"))

    assert main(["merge", "get_forecast", f"--{side}"]) == 0
    assert f'lost: "rename high to {lost}" gave way' in capsys.readouterr().err
    assert [step.feedback for step in stored(demo).view.ledger] == [f"rename high to {kept}"]
    assert main(["check", "--from-snapshot"]) == 0


def by_hand(directory):
    """A person sets the theme, in the line beside the one that every wish changes."""
    text = (directory / FILE).read_text(encoding="utf-8")
    (directory / FILE).write_text(text.replace('"spec": {', '"spec": {"theme": "dark",'), encoding="utf-8")


def test_a_hands_change_is_joined_with_a_wish(demo):
    assert diverge(demo, by_hand, wishes("hide wind")) == 1

    assert main(["merge", "get_forecast"]) == 0
    assert [step.by for step in stored(demo).view.ledger] == ["hand", ""]
    assert stored(demo).view.spec["theme"] == "dark"
    assert main(["check", "--from-snapshot"]) == 0


def test_markers_that_git_knows_no_versions_of_are_told_with_the_command(demo, capsys):
    diverge(demo, wishes("hide wind"), wishes("dark mode"))
    git(demo, "add", "-A")

    assert main(["merge", "get_forecast"]) == 1
    assert f"git checkout -m {demo / FILE}" in capsys.readouterr().err
    git(demo, "checkout", "-m", FILE)
    assert main(["merge", "get_forecast"]) == 0


def test_a_view_in_no_conflict_stays_as_it_is(demo, capsys):
    before = (demo / FILE).read_bytes()

    assert main(["merge", "get_forecast"]) == 0
    assert "get_forecast is in no conflict" in capsys.readouterr().out
    assert (demo / FILE).read_bytes() == before
    assert main(["merge", "get_forecats"]) == 2
    assert main(["merge", "get_forecast", "--ours", "--theirs"]) == 2


def test_a_view_that_a_hand_changed_follows_its_tool(demo):
    wishes("hide wind")(demo)
    by_hand(demo)

    after, (joint,) = joined(change_tool(demo))

    assert joint.problem == ""
    view = after.stored.views["get_forecast"].view
    assert [step.feedback for step in view.ledger] == ["hide wind", "changed by hand"]
    assert (view.spec["theme"], view.spec["title"]) == ("dark", "The forecast")
    assert json.loads(joint.files[FILE.removeprefix("generated/")])["spec"] == view.spec


def test_a_hands_change_against_the_changed_tool_is_quoted(demo):
    text = (demo / FILE).read_text(encoding="utf-8")
    title = json.loads(text)["spec"]["title"]
    (demo / FILE).write_text(
        text.replace(f'"title": "{title}"', '"title": "Seven days"', 1), encoding="utf-8"
    )

    _, (joint,) = joined(change_tool(demo))
    project = change_tool(demo)
    (job,) = [one for one in plan_of(project).jobs if one.tool.name == "get_forecast"]
    mended = asked_joint(project, job, "ours")

    assert '"Seven days"' in joint.problem
    assert joint.files == {}
    assert mended.merged.stored.view.spec["title"] == "Seven days"


def test_a_conflict_that_a_person_has_mended_is_left_as_it_is(demo, capsys):
    diverge(demo, wishes("rename high to Max"), wishes("rename high to Peak"))
    assert main(["merge", "get_forecast", "--theirs"]) == 0

    assert joined(opened(demo))[1] == ()
    text = (demo / FILE).read_text(encoding="utf-8").replace('"Peak"', '"Top"')
    (demo / FILE).write_text(text, encoding="utf-8")
    assert joined(opened(demo))[1] == ()
    assert main(["merge", "get_forecast", "--ours"]) == 0
    assert "is in no conflict" in capsys.readouterr().out
    assert (demo / FILE).read_text(encoding="utf-8") == text
