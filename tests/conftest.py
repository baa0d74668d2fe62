"""Fixtures of all tests; those that run in Chromium are described in tests/README.md."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import settings

# A slow machine is no failure, and `make fuzz` looks longer.
settings.register_profile("genui", deadline=None, max_examples=50)
settings.load_profile("genui")

os.environ["GENUI_TRUST"] = "1"  # what tests configure they wrote themselves; tests of trust take it away
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="genui-state-")  # no key or consent of the person's
# Without certificates a client of a model's SDK is made in 1 ms, with them in 30; no test speaks TLS.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = os.environ["XDG_STATE_HOME"]

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


@pytest.fixture(scope="session", autouse=True)
def remembering() -> Iterator[None]:
    """Have what is pure and slow done once for equal inputs: to link and judge a page takes 0.1 s."""
    import genui.generate.candidates
    import genui.generate.offline
    import genui.generate.scorer
    import genui.link
    import genui.lint
    import genui.pages

    link = remembered(genui.link.link)
    validate_artifact = remembered(genui.lint.validate_artifact)
    with pytest.MonkeyPatch.context() as patch:
        for module, name, function in (
            (genui.link, "link", link),
            (genui.generate.candidates, "link", link),
            (genui.lint, "validate_artifact", validate_artifact),
            (genui.generate.candidates, "validate_artifact", validate_artifact),
            (genui.pages, "linked_page", remembered(genui.pages.linked_page)),
            (genui.generate.offline, "baseline", remembered(genui.generate.offline.baseline)),
            (genui.generate.scorer, "outline_of", remembered(genui.generate.scorer.outline_of)),
        ):
            patch.setattr(module, name, function)
        yield


REMEMBERED = 100
"""Results that are kept of each function: a page has 400 kB."""


def remembered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that remembers its latest results; what it raises it raises anew."""
    results: dict[bytes, Any] = {}

    def call(*given: Any, **more: Any) -> Any:
        try:
            key = sha256(repr((given, sorted(more.items()))).encode("utf-8", "surrogatepass")).digest()
        except RecursionError:  # data that nest deeper than can be written down
            return function(*given, **more)
        if key not in results:
            results[key] = function(*given, **more)
            if len(results) > REMEMBERED:
                results.pop(next(iter(results)))
        return deepcopy(results[key])  # a spec is a dictionary, which a test may change

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
    """The browser of the render check, one for the whole session: commands that ask for one have it, too."""
    from chromium import chromium_path

    import genui.hosts.laboratory
    import genui.render

    if chromium_path() is None:
        pytest.skip("not found: Chromium (or set CHROMIUM to its path)")
    with genui.render.warm_browser() as browser, pytest.MonkeyPatch.context() as patch:
        for module in (genui.render, genui.hosts.laboratory):
            patch.setattr(module, "warm_browser", lambda: nullcontext(browser))
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
