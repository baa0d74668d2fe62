"""A server.json of the MCP registry, from a file or a URL, as an upstream of genui.toml.

What it says is a stranger's: it is shown before it is written, and no ${NAME} in it takes a variable.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from genui.config import Target
from genui.config.target import literal
from genui.errors import ConfigError
from genui.hostconfigs import TRANSPORTS, Found

SECONDS = 10
MOST_BYTES = 1_000_000

RUNNERS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "npm": ("npx", ("-y",), "@"),
    "pypi": ("uvx", (), "@"),
    "nuget": ("dnx", ("--yes",), "@"),
    "oci": ("docker", ("run", "-i", "--rm"), ":"),
}
"""By the type of a registry: the program that starts a package, its flags, and the sign before a version."""

PACKAGE = re.compile(r"[A-Za-z0-9@][\w@./:+-]*")


def registry_server(source: str) -> Found:
    """Return what genui.toml can say about the server of a server.json.

    Raises:
        ConfigError: It cannot be read, or names nothing that genui can start or reach.
    """
    document = read_document(source)
    # The registry's own API wraps it.
    server = document.get("server", document) if isinstance(document, dict) else {}
    for package in tables(server, "packages"):
        transport = package.get("transport")
        kind = transport.get("type", "stdio") if isinstance(transport, dict) else "stdio"
        if kind == "stdio" and package.get("registryType") in RUNNERS:
            return packaged(package, source)
    for remote in tables(server, "remotes"):
        if isinstance(remote.get("url"), str):
            headers, variables = settings(remote, "headers")
            transport = TRANSPORTS.get(str(remote.get("type")), "auto")
            url, asked = filled(remote["url"])
            return Found(Target(url=url, transport=transport, headers=headers), (*variables, *asked))
    raise ConfigError(
        f"{source} names no package of {', '.join(RUNNERS)} on stdio, and no remote with a url",
        hint="name the upstream yourself: genui init -- COMMAND",
    )


def read_document(source: str) -> Any:
    """Read the JSON of a file or a URL.

    Raises:
        ConfigError: It cannot be read.
    """
    import httpx2

    try:
        text = fetched(source) if "://" in source else Path(source).read_bytes()
        return json.loads(text.decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ConfigError(
            f"{source} cannot be read: {error}", hint="name a server.json: a file, or its address"
        ) from error


def fetched(url: str) -> bytes:
    """Return what is at an address."""
    import httpx2

    data = b""
    with httpx2.stream("GET", url, timeout=SECONDS, follow_redirects=True) as response:
        response.raise_for_status()
        for part in response.iter_bytes():
            data += part
            if len(data) > MOST_BYTES:
                raise ValueError(f"it has more than {MOST_BYTES} bytes")
    return data


def packaged(package: Mapping[str, Any], source: str) -> Found:
    """Return the command that starts a package.

    Raises:
        ConfigError: Its name is none, and might be read as a flag.
    """
    name, version = str(package.get("identifier")), package.get("version")
    program, flags, sign = RUNNERS[package["registryType"]]
    if isinstance(version, str) and version and sign not in name[1:].rpartition("/")[2]:
        name += sign + version
    if not PACKAGE.fullmatch(name):
        raise ConfigError(f"{source} names the package {name!r}, which is no name of one", hint="look at it")
    env, variables = settings(package, "environmentVariables")
    # A container sees the variables that are passed on by name.
    passed = [word for key in env if program == "docker" for word in ("-e", key)]
    before, asked = arguments(package, "runtimeArguments")
    after, more = arguments(package, "packageArguments")
    args = (*flags, *before, *passed, name, *after)
    return Found(Target(command=program, args=args, env=env), (*variables, *asked, *more))


def arguments(package: Mapping[str, Any], member: str) -> tuple[list[str], list[str]]:
    """Return the words of required arguments and of those with a value, and the variables they refer to."""
    words: list[str] = []
    variables: list[str] = []
    for argument in tables(package, member):
        value = argument.get("value") or argument.get("default")
        name = str(argument.get("name") or "")
        if value is None and not argument.get("isRequired"):
            continue
        if argument.get("type") == "named" and name:
            words.append(literal(name))
        if value is not None:
            text, asked = filled(str(value))
        elif argument.get("type") == "named" and argument.get("format") == "boolean":
            continue
        else:
            text, asked = filled("{" + str(argument.get("valueHint") or name or "value") + "}")
        words.append(text)
        variables += asked
    return words, variables


def settings(table: Mapping[str, Any], member: str) -> tuple[dict[str, str], list[str]]:
    """Return variables or headers: their values where they are public, else references to variables."""
    values: dict[str, str] = {}
    variables: list[str] = []
    for entry in tables(table, member):
        name, value = str(entry.get("name") or ""), entry.get("value") or entry.get("default")
        if not name or (value is None and not entry.get("isRequired")):
            continue
        values[name], asked = filled(str(value) if value is not None else "{" + name + "}")
        variables += asked
    return values, variables


def filled(text: str) -> tuple[str, list[str]]:
    """Return a text whose {name} placeholders refer to variables, and these; all else stands for itself."""
    variables: list[str] = []

    def reference(match: re.Match[str]) -> str:
        name = re.sub(r"\W+", "_", match[1], flags=re.ASCII).strip("_").upper() or "VALUE"
        variables.append(f"_{name}" if name[0].isdigit() else name)
        return f"${{{variables[-1]}}}"

    return re.sub(r"(?<!\$)\{([^{}]+)\}", reference, literal(text)), variables


def tables(value: Any, member: str) -> Iterator[dict[str, Any]]:
    """Yield the objects in an array that is a member of an object."""
    found = value.get(member) if isinstance(value, dict) else None
    yield from (entry for entry in (found if isinstance(found, list) else []) if isinstance(entry, dict))
