"""Consent: a genui.toml starts no program and receives no key before the user has trusted it.

A user trusts one file with what it says about programs, addresses and variables. When the file says
something else about these, the user is asked again.
"""

import os
import shlex
from collections.abc import Iterator, Mapping
from itertools import starmap
from typing import Any
from urllib.parse import urlsplit

from genui.canonical import digest, parsed, pretty_json
from genui.config import Config
from genui.config.target import REFERENCE, user_state
from genui.errors import ConfigError, GenuiError
from genui.secretlike import masked

VARIABLE = "GENUI_TRUST"
"""The variable that agrees for one run, as in CI; nothing is kept of it."""

# In the user's own folder, where no cloned repository can write.
FILE = "trust.json"

MODEL_KEYS_ASKED = {
    "command": ("model.command",),
    "anthropic": ("model.base_url",),
    "openai": ("model.base_url",),
    "ollama": ("model.base_url",),
}
"""By provider, the keys of [model] that name the program to start or the server that receives the API key."""


class ConsentError(GenuiError):
    """A genui.toml names a program or an address that nobody agreed to on this machine."""

    def __init__(self, config: Config) -> None:
        self.config = config
        super().__init__(
            f"{config.file} is not trusted on this machine, and it would {first_action(config)}",
            hint=f"read it, then type: {trust_command(config)}  (in CI: {VARIABLE}=1)",
        )


def require_upstream(config: Config) -> None:
    """Refuse an upstream that genui.toml names and nobody agreed to; one of the command line is agreed to.

    Raises:
        ConsentError: Nobody agreed.
    """
    if any(key.startswith("upstream.") for key in config.from_file) and not is_agreed(config):
        raise ConsentError(config)


def require_model(config: Config) -> None:
    """Refuse a model whose program or address genui.toml names and nobody agreed to.

    Raises:
        ConsentError: Nobody agreed.
    """
    if names_model(config) and not is_agreed(config):
        raise ConsentError(config)


def names_model(config: Config) -> bool:
    """Tell whether the model's program or address comes from the file, and from no flag or variable."""
    return any(key in config.from_file for key in MODEL_KEYS_ASKED.get(config.model.provider, ()))


def why_not_asked(config: Config) -> str:
    """Return why the model must not be asked, on one line; "" where it may."""
    if not names_model(config) or is_agreed(config):
        return ""
    [key] = MODEL_KEYS_ASKED[config.model.provider]
    return f"{key} of genui.toml is not trusted on this machine (to trust it: {trust_command(config)})"


def is_agreed(config: Config) -> bool:
    """Tell whether the user trusts this file as it is, or GENUI_TRUST is set for this run."""
    if os.environ.get(VARIABLE, "").strip().lower() in {"1", "true"}:
        return True
    return config.file is None or consent_digest(config) in agreed()


def agree(config: Config) -> None:
    """Record that the user trusts this file as it is.

    Raises:
        ConfigError: It cannot be kept.
    """
    if config.file is None:
        return
    from genui.atomic import replace_file

    file = user_state() / FILE
    kept = {**agreed(), consent_digest(config): str(config.file.resolve())}
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(file, pretty_json(dict(sorted(kept.items()))), mode=0o600)
    except OSError as error:
        raise ConfigError(
            f"{error.filename or file} cannot be written: {error.strerror}",
            hint=f"to agree for one run: {VARIABLE}=1",
        ) from error


def agreed() -> dict[str, str]:
    """Return what the user trusts: the file of each digest. A damaged record trusts nothing."""
    try:
        kept = parsed((user_state() / FILE).read_bytes())
    except OSError:
        return {}
    return {key: str(file) for key, file in kept.items()} if isinstance(kept, dict) else {}


def consent_digest(config: Config) -> str:
    """Return the digest of what the user is asked to trust: the file's path and what it says."""
    assert config.file is not None
    return digest([str(config.file.resolve()), dict(config.to_trust)])


def question(config: Config) -> Iterator[str]:
    """Yield the question to the user: what trusting the file allows, one line each."""
    assert config.file is not None
    yield f"{config.file.resolve()} is not trusted on this machine. It has genui"
    yield from (f"  {line}" for line in actions_of(config.to_trust))


def actions_of(to_trust: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the file makes genui do. Variables and headers show their names only."""
    upstream, model = to_trust.get("upstream", {}), to_trust.get("model", {})
    if "command" in upstream:
        where = f" in {upstream['cwd']}" if upstream.get("cwd") else ""
        yield f"start    {shlex.join([upstream['command'], *upstream.get('args', ())])}{where}"
    elif "url" in upstream:
        yield f"talk to  {upstream['url']}"
    elif upstream.get("args"):
        yield f"add      {shlex.join(upstream['args'])}  (to the upstream's arguments)"
    for name, what in (("env", "variables"), ("headers", "headers")):
        if upstream.get(name):
            yield f"         with the {what} {', '.join(starmap(variable_text, upstream[name].items()))}"
    if model.get("command"):
        yield f"start    {shlex.join(model['command'])}  (as its model)"
    if model.get("base_url"):
        yield f"send     prompts, with your model keys, to {model['base_url']}"


def variable_text(name: str, value: str) -> str:
    """Return the name of a variable or header, and the variables of the person that its value takes in."""
    taken = [found for escaped, found in REFERENCE.findall(value) if not escaped]
    return f"{name} (your {', '.join(taken)})" if taken else name


def first_action(config: Config) -> str:
    """Return what was about to happen, in a few words. Arguments are left out: they may be secret."""
    upstream, model = config.to_trust.get("upstream", {}), config.to_trust.get("model", {})
    told = []
    if "command" in upstream:
        told.append(f"start {masked(upstream['command'])!r}")
    elif "url" in upstream:
        told.append(f"talk to {host_of(upstream['url'])}")
    if model.get("command"):
        told.append(f"start {model['command'][0]!r} as its model")
    if model.get("base_url"):
        told.append(f"send your model keys to {host_of(model['base_url'])}")
    return " and ".join(told) or "change how the upstream is started"


def host_of(url: str) -> str:
    """Return the scheme and the host of an address: the rest may be secret."""
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.hostname}" + (f":{parts.port}" if parts.port else "")
    except ValueError:
        return "an address that is none"


def trust_command(config: Config) -> str:
    """Return the command that trusts this file."""
    file = config.file
    option = "" if file is None or str(file) == "genui.toml" else f" --config {shlex.quote(str(file))}"
    return f"genui check --trust{option}"
