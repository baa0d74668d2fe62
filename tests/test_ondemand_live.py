"""Views made while a real `genui serve` goes on: over stdio and HTTP, a model that is held by a pipe."""

import os

import pytest
from clients import HttpClient
from ondemand import project
from serve_host import APPS, Host, is_gone
from test_serve_http import Running

pytestmark = pytest.mark.skipif(os.name == "nt", reason="named pipes")
CHANGED = ["notifications/tools/list_changed", "notifications/resources/list_changed"]


def uri_in(answer):
    tools = answer["result"]["tools"]
    return next(tool["_meta"]["ui"]["resourceUri"] for tool in tools if tool["name"] == "get_forecast")


def text_in(answer):
    return answer["result"]["contents"][0]["text"]


def test_over_stdio_a_miss_is_served_at_once_and_the_better_view_announced(tmp_path):
    file = project(tmp_path, model=True)
    os.mkfifo(tmp_path / "gate")
    with Host("--config", str(file)) as host:
        host.initialize(**APPS)
        before = uri_in(host.ask("tools/list"))
        plain = text_in(host.ask("resources/read", uri=before))
        assert "Days ahead" not in plain
        assert host.ask("ping")["result"] == {}
        (tmp_path / "gate").write_text("go")
        assert [host.read()["method"], host.read()["method"]] == CHANGED
        after = uri_in(host.ask("tools/list"))
        assert after != before
        assert "Days ahead" in text_in(host.ask("resources/read", uri=after))
        wish = {"toolName": "get_forecast", "feedback": "bar chart of high by date"}
        said = host.ask("tools/call", name="_ui_refine", arguments=wish)["result"]["structuredContent"]
        assert said["fulfilledBy"] == "rules"
        assert (said["uriBefore"], said["uri"]) == (after, uri_in(host.ask("tools/list")))
        refined = text_in(host.ask("resources/read", uri=said["uri"]))
        assert '"bar"' in refined
        host.process.stdin.close()
        assert host.ends() == 0
        assert "view-made" in host.errors()
    assert (tmp_path / "asked").read_text() == "get_forecast\n"
    with Host("--config", str(file)) as host:
        host.initialize(**APPS)
        assert uri_in(host.ask("tools/list")) == said["uri"]
        assert text_in(host.ask("resources/read", uri=said["uri"])) == refined


def test_ending_stops_a_model_that_never_answers(tmp_path):
    file = project(tmp_path, model=True)
    os.mkfifo(tmp_path / "gate")
    writer = tmp_path / "writer.py"
    text = writer.read_text().replace("gate =", "(folder / 'started').write_text(str(os.getpid()))\ngate =")
    writer.write_text(text.replace("gate.read_text()", "open(folder / 'up', 'w').close(); gate.read_text()"))
    os.mkfifo(tmp_path / "up")
    with Host("--config", str(file)) as host:
        host.initialize(**APPS)
        host.ask("resources/read", uri=uri_in(host.ask("tools/list")))
        (tmp_path / "up").read_text()  # returns once the model is at work
        host.process.stdin.close()
        assert host.ends() == 0
    assert is_gone(int((tmp_path / "started").read_text()))


def test_over_http_every_session_is_told_of_the_better_view(tmp_path):
    file = project(tmp_path, model=True)
    os.mkfifo(tmp_path / "gate")
    running = Running("--transport", "http", "--config", str(file))
    try:
        with HttpClient(running.url) as one, HttpClient(running.url) as two:
            for client in (one, two):
                client.initialize(**APPS)
            before = uri_in(one.ask("tools/list"))
            assert before == uri_in(two.ask("tools/list"))
            for client in (one, two):
                assert "Days ahead" not in text_in(client.ask("resources/read", {"uri": before}))
            (tmp_path / "gate").write_text("go")
            for client in (one, two):
                assert sorted(CHANGED) == sorted(one["method"] for one in client.hear(2))
                after = uri_in(client.ask("tools/list"))
                assert after != before
                assert "Days ahead" in text_in(client.ask("resources/read", {"uri": after}))
    finally:
        running.close()
    assert (tmp_path / "asked").read_text() == "get_forecast\n"
