"""Providers: the model back ends, behind one table and one function. Their SDKs load when asked."""

from genui.generate.providers.asking import ask, load, load_ahead
from genui.generate.providers.budget import Budget
from genui.generate.providers.problems import PROBLEMS, ProviderError, redact
from genui.generate.providers.request import (
    Answer,
    ModelChoice,
    Reply,
    Report,
    Request,
    Turn,
    choice_of,
    missing_key,
    request_text,
    request_tokens,
    tokens_of,
)
from genui.generate.providers.table import PROVIDERS, Provider

__all__ = [
    "PROBLEMS",
    "PROVIDERS",
    "Answer",
    "Budget",
    "ModelChoice",
    "Provider",
    "ProviderError",
    "Reply",
    "Report",
    "Request",
    "Turn",
    "ask",
    "choice_of",
    "load",
    "load_ahead",
    "missing_key",
    "redact",
    "request_text",
    "request_tokens",
    "tokens_of",
]
