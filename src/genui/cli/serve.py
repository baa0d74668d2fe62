"""`genui serve` for the help: the command itself starts in genui.serve, before any of this is loaded."""

from pathlib import Path
from typing import Annotated, Any

import typer

from genui.cli.options import Command, ConfigPath, GeneratedPath, ModelChoice, Trust, UpstreamTransport, Url


def flag(name: str, metavar: str, help_: str) -> Any:
    """Return a flag that takes a value; genui.serve.command has the same names."""
    return typer.Option(name, metavar=metavar, help=help_, show_default=False)


def serve(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    transport: Annotated[
        str | None, flag("--transport", "KIND", "Towards the host: stdio, http or sse.")
    ] = None,
    host: Annotated[str | None, flag("--host", "ADDRESS", "Address to listen on.")] = None,
    port: Annotated[str | None, flag("--port", "PORT", "Port to listen on.")] = None,
    token_env: Annotated[
        str | None, flag("--token-env", "NAME", "Variable that holds the bearer token clients must send.")
    ] = None,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Ask others than this machine for no token.")
    ] = False,
    model: ModelChoice = None,
    apps: Annotated[
        str | None, flag("--apps", "WHO", "Who gets views: auto (hosts that declare them), always or never.")
    ] = None,
    views: Annotated[
        str | None, flag("--views", "WHICH", "Tell hosts of none or of all, for this session.")
    ] = None,
    on_miss: Annotated[
        str | None, flag("--on-miss", "WHAT", "For a tool without a view: compile or passthrough.")
    ] = None,
    prefix: Annotated[str | None, flag("--prefix", "TEXT", "What genui's own tools begin with.")] = None,
    locked: Annotated[bool, typer.Option("--locked", help="Serve committed views only.")] = False,
    refresh: Annotated[
        str | None, flag("--refresh", "SECONDS", "Read the upstream's tools again this often.")
    ] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Compile on every miss anew.")] = False,
    no_own_tools: Annotated[
        bool, typer.Option("--no-own-tools", help="Add no tools of genui's own to the upstream's.")
    ] = False,
    no_restart: Annotated[
        bool, typer.Option("--no-restart", help="End when the upstream crashes, instead of restarting it.")
    ] = False,
    trust: Trust = False,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Log all, prompts and answers too; save what is compiled on a miss."),
    ] = False,
    log_level: Annotated[str | None, flag("--log-level", "LEVEL", "debug, info, warning or error.")] = None,
    log_format: Annotated[str | None, flag("--log-format", "FORM", "text or json.")] = None,
    log_file: Annotated[Path | None, flag("--log-file", "FILE", "Log here instead of stderr.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="The same as --log-level debug.")] = False,
) -> None:
    """Serve the views in front of a host, through a transparent proxy."""
