"""An upstream with the tools of a JSON file, standard library only: stdio, initialize, tools/list, ping."""

import json
import sys
from pathlib import Path

TOOLS = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
ANSWERS = {
    "initialize": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "forecasts", "version": "1"},
    },
    "tools/list": {"tools": TOOLS},
    "ping": {},
}

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    known = ANSWERS.get(message["method"])
    said = {"result": known} if known is not None else {"error": {"code": -32601, "message": "unknown"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **said}), flush=True)
