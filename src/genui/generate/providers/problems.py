"""What can go wrong with a provider: one table for all of them, and texts without keys."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from genui.errors import GenerationError
from genui.generate.providers.table import KEY_VARIABLES

MIN_SECRET_LENGTH = 8
"""A shorter value of a key variable is a dummy, and would be found in any text."""

REDACTED = "[redacted]"
MAX_MESSAGE_LENGTH = 300

KEY_LIKE = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}|\bBearer\s+[A-Za-z0-9._~+/=-]{12,}")
"""Texts that look like a key or a token, whoever's they are."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One way in which a provider fails."""

    doc: str
    retryable: bool = False


PROBLEMS: Mapping[str, Problem] = {
    "timeout": Problem("no answer within the time budget, or within the provider's own", retryable=True),
    "rate-limit": Problem("too many requests; its Retry-After is honoured", retryable=True),
    "server": Problem("the provider failed or is overloaded (5xx, 529)", retryable=True),
    "network": Problem("no connection, or one that broke", retryable=True),
    "invalid-request": Problem("the provider refused the request as it is"),
    "auth": Problem("the key is missing, wrong, or may not do this"),
    "content-filtered": Problem("the model or a filter refused to answer"),
    "truncated": Problem("the answer was cut at its limit of tokens"),
    "aborted": Problem("stopped from outside"),
    "missing-reply": Problem("no answer is recorded for this request"),
}
"""Every kind of failure by its slug."""

STATUS = {
    **dict.fromkeys((401, 402, 403, 407), "auth"),
    **dict.fromkeys((408, 504), "timeout"),
    429: "rate-limit",
}
"""What HTTP statuses mean that are not told by their hundred alone."""


class ProviderError(GenerationError):
    """A provider gave no usable answer."""

    def __init__(
        self, problem: str, message: str, *, retry_after: float | None = None, retryable: bool | None = None
    ) -> None:
        super().__init__(f"{problem}: {redact(message)[:MAX_MESSAGE_LENGTH]}")
        self.problem = problem
        self.retry_after = retry_after
        self.retryable = PROBLEMS[problem].retryable if retryable is None else retryable


def problem_of_status(status: int) -> str:
    """Return the problem that an HTTP status means."""
    if status in STATUS:
        return STATUS[status]
    return "server" if status >= 500 else "invalid-request"


def retry_seconds(headers: Mapping[str, str], *, now: float) -> float | None:
    """Return what Retry-After asks for in seconds: a number, or a date (RFC 9110, 10.2.3)."""
    from email.utils import parsedate_to_datetime

    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            return max(0.0, float(value) * unit)
        except ValueError:
            pass
        try:
            return max(0.0, parsedate_to_datetime(value).timestamp() - now)
        except (TypeError, ValueError):
            return None
    return None


def secrets_of(variables: Iterable[str], environ: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the values of key variables that must appear nowhere, the longest first."""
    held = os.environ if environ is None else environ
    found = {value for name in variables if len(value := held.get(name, "").strip()) >= MIN_SECRET_LENGTH}
    return tuple(sorted(found, key=len, reverse=True))


def without_secrets(text: str, secrets: Iterable[str]) -> str:
    """Return a text with these values taken out."""
    for secret in secrets:
        text = text.replace(secret, REDACTED)
    return text


def redact(text: str) -> str:
    """Return a message without keys, on one line."""
    plain = KEY_LIKE.sub(REDACTED, without_secrets(text, secrets_of(KEY_VARIABLES)))
    return " ".join(plain.split())
