"""An upstream for tests of serving, standard library only; its arguments name what it does badly.

stubborn: ignores SIGTERM and the end of its input, as do the children it starts.
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


def write(text):
    data = text.encode()
    while data:
        data = data[os.write(1, data) :]


def text(value):
    return {"content": [{"type": "text", "text": value}]}


def call(request, name, arguments):
    if name == "die":
        os._exit(7)
    if name == "half":
        write('{"jsonrpc":"2.0","id":')
        os._exit(7)
    if name == "hang":
        return None
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
        return {"tools": [TOOL]}
    return call(request, params.get("name"), params.get("arguments") or {})


if STUBBORN:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
for line in sys.stdin:
    request = json.loads(line)
    if "id" in request and "method" in request:
        answer = result(request)
        if answer is not None:
            write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": answer}) + "\n")
if STUBBORN:
    time.sleep(60)
