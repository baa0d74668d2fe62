"""`genui init --from registry:…` writes what a server.json says, once a person has seen it and said yes."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from genui.cli import main
from genui.config import Target, load_config, target_of
from genui.errors import ConfigError
from genui.hostconfigs.server_json import registry_server

NPM = {"registryType": "npm", "identifier": "@scope/weather", "version": "1.2.3"}
SECRET = {"name": "API_KEY", "isRequired": True, "isSecret": True}
CASES = {
    "npm": (
        {"packages": [{**NPM, "transport": {"type": "stdio"}}]},
        Target(command="npx", args=("-y", "@scope/weather@1.2.3")),
    ),
    "pypi": (
        {"packages": [{"registryType": "pypi", "identifier": "weather", "version": "2.0"}]},
        Target(command="uvx", args=("weather@2.0",)),
    ),
    "container": (
        {
            "packages": [
                {"registryType": "oci", "identifier": "ghcr.io/a/b:1.0", "environmentVariables": [SECRET]}
            ]
        },
        Target(
            command="docker",
            args=("run", "-i", "--rm", "-e", "API_KEY", "ghcr.io/a/b:1.0"),
            env={"API_KEY": "${API_KEY}"},
        ),
    ),
    "arguments": (
        {
            "server": {
                "packages": [
                    {
                        **NPM,
                        "environmentVariables": [
                            SECRET,
                            {"name": "UNITS", "default": "metric"},
                            {"name": "OPTIONAL"},
                        ],
                        "packageArguments": [
                            {"type": "positional", "value": "serve"},
                            {"type": "named", "name": "--db", "value": "file:{db path}"},
                            {"type": "positional", "valueHint": "folder", "isRequired": True},
                            {"type": "named", "name": "--unused"},
                        ],
                    }
                ]
            }
        },
        Target(
            command="npx",
            args=("-y", "@scope/weather@1.2.3", "serve", "--db", "file:${DB_PATH}", "${FOLDER}"),
            env={"API_KEY": "${API_KEY}", "UNITS": "metric"},
        ),
    ),
    "remote": (
        {
            "packages": [{**NPM, "transport": {"type": "streamable-http"}}],
            "remotes": [
                {
                    "type": "streamable-http",
                    "url": "https://h/mcp",
                    "headers": [{"name": "Authorization", "value": "Bearer {token}"}],
                }
            ],
        },
        Target(url="https://h/mcp", transport="http", headers={"Authorization": "Bearer ${TOKEN}"}),
    ),
}


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def written(document) -> str:
    Path("server.json").write_text(json.dumps(document), encoding="utf-8")
    return "server.json"


@pytest.mark.parametrize("name", CASES)
def test_a_server_json_becomes_an_upstream(name):
    document, target = CASES[name]
    assert registry_server(written(document)).target == target


def test_what_a_stranger_writes_takes_no_variable_of_the_person():
    package = {**NPM, "packageArguments": [{"type": "positional", "value": "${OPENAI_API_KEY}"}]}
    assert main(["init", "--from", f"registry:{written({'packages': [package]})}", "--trust"]) == 0
    target = target_of(load_config(environ={}), environ={"OPENAI_API_KEY": "canary"})
    assert target.args[-1] == "${OPENAI_API_KEY}"


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"packages": [{"registryType": "mcpb", "identifier": "x"}]},
        {"packages": [{**NPM, "identifier": "--eval"}]},
        {"packages": [{**NPM, "identifier": "a b"}]},
        {"packages": 3, "remotes": [{"url": 3}]},
    ],
)
def test_what_names_nothing_to_start_or_reach_is_refused(document):
    with pytest.raises(ConfigError, match=r"server\.json"):
        registry_server(written(document))


def test_a_file_or_address_that_cannot_be_read_is_named():
    Path("broken.json").write_text("{")
    for source in ("nowhere.json", "broken.json", "http://127.0.0.1:9/server.json", "ftp://h/x"):
        with pytest.raises(ConfigError, match=source):
            registry_server(source)


def test_an_address_is_read():
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"server": {"packages": [NPM]}}).encode())

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        found = registry_server(f"http://127.0.0.1:{server.server_port}/v0/servers/x")
    finally:
        server.shutdown()
        server.server_close()
    assert found.target.args == ("-y", "@scope/weather@1.2.3")


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("n", 2), (None, 2)])
def test_the_command_is_shown_and_nothing_is_written_without_a_yes(answer, code, monkeypatch, capsys):
    source = f"registry:{written({'packages': [{**NPM, 'environmentVariables': [SECRET]}]})}"
    for stream in ("stdin", "stderr"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: answer is not None)
    monkeypatch.setattr("sys.stdin.readline", lambda: f"{answer}\n")
    assert main(["init", "--from", source]) == code
    assert Path("genui.toml").exists() == (code == 0)
    told = capsys.readouterr().err
    if answer is None:
        assert "--trust agrees" in told
    else:
        assert "start    npx -y @scope/weather@1.2.3" in told
        assert "API_KEY (your API_KEY)" in told
