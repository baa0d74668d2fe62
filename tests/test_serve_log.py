"""The log: one line an event, at the level asked for, where it was asked for."""

import json
import os

import pytest
from serve_host import APPS, serving

from genui.emergency import emergency_page
from genui.model import Tool
from genui.serve.log import open_log, tell_compiled


def written(tmp_path, *, level="info", form="text"):
    path = tmp_path / "serve.log"
    log = open_log(str(path), level=level, form=form)
    log.write("debug", "hit", tool="a")
    log.write("error", "view-refused", tool="a b", message='says "x"\nand more', bytes=7)
    os.close(log.descriptor)
    return path.read_text(encoding="utf-8").splitlines()


def test_a_text_line_says_when_how_bad_what_and_about_what(tmp_path):
    (line,) = written(tmp_path)
    stamp, _, rest = line.partition(" ")
    assert stamp.endswith("Z")
    assert rest == 'error views view-refused tool="a b" message="says \\"x\\"\\nand more" bytes=7'


def test_a_json_line_holds_the_same(tmp_path):
    first, second = (json.loads(line) for line in written(tmp_path, level="debug", form="json"))
    assert first["event"] == "hit"
    assert {**second, "timestamp": ""} == {
        "timestamp": "",
        "level": "error",
        "component": "views",
        "event": "view-refused",
        "tool": "a b",
        "message": 'says "x"\nand more',
        "bytes": 7,
    }


@pytest.mark.parametrize(
    ("page", "event"),
    [
        (emergency_page(Tool({"name": "a"}), "no such thing"), ("error", "compile-failed")),
        (b'<script type="application/json">"data-component=\\"emergency\\""</script>', ("info", "compiled")),
    ],
)
def test_only_the_page_of_last_resort_is_logged_as_a_failure(tmp_path, page, event):
    path = tmp_path / "serve.log"
    log = open_log(str(path), level="info", form="json")
    tell_compiled(log, page, {"tool": "a"})
    os.close(log.descriptor)
    told = json.loads(path.read_text(encoding="utf-8"))
    assert (told["level"], told["event"]) == event


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_serve_logs_to_the_file_and_tells_no_arguments(tmp_path):
    path = tmp_path / "serve.log"
    flags = ("--generated", str(tmp_path), "-v", "--log-file", str(path), "--log-format", "json")
    with serving("--token=secret", flags=flags) as host:
        host.initialize(**APPS)
        host.ask("tools/list")
        host.ask("resources/read", uri="ui://hello")
        host.call("echo", password="secret")
        host.process.stdin.close()
        assert host.ends() == 0
        assert host.errors() == ""
    text = path.read_text(encoding="utf-8")
    events = [json.loads(line) for line in text.splitlines()]
    names = [event["event"] for event in events]
    assert names[0] == "relaying"
    assert names[-1] == "ended"
    assert "secret" not in text
    miss = next(event for event in events if event["event"] == "miss")
    same = [event["event"] for event in events if event.get("requestId") == miss["requestId"]]
    assert same == ["request", "miss", "compiled"]
    call = next(event for event in events if event.get("tool") == "echo")
    answer = next(event for event in events if event["event"] == "answer" and event["id"] == call["id"])
    assert answer["requestId"] == call["requestId"]
