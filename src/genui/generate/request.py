"""A request to a model and its answer, the same for every provider; and the providers."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal

from genui.canonical import digest
from genui.config import Config
from genui.model import JsonObject

Report = Callable[[int], None]
"""Called with the number of characters that came in so far: 0 while the model is asked and silent."""

CHARACTERS_PER_TOKEN = 3.6
"""Of English prose and JSON together; an estimate, on the careful side."""

KEY_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the conversation."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """One request to a model."""

    tool: str
    prompt: str
    """The prompt that the last turn was made from: generate_spec, refine…"""
    system: str
    turns: tuple[Turn, ...]
    output_tokens: int
    schema: JsonObject | None = None
    """JSON Schema of the answer, for providers that can hold a model to one."""
    made: str = ""
    """What of the first turn genui has found by itself."""
    basis: Mapping[str, str] = field(default_factory=dict)
    """The texts of the prompts used, mode and spec version: what the system text is made from."""

    @property
    def key(self) -> str:
        """What a recorded answer is found by: a digest of the prompts used and of every turn.

        The catalogue of components and what genui has found by itself are no part of it: a component
        more, or another offline view, leaves a recorded answer as good as it was.
        """
        turns = [
            [turn.role, turn.text.replace(self.made, "") if self.made else turn.text] for turn in self.turns
        ]
        return digest({"basis": dict(self.basis), "prompt": self.prompt, "turns": turns})[:KEY_DIGITS]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a model."""

    text: str
    provider: str
    model: str
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """A recorded answer."""

    tool: str
    prompt: str
    key: str
    provider: str
    model: str
    answer: str


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model of which provider is asked, and how."""

    provider: str
    model: str
    base_url: str | None = None
    command: tuple[str, ...] = ()
    temperature: float | None = None
    retries: int = 2
    replies: Mapping[str, Reply] = field(default_factory=dict)
    """Recorded answers by the key of their request, for replay."""
    folder: str = "."
    """Where a command runs."""


def choice_of(config: Config, replies: Mapping[str, Reply] | None = None) -> ModelChoice | None:
    """Return the model that the config chooses; None where views are made offline."""
    settings = config.model
    if settings.provider == "offline":
        return None
    return ModelChoice(
        provider=settings.provider,
        model=settings.name or PROVIDERS[settings.provider].model,
        base_url=settings.base_url,
        command=settings.command,
        temperature=settings.temperature,
        retries=config.limits.retries,
        replies=replies or {},
        folder=str(config.root),
    )


def missing_key(choice: ModelChoice, environ: Mapping[str, str] | None = None) -> str:
    """Say in one line which variable is not set, and what works without; "" where nothing is missing."""
    held = os.environ if environ is None else environ
    provider = PROVIDERS[choice.provider]
    if choice.provider == "command" and not choice.command:
        return 'provider command needs command = ["PROGRAM", …] in [model]'
    if provider.package and find_spec(provider.package) is None:
        return f"{choice.provider} needs a package that is not installed: pip install {provider.package}"
    if not provider.keys or any(held.get(name) for name in provider.keys):
        return ""
    if provider.free and (choice.base_url or held.get("OPENAI_BASE_URL")):
        return ""
    return f"{provider.keys[0]} is not set, so {choice.provider} cannot be asked"


def request_text(request: Request) -> str:
    """Return a request as one text: what a command reads, and what genui prompt prints."""
    turns = [("system", request.system), *((turn.role, turn.text) for turn in request.turns)]
    return "\n\n".join(f"=== {role.upper()} ===\n{text.strip()}" for role, text in turns) + "\n"


def tokens_of(text: str) -> int:
    """Estimate how many tokens a text has."""
    # Chinese, Japanese and Korean take about a token for each character.
    wide = sum(character > "\u2e7f" for character in text)
    return round((len(text) - wide) / CHARACTERS_PER_TOKEN) + wide


def request_tokens(request: Request) -> int:
    """Estimate how many tokens a request has, its schema included."""
    import json

    schema = json.dumps(request.schema, separators=(",", ":")) if request.schema else ""
    return tokens_of(request_text(request)) + tokens_of(schema)


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
