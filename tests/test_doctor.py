"""The doctor finds what keeps a view from appearing, and names what mends it."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from kept import artifact, change_tool
from serve_host import UPSTREAM

from genui.cli import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="posix pipes")


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    command = f'[upstream]\ncommand = "{{genui-python}}"\nargs = [{json.dumps(str(UPSTREAM))}]\n'
    (tmp_path / "genui.toml").write_text(command, encoding="utf-8")
    assert main(["build"]) == 0
    return tmp_path


def examined(capsys, *arguments):
    code = main(["doctor", "--json", *arguments])
    checks = json.loads(capsys.readouterr().out)
    assert all(check["mend"] for check in checks if check["state"] in ("warning", "error"))
    return code, {f"{check['area']} {check['state']}": check["message"] for check in checks}


def test_a_sound_project_has_nothing_to_mend(project, capsys):
    code, checks = examined(capsys)
    assert code == 0
    assert checks["views ok"] == "1 committed, each is what its sources give"
    assert checks["serve ok"] == "1 of 1 tools show a view of ours"


def test_an_edited_file_is_named(project, capsys):
    file = artifact(project / "generated", "hello")
    file.write_bytes(b"<p>other")
    code, checks = examined(capsys)
    assert code == 1
    assert "hello: tampered: the artifact is not what" in checks["views error"]


def test_a_changed_tool_is_named(project, capsys):
    earlier = {"type": "object", "properties": {"earlier": {"type": "string"}}}
    change_tool(project / "generated", "hello", inputSchema=earlier)
    assert main(["build", "--from-snapshot"]) == 0
    capsys.readouterr()
    code, checks = examined(capsys)
    assert code == 0
    assert "the tool changed since its view was made" in checks["tool warning"]


def test_an_excluded_tool_is_named(project, capsys):
    with (project / "genui.toml").open("a", encoding="utf-8") as file:
        file.write('[build]\nexclude = ["hel*"]\n')
    assert "the configuration gives it no view" in examined(capsys)[1]["tool note"]


def test_a_server_without_ping_is_told_where_that_is_so(project, capsys):
    assert "upstream warning" not in examined(capsys)[1]
    file = project / "genui.toml"
    file.write_text(
        file.read_text("utf-8").replace('serve_upstream.py"', 'serve_upstream.py", "pingless"'), "utf-8"
    )
    code, checks = examined(capsys)

    assert code == 0
    assert "does not know ping in protocol 2026-07-28" in checks["upstream warning"]


def test_a_table_about_no_tool_is_named_and_the_other_commands_warn_of_it_too(project, capsys):
    with (project / "genui.toml").open("a") as file:
        file.write("[tools.helo]\n")
    assert "[tools.helo] matches no tool; did you mean hello?" in examined(capsys)[1]["config warning"]
    for command in (("build",), ("check", "--from-snapshot"), ("list",)):
        main(list(command))
        assert "[tools.helo] matches no tool; did you mean hello?" in capsys.readouterr().err


def test_a_tool_that_stays_text_is_no_error(project, capsys):
    with (project / "genui.toml").open("a", encoding="utf-8") as file:
        file.write('[serve]\nannounce = "useful"\n')
    code, checks = examined(capsys)
    assert code == 0
    assert "hello: hosts are told of no view: nothing says" in checks["tool note"]


def test_a_locked_project_without_the_view_is_named(project, capsys):
    with (project / "genui.toml").open("a", encoding="utf-8") as file:
        file.write("[serve]\nlocked = true\n")
    shutil.rmtree(project / "generated" / "views")
    assert "it is listed without a view" in examined(capsys)[1]["tool warning"]


def test_apps_that_are_turned_off_are_named(project, capsys):
    with (project / "genui.toml").open("a", encoding="utf-8") as file:
        file.write('[serve]\napps = "never"\n')
    code, checks = examined(capsys)
    assert code == 1
    assert "not told of the UI extension" in checks["serve error"]


@pytest.mark.parametrize("argument", ["stillborn", None])
def test_an_upstream_that_does_not_start_is_named(argument, project, capsys):
    command = [sys.executable, str(UPSTREAM), argument] if argument else ["no-such-program"]
    code, checks = examined(capsys, "--", *command)
    assert code == 1
    assert ("exited with status 9" if argument else "did not start") in checks["upstream error"]


def test_a_wrong_config_is_named_and_the_hosts_are_still_looked_at(project, capsys):
    (project / "genui.toml").write_text("[sevre]\n", encoding="utf-8")
    code, checks = examined(capsys)
    assert code == 1
    assert "unknown table 'sevre'" in checks["config error"]
    assert "hosts note" in checks


def test_servers_of_a_host_are_checked(project, capsys):
    good = {"command": sys.executable, "args": ["-m", "genui", "serve", "--generated", "/x", "--", "sh"]}
    gone = {"command": "/gone/genui", "args": ["serve", "--", "sh"]}
    lost = {**good, "args": [*good["args"][:-1], "no-such-program"]}
    entries = {"good": good, "gone": gone, "lost": lost}
    file = Path("host.json")
    file.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
    code = main(["doctor", "--host", str(file)])
    told = capsys.readouterr().out
    assert code == 1
    assert "good runs through genui" in told
    assert "/gone/genui does not exist" in told
    assert "the upstream no-such-program is not on PATH" in told
