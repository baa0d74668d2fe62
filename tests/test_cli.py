"""The command line: what a person sees, what a machine reads, and how it ends."""

import json
import shutil
import subprocess
import sys

import pytest
from kept import artifact, artifacts, contents, store_tools

from genui.cli import main
from genui.snapshot import manifest_of

TOOLS = [
    {
        "name": "get_forecast",
        "title": "Weather forecast",
        "description": "The weather ahead.",
        "inputSchema": {
            "type": "object",
            "properties": {"location": {"type": "string"}},
            "required": ["location"],
        },
    },
    {"name": "list_units", "inputSchema": {"type": "object"}},
]


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A directory with a genui.toml and a snapshot, to run commands in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "genui.toml").write_text('[upstream]\ncommand = "no-such-program-here"\n', encoding="utf-8")
    (tmp_path / "generated").mkdir()
    store(tmp_path, TOOLS)
    return tmp_path


def store(directory, tools):
    store_tools(directory / "generated", *tools, server="weather")


def run(capsys, *arguments):
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_build_prints_a_plan_and_a_summary(project, capsys):
    code, out, err = run(capsys, "build", "--from-snapshot")

    assert code == 0
    assert "+ get_forecast  built" in out
    assert "no view yet" not in out
    assert out.splitlines()[-2].startswith("2 views in generated: 2 built")
    assert out.splitlines()[-1].startswith("a page without its data: ")
    assert err == ""


def test_a_check_of_what_was_built_is_fresh(project, capsys):
    run(capsys, "build", "--from-snapshot")

    assert run(capsys, "check", "--from-snapshot") == (0, "2 views: 2 fresh; 2 inert\n", "")


def test_a_check_of_a_changed_tool_names_it_and_exits_with_one(project, capsys):
    run(capsys, "build", "--from-snapshot")
    store(project, [{**TOOLS[0], "description": "Other."}, TOOLS[1]])

    code, out, err = run(capsys, "check", "--from-snapshot")

    assert code == 1
    assert "~ get_forecast" in out
    assert "hint: run genui build" in err


def test_check_json_has_the_state_of_every_tool(project, capsys):
    run(capsys, "build", "--from-snapshot", "--tool", "list_units")

    code, out, _ = run(capsys, "check", "--from-snapshot", "--json")

    report = json.loads(out)
    assert code == 1
    assert report["state"] == "drift"
    assert [(tool["name"], tool["state"]) for tool in report["tools"]] == [
        ("get_forecast", "missing"),
        ("list_units", "fresh"),
    ]
    assert set(report["tools"][0]) == {"name", "state", "file", "reason", "code"}


def test_check_writes_what_it_finds_as_sarif_on_lines_of_the_sources(project, capsys):
    run(capsys, "build", "--from-snapshot", "--tool", "list_units")
    path = project / "generated/views/list_units/view.json"
    view = json.loads(path.read_text("utf-8"))
    view["spec"]["result"] = [{"type": "text", "props": {"text": "a"}}, {"type": "oops"}]
    path.write_text(json.dumps(view, indent=2) + "\n", encoding="utf-8")

    assert run(capsys, "check", "--from-snapshot", "--sarif", "found/check.sarif")[0] == 1

    (log,) = json.loads((project / "found/check.sarif").read_text("utf-8"))["runs"]
    found = {one["ruleId"]: one["locations"][0]["physicalLocation"] for one in log["results"]}
    assert found["view-missing"]["artifactLocation"]["uri"] == "generated/tools/get_forecast.json"
    odd = found["unknown-component"]
    assert odd["artifactLocation"]["uri"] == "generated/views/list_units/view.json"
    start = odd["region"]["startLine"]
    assert "oops" in "".join(path.read_text("utf-8").splitlines()[start - 1 : start + 1])
    assert all("help" in rule for rule in log["tool"]["driver"]["rules"])


def test_what_no_tool_gives_and_what_is_fresh_stand_in_sarif_by_their_files_or_not_at_all(project, capsys):
    run(capsys, "build", "--from-snapshot")
    (project / "generated/tools/list_units.json").unlink()

    assert run(capsys, "check", "--from-snapshot", "--sarif", "check.sarif")[0] == 1

    (result,) = json.loads((project / "check.sarif").read_text("utf-8"))["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert (result["ruleId"], uri) == ("view-orphan", "generated/views/list_units/view.json")


def test_build_check_is_check(project, capsys):
    code, out, _ = run(capsys, "build", "--from-snapshot", "--check")

    assert code == 1
    assert "2 missing" in out
    assert not artifacts(project / "generated")


def test_a_build_report_says_what_was_written(project, capsys):
    _, out, _ = run(capsys, "build", "--from-snapshot", "--json")

    report = json.loads(out)
    assert {tool["name"] for tool in report["tools"]} == {"get_forecast", "list_units"}
    assert "views/get_forecast/view.json" in report["written"]
    assert all(tool["bytes"] > 0 for tool in report["tools"])


def test_a_diff_tells_what_a_build_would_change_for_people(project, capsys):
    run(capsys, "build", "--from-snapshot")
    store(project, [{**TOOLS[0], "title": "Forecast of the weather"}, TOOLS[1]])

    code, out, _ = run(capsys, "diff", "--from-snapshot")

    assert code == 1
    assert 'title of the view "Weather forecast" → "Forecast of the weather"' in out


def test_a_diff_of_nothing_is_empty(project, capsys):
    run(capsys, "build", "--from-snapshot")

    assert run(capsys, "diff", "--from-snapshot") == (0, "", "")


def test_the_list_shows_every_tool_with_its_state(project, capsys):
    run(capsys, "build", "--from-snapshot")

    code, out, _ = run(capsys, "list", "--from-snapshot")

    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()[:2]] == [
        ["get_forecast", "fresh"],
        ["list_units", "fresh"],
    ]


def test_the_list_is_grouped_by_state_and_counts_each(project, capsys):
    run(capsys, "build", "--from-snapshot")
    store(project, [{**TOOLS[0], "description": "Other."}, TOOLS[1], {"name": "a_new_one"}])
    text = (project / "genui.toml").read_text()
    (project / "genui.toml").write_text(text + '[build]\nexclude = ["a_*"]\n')

    _, out, _ = run(capsys, "list", "--from-snapshot")

    lines = out.splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [
        ["list_units", "fresh"],
        ["get_forecast", "stale"],
        ["a_new_one", "none"],
    ]
    assert lines[-1] == "3 tools: 1 fresh, 1 stale, 1 none"


def test_a_finding_of_a_build_is_shown_by_inspect_with_its_number_and_what_mends_it(project, capsys):
    text = (project / "genui.toml").read_text()
    hints = '[tools.get_forecast.hints]\nfolded = ["nowhere"]\n'
    (project / "genui.toml").write_text(text + hints)
    _, out, _ = run(capsys, "build", "--from-snapshot", "--json")
    found = next(tool for tool in json.loads(out)["tools"] if tool["name"] == "get_forecast")["findings"]
    assert found

    _, out, _ = run(capsys, "inspect", "get_forecast", "--from-snapshot")
    _, as_json, _ = run(capsys, "inspect", "get_forecast", "--from-snapshot", "--json")

    lines = [line for line in out.splitlines() if line.startswith("finding")]
    assert [line.split()[1] for line in lines] == [f"{number}." for number in range(1, len(found) + 1)]
    assert all(one["message"] in line for one, line in zip(found, lines, strict=True))
    assert out.count("mend: ") == sum(bool(one["hint"]) for one in found) > 0
    assert json.loads(as_json)["findings"] == found


def test_inspecting_a_tool_tells_its_file_and_digests(project, capsys):
    run(capsys, "build", "--from-snapshot")

    _, out, _ = run(capsys, "inspect", "get_forecast", "--from-snapshot", "--json")

    details = json.loads(out)
    assert details["title"] == "Weather forecast"
    assert (project / "generated" / details["file"]).is_file()
    assert details["spec"]["version"] == 1


def test_an_unknown_tool_is_told_with_the_nearest_name(project, capsys):
    code, out, err = run(capsys, "inspect", "get_forcast", "--from-snapshot")

    assert (code, out) == (2, "")
    assert "no tool is called 'get_forcast'" in err
    assert "did you mean get_forecast?" in err


def test_an_upstream_that_cannot_start_is_one_clear_error_and_nothing_changes(project, capsys):
    run(capsys, "build", "--from-snapshot")
    before = contents(project / "generated")

    code, out, err = run(capsys, "build")

    assert (code, out) == (3, "")
    assert "no-such-program-here" in err
    assert err.count("\n") == 2
    assert contents(project / "generated") == before


def test_a_snapshot_that_is_not_there_is_told(project, capsys):
    shutil.rmtree(project / "generated" / "tools")

    code, _, err = run(capsys, "check", "--from-snapshot")

    assert code == 2
    assert "genui build" in err


def test_a_damaged_manifest_is_written_anew(project, capsys):
    run(capsys, "build", "--from-snapshot")
    manifest = project / "generated" / "manifest.toml"
    manifest.write_text("<<<<<<< ours\n" + manifest.read_text(encoding="utf-8"), encoding="utf-8")

    assert run(capsys, "check", "--from-snapshot")[0] == 0
    assert run(capsys, "build", "--from-snapshot")[0] == 0

    assert manifest_of(manifest.read_bytes()).format == 2


@pytest.mark.parametrize("arguments", [["bild"], ["build", "--forse"], ["inspect"], ["export"]])
def test_a_wrong_command_line_exits_with_two(project, capsys, arguments):
    code, _, err = run(capsys, *arguments)

    assert code == 2
    assert err


def test_an_export_has_the_artifacts_to_the_byte_and_an_index(project, capsys):
    run(capsys, "build", "--from-snapshot")

    code, _, _ = run(capsys, "export", "--out", "site")

    assert code == 0
    built = artifact(project / "generated", "get_forecast")
    assert (project / "site" / "get_forecast.html").read_bytes() == built.read_bytes()
    assert sorted(path.name for path in (project / "site").iterdir()) == [
        "get_forecast.html",
        "index.html",
        "list_units.html",
    ]


def test_an_export_of_a_changed_artifact_is_refused(project, capsys):
    run(capsys, "build", "--from-snapshot")
    artifact(project / "generated", "get_forecast").write_bytes(b"x")

    code, _, err = run(capsys, "export", "--out", "site")

    assert code == 1
    assert "is not what its name says" in err
    assert not (project / "site").exists()


def test_hostile_tool_names_cannot_write_to_the_terminal(project, capsys):
    store(project, [{"name": "\x1b[31mred\x07", "inputSchema": {}}])

    _, out, _ = run(capsys, "build", "--from-snapshot")

    assert "\x1b" not in out
    assert "\x07" not in out


def test_the_version_is_printed(capsys):
    code, out, _ = run(capsys, "--version")

    assert code == 0
    assert out.startswith("genui ")


LOCALES = [
    {"LC_ALL": "C", "TZ": "UTC", "PYTHONHASHSEED": "1"},
    {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "2"},
]


def test_two_builds_in_other_places_locales_zones_and_hash_seeds_are_byte_equal(project):
    import os

    built = []
    for number, variables in enumerate(LOCALES):
        directory = project / f"place {number}"
        (directory / "generated").mkdir(parents=True)
        store(directory, TOOLS)
        subprocess.run(
            [sys.executable, "-m", "genui", "build", "--from-snapshot"],
            cwd=directory,
            env={**os.environ, **variables},
            check=True,
            capture_output=True,
        )
        built.append(contents(directory / "generated"))

    assert built[0] == built[1]
