"""This repository's own views by a model come from its recorded answers, with no network and no key."""

import shutil
from pathlib import Path

import pytest
from kept import artifacts, contents, entries, entry, stored_tools

from genui.cli import main
from genui.generate.replies import read_ledgers, read_replies

ROOT = Path(__file__).parents[1]
CONFIGS = ["genui.toml", "examples/orders/genui.toml"]


@pytest.fixture(params=CONFIGS)
def clone(request, tmp_path):
    """A project of this repository, copied: its config, its recorded calls, and what was generated."""
    source = (ROOT / request.param).parent
    shutil.copy(source / "genui.toml", tmp_path)
    shutil.copytree(source / "generated", tmp_path / "generated")
    if source != ROOT:
        shutil.copytree(source / "examples", tmp_path / "examples")
    return tmp_path


def without_views(clone):
    """Delete whatever a build writes for a view."""
    shutil.rmtree(clone / "generated" / "views")


def build(clone, *flags):
    return main(["build", "--config", str(clone / "genui.toml"), "--from-snapshot", *flags])


def test_a_replay_restores_the_committed_bytes_and_so_does_one_by_force(clone, monkeypatch):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    before = contents(clone / "generated")
    without_views(clone)
    assert build(clone, "--replay", "--strict") == 0
    assert contents(clone / "generated") == before
    assert build(clone, "--replay", "--strict", "--force") == 0
    assert contents(clone / "generated") == before


def test_without_a_key_a_build_changes_nothing(clone):
    before = contents(clone / "generated")
    assert build(clone, "--strict") == 0
    assert contents(clone / "generated") == before
    assert main(["check", "--config", str(clone / "genui.toml"), "--from-snapshot"]) == 0


def test_without_any_one_of_the_replies_the_tool_is_named_and_nothing_is_written(clone, capsys):
    without_views(clone)
    before = contents(clone / "generated")
    for path in sorted((clone / "generated" / ".replies").iterdir()):
        # A verdict that is gone is made again, by the outline alone.
        if path.name.endswith(".verdict.json"):
            continue
        data = path.read_bytes()
        path.unlink()
        capsys.readouterr()
        assert build(clone, "--replay") == 4, path.name
        assert path.name.partition(".")[0] in capsys.readouterr().err
        path.write_bytes(data)
        assert contents(clone / "generated") == before


def test_a_tool_without_an_answer_gets_its_offline_view_where_no_whole_replay_is_asked_for(clone):
    without_views(clone)
    reply = min((clone / "generated" / ".replies").iterdir())
    name = next(name for name in stored_tools(clone / "generated") if reply.name.startswith(name))
    reply.unlink()
    assert build(clone) == 0
    made = entry(clone / "generated", name)
    assert (made.generator, "missing-reply" in made.fallback) == ("offline", True)


def test_the_views_are_a_models_and_one_is_refined_by_it_and_by_rules():
    for config in CONFIGS:
        generated = (ROOT / config).parent / "generated"
        made = entries(generated).values()
        assert {one.generator for one in made} == {"spec"}
        assert {(one.provider, one.model) for one in made} == {
            (one.provider, one.model) for one in read_replies(generated).values()
        }
        assert "replay" not in {one.provider for one in made}
    (steps,) = read_ledgers(ROOT / "generated").values()
    assert [bool(step.by) for step in steps] == [True, False]


@pytest.mark.parametrize("config", CONFIGS)
def test_the_committed_views_are_accepted_as_any_page_is(config, capsys):
    generated = (ROOT / config).parent / "generated"
    assert main(["validate", str(generated)]) == 0
    told = capsys.readouterr().out
    assert told.count(": accept") == len(artifacts(generated)), told
