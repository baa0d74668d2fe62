"""Every table and key of genui.toml: its type, default, bounds and meaning, said once.

Reading, checking, the environment variables, docs/configuration.md and docs/genui.schema.json all
come from the fields below.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genui.config.keys import SECONDS, key
from genui.config.limits import Limits

Examples = tuple[Mapping[str, Any], ...] | str
"""Recorded calls `{arguments, result}`, or the path of a JSON file that holds an array of them."""

Accepts = tuple[Mapping[str, str], ...]
"""Changes that are accepted: `{rule, tool, reason}`."""


@dataclass(frozen=True)
class Target:
    """The upstream to connect to: a command on stdio, or a URL."""

    command: str | None = key(
        None, "Program that speaks MCP on stdio; {genui-python} is the interpreter that runs genui."
    )
    args: tuple[str, ...] = key((), "Arguments of the command; ${NAME} is replaced too.", secret=True)
    env: Mapping[str, str] = key(
        dict,
        "Variables added to the environment, which comes without the keys of models and GENUI_…; "
        "${NAME} is replaced by the variable NAME.",
        secret=True,
    )
    cwd: str | None = key(
        None,
        "Folder the command runs in; the folder of genui.toml if absent. ${NAME} is replaced.",
        path=True,
    )
    url: str | None = key(None, "Address of an upstream on HTTP, instead of a command; ${NAME} is replaced.")
    transport: str = key(
        "auto",
        "How to speak to the upstream; auto is stdio for a command, and http then sse for a URL.",
        one_of=("auto", "stdio", "http", "sse"),
    )
    headers: Mapping[str, str] = key(
        dict, "HTTP headers sent to the URL; ${NAME} is replaced by the variable NAME.", secret=True
    )


@dataclass(frozen=True)
class Build:
    """What is built, from what, into which folder."""

    tools: tuple[str, ...] = key(("*",), "Patterns of the tool names that get a view.")
    exclude: tuple[str, ...] = key((), "Patterns of the tool names that get none; they win over tools.")
    generated: str = key("generated", "Folder of the committed views.", path=True)
    prompts_directory: str | None = key(
        None, "Folder whose files replace the bundled prompts of their names.", path=True
    )
    templates_directory: str | None = key(
        None, "Folder of own templates: style.css, custom.js, page.html, gallery.html.", path=True
    )
    start_timeout: float = key(
        0.0,
        "Seconds the upstream may take to its first answer. 0 means 30, or 300 for npx, bunx and uvx, "
        "which download a server before they start it.",
        bounds=(0, 86_400),
    )
    request_timeout: float = key(5.0, "Seconds the upstream may take to each later answer.", bounds=SECONDS)


@dataclass(frozen=True)
class Model:
    """Which language model writes specs and pages; offline uses none."""

    provider: str = key(
        "offline",
        "Who writes the views; offline needs no key and no network.",
        one_of=("offline", "anthropic", "openai", "ollama", "command", "replay"),
    )
    name: str | None = key(None, "Model name; the provider's own default if absent.")
    mode: str = key("spec", "What the model writes: a view spec, or a page.", one_of=("spec", "html"))
    temperature: float | None = key(
        None, "Sampling temperature; the model's own if absent. Many models refuse any.", bounds=(0, 2)
    )
    timeout: float = key(120.0, "Seconds for one view in a build, repairs included.", bounds=SECONDS)
    on_demand_timeout: float = key(30.0, "Seconds for one view made while serving.", bounds=SECONDS)
    concurrency: int = key(
        2, "Requests at the model at once; what else views need is done meanwhile.", bounds=(1, 64)
    )
    base_url: str | None = key(None, "Address of a compatible API instead of the provider's own.")
    render: bool = key(
        default=True,
        doc="Draw what a model writes in Chromium, where there is one: the better view is chosen by what it "
        "shows, and pages that fail are not taken.",
    )
    command: tuple[str, ...] = key(
        (), "For provider command: the program and its arguments; it reads the prompt and writes the answer."
    )


@dataclass(frozen=True)
class Serve:
    """How `genui serve` stands between host and upstream."""

    transport: str = key("stdio", "Transport towards the host.", one_of=("stdio", "http", "sse"))
    host: str = key("127.0.0.1", "Address to listen on, for http and sse.")
    port: int = key(8765, "Port to listen on, for http and sse; 0 takes a free one.", bounds=(0, 65535))
    token_env: str | None = key(
        None, "Name of the variable that holds the bearer token clients must send, for http and sse."
    )
    insecure: bool = key(
        default=False, doc="Listen on an address that others can reach without asking for a token."
    )
    allowed_hosts: tuple[str, ...] = key(
        (), "Host names clients may reach the server by, besides addresses, localhost and host."
    )
    allowed_origins: tuple[str, ...] = key(
        (), "Origins of web pages that may connect, besides local ones; https://example.com."
    )
    session_idle: float = key(
        1800.0, "Seconds after which a session that nobody uses is ended, for http.", bounds=(1, 604_800)
    )
    apps: str = key(
        "auto",
        "Who gets views: hosts that declare MCP Apps support, every host, or none.",
        one_of=("auto", "always", "never"),
    )
    announce: str = key(
        "all",
        "The views that hosts are told of: all, or those that are worth more than text (docs/serve.md).",
        one_of=("all", "useful"),
    )
    views: str = key(
        "",
        "Tell hosts of no view or of all, whatever else is said; for one session.",
        one_of=("", "none", "all"),
    )
    on_miss: str = key(
        "compile",
        "What a tool without a committed view gets: one compiled on the spot, or none.",
        one_of=("compile", "passthrough"),
    )
    locked: bool = key(False, "Serve reviewed views only: compile no other, read no overlay.")  # noqa: FBT003
    allow_code: bool = key(
        False,  # noqa: FBT003
        "Serve pages with code of their own (imported, html mode, own templates), as they were reviewed.",
    )
    cache: bool = key(True, "Use again what was compiled on a miss; false compiles it every time.")  # noqa: FBT003
    restart: bool = key(True, "Start an upstream on stdio again when it crashes.")  # noqa: FBT003
    debug: bool = key(
        False,  # noqa: FBT003
        "Log all, prompts and answers of models too; save what is compiled on a miss, and use nothing again.",
    )
    own_tools: str = key(
        "few",
        "Which of genui's own tools models see: _ui_refine and _ui_submit, all, or none.",
        one_of=("few", "all", "none"),
        booleans=("none", "few"),
    )
    prefix: str = key("_ui_", "What the names of genui's own tools begin with.")
    refresh: float = key(
        0.0, "Seconds between readings of the upstream's tool list; 0: only when told.", bounds=(0, 86_400)
    )
    log_level: str = key("info", "Least level that is logged.", one_of=("debug", "info", "warning", "error"))
    log_format: str = key("text", "Form of a log line.", one_of=("text", "json"))
    log_file: str | None = key(None, "File for the log; standard error if absent.", path=True)


@dataclass(frozen=True)
class Test:
    """What `genui test` asks of the views."""

    hosts: tuple[str, ...] = key(
        ("claude", "chatgpt", "vscode", "cursor", "goose", "copilot", "slack", "mistral"),
        "Hosts that every view is shown in; genui test --host replaces them.",
    )
    require: str = key(
        "degraded",
        "The least verdict that passes; degraded: a fact about the host takes something away.",
        one_of=("works", "degraded", "blocked"),
    )


@dataclass(frozen=True)
class Review:
    """What `genui review` takes for granted: levels of rules, and changes that somebody agreed to."""

    levels: Mapping[str, str] = key(
        dict, "Level of a rule by its id: breaking, risky, cosmetic, or off; docs/review-rules.md lists them."
    )
    accept: Accepts = key(  # noqa: RUF009
        (), "Changes that are accepted, tables of rule, tool and reason; tool is empty for the project's own."
    )


@dataclass(frozen=True)
class Defaults:
    """What holds for every tool whose own table does not say otherwise."""

    announce: bool | None = key(
        None, "Whether hosts are told of the tool's view; [serve] announce decides if absent."
    )
    kind: str | None = key(
        None, "Rich or minimal view; decided by rules if absent.", one_of=("rich", "minimal")
    )
    mode: str | None = key(None, "What a model writes; [model] mode if absent.", one_of=("spec", "html"))
    theme: str | None = key(
        None,
        "Light, dark, or as the host has it (auto); short for hints.theme.",
        one_of=("auto", "light", "dark"),
    )
    hints: Mapping[str, Any] = key(dict, "What the view should look like, for rules and models.")


@dataclass(frozen=True)
class ToolConfig(Defaults):
    """What is different for one tool, or for those that a pattern like "list_*" matches."""

    view: bool | None = key(None, "Whether the tool gets a view; [build] tools and exclude decide if absent.")
    form: str | None = key(
        None,
        '"before": hosts get a twin of the tool besides, whose form a person completes and sends '
        "(docs/serve.md).",
        one_of=("before",),
    )
    examples: Examples = key(  # noqa: RUF009
        (), "Recorded calls {arguments, result}, or the path of a JSON file with an array of them.", path=True
    )


TABLES: Mapping[str, type] = {
    "upstream": Target,
    "build": Build,
    "model": Model,
    "serve": Serve,
    "test": Test,
    "limits": Limits,
    "defaults": Defaults,
    "review": Review,
}
"""The tables by name; `[tools.<name>]` is a ToolConfig each."""
