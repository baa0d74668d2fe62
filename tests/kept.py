"""What tests write into a generated directory, and read out of it."""

import json
import os
import signal
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace

from genui import __version__
from genui.canonical import pretty_json, sha256
from genui.head import is_artifact, read_head
from genui.model import Snapshot, Tool
from genui.store import Stored, project_files

ORIGIN = ("provider", "model", "prompt", "scores", "why")


def store_tools(directory: Path, *tools, server="w", version="1", protocol=""):
    """Write tools as a build would have found them, in place of those that are there."""
    snapshot = Snapshot({"name": server, "version": version}, protocol, tuple(Tool(tool) for tool in tools))
    for path in directory.glob("tools/*.json"):
        path.unlink()
    for name, data in project_files(snapshot, Stored(), genui=__version__).items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)


def stored_tools(directory: Path):
    """Return the definitions of the tools by name."""
    found = [json.loads(path.read_bytes()) for path in sorted(directory.glob("tools/*.json"))]
    return {tool["name"]: tool for tool in found}


def change_tool(directory: Path, tool_name: str, /, **members):
    """Change the definition of a stored tool."""
    for path in directory.glob("tools/*.json"):
        tool = json.loads(path.read_bytes())
        if tool["name"] == tool_name:
            path.write_bytes(pretty_json({**tool, **members}))


def view_path(directory: Path, slug: str) -> Path:
    return directory / "views" / slug / "view.json"


def page_path(directory: Path, slug: str) -> Path:
    return directory / "views" / slug / "page.html"


def artifacts(directory: Path, slug: str = "*") -> list[Path]:
    """Return the artifacts of a view, or of all."""
    return sorted(path for path in directory.glob(f"views/{slug}/*.html") if is_artifact(path.name))


def artifact(directory: Path, slug: str) -> Path:
    """Return the one artifact of a view."""
    (path,) = artifacts(directory, slug)
    return path


def entry(directory: Path, slug: str) -> SimpleNamespace:
    """Return what view file and artifact tell of a view."""
    path = artifact(directory, slug)
    html, view = path.read_bytes(), json.loads(view_path(directory, slug).read_bytes())
    head, origin = read_head(html), view.get("origin", {})
    return SimpleNamespace(
        file=path.relative_to(directory).as_posix(),
        sha256=sha256(html),
        source=head.source if head else "",
        shape=head.shape if head else "",
        kind=head.kind if head else "",
        generator=view["generator"],
        fallback=view.get("fallback", ""),
        repairs=" ".join(view.get("repairs", ())),
        **{name: origin.get(name, "") for name in ORIGIN},
    )


def entries(directory: Path) -> dict[str, SimpleNamespace]:
    """Return what is told of every view that has an artifact, by slug."""
    return {path.parent.name: entry(directory, path.parent.name) for path in artifacts(directory)}


def contents(directory: Path) -> dict[str, bytes]:
    """Return all files of a directory by path."""
    paths = sorted(path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): path.read_bytes() for path in paths}


def restore(directory: Path, files: dict[str, bytes]) -> None:
    """Make a directory hold these files and no others."""
    for name in contents(directory).keys() - files.keys():
        (directory / name).unlink()
    for name, data in files.items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)


def whole(directory: Path) -> None:
    """Hold a directory to what a killed build promises: every file parses, each artifact is whole."""
    for path in artifacts(directory):
        assert path.name == f"{sha256(path.read_bytes())[:12]}.html"
    for path in [*directory.glob("views/*/view.json"), *directory.glob("tools/*.json")]:
        json.loads(path.read_bytes())


def killed_at(moment: int, steps: Iterable[str], work: Callable[[], object]) -> bool:
    """Do work in another process, killed before one of its steps on the disk; tell whether it came to it.

    The steps are methods of Path. A forked process has everything loaded, which takes most of a run's time.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads that the child does not have
        child = os.fork()
    if child == 0:
        left = moment

        def counted(function):
            def call(*given, **more):
                nonlocal left
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1
                return function(*given, **more)

            return call

        for step in steps:
            setattr(Path, step, counted(getattr(Path, step)))
        try:
            work()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
