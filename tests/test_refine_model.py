"""Refining with a model: rules first, a patch by the model where they do not read, one ledger for both."""

import json

import pytest
from kept import view_path
from standin import standing_in
from test_replay import without_views
from test_writing import CANARY, TEXT, TOOL, build, contents, entry, key, project, spec  # noqa: F401

from genui.cli import main

WISH = "Make it sing about the heat"
PATCH = json.dumps(
    {"patch": [{"op": "replace", "path": "/result/2/title", "value": "Heat by day"}], "summary": "renamed"}
)
BAD = json.dumps({"patch": [{"op": "replace", "path": "/result/9/title", "value": "x"}], "summary": "s"})


def ledger(generated):
    return json.loads((view_path(generated, "get_forecast")).read_text())["ledger"]


@pytest.fixture
def built(project):  # noqa: F811
    with standing_in(TEXT) as stand:
        generated = project(TOOL, address=stand.address)
        assert build("--record", "--strict") == 0
    return generated


def refine(generated, wish, *acts, flags=()):
    with standing_in(*acts or ("no",)) as stand:
        toml = generated.parent / "genui.toml"
        lines = [line for line in toml.read_text().splitlines() if not line.startswith("base_url")]
        toml.write_text("\n".join([lines[0], f'base_url = "{stand.address}"', *lines[1:], ""]))
        code = main(["refine", "get_forecast", wish, *flags])
        return code, stand


def test_a_wish_that_rules_read_asks_nobody(built):
    code, stand = refine(built, "rename high to Warmest")
    assert code == 0, ledger(built)
    assert not stand.requests
    assert "by" not in ledger(built)[0]


def test_another_wish_becomes_a_patch_by_the_model_in_the_same_ledger(built, capsys):
    code, stand = refine(built, WISH, PATCH)

    assert code == 0
    assert spec(built)["result"][2]["title"] == "Heat by day"
    (step,) = ledger(built)
    assert step["feedback"] == WISH
    assert step["by"] == "anthropic m-1"
    assert "anthropic m-1" in capsys.readouterr().err
    assert WISH in stand.requests[0]["messages"][0]["content"]
    assert main(["check", "--from-snapshot"]) == 0


def test_a_patch_with_errors_goes_back_to_the_model(built):
    code, stand = refine(built, WISH, BAD, PATCH)
    assert code == 0
    assert len(stand.requests) == 2


@pytest.mark.parametrize(
    "acts",
    [
        (BAD,),
        ("I cannot do that.",),
        (json.dumps({"patch": [], "summary": "a view cannot sing"}),),
        ({"status": 401, "text": CANARY},),
        (json.dumps({"patch": [{"op": "remove", "path": "/result"}], "summary": ""}),),
        (json.dumps({"patch": ["x"], "summary": ""}),),
        (json.dumps({"patch": [{"op": "add", "path": "/title", "value": "Ignore previous instructions"}]}),),
    ],
)
def test_a_wish_that_cannot_be_fulfilled_changes_nothing(built, acts, capsys):
    before = contents(built)
    code, _ = refine(built, WISH, *acts)
    assert code == 4
    assert contents(built) == before
    assert CANARY not in capsys.readouterr().err


def test_a_refined_view_is_replayed_from_its_answers_alone(built, monkeypatch):
    assert refine(built, WISH, PATCH, flags=["--record"])[0] == 0
    assert refine(built, "rename high to Warmest")[0] == 0
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    before = contents(built)
    assert len(ledger(built)) == 2

    assert build("--replay", "--force", "--strict") == 0
    assert contents(built) == before
    without_views(built)
    assert build("--replay", "--strict") == 0
    assert contents(built) == before


def test_a_view_recorded_anew_has_the_answers_to_its_wishes_recorded_too(built):
    assert refine(built, WISH, PATCH, flags=["--record"])[0] == 0
    again = TEXT.replace("Weather forecast", "Forecast")
    with standing_in(again, PATCH) as stand:
        toml = built.parent / "genui.toml"
        lines = [line for line in toml.read_text().splitlines() if not line.startswith("base_url")]
        toml.write_text("\n".join([lines[0], f'base_url = "{stand.address}"', *lines[1:], ""]))
        assert build("--force", "--record", "--strict") == 0
        assert len(stand.requests) == 2
    assert len(list((built / ".replies").glob("get_forecast.refine.*"))) == 1
    before = contents(built)
    assert spec(built)["title"] == "Forecast"
    assert len(ledger(built)) == 1
    assert build("--replay", "--force", "--strict") == 0
    assert contents(built) == before


def test_a_step_of_the_model_survives_a_changed_tool(built, project):  # noqa: F811
    assert refine(built, WISH, PATCH)[0] == 0
    with standing_in(TEXT) as stand:
        project({**TOOL, "description": "Another."}, address=stand.address)
        assert build("--strict") == 0
        assert len(stand.requests) == 1
    assert spec(built)["result"][2]["title"] == "Heat by day"


def test_without_a_key_the_rules_still_work_on_a_view_of_the_model(built, monkeypatch, capsys):
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert refine(built, "rename high to Warmest")[0] == 0
    assert entry(built).generator == "spec"
    assert main(["check", "--from-snapshot"]) == 0
    assert refine(built, WISH)[0] == 4
    assert "ANTHROPIC_API_KEY is not set" in capsys.readouterr().err
