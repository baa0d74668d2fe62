"""`genui serve` as a process between real pipes."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest
import serving as cores
from serve_host import APPS, Host, is_gone, serving

from genui.serve.command import serve

pytestmark = pytest.mark.skipif(os.name == "nt", reason="posix pipes and process groups")


def test_a_host_with_apps_gets_the_committed_view(tmp_path):
    cores.commit(tmp_path, {"hello": (cores.HELLO, cores.inert())})
    with serving(flags=("--generated", str(tmp_path))) as host:
        host.initialize(**APPS)
        tool = host.ask("tools/list")["result"]["tools"][0]
        uri = tool["_meta"]["ui"]["resourceUri"]
        contents = host.ask("resources/read", uri=uri)["result"]["contents"]
        assert [(entry["uri"], entry["text"]) for entry in contents] == [(uri, cores.inert().decode())]
        assert host.call("echo", x=1) == {"x": 1}


def test_a_host_without_apps_gets_the_upstream(tmp_path):
    with serving(flags=("--generated", str(tmp_path))) as host:
        assert host.initialize()["result"]["capabilities"] == {"tools": {}}
        assert host.ask("tools/list")["result"] == {"tools": [cores.HELLO]}


def test_a_miss_is_compiled_in_memory_and_leaves_no_file(tmp_path):
    with serving(flags=("--generated", str(tmp_path))) as host:
        host.initialize(**APPS)
        host.ask("tools/list")
        answer = host.ask("resources/read", uri="ui://hello")
        assert "<html" in answer["result"]["contents"][0]["text"]
        host.process.stdin.close()
        assert host.ends() == 0
    assert not list(tmp_path.iterdir())


def test_closed_stdin_ends_serve_with_every_answer_written():
    with serving() as host:
        for number in range(200):
            host.request("tools/call", name="echo", arguments={"n": number})
        host.process.stdin.close()
        assert [host.read()["id"] for _ in range(200)] == list(range(1, 201))
        assert host.ends() == 0


@pytest.mark.parametrize("way", ["stdin", "SIGTERM"])
def test_a_stubborn_upstream_and_its_children_are_ended(way):
    with serving("stubborn") as host:
        host.initialize()
        pids = host.call("child")
        if way == "stdin":
            host.process.stdin.close()
        else:
            host.process.terminate()
        assert host.ends() == (0 if way == "stdin" else 143)
        assert all(is_gone(pid) for pid in pids)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_signal_ends_serve_and_its_upstream(number, code):
    with serving() as host:
        host.initialize()
        pid, _ = host.call("child")
        host.process.send_signal(number)
        assert host.ends() == code
        assert is_gone(pid)


def test_a_vanished_host_ends_everything():
    with serving("stubborn") as host:
        host.initialize()
        pids = host.call("child")
        host.process.stdout.close()
        host.request("tools/call", name="echo")
        assert host.ends() == 0
        assert all(is_gone(pid) for pid in pids)


def test_with_threads_a_dead_upstream_answers_and_says_so_too():
    with serving(flags=("--no-restart",)) as host:
        host.initialize()
        asked = {host.request("tools/call", name=name) for name in ("hang", "die")}
        assert {host.read()["id"] for _ in asked} == asked
        assert host.ends() == 3
        assert "exited with status 7" in host.errors()


@pytest.mark.parametrize("way", ["die", "half"])
def test_when_the_upstream_dies_every_request_is_answered_and_serve_says_so(way):
    with serving(flags=("--no-restart",)) as host:
        host.initialize()
        pid, _ = host.call("child")
        asked = {host.request("tools/call", name="hang") for _ in range(3)}
        asked.add(host.request("tools/call", name=way))
        if way == "half":
            half = b""
            while not half.endswith(b"\n"):
                half += os.read(host.process.stdout.fileno(), 1)
            assert half == b'{"jsonrpc":"2.0","id":\n'
        answers = [host.read() for _ in asked]
        assert {answer["id"] for answer in answers} == asked
        assert {answer["error"]["code"] for answer in answers} == {-32603}
        assert all("exited with status 7" in answer["error"]["message"] for answer in answers)
        assert host.ends() == 3
        lines = host.errors().splitlines()
        assert [line for line in lines if line.startswith("error:")] == [
            f"error: the upstream {sys.executable!r} exited with status 7"
        ]
        assert is_gone(pid)


def test_an_upstream_that_cannot_be_started_is_named_with_a_hint(capfd):
    assert serve(["--", "no-such-program-anywhere"]) == 3
    errors = capfd.readouterr().err
    assert "'no-such-program-anywhere' did not start" in errors
    assert "hint:" in errors


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--nope", "--", "x"), "does not know the flag '--nope'"),
        (("--aps", "auto", "--", "x"), "did you mean --apps?"),
        (("--apps",), "--apps has no value"),
        (("--apps", "sometimes", "--", sys.executable, "-c", "input()"), "auto, always, never"),
        (("--",), "nothing follows --"),
        (("stray",), "does not know the argument 'stray'"),
        ((), "no upstream is named"),
        (("--config", "no.toml"), "no.toml"),
        (("--log-file", "/nowhere/x.log", "--", sys.executable, "-c", "input()"), "cannot be written"),
    ],
)
def test_bad_usage_is_said_in_one_line_with_a_hint(arguments, told, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert serve(arguments) == 2
    output = capfd.readouterr()
    assert not output.out
    assert told in output.err
    assert "hint:" in output.err


def test_the_configured_upstream_gets_its_folder_and_variables(tmp_path):
    folder = tmp_path / "sub"
    folder.mkdir()
    server = Path(__file__).parent / "servers" / "serve_upstream.py"
    config = f'[upstream]\ncommand = "python"\nargs = [{json.dumps(str(server))}, "a b"]\ncwd = "sub"\n'
    (tmp_path / "genui.toml").write_text(config + 'env = { NAME = "value" }\n', encoding="utf-8")
    with Host(cwd=tmp_path) as host:
        host.initialize()
        assert host.call("environment") == {"cwd": str(folder), "NAME": "value", "args": ["a b"]}


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="reads the memory high water mark in /proc"
)
def test_a_host_that_does_not_read_stops_the_upstream_and_not_the_memory():
    with serving() as host:
        host.initialize()
        lines = 60_000
        flood = host.request("tools/call", name="flood", arguments={"lines": lines})
        host.request("tools/call", name="echo")
        settled(host)
        status = Path(f"/proc/{host.process.pid}/status").read_text()
        high = next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmHWM"))
        assert high < 48 * 1024
        assert sum(host.read().get("method") == "note" for _ in range(lines)) == lines
        assert host.read()["id"] == flood


def settled(host: Host) -> None:
    """Wait until serve is idle: it has stopped reading because nobody reads it."""
    before = -1
    while (now := ticks(host)) != before or now == 0:
        before = now
        time.sleep(0.2)


def ticks(host: Host) -> int:
    """Return the processor time that serve has used."""
    fields = Path(f"/proc/{host.process.pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
