"""What a cloned folder may do on this machine: start no program and hear no key before its person agreed.

Agreed is what the person was shown: one genui.toml, and what it says of programs, addresses and variables.
The answers are kept in the user's own folder, where no repository can write; whatever else genui.toml says
then is another question.
"""

import json
import os
import shlex
from collections.abc import Iterator, Mapping
from itertools import starmap
from typing import Any
from urllib.parse import urlsplit

from genui.canonical import digest, pretty_json
from genui.config import Config
from genui.config.target import REFERENCE, user_state
from genui.errors import ConfigError, GenuiError
from genui.secretlike import masked

VARIABLE = "GENUI_TRUST"
"""The variable that agrees for one run, as in CI; nothing is kept of it."""

FILE = "trust.json"

OWN_WORDS = {
    "command": ("model.command",),
    "anthropic": ("model.base_url",),
    "openai": ("model.base_url",),
    "ollama": ("model.base_url",),
}
"""By provider, the keys that say which program is the model, or who hears its key."""


class ConsentError(GenuiError):
    """A genui.toml names a program or an address that nobody agreed to on this machine."""

    def __init__(self, config: Config) -> None:
        self.config = config
        super().__init__(
            f"{config.file} is not trusted on this machine, and it would {first_wish(config)}",
            hint=f"read it, then type: {line_to_type(config)}  (in CI: {VARIABLE}=1)",
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
    """Tell whether the file, and nobody since, says which program is the model or who hears its key."""
    return any(key in config.from_file for key in OWN_WORDS.get(config.model.provider, ()))


def unheard(config: Config) -> str:
    """Say in one line why the model must not be asked; "" where it may."""
    if not names_model(config) or is_agreed(config):
        return ""
    [key] = OWN_WORDS[config.model.provider]
    return f"{key} of genui.toml is not trusted on this machine (to trust it: {line_to_type(config)})"


def is_agreed(config: Config) -> bool:
    """Tell whether the person agreed to what this file says, or to everything in this run."""
    if os.environ.get(VARIABLE, "").strip().lower() in {"1", "true"}:
        return True
    return config.file is None or question_digest(config) in agreed()


def agree(config: Config) -> None:
    """Keep that the person agreed to what this file says.

    Raises:
        ConfigError: It cannot be kept.
    """
    if config.file is None:
        return
    from genui.atomic import replace_file

    file = user_state() / FILE
    kept = {**agreed(), question_digest(config): str(config.file.resolve())}
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(file, pretty_json(dict(sorted(kept.items()))), mode=0o600)
    except OSError as error:
        raise ConfigError(
            f"{error.filename or file} cannot be written: {error.strerror}",
            hint=f"to agree for one run: {VARIABLE}=1",
        ) from error


def agreed() -> dict[str, str]:
    """Return what was agreed to: each digest with its file; what cannot be read agrees to nothing."""
    try:
        kept = json.loads((user_state() / FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {key: str(file) for key, file in kept.items()} if isinstance(kept, dict) else {}


def question_digest(config: Config) -> str:
    """Return what tells one question from every other: the file's place, and all that it says."""
    assert config.file is not None
    return digest([str(config.file.resolve()), dict(config.said)])


def question(config: Config) -> Iterator[str]:
    """Say what agreeing allows, a line each, for a person to read."""
    assert config.file is not None
    yield f"{config.file.resolve()} is not trusted on this machine. It has genui"
    yield from (f"  {line}" for line in wishes(config.said))


def wishes(said: Mapping[str, Any]) -> Iterator[str]:
    """Say what a file has genui do; of variables and headers only the names are shown."""
    upstream, model = said.get("upstream", {}), said.get("model", {})
    if "command" in upstream:
        where = f" in {upstream['cwd']}" if upstream.get("cwd") else ""
        yield f"start    {shlex.join([upstream['command'], *upstream.get('args', ())])}{where}"
    elif "url" in upstream:
        yield f"talk to  {upstream['url']}"
    elif upstream.get("args"):
        yield f"add      {shlex.join(upstream['args'])}  (to the upstream's arguments)"
    for name, what in (("env", "variables"), ("headers", "headers")):
        if upstream.get(name):
            yield f"         with the {what} {', '.join(starmap(named, upstream[name].items()))}"
    if model.get("command"):
        yield f"start    {shlex.join(model['command'])}  (as its model)"
    if model.get("base_url"):
        yield f"send     prompts, with your model keys, to {model['base_url']}"


def named(name: str, value: str) -> str:
    """Return the name of a variable or header, and the variables of the person that its value takes in."""
    taken = [found for escaped, found in REFERENCE.findall(value) if not escaped]
    return f"{name} (your {', '.join(taken)})" if taken else name


def first_wish(config: Config) -> str:
    """Say in a few words what was about to happen, without arguments: those may be secret."""
    upstream, model = config.said.get("upstream", {}), config.said.get("model", {})
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


def line_to_type(config: Config) -> str:
    """Return the command that agrees."""
    file = config.file
    option = "" if file is None or str(file) == "genui.toml" else f" --config {shlex.quote(str(file))}"
    return f"genui check --trust{option}"
