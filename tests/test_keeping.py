"""A result kept as an example in the preview: shown first, secrets masked, written inside the project."""

import json
import sys

import pytest
from starlette.testclient import TestClient
from test_preview import PAGE, PLACES, UPSTREAM, post

from genui.assets import preview_texts
from genui.config import load_config
from genui.preview.desk import Desk
from genui.preview.keeping import masked_call
from genui.preview.routes import application
from genui.viewoptions import options_of

DATA = {"days": [{"date": "2026-11-21", "high": 4}]}
CALL = {
    "tool": "forecast",
    "arguments": {"city": "Oslo"},
    "result": {"content": [], "structuredContent": DATA},
}
UPSTREAM_TABLE = f"[upstream]\ncommand = {json.dumps(sys.executable)}\nargs = [{json.dumps(str(UPSTREAM))}]\n"


@pytest.fixture
def opened(tmp_path):
    """Return what opens a preview of a project with this genui.toml, and the client before it."""
    desks = []

    def open_with(more=""):
        file = tmp_path / "genui.toml"
        file.write_bytes((UPSTREAM_TABLE + more).encode())
        desks.append(Desk(lambda: load_config(file, environ={})))
        return TestClient(application(desks[-1], PLACES, preview_texts()), base_url="http://127.0.0.1:5001")

    yield open_with
    for desk in desks:
        desk.close()


def kept(client, **call):
    """Look at what would be written, then write it."""
    told = post(client, "example", **{**CALL, **call}).json()
    return post(client, "example", **{**CALL, **call}, key=told["key"])


def examples(folder, tool="forecast"):
    return options_of(load_config(folder / "genui.toml", environ={}), tool).examples


def test_a_result_is_shown_first_and_written_only_then(opened, tmp_path):
    client = opened()
    told = post(client, "example", **CALL).json()
    assert told["file"] == "examples/forecast.json"
    assert told["line"] == 'examples = "examples/forecast.json"'
    assert told["call"] == {"arguments": {"city": "Oslo"}, "result": DATA}
    assert not (tmp_path / "examples").exists()
    assert (tmp_path / "genui.toml").read_text() == UPSTREAM_TABLE

    assert post(client, "example", **CALL, key=told["key"]).status_code == 200
    assert json.loads((tmp_path / "examples/forecast.json").read_text()) == [told["call"]]
    assert examples(tmp_path)[0]["result"]["structuredContent"] == DATA


def test_another_call_is_added_and_the_same_one_replaced(opened, tmp_path):
    client = opened()
    kept(client)
    kept(client, arguments={"city": "Bergen"})
    kept(client, result={"content": [], "structuredContent": {"days": []}})
    found = json.loads((tmp_path / "examples/forecast.json").read_text())
    assert [one["arguments"]["city"] for one in found] == ["Bergen", "Oslo"]
    assert found[1]["result"] == {"days": []}
    assert (tmp_path / "genui.toml").read_text().count("examples/forecast.json") == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '\n[tools.forecast]\nexamples = "examples/forecast.json"\n'),
        (
            "[tools.forecast]\nview = true\n",
            '[tools.forecast]\nexamples = "examples/forecast.json"\nview = true\n',
        ),
        ("[tools.forecast]", '[tools.forecast]\nexamples = "examples/forecast.json"\n'),
        ("[tools.forecast] # mine\r\n", '[tools.forecast] # mine\r\nexamples = "examples/forecast.json"\r\n'),
        (
            '[tools."*"]\nhints = {chart = "bar"}\n[tools."forecast"]\n',
            '[tools."*"]\nhints = {chart = "bar"}\n[tools."forecast"]\nexamples = "examples/forecast.json"\n',
        ),
    ],
)
def test_the_line_goes_into_the_table_of_the_tool(opened, tmp_path, before, after):
    assert kept(opened(before)).status_code == 200
    assert (tmp_path / "genui.toml").read_bytes().decode() == UPSTREAM_TABLE + after
    assert examples(tmp_path)


@pytest.mark.parametrize(
    ("config", "message", "hint"),
    [
        ("[tools]\nforecast = {view = true}\n", "takes no line", 'examples = "examples/forecast.json"'),
        (
            "[[tools.forecast.examples]]\narguments = {}\nresult = 1\n",
            "stand in genui.toml itself",
            "move them",
        ),
        ('[tools.forecast]\nexamples = "../far.json"\n', "outside of the project", "under"),
    ],
)
def test_what_cannot_be_written_is_said_with_what_mends_it(opened, tmp_path, config, message, hint):
    (tmp_path.parent / "far.json").write_text("[]")
    refused = post(opened(config), "example", **CALL)
    assert refused.status_code == 422
    assert message in refused.json()["problem"]["message"]
    assert hint in refused.json()["problem"]["hint"]
    assert (tmp_path.parent / "far.json").read_text() == "[]"
    assert not (tmp_path / "examples").exists()


def test_a_link_out_of_the_project_is_not_followed(opened, tmp_path):
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (tmp_path / "examples").symlink_to(outside, target_is_directory=True)
    assert "outside of the project" in post(opened(), "example", **CALL).json()["problem"]["message"]
    assert not list(outside.iterdir())


def test_files_that_changed_meanwhile_are_shown_again_before_anything_is_written(opened, tmp_path):
    client = opened()
    told = post(client, "example", **CALL).json()
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/forecast.json").write_text("[]")
    (tmp_path / "genui.toml").write_text(UPSTREAM_TABLE + "# a note\n")
    refused = post(client, "example", **CALL, key=told["key"])
    assert "changed since" in refused.json()["problem"]["message"]
    assert (tmp_path / "examples/forecast.json").read_text() == "[]"


@pytest.mark.parametrize(
    "call",
    [
        {"tool": "nope"},
        {"result": {"isError": True, "content": []}},
        {"result": None},
        {"arguments": []},
        {"result": {"content": [{"type": "text", "text": "x" * 600_000}]}},
    ],
)
def test_what_is_no_example_is_refused(opened, tmp_path, call):
    refused = post(opened(), "example", **{**CALL, **call})
    assert refused.status_code == 422
    assert refused.json()["problem"]["message"]
    assert not (tmp_path / "examples").exists()


def test_nobody_without_the_token_writes(opened, tmp_path):
    client = opened()
    key = post(client, "example", **CALL).json()["key"]
    other = PAGE.replace("secret-token", "other-token")
    for address in (
        f"{other}/api/example",
        "http://127.0.0.1:5001/api/example",
        "http://127.0.0.1:5002/api/example",
    ):
        assert client.post(address, json={**CALL, "key": key}).status_code >= 400
    assert (
        client.post(
            f"{PAGE}/api/example", json={**CALL, "key": key}, headers={"origin": "http://evil.test"}
        ).status_code
        == 403
    )
    assert not (tmp_path / "examples").exists()


MASKED = {
    "password": "hunter2",
    "apiKey": "abcdef",
    "access_key_id": "AKIA",
    "session_id": "s-1",
    "credentials": {"user": "ada", "code": 12, "active": True},
    "note": "use Bearer abcdefghijkl for it",
    "url": "postgres://ada:pw@db.test/x",
    "jwt_like": "eyJhbGciOiJI.eyJzdWIiOiIx.abc",
    "sent": "ghp_abcdefghijklmnopqrst",
}
PLAIN = {
    "author": "Ada",
    "key": "PROJ-1",
    "max_tokens": 100,
    "passengers": 3,
    "keyboard": "qwerty",
    "session": "Spring",
    "summary": "Sessions and keys: an overview",
}


def test_what_looks_secret_is_masked_by_name_and_by_form():
    clean, places = masked_call({"result": MASKED, "text": json.dumps({"token": "t", "n": 1})})
    told = json.dumps(clean)
    for secret in ("hunter2", "abcdef", "s-1", "ada", "eyJ", "ghp_", "AKIA"):
        assert secret not in told
    assert clean["result"]["credentials"] == {"user": "***", "code": 0, "active": True}
    assert json.loads(clean["text"]) == {"token": "***", "n": 1}
    assert len(places) == len(MASKED) + 2
    assert masked_call(PLAIN) == (PLAIN, [])


def test_masked_values_are_what_is_written(opened, tmp_path):
    told = kept(
        opened(), arguments={"city": "Oslo", "api_key": "abc"}, result={"structuredContent": MASKED}
    ).json()
    assert "/arguments/api_key" in told["masked"]
    assert "hunter2" not in (tmp_path / "examples/forecast.json").read_text()
