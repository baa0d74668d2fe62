"""`--debug` tells what a model is sent and what it answers; no key is ever in it."""

import json

import pytest
from kept import view_path
from standin import standing_in
from test_writing import CANARY, GOOD, TEXT, TOOL, UNSURE, build, contents, key, project  # noqa: F401

from genui.cli import main


def test_debug_tells_the_prompt_and_the_answer_without_keys(project, capsys):  # noqa: F811
    tool = {**TOOL, "description": f"Daily forecast.\nKey: {CANARY}"}
    answer = json.dumps({**GOOD, "description": f"Made with {CANARY}"})
    with standing_in(answer) as stand:
        project(tool, address=stand.address)
        assert build("--debug", "--strict") == 0
    told = capsys.readouterr()
    assert "=== SYSTEM ===" in told.err
    assert "Daily forecast.\nKey: [redacted]\n" in told.err
    assert '"title": "Weather forecast"' in told.err
    assert "debug" not in told.out
    assert CANARY not in told.out + told.err


def test_a_key_that_a_model_says_is_in_nothing_that_is_kept_or_told(project, capsys):  # noqa: F811
    answers = iter([f"{CANARY} {{", json.dumps({**GOOD, "description": f"Made with {CANARY}"})])
    with standing_in(lambda body: next(answers)) as stand:
        generated = project(TOOL, address=stand.address)
        assert build("--debug", "--record", "--strict") == 0
        assert CANARY in str(stand.headers[0]), "else nothing is proven"
    assert sorted(path.name.split(".")[1] for path in (generated / ".replies").iterdir()) == [
        "generate_spec",
        "repair",
        "verdict",
    ]
    main(["inspect", "get_forecast", "--from-snapshot"])
    told = capsys.readouterr()
    assert "Made with [redacted]" in (view_path(generated, "get_forecast")).read_text()
    assert CANARY not in told.out + told.err + str(contents(generated))
    assert CANARY not in str(stand.requests), "an answer that goes back to the model holds it no more"


def test_debug_tells_the_wish_and_its_patch(project, capsys):  # noqa: F811
    patch = {"patch": [{"op": "replace", "path": "/title", "value": "Heat"}], "summary": "renamed"}
    with standing_in(TEXT, json.dumps(patch)) as stand:
        project(TOOL, address=stand.address)
        assert build() == 0
        capsys.readouterr()
        assert main(["refine", "get_forecast", "Make it sing about the heat", "--debug"]) == 0
    told = capsys.readouterr().err
    assert "Make it sing about the heat" in told
    assert '"summary": "renamed"' in told


@pytest.mark.parametrize("flags", [[], ["--debug"]])
def test_nothing_is_told_afterwards_or_without_it(project, capsys, flags):  # noqa: F811
    with standing_in("minimal") as stand:
        project(UNSURE, address=stand.address)
        assert build(*flags) == 0
        assert ("=== SYSTEM ===" in capsys.readouterr().err) == bool(flags)
        assert build("--force") == 0
    assert "=== SYSTEM ===" not in capsys.readouterr().err
