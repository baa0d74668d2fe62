"""How well waiting for a model is used: 100 tools, a provider that answers in 2 s, 8 at once.

usage: python benchmarks/model.py [--tools N] [--seconds S] [--concurrency C] [--log]

Prints the wall time of `genui build` against the ideal (⌈tools / concurrency⌉ × seconds), introspection
and linking included; the requirement is 1.15 times. And where the rest of the time went: until the first
request, with slots empty between requests, after the last answer; and the CPU seconds of the build, which
a busy machine makes no larger. `--log` prints how many requests were in flight, and when that changed.
"""

import argparse
import itertools
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from standin import standing_in

TOOL = {
    "description": "List the orders of a customer.",
    "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}}},
    "outputSchema": {
        "type": "object",
        "properties": {
            "orders": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"number": {"type": "string"}, "total": {"type": "number"}},
                },
            }
        },
    },
}
SPEC = {
    "version": 1,
    "title": "Orders",
    "result": [
        {
            "type": "table",
            "title": "Orders",
            "props": {
                "rows": {"$path": "/result/orders"},
                "columns": [{"key": "/number", "label": "Number"}, {"key": "/total", "label": "Total"}],
            },
        }
    ],
}


SERVER = """
import json, sys
tools = json.load(open(sys.argv[1]))
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        told = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}
        told["serverInfo"] = {"name": "s", "version": "1"}
    elif asked.get("method") == "tools/list":
        told = {"tools": tools}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": told}), flush=True)
"""
"""An MCP server that lists its tools: standard library only, so that little of the time is its own."""


def cpu_seconds(pid):
    """Return the CPU seconds that a process has used so far, where the system tells."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--log", action="store_true")
    options = parser.parse_args()
    tools = [{"name": f"list_orders_{number:03}", **TOOL} for number in range(options.tools)]
    with tempfile.TemporaryDirectory() as folder, standing_in(json.dumps(SPEC)) as stand:
        stand.delay = options.seconds
        root = Path(folder)
        (root / "server.py").write_text(SERVER)
        (root / "tools.json").write_text(json.dumps(tools))
        (root / "genui.toml").write_text(
            '[upstream]\ncommand = "{genui-python}"\nargs = ["server.py", "tools.json"]\n'
            f'[model]\nprovider = "anthropic"\nbase_url = "{stand.address}"\n'
            f"concurrency = {options.concurrency}\n"
        )
        command = [sys.executable, "-m", "genui", "build", "--strict"]
        started = time.monotonic()
        environment = {**os.environ, "ANTHROPIC_API_KEY": "benchmark-key", "GENUI_TRUST": "1"}
        with subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as build:
            with stand.asked:
                stand.asked.wait_for(lambda: stand.requests or build.poll() is not None, timeout=120)
            used_before = cpu_seconds(build.pid)
        if build.returncode:
            return build.returncode
        ended = time.monotonic()
        flights = [(when - started, at_once) for when, at_once in stand.flights]
    wall = ended - started
    ideal = math.ceil(options.tools / options.concurrency) * options.seconds
    if options.log:
        for when, at_once in flights:
            print(f"{when:8.3f} s  {at_once} in flight")
    first, last = flights[0][0], flights[-1][0]
    flown = sum((after - when) * most for (when, most), (after, _) in itertools.pairwise(flights))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    most = max(at_once for _, at_once in flights)
    print(
        f"{len(stand.requests)} requests, at most {most} at once: "
        f"{wall:.1f} s, {wall / ideal:.2f} x the ideal {ideal:.1f} s"
    )
    print(
        f"{first:.2f} s until the first request ({used_before:.1f} s of CPU), "
        f"{last - first:.2f} s until the last answer with "
        f"{flown / (last - first):.2f} in flight on average, {wall - last:.2f} s after it; "
        f"{used.ru_utime + used.ru_stime:.1f} s of CPU; load {os.getloadavg()[0]:.1f}"
    )
    return 0 if wall <= 1.15 * ideal else 1


if __name__ == "__main__":
    sys.exit(main())
