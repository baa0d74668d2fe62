import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genui.config import Target
from genui.errors import ConfigError
from genui.hostconfigs.hosts import HOSTS, Places, places_here
from genui.hostconfigs.servers import HostServer, blanked, find_server, found_target, host_servers


@pytest.fixture
def places(tmp_path) -> Places:
    return Places(home=tmp_path / "home", data=tmp_path / "data", workspace=tmp_path / "work")


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def found(entry: dict, name: str = "some-server"):
    return found_target(HostServer(name, entry, Path("/x/.vscode/mcp.json")))


@pytest.mark.parametrize(
    ("host", "file", "key"),
    [
        ("claude-desktop", "data/Claude/claude_desktop_config.json", "mcpServers"),
        ("claude-code", "work/.mcp.json", "mcpServers"),
        ("vscode", "work/.vscode/mcp.json", "servers"),
        ("vscode", "data/Code/User/mcp.json", "servers"),
        ("vscode", "data/Code - Insiders/User/mcp.json", "servers"),
        ("cursor", "work/.cursor/mcp.json", "mcpServers"),
        ("cursor", "home/.cursor/mcp.json", "mcpServers"),
    ],
)
def test_a_server_is_found_in_every_file_of_a_host(places, tmp_path, host, file, key):
    write(tmp_path / file, json.dumps({key: {"weather": {"command": "npx", "args": ["-y", "w"]}}}))
    server = find_server(f"{host}:weather", places)
    assert found_target(server).target == Target(command="npx", args=("-y", "w"))
    assert server.file == tmp_path / file


def test_the_settings_of_vs_code_are_read_too(places, tmp_path):
    settings = {"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}
    write(tmp_path / "data/Code/User/settings.json", json.dumps(settings))
    assert list(host_servers("vscode", places)) == ["a"]


def test_the_workspace_wins_over_the_user(places, tmp_path):
    write(
        tmp_path / "home/.cursor/mcp.json",
        '{"mcpServers": {"a": {"command": "user"}, "b": {"command": "b"}}}',
    )
    write(tmp_path / "work/.cursor/mcp.json", '{"mcpServers": {"a": {"command": "workspace"}}}')
    servers = host_servers("cursor", places)
    assert {name: server.entry["command"] for name, server in servers.items()} == {"a": "workspace", "b": "b"}


@pytest.mark.parametrize(
    ("platform", "variable", "data"),
    [
        ("linux", {}, ".config"),
        ("darwin", {}, "Library/Application Support"),
        ("win32", {}, "AppData/Roaming"),
    ],
)
def test_application_data_lies_where_the_system_has_it(monkeypatch, tmp_path, platform, variable, data):
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert places_here().data == tmp_path / data


def test_comments_and_trailing_commas_are_tolerated():
    text = """\ufeff// the servers
{
  /* of
     mine */
  "url": "https://h//not-a-comment", // but this
  "text": "a \\" // b /* c */ ,]",
  "list": [1, 2, /* last */ ],
}
"""
    assert json.loads(blanked(text.removeprefix("\ufeff"))) == {
        "url": "https://h//not-a-comment",
        "text": 'a " // b /* c */ ,]',
        "list": [1, 2],
    }


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@settings(deadline=None)
@given(json_values)
def test_plain_json_reads_the_same_through_the_tolerant_reader(value):
    for indent in (None, 2):
        assert json.loads(blanked(json.dumps(value, ensure_ascii=False, indent=indent))) == value


@pytest.mark.parametrize("text", ["{", "[1 2]", '{"mcpServers": ', "[" * 100_000])
def test_a_broken_file_is_named(places, tmp_path, text):
    write(tmp_path / "home/.cursor/mcp.json", text)
    with pytest.raises(ConfigError, match=r"mcp\.json"):
        host_servers("cursor", places)


@pytest.mark.parametrize("document", [[], 1, {"mcpServers": []}, {"mcpServers": {"a": 1}}, {"servers": None}])
def test_a_file_without_servers_has_none(places, tmp_path, document):
    write(tmp_path / "home/.cursor/mcp.json", json.dumps(document))
    assert host_servers("cursor", places) == {}


def test_unknown_hosts_files_and_servers_are_errors_that_say_what_there_is(places, tmp_path):
    with pytest.raises(ConfigError) as caught:
        host_servers("emacs", places)
    assert all(host in caught.value.hint for host in HOSTS)
    with pytest.raises(ConfigError) as caught:
        host_servers("claude-desktop", places)
    assert "claude_desktop_config.json" in caught.value.hint
    write(tmp_path / "home/.cursor/mcp.json", '{"mcpServers": {"weather": {"command": "x"}, "b": {}}}')
    with pytest.raises(ConfigError) as caught:
        find_server("cursor:wether", places)
    assert caught.value.hint == "did you mean weather? configured: b, weather"
    with pytest.raises(ConfigError, match="neither a command nor a url"):
        found_target(find_server("cursor:b", places))


def test_values_that_may_be_secret_become_references():
    env = {
        "GITHUB_TOKEN": "ghp_canary",
        "PIN": "1234",
        "DEBUG": "true",
        "RETRIES": "3",
        "DATABASE_URL": "postgres://u:canary@h/d",
        "FROM_HOST": "${env:REAL_NAME}",
        "ASKED": "${input:api-key}",
        "PORT": 8080,
        "we ird": "canary",
    }
    result = found({"command": "x", "env": env})
    assert "canary" not in repr(dict(result.target.env))
    assert result.target.env == {
        "GITHUB_TOKEN": "${GITHUB_TOKEN}",
        "PIN": "${PIN}",
        "DEBUG": "true",
        "RETRIES": "3",
        "DATABASE_URL": "${DATABASE_URL}",
        "FROM_HOST": "${REAL_NAME}",
        "ASKED": "${ASKED}",
        "PORT": "8080",
        "we ird": "${we_ird}",
    }
    assert set(result.variables) == {
        "GITHUB_TOKEN", "PIN", "DATABASE_URL", "REAL_NAME", "ASKED", "we_ird",
    }  # fmt: skip


def test_a_server_behind_a_url_keeps_its_transport_and_hides_its_headers():
    entry = {
        "type": "sse",
        "url": "https://h/sse",
        "headers": {"Authorization": "Bearer canary", "X-Key": "k"},
    }
    result = found(entry)
    assert result.target == Target(
        url="https://h/sse",
        transport="sse",
        headers={
            "Authorization": "Bearer ${SOME_SERVER_AUTHORIZATION}",
            "X-Key": "${SOME_SERVER_X_KEY}",
        },
    )
    assert found({"serverUrl": "https://h/mcp"}).target == Target(url="https://h/mcp")
    assert found({"url": "https://h/mcp", "type": "http"}).target.transport == "http"


def test_folders_of_the_workspace_are_filled_in_and_what_cannot_be_is_told():
    result = found({"command": "${workspaceFolder}/run", "args": ["${workspaceFolder}/db", "${input:x}"]})
    assert result.target.command == "/x/run"
    assert result.target.args == ("/x/db", "${input:x}")
    assert any("${…}" in note for note in result.notes)
    result = found({"command": "x", "args": ["${env:DB}", "${HOME}"]})
    assert (result.target.args, result.notes) == (("${DB}", "${HOME}"), ())
    assert found({"url": "https://${env:PLACE}/mcp"}).target.url == "https://${PLACE}/mcp"
    assert any("secret" in note for note in found({"command": "x", "args": ["--api-key=k"]}).notes)
    assert any("secret" in note for note in found({"url": "https://h/?token=k"}).notes)
    assert any(".env" in note for note in found({"command": "x", "envFile": ".env"}).notes)
    assert found({"command": "x", "args": ["run", "server"]}).notes == ()
