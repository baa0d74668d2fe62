"""Show the demo views, and one in five of the corpus, in every known host: `benchmarks/hosts.py [NAME…]`.

The corpus of real servers lies beside the repository; where it does not, it is left out. Each of its servers
becomes a project whose examples are its recorded calls, and `genui test` is run over it. Printed are the
verdicts by host, and what does not work. It ends with 1 where a host shows less than 95 % of the views as
they should be, or where a view is degraded and no fact is cited. `--table FILE` writes tools and verdicts.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from genui.canonical import pretty_json
from genui.slug import slugs_of
from genui.snapshot import tool_file

ROOT = Path(__file__).parents[1]
DEMOS = {"weather": ROOT, "orders": ROOT / "examples/orders"}
CORPUS = ROOT.parent / "shared/corpus/servers"
EVERY = 5
WORKS = 0.95
CONFIG = '[upstream]\ncommand = "not-started"\n'


def project(folder: Path, server: dict[str, Any]) -> list[str]:
    """Write a server of the corpus as a project; return the names of every fifth tool."""
    tools = {tool["name"]: tool for tool in server["tools"]}
    slugs = slugs_of(tools)
    samples: dict[str, list[Any]] = {}
    for sample in server["samples"]:
        samples.setdefault(sample["tool"], []).append(sample)
    config = CONFIG
    for name, tool in tools.items():
        file = folder / "generated" / tool_file(slugs[name])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pretty_json(tool))
        if examples := [sample for sample in samples.get(name, ()) if "result" in sample]:
            kept = [{key: example[key] for key in ("arguments", "result")} for example in examples]
            (folder / f"{slugs[name]}.json").write_bytes(pretty_json(kept))
            config += f"[tools.{json.dumps(name)}]\nexamples = {json.dumps(slugs[name] + '.json')}\n"
    (folder / "genui.toml").write_text(config, encoding="utf-8")
    return sorted(tools)[::EVERY]


def verdicts(name: str) -> list[dict[str, str]]:
    """Return what `genui test` says of a demo, or of every fifth tool of a server."""
    with tempfile.TemporaryDirectory() as folder:
        tools = (
            [] if name in DEMOS else project(Path(folder), json.loads((CORPUS / f"{name}.json").read_bytes()))
        )
        config = DEMOS.get(name, Path(folder)) / "genui.toml"
        command = [
            sys.executable,
            "-m",
            "genui",
            "test",
            *tools,
            "--host",
            "all",
            "--from-snapshot",
            "--json",
        ]
        done = subprocess.run([*command, "--config", config], capture_output=True, text=True, check=False)
        if not done.stdout:
            sys.exit(f"{name}: {done.stderr}")
        return list(json.loads(done.stdout)["verdicts"])


def table(found: list[dict[str, str]]) -> str:
    """Return verdicts as a table of tools and hosts in Markdown."""
    hosts = list(dict.fromkeys(each["host"] for each in found))
    by_place = {(each["tool"], each["host"]): each["verdict"] for each in found}
    rows = [["tool", *hosts], ["---"] * (len(hosts) + 1)]
    tools = dict.fromkeys(each["tool"] for each in found)
    rows += [[f"`{tool}`", *(by_place[tool, host] for host in hosts)] for tool in tools]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> int:
    """Measure, print, and say by the exit code whether it is enough."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("name", nargs="*", help="weather, orders, servers of the corpus; all if none")
    parser.add_argument("--table", type=Path, help="add tools and verdicts to this file, as Markdown")
    asked = parser.parse_args()
    found: list[dict[str, str]] = []
    for name in asked.name or [*DEMOS, *(file.stem for file in sorted(CORPUS.glob("*.json")))]:
        mine = verdicts(name)
        found += mine
        counts = Counter(each["verdict"] for each in mine)
        print(f"{name:<20} {len({each['tool'] for each in mine}):>3} tools  {dict(counts)}", flush=True)
        if asked.table:
            with asked.table.open("a", encoding="utf-8") as out:
                out.write(f"{name}:\n\n{table(mine)}\n")
    return told(found)


def told(found: list[dict[str, str]]) -> int:
    """Print what works by host and what does not; return the exit code."""
    by_host: dict[str, Counter[str]] = {}
    for each in found:
        by_host.setdefault(each["host"], Counter())[each["verdict"]] += 1
    for host, counts in by_host.items():
        print(f"{host:<12} {counts['works'] / counts.total():>7.1%} works  {dict(counts)}")
    less = Counter(f"{each['verdict']}: {each['because']}" for each in found if each["verdict"] != "works")
    for because, count in less.most_common():
        print(f"{count:>5}  {because}")
    uncited = [each for each in found if each["verdict"] == "degraded" and "(" not in each["because"]]
    return int(bool(uncited) or any(each["works"] / each.total() < WORKS for each in by_host.values()))


if __name__ == "__main__":
    sys.exit(main())
