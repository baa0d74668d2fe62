"""Lines to the SDK's messages and back, and the HTTP headers that go with each."""

import json
from collections.abc import Mapping
from typing import Any

from mcp.shared.inbound import (
    MCP_METHOD_HEADER,
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    NAME_BEARING_METHODS,
    encode_header_value,
    find_invalid_x_mcp_header,
    mcp_param_headers,
    x_mcp_header_map,
)
from mcp.shared.message import ClientMessageMetadata, SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCRequest, JSONRPCResponse, jsonrpc_message_adapter

from genui.serve.era import VERSION_KEY

Paths = Mapping[tuple[str, ...], str]
"""The arguments of a tool that go into headers, by where they lie."""


def message_of(line: bytes) -> JSONRPCMessage:
    """Return a line as the SDK's message.

    Raises:
        ValueError: It is none, or holds what HTTP clients cannot write: half a surrogate pair, infinity.
    """
    message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    body = message.model_dump(by_alias=True, mode="json", exclude_unset=True)
    json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    return message


def line_of(message: JSONRPCMessage) -> bytes:
    """Return a message as a line."""
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


class Stamp:
    """What is remembered of one conversation in order to give each message its HTTP headers."""

    def __init__(self, headers: Mapping[str, str]) -> None:
        self.given = dict(headers)
        """Headers that the client itself sent; they win."""
        self.version: str | None = None
        """What was agreed at the handshake."""
        self.asked: dict[str | int, str] = {}
        self.tools: dict[str, Paths] = {}

    def stamped(self, message: JSONRPCMessage) -> SessionMessage:
        """Return a message with its headers."""
        headers = self.headers(message) | self.given
        return SessionMessage(message, ClientMessageMetadata(headers=headers or None))

    def headers(self, message: JSONRPCMessage) -> dict[str, str]:
        """Return the headers that follow from a message and what came before it."""
        if isinstance(message, JSONRPCResponse | JSONRPCError):
            return {MCP_PROTOCOL_VERSION_HEADER: self.version} if self.version else {}
        params = message.params or {}
        if isinstance(message, JSONRPCRequest) and message.method in {"initialize", "tools/list"}:
            self.asked[message.id] = message.method
        meta = params.get("_meta")
        version = meta.get(VERSION_KEY) if isinstance(meta, Mapping) else None
        if isinstance(version, str):
            return {MCP_PROTOCOL_VERSION_HEADER: version, **self.routing(message.method, params)}
        agreed = self.version if message.method != "initialize" else None
        return {MCP_PROTOCOL_VERSION_HEADER: agreed} if agreed else {}

    def routing(self, method: str, params: Mapping[str, Any]) -> dict[str, str]:
        """Return the headers of the stateless era that repeat what is in the body."""
        headers = {MCP_METHOD_HEADER: method}
        name = params.get(NAME_BEARING_METHODS.get(method, ""))
        if isinstance(name, str):
            headers[MCP_NAME_HEADER] = encode_header_value(name)
            arguments = params.get("arguments")
            if name in self.tools and isinstance(arguments, Mapping):
                headers |= mcp_param_headers(self.tools[name], arguments)
        return headers

    def answered(self, message: JSONRPCMessage) -> None:
        """Learn from an answer: the version that was agreed, and which arguments go into headers."""
        if not self.asked or not isinstance(message, JSONRPCResponse):
            return
        method = self.asked.pop(message.id, None)
        if method == "initialize":
            version = message.result.get("protocolVersion")
            self.version = version if isinstance(version, str) else None
        elif method == "tools/list":
            listed = message.result.get("tools")
            self.tools |= dict(filter(None, map(header_paths, listed if isinstance(listed, list) else [])))


def header_paths(tool: Any) -> tuple[str, Paths] | None:
    """Return a tool's name and the arguments of its that go into headers; None where there are none."""
    schema = tool.get("inputSchema") if isinstance(tool, Mapping) else None
    if schema is None or not isinstance(tool.get("name"), str) or find_invalid_x_mcp_header(schema):
        return None
    return tool["name"], x_mcp_header_map(schema)
