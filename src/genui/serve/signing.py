"""Whose views an overlay holds: each is signed by a key of this user's, which no repository has."""

from __future__ import annotations

import os

from genui.canonical import canonical_json, sha256
from genui.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from genui.serve.index import Committed

KEY_FILE, KEY_BYTES = "overlay.key", 32
passing: list[bytes] = []
"""The key of this process, where none can be kept."""


def user_key() -> bytes:
    """Return this user's key, made when first needed; one for this process where it cannot be kept."""
    from genui.config.target import user_state

    file = user_state() / KEY_FILE
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as new:
            new.write(os.urandom(KEY_BYTES))
    except FileExistsError:
        pass
    except OSError:
        passing[:] = passing or [os.urandom(KEY_BYTES)]
        return passing[0]
    key = file.read_bytes()
    if len(key) != KEY_BYTES:
        raise ConfigError(
            f"{file} is no key of genui's", hint="delete it; views of the overlay are made anew"
        )
    return key


def signature(name: str, parts: list[str]) -> str:
    """Return the signature of a tool's view by the digests of its files."""
    import hmac

    return hmac.new(user_key(), canonical_json([name, parts]).encode(), "sha256").hexdigest()


def is_signed(folder: str, name: str, entry: Committed, note: Mapping[str, Any]) -> bool:
    """Tell whether this user's genui wrote the files of a view as they are."""
    import hmac

    parts = [digest_of(os.path.join(folder, path)) for path in (entry.file, entry.view_file, entry.page_file)]
    told = str(note.get("signature", ""))
    return hmac.compare_digest(told.encode(), signature(name, parts).encode())


def digest_of(path: str) -> str:
    """Return the sha256 of a file, "" where there is none."""
    try:
        with open(path, "rb") as file:
            return sha256(file.read())
    except OSError:
        return ""
