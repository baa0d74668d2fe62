"""`genui serve`: the upstream is started as early as it is known, and the rest loaded while it starts."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from genui.child import Child, end_group
from genui.errors import ConfigError, GenuiError
from genui.serve.flags import Flags, read_flags

if TYPE_CHECKING:
    from genui.config import Config
    from genui.serve.core import Core
    from genui.serve.log import Log


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
    """Start the upstream, read the configuration and relay."""
    child = started_early(flags)
    try:
        config = configuration(flags)
        if config.serve.transport == "stdio":
            child = child or started(config)
            return relayed(config, child)
    except BaseException:
        discard(child)
        raise
    discard(child)
    return served(config)


def started_early(flags: Flags) -> Child | None:
    """Start the upstream that the command line names: it takes as long as loading the configuration."""
    if not flags.command or flags.values.get("serve.transport", "stdio") != "stdio":
        return None
    # A braced reference such as {genui-python} is resolved by the configuration, which is not read yet.
    return None if "{" in flags.command[0] else Child(flags.command, env={})


def started(config: "Config") -> Child | None:
    """Start the program that the configuration names; None where it names a URL."""
    from genui.config import target_of

    target = target_of(config)
    if target.command is None:
        return None
    return Child([target.command, *target.args], env=target.env, cwd=target.cwd)


def discard(child: Child | None) -> None:
    """End an upstream that was started and is not needed."""
    if child is not None:
        end_group(child.process)


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


def served(config: "Config") -> int:
    """Serve over HTTP."""
    from genui.serve.fronts import run

    first = core_of(config)
    try:
        return run(
            config,
            lambda: core_of(config, first),
            compile_view=compiler_of(config, first.log),
            log=first.log,
        )
    finally:
        if first.maker is not None:
            first.maker.close()


def core_of(config: "Config", first: "Core | None" = None) -> "Core":
    """Return the core that the configuration asks for; a further one shares the views of the first."""
    from genui.serve.core import Core
    from genui.serve.directory import Allowed
    from genui.serve.lazy_maker import LazyMaker, overlay_of
    from genui.serve.views import Views
    from genui.viewoptions import unused_tables, wants_view

    log = first.log if first is not None else log_of(config)
    templates = config.path(config.build.templates_directory)
    views = (
        first.views
        if first is not None
        else Views(
            str(config.generated),
            wanted=lambda name: wants_view(config, name),
            announced=announcing(config, log),
            asking=asking(config),
            compiles=config.serve.on_miss == "compile" and not config.serve.locked,
            keeps=config.serve.cache and not config.serve.debug,
            log=log,
            overlay=overlay_of(config),
            allowed=Allowed(config.serve.allow_code, str(templates or "")),
            unused=lambda names: unused_tables(config, names),
        )
    )
    maker = first.maker if first is not None else LazyMaker(config, views, log)
    return Core(
        views,
        apps=config.serve.apps,
        prefix=config.serve.prefix if config.serve.own_tools != "none" else "",
        own_tools=config.serve.own_tools,
        log=log,
        in_flight=config.limits.in_flight,
        message_bytes=config.limits.message_bytes,
        refresh=config.serve.refresh,
        maker=maker,
    )


def asking(config: "Config") -> "Callable[[str], bool] | None":
    """Return what tells whether a person is to send a tool's form, None where that is so of none."""
    if config.serve.views == "none" or not any(each.form for each in config.tools.values()):
        return None
    return lambda name: config.tool(name).form == "before"


def announcing(config: "Config", log: "Log") -> "Callable[[Mapping[str, Any], frozenset[str]], bool]":
    """Return what decides of which views hosts are told; each tool is judged once as it is defined.

    What it returns takes a definition and the names of the tools that the user shows as text.
    """
    serve = config.serve
    if (
        serve.announce == "all"
        and not serve.views
        and all(each.announce is None for each in config.tools.values())
    ):
        return lambda definition, as_text: definition["name"] not in as_text
    from genui.announce import announced

    known: dict[str, tuple[Any, bool, bool]] = {}

    def decide(definition: "Mapping[str, Any]", as_text: frozenset[str]) -> bool:
        name = str(definition.get("name"))
        before = known.get(name)
        if before is None or before[0] is not definition or before[1] is not (name in as_text):
            try:
                view = announced(config, definition, as_text).view
            except ConfigError as error:
                log.write("warning", "examples-unreadable", tool=name, message=error.message)
                view = True
            known[name] = (definition, name in as_text, view)
        return known[name][2]

    return decide


def log_of(config: "Config") -> "Log":
    """Open the log.

    Raises:
        ConfigError: Its file cannot be written.
    """
    from genui.serve.log import open_log

    file = config.path(config.serve.log_file)
    level = "debug" if config.serve.debug else config.serve.log_level
    try:
        return open_log(str(file) if file else None, level=level, form=config.serve.log_format)
    except OSError as error:
        raise ConfigError(
            f"the log file {str(file)!r} cannot be written: {error.strerror}",
            hint="name another file with --log-file, or leave it out to log to stderr",
        ) from error


def relayed(config: "Config", child: Child | None) -> int:
    """Relay between a host on stdin and stdout and the upstream until either ends."""
    from genui.serve.stdio import UPSTREAM_ENDED, Relay, take_standard_streams

    core = core_of(config)
    client_in, client_out = take_standard_streams()
    relay = Relay(
        core,
        client_in=client_in,
        client_out=client_out,
        compile_view=compiler_of(config, core.log),
        restarts=config.serve.restart,
    )
    if child is not None:
        relay.connect(child)
    else:
        from genui.config import target_of
        from genui.serve.upstreams import upstream_of

        relay.connect_remote(upstream_of(target_of(config), config.limits, core.log))
    core.log.write("debug", "relaying", upstream=relay.link.label)
    try:
        code = relay.run()
    finally:
        if core.maker is not None:
            core.maker.close()
    core.log.write("debug", "ended", upstream=relay.link.label, exit=code)
    if code == UPSTREAM_ENDED:
        tell(f"error: {relay.link.child.told()}")
        tell("hint: run its command alone to see why; its own messages are above")
    return code


def compiler_of(config: "Config", log: "Log") -> "Callable[[Mapping[str, Any]], bytes]":
    """Return what compiles a view on a miss; it never raises."""

    def compile_view(definition: "Mapping[str, Any]") -> bytes:
        try:
            from genui.ondemand import compile as miss

            html = miss.compile_view(definition, config)
            if config.serve.debug:
                log.write("debug", "saved", file=miss.saved(html, str(definition.get("name")), config))
        except Exception as error:  # noqa: BLE001 - whatever fails, the host gets a page that says so
            from genui.emergency import emergency_page
            from genui.model import Tool

            reason = f"{type(error).__name__}: {error}"
            code = type(error).__name__
            log.write(
                "error", "compile-failed", tool=str(definition.get("name")), errorCode=code, message=reason
            )
            return emergency_page(Tool(definition), reason)
        return html

    return compile_view
