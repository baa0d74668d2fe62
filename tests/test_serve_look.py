"""What other programs write while `genui serve` runs: the host is told, and the next list has it."""

import json
import os
import time

import pytest
from ondemand import project
from serve_host import APPS, Host

from genui.cli import main

CHANGED = ["notifications/tools/list_changed", "notifications/resources/list_changed"]
UPDATED = "notifications/resources/updated"


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A project whose views are built."""
    monkeypatch.chdir(tmp_path)
    file = project(tmp_path)
    assert main(["build"]) == 0
    return file


def told(host, number):
    """Return the methods of the next notifications."""
    methods = []
    while len(methods) < number:
        message = host.read()
        if "id" not in message:
            methods.append(message["method"])
    return methods


def uri_of(host):
    tools = host.ask("tools/list")["result"]["tools"]
    return next(tool["_meta"]["ui"]["resourceUri"] for tool in tools if tool["name"] == "get_forecast")


def view_of(host, uri):
    return host.ask("resources/read", uri=uri)["result"]["contents"][0]["text"]


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_a_wish_from_the_terminal_reaches_a_host_that_waits(built, capsys):
    with Host("--config", str(built)) as host:
        host.initialize(**APPS)
        before = uri_of(host)
        assert host.ask("resources/subscribe", uri=before)["result"] == {}
        page = view_of(host, before)

        assert main(["refine", "get_forecast", "hide wind"]) == 0
        assert told(host, 3) == [UPDATED, *CHANGED]
        after = uri_of(host)
        assert after != before
        assert view_of(host, before) == view_of(host, after) != page

        assert main(["undo", "get_forecast"]) == 0
        assert told(host, 3) == [UPDATED, *CHANGED]
        assert uri_of(host) == before


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_a_host_that_never_stops_asking_is_told_too(built, capsys):
    with Host("--config", str(built)) as host:
        host.initialize(**APPS)
        uri_of(host)
        assert main(["refine", "get_forecast", "hide wind"]) == 0
        end, methods = time.monotonic() + 10, []
        while len(methods) < 2 and time.monotonic() < end:
            host.send({"jsonrpc": "2.0", "id": "again", "method": "ping"})
            while "id" not in (message := host.read()):
                methods.append(message["method"])
        assert methods == CHANGED


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_what_changed_nothing_is_not_told(built, capsys):
    with Host("--config", str(built)) as host:
        host.initialize(**APPS)
        uri_of(host)

        manifest = built.parent / "generated" / "manifest.toml"
        manifest.write_bytes(manifest.read_bytes())
        os.utime(built.parent / "generated" / "views" / "get_forecast")
        assert main(["refine", "get_forecast", "hide wind"]) == 0

        assert told(host, 2) == CHANGED
        assert json.dumps(host.ask("ping")["result"]) == "{}"
