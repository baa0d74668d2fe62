"""The environment of upstream programs: ours, less the keys and settings that are genui's own."""

import os
from collections.abc import Mapping

MODEL_KEYS = frozenset({"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY", "OLLAMA_API_KEY"})
"""Variables with the keys of models; an upstream that needs one is given it by `env` in [upstream]."""


def upstream_environment(added: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of an upstream program, with the variables configured for it."""
    ours = {name for name in os.environ if name in MODEL_KEYS or name.startswith("GENUI_")}
    return {**{name: value for name, value in os.environ.items() if name not in ours}, **added}
