"""Canonical JSON and the digests made from it, the same on every machine."""

from genui.rawjson import canonical

TYPE_CHECKING = False  # importing typing for it would hold genui serve up
if TYPE_CHECKING:
    from hashlib import sha256 as new_sha256
    from typing import Any
else:
    try:  # as random does: hashlib loads OpenSSL, which takes longer than it saves at first
        from _sha2 import sha256 as new_sha256
    except ImportError:
        try:
            from _sha256 import sha256 as new_sha256
        except ImportError:
            from hashlib import sha256 as new_sha256


def canonical_json(value: "Any") -> str:
    """Serialize a JSON value with sorted keys at every depth, no white space, ASCII only."""
    return canonical(value)


def pretty_json(value: "Any") -> bytes:
    """Serialize a JSON value for reviewers: two spaces, members in the order given, LF at the end.

    Lone surrogates cannot be UTF-8, so a value that holds one is written in ASCII.
    """
    import json

    text = json.dumps(value, indent=2, ensure_ascii=False) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2, ensure_ascii=True) + "\n").encode()


def digest(value: "Any") -> str:
    """Return the sha256, in hex, of a JSON value's canonical form."""
    return sha256(canonical_json(value).encode())


def sha256(data: bytes) -> str:
    """Return the sha256 of bytes in hex."""
    return new_sha256(data).hexdigest()


def hash_by_openssl() -> None:
    """Load OpenSSL's sha256 for what comes from now on: the one at hand takes seven times as long."""
    global new_sha256
    try:
        from _hashlib import openssl_sha256
    except ImportError:
        return
    new_sha256 = openssl_sha256
