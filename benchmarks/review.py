"""Times of `genui review`: 500 views of which 40 changed, without pictures and with them.

usage: python benchmarks/review.py [--views 500] [--changed 40] [--runs 3]

Makes a git repository of two commits in a temporary folder: the tools of build.py with a declared result, and
the same with changes of several kinds, each built offline. Prints wall and CPU seconds, the browser's among
them, and the size of report.html. Pictures need Chromium.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from build import made_up_tools

QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GENUI_TRUST": "1"}
NAMED = ("-c", "user.name=A", "-c", "user.email=a@example.com")


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--views", type=int, default=500)
    parser.add_argument("--changed", type=int, default=40)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        tools = [with_result(tool) for tool in made_up_tools(options.views)]
        committed(folder, tools, "before")
        step = max(1, options.views // options.changed)
        for number, tool in enumerate(tools[::step][: options.changed]):
            change(tool, number)
        committed(folder, tools, "after")
        print(
            f"{options.views} views, {options.changed} changed, {options.runs} runs, {os.cpu_count()} cores"
        )
        print(f"{'':<20}{'wall s':>10}{'CPU s':>10}{'report KB':>12}")
        for name, flags in (("without pictures", ("--no-pictures",)), ("with pictures", ())):
            taken = [timed(folder, flags) for _ in range(options.runs)]
            wall, cpu = (statistics.median(one) for one in zip(*taken, strict=True))
            size = (folder / "out/report.html").stat().st_size / 1000
            print(f"{name:<20}{wall:>10.1f}{cpu:>10.1f}{size:>12.0f}")


def with_result(tool: dict[str, Any]) -> dict[str, Any]:
    """Return a tool that answers with a list of rows."""
    row = {
        "name": {"type": "string"},
        "day": {"type": "string", "format": "date"},
        "size": {"type": "number"},
    }
    rows = {"type": "array", "items": {"type": "object", "properties": row, "required": list(row)}}
    return {**tool, "outputSchema": {"type": "object", "properties": {"rows": rows}, "required": ["rows"]}}


def change(tool: dict[str, Any], number: int) -> None:
    """Change a tool in one of four ways."""
    row = {**tool["outputSchema"]["properties"]["rows"]["items"]["properties"]}
    members = {**tool["inputSchema"]["properties"]}
    if number % 4 == 0:
        row["owner"] = {"type": "string"}
    elif number % 4 == 1:
        del row["size"]
    elif number % 4 == 2:
        members["member_1"] = {"type": "integer", "maximum": number}
    else:
        row["size"] = {"type": "number", "title": f"Size, {number} kB"}
    items = {"type": "object", "properties": row, "required": list(row)}
    tool["inputSchema"] = {**tool["inputSchema"], "properties": members}
    tool["outputSchema"] = {"type": "object", "properties": {"rows": {"type": "array", "items": items}}}


def committed(folder: Path, tools: list[dict[str, Any]], message: str) -> None:
    """Build the views of tools from their definitions, and commit all of it."""
    definitions = folder / "generated/tools"
    definitions.mkdir(parents=True, exist_ok=True)
    (folder / "genui.toml").write_text('[upstream]\ncommand = "true"\n', encoding="utf-8")
    (folder / ".gitignore").write_text(".genui/\nout/\n", encoding="utf-8")
    for tool in tools:
        (definitions / f"{tool['name']}.json").write_text(json.dumps(tool), encoding="utf-8")
    run([sys.executable, "-m", "genui", "build", "--from-snapshot"], folder)
    if not (folder / ".git").exists():
        run(["git", "init", "-q"], folder)
    run(["git", "add", "-A"], folder)
    run(["git", *NAMED, "commit", "-q", "-m", message], folder)


def timed(folder: Path, flags: tuple[str, ...]) -> tuple[float, float]:
    """Return the wall and CPU seconds of one review."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "genui", "review", "HEAD~1..HEAD", "--out", "out", *flags]
    run(command, folder, codes=(0, 1))
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run(command: list[str], folder: Path, codes: tuple[int, ...] = (0,)) -> None:
    """Run a command, and end with what it says where it fails."""
    environment = {**os.environ, **QUIET}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in codes:
        raise SystemExit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}")


if __name__ == "__main__":
    main()
