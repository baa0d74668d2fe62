"""Printing: results on stdout, progress and errors on stderr; no colour without a terminal."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from genui.config import Config
from genui.errors import GenuiError
from genui.inert import INERT, OWN_CODE, OWN_STYLE
from genui.model import Finding, State
from genui.plan import Outcome

SIGNS: dict[State, tuple[str, str]] = {
    "fresh": ("=", "dim"),
    "missing": ("+", "green"),
    "stale": ("~", "yellow"),
    "edited": ("!", "red"),
    "tampered": ("!", "red"),
    "conflict": ("!", "red"),
    "orphan": ("-", "red"),
    "fallback": ("?", "yellow"),
}
"""The sign and the colour of each state, as in a plan."""

NAMED = 5
"""Tools that one line names."""


def few(names: Sequence[str]) -> str:
    """Return the first names of some, and how many there are besides."""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def print_json(value: Any) -> None:
    """Print a JSON value on stdout."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=sys.stdout.encoding.lower() != "utf-8") + "\n")


def print_line(text: str = "") -> None:
    """Print a line on stdout, as it is."""
    sys.stdout.write(printable(text, sys.stdout.encoding) + "\n")


def tell(value: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print a result: its JSON value for machines, or its lines for people."""
    if as_json:
        print_json(value)
        return
    for line in lines:
        print_line(line)


def print_note(text: str) -> None:
    """Print a line on stderr."""
    sys.stderr.write(printable(text, sys.stderr.encoding) + "\n")


def printable(text: str, encoding: str | None) -> str:
    """Return a text that the stream can take: control characters and what it cannot encode are escaped."""
    clean = "".join(
        character if character.isprintable() or character in "\n\t" else ascii(character)[1:-1]
        for character in text
    )
    # A stream in memory has no encoding: what it holds is text.
    return clean.encode(encoding, "backslashreplace").decode(encoding) if encoding else clean


def print_error(error: GenuiError) -> None:
    """Print an error and what mends it."""
    print_note(f"error: {error.message}")
    if error.hint:
        print_note(f"hint: {error.hint}")


def confirmed(told: Iterable[str], what: str) -> bool:
    """Tell a person something and ask for a yes; False where nobody is there."""
    # Both: an answer through a pipe may be anybody's, and nobody reads a question in a log.
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for line in told:
        print_note(line)
    sys.stderr.write(f"{what} [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


@contextmanager
def debugging(*, wanted: bool) -> Iterator[None]:
    """Tell meanwhile whatever genui's modules log; nothing where that is not wanted."""
    from genui.debugging import listen

    stop = listen(lambda text: print_note(f"debug: {text}")) if wanted else lambda: None
    try:
        yield
    finally:
        stop()


def outcome_lines(
    outcomes: Sequence[Outcome], told: Callable[[Outcome], str] = lambda outcome: outcome.reason
) -> Iterator[str]:
    """Yield what is not fresh, a line each, aligned, and what is told of each."""
    shown = [outcome for outcome in outcomes if outcome.state != "fresh"]
    width = min(40, max((len(outcome.name) for outcome in shown), default=0))
    for outcome in shown:
        yield f"  {styled(*SIGNS[outcome.state])} {outcome.name:<{width}}  {told(outcome)}"


def print_findings(outcomes: Sequence[Outcome], findings: Sequence[Finding]) -> None:
    """Print errors and warnings on stderr, with the tool they are about."""
    for finding in findings:
        print_note(f"{finding.severity}: {finding.rule}: {finding.message}")
    for outcome in outcomes:
        for finding in outcome.findings:
            if finding.severity != "info":
                where = f" {finding.where}" if finding.where else ""
                print_note(f"{finding.severity}: {outcome.name}{where}: {finding.rule}: {finding.message}")


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding about a spec or a whole view, its place a JSON Pointer."""
    return {name: getattr(finding, name) for name in ("rule", "severity", "where", "message", "hint")}


def place_json(finding: Finding) -> dict[str, Any]:
    """Return a finding about a page, its place a line and a column, counted from 1."""
    told = {
        name: getattr(finding, name) for name in ("rule", "severity", "line", "column", "message", "hint")
    }
    return told | {"line": max(finding.line, 1), "column": max(finding.column, 1)}


def code_summary(codes: Mapping[str, str | None]) -> str:
    """Return how many views are inert, and which have code of their own."""
    told = list(codes.values())
    parts = [f"{told.count(word)} {word}" for word in (INERT, OWN_STYLE) if word in told]
    own = [name for name, code in codes.items() if code == OWN_CODE]
    return "; ".join([*parts, *([f"{OWN_CODE}: {few(own)}"] if own else [])])


def propose_allowing(config: Config, codes: Iterable[str | None]) -> None:
    """Say what has to be set for pages with code of their own to be served, where it is not."""
    if OWN_CODE in codes and not config.serve.allow_code:
        print_note(
            "hint: genui serve shows a page that has code of its own only where "
            "[serve] in genui.toml says allow_code = true"
        )


def styled(text: str, style: str) -> str:
    """Return a text in a style where stdout is a terminal that wants colour (NO_COLOR is honoured)."""
    if not sys.stdout.isatty():
        return text
    from rich.console import Console

    console = Console()
    with console.capture() as capture:
        console.print(text, style=style, end="", markup=False, highlight=False)
    return capture.get()


def state_counts(states: Iterable[str]) -> str:
    """Return "1 fresh, 2 stale", in the order of the signs; what has no sign comes last."""
    counts = Counter(states)
    return ", ".join(f"{counts[state]} {state}" for state in (*SIGNS, "none") if counts[state])


def counted(number: int, noun: str) -> str:
    """Return "1 view", "2 views"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@contextmanager
def progress_bar(total: int, title: str) -> Iterator[Callable[[int, str], None] | None]:
    """Show a bar on stderr that takes how many are done and a text; None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    text_column = TextColumn("{task.fields[text]}")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), text_column)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total, text="")
        yield lambda done, text: progress.update(
            task, completed=done, text=escape(printable(text, sys.stderr.encoding or "utf-8"))
        )
