"""The upstream that is a command: a process for each client, one shared by all stateless requests."""

from collections.abc import Mapping

from genui.config import Limits, Target
from genui.serve.log import Log
from genui.serve.upstreams.process import start_process
from genui.serve.upstreams.shared import Shared
from genui.upstream.link import Link, Receiver


class ProgramUpstream:
    """Gives links to processes of one command."""

    checks_headers = False

    def __init__(self, target: Target, limits: Limits, log: Log) -> None:
        self.target = target
        self.label = f"the upstream {target.command!r}"
        self.message_bytes = limits.message_bytes
        self.shared = Shared(target, message_bytes=limits.message_bytes, log=log)

    async def open(self, receiver: Receiver, *, headers: Mapping[str, str]) -> Link:
        """Start a process for one client; it has no headers."""
        del headers
        return await start_process(self.target, receiver, message_bytes=self.message_bytes)

    async def open_stateless(self, receiver: Receiver, *, headers: Mapping[str, str]) -> Link:
        """Return a lane to the process that all stateless requests share."""
        del headers
        return await self.shared.lane(receiver)

    async def close(self) -> None:
        """End the shared process."""
        await self.shared.close()
