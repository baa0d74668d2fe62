"""Clients without an SDK, one a transport: what they send and get is what is on the wire."""

import contextlib
import http.client
import json
import queue
import socket
import subprocess
import threading
from abc import ABC, abstractmethod
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 20.0
ACCEPT = "application/json, text/event-stream"
META = "io.modelcontextprotocol/"
VERSION, CAPABILITIES = META + "protocolVersion", META + "clientCapabilities"
MODERN = "2026-07-28"


class Client(ABC):
    """Sends messages and sorts what comes: answers by id, the rest in `told`; answers questions."""

    def __init__(self) -> None:
        self.answers: dict[Any, queue.Queue[Any]] = {}
        self.told: list[Any] = []
        self.more = threading.Condition()
        self.ids = 0

    @abstractmethod
    def send(self, message: Any) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def got(self, message: Any) -> None:
        """Take in one message."""
        if "method" not in message:
            self.answers[message["id"]].put(message)
            return
        with self.more:
            self.told.append({key: value for key, value in message.items() if key != "jsonrpc"})
            self.more.notify_all()
        if "id" in message:
            self.send(reply(message))

    def request(self, method: str, params: Any = None, *, key: Any = None) -> Any:
        """Send a request and return the id."""
        self.ids += 1
        key = f"c{self.ids}" if key is None else key
        self.answers[key] = queue.Queue()
        message = {"jsonrpc": "2.0", "id": key, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return key

    def ask(self, method: str, params: Any = None) -> Any:
        """Send a request and return its answer."""
        key = self.request(method, params)
        answer = self.answers[key].get(timeout=PATIENCE)
        return {name: answer[name] for name in ("result", "error") if name in answer}

    def tell(self, method: str, params: Any = None) -> None:
        """Send a notification."""
        message = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else {**message, "params": params})

    def hear(self, number: int) -> list[Any]:
        """Wait until so many messages that are no answers have come, and take them."""
        with self.more:
            assert self.more.wait_for(lambda: len(self.told) >= number, PATIENCE), self.told
            told, self.told = self.told, []
        return sorted(told, key=json.dumps)

    def initialize(self, version: str = "2025-11-25", **capabilities: Any) -> Any:
        """Do the handshake."""
        params = {"protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "c"}}
        answer = self.ask("initialize", params)
        self.tell("notifications/initialized")
        return answer


def reply(message: Any) -> Any:
    """Answer a server's question: by an echo, or by an error where its method is not ours."""
    head = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"].startswith("vendor/"):
        return {**head, "error": {"code": -32601, "message": "what?", "data": message.get("params")}}
    return {**head, "result": {"method": message["method"], "params": message.get("params"), "x": -0.0}}


class StdioClient(Client):
    """Newline-delimited JSON with a process."""

    def __init__(self, command: list[str], **options: Any) -> None:
        super().__init__()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self) -> None:
        for line in self.process.stdout:
            self.got(json.loads(line))

    def send(self, message: Any) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        self.process.stdout.close()


class HttpClient(Client):
    """Streamable HTTP: a thread for every POST, one for the GET."""

    def __init__(self, url: str, **headers: str) -> None:
        super().__init__()
        self.url = urlsplit(url)
        self.headers = {"content-type": "application/json", "accept": ACCEPT, **headers}
        self.threads: list[threading.Thread] = []
        self.open: list[http.client.HTTPConnection] = []
        self.statuses: list[int] = []

    def send(self, message: Any) -> None:
        if "id" not in message or "method" not in message or message["method"] == "initialize":
            self.post(message)
            return
        self.start(self.post, message)

    def start(self, work: Any, *arguments: Any) -> None:
        self.threads.append(threading.Thread(target=work, args=arguments, daemon=True))
        self.threads[-1].start()

    def post(self, message: Any) -> None:
        headers = dict(self.headers)
        meta = (message.get("params") or {}).get("_meta", {}) if "method" in message else {}
        if VERSION in meta:
            headers |= {"mcp-protocol-version": meta[VERSION], "mcp-method": message["method"]}
            name = message["params"].get("uri" if message["method"] == "resources/read" else "name")
            headers |= {"mcp-name": name} if name else {}
        self.exchange("POST", json.dumps(message).encode(), headers)
        if message.get("method") == "notifications/initialized" and "mcp-session-id" in self.headers:
            self.start(self.exchange, "GET", None, self.headers)

    def exchange(self, method: str, body: bytes | None, headers: dict[str, str]) -> None:
        """Send one HTTP request and take in what its response says."""
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=PATIENCE)
        self.open.append(connection)
        try:
            connection.request(method, self.url.path, body, headers)
            response = connection.getresponse()
            self.statuses.append(response.status)
            if session := response.headers.get("mcp-session-id"):
                self.headers["mcp-session-id"] = session
            if response.headers.get("content-type", "").startswith("text/event-stream"):
                for message in events(response):
                    self.got(message)
            elif (data := response.read()).startswith(b"{") and method == "POST":
                self.got(json.loads(data))
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            return  # closed meanwhile
        finally:
            connection.close()

    def close(self) -> None:
        if "mcp-session-id" in self.headers:
            self.exchange("DELETE", None, self.headers)
        for connection in self.open:
            hang_up(connection)


class SseClient(Client):
    """HTTP with SSE."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = urlsplit(url)
        self.connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=PATIENCE)
        self.connection.request("GET", self.url.path, headers={"accept": "text/event-stream"})
        self.response = self.connection.getresponse()
        assert self.response.status == 200, self.response.read()
        lines = [self.response.readline() for _ in range(3)]
        self.endpoint = lines[1].decode().removeprefix("data: ").strip()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        try:
            for message in events(self.response):
                self.got(message)
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            return

    def send(self, message: Any) -> None:
        connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=PATIENCE)
        body = json.dumps(message).encode()
        connection.request("POST", self.endpoint, body, {"content-type": "application/json"})
        response = connection.getresponse()
        assert response.status == 202, response.read()
        connection.close()

    def close(self) -> None:
        hang_up(self.connection)
        self.connection.close()


def hang_up(connection: http.client.HTTPConnection) -> None:
    """Close a connection that a thread may be reading from."""
    if connection.sock is not None:
        with contextlib.suppress(OSError):
            connection.sock.shutdown(socket.SHUT_RDWR)


def events(response: Any) -> Any:
    """Yield the messages of a stream of events."""
    data = []
    for raw in response:
        line = raw.decode().rstrip("\r\n")
        if line.startswith("data:"):
            data.append(line[5:].lstrip())
        elif not line and data:
            text, data = "\n".join(data), []
            if text.strip():
                yield json.loads(text)
