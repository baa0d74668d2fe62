"""An upstream for tests of serving, standard library only; its arguments name what it does badly.

stubborn: ignores SIGTERM and the end of its input, as do the children it starts.
stillborn: dies at its first message. holding: says "held" of each call, and answers once told "let go".
versions=FILE: lists another tool each time it is started. deaf: reads no more once told "deafen".
pingless: knows no ping in the era without a handshake.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

STUBBORN = "stubborn" in sys.argv
TOOL = {"name": "hello", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}}}
SLEEP = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"


GREETINGS, ANSWERS, HELD = [], [], []


def first_tool():
    """Return the one tool; `versions` counts the starts in a file and names it anew at each."""
    for argument in sys.argv[1:]:
        if argument.startswith("versions="):
            state = Path(argument.partition("=")[2])
            starts = len(state.read_text()) + 1 if state.exists() else 1
            state.write_text("x" * starts)
            return {**TOOL, "name": "hello" if starts == 1 else f"hello{starts}"}
    return TOOL


CALLED = set()
"""Tools that were called: `die` may have to wait for `hang`, which comes by another connection."""


def write(text):
    data = text.encode()
    while data:
        data = data[os.write(1, data) :]


def text(value):
    return {"content": [{"type": "text", "text": value}]}


def call(request, name, arguments):
    CALLED.add(name)
    if (name == "die" and not arguments.get("after")) or {"die", "hang"} <= CALLED:
        os._exit(7)
    if name == "die":
        return None
    if name == "half":
        write('{"jsonrpc":"2.0","id":')
        os._exit(7)
    if name == "length":
        return text(json.dumps(len(arguments["x"])))
    if name == "long":
        return text("x" * arguments["size"])
    if name == "leave":
        os._exit(0)
    if name == "hang":
        return None
    if name == "ask":
        write('{"jsonrpc":"2.0","id":"up-1","method":"roots/list"}\n')
        return None
    if name == "greetings":
        return text(json.dumps(GREETINGS))
    if name == "answers":
        return text(json.dumps(ANSWERS))
    if name == "flood":
        note = json.dumps({"jsonrpc": "2.0", "method": "note", "params": "x" * 1000}) + "\n"
        for _ in range(arguments["lines"]):
            write(note)
    if name == "child":
        stubborn = [sys.executable, "-c", SLEEP]
        child = subprocess.Popen(stubborn, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return text(json.dumps([os.getpid(), child.pid]))
    if name == "environment":
        return text(
            json.dumps({"cwd": str(Path.cwd()), "NAME": os.environ.get("NAME"), "args": sys.argv[1:]})
        )
    return text(json.dumps(arguments))


def result(request):
    params = request.get("params") or {}
    if request["method"] == "initialize":
        info = {"name": "fake", "version": "1"}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    if request["method"] == "tools/list":
        return {"tools": [FIRST]}
    return call(request, params.get("name"), params.get("arguments") or {})


FIRST = first_tool()
HOLDS = "holding" in sys.argv
if STUBBORN:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    request = json.loads(line)
    if "stillborn" in sys.argv:
        os._exit(9)
    if "method" not in request:
        ANSWERS.append(request)
        continue
    if "initialize" in request["method"]:
        GREETINGS.append(request["method"])
    if request["method"] == "deafen":
        time.sleep(60)
    if request["method"] == "let go":
        HOLDS = False
        write("".join(HELD))
    if "pingless" in sys.argv and request["method"] == "ping" and "_meta" in request["params"]:
        error = {"code": -32601, "message": "Method not found"}
        write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}) + "\n")
        continue
    if "id" in request:
        answer = result(request)
        if answer is not None:
            written = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer}) + "\n"
            if HOLDS and request["method"] == "tools/call":
                HELD.append(written)
                write('{"jsonrpc":"2.0","method":"held"}\n')
            else:
                write(written)
if STUBBORN:
    time.sleep(60)
