"""What is loaded, and what is not: serving a committed view needs the standard library and little more."""

import os
import re
import subprocess
import sys

import pytest
import serving as cores
from serve_host import APPS, SERVE, serving

HEAVY = {
    "anthropic",
    "anyio",
    "asyncio",
    "bs4",
    "dataclasses",
    "html5lib",
    "httpx2",
    "jinja2",
    "mcp",
    "mcp_types",
    "openai",
    "pathlib",
    "pydantic",
    "rich",
    "tinycss2",
    "tomli_w",
    "tomllib",
    "tree_sitter",
    "typer",
    "typing",
}


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_a_hit_loads_nothing_heavy_and_no_compiler(tmp_path):
    cores.commit(tmp_path, {"hello": (cores.HELLO, cores.inert())})
    entry = ("-X", "importtime", *SERVE)
    with serving(flags=("--generated", str(tmp_path)), entry=entry, cwd=tmp_path) as host:
        host.initialize(**APPS)
        host.ask("tools/list")
        host.ask("resources/list")
        assert "result" in host.ask("resources/read", uri="ui://hello")
        host.call("_ui_inspect", toolName="hello")
        host.process.stdin.close()
        host.ends()
        loaded = set(re.findall(r"\| +([\w.]+)$", host.errors(), re.MULTILINE))
    assert "genui.serve.core" in loaded
    assert sorted(HEAVY & {name.partition(".")[0] for name in loaded}) == []
    assert not {"genui.build", "genui.link", "genui.components", "genui.upstream", "genui.cli"} & loaded


def test_the_upstream_is_started_before_anything_but_the_flags_is_loaded():
    code = "import sys; import genui.serve.command; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout
    early = {name for name in loaded.split() if name.startswith("genui")}
    assert early == {
        "genui",
        "genui.errors",
        "genui.serve",
        "genui.serve.child",
        "genui.serve.command",
        "genui.serve.flags",
    }
    assert not {"re", "typing", "json", "dataclasses", "signal"} & set(loaded.split())


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_what_relays_loads_none_of_what_takes_longer_than_an_upstream_takes_to_start():
    hot = ", ".join(f"genui.serve.{name}" for name in ("core", "door", "log", "settings", "stdio"))
    loaded = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path[:0] = {sys.path!r}; import {hot}; print(*sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    slow = {"re", "enum", "json", "typing", "signal", "functools", "collections", "dataclasses", "pathlib"}
    assert slow & set(loaded.split()) == set()
