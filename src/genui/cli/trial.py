"""A trial of `genui serve`: a host with MCP Apps that greets it, lists the tools and reads their views."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from genui.child import MODEL_KEYS
from genui.config import Config, Target, start_seconds, target_of
from genui.consent import require_upstream
from genui.errors import UpstreamError
from genui.owntools import is_own_tool
from genui.serve.catalog import own_uri
from genui.serve.protocol import METHOD_NOT_FOUND, MIME_TYPE, MODERN_VERSION, UI_EXTENSION
from genui.serve.uris import is_ours
from genui.upstream import channel_to
from genui.upstream.session import (
    CAPABILITIES,
    CLIENT,
    HANDSHAKE_VERSION,
    Refused,
    Session,
    list_tools,
)

MOST_READ = 25
"""Views that are read; the others are listed only."""


@dataclass(frozen=True)
class Trial:
    """The result of a trial."""

    declared: bool
    tools: tuple[dict[str, Any], ...]
    """Of the upstream, as listed to the host."""
    own: frozenset[str] = frozenset()
    """Tools that bring their own view."""
    problems: Mapping[str, str] = field(default_factory=dict)
    """Why a tool's view could not be shown, by its name."""
    pingless: tuple[str, ...] = ()
    """The protocol versions in which `ping` is no method of the upstream."""


def run_trial(config: Config, command: Sequence[str] = ()) -> Trial:
    """Serve the configured upstream to a host with MCP Apps, and return what it got.

    Raises:
        ConsentError: genui.toml names it, and nobody agreed to that on this machine.
        UpstreamError: The upstream could not be started, or did not answer.
    """
    require_upstream(config)
    seconds = start_seconds(config)
    with channel_to(serve_target(config, command), config.limits, transport="stdio") as channel:
        channel.label = "genui serve"
        return received(Session(channel, config.limits, seconds, seconds))


def serve_target(config: Config, command: Sequence[str]) -> Target:
    """Return `genui serve` for the upstream of this config or of the command line."""
    args = [
        "-m",
        "genui",
        "serve",
        "--no-restart",
        "--log-level",
        "error",
        "--generated",
        str(config.generated),
    ]
    target = target_of(config)
    args += ["--config", str(config.file)] if config.file is not None else []
    if command:
        args += ["--", *command]
    elif config.file is None and target.command is not None:
        args += ["--", target.command, *target.args]
    elif config.file is None:
        args += ["--url", str(target.url)]
    # An upstream gets neither GENUI_ variables nor model keys; serve reads both.
    env = {
        name: value for name, value in os.environ.items() if name.startswith("GENUI_") or name in MODEL_KEYS
    }
    return Target(command=sys.executable, args=tuple(args), env=env)


def received(session: Session) -> Trial:
    """Play the host and return what it got."""
    params = {"protocolVersion": HANDSHAKE_VERSION, "capabilities": CAPABILITIES, "clientInfo": CLIENT}
    try:
        capabilities = session.request("initialize", params).get("capabilities") or {}
    except Refused as refused:
        raise no_handshake(refused) from refused
    session.channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    listed = (dict(tool.definition) for tool in list_tools(session))
    tools = [tool for tool in listed if not is_own_tool(tool)]
    problems: dict[str, str] = {}
    own = set()
    read = 0
    for tool in tools:
        uri = own_uri(tool)
        if uri is None:
            problems[tool["name"]] = "it is listed without a view"
        elif not is_ours(uri):
            own.add(tool["name"])
        elif read < MOST_READ:
            read += 1
            if problem := unread(session, uri):
                problems[tool["name"]] = problem
    declared = UI_EXTENSION in (capabilities.get("extensions") or {})
    return Trial(declared, tuple(tools), frozenset(own), problems, tuple(pingless(session)))


def pingless(session: Session) -> Iterator[str]:
    """Yield the versions, of one in each era, in which `ping` is answered that there is no such method."""
    for session.version in (HANDSHAKE_VERSION, MODERN_VERSION):
        try:
            session.request("ping", {})
        except Refused as refused:
            if refused.code == METHOD_NOT_FOUND:
                yield session.version


def no_handshake(refused: Refused) -> UpstreamError:
    """Return the error for a refused handshake, with the line that mends it where serve names one."""
    message = str(refused).partition(": ")[2]
    kind = refused.data.get("errorType") if isinstance(refused.data, Mapping) else None
    reason, _, mend = message.partition("; ")
    if kind == "UPSTREAM_UNAUTHORIZED" and mend:
        return UpstreamError(f"no handshake: {reason}", hint=mend)
    where = "look at its URL and its own log" if "://" in message else "run the upstream's command alone"
    return UpstreamError(f"no handshake: {message}", hint=f"{where} to see why")


def unread(session: Session, uri: str) -> str:
    """Return why a view could not be read, "" where it could."""
    try:
        contents = session.request("resources/read", {"uri": uri}).get("contents") or [{}]
    except Refused as refused:
        return f"reading its view failed: {refused}"
    if contents[0].get("mimeType") != MIME_TYPE:
        return f"its view has the type {contents[0].get('mimeType')!r}, expected {MIME_TYPE!r}"
    return "" if "<html" in str(contents[0].get("text", ""))[:2000].lower() else "its view is no HTML page"
