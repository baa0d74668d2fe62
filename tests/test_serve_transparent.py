"""Through any front, before any upstream, a conversation is what it is without us: message by message."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from clients import CAPABILITIES, MODERN, PATIENCE, VERSION, Client, HttpClient, SseClient, StdioClient

MIRROR = [sys.executable, str(Path(__file__).parent / "servers" / "mirror_server.py")]
GENUI = [sys.executable, "-m", "genui", "serve"]
TRANSPORTS = ("stdio", "http", "sse")
ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
LOG_LEVEL = "io.modelcontextprotocol/logLevel"
ENVELOPE = {VERSION: MODERN, CAPABILITIES: {}}


@contextmanager
def running(command: list[str], *, where: str) -> Iterator[Any]:
    """Start a server and wait until it says where it listens."""
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        line = (process.stdout if where == "stdout" else process.stderr).readline()
        assert line, process.stderr.read()
        yield line.strip().removeprefix("listening on ")
    finally:
        process.stdin.close()
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()
        process.stderr.close()


@pytest.fixture(scope="module")
def upstreams() -> Iterator[dict[str, list[str]]]:
    """What to write after `genui serve`, by the transport of the upstream."""
    with running([*MIRROR, "http"], where="stdout") as http, running([*MIRROR, "sse"], where="stdout") as sse:
        yield {
            "stdio": ["--", *MIRROR, "stdio"],
            "http": ["--url", f"http://127.0.0.1:{http}/mcp"],
            "sse": ["--url", f"http://127.0.0.1:{sse}/sse"],
        }


@pytest.fixture(scope="module")
def sites(
    upstreams: dict[str, list[str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, str]]:
    """Where genui listens, by the transport of the upstream: one process serves both HTTP fronts."""
    flags = ["--transport", "http", "--port", "0", "--generated", str(tmp_path_factory.mktemp("none"))]
    with (
        running([*GENUI, *flags, *upstreams["stdio"]], where="stderr") as stdio,
        running([*GENUI, *flags, *upstreams["http"]], where="stderr") as http,
        running([*GENUI, *flags, *upstreams["sse"]], where="stderr") as sse,
    ):
        yield {"stdio": stdio, "http": http, "sse": sse}


@pytest.fixture
def client(
    upstreams: dict[str, list[str]], sites: dict[str, str], tmp_path: Path
) -> Iterator[Callable[[str, str], Client]]:
    """Give clients of a front before an upstream."""
    opened: list[Client] = []

    def connect(front: str, upstream: str) -> Client:
        url = sites[upstream]
        if front == "stdio":
            command = [*GENUI, "--generated", str(tmp_path), *upstreams[upstream]]
            opened.append(StdioClient(command, stderr=subprocess.DEVNULL))
        elif front == "http":
            opened.append(HttpClient(url))
        else:
            opened.append(SseClient(url.replace("/mcp", "/sse")))
        return opened[-1]

    yield connect
    for one in opened:
        one.close()


QUESTIONS: tuple[tuple[str, Any], ...] = (
    ("ping", None),
    ("tools/list", {}),
    ("tools/list", {"cursor": "2"}),
    ("prompts/list", None),
    ("prompts/get", {"name": "p", "arguments": {"q": "ü"}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "test://a"}),
    ("resources/read", {"uri": "ui://theirs/page"}),
    ("resources/subscribe", {"uri": "test://a"}),
    ("resources/unsubscribe", {"uri": "test://a"}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {}}),
    ("logging/setLevel", {"level": "debug"}),
    ("tasks/list", {}),
    ("tasks/get", {"taskId": "1"}),
    ("tasks/result", {"taskId": "1"}),
    ("tasks/cancel", {"taskId": "1"}),
    ("vendor/unknown", {"deep": [1, {"n": 12345678901234567890123}]}),
    ("tools/call", {"name": "exotic", "x-unknown": 1, "task": {"ttl": 5}}),
    ("tools/call", {"name": "error"}),
    (
        "tools/call",
        {"name": "echo", "arguments": {"f": 1e-07, "neg0": -0.0, "big": 10**22, "s": "é\u2028\U0001f600"}},
    ),
)
"""Requests that are answered and nothing more."""

CHATTY: tuple[tuple[Any, int], ...] = (
    ({"name": "progress", "_meta": {"progressToken": "t-1", "vendor/x": None}}, 6),
    ({"name": "ask"}, 5),
    ({"name": "notes"}, 5),
)
"""Calls with other messages before their answers, and how many."""


def handshake_talk(client: Client, version: str) -> list[Any]:
    """Have the whole conversation of a handshake era and write down all that comes."""
    script: list[Any] = [client.initialize(version, sampling={}, elicitation={}, roots={"x": 1})]
    script += [client.ask(method, params) for method, params in QUESTIONS]
    for params, number in CHATTY:
        script += [client.ask("tools/call", params), client.hear(number)]
    client.tell("notifications/roots/list_changed")
    client.tell("notifications/vendor/odd", {"n": -0.0, "deep": {"x": None}})
    client.tell("notifications/progress", {"progressToken": "s", "progress": 1})
    hanging = client.request("tools/call", {"name": "hang"}, key=77)
    client.tell("notifications/cancelled", {"requestId": hanging, "reason": "enough"})
    seen = client.ask("tools/call", {"name": "seen"})
    seen["result"]["structuredContent"]["seen"].sort(key=json.dumps)
    return [*script, seen]


def modern_talk(client: Client) -> list[Any]:
    """Have the whole conversation of the stateless era and write down all that comes."""
    script: list[Any] = [client.ask("server/discover", {"_meta": ENVELOPE})]
    stateful = {"ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}
    for method, params in QUESTIONS:
        if method not in stateful:
            script.append(client.ask(method, {**(params or {}), "_meta": {**ENVELOPE, "vendor/x": 1}}))
    progress = {"name": "progress", "_meta": {**ENVELOPE, LOG_LEVEL: "info", "progressToken": 5}}
    script += [client.ask("tools/call", progress), client.hear(6)]
    script.append(client.ask("tools/call", {"name": "ask", "_meta": ENVELOPE}))
    retry = {"name": "ask", "_meta": ENVELOPE, "requestState": "s", "inputResponses": {"one": {"roots": []}}}
    script.append(client.ask("tools/call", retry))
    script.append(
        client.ask("subscriptions/listen", {"_meta": ENVELOPE, "notifications": {"toolsListChanged": True}})
    )
    return [*script, client.hear(2)]


@pytest.fixture(scope="module")
def direct() -> dict[str, str]:
    """The conversations without us, as JSON text: that tells -0.0 from 0 and 1 from 1.0."""
    said = {}
    for era in ERAS:
        with StdioClient([*MIRROR, "stdio"]) as client:
            said[era] = json.dumps(handshake_talk(client, era))
    with StdioClient([*MIRROR, "stdio"]) as client:
        said[MODERN] = json.dumps(modern_talk(client))
    return said


@pytest.mark.parametrize("upstream", TRANSPORTS)
@pytest.mark.parametrize("front", TRANSPORTS)
def test_a_handshake_conversation_is_the_direct_one(front, upstream, client, direct):
    for era in ERAS if (front, upstream) == ("http", "stdio") else ERAS[-1:]:
        assert json.dumps(handshake_talk(client(front, upstream), era)) == direct[era]


@pytest.mark.parametrize("upstream", TRANSPORTS[:2])
@pytest.mark.parametrize("front", TRANSPORTS[:2])
def test_a_stateless_conversation_is_the_direct_one(front, upstream, client, direct):
    assert json.dumps(modern_talk(client(front, upstream))) == direct[MODERN]
