"""Fronts: streamable HTTP and SSE on one port, and stdio before an upstream that is no program."""

import asyncio
import os
from collections.abc import Callable

from genui.config import Config
from genui.errors import ConfigError
from genui.serve.connection import CompileView, Compiling
from genui.serve.core import Core
from genui.serve.log import Log


def run(config: Config, core: Callable[[], Core], *, compile_view: CompileView, log: Log) -> int:
    """Serve until told to stop; return the exit code.

    Raises:
        ConfigError: The token's variable is not set, or the address cannot be listened on.
    """
    compiling = Compiling(compile_view)
    from genui.serve.fronts.listen import bound, listen

    token = token_of(config)
    check_reach(config, token)
    return asyncio.run(listen(config, core, compiling, log=log, token=token, listener=bound(config)))


def token_of(config: Config) -> str | None:
    """Return the bearer token that clients have to send, None where none is asked for.

    Raises:
        ConfigError: It is to be in a variable that is not set.
    """
    name = config.serve.token_env
    if name is None:
        return None
    token = os.environ.pop(name, "").strip()  # upstreams do not inherit it
    if not token:
        raise ConfigError(
            f"serve.token_env names the variable {name}, which is not set or is empty",
            hint=f"set it: export {name}=…; or leave --token-env out to ask for no token",
        )
    return token


def check_reach(config: Config, token: str | None) -> None:
    """Refuse to let others than this machine in without a token, unless that is asked for.

    Raises:
        ConfigError: The address is no loopback one, there is no token, and nobody said --insecure.
    """
    from genui.serve.fronts.guard import is_loopback

    host = config.serve.host
    if token is None and not config.serve.insecure and not is_loopback(host):
        raise ConfigError(
            f"{host} is no loopback address, and no token is asked for: anybody could run every tool",
            hint='type: export MCP_TOKEN="$(openssl rand -hex 24)" and add --token-env MCP_TOKEN; '
            "or add --insecure where something else decides who gets here",
        )
