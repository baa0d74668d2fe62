"""A core between a host and an upstream that are only lists of lines, for cases written as transcripts."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from genui.assets import load_assets
from genui.canonical import pretty_json, sha256
from genui.config import Build, Config, Limits, Serve, ToolConfig
from genui.digests import shape_digest
from genui.generate.offline import AUTO
from genui.head import END, MARK, read_head
from genui.link import link
from genui.model import Tool, View
from genui.serve.core import Core
from genui.serve.lazy_maker import LazyMaker
from genui.serve.log import Log
from genui.serve.views import Views
from genui.snapshot import MANIFEST_NAME, Manifest, manifest_bytes

HELLO = {"name": "hello", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}}}
SOURCE = "5" * 64


def headed(definition: dict[str, Any], html: bytes) -> bytes:
    """Return a page with the head that says whose view it is."""
    tool = {"name": definition["name"]}
    data = {"source": SOURCE, "shape": shape_digest(definition), "kind": "rich", "tool": tool}
    return html + MARK + json.dumps(data, indent=1).encode() + END


HTML = headed(HELLO, b"<!doctype html><title>hello</title>")


@cache
def inert(name: str = "hello") -> bytes:
    """Return a page without code of its own, as the view of a tool of this name."""
    definition = HELLO if name == "hello" else {"name": name, "inputSchema": {"type": "object"}}
    return link(Tool(definition), View(name, AUTO), load_assets("templates"), source=SOURCE)


class Quiet(Log):
    """A log that only remembers."""

    def __init__(self) -> None:
        super().__init__(level="info")
        self.events: list[tuple[str, str, dict[str, Any]]] = []

    def write(self, level: Any, event: str, **members: Any) -> None:
        self.events.append((level, event, members))


def commit(directory: Path, tools: dict[str, tuple[dict[str, Any], bytes]], **members: Any) -> None:
    """Write a generated directory with a committed view for each tool definition."""
    for name, (definition, html) in tools.items():
        whole = html if read_head(html) else headed(definition, html)
        folder = directory / "views" / name
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.html"):
            path.unlink()
        (folder / f"{sha256(whole)[:12]}.html").write_bytes(whole)
        view = {"format": 2, "tool": name, "sha256": sha256(whole), "spec": {}, "ledger": [], **members}
        (folder / "view.json").write_bytes(pretty_json(view))
    (directory / MANIFEST_NAME).write_bytes(manifest_bytes(Manifest("0.1.0")))


def core_in(
    directory: Path,
    *,
    apps: str = "auto",
    prefix: str = "_ui_",
    compiles: bool = True,
    without: tuple[str, ...] = (),
    untold: tuple[str, ...] = (),
    asked: tuple[str, ...] = (),
    allow_code: bool = True,
    compile_view: Any = None,
    **limits: int,
) -> Core:
    """Return a core that serves the views of a directory; the tools `without` are to get none.

    Unless told otherwise it serves pages whatever is in them, so that those of cases can be short.
    """
    tools = {name: ToolConfig(view=False) for name in without}
    tools |= {name: ToolConfig(announce=False) for name in untold}
    tools |= {name: ToolConfig(form="before") for name in asked}
    on_miss = "compile" if compiles else "passthrough"
    serve = Serve(apps=apps, prefix=prefix, on_miss=on_miss, allow_code=allow_code, cache=False)
    build = Build(generated=str(directory))
    config = Config(directory, build=build, serve=serve, limits=Limits(**limits), tools=tools)
    views = Views(config, Quiet())
    views.keeps = True
    if compile_view is not None:
        views.compile_view = compile_view
    return Core(views, LazyMaker(views))


class Talk:
    """Plays both sides of a core, in pieces of some bytes, and takes what it sends each of them."""

    def __init__(self, core: Core, *, piece: int = 1 << 20) -> None:
        self.core = core
        self.piece = piece
        self.host_bytes = b""
        self.upstream_bytes = b""

    def host(self, data: bytes) -> None:
        """Send bytes as the host."""
        for start in range(0, len(data), self.piece):
            self.core.wire.client_sent(data[start : start + self.piece])
            self.take()

    def upstream(self, data: bytes) -> None:
        """Send bytes as the upstream."""
        for start in range(0, len(data), self.piece):
            self.core.wire.upstream_sent(data[start : start + self.piece])
            self.take()

    def take(self) -> None:
        self.host_bytes += self.core.wire.take_for_client()
        self.upstream_bytes += self.core.wire.take_for_upstream()

    def compiled(self, tool: str, html: bytes) -> None:
        """Let the views that are waited for be compiled, which is done once."""
        asked: list[str] = []
        self.core.views.compile_view = lambda definition: (asked.append(definition["name"]), html)[1]
        self.work()
        assert asked == [tool]

    def work(self) -> None:
        """Do what a front would do in threads."""
        while self.core.tasks:
            self.do_task()

    def do_task(self) -> None:
        """Do the oldest task."""
        task = self.core.tasks.pop(0)
        task.done(task.work())
        self.take()

    def upstream_ends(self, message: str) -> None:
        """Tell the core that the upstream has closed its output."""
        self.core.upstream_closed(message)
        self.take()

    def host_got(self, _: Any = None) -> str:
        """Take the next line that the host got."""
        got, end, self.host_bytes = self.host_bytes.partition(b"\n")
        assert end, f"no line for the host, only {got!r}"
        return got.decode()

    def upstream_got(self) -> str:
        """Take the next line that the upstream got."""
        got, end, self.upstream_bytes = self.upstream_bytes.partition(b"\n")
        assert end, f"no line for the upstream, only {got!r}"
        return got.decode()


def line(message: Any) -> bytes:
    """A string is a raw line, anything else a message."""
    text = message if isinstance(message, str) else json.dumps(message)
    return text.encode() + b"\n"


def matches(expected: Any, got: Any) -> bool:
    """Tell whether two JSON values are equal, where "*" stands for anything."""
    if expected == "*":
        return True
    if isinstance(expected, dict) and isinstance(got, dict):
        return list(expected) == list(got) and all(matches(expected[key], got[key]) for key in expected)
    if isinstance(expected, list) and isinstance(got, list):
        return len(expected) == len(got) and all(map(matches, expected, got))
    return type(expected) is type(got) and expected == got


def play(case: dict[str, Any], directory: Path, *, piece: int = 1 << 20) -> None:
    """Play a transcript; every line that is sent to either side has to be expected, in order."""
    commit(directory, {"hello": (HELLO, HTML)})
    settings = {key: case[key] for key in ("apps", "prefix", "compiles", "untold", "asked") if key in case}
    talk = Talk(core_in(directory, without=tuple(case.get("without", ())), **settings), piece=piece)
    perform_all(talk, case)
    assert not talk.host_bytes
    assert not talk.upstream_bytes


def perform_all(talk: Any, case: dict[str, Any]) -> None:
    """Play the steps of a transcript, on a Talk or what has its methods."""
    for number, step in enumerate(case["steps"]):
        for what, message in step.items():
            perform(talk, what, message, where=f"step {number}: {what}")


def perform(talk: Any, what: str, message: Any, *, where: str) -> None:
    if what in ("host", "both"):
        talk.host(line(message))
    if what in ("upstream", "back"):
        talk.upstream(line(message))
    if what in ("upstream gets", "both"):
        expect(talk.upstream_got(), message, where=where)
    if what in ("host gets", "back"):
        expect(talk.host_got(message), message, where=where)
    if what == "compiled":
        talk.compiled(message["tool"], message["html"].encode())
    if what == "upstream ends":
        talk.upstream_ends(message)


def expect(got: str, message: Any, *, where: str) -> None:
    """A string has to be the line itself; "…" in it stands for anything."""
    if isinstance(message, str):
        head, gap, tail = message.partition("…")
        good = got.startswith(head) and got.endswith(tail) if gap else got == message
    else:
        good = matches(message, json.loads(got))
    assert good, f"{where}: expected {message}, got {got}"
