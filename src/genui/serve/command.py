"""`genui serve`: the upstream is started first; everything else is loaded while it starts."""

import os
import sys

from genui.errors import ConfigError, GenuiError
from genui.serve.child import Child, spawn
from genui.serve.flags import Flags, read_flags

TYPE_CHECKING = False  # importing typing for it would hold the upstream up
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from genui.config import Config
    from genui.serve.core import Core
    from genui.serve.log import Log
    from genui.serve.settings import Settings

OWN_PYTHON = "{genui-python}"
"""The command that names the interpreter that runs genui; tests hold it against genui.config."""

SIGKILL = 9


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
    if os.name == "nt":
        return relayed_by_threads(flags)
    child = started_early(flags)
    try:
        settings = settings_for(flags)
        if not settings.hot:
            unneeded, child = child, None
            discard(unneeded)
            return served(settings)
        core = core_of(settings)
        child = child or started(settings.config())
    except BaseException:
        discard(child)
        raise
    return relayed(core, child, settings)


def started_early(flags: Flags) -> Child | None:
    """Start the upstream that the command line or a plain genui.toml names, before anything is loaded."""
    values = flags.values
    if values.get("serve.transport", "stdio") != "stdio" or "url" in values:
        return None
    command: Sequence[str] = flags.command
    env: Mapping[str, str] = {}
    folder = None
    if not command:
        from genui.serve.settings import CONFIG, early_command, file_named

        found = early_command(file_named(values.get("config", CONFIG)))
        if found is None:
            return None
        command, env, folder = found
    program, *rest = command
    return spawn([sys.executable if program == OWN_PYTHON else program, *rest], env=env, cwd=folder)


def discard(child: Child | None) -> None:
    """End an upstream that was started and is not needed."""
    if child is not None:
        child.signal(SIGKILL)
        child.reap()


def started(config: "Config") -> Child:
    """Start the upstream that the configuration names."""
    from genui.config import target_of

    target = target_of(config)
    assert target.command is not None
    return spawn([target.command, *target.args], env=target.env, cwd=target.cwd)


def settings_for(flags: Flags) -> "Settings":
    """Return the settings: quickly where file and flags are plain, else from the whole configuration."""
    from genui.serve.settings import quick_settings, settings_of

    loaded: list[Config] = []

    def config() -> "Config":
        if not loaded:
            loaded.append(configuration(flags))
        return loaded[0]

    return quick_settings(flags.values, config=config, command=flags.command) or settings_of(config())


def configuration(flags: Flags) -> "Config":
    """Read the configuration with the flags over it, and refuse what cannot be served.

    Raises:
        ConfigError: A value is wrong, or no upstream is named.
    """
    from pathlib import Path

    from genui.config import load_config, target_from_flags

    values = dict(flags.values)
    file, url = values.pop("config", None), values.pop("url", None)
    trust = values.pop("trust", None)
    target = target_from_flags(flags.command, url=url, transport=values.pop("upstream.transport", "auto"))
    config = load_config(Path(file) if file else None, flags=values, target=target)
    if trust:
        from genui.consent import agree

        agree(config)
    return config


def served(settings: "Settings") -> int:
    """Serve over HTTP, or in front of an upstream behind a URL."""
    from genui.serve.fronts import run

    first = core_of(settings)
    try:
        return run(
            settings.config(),
            lambda: core_of(settings, first),
            compile_view=compiler_of(settings, first.log),
            log=first.log,
        )
    finally:
        if first.door is not None:
            first.door.close()


def core_of(settings: "Settings", first: "Core | None" = None) -> "Core":
    """Return the core that the settings ask for; a further one shares the views of the first."""
    from genui.serve.core import Core
    from genui.serve.door import Door
    from genui.serve.shelf import Allowed
    from genui.serve.views import Views

    log = first.log if first is not None else log_of(settings)
    views = (
        first.views
        if first is not None
        else Views(
            settings.generated,
            wanted=settings.wanted,
            compiles=settings.on_miss == "compile" and not settings.locked,
            keeps=settings.cache and not settings.debug,
            log=log,
            overlay=settings.overlay,
            allowed=Allowed(settings.allow_code, settings.templates),
        )
    )
    door = first.door if first is not None else Door(settings, views, log)
    return Core(
        views,
        apps=settings.apps,
        prefix=settings.prefix,
        log=log,
        in_flight=settings.in_flight,
        message_bytes=settings.message_bytes,
        door=door,
    )


def log_of(settings: "Settings") -> "Log":
    """Open the log.

    Raises:
        ConfigError: Its file cannot be written.
    """
    from genui.serve.log import open_log

    file, level = settings.log_file, "debug" if settings.debug else settings.log_level
    try:
        return open_log(file, level=level, form=settings.log_format)
    except OSError as error:
        raise ConfigError(
            f"the log file {file!r} cannot be written: {error.strerror}",
            hint="name another file with --log-file, or leave it out to log to stderr",
        ) from error


def relayed(core: "Core", child: Child, settings: "Settings") -> int:
    """Relay until either side ends, and say so when it was the upstream."""
    from genui.serve.stdio import Relay

    client_in, client_out = claimed()
    relay = Relay(
        core,
        child,
        client_in=client_in,
        client_out=client_out,
        compile_view=compiler_of(settings, core.log),
        respawn=child.again if settings.restart else None,
        refresh=settings.refresh,
    )
    core.log.write("debug", "relaying", upstream=child.command, pid=child.pid)
    try:
        code = relay.run()
    finally:
        if core.door is not None:
            core.door.close()
    core.log.write("debug", "ended", upstream=child.command, status=child.status, exit=code)
    if code == 3:
        tell(f"error: {relay.life.child.told()}")
        tell("hint: run its command alone to see why; its own messages are above")
    return code


def relayed_by_threads(flags: Flags) -> int:
    """Start the upstream and relay where pipes cannot be polled."""
    from genui.config import target_of
    from genui.serve import threads

    settings = settings_for(flags)
    if not settings.hot:
        return served(settings)
    core = core_of(settings)
    target = target_of(settings.config())
    assert target.command is not None
    process = threads.start([target.command, *target.args], env=target.env, cwd=target.cwd)
    client_in, client_out = claimed()
    compile_view = compiler_of(settings, core.log)
    relay = threads.Threads(
        core, process, client_in=client_in, client_out=client_out, compile_view=compile_view
    )
    try:
        code = relay.run()
    finally:
        if core.door is not None:
            core.door.close()
    if code == 3:
        tell(f"error: the upstream {target.command!r} exited with status {process.returncode}")
        tell("hint: run its command alone to see why; its own messages are above")
    return code


def compiler_of(settings: "Settings", log: "Log") -> "Callable[[Mapping[str, Any]], bytes]":
    """Return what compiles a view on a miss; it never raises."""

    def compile_view(definition: "Mapping[str, Any]") -> bytes:
        try:
            from genui.serve import miss

            config = settings.config()
            html = miss.compile_view(definition, config)
            if settings.debug:
                log.write("debug", "saved", file=miss.saved(html, str(definition.get("name")), config))
        except Exception as error:  # noqa: BLE001 - whatever fails, the host gets a page that says so
            from genui.emergency import emergency_page
            from genui.model import Tool

            reason = f"{type(error).__name__}: {error}"
            log.write("error", "compile-failed", tool=str(definition.get("name")), message=reason)
            return emergency_page(Tool(definition), reason)
        return html

    return compile_view


def claimed() -> tuple[int, int]:
    """Take stdin and stdout for the wire; what else writes to stdout now goes to stderr."""
    client_in, client_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    if os.name != "nt" and not os.isatty(client_out):
        os.set_blocking(client_out, False)
    return client_in, client_out


def tell(text: str) -> None:
    """Write a line to stderr."""
    os.write(2, text.encode("utf-8", "backslashreplace") + b"\n")
