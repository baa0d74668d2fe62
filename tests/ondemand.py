"""A project that is served in this process: a core, a fake upstream, and tasks done when a test says so."""

import json
import sys
from pathlib import Path
from typing import Any

from serve_host import APPS
from serving import Talk, line

from genui.config import load_config
from genui.serve.command import core_of

CASES = Path(__file__).parent / "cases" / "ondemand"
TOOLS = json.loads((CASES / "tools.json").read_text(encoding="utf-8"))
SERVER = Path(__file__).parent / "servers" / "forecast_server.py"
WRITER = """
import os, sys
from pathlib import Path
folder = Path(__file__).parent
prompt = sys.stdin.read()
with (folder / "asked").open("a") as file:
    file.write(os.environ["GENUI_TOOL"] + "\\n")
gate = folder / "gate"
if gate.exists():
    gate.read_text()
sys.stdout.write((folder / "answer").read_text())
"""


def project(folder: Path, *, model: bool = False, more: str = "") -> Path:
    """Write a genui.toml and what it names; return it."""
    (folder / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")
    (folder / "writer.py").write_text(WRITER, encoding="utf-8")
    (folder / "answer").write_text((CASES / "better.json").read_text(encoding="utf-8"), encoding="utf-8")
    command = json.dumps([sys.executable, str(folder / "writer.py")])
    # Pictures are estimated: a browser of its own takes a second and a half.
    wants = f'[model]\nprovider = "command"\ncommand = {command}\nrender = false\n' if model else ""
    upstream = f'[upstream]\ncommand = "{{genui-python}}"\nargs = {json.dumps([str(SERVER), "tools.json"])}\n'
    file = folder / "genui.toml"
    file.write_text(upstream + wants + more, encoding="utf-8")
    return file


class Served:
    """A host before a core of a project; nothing is done in threads."""

    def __init__(self, file: Path, tools: list[Any] | None = None, **flags: str) -> None:
        self.tools = TOOLS if tools is None else tools
        self.config = load_config(file, flags=flags, environ={})
        self.core = core_of(self.config)
        self.talk = Talk(self.core)
        self.told: list[Any] = []
        self.ids = 0
        self.ask("initialize", protocolVersion="2025-11-25", capabilities=APPS, clientInfo={})
        self.talk.host(line({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        self.talk.upstream_got()
        self.ask("tools/list")

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        self.core.maker.close()

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return its answer; views are compiled, tasks are done."""
        key = self.send(method, **params)
        while True:
            found = self.read(key)
            if found is not None:
                return found
            self.talk.do_task()

    def send(self, method: str, **params: Any) -> int:
        """Send a request; the upstream answers at once."""
        self.ids += 1
        self.talk.host(line({"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}))
        while self.talk.upstream_bytes:
            message = json.loads(self.talk.upstream_got())
            self.talk.upstream(line(self.upstream(message)))
        return self.ids

    def upstream(self, message: Any) -> Any:
        results = {
            "initialize": {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "forecasts", "version": "1"},
            },
            "tools/list": {"tools": self.tools},
        }
        return {"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]}

    def work(self) -> None:
        self.talk.work()

    def read(self, key: int) -> Any:
        """Return the answer to a request if it is there; what else came is remembered."""
        answer = None
        while self.talk.host_bytes:
            message = json.loads(self.talk.host_got())
            if message.get("id") == key:
                answer = message
            else:
                self.told.append(message.get("method", message))
        return answer

    def uri(self, name: str = "get_forecast") -> str:
        listed = self.ask("tools/list")["result"]["tools"]
        return next(tool["_meta"]["ui"]["resourceUri"] for tool in listed if tool["name"] == name)

    def html(self, name: str = "get_forecast") -> str:
        return self.ask("resources/read", uri=self.uri(name))["result"]["contents"][0]["text"]

    def call(self, own: str, tool: str = "get_forecast", **arguments: Any) -> Any:
        """Call a tool of genui's; return the result whole."""
        return self.ask("tools/call", name=f"_ui_{own}", arguments={"toolName": tool, **arguments})["result"]

    def says(self, own: str, tool: str = "get_forecast", **arguments: Any) -> Any:
        """Call a tool of genui's that must not fail; return what it says."""
        result = self.call(own, tool, **arguments)
        assert "isError" not in result, result["content"][0]["text"]
        return result["structuredContent"]
