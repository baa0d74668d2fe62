"""The log: one line an event, at the level asked for, where it was asked for."""

import json
import os
import shutil

import pytest
from kept import artifact
from ondemand import TOOLS, Served, project
from serve_host import APPS, serving

from genui.cli import main
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


def logged(file, *, act=lambda host: None, tools=None, **flags):
    """Serve a project, do something, and return the events of the log."""
    path = file.parent / "serve.log"
    flags = {"serve.log_file": str(path), "serve.log_format": "json", **flags}
    with Served(file, tools=tools, **flags) as host:
        act(host)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def only(events, name):
    return [event for event in events if event["event"] == name]


def test_one_line_at_the_start_says_what_is_served(tmp_path):
    file = project(tmp_path, more='[tools.get_forcast]\nkind = "rich"\n')
    assert main(["build", "--config", str(file), "--tool", "get_forecast"]) == 0
    events = logged(file, act=lambda host: host.ask("tools/list"))
    (start,) = only(events, "serving")
    told = {"server": "forecasts 1", "tools": 2, "fresh": 1, "missing": 1, "level": "info"}
    assert told.items() <= start.items()
    (unused,) = only(events, "config-unused")
    assert "did you mean get_forecast?" in unused["message"]


def test_a_host_without_apps_is_told_once_to_get_the_tools_as_they_are(tmp_path):
    def plain(host):
        for _ in range(2):
            host.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "old"})
            host.ask("tools/list")

    (told,) = only(logged(project(tmp_path), act=plain), "host")
    assert told["host"] == "old"
    assert told["message"] == "host declares no MCP Apps: tools pass unchanged"


def test_drift_and_the_reason_of_a_miss_are_logged(tmp_path):
    file = project(tmp_path)
    assert main(["build", "--config", str(file)]) == 0
    tools = [{**TOOLS[0], "inputSchema": {"type": "object"}}, *TOOLS[1:]]
    events = logged(file, tools=tools, act=lambda host: host.html())
    (drift,) = only(events, "drift")
    assert (drift["tools"], drift["level"]) == (["get_forecast"], "warning")
    assert only(events, "serving")[0]["stale"] == 1
    (miss,) = only(events, "miss")
    assert miss["reason"] == "stale"
    assert miss["cacheKey"].startswith("get_forecast:")
    (compiled,) = only(events, "compiled")
    assert {**miss, **compiled}.keys() >= {"tool", "requestId", "ms", "cacheKey"}
    assert compiled["requestId"] == miss["requestId"]


def test_the_reason_of_a_stand_in_is_logged(tmp_path):
    file = project(tmp_path)
    assert main(["build", "--config", str(file)]) == 0
    view = artifact(tmp_path / "generated", "get_forecast").with_name("view.json")
    document = json.loads(view.read_text())
    view.write_text(json.dumps({**document, "fallback": "timeout: no answer"}))
    (told,) = only(logged(file, act=lambda host: host.html()), "view-fallback")
    assert (told["tool"], told["message"]) == ("get_forecast", "timeout: no answer")


def test_a_generation_is_logged_with_its_tokens_and_a_failed_one_as_a_failure(tmp_path):
    def generate(host):
        host.html()
        host.work()

    events = logged(project(tmp_path, model=True), act=generate)
    (answered,) = only(events, "model-answered")
    (made,) = only(events, "view-made")
    assert answered["tokens"] > 100
    assert answered["requestId"] == made["requestId"] == only(events, "miss")[0]["requestId"]
    assert not only(events, "model-said")
    (tmp_path / "serve.log").unlink()
    (tmp_path / "writer.py").write_text("raise SystemExit('no quota')")
    shutil.rmtree(tmp_path / ".genui")

    def fail(host):
        generate(host)
        host.call("regenerate")
        host.call("refine", feedback="make it sing")

    failures = only(logged(tmp_path / "genui.toml", act=fail), "model-failed")
    assert [(one["level"], one["tool"]) for one in failures] == [("error", "get_forecast")] * 3
    assert {one["errorCode"] for one in failures} == {"server"}
    assert all(one["requestId"] for one in failures)


def test_debug_logs_prompts_and_answers_without_keys(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "canary-of-a-key")
    tools = [{**TOOLS[0], "description": "Daily forecast. canary-of-a-key"}, *TOOLS[1:]]

    def generate(host):
        host.html()
        host.work()

    file = project(tmp_path, model=True)
    events = logged(file, tools=tools, act=generate, **{"serve.debug": "true"})
    said = "".join(event["message"] for event in only(events, "model-said"))
    assert "Daily forecast." in said
    assert "Days ahead" in said
    assert "canary" not in said


def test_the_list_of_views_counts_what_was_there_and_what_was_dropped(tmp_path):
    with Served(
        project(tmp_path), **{"limits.overlay_views": "1", "serve.log_file": str(tmp_path / "log")}
    ) as host:
        host.html()
        host.html()
        host.says("regenerate")
        host.says("regenerate", "list_cities")
        cache = host.ask("tools/call", name="_ui_list", arguments={})["result"]["structuredContent"]["cache"]
    assert cache == {"hits": 1, "misses": 1, "evictions": 1}
    assert "view-evicted" in (tmp_path / "log").read_text()
