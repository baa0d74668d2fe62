"""The parts of a page that a release fixes: dist/shell.html, and the digests in dist/known.json.

`python -m genui.shell`, which `make runtime` runs, writes both for this checkout. With `--release` the
present digests are added to those of releases, which stay listed: pages that any release built stay inert.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from genui.assets import PAGE_RUNTIME, RUNTIME, STYLE, Assets, bundled_directory, load_assets
from genui.canonical import sha256
from genui.inert import cut
from genui.link import filled_page

KINDS = ("shell", "style", "runtime", "page_runtime")


def shell_of(assets: Assets) -> bytes:
    """Return the page of these assets with every hole empty."""
    parts = cut(filled_page(assets, title="", data=""))
    if parts is None:
        raise ValueError("templates/page.html has not the holes that genui.inert.HOLES lists, in their order")
    return parts.shell


def known_of(assets: Assets, before: Mapping[str, Sequence[str]], *, release: bool) -> dict[str, list[str]]:
    """Return the digests to go by: of these assets first, then of all releases, the latest first."""
    files = (assets.texts[name].encode() for name in (STYLE, RUNTIME, PAGE_RUNTIME))
    texts = (shell_of(assets), *files)
    known = {}
    for kind, text in zip(KINDS, texts, strict=True):
        digest, released = sha256(text), list(before.get(kind, ()))[1:]
        known[kind] = [digest, *([digest] if release and digest not in released else []), *released]
    return known


def write_shell(*, release: bool) -> None:
    """Write shell.html and known.json among the templates of this checkout."""
    folder = bundled_directory("templates") / "dist"
    assets = load_assets("templates")
    (folder / "shell.html").write_bytes(shell_of(assets))
    known = known_of(assets, known_in(folder), release=release)
    (folder / "known.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8", newline="\n")


def known_in(folder: Path) -> dict[str, list[str]]:
    """Return the digests that are committed, none where there are none yet."""
    file = folder / "known.json"
    found: dict[str, list[str]] = json.loads(file.read_bytes()) if file.is_file() else {}
    return found


if __name__ == "__main__":
    write_shell(release="--release" in sys.argv[1:])
