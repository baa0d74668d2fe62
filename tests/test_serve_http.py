"""The HTTP fronts beyond what passes through them: who may come in, limits, sessions, ends."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import serving as cores
from clients import ACCEPT, CAPABILITIES, MODERN, PATIENCE, VERSION, HttpClient, SseClient
from serve_host import APPS, is_gone

SERVERS = Path(__file__).parent / "servers"
MIRROR = [sys.executable, str(SERVERS / "mirror_server.py")]
FAKE = [sys.executable, str(SERVERS / "serve_upstream.py")]
POSTED = {"content-type": "application/json", "accept": ACCEPT}
TOKEN = "s3cret-of-the-test"


class Running:
    """A `genui serve` process that listens."""

    def __init__(self, *arguments: str, **environ: str) -> None:
        command = [sys.executable, "-m", "genui", "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env={**os.environ, **environ}
        )
        line = self.process.stderr.readline().decode()
        assert line.startswith("listening on "), line + self.process.stderr.read().decode()
        self.url = line.split()[-1]
        self.log = b""
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self) -> None:
        for line in self.process.stderr:
            self.log += line

    def ends(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        self.process.stderr.close()

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, dict[str, str], Any]:
        """Send one HTTP request and return status, headers and JSON."""
        port = urlsplit(self.url).port
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(
            method, path, sent, {"content-type": "application/json", "accept": ACCEPT, **named}
        )
        response = connection.getresponse()
        data = response.read()
        connection.close()
        lower = {name.lower(): value for name, value in response.headers.items()}
        return response.status, lower, json.loads(data) if data.startswith((b"{", b"[")) else data


@contextmanager
def running(*arguments: str, **environ: str) -> Iterator[Running]:
    site = Running(*arguments, **environ)
    try:
        yield site
    finally:
        site.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A site before the mirror, with one committed view and small limits."""
    folder = tmp_path_factory.mktemp("site")
    cores.commit(folder, {"echo": ({"name": "echo", "inputSchema": {"type": "object"}}, cores.inert("echo"))})
    settings = {
        "GENUI_LIMITS_MESSAGE_BYTES": "100000",
        "GENUI_LIMITS_IN_FLIGHT": "3",
        "GENUI_LIMITS_SESSIONS": "4",
    }
    with running(
        "--transport", "http", "--generated", str(folder), "--", *MIRROR, "stdio", **settings
    ) as one:
        yield one


def opening(version: str = "2025-11-25", **capabilities: Any) -> dict[str, Any]:
    params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "c"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def call(name: str, key: Any = 2, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": key, "method": "tools/call", "params": {"name": name, **params}}


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (("POST", "/mcp", {"jsonrpc": "2.0", "id": 1, "method": "ping"}), 400),
        (("POST", "/mcp", b"{"), 400),
        (("POST", "/mcp", b"[]"), 400),
        (("POST", "/mcp", b'{"id":1}'), 400),
        (("POST", "/mcp", b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 100_000 + b'"}'), 413),
        (("GET", "/mcp"), 400),
        (("DELETE", "/mcp"), 400),
        (("PUT", "/mcp", b"{}"), 405),
        (("POST", "/sse", b"{}"), 405),
        (("GET", "/nothing"), 404),
        (("POST", "/messages?session_id=x", {"jsonrpc": "2.0", "id": 1, "method": "ping"}), 404),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_status_and_an_error(site, request_, status):
    got, _, body = site.ask(*request_)
    assert got == status
    assert body["error"]["message"]


def test_requests_from_elsewhere_without_json_or_of_no_session_are_refused(site):
    assert site.ask("POST", "/mcp", opening(), host="evil.example")[0] == 421
    assert site.ask("POST", "/mcp", opening(), origin="https://evil.example")[0] == 403
    assert site.ask("POST", "/mcp", opening(), content_type="text/plain")[0] == 415
    assert site.ask("POST", "/mcp", call("echo"), mcp_session_id="nobody")[0] == 404
    assert site.ask("DELETE", "/mcp", mcp_session_id="nobody")[0] == 404


def test_a_page_of_a_local_origin_may_ask_first_and_read_the_answer(site):
    origin = "http://localhost:6274"
    status, headers, _ = site.ask("OPTIONS", "/mcp", origin=origin, access_control_request_headers="x, y")
    assert (status, headers["access-control-allow-origin"]) == (204, origin)
    assert headers["access-control-allow-headers"] == "x, y"
    status, headers, _ = site.ask("GET", "/mcp", origin=origin)
    assert (status, headers["access-control-allow-origin"]) == (400, origin)
    assert site.ask("OPTIONS", "/mcp", origin="https://evil.example")[0] == 403


def test_a_page_of_another_site_starts_no_upstream(site):
    before = site.ask("GET", "/healthz")[2]["clients"]
    for path in ("/sse", "/mcp", "/nothing"):
        assert site.ask("GET", path, sec_fetch_site="cross-site")[0] == 403
    assert site.ask("GET", "/healthz")[2]["clients"] == before


@pytest.mark.parametrize("last_event", ["1-" + "9" * 5000, "9" * 5000, "1-x", "1-²", "-"])
def test_a_last_event_that_is_none_of_ours_is_refused(site, last_event):
    with HttpClient(site.url) as client:
        client.initialize()
        session = client.headers["mcp-session-id"]
        said = last_event.encode("latin-1").decode("latin-1")
        assert site.ask("GET", "/mcp", mcp_session_id=session, last_event_id=said)[0] == 400


def raw(site: Running, *pieces: bytes) -> bytes:
    """Send bytes and return what comes until the server hangs up."""
    with socket.create_connection(("127.0.0.1", urlsplit(site.url).port), timeout=PATIENCE) as stream:
        with suppress(ConnectionError):
            for piece in pieces:
                stream.sendall(piece)
        got = b""
        with suppress(ConnectionError):
            while chunk := stream.recv(65536):
                got += chunk
        return got


@pytest.mark.parametrize(
    "start", [b"GET /", b"GET /mcp HTTP/1.1\r\nx: ", b"GET /mcp HTTP/1.1\r\nx: y\r\n" * 2]
)
def test_a_head_of_more_than_16_kb_is_refused_before_it_has_come_whole(site, start):
    assert raw(site, start + b"a" * 15_000, b"a" * 15_000)[:13] in {b"HTTP/1.1 431 ", b"HTTP/1.1 400 "}
    assert (
        raw(site, b"GET /healthz HTTP/1.1\r\nconnection: close\r\nx: " + b"a" * 15_000 + b"\r\n\r\n")[:13]
        == b"HTTP/1.1 200 "
    )


@pytest.mark.parametrize("target", [b"*", b"x", b"//[", b"http://[", b"/%ff", b"/\xff"])
@pytest.mark.parametrize("method", [b"OPTIONS", b"GET", b"CONNECT", b"POST"])
def test_an_odd_target_is_the_clients_fault(site, method, target):
    answer = raw(site, method + b" " + target + b" HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 4")


def test_a_large_body_is_read_only_for_a_session_that_is_there(site):
    large = call("echo", text="x" * 90_000)
    with HttpClient(site.url) as client:
        client.initialize()
        session = client.headers["mcp-session-id"]
        assert site.ask("POST", "/mcp", large, mcp_session_id=session)[0] == 200
    head = b"POST %s HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    head += b"content-length: 90000\r\nconnection: close\r\n"
    for path, header, status in (
        (b"/mcp", b"mcp-session-id: nobody\r\n", b"404"),
        (b"/messages?session_id=nobody", b"", b"404"),
    ):
        assert raw(site, head % path + header + b"\r\n")[9:12] == status


def test_health_says_that_we_are_there(site):
    status, _, body = site.ask("GET", "/healthz")
    assert (status, body["status"]) == (200, "ok")


def test_a_session_ends_with_delete_and_is_unknown_from_then_on(site):
    status, headers, _ = site.ask("POST", "/mcp", opening())
    session = headers["mcp-session-id"]
    assert status == 200
    assert site.ask("POST", "/mcp", call("echo"), mcp_session_id=session)[0] == 200
    assert site.ask("DELETE", "/mcp", mcp_session_id=session)[0] == 200
    assert site.ask("POST", "/mcp", call("echo"), mcp_session_id=session)[0] == 404


def test_more_clients_or_requests_than_the_limits_are_told_so(site):
    clients = [HttpClient(site.url) for _ in range(4)]
    try:
        for client in clients:
            client.initialize()
        status, _, body = site.ask("POST", "/mcp", opening())
        assert (status, body["id"]) == (503, 1)
        assert "4 clients are connected" in body["error"]["message"]
        session = clients[0].headers["mcp-session-id"]
        # Each goes over a connection of its own, in any order: the first refusal tells that three wait.
        for key in range(6):
            clients[0].request("tools/call", {"name": "hang"}, key=key)
        while 429 not in clients[0].statuses:
            clients[1].ask("ping")
        answers = [site.ask("POST", "/mcp", call("hang", key), mcp_session_id=session) for key in (7, 8)]
        assert {status for status, _, _ in answers} == {429}
        assert answers[0][2]["id"] == 7
        assert "the limit is 3" in answers[0][2]["error"]["message"]
    finally:
        for client in clients:
            client.close()


def test_a_batch_is_answered_whole(site):
    with HttpClient(site.url) as client:
        client.initialize("2025-03-26")
        batch = [call("echo", 5), {"jsonrpc": "2.0", "method": "notifications/vendor"}, call("echo", "x")]
        status, _, body = site.ask("POST", "/mcp", batch, mcp_session_id=client.headers["mcp-session-id"])
        assert status == 200
        assert {answer["id"] for answer in body} == {5, "x"}


def test_a_cancelled_request_ends_its_response(site):
    with HttpClient(site.url) as client:
        client.initialize()
        key = client.request("tools/call", {"name": "hang"})
        client.tell("notifications/cancelled", {"requestId": key})
        client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": key}})
        while client.answers[key].empty():
            client.tell("notifications/cancelled", {"requestId": key})
        assert client.answers[key].get()["error"]["code"] == -32800


def test_a_stream_that_broke_off_is_sent_again_from_where_the_client_was(site):
    with HttpClient(site.url) as client:
        client.initialize()
        session = client.headers["mcp-session-id"]
        _, _, whole = site.ask(
            "POST", "/mcp", call("progress", _meta={"progressToken": 1}), mcp_session_id=session
        )
        parts = whole.split(b"\n\n")
        assert parts[0].startswith(b"id: ")
        last = parts[3].split(b"\n")[0].removeprefix(b"id: ").decode()
        _, _, rest = site.ask("GET", "/mcp", mcp_session_id=session, last_event_id=last)
        assert rest.split(b"\n\n") == parts[4:]


def modern(method: str, key: Any = 1, capabilities: Any = None, **params: Any) -> dict[str, Any]:
    meta = {VERSION: MODERN, CAPABILITIES: capabilities or {}}
    return {"jsonrpc": "2.0", "id": key, "method": method, "params": {**params, "_meta": meta}}


def ask_modern(site: Running, message: dict[str, Any], **headers: str) -> tuple[int, Any]:
    name = message["params"].get("uri", message["params"].get("name"))
    said = {
        "mcp_protocol_version": MODERN,
        "mcp_method": message["method"],
        **({"mcp_name": name} if name else {}),
    }
    status, _, body = site.ask("POST", "/mcp", message, **{**said, **headers})
    return status, body


def test_in_the_stateless_era_each_message_says_whether_it_gets_views(site):
    page = {"cursor": "2"}
    plain = ask_modern(site, modern("tools/list", **page))[1]["result"]["tools"]
    linked = ask_modern(site, modern("tools/list", capabilities=APPS, **page))[1]["result"]["tools"]
    again = ask_modern(site, modern("tools/list", **page))[1]["result"]["tools"]
    assert plain == again
    uri = next(tool["_meta"]["ui"]["resourceUri"] for tool in linked if tool["name"] == "echo")
    status, body = ask_modern(site, modern("resources/read", uri=uri, capabilities=APPS))
    assert (status, body["result"]["contents"][0]["text"]) == (200, cores.inert("echo").decode())
    status, body = ask_modern(site, modern("resources/read", uri=uri))
    assert body["result"]["contents"][0]["text"] == "hello"


def test_in_the_stateless_era_statuses_follow_errors_and_headers_the_body(site):
    assert ask_modern(site, modern("nothing/here"))[0] == 404
    status, body = ask_modern(site, modern("tools/call", name="echo"), mcp_name="other")
    assert (status, body["error"]["code"]) == (400, -32020)
    status, body = ask_modern(site, modern("tools/list"), mcp_method="tools/call")
    assert (status, body["error"]["code"]) == (400, -32020)
    assert ask_modern(site, modern("tools/call", name="ü"), mcp_name="=?base64?w7w=?=")[0] == 200
    assert site.ask("GET", "/mcp", mcp_protocol_version=MODERN)[0] == 405


def test_clients_that_use_the_same_ids_and_tokens_do_not_meet(site):
    bodies = []
    message = modern("tools/call", name="progress", key="same")
    message["params"]["_meta"]["progressToken"] = "same"
    threads = [threading.Thread(target=lambda: bodies.append(ask_modern(site, message)[1])) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    for body in bodies:
        told = [
            json.loads(line.removeprefix(b"data: "))
            for line in body.split(b"\n")
            if line.startswith(b"data: {")
        ]
        progress = [
            one["params"]["progress"] for one in told if one.get("method") == "notifications/progress"
        ]
        assert progress == [1, 2.5, 3]
        assert told[-1]["id"] == "same"


REQUEST = '{"jsonrpc":"2.0","id":1,"method":"tools/call",'
MINE = f'"{VERSION}":"{MODERN}","{CAPABILITIES}":{{}}'
ASKED = f'"params":{{"name":"echo","_meta":{{{MINE}}}}}'


@pytest.mark.parametrize(
    "body",
    [
        f'{{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call",{ASKED}}}',
        f'{{"jsonrpc":"2.0","ID":2,"id":1,"method":"tools/call",{ASKED}}}',
        f'{{"jsonrpc":"2.0","id":1,"Id":2,"method":"tools/call",{ASKED}}}',
        f'{{"jsonrpc":"2.0","i\\u0064":1,"id":2,"method":"tools/call",{ASKED}}}',
        f'{{"jsonrpc":"2.0","id":1,"Method":"notifications/cancelled","method":"tools/call",{ASKED}}}',
        f'{{"jsonrpc":"2.0","ID":1,"method":"notifications/x",{ASKED}}}',
        f'{{"jsonrpc":"2.0","id":1,"method":"tools/call",{ASKED},"params":{{}}}}',
        f'{{"jsonrpc":"2.0","id":1,"method":"tools/call",{ASKED},"param\u017f":{{}}}}',
        REQUEST + f'"params":{{"_META":{{}},"name":"echo","_meta":{{{MINE}}}}}}}',
        REQUEST + f'"params":{{"name":"echo","_meta":{{{MINE},"progresstoken":1}}}}}}',
    ],
)
def test_a_message_that_could_be_read_as_another_clients_is_refused(site, body):
    said = {"mcp_protocol_version": MODERN, "mcp_method": "tools/call", "mcp_name": "echo"}
    status, _, answer = site.ask("POST", "/mcp", body.encode(), **said)
    assert (status, answer["error"]["code"], answer["id"]) == (400, -32600, None)
    assert "stands twice" in answer["error"]["message"]


def test_names_inside_arguments_are_the_upstreams_business(site):
    odd = '"arguments":{"id":1,"ID":2,"id":3,"_META":{}}'
    body = REQUEST + ASKED.replace('"_meta"', f'{odd},"_meta"') + "}"
    said = {"mcp_protocol_version": MODERN, "mcp_method": "tools/call", "mcp_name": "echo"}
    assert site.ask("POST", "/mcp", body.encode(), **said)[0] == 200


@pytest.mark.parametrize(("asked", "told"), [({}, 0), ({"io.modelcontextprotocol/logLevel": "info"}, 3)])
def test_log_messages_go_only_to_who_asked_for_them(site, asked, told):
    message = modern("tools/call", name="progress")
    message["params"]["_meta"] |= {"progressToken": 1, **asked}
    body = ask_modern(site, message)[1]
    assert body.count(b'"notifications/message"') == told
    assert body.count(b'"notifications/progress"') == 3


def seen_by(site: Running) -> list[Any]:
    return ask_modern(site, modern("tools/call", name="seen"))[1]["result"]["structuredContent"]["seen"]


def test_hanging_up_cancels_in_the_stateless_era(site):
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(site.url).port)
    headers = {"mcp-protocol-version": MODERN, "mcp-method": "tools/call", "mcp-name": "hang"}
    connection.request(
        "POST",
        "/mcp",
        json.dumps(modern("tools/call", name="hang")),
        {**POSTED, **headers},
    )
    before = len(
        ask_modern(site, modern("tools/call", name="seen"))[1]["result"]["structuredContent"]["seen"]
    )
    connection.sock.close()
    connection.close()
    seen: list[Any] = []
    while len(seen) <= before:
        seen = seen_by(site)
    assert seen[-1]["method"] == "notifications/cancelled"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_open_streams_and_stubborn_upstreams(number):
    with running("--transport", "sse", "--", *FAKE, "stubborn") as site:
        sse = SseClient(site.url)
        clients = [HttpClient(site.url.replace("/sse", "/mcp")), sse]
        pids = []
        for client in clients:
            client.initialize()
            answer = client.ask("tools/call", {"name": "child"})
            pids += json.loads(answer["result"]["content"][0]["text"])
            client.request("tools/call", {"name": "hang"})
        assert site.ends(number) == 128 + number
        assert all(is_gone(pid) for pid in pids)
        for client in clients:
            client.close()


def test_when_the_upstream_dies_requests_are_answered_and_the_session_is_over():
    with running("--transport", "http", "--", *FAKE) as site, HttpClient(site.url) as client:
        client.initialize()
        pids = json.loads(client.ask("tools/call", {"name": "child"})["result"]["content"][0]["text"])
        hanging = client.request("tools/call", {"name": "hang"})
        error = client.ask("tools/call", {"name": "die", "arguments": {"after": "hang"}})["error"]
        assert "exited with status 7" in error["message"]
        assert client.answers[hanging].get(timeout=PATIENCE)["error"]["message"] == error["message"]
        session = client.headers["mcp-session-id"]
        while site.ask("POST", "/mcp", call("echo"), mcp_session_id=session)[0] != 404:
            pass
        assert all(is_gone(pid) for pid in pids)


def resident(site: Running) -> float:
    """Return the kilobytes of memory that a site takes."""
    status = Path(f"/proc/{site.process.pid}/status").read_text(encoding="utf-8")
    return next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS"))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_who_is_refused_leaves_nothing_behind():
    flags = ("--transport", "http", "--token-env", "TEST_TOKEN", "--log-level", "error", "--", *FAKE)
    with running(*flags, TEST_TOKEN=TOKEN) as site:
        marks = []
        for _ in range(3):
            for _ in range(600):
                assert site.ask("POST", "/mcp", opening())[0] == 401
            marks.append(resident(site))
        assert marks[2] - marks[1] < 200


def test_an_opening_is_small_and_nothing_is_read_of_a_stranger():
    flags = ("--transport", "http", "--token-env", "TEST_TOKEN", "--log-level", "error", "--", *FAKE)
    bearer = f"Bearer {TOKEN}"
    large = {**opening(), "x": "x" * 300_000}
    with running(*flags, TEST_TOKEN=TOKEN) as site:
        assert site.ask("POST", "/mcp", large, authorization=bearer)[0] == 413
        head = (
            b"POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-length: 9000000\r\n\r\n"
        )
        assert raw(site, head).startswith(b"HTTP/1.1 401 ")


def test_a_token_is_asked_for_and_never_logged():
    flags = ("--transport", "http", "--token-env", "TEST_TOKEN", "-v", "--", *FAKE)
    with running(*flags, TEST_TOKEN=TOKEN) as site:
        status, headers, _ = site.ask("POST", "/mcp", opening())
        assert (status, headers["www-authenticate"]) == (401, "Bearer")
        assert site.ask("POST", "/mcp", opening(), authorization=f"Bearer {TOKEN}x")[0] == 401
        assert site.ask("POST", "/mcp", opening(), authorization=f"Bearer {TOKEN}")[0] == 200
        assert site.ask("GET", "/healthz")[0] == 200
        site.ends()
    assert b"request-refused" in site.log
    assert TOKEN.encode() not in site.log


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--token-env", "NOT_THERE"), "NOT_THERE, which is not set"),
        (("--host", "203.0.113.1", "--insecure"), "cannot be listened on"),
        (("--host", "203.0.113.1"), "--token-env MCP_TOKEN"),
        (("--host", "0.0.0.0"), "add --insecure"),
        (("--host", "::"), "no loopback address"),
        (("--port", "70000"), "70000"),
    ],
)
def test_what_cannot_be_served_is_said_with_a_hint(flags, told, capfd, monkeypatch, tmp_path):
    from genui.serve.command import serve

    monkeypatch.chdir(tmp_path)
    assert serve(["--transport", "http", "--port", "0", *flags, "--", *FAKE]) == 2
    errors = capfd.readouterr().err
    assert told in errors
    assert "hint:" in errors
