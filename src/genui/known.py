"""What `make runtime` writes beside the runtime: the shell with empty holes, and known digests.

`python -m genui.known` writes both anew. With `--release` the present digests are kept for good, so that
later versions know the pages of this one.
"""

import json
import sys

from genui.assets import DIST, Assets, bundled_directory, load_assets, runtime_of, style_of
from genui.inert import KNOWN_NAME, cut_out, digest_of
from genui.link import page_of

SHELL_NAME = "shell.html"


def shell_of(assets: Assets) -> str:
    """Return the page without all that is cut out of it before its shell is compared."""
    cut = cut_out(page_of({}, assets).decode())
    assert cut is not None, "page.html lacks a hole"
    return cut[0]


def dist_files(assets: Assets, known: dict[str, list[str]], *, release: bool = False) -> dict[str, str]:
    """Return the files by name; `known` lists for each part the present digest, then those of releases."""
    present = {
        "shell": digest_of(shell_of(assets)),
        "style": digest_of(style_of(assets)),
        "runtime": digest_of(runtime_of(assets)),
    }
    listed = {
        part: [digest, *(old for old in known.get(part, [])[1:] if old != digest)]
        for part, digest in present.items()
    }
    if release:
        listed = {part: [digests[0], *digests] for part, digests in listed.items()}
    return {SHELL_NAME: shell_of(assets), KNOWN_NAME: json.dumps(listed, indent=1) + "\n"}


def main(arguments: list[str]) -> None:
    """Write the files."""
    directory = bundled_directory("templates") / DIST
    path = directory / KNOWN_NAME
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    files = dist_files(load_assets("templates"), known, release="--release" in arguments)
    for name, text in files.items():
        (directory / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
