"""Whose views an overlay holds: each is signed by a key of this user's, which no repository has."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from genui.canonical import canonical_json, sha256

KEY_FILE, KEY_BYTES = "overlay.key", 32
passing: list[bytes] = []
"""The key of this process, where none can be kept."""


def user_key() -> bytes:
    """Return this user's key, made where there is none; one for this process where it cannot be kept."""
    from genui.config.target import user_state

    file = user_state() / KEY_FILE
    try:
        return kept_key(file) or made_key(file)
    except OSError:
        passing[:] = passing or [os.urandom(KEY_BYTES)]
        return passing[0]


def kept_key(file: Path) -> bytes:
    """Return the key in a file, nothing where there is none; a damaged one is removed."""
    try:
        key = file.read_bytes()
    except FileNotFoundError:
        return b""
    if len(key) == KEY_BYTES:
        return key
    file.unlink(missing_ok=True)
    return b""


def made_key(file: Path) -> bytes:
    """Make a key, and return it, or that of a program that was faster: it is there whole or not at all."""
    import tempfile

    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, new = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(descriptor, "wb") as opened:
            opened.write(os.urandom(KEY_BYTES))
        os.link(new, file)
    except FileExistsError:
        pass
    finally:
        os.unlink(new)
    return file.read_bytes()


def signature(name: str, parts: list[str]) -> str:
    """Return the signature of a tool's view by the digests of its files."""
    import hmac

    return hmac.new(user_key(), canonical_json([name, parts]).encode(), "sha256").hexdigest()


def is_signed(folder: str, name: str, files: Sequence[str], note: Mapping[str, Any]) -> bool:
    """Tell whether this user's genui wrote the files of a view as they are."""
    import hmac

    parts = [digest_of(os.path.join(folder, path)) for path in files]
    told = str(note.get("signature", ""))
    return hmac.compare_digest(told.encode(), signature(name, parts).encode())


def digest_of(path: str) -> str:
    """Return the sha256 of a file, "" where there is none."""
    try:
        with open(path, "rb") as file:
            return sha256(file.read())
    except OSError:
        return ""
