"""The configuration as frozen data: genui.toml, GENUI_ variables and flags; defaults are in tables.py."""

from genui.config.limits import Limits
from genui.config.load import Config, load_config
from genui.config.tables import Build, Defaults, Model, Serve, Target, ToolConfig
from genui.config.target import resolve_command, start_seconds, target_from_flags, target_of

__all__ = [
    "Build",
    "Config",
    "Defaults",
    "Limits",
    "Model",
    "Serve",
    "Target",
    "ToolConfig",
    "load_config",
    "resolve_command",
    "start_seconds",
    "target_from_flags",
    "target_of",
]
