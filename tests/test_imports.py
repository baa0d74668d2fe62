"""What is loaded, and what is not: serving a committed view needs the standard library and little more."""

import os
import re
import sys

import pytest
import serving as cores
from serve_host import APPS, SERVE, serving

HEAVY = {
    "anthropic",
    "anyio",
    "asyncio",
    "bs4",
    "html5lib",
    "httpx2",
    "jinja2",
    "mcp",
    "mcp_types",
    "openai",
    "pydantic",
    "rich",
    "tinycss2",
    "tomli_w",
    "tree_sitter",
    "typer",
}


@pytest.mark.skipif(os.name == "nt", reason="posix pipes")
def test_a_hit_loads_nothing_heavy_and_no_compiler(tmp_path):
    cores.commit(tmp_path, {"hello": (cores.HELLO, cores.inert())})
    entry = (sys.executable, "-X", "importtime", *SERVE[1:])
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
