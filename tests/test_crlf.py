"""A checkout that writes CRLF line ends, as Git for Windows does, has fresh views."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GENUI = Path(sys.executable).with_name("genui")


@pytest.mark.parametrize("config", ["genui.toml", "examples/orders/genui.toml"])
def test_a_checkout_with_crlf_is_fresh(tmp_path, config):
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    clone = ["git", "clone", "-q", "-c", "core.autocrlf=true", "-c", "core.eol=crlf"]
    subprocess.run([*clone, f"file://{ROOT}", str(tmp_path / "clone")], check=True, capture_output=True)

    done = subprocess.run(
        [GENUI, "check", "--from-snapshot", "--config", config],
        cwd=tmp_path / "clone",
        env={**os.environ, "GENUI_TRUST": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
