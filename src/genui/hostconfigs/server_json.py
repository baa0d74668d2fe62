"""A server.json of the MCP registry, from a file or a URL, as an upstream of genui.toml.

What it says is a stranger's: it is shown before it is written, and no ${NAME} in it takes a variable.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from genui.config import Target
from genui.config.target import REFERENCE, literal
from genui.errors import ConfigError
from genui.hostconfigs.servers import TRANSPORTS, Found

SECONDS = 10

RUNNERS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "npm": ("npx", ("-y",), "@"),
    "pypi": ("uvx", (), "@"),
    "nuget": ("dnx", ("--yes",), "@"),
    "oci": ("docker", ("run", "-i", "--rm"), ":"),
}
"""By the type of a registry: the program that starts a package, its flags, and the sign before a version."""

PACKAGE = re.compile(r"[A-Za-z0-9@][\w@./:+-]*")
PLACEHOLDER = re.compile(r"(?<!\$)\{([^{}]+)\}")


def registry_server(source: str) -> Found:
    """Return what genui.toml can say about the server of a server.json.

    Raises:
        ConfigError: It cannot be read, or names nothing that genui can start or reach.
    """
    document = read_document(source)
    # The registry's own API wraps it.
    server = document.get("server", document) if isinstance(document, dict) else {}
    targets = [
        *(packaged(one, source) for one in tables(server, "packages") if is_started(one)),
        *(
            Target(
                url=filled(remote["url"]),
                transport=TRANSPORTS.get(str(remote.get("type")), "auto"),
                headers=settings(remote, "headers"),
            )
            for remote in tables(server, "remotes")
            if isinstance(remote.get("url"), str)
        ),
    ]
    if not targets:
        raise ConfigError(
            f"{source} names no package of {', '.join(RUNNERS)} on stdio, and no remote with a url",
            hint="name the upstream yourself: genui init -- COMMAND",
        )
    target = targets[0]
    texts = (*target.args, target.url or "", *target.env.values(), *target.headers.values())
    return Found(
        target, tuple(name for text in texts for escaped, name in REFERENCE.findall(text) if not escaped)
    )


def read_document(source: str) -> Any:
    """Read the JSON of a file or a URL.

    Raises:
        ConfigError: It cannot be read.
    """
    import httpx2

    try:
        if "://" not in source:
            return json.loads(Path(source).read_text(encoding="utf-8-sig"))
        return httpx2.get(source, timeout=SECONDS, follow_redirects=True).raise_for_status().json()
    except (OSError, ValueError, RecursionError, httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise ConfigError(
            f"{source} cannot be read: {error}", hint="name a server.json: a file, or its address"
        ) from error


def is_started(package: Mapping[str, Any]) -> bool:
    """Tell whether genui can have a package started, and speak to it on stdio."""
    transport = package.get("transport")
    kind = transport.get("type", "stdio") if isinstance(transport, dict) else "stdio"
    return kind == "stdio" and package.get("registryType") in RUNNERS


def packaged(package: Mapping[str, Any], source: str) -> Target:
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
    env = settings(package, "environmentVariables")
    # A container sees the variables that are passed on by name.
    passed = [word for key in env if program == "docker" for word in ("-e", key)]
    words = [*flags, *arguments(package, "runtimeArguments"), *passed, name]
    return Target(command=program, args=(*words, *arguments(package, "packageArguments")), env=env)


def arguments(package: Mapping[str, Any], member: str) -> Iterator[str]:
    """Yield the words of required arguments, and of those that have a value."""
    for argument in tables(package, member):
        name = str(argument.get("name") or "") if argument.get("type") == "named" else ""
        value = given(argument, str(argument.get("valueHint") or name.lstrip("-") or "value"))
        if value is not None:
            yield from filter(None, (literal(name), value))


def settings(table: Mapping[str, Any], member: str) -> dict[str, str]:
    """Return variables or headers: their values where they are public, else references to variables."""
    named = {str(entry.get("name") or ""): entry for entry in tables(table, member)}
    values = {name: given(entry, name) for name, entry in named.items() if name}
    return {name: value for name, value in values.items() if value is not None}


def given(entry: Mapping[str, Any], name: str) -> str | None:
    """Return the value of an argument or variable, a reference where a required one has none, else None."""
    value = entry.get("value") or entry.get("default")
    if value is None:
        return filled(f"{{{name}}}") if entry.get("isRequired") else None
    return filled(str(value))


def filled(text: str) -> str:
    """Return a text whose {name} placeholders refer to variables; all else stands for itself."""
    return PLACEHOLDER.sub(lambda match: f"${{{variable(match[1])}}}", literal(text))


def variable(name: str) -> str:
    """Return the name of the variable for a placeholder."""
    plain = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_").upper() or "VALUE"
    return f"_{plain}" if plain[0].isdigit() else plain


def tables(value: Any, member: str) -> Iterator[dict[str, Any]]:
    """Yield the objects in an array that is a member of an object."""
    found = value.get(member) if isinstance(value, dict) else None
    yield from (entry for entry in (found if isinstance(found, list) else []) if isinstance(entry, dict))
