"""How well waiting for a model is used: 100 tools, a provider that answers in 2 s, 8 at once.

usage: python benchmarks/model.py [--tools N] [--seconds S] [--concurrency C]

Prints the wall time of `genui build` against the ideal (tools × seconds / concurrency); the requirement
is 1.15 times.
"""

import argparse
import json
import math
import os
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--concurrency", type=int, default=8)
    options = parser.parse_args()
    tools = [{"name": f"list_orders_{number:03}", **TOOL} for number in range(options.tools)]
    with tempfile.TemporaryDirectory() as folder, standing_in(json.dumps(SPEC)) as stand:
        stand.delay = options.seconds
        root = Path(folder)
        (root / "generated").mkdir()
        listed = {"format": 1, "server": {"name": "s"}, "protocolVersion": "2025-11-25", "tools": tools}
        (root / "generated" / "tools.json").write_text(json.dumps(listed))
        (root / "genui.toml").write_text(
            f'[model]\nprovider = "anthropic"\nbase_url = "{stand.address}"\n'
            f"concurrency = {options.concurrency}\n"
        )
        command = [sys.executable, "-m", "genui", "build", "--from-snapshot", "--strict"]
        started = time.monotonic()
        environment = {**os.environ, "ANTHROPIC_API_KEY": "benchmark-key"}
        subprocess.run(command, cwd=root, check=True, env=environment, stdout=subprocess.DEVNULL)
        wall = time.monotonic() - started
        most, requests = stand.most_at_once, len(stand.requests)
    ideal = math.ceil(options.tools / options.concurrency) * options.seconds
    print(
        f"{requests} requests, at most {most} at once: "
        f"{wall:.1f} s, {wall / ideal:.2f} x the ideal {ideal:.1f} s"
    )
    return 0 if wall <= 1.15 * ideal else 1


if __name__ == "__main__":
    sys.exit(main())
