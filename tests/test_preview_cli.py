"""`genui preview` from the terminal: what it prints, what it refuses, and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest
from serve_host import is_gone

from genui.cli import main

UPSTREAM = Path(__file__).parent / "servers" / "preview_upstream.py"
COMMAND = (sys.executable, str(UPSTREAM))


@pytest.fixture
def seen(monkeypatch, tmp_path):
    """Run everything but the server; what it would have been started with."""
    calls = []

    def run_preview(desk, *, announce, **options):
        calls.append({**options, "upstream": desk.project.config.upstream})

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("genui.preview.server.run_preview", run_preview)
    return calls


@pytest.mark.parametrize(
    ("arguments", "tool"),
    [((), ""), (("echo",), "echo"), (("--no-open", "echo", "--port", "0"), "echo")],
)
def test_what_follows_the_dashes_is_the_command_and_never_the_tool(seen, arguments, tool):
    assert main(["preview", *arguments, "--", *COMMAND]) == 0

    assert seen[0]["tool"] == tool
    assert seen[0]["browser"] == ("--no-open" not in arguments)
    assert (seen[0]["upstream"].command, *seen[0]["upstream"].args) == COMMAND


def test_an_unknown_tool_is_refused_with_the_nearest_name(seen, capsys):
    assert main(["preview", "ecko", "--", *COMMAND]) == 2

    assert "did you mean echo?" in capsys.readouterr().err
    assert seen == []


def test_an_upstream_that_does_not_start_ends_it_where_nothing_was_built(seen, capsys):
    assert main(["preview", "--", "no-such-program-here"]) == 3

    assert "no-such-program-here" in capsys.readouterr().err


def test_a_port_that_is_taken_is_named(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert main(["preview", "--no-open", "--port", str(port), "--", *COMMAND]) == 2

    assert f"port {port} cannot be listened on" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["99999", "-1", "http"])
def test_what_is_no_port_is_a_usage_error(seen, capsys, port):
    assert main(["preview", "--port", port, "--", *COMMAND]) == 2

    assert "--port" in capsys.readouterr().err


@pytest.mark.skipif(os.name == "nt", reason="posix signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_one_line_and_ends_at_once_with_its_upstream(tmp_path, number):
    log = tmp_path / "log"
    process = subprocess.Popen(
        [sys.executable, "-m", "genui", "preview", "--no-open", "--", *COMMAND],
        cwd=tmp_path,
        env={**os.environ, "PREVIEW_LOG": str(log)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = process.stdout.readline()
        url = line.split()[-1]
        assert line == f"genui preview: {url}\n"
        with urllib.request.urlopen(f"{url}api/events") as events:
            assert events.readline().startswith(b"retry")
            calling = threading.Thread(target=call_and_lose, args=(url,))
            calling.start()
            while "slow" not in log.read_text(encoding="utf-8"):
                events.readline()
            process.send_signal(number)
            process.wait(20)
        calling.join(20)
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()
        assert is_gone(int(log.read_text(encoding="utf-8").split()[1]))
    finally:
        process.kill()
        process.stdout.close()
        process.stderr.close()


def call_and_lose(url):
    """Ask for what is never answered, and tell the events when it has begun."""
    meta = {"progressToken": "p"}
    value = {"method": "tools/call", "key": "k", "params": {"name": "slow", "_meta": meta}}
    request = urllib.request.Request(
        f"{url}api/ask", json.dumps(value).encode(), {"content-type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request) as answer:
            answer.read()
    except OSError:
        pass
