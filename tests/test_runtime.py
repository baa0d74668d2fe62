"""What every page carries: built from templates/runtime and templates/style.css, and held to the rules."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from genui.assets import load_assets, runtime_of, style_of
from genui.known import dist_files, shell_of
from genui.link import fixed_weight, page_of
from genui.validate import validate_page

ROOT = Path(__file__).parents[1]
DIST = ROOT / "templates/dist"
ASSETS = load_assets("templates")

MAX_GZIP_BYTES = 60_000


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return a copy of the templates with the runtime built anew."""
    if not shutil.which("node") or not (ROOT / "tests/host/node_modules/esbuild").is_dir():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("not found: node and esbuild; run make unit")
    shutil.copytree(ROOT / "templates", tmp_path / "templates", ignore=shutil.ignore_patterns("dist"))
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/host").symlink_to(ROOT / "tests/host")
    subprocess.run(["node", "templates/build.mjs"], cwd=tmp_path, check=True)
    return tmp_path / "templates/dist"


def test_the_committed_runtime_and_style_are_what_their_sources_give(built: Path) -> None:
    for name in ("runtime.js", "style.css"):
        assert (built / name).read_bytes() == (DIST / name).read_bytes(), "run make runtime and commit it"


def test_the_committed_shell_and_digests_are_those_of_the_templates() -> None:
    known = json.loads((DIST / "known.json").read_text(encoding="utf-8"))

    for name, text in dist_files(ASSETS, known).items():
        assert (DIST / name).read_text(encoding="utf-8") == text, "run make runtime and commit it"


def test_a_release_keeps_its_digests_and_later_builds_do_too() -> None:
    released = json.loads(dist_files(ASSETS, {}, release=True)["known.json"])
    later = {part: ["0" * 64, *digests[1:]] for part, digests in released.items()}

    kept = json.loads(dist_files(ASSETS, later)["known.json"])

    assert kept == {part: digests[:1] for part, digests in released.items()}
    assert json.loads(dist_files(ASSETS, {"shell": ["0", "1"]})["known.json"])["shell"][1:] == ["1"]


def test_a_page_without_data_stays_within_its_weight() -> None:
    assert fixed_weight(ASSETS) <= MAX_GZIP_BYTES


def test_what_every_page_carries_breaks_no_rule() -> None:
    page = page_of({"tool": {"name": "t"}}, ASSETS)

    found = [
        (finding.rule, finding.message) for finding in validate_page(page) if finding.severity == "error"
    ]

    assert found == []
    assert runtime_of(ASSETS) in page.decode()
    assert style_of(ASSETS) in page.decode()
    assert shell_of(ASSETS).count("<script") == 2
