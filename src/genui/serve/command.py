"""`genui serve`: the upstream is started as early as it is known, and the rest loaded while it starts.

Its flags are read without a command-line library, which would cost start-up time.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from genui.child import Child, end_group
from genui.errors import ConfigError, GenuiError, suggestion

if TYPE_CHECKING:
    from genui.config import Config
    from genui.serve.core import Core


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


class Flags(NamedTuple):
    """The command line of `genui serve`, split: keys and their values, and the upstream's command."""

    values: dict[str, str]
    command: tuple[str, ...]


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


def tell(text: str) -> None:
    """Write a line to stderr."""
    os.write(2, text.encode("utf-8", "backslashreplace") + b"\n")


def serve(arguments: "Sequence[str]") -> int:
    """Serve until either side ends; return the exit code."""
    try:
        return start(read_flags(arguments))
    except GenuiError as error:
        tell(f"error: {error.message}")
        if error.hint:
            tell(f"hint: {error.hint}")
        return error.exit_code
    except KeyboardInterrupt:
        return 130


def start(flags: Flags) -> int:
    """Start the upstream, read the configuration, and relay or serve over HTTP."""
    # Started before the configuration is read, its first list comes 10 ms later than directly, else 90 ms.
    # A braced reference such as {genui-python} is resolved by the configuration, which is not read yet.
    is_stdio = flags.values.get("serve.transport", "stdio") == "stdio"
    is_early = bool(flags.command) and is_stdio and "{" not in flags.command[0]
    child = Child(flags.command, env={}) if is_early else None
    try:
        config = configuration(flags)
        if config.serve.transport == "stdio":
            return relayed(config, child)
    finally:
        # Of no more use: it was served and has ended, or it is not what the configuration names.
        if child is not None:
            end_group(child.process)
    from genui.serve.fronts.listen import run

    first = core_of(config)
    try:
        return run(config, first)
    finally:
        first.maker.close()


def configuration(flags: Flags) -> "Config":
    """Read the configuration with the flags over it, and refuse what cannot be served.

    Raises:
        ConfigError: A value is wrong, or no upstream is named.
    """
    from pathlib import Path

    from genui.config import load_config, target_from_flags
    from genui.config.load import model_flags

    values = dict(flags.values)
    file, url = values.pop("config", None), values.pop("url", None)
    trust = values.pop("trust", None)
    values |= model_flags(values.pop("model", None))
    target = target_from_flags(flags.command, url=url, transport=values.pop("upstream.transport", "auto"))
    config = load_config(Path(file) if file else None, flags=values, target=target)
    if trust:
        from genui.consent import agree

        agree(config)
    return config


def core_of(config: "Config") -> "Core":
    """Return the core that the configuration asks for.

    Raises:
        ConfigError: The file of the log cannot be written.
    """
    from genui.serve.core import Core
    from genui.serve.lazy_maker import LazyMaker
    from genui.serve.log import open_log
    from genui.serve.views import Views

    file = config.path(config.serve.log_file)
    level = "debug" if config.serve.debug else config.serve.log_level
    try:
        log = open_log(str(file) if file else None, level=level, form=config.serve.log_format)
    except OSError as error:
        raise ConfigError(
            f"the log file {str(file)!r} cannot be written: {error.strerror}",
            hint="name another file with --log-file, or leave it out to log to stderr",
        ) from error
    views = Views(config, log)
    return Core(views, LazyMaker(views))


def relayed(config: "Config", child: Child | None) -> int:
    """Relay between a host on stdin and stdout and the upstream, maybe started, until either ends."""
    from genui.config import target_of
    from genui.serve.stdio import UPSTREAM_ENDED, Relay, take_standard_streams

    target = target_of(config)
    if child is None and target.command is not None:
        child = Child([target.command, *target.args], env=target.env, cwd=target.cwd)
    core = core_of(config)
    client_in, client_out = take_standard_streams()
    relay = Relay(
        core,
        client_in=client_in,
        client_out=client_out,
        restarts=config.serve.restart,
    )
    if child is not None:
        relay.connect(child)
    else:
        from genui.upstream.remote import LoopLink, UrlUpstream

        relay.link = LoopLink(UrlUpstream(target, config.limits, core.log), relay)
    core.log.write("debug", "relaying", upstream=relay.link.label)
    try:
        code = relay.run()
    finally:
        core.maker.close()
    core.log.write("debug", "ended", upstream=relay.link.label, exit=code)
    if code == UPSTREAM_ENDED:
        tell(f"error: {relay.link.child.told()}")
        tell("hint: run its command alone to see why; its own messages are above")
    return code
