"""What the last build left behind: where nothing has changed since, the next one has nothing to do.

It is kept in `.genui/`, which nobody commits, and is only about time: without it a build does everything
again and ends the same. Nothing else reads it; `genui check` never skips anything.
"""

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from genui.assets import load_assets
from genui.canonical import digest, sha256
from genui.config import Config
from genui.generate.replies import DIRECTORY as REPLIES
from genui.manifest import NAME as MANIFEST_NAME
from genui.model import Snapshot
from genui.plan import Outcome
from genui.snapshot import TOOLS
from genui.store import ATTRIBUTES_NAME, write_plain
from genui.viewfile import VIEWS

NAME = "built.json"
IGNORED = {".gitignore": b"*\n"}
DONE = frozenset({"fresh", "missing", "stale", "tampered", "orphan"})
"""States of views that a build leaves fresh."""


def read_report(config: Config, snapshot: Snapshot) -> dict[str, Any] | None:
    """Return the report of the last build if inputs and outputs are what they were then; else None."""
    try:
        told = json.loads((config.overlay / NAME).read_bytes())
        same = told["inputs"] == inputs(config, snapshot) and told["outputs"] == outputs(config.generated)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return told["report"] if same and isinstance(told.get("report"), dict) else None


def keep_report(config: Config, snapshot: Snapshot, report: dict[str, Any]) -> None:
    """Keep the report of a build that has left every view fresh; where that cannot be, nothing is kept."""
    told = {
        "inputs": inputs(config, snapshot),
        "outputs": outputs(config.generated),
        "report": report | {"state": "fresh", "written": [], "removed": []},
    }
    ignored = {} if config.overlay.is_dir() else IGNORED
    with suppress(Exception):
        write_plain(config.overlay, ignored | {NAME: json.dumps(told).encode()})


def worth_keeping(outcomes: Sequence[Outcome]) -> bool:
    """Tell whether a build has left nothing to do and nothing to say again."""
    return all(
        outcome.state in DONE
        and not outcome.unfulfilled
        and all(finding.severity == "info" for finding in outcome.findings)
        for outcome in outcomes
    )


def inputs(config: Config, snapshot: Snapshot) -> str:
    """Return a digest of all that a build depends on: genui, config, prompts, templates, tools, answers."""
    here = Path(__file__).parent
    return digest(
        [
            stamps(sorted(here.rglob("*.py")) + sorted(here.rglob("*.toml"))),
            repr(config),
            load_assets("templates", config.path(config.build.templates_directory)).digest,
            load_assets("prompts", config.path(config.build.prompts_directory)).digest,
            [snapshot.server, snapshot.protocol_version, [tool.definition for tool in snapshot.tools]],
            stamps(sorted((config.generated / REPLIES).glob("*"))),
        ]
    )


def stamps(paths: Iterable[Path]) -> list[list[Any]]:
    """Return name, size and time of files."""
    return [[str(path), path.stat().st_size, path.stat().st_mtime_ns] for path in paths]


def outputs(directory: Path) -> dict[str, str]:
    """Return the sha256 of all that a build writes, by path."""
    found = [directory / MANIFEST_NAME, directory / ATTRIBUTES_NAME]
    found += [path for name in (TOOLS, VIEWS) for path in sorted((directory / name).rglob("*"))]
    return {
        path.relative_to(directory).as_posix(): sha256(path.read_bytes()) for path in found if path.is_file()
    }
