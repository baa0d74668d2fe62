"""`genui doctor`: look for whatever keeps views from appearing, and say what mends it."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from genui import __version__
from genui.announce import announced
from genui.cli.inputs import read_config
from genui.cli.options import AsJson, Command, ConfigPath, GeneratedPath, Trust
from genui.cli.output import styled, tell
from genui.cli.trial import Trial, run_trial
from genui.config import Config, Target, target_of
from genui.config.target import OWN_PYTHON
from genui.consent import require_model
from genui.digests import shape_digest
from genui.errors import GenuiError
from genui.hostconfigs.attach import BACKUP, is_wrapped
from genui.hostconfigs.hosts import HOSTS, places_here, workspace_of
from genui.hostconfigs.servers import local, read_host_file, servers_in
from genui.hosts.profiles import load_profiles
from genui.ondemand.overlay import overlaid, read_overlay
from genui.plan import Outcome
from genui.project import check_project, open_project
from genui.store import read_store
from genui.viewfile import VIEWS
from genui.viewoptions import unused_tables, wants_view

COLOURS = {"ok": "green", "note": "dim", "warning": "yellow", "error": "red"}

MADE_ANEW = (
    "genui build makes it anew, or restore it from version control: serve refuses what was not reviewed"
)

WRONG = {
    "tampered": ("error", MADE_ANEW),
    "missing": ("error", MADE_ANEW),
    "conflict": ("error", "genui build joins what it can; see genui merge --help"),
    "fallback": ("note", "genui build tries again"),
}
"""How bad states of views are, and what mends each; the others are warnings."""

Shapes = Mapping[str, str]
"""The shape that each committed view was made for, by tool."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    area: str
    state: str
    """ok, note, warning or error."""
    message: str
    mend: str = ""


def doctor(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="HOST|FILE", help="Look at this host only, or at one file."),
    ] = None,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Check config, upstream, views and hosts, and tell why a view may not appear, each with its mend."""
    checks = [
        Check("genui", "ok", f"genui {__version__}"),
        *project_checks(config, generated, command, trust=trust),
        *host_checks(host),
    ]
    tell([asdict(check) for check in checks], map(told, checks), as_json=as_json)
    if any(check.state == "error" for check in checks):
        raise typer.Exit(1)


def told(check: Check) -> str:
    """Return a check in words, with what mends it on a line of its own."""
    first = f"{styled(f'{check.state:<7}', COLOURS[check.state])}  {check.area}: {check.message}"
    return f"{first}\n         mend: {check.mend}" if check.mend else first


# The project


def project_checks(
    config_file: Path | None, generated: Path | None, command: Sequence[str] | None, *, trust: bool
) -> Iterator[Check]:
    """Check the configuration, the views and what a host gets of them."""
    try:
        config = read_config(config_file, generated, command, trust=trust)
    except GenuiError as error:
        yield Check("config", "error", error.message, error.hint)
        return
    yield Check("config", "ok", str(config.file) if config.file else "no genui.toml; the defaults hold")
    outcomes: Sequence[Outcome] = ()
    try:
        outcomes = checked(config)
        yield from view_checks(config, outcomes)
    except GenuiError as error:
        yield Check("views", "error", error.message, error.hint)
    yield from overlay_checks(config)
    if config.upstream is None:
        mend = "run doctor where genui.toml is, or name the upstream: genui doctor -- COMMAND"
        yield Check("upstream", "note", "none is named, so none was tried", mend)
        return
    try:
        require_model(config)
    except GenuiError as error:
        # The command is asked about before it is tried below; of the model nothing is tried.
        yield Check("model", "warning", error.message, error.hint)
    yield from interpreter_checks(config.upstream)
    try:
        target_of(config)
        trial = run_trial(config, command or ())
    except GenuiError as error:
        yield Check("upstream", "error", error.message, error.hint)
        return
    for warning in unused_tables(config, (tool["name"] for tool in trial.tools)):
        yield Check("config", "warning", warning, "name a tool or a pattern of names, or remove it")
    shapes = {one.name: one.before.shape for one in outcomes if one.before is not None}
    yield from trial_checks(config, shapes, trial)


def checked(config: Config) -> Sequence[Outcome]:
    """Return what genui check says of every view; nothing where nothing was ever built."""
    if not read_store(config.generated).definitions:
        return ()
    return check_project(open_project(config, from_snapshot=True)).outcomes


def interpreter_checks(target: Target) -> Iterator[Check]:
    """Tell which Python an upstream gets that asks for one: perhaps not the one that runs genui."""
    if target.command not in {"python", "python3"}:
        return
    found = shutil.which(target.command, path=target.env.get("PATH"))
    if found is None or Path(found).parent != Path(sys.executable).parent:
        what = f"{found}, as PATH finds it" if found else "not on PATH"
        mend = f'for the Python that runs genui ({sys.executable}): command = "{OWN_PYTHON}"'
        yield Check("upstream", "note", f"{target.command} is {what}", mend)


def view_checks(config: Config, outcomes: Sequence[Outcome]) -> Iterator[Check]:
    """Check that every committed view is what its sources give."""
    if not outcomes:
        mend = "genui build compiles them; until then serve compiles each when a host asks for it"
        yield Check("views", "note", f"{config.generated} has no views: nothing is committed yet", mend)
    for outcome in outcomes:
        if outcome.state != "fresh":
            level, mend = WRONG.get(outcome.state, ("warning", "genui build, review, commit"))
            yield Check("views", level, f"{outcome.name}: {outcome.state}: {outcome.reason}", mend)
    if outcomes and all(outcome.state == "fresh" for outcome in outcomes):
        yield Check("views", "ok", f"{len(outcomes)} committed, each is what its sources give")


def overlay_checks(config: Config) -> Iterator[Check]:
    """Tell of views made while serving: whose they are, and that nobody has reviewed them."""
    tools = read_overlay(config.overlay)[0]
    mine = [name for name in sorted(tools) if overlaid(config.overlay, name) is not None]
    for name in sorted(tools.keys() - mine):
        file = config.overlay / tools[name].file
        mend = "delete its folder, or make the view anew"
        yield Check("overlay", "warning", f"{file} was not made by you, and is not served", mend)
    if mine:
        mend = "genui adopt --all takes what was made while serving into generated/, for review"
        yield Check("overlay", "note", f"not reviewed: {', '.join(mine)}", mend)


def trial_checks(config: Config, shapes: Shapes, trial: Trial) -> Iterator[Check]:
    """Tell what a host with MCP Apps got from serve, tool by tool where it is no view."""
    yield Check("upstream", "ok", f"answers through serve with {len(trial.tools)} tools")
    if not trial.declared:
        mend = 'remove apps = "never" from [serve]' if config.serve.apps == "never" else "report this"
        yield Check("serve", "error", "the host was not told of the UI extension", mend)
    if trial.pingless:
        eras = " and ".join(trial.pingless)
        what = f"it does not know ping in protocol {eras}, and a host that pings may mount no view"
        mend = "have the server answer ping (modelcontextprotocol/ext-apps#671): genui passes it on as it is"
        yield Check("upstream", "warning", what, mend)
    told = [tool_check(config, shapes, trial, tool) for tool in trial.tools]
    yield from filter(None, told)
    good = sum(check is None for check in told)
    state, mend = ("ok", "") if good or not told else ("warning", "the lines above say what keeps each away")
    yield Check("serve", state, f"{good} of {len(told)} tools show a view of ours", mend)
    clash = sorted(tool["name"] for tool in trial.tools if tool["name"].startswith(config.serve.prefix))
    if clash:
        mend = "set prefix in [serve] to something that no tool begins with"
        yield Check("serve", "warning", f"the upstream has tools named like genui's own: {clash}", mend)


def tool_check(config: Config, shapes: Shapes, trial: Trial, tool: dict[str, Any]) -> Check | None:
    """Say why a tool shows no view of ours, or not the committed one; None where it does."""
    name = tool["name"]
    if name in trial.own:
        return Check("tool", "note", f"{name}: shows the view that the upstream brings along")
    if not wants_view(config, name):
        mend = f'[tools."{name}"] view = true, or change tools and exclude in [build]'
        return Check("tool", "note", f"{name}: the configuration gives it no view", mend)
    told = announced(config, {key: value for key, value in tool.items() if key != "_meta"})
    if name in trial.problems and not told.view:
        mend = f'[tools."{name}"] announce = true'
        return Check("tool", "note", f"{name}: hosts are told of no view: {told.why}", mend)
    quiet = config.serve.locked or config.serve.on_miss == "passthrough"
    shape = shapes.get(name)
    # serve has put _meta into the listed tool, which no shape holds.
    if shape not in (None, shape_digest({key: value for key, value in tool.items() if key != "_meta"})):
        instead = "nothing" if quiet else "a plain view"
        message = f"{name}: the tool changed since its view was made, so {instead} is shown"
        return Check("tool", "warning", message, "genui build, review, commit")
    if name not in trial.problems:
        return None
    mend = (
        "genui build commits one" if quiet else "genui serve --debug shows why; genui build names the cause"
    )
    return Check("tool", "warning" if quiet else "error", f"{name}: {trial.problems[name]}", mend)


# The hosts


def host_checks(host: str | None) -> Iterator[Check]:
    """Check the files of hosts, where they are there."""
    places = places_here()
    if host is not None and host not in HOSTS:
        files = [("file", Path(host))]
    else:
        files = [(name, file) for name in HOSTS if host in (None, name) for file in HOSTS[name](places)]
    there = [(name, file) for name, file in files if file.is_file()]
    if not there:
        state = "note" if host is None else "error"
        yield Check("hosts", state, "no configuration file of a host is found", "genui attach FILE names one")
    for name, file in there:
        try:
            yield from file_checks(name, file)
        except GenuiError as error:
            yield Check(name, "error", error.message, error.hint)


def file_checks(host: str, file: Path) -> Iterator[Check]:
    """Check the servers in one file of a host."""
    found = servers_in(file, read_host_file(file))
    wrapped = {name: span.value for name, span in found.items() if is_wrapped(span.value)}
    if found and not wrapped:
        mend = f"genui attach {host if host in HOSTS else file}"
        yield Check(host, "note", f"{file}: none of its {len(found)} servers runs through genui", mend)
    for name, entry in wrapped.items():
        yield from entry_checks(host, file, name, entry)
    if not wrapped and file.with_name(file.name + BACKUP).exists():
        mend = "delete it if you no longer need it"
        yield Check(host, "note", f"{file}{BACKUP} is there, though nothing is attached", mend)
    profile = load_profiles().get(host)
    if wrapped and profile and not profile["renders"]:
        mend = "use a host with MCP Apps, or look at views with: genui export --out DIR"
        yield Check(host, "note", f"{profile.title} shows no views: {profile.cite('renders')}", mend)


def entry_checks(host: str, file: Path, name: str, entry: dict[str, Any]) -> Iterator[Check]:
    """Check one server that runs through genui."""
    where = f"{file}: {name}"
    program, *args = (local(str(word), file) for word in (entry["command"], *entry["args"]))
    again = f"genui detach {host if host in HOSTS else file} {name}, then genui attach it again"
    if "/" in program and workspace_of(file) is not None:
        program = str(file.resolve().parent / program)
    if not (os.path.isabs(program) and os.access(program, os.X_OK)) and shutil.which(program) is None:  # noqa: PTH117
        named = "/" in program or os.sep in program
        mend = again if named else f"install {program} where PATH finds it"
        told = f"{program} {'does not exist' if named else 'is not on PATH'}"
        yield Check(host, "error", f"{where}: {told}", mend)
        return
    if "--config" in args:
        config = file.resolve().parent / args[args.index("--config") + 1]
        if not config.is_file():
            yield Check(host, "error", f"{where}: {config} does not exist", again)
            return
    upstream = args[args.index("--") + 1 : args.index("--") + 2] if "--" in args else []
    if upstream and shutil.which(upstream[0]) is None and "${" not in upstream[0]:
        yield Check(host, "error", f"{where}: the upstream {upstream[0]} is not on PATH", "install it")
        return
    yield Check(host, "ok", f"{where} runs through genui", "")
    if "--generated" in args:
        folder = Path(args[args.index("--generated") + 1])
        if not (folder / VIEWS).is_dir():
            mend = f"genui build --generated {folder} -- …, to review and keep them"
            yield Check(host, "note", f"{where}: no views are committed, they are compiled on the spot", mend)
