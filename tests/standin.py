"""Model APIs on loopback, scripted: each request is answered by the next act, the last one for ever.

An act is a text (a good answer), a status number, or a dictionary: `text`, `status`, `headers`, `stop`
(the API's own reason), `hang` (until the test ends), `reset` (after so many characters), `end` (without the
last event), `event` (an error inside the stream), `echo` (the credentials of the request, as the answer).
"""

import contextlib
import json
import socket
import struct
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StandIn:
    """A running stand-in: its address, the requests that came, and what they had in their headers."""

    def __init__(self, acts):
        self.acts, self.requests, self.headers = list(acts), [], []
        self.closed = threading.Event()
        self.gone = threading.Event()
        self.lock = threading.Lock()
        self.asked = threading.Condition()
        self.at_once = self.most_at_once = 0
        self.delay = 0.0
        self.flights = []  # when the number of requests in flight changed (monotonic), and to what
        stand = self

        class Api(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_POST(self):
                stand.serve(self)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Api)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def act(self, body):
        with self.lock:
            act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        act = act(body) if callable(act) else act
        return (
            {"text": act} if isinstance(act, str) else {"status": act} if isinstance(act, int) else dict(act)
        )

    def serve(self, http):
        body = json.loads(http.rfile.read(int(http.headers["content-length"])))
        with self.lock:
            self.requests.append(body)
            self.headers.append(dict(http.headers))
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            self.flights.append((time.monotonic(), self.at_once))
        with self.asked:
            self.asked.notify_all()
        try:
            if self.delay:
                self.closed.wait(self.delay)
            self.play(http, body, self.act(body))
        except (BrokenPipeError, ConnectionError):
            self.gone.set()
        finally:
            with self.lock:
                self.at_once -= 1
                self.flights.append((time.monotonic(), self.at_once))

    def play(self, http, body, act):
        api = "anthropic" if "/messages" in http.path else "openai"
        if act.get("echo"):
            act["text"] = str({**http.headers})
        if act.get("status", 200) != 200:
            message = act.get("text", "as told")
            error = {"type": act.get("type", "api_error"), "message": message, "code": act.get("code")}
            data = json.dumps({"type": "error", "error": error}).encode()
            http.send_response(act["status"])
            for name, value in {"content-type": "application/json", **act.get("headers", {})}.items():
                http.send_header(name, value)
            http.send_header("content-length", str(len(data)))
            http.end_headers()
            http.wfile.write(data)
            return
        if act.get("hang") == "silent":
            self.wait_for_end(http)
            return
        http.send_response(200)
        http.send_header("content-type", "text/event-stream")
        http.send_header("connection", "close")
        http.end_headers()
        for line in LINES[api](act, body):
            http.wfile.write(line.encode())
            http.wfile.flush()
        if act.get("hang"):
            self.wait_for_end(http)
        if act.get("reset"):
            linger = struct.pack("ii", 1, 0)
            http.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            http.connection.close()
            http.close_connection = True

    def wait_for_end(self, http):
        """Hold the connection until the client closes it."""
        http.connection.settimeout(20)
        with contextlib.suppress(OSError):
            if http.connection.recv(1) == b"":
                self.gone.set()
                http.close_connection = True

    def close(self):
        self.closed.set()
        self.server.shutdown()
        self.server.server_close()


def pieces(text):
    middle = max(1, len(text) // 3)
    return [text[:middle], text[middle : 2 * middle], text[2 * middle :]]


def partial(act):
    return any(act.get(name) for name in ("hang", "reset", "end", "event"))


def anthropic_lines(act, body):
    def event(kind, **members):
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **members})}\n\n"

    usage = {"input_tokens": 10, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": []}
    message |= {"stop_reason": None, "stop_sequence": None, "usage": usage}
    yield event("message_start", message=message)
    yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    for piece in pieces(act.get("text", "{"))[: 1 if partial(act) else None]:
        yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    if act.get("event"):
        yield event("error", error={"type": act["event"], "message": "as told"})
    if partial(act):
        return
    yield event("content_block_stop", index=0)
    delta = {"stop_reason": act.get("stop", "end_turn"), "stop_sequence": None}
    yield event("message_delta", delta=delta, usage={"output_tokens": 20})
    yield event("message_stop")


def openai_lines(act, body):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        whole = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": body["model"]}
        return f"data: {json.dumps({**whole, 'choices': [choice]})}\n\n"

    yield chunk({"role": "assistant", "content": ""})
    for piece in pieces(act.get("text", "{"))[: 1 if partial(act) else None]:
        yield chunk({"refusal": piece} if act.get("refusal") else {"content": piece})
    if act.get("event"):
        yield f"data: {json.dumps({'error': {'message': 'as told', 'type': act['event']}})}\n\n"
    if partial(act):
        return
    yield chunk({}, act.get("stop", "stop"))
    yield "data: [DONE]\n\n"


LINES = {"anthropic": anthropic_lines, "openai": openai_lines}


@contextlib.contextmanager
def standing_in(*acts):
    stand = StandIn(acts)
    try:
        yield stand
    finally:
        stand.close()
