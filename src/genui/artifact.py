"""One artifact: link it, check it, and fall back to a plainer page where a check fails.

The work for one tool is bounded: CPU time and recursion depth.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genui.assets import Assets
from genui.config import Config
from genui.emergency import emergency_page
from genui.generate.offline import AUTO
from genui.model import Finding, Tool, View, errors_of
from genui.plan import with_example
from genui.viewoptions import ViewOptions

Gate = Callable[[Tool, bytes, ViewOptions], tuple[Finding, ...]]
"""Checks an artifact before it is written; errors keep it out."""


def let_in(tool: Tool, html: bytes, options: ViewOptions) -> tuple[Finding, ...]:
    """Accept every artifact: the default gate."""
    return ()


def artifact(
    tool: Tool,
    view: View,
    options: ViewOptions,
    assets: Assets,
    config: Config,
    *,
    source: str,
    gate: Gate = let_in,
    reviewed: bool = True,
) -> tuple[bytes, tuple[Finding, ...], str]:
    """Return an artifact that passed its checks, its findings, and why the emergency page stands in."""
    from genui.link import is_known, link

    html = link(tool, with_example(view, options), assets, source=source, reviewed=reviewed)
    findings: tuple[Finding, ...] = ()
    if not is_known(html, tool, assets, max_bytes=config.limits.page_bytes):
        from genui.lint import validate_artifact  # loading the rules takes as long as forty views

        findings = validate_artifact(html, assets, tool=tool.name, max_bytes=config.limits.page_bytes)
    if not errors_of(findings):
        findings += gate(tool, html, options)
    if not errors_of(findings):
        return html, findings, ""
    reason = f"the page has errors: {errors_of(findings)[0].message}"
    return emergency_page(tool, reason), findings, reason


def stand_in(
    tool: Tool, options: ViewOptions, assets: Assets, config: Config, *, source: str, why: str
) -> bytes:
    """Return the plainest view of a tool, and where that fails too the emergency page. Never raises."""
    try:
        with bounded():
            view = View(tool.name, AUTO, fallback=why)
            html, _, problem = artifact(tool, view, options, assets, config, source=source)
    except (Exception, OutOfTimeError):  # noqa: BLE001 - whatever fails, there is a page that says so
        return emergency_page(tool, why)
    return emergency_page(tool, why) if problem else html


CPU_SECONDS = 5.0
"""The CPU time that one view may take to compile; an ordinary one takes 0.01 s."""

RECURSION = 4000
"""Python's own limit, 1000, is met by a schema of 250 levels."""


class OutOfTimeError(BaseException):
    """The time is up. No `except Exception` on the way takes it for a failure of its own."""


@contextmanager
def bounded(seconds: float = CPU_SECONDS) -> Iterator[None]:
    """Bound the CPU time of a block, and let it recurse deeper than usual.

    The time is bounded in the main thread of systems that have interval timers, which is where `build` and
    `check` compile; elsewhere it is not.

    Raises:
        OutOfTimeError: The block has used more CPU time.
    """

    def stop(_signal: int, _frame: object) -> None:
        raise OutOfTimeError(f"it takes more than {seconds:g} s of CPU time")

    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(RECURSION, depth))
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if timed:
        # The virtual timer counts CPU time, so that a busy machine fails no view.
        before = signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        if timed:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
