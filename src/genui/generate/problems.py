"""Problems of providers, one table for all; and texts without keys."""

import os
import re
from collections.abc import Mapping

from genui.child import MODEL_KEYS
from genui.errors import GenerationError

MIN_SECRET_LENGTH = 8
"""A shorter value of a key variable is a dummy, and would be found in any text."""

REDACTED = "[redacted]"
MAX_MESSAGE_LENGTH = 300

KEY_LIKE = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}|\bBearer\s+[A-Za-z0-9._~+/=-]{12,}")
"""Texts that look like a key or a token, whoever's they are."""

PROBLEMS: Mapping[str, str] = {
    "timeout": "no answer within the time budget, or within the provider's own",
    "rate-limit": "too many requests",
    "server": "the provider failed or is overloaded (5xx, 529)",
    "network": "no connection, or one that broke",
    "invalid-request": "the provider refused the request as it is",
    "auth": "the key is missing, wrong, or may not do this",
    "content-filtered": "the model or a filter refused to answer",
    "truncated": "the answer was cut at its limit of tokens",
    "aborted": "stopped from outside",
    "missing-reply": "no answer is recorded for this request",
}
"""Every kind of failure by its slug."""

STATUS = {
    **dict.fromkeys((401, 402, 403, 407), "auth"),
    **dict.fromkeys((408, 504), "timeout"),
    429: "rate-limit",
}
"""The problems of HTTP statuses whose first digit does not tell them."""


class ProviderError(GenerationError):
    """A provider gave no usable answer; `problem` is a slug of PROBLEMS."""

    def __init__(self, problem: str, message: str, *, retry: bool = False) -> None:
        super().__init__(f"{problem}: {redact(message)[:MAX_MESSAGE_LENGTH]}")
        self.problem = problem
        self.retry = retry
        """True where the same request may succeed, and no SDK has retried it: a stream that broke."""


def problem_of_status(status: int) -> str:
    """Return the problem that an HTTP status means."""
    return STATUS.get(status) or ("server" if status >= 500 else "invalid-request")


def without_secrets(text: str) -> str:
    """Return a text without the values of the variables that hold keys."""
    values = {value for name in MODEL_KEYS if (value := os.environ.get(name, "").strip())}
    # The longest first: one key may begin with another.
    for secret in sorted(values, key=len, reverse=True):
        if len(secret) >= MIN_SECRET_LENGTH:
            text = text.replace(secret, REDACTED)
    return text


def redact(text: str) -> str:
    """Return a message without keys, on one line."""
    return " ".join(KEY_LIKE.sub(REDACTED, without_secrets(text)).split())
