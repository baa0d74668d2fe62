"""The providers: the default model of each, and the variables that hold its key."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """One model back end; `asking.answerer` knows the function that asks it."""

    doc: str
    model: str = ""
    """The model where `[model] name` says none."""
    keys: tuple[str, ...] = ()
    """Environment variables, any of which holds the key."""
    package: str = ""
    """A package that asking it needs, of an extra of genui's."""
    free: bool = False
    """True where an address of one's own needs no key."""


PROVIDERS: Mapping[str, Provider] = {
    "anthropic": Provider(
        "Anthropic's Messages API, by the official SDK",
        model="claude-sonnet-5-5",
        keys=("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    ),
    "openai": Provider(
        "OpenAI's Chat Completions API, by the official SDK; base_url names any compatible server",
        model="gpt-5.5",
        keys=("OPENAI_API_KEY",),
        package="openai",
        free=True,
    ),
    "ollama": Provider(
        "a local model by Ollama's OpenAI-compatible API; OLLAMA_HOST or base_url names another address",
        model="gemma3",
        package="openai",
    ),
    "command": Provider(
        "any program: the prompt on its standard input, the answer on its standard output", model="command"
    ),
    "replay": Provider("recorded answers; no network, no key", model="replay"),
}
"""Every provider by its name in `[model] provider`. `asking` has a row for each, `environment` its keys."""
