"""Times of whole processes: cold build, no-op build and check of many tools from a snapshot.

usage: python benchmarks/build.py [TOOLS.json...]   tools.json files, tools/list results or recorded servers;
                                                    without one, 400 tools are made up.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

RUNS = 5
MADE_UP = 400


def main(paths: list[str]) -> None:
    """Print a table of the median and the worst of some runs."""
    tools = [tool for path in paths for tool in read_tools(Path(path))] or made_up_tools(MADE_UP)
    snapshot = {
        "format": 1,
        "server": {"name": "benchmark", "version": "1"},
        "protocolVersion": "",
        "tools": tools,
    }
    print(f"{len(tools)} tools, {RUNS} runs")
    print(f"{'':<14}{'median s':>10}{'worst s':>10}")
    with tempfile.TemporaryDirectory() as scratch:
        times: dict[str, list[float]] = {"cold build": [], "no-op build": [], "check": []}
        for run in range(RUNS):
            directory = Path(scratch) / str(run)
            directory.mkdir()
            (directory / "tools.json").write_text(json.dumps(snapshot), encoding="utf-8")
            times["cold build"].append(timed("build", directory))
            times["no-op build"].append(timed("build", directory))
            times["check"].append(timed("check", directory))
        for name, seconds in times.items():
            print(f"{name:<14}{statistics.median(seconds):>10.2f}{max(seconds):>10.2f}")


def read_tools(path: Path) -> list[dict[str, Any]]:
    """Read the tools of a file, named after it so that several servers do not clash."""
    document = json.loads(path.read_text(encoding="utf-8"))
    tools = document if isinstance(document, list) else document["tools"]
    return [{**tool, "name": f"{path.stem}__{tool['name']}"} for tool in tools]


def made_up_tools(number: int) -> list[dict[str, Any]]:
    """Return tools of the usual size: five members, a third of them with a declared result."""
    members = {
        f"member_{index}": {"type": kind, "description": "What this member is for, in one line of prose."}
        for index, kind in enumerate(("string", "integer", "boolean", "number", "string"))
    }
    tools = []
    for index in range(number):
        schema = {"type": "object", "properties": members, "required": ["member_0"]}
        tool: dict[str, Any] = {
            "name": f"tool_{index}",
            "description": "Does a thing. " * 20,
            "inputSchema": schema,
        }
        if index % 3 == 0:
            rows = {"type": "array", "items": {"type": "object", "properties": members}}
            tool["outputSchema"] = {
                "type": "object",
                "properties": {"items": rows, "total": {"type": "integer"}},
            }
        tools.append(tool)
    return tools


def timed(verb: str, directory: Path) -> float:
    """Run a command to its end and return the seconds it took."""
    command = [sys.executable, "-m", "genui", verb, "--from-snapshot", "--generated", str(directory)]
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, cwd=directory)
    return time.perf_counter() - start


if __name__ == "__main__":
    main(sys.argv[1:])
