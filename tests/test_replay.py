"""Recording and replaying: the committed bytes again, with no key and no network."""

import json
import shutil

import pytest
from kept import artifacts
from standin import standing_in
from test_writing import CANARY, TEXT, TOOL, UNSURE, WRONG, build, contents, entry, key, project  # noqa: F401

from genui.cli import main


@pytest.fixture(scope="module")
def once(tmp_path_factory):
    """Where the views lie once they were recorded."""
    return tmp_path_factory.mktemp("once") / "generated"


@pytest.fixture
def recorded(project, once, monkeypatch):  # noqa: F811
    """A project of three views, one repaired, built with --record."""
    tools = [TOOL, {**TOOL, "name": "other"}, UNSURE]
    auto = json.dumps({"version": 2, "kind": "minimal", "title": "Sync", "result": [{"type": "auto"}]})

    def act(body):
        turns = body["messages"]
        if "Tool: sync_things" in turns[0]["content"]:
            return auto
        return TEXT if len(turns) > 1 or "Tool: other" not in turns[0]["content"] else WRONG

    with standing_in(act) as stand:
        generated = project(*tools, address=stand.address)
        if once.exists():
            shutil.copytree(once, generated, dirs_exist_ok=True)
        else:
            assert build("--record", "--strict") == 0
            shutil.copytree(generated, once)
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    return generated


def without_views(generated):
    shutil.rmtree(generated / "views")


def test_every_answer_is_kept_under_the_key_of_its_request(recorded):
    names = sorted(path.name.rsplit(".", 2)[0] for path in (recorded / ".replies").iterdir())
    assert names == [
        "get_forecast",
        "get_forecast.generate_spec",
        "other",
        "other.generate_spec",
        "other.repair",
        "sync_things",
        "sync_things.generate_spec",
    ]
    assert "after 1 repair turn" in entry(recorded, "other").why


@pytest.mark.parametrize("how", ["as it is", "views deleted", "forced"])
def test_a_replay_restores_the_committed_bytes(recorded, how):
    before = contents(recorded)
    if how == "views deleted":
        without_views(recorded)
    assert build("--replay", "--strict", *(["--force"] if how == "forced" else [])) == 0
    assert contents(recorded) == before
    assert main(["check", "--from-snapshot"]) == 0


def test_a_replay_keeps_who_answered_when_the_config_says_replay(recorded):
    before = contents(recorded)
    toml = recorded.parent / "genui.toml"
    toml.write_text('[model]\nprovider = "replay"\n')
    assert main(["check", "--from-snapshot"]) == 0
    assert build("--force", "--strict") == 0
    assert contents(recorded) == before
    assert entry(recorded).provider == "anthropic"
    assert entry(recorded).model == "m-1"


@pytest.mark.parametrize("prompt", ["other.repair", "get_forecast.generate_spec"])
def test_without_one_of_the_replies_the_tool_is_named_and_nothing_is_written(recorded, prompt, capsys):
    next((recorded / ".replies").glob(f"{prompt}.*")).unlink()
    without_views(recorded)
    before = contents(recorded)
    assert build("--replay") == 4
    told = capsys.readouterr().err
    assert prompt.partition(".")[0] in told
    assert "--record" in told
    assert contents(recorded) == before


def test_a_changed_tool_has_no_recorded_answer(recorded, project, capsys):  # noqa: F811
    project({**TOOL, "description": "Another."}, {**TOOL, "name": "other"}, UNSURE)
    assert build("--replay") == 4
    assert "get_forecast" in capsys.readouterr().err


def test_recording_again_leaves_no_answer_of_before(recorded, monkeypatch, project):  # noqa: F811
    monkeypatch.setenv("ANTHROPIC_API_KEY", CANARY)
    with standing_in(TEXT) as stand:
        generated = project({**TOOL, "description": "Another."}, address=stand.address)
        assert build("--record", "--strict") == 0
    kept = [path.name for path in (generated / ".replies").glob("get_forecast.generate*")]
    assert len(kept) == 1


def test_record_and_replay_exclude_each_other(recorded, capsys):
    assert build("--record", "--replay") == 2
    assert "exclude" in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["{", '{"format": 2}', '{"format": 1, "tool": 3}'])
def test_a_damaged_reply_is_named(recorded, damage, capsys):
    path = next((recorded / ".replies").iterdir())
    path.write_text(damage)
    assert build("--replay") == 1
    assert path.name in capsys.readouterr().err


def test_no_key_is_in_anything_that_was_made(recorded, capsys):
    assert CANARY not in str(contents(recorded))
    assert len(artifacts(recorded)) == 3
    main(["prompt", "get_forecast", "--from-snapshot", "--json"])
    assert json.loads(capsys.readouterr().out)["tool"] == "get_forecast"
