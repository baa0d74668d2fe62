"""Masking of what may be secret in a recorded call: by the names of members, and by the form of texts."""

import json
import re
from typing import Any

from genui.expressions import pointer_of
from genui.labels import words_of
from genui.model import Json
from genui.secretlike import HIDDEN

SECRET_WORDS = frozenset(
    {
        *("token", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "passcode", "pwd"),
        *("credential", "credentials", "cookie", "cookies", "apikey", "authorization", "auth", "bearer"),
        *("jwt", "otp", "pin", "cvv", "cvc", "ssn"),
    }
)
"""Words that name a secret. Others of the command line do not: an author is no auth, an issue has a key."""

KEY_WORDS = frozenset({"api", "access", "private", "signing", "encryption", "ssh", "deploy", "license"})
SECRET_TEXT = re.compile(
    r"\b(?:sk|pk|rk|xox[a-z]|glpat|hf|npm|gh[a-z]|github_pat)[-_][\w-]{12,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\bAKIA[A-Z0-9]{16}\b"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|\Z)"
    r"|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)|(?<=\bbearer )\S{8,}"
    r"|(?<=\bpassword[:=])\s*\S+|(?<=\bsecret[:=])\s*\S+|(?<=\btoken[:=])\s*\S+",
    re.IGNORECASE,
)
"""Keys by how they begin, signed tokens, private keys, passwords in addresses and after their names."""


def masked_call(value: Json, at: str = "", *, named: bool = False) -> tuple[Json, list[str]]:
    """Return a value with what may be secret masked, its shape kept, and the places of that.

    `named` says that a member above has the name of a secret. JSON inside a text is looked into, too.
    """
    if isinstance(value, dict):
        pairs = {
            name: masked_call(member, at + pointer_of(name), named=named or names_secret(name))
            for name, member in value.items()
        }
        return {name: one for name, (one, _) in pairs.items()}, [
            p for _, found in pairs.values() for p in found
        ]
    if isinstance(value, list):
        entries = [masked_call(one, at + pointer_of(place), named=named) for place, one in enumerate(value)]
        return [one for one, _ in entries], [p for _, found in entries for p in found]
    if named and value not in (None, "") and not isinstance(value, bool):
        return (HIDDEN if isinstance(value, str) else 0), [at]
    return masked_text(value, at) if isinstance(value, str) else (value, [])


def masked_text(text: str, at: str) -> tuple[str, list[str]]:
    """Return a text with what may be secret masked: inside the JSON that it is, or by its form."""
    try:
        inner: Any = json.loads(text) if text.lstrip()[:1] in ("{", "[") else None
    except (ValueError, RecursionError):
        inner = None
    if isinstance(inner, dict | list):
        clean, places = masked_call(inner, at)
        return (json.dumps(clean, ensure_ascii=False) if places else text), places
    clean = SECRET_TEXT.sub(HIDDEN, text)
    return clean, [at] if clean != text else []


def names_secret(name: str) -> bool:
    """Tell whether a member's name is that of a secret."""
    words = {word.lower() for word in words_of(name)}
    keyed = bool(words & {"key", "keys"}) and bool(words & KEY_WORDS)
    return bool(words & SECRET_WORDS) or keyed or words == {"session", "id"}
