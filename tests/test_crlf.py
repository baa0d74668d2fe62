"""A checkout that writes CRLF line ends, as Git for Windows does, has fresh views."""

import subprocess
from pathlib import Path

import pytest

from genui.cli import main

ROOT = Path(__file__).parents[1]
CONFIGS = ("genui.toml", "examples/orders/genui.toml")


def test_a_checkout_with_crlf_is_fresh(tmp_path):
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    clone = tmp_path / "clone"
    ends = ("-c", "core.autocrlf=true", "-c", "core.eol=crlf")
    subprocess.run(["git", "clone", "-q", "--shared", "--sparse", *ends, str(ROOT), str(clone)], check=True)
    subprocess.run(["git", "sparse-checkout", "set", "generated", "examples"], cwd=clone, check=True)

    for config in CONFIGS:
        assert main(["check", "--from-snapshot", "--config", str(clone / config)]) == 0
