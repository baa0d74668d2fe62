"""Refining a project: what is written, what undo restores, and what a build makes of it."""

import json
import shutil
from pathlib import Path

import kept
import pytest

from genui.build import compile_project
from genui.cli import main
from genui.config import load_config
from genui.errors import WishError
from genui.project import open_project
from genui.revise import history, revise, undo
from genui.store import write_store

ROOT = Path(__file__).parents[1]
WISHES = [
    "area chart",
    "bar chart of rain, hide wind",
    "rename high to Max and low to Min",
    "sort by date descending, form below",
    "show as cards",
    "dark mode",
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The demo, built once from its snapshot."""
    directory = tmp_path_factory.mktemp("demo")
    text = (ROOT / "genui.toml").read_text(encoding="utf-8")
    offline = text.replace('provider = "replay"', 'provider = "offline"')
    (directory / "genui.toml").write_text(offline, encoding="utf-8")
    kept.store_tools(directory / "generated", *kept.stored_tools(ROOT / "generated").values())
    rebuild(directory)
    return directory


@pytest.fixture
def demo(built, tmp_path, monkeypatch):
    """A copy of the built demo, as the current directory."""
    directory = tmp_path / "demo"
    shutil.copytree(built, directory)
    monkeypatch.chdir(directory)
    monkeypatch.setenv("NO_COLOR", "1")
    return directory


def opened(directory):
    return open_project(load_config(directory / "genui.toml"), from_snapshot=True)


def compiled(directory, **options):
    project = opened(directory)
    return compile_project(project.snapshot, project.config, project.stored, project.assets, **options)


def rebuild(directory, **options):
    compilation = compiled(directory, **options)
    write_store(directory / "generated", compilation.files, remove=compilation.remove)
    return compilation


def bytes_of(directory):
    return kept.contents(directory / "generated")


def change_tool(directory, change):
    tool = kept.stored_tools(directory / "generated")["get_forecast"]
    change(tool)
    kept.change_tool(directory / "generated", "get_forecast", **tool)


def run(capsys, *arguments):
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_undo_restores_every_byte_of_every_step(demo):
    project = opened(demo)
    states = [bytes_of(demo)]
    for wish in WISHES:
        revision = revise(project, "get_forecast", wish)
        assert revision.written
        states.append(bytes_of(demo))
    assert len(history(project, "get_forecast")) == len(WISHES)

    undo(project, "get_forecast")
    assert bytes_of(demo) == states[-2]
    undo(project, "get_forecast", steps=3)
    assert bytes_of(demo) == states[-5]
    undo(project, "get_forecast", steps=2)
    assert bytes_of(demo) == states[0]


def test_a_refined_view_is_fresh_and_a_build_leaves_it_alone(demo):
    for wish in WISHES:
        revise(opened(demo), "get_forecast", wish)
    before = bytes_of(demo)

    assert compiled(demo).clean
    rebuild(demo)
    assert bytes_of(demo) == before
    rebuild(demo, force=True)
    assert bytes_of(demo) == before


def test_several_wishes_are_fulfilled_together_or_not_at_all(demo):
    before = bytes_of(demo)

    with pytest.raises(WishError, match='wish 2 of 2, not understood: "play music"'):
        revise(opened(demo), "get_forecast", ["dark mode", "play music"])
    assert bytes_of(demo) == before

    revision = revise(opened(demo), "get_forecast", ["dark mode", "hide wind"])
    assert [step.feedback for step in revision.steps] == ["dark mode", "hide wind"]


def test_a_dry_run_tells_everything_and_writes_nothing(demo):
    before = bytes_of(demo)
    revision = revise(opened(demo), "get_forecast", "dark mode", dry_run=True)

    assert bytes_of(demo) == before
    assert revision.after.spec["theme"] == "dark"
    assert b"dark" in revision.html
    assert not revision.written


def test_a_changed_tool_is_rebuilt_with_its_ledger_and_conflicts_are_told_each_time(demo, capsys):
    revise(opened(demo), "get_forecast", ["hide wind", "dark mode"])

    def lose_wind(tool):
        del tool["outputSchema"]["$defs"]["Day"]["properties"]["wind_kmh"]

    change_tool(demo, lose_wind)
    code, _, err = run(capsys, "build", "--from-snapshot")
    assert code == 0
    assert 'step 1, "hide wind", does not apply' in err
    view = json.loads(
        (demo / "generated" / "views" / "get_forecast" / "view.json").read_text(encoding="utf-8")
    )
    assert view["spec"]["theme"] == "dark"
    assert [step["feedback"] for step in view["ledger"]] == ["hide wind", "dark mode"]
    assert compiled(demo).clean
    assert "does not apply" in run(capsys, "build", "--from-snapshot")[2]
    assert "does not apply" in run(capsys, "history", "get_forecast")[1]

    run(capsys, "undo", "get_forecast", "2")
    assert history(opened(demo), "get_forecast") == ()
    assert compiled(demo).clean


def test_a_stale_view_is_built_before_it_is_refined(demo):
    change_tool(demo, lambda tool: tool.update(description="Other words."))
    revision = revise(opened(demo), "get_forecast", "dark mode")

    assert revision.rebuilt
    assert revision.after.spec["description"] == "Other words."
    assert next(each for each in compiled(demo).outcomes if each.name == "get_forecast").state == "fresh"


def test_a_missing_view_is_built_before_it_is_refined(demo):
    (demo / "generated" / "views" / "get_forecast" / "view.json").unlink()
    revise(opened(demo), "get_forecast", "dark mode")

    assert compiled(demo).clean
    assert len(history(opened(demo), "get_forecast")) == 1


def test_a_hands_change_survives_refining_and_undo(demo):
    path = demo / "generated" / "views" / "get_forecast" / "view.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    document["spec"]["title"] = "By hand"
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    rebuild(demo)
    before = bytes_of(demo)

    revise(opened(demo), "get_forecast", "dark mode")
    assert json.loads(path.read_text(encoding="utf-8"))["spec"]["title"] == "By hand"
    assert opened(demo).stored.views["get_forecast"].edited
    undo(opened(demo), "get_forecast")
    assert bytes_of(demo) == before


def test_undo_says_so_when_a_hand_changed_what_a_step_made(demo):
    revise(opened(demo), "get_forecast", "title: Mine")
    path = demo / "generated" / "views" / "get_forecast" / "view.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"title": "Mine"', '"title": "Yours"'), encoding="utf-8"
    )

    with pytest.raises(WishError, match="was changed since"):
        undo(opened(demo), "get_forecast")


def test_an_artifact_changed_by_hand_is_no_source_and_gives_way(demo):
    artifact = kept.artifact(demo / "generated", "get_forecast")
    revise(opened(demo), "get_forecast", "dark mode")
    wanted = bytes_of(demo)
    undo(opened(demo), "get_forecast")
    artifact.write_bytes(b"<p>mine")

    revise(opened(demo), "get_forecast", "dark mode")

    assert bytes_of(demo) == wanted


@pytest.mark.parametrize("steps", [0, 1, 7])
def test_more_steps_than_there_are_cannot_be_taken_back(demo, steps):
    with pytest.raises(WishError, match="the ledger of get_forecast has 0 steps"):
        undo(opened(demo), "get_forecast", steps=steps)


# The command line


def test_refine_tells_the_change_and_history_tells_the_step(demo, capsys):
    code, out, err = run(capsys, "refine", "get_forecast", "hide wind and", "use the dark theme")
    assert (code, err) == (0, "")
    assert '+ theme: "dark"' in out
    assert "+ table · columns · wind_kmh · hidden: true" in out
    assert "1 step added: views/get_forecast/view.json, views/get_forecast/" in out
    assert run(capsys, "history", "get_forecast")[1] == "1. hide wind and use the dark theme\n"
    assert run(capsys, "check", "--from-snapshot")[0] == 0
    code, out, _ = run(capsys, "undo", "get_forecast")
    assert code == 0
    assert '- theme: "dark"' in out


def test_a_refusal_ends_with_4_quotes_the_words_and_writes_nothing(demo, capsys):
    before = bytes_of(demo)
    code, out, err = run(capsys, "refine", "get_forecast", "dark mode and play music")

    assert (code, out) == (4, "")
    assert 'error: not understood: "play music"' in err
    assert "genui refine understands" in err
    assert bytes_of(demo) == before


def test_wishes_are_read_from_a_file(demo, capsys):
    (demo / "wishes.txt").write_text("# ours\n\ndark mode\nhide wind\n", encoding="utf-8")
    code, out, _ = run(capsys, "refine", "get_forecast", "--from", "wishes.txt")

    assert code == 0
    assert "2 steps added" in out


def test_json_tells_before_after_and_what_was_written(demo, capsys):
    code, out, _ = run(capsys, "refine", "get_forecast", "dark mode", "--json", "--dry-run")
    report = json.loads(out)

    assert code == 0
    assert report["state"] == "dry-run"
    assert report["changes"] == [{"path": "/theme", "where": "theme", "after": "dark"}]
    assert "theme" not in report["before"]
    assert report["after"]["theme"] == "dark"
    assert report["written"] == []
    report = json.loads(run(capsys, "refine", "get_forecast", "dark mode", "--json")[1])
    assert {"views/get_forecast/view.json", report["file"]} == set(report["written"])
    ledger = json.loads(run(capsys, "history", "get_forecast", "--json")[1])["ledger"]
    assert ledger == report["steps"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("refine", "get_forecast"), "no wish is given"),
        (("refine", "get_forecast", "dark", "--from", "x"), "both a wish and --from are given"),
        (("refine", "get_forcast", "dark"), "no tool is called 'get_forcast'"),
        (("refine", "get_forecast", "--from", "none.txt"), "none.txt cannot be read"),
        (("history", "nothing_like_it"), "no tool is called"),
    ],
)
def test_wrong_usage_is_told(demo, capsys, arguments, message):
    code, _, err = run(capsys, *arguments)

    assert code == 2
    assert message in err
