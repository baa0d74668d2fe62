"""Fixtures of all tests; those that run in Chromium are described in tests/README.md."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("genui", deadline=None)  # a slow machine is no failure
settings.load_profile("genui")

os.environ["GENUI_TRUST"] = "1"  # what tests configure they wrote themselves; tests of trust take it away
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="genui-state-")  # no key or consent of the person's

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell's `make test &` has Ctrl-C ignored, also by the programs that the tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what opens pages as browser tests; `make test` runs them in processes of their own.

    While Playwright is up, asyncio.run() refuses to work in its process.
    """
    for item in items:
        if {"pages", "warm"}.intersection(getattr(item, "fixturenames", ())):
            item.add_marker("browser")


def pytest_collection_finish() -> None:
    """Leave modules and collected tests out of every garbage collection to come: they all stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def remembering() -> Iterator[None]:
    """Have what is pure and slow done once for equal inputs: to link a page takes as long as twenty views."""
    import genui.generate.offline
    import genui.link
    import genui.lint
    import genui.pages

    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (genui.link, "link"),
            (genui.pages, "linked_page"),
            (genui.generate.offline, "baseline"),
            (genui.lint, "validate_artifact"),
        ):
            patch.setattr(module, name, remembered(getattr(module, name)))
        yield


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that remembers its results; assets, which are long, are always the same ones."""
    from genui.assets import Assets
    from genui.canonical import sha256

    results: dict[str, Any] = {}

    def call(*given: Any, **more: Any) -> Any:
        told = [one for one in given if not isinstance(one, Assets)]
        key = sha256(repr((told, sorted(more.items()))).encode())
        if key not in results:
            results[key] = function(*given, **more)
        return results[key]

    return call


@pytest.fixture(scope="session")
def pages() -> Iterator[Any]:
    """One browser for the whole session; where none is installed tests skip, except in CI."""
    import chromium
    from browser import Pages

    missing = [] if chromium.chromium_path() else ["Chromium (or set CHROMIUM to its path)"]
    missing += [] if shutil.which("node") else ["node"]
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"not found: {', '.join(missing)}")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=chromium.TIMEOUT_MS)
    with sync_playwright() as playwright, chromium.launched(playwright) as launched:
        yield Pages(launched)


@pytest.fixture(scope="session")
def warm() -> Iterator[Any]:
    """The browser of the render check, one for the whole session."""
    from chromium import chromium_path

    from genui.render import warm_browser

    if chromium_path() is None:
        pytest.skip("not found: Chromium (or set CHROMIUM to its path)")
    with warm_browser() as browser:
        yield browser


@pytest.fixture
def open_view(pages: Any) -> Iterator[Callable[..., Any]]:
    """Show a view's HTML in a strict host."""
    yield pages.open_view
    pages.close_shown()


@pytest.fixture
def open_page(pages: Any) -> Iterator[Callable[..., Any]]:
    """Open a page outside any host."""
    yield pages.open_page
    pages.close_shown()


@pytest.fixture
def open_tool(pages: Any) -> Iterator[Callable[..., Any]]:
    """Link a tool with a spec (offline baseline by default) and show it in a strict host."""
    yield lambda tool, spec=None, **options: pages.open_view(linked(tool, spec), tool=tool, **options)
    pages.close_shown()


@pytest.fixture
def open_runtime(pages: Any) -> Iterator[Callable[..., Any]]:
    """Open an empty page with the modules of the runtime, where `evaluate` sees what they export."""
    yield lambda: pages.open_runtime().page
    pages.close_shown()


def linked(tool: dict[str, Any], spec: dict[str, Any] | None = None) -> bytes:
    """Return the artifact of a tool definition."""
    from genui.assets import load_assets
    from genui.baseline import baseline
    from genui.link import link
    from genui.model import Tool, View

    view = View(tool["name"], baseline(Tool(tool)) if spec is None else spec)
    return link(Tool(tool), view, load_assets("templates"), source="")
