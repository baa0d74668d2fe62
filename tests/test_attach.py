"""Attaching: a host's file runs its servers through genui, and detaching gives every byte back."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from serve_host import APPS, UPSTREAM, Host

from genui.cli import main
from genui.config import load_config, target_from_flags, target_of
from genui.hostconfigs.attach import BACKUP, attached, detached, is_wrapped, write
from genui.hostconfigs.hosts import workspace_of
from genui.hostconfigs.servers import servers_in

DESKTOP = """{
\t"globalShortcut": "",
\t"mcpServers": {
\t\t"weather": {
\t\t\t"command": "PYTHON",
\t\t\t"args": [
\t\t\t\t"UPSTREAM",
\t\t\t\t"a b"
\t\t\t],
\t\t\t"env": {"NAME": "value", "TOKEN": "s3cret"}
\t\t},
\t\t"bare": { "command": "npx" },
\t\t"web": {"type": "http", "url": "https://example.com/mcp"}
\t}
}"""
VSCODE = """// servers of this workspace
{
  "servers": {
    /* a "comment": { with braces } */
    "one": {"type": "stdio", "command": "node", "args": ["x.js", "--flag"], /* here too */ },
    "two": {
      "command": "uvx", // no arguments
      "dev": {"watch": "*.py"},
    },
  },
  "inputs": [],
}
"""
CRLF = DESKTOP.replace("\n", "\r\n")
MARKED = "\ufeff" + DESKTOP


def serve(_name, _entry):
    return ["/opt/genui", "serve", "--generated", "/views"]


def config(tmp_path, text, name="claude_desktop_config.json"):
    file = tmp_path / name
    file.write_bytes(text.replace("PYTHON", sys.executable).replace("UPSTREAM", str(UPSTREAM)).encode())
    return file


@pytest.mark.parametrize("text", [DESKTOP, VSCODE, CRLF, MARKED], ids=["tabs", "comments", "crlf", "bom"])
def test_what_was_attached_is_detached_to_the_byte(text, tmp_path):
    file = config(tmp_path, text)
    before = file.read_bytes()
    write(attached(file, (), serve=serve))
    assert file.read_bytes() != before
    write(attached(file, (), serve=serve))
    write(detached(file, ()))
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_only_command_and_args_of_the_servers_change(tmp_path):
    file = config(tmp_path, VSCODE, "mcp.json")
    write(attached(file, ["one"], serve=serve))
    expected = VSCODE.replace('"node"', '"/opt/genui"').replace(
        '["x.js", "--flag"]', '["serve", "--generated", "/views", "--", "node", "x.js", "--flag"]'
    )
    assert file.read_text(encoding="utf-8") == expected


def test_a_server_that_is_named_is_detached_alone_and_the_others_stay(tmp_path):
    file = config(tmp_path, DESKTOP)
    before = file.read_bytes()
    write(attached(file, ["weather"], serve=serve))
    write(attached(file, ["bare"], serve=serve))
    write(detached(file, ["weather"]))
    wrapped = [name for name, span in servers_in(file, file.read_text()).items() if is_wrapped(span.value)]
    assert wrapped == ["bare"]
    write(detached(file, ()))
    assert file.read_bytes() == before


def test_what_the_host_changed_meanwhile_stays(tmp_path):
    file = config(tmp_path, DESKTOP)
    write(attached(file, (), serve=serve))
    file.write_text(file.read_text().replace('"globalShortcut": ""', '"globalShortcut": "X"'))
    write(detached(file, ()))
    expected = config(tmp_path, DESKTOP.replace('"globalShortcut": ""', '"globalShortcut": "X"'), "expected")
    assert file.read_bytes() == expected.read_bytes()


def test_without_the_backup_the_arguments_tell_what_was_there(tmp_path):
    file = config(tmp_path, VSCODE)
    write(attached(file, ["one"], serve=serve))
    file.with_name(file.name + BACKUP).unlink()
    write(detached(file, ()))
    assert file.read_text(encoding="utf-8") == VSCODE


def test_a_server_that_ran_genui_before_is_left_alone(tmp_path):
    text = (
        '{"mcpServers": {"mine": {"command": "genui", "args": ["serve", "--", "x"]}, "b": {"command": "y"}}}'
    )
    file = config(tmp_path, text)
    assert [change.state for change in attached(file, (), serve=serve).changes] == ["already", "attached"]
    write(attached(file, (), serve=serve))
    write(detached(file, ()))
    assert file.read_text() == text


@pytest.mark.skipif(os.name == "nt", reason="posix modes")
def test_modes_and_links_stay_and_the_backup_is_the_owners_alone(tmp_path):
    real = config(tmp_path, DESKTOP, "real.json")
    real.chmod(0o640)
    link = tmp_path / "link.json"
    link.symlink_to(real)
    write(attached(link, (), serve=serve))
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    assert stat.S_IMODE(link.with_name(link.name + BACKUP).stat().st_mode) == 0o600


WORDS = st.text(st.characters(codec="utf-8"), max_size=8)
ENTRIES = st.fixed_dictionaries(
    {"command": WORDS}, optional={"args": st.lists(WORDS, max_size=3), "env": st.dictionaries(WORDS, WORDS)}
)
LAYOUTS = st.sampled_from([{"indent": 2}, {"indent": "\t"}, {}, {"separators": (",", ":")}])


@given(st.dictionaries(WORDS, ENTRIES, max_size=4), LAYOUTS, st.booleans())
def test_any_file_comes_back(tmp_path_factory, entries, layout, ascii_only):
    file = tmp_path_factory.mktemp("host") / "x.json"
    text = json.dumps({"a": [1], "mcpServers": entries}, ensure_ascii=ascii_only, **layout)
    file.write_bytes(text.encode())
    write(attached(file, (), serve=serve))
    for name, span in servers_in(file, file.read_bytes().decode()).items():
        if entries[name]["command"]:
            own = span.value["args"][span.value["args"].index("--") + 1 :]
            assert own[1:] == entries[name].get("args", [])
    write(detached(file, ()))
    assert file.read_bytes() == text.encode()


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_a_server_is_attached_driven_and_detached(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    file = config(tmp_path, DESKTOP)
    before = file.read_bytes()
    assert main(["attach", str(file), "weather"]) == 0
    entry = json.loads(file.read_text())["mcpServers"]["weather"]
    assert Path(entry["command"]).is_absolute()
    environment = {**os.environ, **entry["env"]}
    process = subprocess.Popen(
        [entry["command"], *entry["args"]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=tmp_path,
        env=environment,
        start_new_session=True,
    )
    with Host.around(process) as host:
        host.initialize(**APPS)
        tool = host.ask("tools/list")["result"]["tools"][0]
        uri = tool["_meta"]["ui"]["resourceUri"]
        assert "<html" in host.ask("resources/read", uri=uri)["result"]["contents"][0]["text"]
        assert host.call("environment") == {"cwd": str(tmp_path), "NAME": "value", "args": ["a b"]}
        host.process.stdin.close()
        assert host.ends() == 0
    assert main(["detach", str(file)]) == 0
    assert file.read_bytes() == before
    assert "attached weather" in capsys.readouterr().out


def test_a_dry_run_shows_the_change_and_makes_none(tmp_path, capsys):
    file = config(tmp_path, DESKTOP)
    before = file.read_bytes()
    assert main(["attach", str(file), "bare", "--dry-run"]) == 0
    assert '+\t\t"bare": { "command":' in capsys.readouterr().out
    assert file.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_json_says_what_became_of_each_server(tmp_path, capsys):
    file = config(tmp_path, DESKTOP)
    assert main(["attach", str(file), "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert [entry["state"] for entry in row["servers"]] == ["attached", "attached", "skipped"]
    assert row["wrapped"] == ["weather", "bare"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere",), "neither a host nor a file"),
        (("FILE", "wether"), "has no server 'wether'"),
        (("BROKEN",), "is not JSON"),
        (("FILE", "--generated", "x"), "names the views of one server"),
    ],
)
def test_bad_usage_changes_nothing_and_says_what_is_wrong(arguments, told, tmp_path, capsys):
    file = config(tmp_path, DESKTOP)
    broken = tmp_path / "broken.json"
    broken.write_text('{"mcpServers": {"a": }', encoding="utf-8")
    before = file.read_bytes()
    names = {"FILE": str(file), "BROKEN": str(broken)}
    assert main(["attach", *(names.get(word, word) for word in arguments)]) == 2
    errors = capsys.readouterr().err
    assert told in errors
    assert "hint:" in errors
    assert file.read_bytes() == before


def test_a_python_of_the_host_stays_that_python(tmp_path):
    file = config(tmp_path, '{"mcpServers": {"a": {"command": "python3"}}}')
    change = attached(file, (), serve=serve)
    args = json.loads(change.after)["mcpServers"]["a"]["args"]
    assert args[-2:] == ["--", "python3"]
    target = target_from_flags(args[args.index("--") + 1 :])
    assert target_of(load_config(None, environ={}, target=target)).command == "python3"


def project_of(folder, *command):
    """Write a genui.toml for a command."""
    program, *args = command
    folder.mkdir(parents=True, exist_ok=True)
    text = f'[upstream]\ncommand = "{program}"\nargs = {json.dumps(args)}\n'
    (folder / "genui.toml").write_text(text, encoding="utf-8")
    return folder


def arguments_of(file, server, key="mcpServers"):
    entry = json.loads(file.read_text())[key][server]
    return [entry["command"], *entry["args"]]


def test_the_server_of_the_genui_toml_here_keeps_its_reviewed_views(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(project_of(tmp_path / "project", "npx", "-y", "weather"))
    entries = {"weather": {"command": "npx", "args": ["-y", "weather"]}, "other": {"command": "npx"}}
    file = config(tmp_path, json.dumps({"mcpServers": entries}))
    before = file.read_bytes()
    assert main(["attach", str(file)]) == 0
    _, *args = arguments_of(file, "weather")
    assert args == [
        "serve", "--config", str(tmp_path / "project/genui.toml"), "--", "npx", "-y", "weather",
    ]  # fmt: skip
    assert "--generated" in arguments_of(file, "other")
    assert f"--config {tmp_path / 'project/genui.toml'}" in capsys.readouterr().out
    assert main(["detach", str(file)]) == 0
    assert file.read_bytes() == before
    project_of(tmp_path / "second", "else")
    assert main(["attach", str(file), "other", "--config", str(tmp_path / "second/genui.toml")]) == 0
    assert str(tmp_path / "second/genui.toml") in arguments_of(file, "other")


@pytest.mark.parametrize(
    ("name", "key", "prefix", "told"),
    [
        (".vscode/mcp.json", "servers", "${workspaceFolder}/", "begin with ${workspaceFolder}"),
        (".cursor/mcp.json", "mcpServers", "${workspaceFolder}/", "begin with ${workspaceFolder}"),
        (".mcp.json", "mcpServers", "", "are relative to"),
    ],
)
def test_a_shared_file_gets_no_path_of_this_machine(tmp_path, monkeypatch, capsys, name, key, prefix, told):
    # The doctor starts what there is, and npx would look into its registry.
    monkeypatch.chdir(project_of(tmp_path / "w", "not-there", "-y", "weather"))
    file = tmp_path / "w" / name
    file.parent.mkdir(exist_ok=True)
    entries = {
        "weather": {"command": "not-there", "args": ["-y", "weather"]},
        "other": {"command": "not-there"},
    }
    file.write_text(json.dumps({key: entries}), encoding="utf-8")
    assert main(["attach", str(file)]) == 0
    assert arguments_of(file, "weather", key)[:4] == ["genui", "serve", "--config", f"{prefix}genui.toml"]
    assert arguments_of(file, "other", key) == ["genui", "serve", "--", "not-there"]
    assert str(tmp_path) not in file.read_text()
    assert told in capsys.readouterr().err
    assert main(["detach", str(file)]) == 0
    assert main(["attach", str(file), "other", "--generated", "views"]) == 0
    assert f"{prefix}views" in arguments_of(file, "other", key)
    assert main(["doctor", "--host", str(file)]) in (0, 1)


def test_genui_in_the_workspace_is_named_by_its_path_there(tmp_path, monkeypatch):
    project_of(tmp_path, "npx")
    genui = tmp_path / ".venv/bin/genui"
    genui.parent.mkdir(parents=True)
    genui.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.executable", str(genui.with_name("python")))
    monkeypatch.setattr("sys.platform", "linux")
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"a": {"command": "npx"}}}')
    assert main(["attach", "claude-code"]) == 0
    assert arguments_of(tmp_path / ".mcp.json", "a")[0] == ".venv/bin/genui"


def test_the_cursor_file_of_the_home_folder_is_nobody_elses(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert workspace_of(tmp_path / ".cursor/mcp.json") is None
    assert workspace_of(tmp_path / "claude_desktop_config.json") is None
    assert workspace_of(tmp_path / "w/.cursor/mcp.json") == (tmp_path / "w", "${workspaceFolder}")


def test_the_doctor_names_a_genui_toml_that_is_gone(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(project_of(tmp_path, "npx"))
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"a": {"command": "npx"}}}')
    assert main(["attach", ".mcp.json"]) == 0
    (tmp_path / "genui.toml").unlink()
    capsys.readouterr()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    main(["doctor", "--host", ".mcp.json"])
    assert "a: genui is not on PATH" in capsys.readouterr().out
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    main(["doctor", "--host", ".mcp.json"])
    assert "genui.toml does not exist" in capsys.readouterr().out
