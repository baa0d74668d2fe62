"""The sides of a review: git refs, directories, saved reviews. One that cannot be read is no "no change"."""

import json
import shutil
import subprocess

import pytest
from branches import QUIET, git, repository, save
from jsonschema import Draft202012Validator
from reviewing import project_of, write_side

from genui.cli import main
from genui.review.output import review_schema

BARS = [["replace", "/tools/get_forecast/spec/result/1/props/kind", "bar"]]
GONE = [["remove", "/tools/get_forecast/spec/result/1"]]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A repository with two commits on main: a chart of lines, then of bars."""
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    top = tmp_path / "repository"
    top.mkdir()
    monkeypatch.chdir(top)
    put(top, [])
    repository(top)
    git(top, "checkout", "-q", "-b", "bars")
    put(top, BARS)
    save(top, "bars")
    return top


def put(top, operations):
    """Write the base with some changes as the project of a folder."""
    shutil.rmtree(top / "generated", ignore_errors=True)
    write_side(top / "generated", project_of(operations))


def run(capsys, *arguments):
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("base", [(), ("main",), ("main..bars",), ("main..",), ("HEAD~1..HEAD",)])
def test_commits_are_compared_without_checking_them_out(folder, capsys, base):
    code, out, err = run(capsys, "review", *base)

    assert (code, err) == (0, "")
    assert 'chart "High and low": line → bars' in out
    assert out.endswith("1 cosmetic; 1 of 2 tools changed.\n")
    assert git(folder, "status", "--porcelain")[1] == ""


def test_the_working_tree_is_the_head_where_none_is_named(folder, capsys):
    put(folder, GONE)

    code, out, _ = run(capsys, "review", "bars")

    assert code == 1
    assert 'chart "High and low" removed' in out


@pytest.mark.parametrize(("level", "code"), [("breaking", 0), ("risky", 0), ("cosmetic", 1)])
def test_fail_on_says_from_which_level_on_a_review_fails(folder, capsys, level, code):
    assert run(capsys, "review", "main", "--fail-on", level)[0] == code


def test_a_directory_is_a_side(folder, tmp_path, capsys):
    put(tmp_path / "other", GONE)

    assert 'chart "High and low" added' in run(capsys, "review", str(tmp_path / "other"))[1]
    assert 'chart "High and low" added' in run(capsys, "review", str(tmp_path / "other/generated"))[1]


def test_a_saved_review_is_a_side_and_follows_its_schema(folder, tmp_path, capsys):
    assert run(capsys, "review", "main", "--no-pictures", "--out", str(tmp_path / "out"))[0] == 0
    saved = tmp_path / "out/review.json"
    Draft202012Validator(review_schema()).validate(json.loads(saved.read_text("utf-8")))
    put(folder, GONE)

    code, out, _ = run(capsys, "review", str(saved))

    assert code == 1
    assert 'chart "High and low" removed' in out
    assert "bars" not in out


def test_json_follows_the_schema_too(folder, capsys):
    told = json.loads(run(capsys, "review", "main", "--json")[1])

    Draft202012Validator(review_schema()).validate(told)
    assert [one["rule"] for one in told["changes"]] == ["chart-kind"]
    assert told["changes"][0]["why"]


def test_an_own_code_page_survives_being_saved(folder, tmp_path, capsys):
    page = [
        ["remove", "/tools/delete_place/spec"],
        ["add", "/tools/delete_place/page", "PAGE"],
        ["add", "/tools/delete_place/generator", "imported"],
    ]
    put(folder, page)
    assert run(capsys, "review", "main", "--no-pictures", "--out", str(tmp_path / "out"))[0] == 1

    assert run(capsys, "review", str(tmp_path / "out/review.json"))[:2] == (
        0,
        "Nothing changed in what people see.\n",
    )


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("no-such-branch", "'no-such-branch' names no commit here"),
        ("--upload-pack=x", ""),
        ("empty", "no generated directory"),
        ("broken.json", "broken.json"),
        ("other.json", "is no review that genui has saved"),
        ("first", "has no views"),
    ],
)
def test_a_side_that_cannot_be_read_is_exit_3_and_never_no_change(folder, capsys, named, told):
    (folder / "empty").mkdir()
    (folder / "broken.json").write_text("{")
    (folder / "other.json").write_text('{"changes": []}')
    git(folder, "checkout", "-q", "--orphan", "first")
    git(folder, "rm", "-rfq", "--cached", ".")
    git(folder, "commit", "-q", "--allow-empty", "-m", "nothing")
    git(folder, "checkout", "-qf", "bars")

    code, out, err = run(capsys, "review", "--", named)

    assert code == 3
    assert out == ""
    assert told in err
    assert "hint: " in err


def test_a_damaged_definition_is_exit_3(folder, capsys):
    (folder / "generated/tools/get_forecast.json").write_text("{")

    assert run(capsys, "review", "main")[0] == 3


def test_a_shallow_clone_says_which_fetch_depth_it_needs(folder, tmp_path, capsys, monkeypatch):
    clone = tmp_path / "clone"
    subprocess.run(
        ["git", "clone", "-q", "--depth=1", "-b", "bars", f"file://{folder}", str(clone)], check=True
    )
    monkeypatch.chdir(clone)

    for asked in ((), ("main",)):
        code, out, err = run(capsys, "review", *asked)
        assert (code, out) == (3, "")
        assert "fetch-depth: 0" in err


def test_a_folder_without_git_says_what_else_can_be_named(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_side(tmp_path / "generated", project_of([]))

    code, _, err = run(capsys, "review", "main")

    assert code == 3
    assert "name a directory or a saved review.json" in err


def test_a_project_below_the_top_of_its_repository_is_found(folder, capsys, monkeypatch):
    put(folder / "some where", [])
    (folder / "some where/genui.toml").write_text('[build]\ngenerated = "views of it"\n')
    (folder / "some where/generated").rename(folder / "some where/views of it")
    save(folder, "below")
    monkeypatch.chdir(folder / "some where")
    shutil.rmtree("views of it")
    write_side(folder / "some where/views of it", project_of(GONE))

    code, out, _ = run(capsys, "review", "HEAD")

    assert code == 1
    assert 'chart "High and low" removed' in out


def test_an_unknown_level_or_rule_is_a_fault_of_usage(folder, capsys):
    assert run(capsys, "review", "--fail-on", "bad")[0] == 2
    (folder / "genui.toml").write_text('[review.levels]\nchart-kinds = "off"\n')
    code, _, err = run(capsys, "review")
    assert code == 2
    assert "chart-kind" in err


def test_genui_toml_accepts_and_mutes(folder, capsys):
    (folder / "genui.toml").write_text(
        '[[review.accept]]\nrule = "chart-gone"\ntool = "get_forecast"\nreason = "nobody read it"\n'
        '[[review.accept]]\nrule = "stat-gone"\ntool = "get_forecast"\nreason = "x"\n'
    )
    put(folder, GONE)

    _, out, _ = run(capsys, "review", "main")

    assert "(accepted: nobody read it)" in out
    assert "stat-gone of get_forecast matches nothing" in out


def test_what_check_is_not_content_with_is_breaking(folder, capsys):
    (folder / "genui.toml").write_text("")
    (folder / "generated/views/get_forecast").joinpath("0123456789ab.html").write_text("<p>hello")

    code, out, _ = run(capsys, "review", "bars")

    assert code == 1
    assert "check-failed" in out


def test_the_summary_of_a_job_is_appended_and_the_worst_stand_at_their_lines(
    folder, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    (tmp_path / "summary").write_text("before\n")
    put(folder, GONE)

    _, out, _ = run(capsys, "review", "main")

    assert (tmp_path / "summary").read_text("utf-8").startswith("before\n# Review of the views")
    assert "::error file=generated/views/get_forecast/view.json,line=" in out


def test_out_holds_every_rendering(folder, capsys, tmp_path):
    run(capsys, "review", "main", "--out", str(tmp_path / "out"), "--no-pictures")

    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "report.html",
        "review.json",
        "review.sarif",
        "summary.md",
    ]
