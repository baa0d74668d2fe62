"""Speaking MCP with an upstream far enough to learn its tools, in either protocol era.

Messages stay plain JSON from end to end: typed clients drop members that they do not know, and a
definition has to reach its view whole.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genui import __version__
from genui.config import Limits
from genui.errors import UpstreamError
from genui.model import Finding, JsonObject, Snapshot, Tool
from genui.plaintext import finite as without_infinity
from genui.serve.messages import value_at
from genui.serve.protocol import (
    CAPABILITIES_KEY,
    HANDSHAKE_VERSIONS,
    METHOD_NOT_FOUND,
    MIME_TYPE,
    MODERN_VERSION,
    PREFIX,
    UI_EXTENSION,
    VERSION_KEY,
)
from genui.snapshot import sort_tools
from genui.upstream.channel import Channel

HANDSHAKE_VERSION = HANDSHAKE_VERSIONS[-1]
"""The newest revision that opens with initialize."""
MAX_OPENINGS = 3
MAX_RELISTINGS = 3
MAX_PAGES = 1000
MAX_ANSWERS = 100
"""Requests of the upstream that are answered; one that asks more could fill a pipe nobody reads."""

CLIENT = {"name": "genui", "version": __version__}
CAPABILITIES = {"extensions": {UI_EXTENSION: {"mimeTypes": [MIME_TYPE]}}}
ANSWERS: Mapping[str, JsonObject] = {"ping": {}, "roots/list": {"roots": []}}
"""What is answered to the upstream's own requests; the rest is refused."""


class Refused(Exception):  # noqa: N818 - not an error yet: the next opening may be taken
    """The upstream answered a request with an error."""

    def __init__(self, error: Any) -> None:
        details = error if isinstance(error, Mapping) else {"message": str(error)}
        self.code = details.get("code")
        self.data = details.get("data")
        super().__init__(f"error {self.code}: {str(details.get('message'))[:300]}")


@dataclass
class Session:
    """One conversation with an upstream."""

    channel: Channel
    limits: Limits
    timeout: float
    """Seconds for the next answer: the start timeout until the first, the request timeout from then on."""
    request_timeout: float
    version: str = ""
    sent: int = 0
    answered: int = 0
    list_changed: bool = False
    findings: list[Finding] = field(default_factory=list)

    @property
    def is_modern(self) -> bool:
        """True in the era without a handshake."""
        return self.version >= MODERN_VERSION

    def request(self, method: str, params: JsonObject) -> JsonObject:
        """Send a request and return its result.

        Raises:
            Refused: The upstream answered with an error.
            UpstreamError: It did not answer, or not with an object.
        """
        self.sent += 1
        identity, deadline = self.sent, time.monotonic() + self.timeout
        if self.is_modern:
            params = {**params, "_meta": self.meta()}
        self.channel.send({"jsonrpc": "2.0", "id": identity, "method": method, "params": params})
        while True:
            batch = self.channel.receive(deadline - time.monotonic())
            if batch is None:
                raise self.silence(method)
            for message in batch if isinstance(batch, list) else [batch]:
                if self.is_answer(message, identity, method):
                    self.timeout = self.request_timeout
                    return result_of(message, self.channel.label, method)

    def is_answer(self, message: Any, identity: int, method: str) -> bool:
        """Tell whether a message answers our request; answer or note it otherwise."""
        if not isinstance(message, Mapping):
            return False
        if "method" not in message:
            return message.get("id") == identity and ("result" in message or "error" in message)
        if message["method"] == method and message.get("id") == identity:
            raise UpstreamError(
                f"{self.channel.label} sends back what it is sent, so it is no MCP server",
                hint="check the command or URL of the upstream",
            )
        self.note(message)
        return False

    def note(self, message: JsonObject) -> None:
        """Answer a request of the upstream, or note what a notification says."""
        if message["method"] == "notifications/tools/list_changed":
            self.list_changed = True
        elif "id" in message and not self.is_modern and self.answered < MAX_ANSWERS:
            self.answered += 1
            self.channel.send({"jsonrpc": "2.0", "id": message["id"], **answer_to(message["method"])})

    def meta(self) -> JsonObject:
        """Return what every request of the modern era carries."""
        return {
            VERSION_KEY: self.version,
            CAPABILITIES_KEY: CAPABILITIES,
            f"{PREFIX}clientInfo": CLIENT,
        }

    def silence(self, method: str) -> UpstreamError:
        """Return the error for an answer that did not come."""
        key = "request_timeout" if self.timeout == self.request_timeout else "start_timeout"
        return UpstreamError(
            f"{self.channel.label} gave no answer to {method} within {self.timeout:g} s"
            + self.channel.evidence(),
            hint="check that it is an MCP server; a slow one, or one that npx or uvx has to download first, "
            f"needs a larger {key} in [build]",
        )


def answer_to(method: Any) -> JsonObject:
    """Return the result or the error for a request of the upstream."""
    if isinstance(method, str) and method in ANSWERS:
        return {"result": ANSWERS[method]}
    return {"error": {"code": METHOD_NOT_FOUND, "message": "Method not found"}}


def result_of(message: JsonObject, label: str, method: str) -> JsonObject:
    """Return the result that an answer holds."""
    if "error" in message:
        raise Refused(message["error"])
    if not isinstance(message["result"], Mapping):
        raise UpstreamError(
            f"{label} answered {method} with something that is no object",
            hint="check that it is an MCP server",
        )
    return message["result"]


def snapshot_of(session: Session, server: JsonObject) -> Snapshot:
    """Return what the server of an open session is and which tools it has now.

    Raises:
        UpstreamError: It is gone, silent, or has no tools.
    """
    tools = stable_tools(session)
    if not tools:
        raise UpstreamError(
            f"{session.channel.label} has no tools",
            hint="genui makes views of tools; check the upstream's own options",
        )
    findings = (*session.channel.findings(), *session.findings)
    return Snapshot(server, session.version, sort_tools(tools), findings)


def open_session(session: Session) -> JsonObject:
    """Agree on a protocol version and return the upstream's name and version.

    Handshake first: nearly every server knows it. One that refuses says, or is asked, for another.
    """
    version: str | None = HANDSHAKE_VERSION
    refusals: list[Refused] = []
    while version and len(refusals) < MAX_OPENINGS:
        try:
            return discover(session, version) if version >= MODERN_VERSION else initialize(session, version)
        except Refused as refused:
            refusals.append(refused)
            version = next_version(refused.data, version)
    telling = next((refusal for refusal in refusals if refusal.code != METHOD_NOT_FOUND), refusals[0])
    raise UpstreamError(
        f"{session.channel.label} refuses to be asked for its tools: {telling}",
        hint="check that it is an MCP server, and what it needs to start",
    )


def next_version(data: Any, refused: str) -> str | None:
    """Return the version to try after one was refused: the newest that was offered, else the other era's."""
    offered = value_at(data, "supported")
    if isinstance(offered, list) and offered:
        others = [entry for entry in offered if isinstance(entry, str) and entry != refused]
        return max(others, default=None)
    return MODERN_VERSION if refused < MODERN_VERSION else None


def initialize(session: Session, version: str) -> JsonObject:
    """Open a conversation of the handshake era."""
    params = {"protocolVersion": version, "capabilities": CAPABILITIES, "clientInfo": CLIENT}
    result = session.request("initialize", params)
    agreed = result.get("protocolVersion")
    if not isinstance(agreed, str):
        raise UpstreamError(
            f"{session.channel.label} answered initialize without a protocolVersion",
            hint="check that it is an MCP server",
        )
    session.version = agreed if agreed < MODERN_VERSION else version
    session.channel.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    return named(result.get("serverInfo"))


def discover(session: Session, version: str) -> JsonObject:
    """Ask an upstream of the modern era what it is."""
    session.version = version
    result = session.request("server/discover", {})
    return named(value_at(result, "_meta", f"{PREFIX}serverInfo"))


def named(info: Any) -> JsonObject:
    """Return the name and version that a server gives itself."""
    return {
        key: str(value_at(info, key) or default) for key, default in (("name", "unnamed"), ("version", ""))
    }


def stable_tools(session: Session) -> tuple[Tool, ...]:
    """List the tools, again while the upstream says meanwhile that they changed."""
    for _ in range(MAX_RELISTINGS):
        session.list_changed = False
        session.findings.clear()
        tools = list_tools(session)
        if not session.list_changed:
            break
    return tools


def list_tools(session: Session) -> tuple[Tool, ...]:
    """Read the list page by page; what is no tool, or a second of its name, is left out with a finding."""
    tools: dict[str, Tool] = {}
    seen: set[str] = set()
    cursor = None
    while cursor not in seen and len(seen) < MAX_PAGES and len(tools) < session.limits.tools:
        if cursor is not None:
            seen.add(cursor)
        try:
            page = session.request("tools/list", {} if cursor is None else {"cursor": cursor})
        except Refused as refused:
            if refused.code == METHOD_NOT_FOUND and not tools:
                return ()
            raise UpstreamError(
                f"{session.channel.label} does not list its tools: {refused}", hint="check the upstream's log"
            ) from refused
        entries = page.get("tools")
        add_tools(tools, entries if isinstance(entries, list) else [], session.findings)
        following = page.get("nextCursor")
        if not isinstance(following, str) or not following:
            return tuple(tools.values())
        cursor = following
    message = f"the list of tools does not end: page {len(seen) + 1} repeats or exceeds the limit"
    session.findings.append(Finding("endless-tool-list", "warning", message))
    return tuple(tools.values())[: session.limits.tools]


def add_tools(tools: dict[str, Tool], entries: Iterable[Any], findings: list[Finding]) -> None:
    """Add the tools of one page."""
    for entry in entries:
        name = entry.get("name") if isinstance(entry, Mapping) else None
        if not isinstance(name, str) or not name:
            findings.append(
                Finding("nameless-tool", "warning", f"an entry without a name: {str(entry)[:80]}")
            )
        elif name in tools:
            message = f"{name!r} is listed twice; the first counts"
            findings.append(Finding("duplicate-tool", "warning", message))
        elif not isinstance(definition := finite(entry), Mapping):
            message = f"{name!r} is nested too deeply to be kept"
            findings.append(Finding("deep-tool", "warning", message))
        else:
            tools[name] = Tool(definition)


def finite(value: Any) -> Any:
    """Return a definition that any JSON reader takes, None where there is none: no infinity, no NaN."""
    try:
        return without_infinity(value)
    except RecursionError:
        return None
