"""Random traffic: nothing makes the core fail, and what it has no part in passes byte for byte."""

import json

import pytest
import serving
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serve_host import APPS

from genui.serve.catalog import reread
from genui.serve.stdio import replay

METHODS = [
    "initialize",
    "server/discover",
    "tools/list",
    "tools/call",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "notifications/cancelled",
    "notifications/tools/list_changed",
    "subscriptions/listen",
    "ping",
    "vendor/x",
]
IDS = st.sampled_from([0, 1, 2, "1", "genui:1", 1.5, None, True, "é"])
SMALL = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 2)
    | st.sampled_from(["", "ui://hello", "hello", "_ui_list", "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["name", "uri", "arguments", "toolName", "requestId", "cursor"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
PARAMS = SMALL | st.builds(
    lambda uri, meta: {"uri": uri, "name": "_ui_inspect", "arguments": {"toolName": "hello"}, "_meta": meta},
    st.sampled_from(["ui://hello", "ui://", "ui://%ED%A0%80/x", "ui://%ff%", "file:///x"]),
    st.sampled_from([None, MODERN, {**MODERN, "io.modelcontextprotocol/clientCapabilities": APPS}]),
)
REQUESTS = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS)}, optional={"id": IDS, "params": PARAMS}
)
TOOLS = st.lists(
    st.sampled_from(
        [
            serving.HELLO,
            {"name": "b", "_meta": {"ui": {"resourceUri": "ui://b/x"}}},
            {"name": "c", "_meta": {"ui": 3}},
            5,
        ]
    )
)
RESULTS = SMALL | st.fixed_dictionaries(
    {},
    optional={
        "tools": TOOLS | SMALL,
        "resources": SMALL,
        "capabilities": SMALL,
        "nextCursor": st.sampled_from([None, "n"]),
    },
)
ANSWERS = st.fixed_dictionaries(
    {"id": IDS}, optional={"result": RESULTS, "error": SMALL, "jsonrpc": st.just("2.0")}
)
DEEP = "[" * 600 + "]" * 600
RAW = st.sampled_from(
    ["", "{", "[1", "not json", '{"id":1,"error', '{"id":1,"result":{"tools":' + DEEP + "}}", DEEP, "\0"]
)


def lines(messages):
    one = messages.map(json.dumps) | RAW
    return one | st.lists(messages, max_size=3).map(json.dumps)


STEPS = st.lists(
    st.tuples(st.just("host"), lines(REQUESTS | ANSWERS))
    | st.tuples(st.just("upstream"), lines(ANSWERS | REQUESTS)),
    max_size=12,
)
HELLO_HOST = [
    ("host", json.dumps({"id": 0, "method": "initialize", "params": {"capabilities": APPS}})),
    ("upstream", json.dumps({"id": 0, "result": {"capabilities": {}}})),
]


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    directory = tmp_path_factory.mktemp("generated")
    serving.commit(directory, {"hello": (serving.HELLO, serving.HTML)})
    return directory


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.integers(1, 400))
def test_no_traffic_makes_the_core_fail_or_write_half_a_line(directory, steps, piece):
    talk = serving.Talk(serving.core_in(directory), piece=piece)
    for who, text in [*HELLO_HOST, *steps]:
        getattr(talk, who)(text.encode("utf-8", "surrogatepass") + b"\n")
        talk.work()
    talk.core.upstream_closed("over")
    talk.take()
    for data in (talk.host_bytes, talk.upstream_bytes):
        assert data.endswith(b"\n")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(STEPS, st.integers(1, 400), st.sampled_from(["never", "auto"]))
def test_a_host_without_apps_and_its_upstream_get_every_byte(directory, steps, piece, apps):
    steps = [
        (who, text) for who, text in steps if "clientCapabilities" not in text and "extensions" not in text
    ]
    talk = serving.Talk(serving.core_in(directory, apps=apps), piece=piece)
    for who, text in steps:
        getattr(talk, who)(text.encode("utf-8", "surrogatepass") + b"\n")
    for sent, got in (("host", talk.upstream_bytes), ("upstream", talk.host_bytes)):
        assert got == b"".join(
            text.encode("utf-8", "surrogatepass") + b"\n" for who, text in steps if who == sent
        )


EVENTS = st.sampled_from(["lost", "refuse", "accept", "replay", "reread"])
ROUGH = st.lists(
    st.tuples(st.just("host"), lines(REQUESTS | ANSWERS))
    | st.tuples(st.just("upstream"), lines(ANSWERS | REQUESTS))
    | st.tuples(st.just("event"), EVENTS),
    max_size=16,
)


def happens(core, event):
    """Let something happen that no message brings about."""
    if event == "lost":
        core.upstream_lost("it crashed")
    elif event == "replay":
        replay(core, lambda _good: None)
    elif event == "reread":
        reread(core, {})
    else:
        core.refusing = "later" if event == "refuse" else ""


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ROUGH, st.integers(1, 400), st.sampled_from([(10_000, 1 << 26), (2, 1 << 26), (10_000, 120)]))
def test_crashes_and_limits_break_no_line_and_leave_no_request_open(directory, steps, piece, limits):
    in_flight, message_bytes = limits
    talk = serving.Talk(
        serving.core_in(directory, in_flight=in_flight, message_bytes=message_bytes), piece=piece
    )
    for who, text in [*HELLO_HOST, *steps]:
        if who == "event":
            happens(talk.core, text)
            talk.take()
            continue
        getattr(talk, who)(text.encode("utf-8", "surrogatepass") + b"\n")
        talk.work()
    talk.core.upstream_lost("over")
    talk.take()
    assert talk.host_bytes.endswith(b"\n")
    assert not talk.core.wire.in_flight


def test_schemas_nested_deeper_than_python_reads_pass(directory):
    deep = {"name": "deep", "inputSchema": {}}
    for _ in range(400):
        deep["inputSchema"] = {"items": deep["inputSchema"]}
    answer = json.dumps({"id": 1, "result": {"tools": [deep]}}).encode() + b"\n"
    talk = serving.Talk(serving.core_in(directory, apps="always"))
    talk.host(b'{"id":1,"method":"tools/list"}\n')
    talk.upstream(answer)
    assert talk.host_bytes == answer
