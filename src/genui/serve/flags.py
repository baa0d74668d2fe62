"""The flags of `genui serve`, read without a command-line library: they cost no start-up time."""

from collections.abc import Sequence

from genui.errors import ConfigError, suggestion

FLAGS = {
    "--config": "config",
    "--generated": "build.generated",
    "--transport": "serve.transport",
    "--host": "serve.host",
    "--port": "serve.port",
    "--token-env": "serve.token_env",
    "--apps": "serve.apps",
    "--views": "serve.views",
    "--on-miss": "serve.on_miss",
    "--prefix": "serve.prefix",
    "--refresh": "serve.refresh",
    "--log-level": "serve.log_level",
    "--log-format": "serve.log_format",
    "--log-file": "serve.log_file",
    "--model": "model",
    "--url": "url",
    "--upstream-transport": "upstream.transport",
}
"""Flags that take a value, and the key that each sets."""

SWITCHES = {
    "--locked": ("serve.locked", "true"),
    "--debug": ("serve.debug", "true"),
    "--no-cache": ("serve.cache", "false"),
    "--no-restart": ("serve.restart", "false"),
    "--insecure": ("serve.insecure", "true"),
    "--no-own-tools": ("serve.own_tools", "false"),
    "--trust": ("trust", "true"),
    "-v": ("serve.log_level", "debug"),
    "--verbose": ("serve.log_level", "debug"),
}
"""Flags that take none, the key that each sets, and to what."""

HELP = "genui serve --help lists the flags; the upstream's command comes after --"


class Flags:
    """The command line of `genui serve`, split: keys and their values, and the upstream's command."""

    def __init__(self, values: dict[str, str], command: tuple[str, ...]) -> None:
        self.values = values
        self.command = command


def read_flags(arguments: "Sequence[str]") -> Flags:
    """Split the command line of `genui serve`.

    Raises:
        ConfigError: A flag is unknown or lacks its value, or something stands where no argument belongs.
    """
    values: dict[str, str] = {}
    left = list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            if not left:
                raise ConfigError("nothing follows --, expected the upstream's command", hint=HELP)
            return Flags(values, tuple(left))
        name, equals, value = argument.partition("=")
        if argument in SWITCHES:
            key, set_to = SWITCHES[argument]
            values[key] = set_to
        elif name in FLAGS and (equals or left):
            values[FLAGS[name]] = value if equals else left.pop(0)
        elif name in FLAGS:
            raise ConfigError(f"{name} has no value, expected one after it", hint=HELP)
        else:
            raise unknown(argument)
    return Flags(values, ())


def unknown(argument: str) -> ConfigError:
    """Return the error for an argument that serve does not know."""
    from genui.secretlike import masked

    what = "flag" if argument.startswith("-") else "argument"
    hint = suggestion(argument.partition("=")[0], [*FLAGS, *SWITCHES], what="flags")
    return ConfigError(f"serve does not know the {what} {masked(argument)!r}", hint=f"{hint}. {HELP}")
