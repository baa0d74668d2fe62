"""Attaching: a host's file runs its servers through genui, and detaching gives every byte back."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from serve_host import APPS, UPSTREAM, Host

from genui.cli import main
from genui.config import load_config, target_from_flags, target_of
from genui.hostconfigs.attach import BACKUP, attached, detached, is_wrapped, write
from genui.hostconfigs.texts import servers_in

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


@settings(deadline=None, max_examples=60)
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
