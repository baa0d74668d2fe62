"""A crashed upstream: what was asked is answered, the session goes on with the next one."""

import os
import signal
import sys
from pathlib import Path

import pytest
import serving as cores
from serve_host import APPS, is_gone, serving

pytestmark = pytest.mark.skipif(os.name == "nt", reason="posix pipes and process groups")


def test_after_a_crash_requests_in_flight_fail_and_the_session_goes_on(tmp_path):
    cores.commit(tmp_path, {"hello": (cores.HELLO, cores.HTML)})
    with serving("counted", flags=("--generated", str(tmp_path))) as host:
        host.initialize(**APPS)
        host.ask("tools/list")
        pid, child = host.call("child")
        lost = {host.request("tools/call", name=name) for name in ("hang", "hang", "die")}
        answers = [host.read() for _ in lost]
        assert {answer["id"] for answer in answers} == lost
        assert {answer["error"]["data"]["errorType"] for answer in answers} == {"UPSTREAM_EXITED"}
        assert host.call("echo", x=1) == {"x": 1}
        assert host.call("greetings") == ["initialize", "notifications/initialized"]
        assert is_gone(pid)
        assert is_gone(child)
        host.process.stdin.close()
        assert host.ends() == 0
        assert "upstream-restarted" in host.errors()


def test_a_changed_list_is_told_after_a_restart(tmp_path):
    state = tmp_path / "state"
    with serving(f"versions={state}", flags=("--generated", str(tmp_path))) as host:
        host.initialize(**APPS)
        assert host.ask("tools/list")["result"]["tools"][0]["name"] == "hello"
        host.request("tools/call", name="die")
        assert "error" in host.read()
        methods = [host.read()["method"] for _ in range(2)]
        assert methods == ["notifications/tools/list_changed", "notifications/resources/list_changed"]
        assert host.ask("tools/list")["result"]["tools"][0]["name"] == "hello2"
        assert host.ask("resources/read", uri="ui://hello")["error"]["data"]["errorType"] == "TOOL_REMOVED"


def test_an_upstream_that_ends_by_itself_is_not_started_again():
    with serving() as host:
        host.initialize()
        key = host.request("tools/call", name="leave")
        assert host.read()["id"] == key
        assert host.ends() == 3


def test_an_upstream_that_dies_before_it_has_answered_is_reported_and_not_started_again():
    with serving("stillborn") as host:
        key = host.request("initialize", capabilities={})
        answer = host.read()
        assert answer["id"] == key
        assert "exited with status 9" in answer["error"]["message"]
        assert host.ends() == 3


def test_an_upstream_killed_again_and_again_is_always_back():
    with serving() as host:
        host.initialize()
        for number in range(5):
            pid, _ = host.call("child")
            key = host.request("tools/call", name="hang")
            os.kill(pid, signal.SIGKILL)
            assert host.read()["id"] == key
            assert host.call("echo", n=number) == {"n": number}


def test_the_answer_to_a_lost_upstream_goes_to_nobody():
    with serving() as host:
        host.initialize()
        host.request("tools/call", name="ask")
        asked = host.read()
        assert asked["method"] == "roots/list"
        host.request("tools/call", name="die")
        told = [host.read() for _ in range(3)]
        cancelled = next(message for message in told if "method" in message)
        assert cancelled["params"]["requestId"] == asked["id"]
        host.send({"jsonrpc": "2.0", "id": asked["id"], "result": {"roots": []}})
        assert host.call("answers") == []


def test_a_request_line_beyond_the_limit_is_refused_and_the_rest_goes_on(tmp_path):
    (tmp_path / "genui.toml").write_text("[limits]\nmessage_bytes = 2048\n", encoding="utf-8")
    with serving(cwd=tmp_path) as host:
        host.initialize()
        key = host.request("tools/call", name="echo", arguments={"x": "y" * 100_000})
        error = host.read()
        assert (error["id"], error["error"]["data"]["errorType"]) == (key, "MESSAGE_TOO_LONG")
        assert host.call("echo", x=1) == {"x": 1}


def test_more_requests_in_flight_than_allowed_are_refused_until_there_is_room(tmp_path):
    (tmp_path / "genui.toml").write_text("[limits]\nin_flight = 50\n", encoding="utf-8")
    with serving("holding", cwd=tmp_path) as host:
        host.initialize()
        asked, refused = [], None
        while refused is None and len(asked) < 100:  # what passes unread is counted a little later
            asked.append(host.request("tools/call", name="echo", arguments={}))
            refused = host.read().get("error")
        assert refused["data"]["errorType"] == "TOO_MANY_REQUESTS"
        assert len(asked) > 50
        host.send({"jsonrpc": "2.0", "method": "let go"})
        answered = [host.read() for _ in asked[1:]]
        assert [answer["id"] for answer in answered if "result" in answer] == asked[:-1]
        assert host.call("echo", x=1) == {"x": 1}


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
def test_a_host_that_vanishes_under_backpressure_ends_everything():
    with serving("deaf") as host:
        host.initialize()
        pid, _ = host.call("child")
        host.send({"jsonrpc": "2.0", "method": "deafen"})
        os.set_blocking(host.process.stdin.fileno(), False)
        line = b'{"jsonrpc":"2.0","method":"x","params":"' + b"y" * 60_000 + b'"}\n'
        for _ in range(200):
            try:
                host.process.stdin.write(line)
            except BlockingIOError:
                break
        host.process.stdin.close()
        host.process.stdout.close()
        assert host.ends() == 0
        assert is_gone(pid)
    assert sys.platform
