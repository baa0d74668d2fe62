"""The views that are served: what was reviewed, to the byte, or else a miss."""

import os
from pathlib import Path

import pytest
import serving

from genui.serve.catalog import LiveTool
from genui.serve.command import read_flags
from genui.serve.messages import read
from genui.serve.spans import outline
from genui.serve.uris import tool_named, view_uri


@pytest.fixture
def views(tmp_path):
    serving.commit(tmp_path, {"hello": (serving.HELLO, serving.HTML)})
    core = serving.core_in(tmp_path)
    core.views.load()
    return core.views


TOOL = LiveTool(serving.HELLO)


def artifact(views):
    return Path(views.directory) / views.tools["hello"].file


def test_a_file_that_is_not_what_was_reviewed_is_refused_and_logged_once(views):
    uri = views.uri(TOOL)
    artifact(views).write_bytes(serving.HTML + b" ")
    assert views.ready(TOOL) is None
    assert views.ready(TOOL) is None
    assert [event for _, event, _ in views.log.events] == ["view-refused"]
    assert views.uri(TOOL) != uri


def test_a_file_changed_while_serving_is_checked_again(views):
    assert views.ready(TOOL) is not None
    path = artifact(views)
    path.write_bytes(serving.HTML.replace(b"hello", b"HELLO"))
    os.utime(path, ns=(1, 1))
    assert views.ready(TOOL) is None
    path.write_bytes(serving.HTML)
    assert views.ready(TOOL) is not None


def test_a_missing_file_is_a_miss(views):
    artifact(views).unlink()
    assert views.ready(TOOL) is None


def test_a_new_build_is_taken_in_while_serving(views):
    before = views.uri(TOOL)
    serving.commit(
        Path(views.directory), {"hello": (serving.HELLO, b"<p>new build"), "b": (serving.HELLO, b"x")}
    )
    assert views.load()
    assert views.uri(TOOL) != before
    assert not views.load()


@pytest.mark.parametrize("more", ["0123456789ab.html", "ffffffffffff.html"])
def test_two_artifacts_in_a_folder_contradict_each_other_and_are_a_miss(views, more):
    artifact(views).with_name(more).write_bytes(serving.HTML)
    views.load()
    assert views.ready(TOOL) is None
    assert [event for _, event, _ in views.log.events] == ["view-refused"]
    assert views.uri(TOOL).startswith("ui://hello/")


def test_an_artifact_in_the_folder_of_another_tool_is_no_view(views):
    folder = artifact(views).parent
    folder.rename(folder.with_name("other"))
    views.load()
    assert views.ready(TOOL) is None


def test_views_kept_in_memory_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr("genui.serve.views.MAX_COMPILED", 10)
    tools = {f"t{number}": ({"name": f"t{number}"}, b"x" * 40_000) for number in range(150)}
    serving.commit(tmp_path, tools)
    views = serving.core_in(tmp_path).views
    views.load()
    for definition, _ in tools.values():
        assert views.ready(LiveTool(definition)) is not None
    for number in range(12):
        views.compile(LiveTool({"name": f"m{number}"}), "")
    assert len(views.compiled) == 10


NAMES = ["plain", "a/b", "a b", "ü", "100%", "get.it", "?", "#x", "日本", "..", "a:b", "\ud800"]


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_name_survives_its_uri(name):
    uri = view_uri(name, "0123456789ab")
    assert uri.isascii()
    assert tool_named(uri) == name
    assert tool_named(uri.removesuffix("/0123456789ab.html")) == name


def test_outlines_agree_with_the_texts_they_point_at():
    text = ' {"a" : [1, {"b":"]"} ,null], "result":{"tools":[ {"x":1.50} , 2 ]},"a":0 } '
    result = outline(text, 0, ("result", "tools")).value["result"]
    tools = result.value["tools"]
    assert [text[item.start : item.end] for item in tools.value] == ['{"x":1.50}', "2"]
    assert text[tools.start : tools.end] == '[ {"x":1.50} , 2 ]'
    assert outline(text).value["a"].value == 0


@pytest.mark.parametrize(
    "text", ["", "{", "[", "[1,]", '{"a":1,}', '{"a" 1}', "{1:2}", '{"a":}', "[1 2]", '{"a":1 "b":2}', '{"a']
)
def test_malformed_json_has_no_outline(text):
    with pytest.raises(ValueError, match=r"."):
        outline(text, 0, ("a",))
    with pytest.raises(ValueError, match=r"."):
        read(text + " x")


def test_flags_may_come_in_either_form_and_end_at_the_command():
    flags = read_flags(["--apps=always", "--locked", "-v", "--config", "x.toml", "--", "cmd", "--apps", "no"])
    assert flags.command == ("cmd", "--apps", "no")
    assert flags.values == {
        "serve.apps": "always",
        "serve.locked": "true",
        "serve.log_level": "debug",
        "config": "x.toml",
    }
