"""An MCP server on stdio, standard library only, that behaves as its first argument says."""

import json
import os
import subprocess
import sys
from pathlib import Path

MODERN = "io.modelcontextprotocol/"
BIG = 123456789012345678901234567890
GET = {
    "name": "get",
    "description": "Read it.",
    "x-unknown": {"z": 1, "a": [BIG, -0.0, None]},
    "inputSchema": {"type": "object", "properties": {"z": {"maximum": BIG}, "a": {}}, "x-order": ["z", "a"]},
}
LIST = {"name": "list", "inputSchema": {"type": "object"}}


def write(message):
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def read():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit(0)


def answer(request, result=None, **error):
    body = {"error": error} if error else {"result": result}
    write({"jsonrpc": "2.0", "id": request["id"], **body})


def serve(pages=(((GET, LIST)),), *, version="2025-11-25", before_list=None, server=None):
    """Speak the handshake era; pages are the tools/list pages."""
    lists = 0
    while True:
        request = read()
        method, params = request.get("method"), request.get("params", {})
        if method == "initialize":
            info = {"name": "odd", "version": "1.2.3", "title": "Odd"} if server is None else server
            answer(request, {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info})
        elif method == "tools/list":
            lists += 1
            if before_list:
                before_list(lists)
            number = int(params.get("cursor") or 0)
            result = {"tools": list(pages[number])}
            if number + 1 < len(pages):
                result["nextCursor"] = str(number + 1)
            answer(request, result)
        elif "id" in request and method:
            answer(request, code=-32601, message=f"no {method}")


def modern(supported=("2026-07-28",)):
    """Speak the era without a handshake, and insist on its members."""
    while True:
        request = read()
        meta = request["params"].get("_meta", {})
        version = meta.get(MODERN + "protocolVersion")
        if version not in supported:
            answer(request, code=-32022, message="Unsupported", data={"supported": list(supported)})
        elif not meta[MODERN + "clientCapabilities"]["extensions"]:
            answer(request, code=-32602, message="no capabilities")
        else:
            common = {
                "resultType": "complete",
                "ttlMs": 0,
                "cacheScope": "private",
                "_meta": {MODERN + "serverInfo": {"name": "odd", "version": "2"}},
            }
            if request["method"] == "server/discover":
                answer(request, {"supportedVersions": list(supported), "capabilities": {}, **common})
            else:
                answer(request, {"tools": [GET], **common})


def old():
    """Refuse every version but the first, as the early specification allowed."""
    request = read()
    answer(request, code=-32602, message="Unsupported protocol version", data={"supported": ["2024-11-05"]})
    serve(version="2024-11-05")


def talkative(_number):
    """Ask and tell things before answering."""
    write({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "x"}})
    for number, method in enumerate(("ping", "roots/list", "sampling/createMessage")):
        write({"jsonrpc": "2.0", "id": number + 1, "method": method})
        reply = read()
        assert reply["id"] == number + 1, reply
        expected = {"ping": {}, "roots/list": {"roots": []}}.get(method)
        assert reply.get("result") == expected if expected is not None else reply["error"]["code"] == -32601


def late():
    """Add a tool after the first listing, and say so."""
    pages = [[LIST]]

    def changed(number):
        if number == 1:
            write({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        else:
            pages[0] = [LIST, GET]

    serve(pages, before_list=changed)


def endless():
    while True:
        request = read()
        if request.get("method") == "initialize":
            answer(request, {"protocolVersion": "2025-06-18", "capabilities": {}, "serverInfo": {}})
        elif "id" in request:
            answer(request, {"tools": [GET], "nextCursor": "again"})


def crash():
    print("starting", file=sys.stderr)
    print("no database at", os.environ.get("SECRET", "nowhere"), file=sys.stderr)
    sys.exit(3)


def crash_later():
    answer(read(), {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x"}})
    sys.exit(4)


def garbage():
    write("Welcome to the server!")
    sys.exit(0)


def flood(text):
    while True:
        write(text)


def banner():
    write("Welcome to the server!")
    write('{"level": 30, "msg": "a log line"}')
    serve()


def hang():
    while True:
        read()


def silent_list():
    child = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL
    )
    print("child", child.pid, file=sys.stderr, flush=True)
    answer(read(), {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x"}})
    while True:
        read()


def leftover():
    """Leave a child behind that keeps the pipes, and exit in order."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(sys.argv[2]).write_text(str(child.pid))
    serve()


def echo():
    while line := sys.stdin.readline():
        write(line.rstrip("\n"))


def environment():
    """Tell what it was started with through the definition of a tool."""
    known = {name: os.environ.get(name) for name in ("PATH", "GIVEN", "AROUND")}
    serve([[{"name": "env", "inputSchema": {"env": known, "cwd": str(Path.cwd()), "args": sys.argv[2:]}}]])


SCHEMAS = [None, True, False, [], "x", 1, {}, {"type": "nonsense"}]

BEHAVIOURS = {
    "good": serve,
    "paginated": lambda: serve([[GET], [], [LIST], [{"name": "más", "inputSchema": {}}]]),
    "modern": modern,
    "future": lambda: modern(("2099-01-01",)),
    "old": old,
    "talkative": lambda: serve(before_list=talkative),
    "late": late,
    "endless": endless,
    "crash": crash,
    "crash-later": crash_later,
    "garbage": garbage,
    "flood": lambda: flood("not json"),
    "blank-flood": lambda: flood(""),
    "notification-flood": lambda: flood({"jsonrpc": "2.0", "method": "notifications/message"}),
    "huge": lambda: sys.stdout.write('{"id": "' + "x" * 3_000_000),
    "banner": banner,
    "hang": hang,
    "silent-list": silent_list,
    "leftover": leftover,
    "echo": echo,
    "environment": environment,
    "no-tools": lambda: serve([[]]),
    "no-list": lambda: [
        answer(read(), {"protocolVersion": "2025-11-25"}),
        read(),
        answer(read(), code=-32601),
    ],
    "no-version": lambda: answer(read(), {"serverInfo": {}}),
    "bad-list": lambda: serve([["x", None, 5, {"name": 7}, {"name": ""}, LIST]]),
    "refusing": lambda: [answer(read(), code=-32000, message="please log in") for _ in range(3)],
    "array": lambda: [answer(read(), [1, 2])],
    "duplicates": lambda: serve([[GET, LIST], [{**LIST, "description": "the second"}]]),
    "odd-schemas": lambda: serve(
        [[{"name": f"t{n}", "inputSchema": s} for n, s in enumerate(SCHEMAS)] + [{"name": "none"}]]
    ),
    "infinite": lambda: serve(
        [[{"name": "x", "inputSchema": {"maximum": float("inf"), "a": [float("nan"), 1]}}]]
    ),
    "surrogate": lambda: serve([[{"name": "x", "description": "\ud800", "inputSchema": {}}]]),
    "nameless-server": lambda: serve(server={"name": None}),
}

if __name__ == "__main__":
    BEHAVIOURS[sys.argv[1]]()
