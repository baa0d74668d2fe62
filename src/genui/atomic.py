"""Atomic writes: a file is replaced whole, so that a kill at any moment leaves the old one or the new one."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex

SYNCS_AT_ONCE = 8
TEMPORARY = ".genui-"
"""How the names of temporary files begin."""


def replace_file(file: Path, data: bytes, *, mode: int = 0o644) -> None:
    """Put bytes in a file's place in one step."""
    replace_all(file.parent, {file.name: data}, mode=mode)


def replace_all(directory: Path, files: Mapping[str, bytes], *, mode: int = 0o644) -> None:
    """Write files under temporary names beside them, sync them, and move them into place in their order."""
    targets = [directory / name for name in files]
    temporaries = [target.with_name(TEMPORARY + token_hex(8)) for target in targets]
    try:
        # Syncing is waiting for the disk, which takes many syncs as fast as one.
        with ThreadPoolExecutor(max_workers=SYNCS_AT_ONCE) as pool:
            list(pool.map(lambda path, data: write_synced(path, data, mode), temporaries, files.values()))
        for temporary, target in zip(temporaries, targets, strict=True):
            temporary.replace(target)
    finally:
        for temporary in temporaries:
            temporary.unlink(missing_ok=True)
    # The entries of a folder are synced, too, where the system has that notion.
    for folder in {target.parent for target in targets} if os.name != "nt" else ():
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_synced(path: Path, data: bytes, mode: int) -> None:
    """Write a new file and sync it."""
    path.touch(mode=0o600, exist_ok=False)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(mode)
