"""Show one tool in five of the corpus's servers in every known host: `python benchmarks/hosts.py [SERVER…]`.

The corpus of real servers lies beside the repository; where it does not, nothing is measured. Each server
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

CORPUS = Path(__file__).parents[2] / "shared/corpus/servers"
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


def verdicts(file: Path) -> list[dict[str, str]]:
    """Return what `genui test` says of every fifth tool of a server."""
    with tempfile.TemporaryDirectory() as folder:
        names = project(Path(folder), json.loads(file.read_bytes()))
        command = [
            sys.executable,
            "-m",
            "genui",
            "test",
            *names,
            "--host",
            "all",
            "--from-snapshot",
            "--json",
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if not done.stdout:
            sys.exit(f"{file.stem}: {done.stderr}")
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
    parser.add_argument("server", nargs="*", help="servers of the corpus; all if none")
    parser.add_argument("--table", type=Path, help="write tools and verdicts there, as Markdown")
    asked = parser.parse_args()
    files = sorted(CORPUS.glob("*.json"))
    files = [file for file in files if not asked.server or file.stem in asked.server]
    if not files:
        print(f"skipped: {CORPUS.name} is not beside the repository")
        return 0
    found: list[dict[str, str]] = []
    for file in files:
        mine = verdicts(file)
        found += mine
        counts = Counter(each["verdict"] for each in mine)
        print(f"{file.stem:<20} {len({each['tool'] for each in mine}):>3} tools  {dict(counts)}", flush=True)
        if asked.table:
            with asked.table.open("a", encoding="utf-8") as out:
                out.write(f"{file.stem}:\n\n{table(mine)}\n")
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
