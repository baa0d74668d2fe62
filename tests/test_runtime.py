"""What every page carries: built from templates/runtime and templates/style.css, and held to the rules."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from genui.assets import RUNTIME, STYLE, load_assets
from genui.canonical import sha256
from genui.link import filled_page, shared_bytes
from genui.lint import validate_page
from genui.shell import known_in, known_of, shell_of

ROOT = Path(__file__).parents[1]
DIST = ROOT / "templates/dist"
ASSETS = load_assets("templates")

MAX_GZIP_BYTES = 80 * 1024


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Return the runtime built from its sources, once for each state of them: terser takes seconds."""
    if not shutil.which("node") or not (ROOT / "tests/host/node_modules/terser").is_dir():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("not found: node and terser; run make unit")
    # The lock file says which esbuild and terser it was.
    sources = [
        path for path in (ROOT / "templates").rglob("*") if path.is_file() and DIST not in path.parents
    ]
    sources = [*sorted(sources), ROOT / "tests/host/package-lock.json"]
    key = sha256(b"".join(str(path.relative_to(ROOT)).encode() + path.read_bytes() for path in sources))
    kept = ROOT / "tests/host/node_modules/.cache" / f"dist-{key[:16]}"
    if not kept.is_dir():
        shutil.copytree(ROOT / "templates", tmp_path / "templates", ignore=shutil.ignore_patterns("dist"))
        (tmp_path / "tests").mkdir()
        (tmp_path / "tests/host").symlink_to(ROOT / "tests/host")
        subprocess.run(["node", "templates/build.mjs"], cwd=tmp_path, check=True)
        part = kept.with_suffix(f".{os.getpid()}")
        shutil.copytree(tmp_path / "templates/dist", part)
        part.rename(kept)
    return kept


def test_the_committed_runtime_and_style_are_what_their_sources_give(built: Path) -> None:
    for name in ("runtime.js", "page.js", "outline.js", "style.css"):
        assert (built / name).read_bytes() == (DIST / name).read_bytes(), "run make runtime and commit it"


def test_the_committed_shell_and_digests_are_those_of_the_templates() -> None:
    known = known_in(DIST)

    assert (DIST / "shell.html").read_bytes() == shell_of(ASSETS), "run make runtime and commit it"
    assert known_of(ASSETS, known, release=False) == known, "run make runtime and commit it"


def test_a_release_keeps_its_digests_and_later_builds_do_too() -> None:
    released = known_of(ASSETS, {}, release=True)
    later = {kind: ["0" * 64, *digests[1:]] for kind, digests in released.items()}

    kept = known_of(ASSETS, later, release=False)

    assert kept == released
    assert all(len(digests) == 2 and digests[0] == digests[1] for digests in kept.values())


def test_a_page_without_data_stays_within_its_weight() -> None:
    assert shared_bytes(ASSETS)[1] <= MAX_GZIP_BYTES


def test_what_every_page_carries_breaks_no_rule() -> None:
    page = filled_page(ASSETS, title="t", data="{}")

    found = [
        (finding.rule, finding.message) for finding in validate_page(page) if finding.severity == "error"
    ]

    assert found == []
    assert ASSETS.texts[RUNTIME] in page.decode()
    assert ASSETS.texts[STYLE] in page.decode()
    assert shell_of(ASSETS).count(b"<script") == 2
