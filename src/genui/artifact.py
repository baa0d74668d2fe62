"""One artifact: link it, check it, and fall back to a plainer page where a check fails."""

from collections.abc import Callable

from genui.assets import Assets
from genui.bounded import OutOfTimeError, bounded
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
