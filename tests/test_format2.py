"""The generated directory as git and people leave it: strays, conflicts, and files of nobody's."""

import json
import shutil

import pytest
from kept import artifact, contents, page_path, view_path
from test_kills import BEFORE, Home

from genui.build import compile_project
from genui.revise import revise


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path)
    home.build(BEFORE)
    revise(home.project(BEFORE), "refined", "hide low")
    return home


def states(home, tools=BEFORE):
    return {one.name: one.state for one in home.compiled(tools).outcomes if one.state != "fresh"}


def test_neighbouring_tools_share_no_file(home):
    before = contents(home.directory)
    home.build([*BEFORE, {**BEFORE[0], "name": "changed2"}])

    after = contents(home.directory)
    assert {name: after[name] for name in before} == before
    assert {name.split("/")[1].removesuffix(".json") for name in after.keys() - before.keys()} == {"changed2"}


DERIVED = ["manifest.toml", "tools/kept.json", ".gitattributes", "artifact"]


@pytest.mark.parametrize("how", ["gone", "in conflict", "cut off"])
@pytest.mark.parametrize("name", DERIVED)
def test_what_is_derived_is_made_anew_whatever_became_of_it(home, name, how):
    before = contents(home.directory)
    path = artifact(home.directory, "kept") if name == "artifact" else home.directory / name
    data = path.read_bytes()
    if how == "gone":
        path.unlink()
    elif name != ".gitattributes":
        path.write_bytes(
            data[:20] if how == "cut off" else b"<<<<<<< ours\n" + data + b"=======\n>>>>>>> theirs\n"
        )

    home.build(BEFORE)

    assert contents(home.directory) == before


def test_artifacts_of_both_sides_of_a_merge_give_way_to_the_one_of_the_view_file(home):
    before = contents(home.directory)
    path = artifact(home.directory, "kept")
    path.with_name("0123456789ab.html").write_bytes(path.read_bytes() + b"theirs")

    assert states(home) == {"kept": "orphan"}
    home.build(BEFORE)

    assert contents(home.directory) == before


def test_an_artifact_that_git_has_moved_to_another_folder_is_stray(home):
    before = contents(home.directory)
    path = artifact(home.directory, "kept")
    shutil.move(path, view_path(home.directory, "gone").with_name(path.name))

    assert states(home) == {"kept": "missing", "gone": "orphan"}
    home.build(BEFORE)

    assert contents(home.directory) == before


def test_a_view_file_in_the_folder_of_another_tool_is_still_its_tools_view(home):
    before = contents(home.directory)
    here, there = view_path(home.directory, "refined"), home.directory / "views" / "elsewhere"
    there.mkdir()
    shutil.move(here, there / "view.json")

    home.build(BEFORE)

    assert contents(home.directory) == before
    assert b'"hide low"' in before["views/refined/view.json"]


def test_a_removed_tool_goes_with_its_folder_and_what_is_nobodys_stays(home):
    notes = home.directory / "views" / "gone" / "notes.txt"
    notes.write_text("mine", encoding="utf-8")

    home.build([tool for tool in BEFORE if tool["name"] not in {"gone", "kept"}])

    assert notes.read_text(encoding="utf-8") == "mine"
    assert [path.name for path in notes.parent.iterdir()] == ["notes.txt"]
    assert not (home.directory / "views" / "kept").exists()


def test_a_view_file_in_conflict_stops_its_tool_alone_and_force_keeps_both_ledgers(home):
    path = view_path(home.directory, "refined")
    ours = json.loads(path.read_bytes())
    ledger = json.dumps(ours["ledger"][0])
    text = path.read_text(encoding="utf-8")
    head, _, _ = text.partition('  "ledger"')
    theirs = ledger.replace("hide low", "title: Theirs")
    path.write_text(
        f'{head}<<<<<<< ours\n"ledger": [{ledger}]\n=======\n"ledger": [{theirs}]\n>>>>>>> theirs\n}}\n',
        "utf-8",
    )
    before = contents(home.directory)

    assert states(home) == {"refined": "conflict"}
    home.build(BEFORE)
    assert contents(home.directory) == before

    now = home.project(BEFORE)
    forced = compile_project(now.snapshot, now.config, now.stored, now.assets, force=True)
    steps = json.loads(forced.files["views/refined/view.json"])["ledger"]
    assert [step["feedback"] for step in steps] == ["hide low", "title: Theirs"]


def test_a_page_beside_a_spec_belongs_to_nobody_and_goes(home):
    before = contents(home.directory)
    page_path(home.directory, "kept").write_text("<p>stray", encoding="utf-8")

    assert states(home) == {"kept": "orphan"}
    home.build(BEFORE)

    assert contents(home.directory) == before
