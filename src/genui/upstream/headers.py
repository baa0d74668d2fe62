"""The HTTP headers of each message: the version, and in the stateless era what the body is about."""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import Any

from genui.serve.messages import Id, decoded, members_at, message_id, value_at
from genui.serve.protocol import NAMED_BY, VERSION_KEY
from genui.upstream.link import Given

VERSION, METHOD, NAME, PARAM = "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-param-"

MARK = "x-mcp-header"
"""In a schema, what makes an argument be repeated in a header."""

TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
PLAIN = re.compile(r"(?!\s)[\x20-\x7e]*(?<!\s)")
LOOKS_ENCODED = re.compile(r"=\?base64\?.*\?=")

Path = tuple[str, ...]


# Since 2025-06-18 each request repeats the version that was agreed; since 2026-07-28 also method, name
# and arguments that the schema marks; a server answers -32020 where they differ from the body.
class Stamp:
    """What is remembered of one conversation in order to give each message its headers."""

    def __init__(self, given: Given) -> None:
        self.given = given
        """Headers that the client itself sent; they win."""
        self.agreed: dict[str, str] = {}
        """The version of the handshake, as a header."""
        self.asked: dict[Id, str] = {}
        self.is_stateless = False
        """Whether the last request was of the stateless era."""
        self.tools: dict[str, dict[Path, str]] = {}

    def headers(self, message: Mapping[str, Any]) -> dict[str, str]:
        """Return the headers of a message."""
        method, params, key = message.get("method"), message.get("params"), message_id(message)
        if method is None:
            return self.agreed
        given = self.given(key)
        if key is not None and method in {"initialize", "tools/list"}:
            self.asked[key] = method
        version = value_at(params, "_meta", VERSION_KEY)
        if key is not None:
            self.is_stateless = isinstance(version, str)
        if isinstance(version, str):
            return {VERSION: version, METHOD: str(method), **self.about(str(method), params), **given}
        return {**(self.agreed if method != "initialize" else {}), **given}

    def about(self, method: str, params: Any) -> dict[str, str]:
        """Return the headers that repeat what a request is about."""
        name, arguments = value_at(params, NAMED_BY.get(method, "")), value_at(params, "arguments")
        if not isinstance(name, str):
            return {}
        headers = {NAME: encoded(name)}
        if name in self.tools and isinstance(arguments, dict):
            for path, token in self.tools[name].items():
                text = rendered(value_at(arguments, *path))
                if text is not None:
                    headers[PARAM + token] = encoded(text)
        return headers

    def answered(self, key: Id, line: bytes) -> None:
        """Learn from an answer the version that was agreed, and which arguments go into headers."""
        method = self.asked.pop(key, "")
        if not method or (method == "tools/list" and MARK.encode() not in line):
            return
        result = value_at(decoded(line), "result")
        version, tools = value_at(result, "protocolVersion"), value_at(result, "tools")
        if method == "initialize" and isinstance(version, str):
            self.agreed = {VERSION: version}
        for tool in tools if isinstance(tools, list) else ():
            name = value_at(tool, "name")
            if isinstance(name, str):
                self.tools[name] = dict(marked(tool.get("inputSchema"), ()))


def marked(schema: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield where the arguments lie that go into headers, and the end of each header's name."""
    for name, inner in members_at(schema, "properties").items():
        if not isinstance(inner, dict):
            continue
        token = inner.get(MARK)
        if isinstance(token, str) and TOKEN.fullmatch(token):
            yield (*path, name), token
        yield from marked(inner, (*path, name))


def rendered(value: Any) -> str | None:
    """Return a value as a header says it; None for what has no such form."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, (str, int, float)) else None


def encoded(text: str) -> str:
    """Return a text as a header can carry it."""
    if PLAIN.fullmatch(text) and not LOOKS_ENCODED.fullmatch(text):
        return text
    return f"=?base64?{base64.b64encode(text.encode('utf-8', 'surrogatepass')).decode()}?="
