"""Detection of secrets on command lines and in URLs, by name or by form."""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence

HIDDEN = "***"
WORDS = "token|key|secret|pass|pwd|auth|cred|cookie|session"
SECRET_NAME = re.compile(rf"{WORDS}|pin\b", re.IGNORECASE)
SECRET = re.compile(
    rf"[\w.-]*(?:{WORDS}|pin\b)[\w.-]*\s*[=:]\s*(?:(?:bearer|basic)\s+)?([^&\s,;/][^&\s,;]*)"
    rf"|(?:^|\s)--?[\w-]*(?:{WORDS})[\w-]*\s+([^-\s]\S*)"
    r"|://([^/@\s]+:[^/@\s]+)@"
    r"|\b((?:sk|pk|rk|xox[a-z]|glpat|hf|npm|gh[a-z]|github_pat)[-_][\w-]{12,})"
    r"|\bbearer\s+(\S+)",
    re.IGNORECASE,
)
"""The value of a telling name or flag, a password in a URL, what begins as keys do, a credential."""


def secrets_of(arguments: Sequence[str]) -> Iterator[list[str]]:
    """Yield for each argument of a command what may be secret in it."""
    named = False
    for argument in arguments:
        # `--token VALUE`: the value is the argument after the flag.
        follows = named and not argument.startswith("-")
        yield [argument] if follows else [found[found.lastindex or 0] for found in SECRET.finditer(argument)]
        named = argument.startswith("-") and "=" not in argument and bool(SECRET_NAME.search(argument))


def shown(arguments: Sequence[str]) -> str:
    """Return a command line as errors print it: without what may be secret."""
    pairs = zip(arguments, secrets_of(arguments), strict=True)
    return shlex.join(without(argument, secrets) for argument, secrets in pairs)


def masked(argument: str) -> str:
    """Return one argument or URL as errors print it."""
    return without(argument, *secrets_of([argument]))


def without(text: str, secrets: Iterable[str]) -> str:
    """Return a text with these values taken out."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return text


def secret_notes(arguments: Sequence[str], url: str | None) -> Iterator[str]:
    """Say where a genui.toml that names this command or URL may hold a secret."""
    mended = "genui.toml is meant to be committed, so look at"
    if any(secrets_of(arguments)):
        yield f"args may hold a secret: {mended} them, and rather name a variable: ${{NAME}}, or in env"
    if url and any(secrets_of((url,))):
        yield f"url may hold a secret: {mended} it, and rather name a variable: ${{NAME}}"
