"""Keeping a result as an example: what that would write is shown first, and lies inside the project.

What may be secret in it is masked, by the names of members and by the form of texts.
"""

import json
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from genui.atomic import replace_file
from genui.canonical import digest, parsed, pretty_json
from genui.config import Config
from genui.errors import ConfigError, GenuiError
from genui.expressions import pointer_of
from genui.labels import words_of
from genui.model import Json, JsonObject
from genui.resultdata import result_data
from genui.secretlike import HIDDEN
from genui.slug import slug_of
from genui.viewoptions import read_file

MOST_BYTES = 500_000
"""Of the file: every build reads it, and a pull request shows it."""

FOLDER = "examples"
BARE = re.compile(r"[A-Za-z0-9_-]+")


class Keeping(NamedTuple):
    """What keeping a result would write."""

    file: Path
    data: bytes
    config: Path
    line: str
    """What genui.toml gets; "" where it names the file already."""
    text: str
    """genui.toml with that line."""
    call: JsonObject
    masked: list[str]

    @property
    def key(self) -> str:
        """Tells this from what another result, or another state of the files, would give."""
        return digest([str(self.file), self.data.decode(), self.text])


def keeping(config: Config, tool: str, arguments: JsonObject, result: JsonObject) -> Keeping:
    """Return what keeping a call's result as an example of its tool would write.

    Raises:
        GenuiError: It is a failure, too long, or the examples of the tool are kept where none can be added.
    """
    if result.get("isError"):
        raise GenuiError("the result is an error", hint="keep one that shows what the tool returns")
    if config.file is None:
        raise ConfigError("there is no genui.toml that could name examples", hint="genui init writes one")
    told = {name: result[name] for name in ("structuredContent", "content") if name in result}
    call, masked = masked_call({"arguments": arguments, "result": plain_result(told)})
    assert isinstance(call, dict)
    own = config.tools.get(tool)
    named = own.examples if own is not None else ()
    if named and not isinstance(named, str):
        raise ConfigError(
            f"the examples of {tool} stand in {config.file.name} itself",
            hint=f'move them to a JSON file, and write examples = "{FOLDER}/{slug_of(tool)}.json" there',
        )
    path = named if isinstance(named, str) else f"{FOLDER}/{slug_of(tool)}.json"
    file = inside(config.root, path)
    earlier = read_file(config, path, tool) if file.exists() else ()
    calls = [dict(one) for one in earlier if one["arguments"] != call["arguments"]]
    data = pretty_json([*calls, call])
    if len(data) > MOST_BYTES:
        raise GenuiError(
            f"{path} would have {len(data) // 1000} KB, and {MOST_BYTES // 1000} are the most",
            hint="run the tool for a smaller result",
        )
    line = "" if isinstance(named, str) else f"examples = {json.dumps(path)}"
    text = config.file.read_bytes().decode()
    return Keeping(file, data, config.file, line, with_line(text, tool, line, config.file), call, masked)


def plain_result(result: JsonObject) -> Json:
    """Return a result as it is written: the data alone where its text only repeats them."""
    data, content = result.get("structuredContent"), result.get("content")
    alone = isinstance(data, dict) and not data.keys() & {"content", "structuredContent"}
    return data if alone and (not content or result_data({"content": content}) == data) else result


def inside(root: Path, path: str) -> Path:
    """Return a file of the project, links followed.

    Raises:
        ConfigError: It is outside.
    """
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()):
        raise ConfigError(f"{path} is outside of the project", hint=f"name a file under {root} in genui.toml")
    return file


def with_line(text: str, tool: str, line: str, file: Path) -> str:
    """Return genui.toml with a line in the table of a tool, at its head, or in a new table at the end.

    Raises:
        ConfigError: The table is written in a way that takes no line.
    """
    if not line:
        return text
    end = "\r\n" if "\r\n" in text else "\n"
    lines = text.splitlines(keepends=True)
    table = f"[tools.{tool}]" if BARE.fullmatch(tool) else f"[tools.{json.dumps(tool)}]"
    head = next((at for at, one in enumerate(lines) if tools_in(one) == {tool: {}}), None)
    if head is not None:
        lines[head : head + 1] = [f"{lines[head].rstrip()}{end}", line + end]
    else:
        gap = "" if not text or text.endswith("\n") else end
        lines.append(f"{gap}{end}{table}{end}{line}{end}")
    told = "".join(lines)
    wanted = {**tools_in(text), tool: {**tools_in(text).get(tool, {}), **tomllib.loads(line)}}
    if tools_in(told) != wanted:
        raise ConfigError(f"{file.name} takes no line for {tool}", hint=f"write this into {table}: {line}")
    return told


def tools_in(text: str) -> dict[str, Any]:
    """Return what a text in TOML says of tools; nothing where it is none."""
    try:
        tools = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n")).get("tools", {})
    except tomllib.TOMLDecodeError:
        return {}
    return tools if isinstance(tools, dict) else {}


def keep_example(config: Config, asked: dict[str, Any]) -> dict[str, Any]:
    """Tell what keeping a result would write, or write it where `key` says that this was shown.

    Raises:
        GenuiError: It cannot be kept, or is no longer what was shown.
    """
    arguments, result = asked.get("arguments"), asked.get("result")
    if not (isinstance(arguments, dict) and isinstance(result, dict)):
        raise GenuiError("there is no result to keep", hint="run the tool first")
    kept = keeping(config, str(asked.get("tool", "")), arguments, result)
    if "key" in asked:
        if asked["key"] != kept.key:
            raise GenuiError(
                "the files have changed since this was shown", hint="look at it again, then write"
            )
        kept.file.parent.mkdir(parents=True, exist_ok=True)
        # The example first, so that genui.toml never names a file that is not there.
        replace_file(kept.file, kept.data)
        if kept.line:
            replace_file(kept.config, kept.text.encode())
    return {
        "file": kept.file.relative_to(config.root.resolve()).as_posix(),
        "config": kept.config.name,
        "line": kept.line,
        "call": kept.call,
        "masked": kept.masked,
        "key": kept.key,
    }


SECRET_WORDS = frozenset(
    {
        *("token", "secret", "secrets", "password", "passwords", "passwd", "passphrase", "passcode", "pwd"),
        *("credential", "credentials", "cookie", "cookies", "apikey", "authorization", "auth", "bearer"),
        *("jwt", "otp", "pin", "cvv", "cvc", "ssn"),
    }
)
"""Words that name a secret. Others of the command line do not: an author is no auth, an issue has a key."""

KEY_WORDS = frozenset({"api", "access", "private", "signing", "encryption", "ssh", "deploy", "license"})
SECRET_TEXT = re.compile(
    r"\b(?:sk|pk|rk|xox[a-z]|glpat|hf|npm|gh[a-z]|github_pat)[-_][\w-]{12,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|\bAKIA[A-Z0-9]{16}\b"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*-----|\Z)"
    r"|(?<=://)[^/@\s:]+:[^/@\s]+(?=@)|(?<=\bbearer )\S{8,}"
    r"|(?<=\bpassword[:=])\s*\S+|(?<=\bsecret[:=])\s*\S+|(?<=\btoken[:=])\s*\S+",
    re.IGNORECASE,
)
"""Keys by how they begin, signed tokens, private keys, passwords in addresses and after their names."""


def masked_call(value: Json, at: str = "", *, named: bool = False) -> tuple[Json, list[str]]:
    """Return a value with what may be secret masked, its shape kept, and the places of that.

    `named` says that a member above has the name of a secret. JSON inside a text is looked into, too.
    """
    if isinstance(value, dict):
        pairs = {
            name: masked_call(member, at + pointer_of(name), named=named or names_secret(name))
            for name, member in value.items()
        }
        return {name: one for name, (one, _) in pairs.items()}, [
            p for _, found in pairs.values() for p in found
        ]
    if isinstance(value, list):
        entries = [masked_call(one, at + pointer_of(place), named=named) for place, one in enumerate(value)]
        return [one for one, _ in entries], [p for _, found in entries for p in found]
    if named and value not in (None, "") and not isinstance(value, bool):
        return (HIDDEN if isinstance(value, str) else 0), [at]
    return masked_text(value, at) if isinstance(value, str) else (value, [])


def masked_text(text: str, at: str) -> tuple[str, list[str]]:
    """Return a text with what may be secret masked: inside the JSON that it is, or by its form."""
    inner = parsed(text)
    if isinstance(inner, dict | list):
        clean, places = masked_call(inner, at)
        return (json.dumps(clean, ensure_ascii=False) if places else text), places
    clean = SECRET_TEXT.sub(HIDDEN, text)
    return clean, [at] if clean != text else []


def names_secret(name: str) -> bool:
    """Tell whether a member's name is that of a secret."""
    words = {word.lower() for word in words_of(name)}
    keyed = bool(words & {"key", "keys"}) and bool(words & KEY_WORDS)
    return bool(words & SECRET_WORDS) or keyed or words == {"session", "id"}
