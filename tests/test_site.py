"""The site: every page of it, from a folder, without network."""

import os
import re
from pathlib import Path

import pytest
from browser import axe_violations

pytest.importorskip("material", reason="the site is made by mkdocs-material, of the group dev")
pytestmark = pytest.mark.browser

KINDS = ("index", "commands", "docs/merging", "docs/gallery", "gallery/order")
"""One page of each kind, for what is the same on all of that kind."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    from sitepages import make_site

    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    directory = tmp_path_factory.mktemp("site")
    make_site(directory)  # strict: a link to a file or a heading that is not there fails
    return directory / "site"


@pytest.fixture
def tab(pages):
    contexts = []

    def opened(**given):
        contexts.append(pages.context.browser.new_context(offline=True, **given))
        return contexts[-1].new_page()

    yield opened
    for context in contexts:
        context.close()


def names_of(site):
    return sorted(
        str(path.relative_to(site).with_suffix(""))
        for path in site.rglob("*.html")
        if path.parent.name != "live" and path.name != "404.html"
    )


def test_every_document_fits_a_phone(site, tab):
    page, wide = tab(viewport={"width": 320, "height": 700}), []
    page.goto((site / "index.html").as_uri())
    for name in (each for each in names_of(site) if each in KINDS or not each.startswith("gallery/")):
        # What stands around a document is the same on all pages, and takes longest to load.
        text = (site / f"{name}.html").read_text("utf-8")
        if article := re.search("<article[^>]*>.*</article>", text, re.DOTALL):
            page.locator("article").evaluate("(node, html) => { node.outerHTML = html; }", article[0])
            wide += [name] if page.evaluate("document.documentElement.scrollWidth") > 320 else []

    assert wide == []


def test_a_page_of_each_kind_is_accessible_in_the_light_and_in_the_dark(site, tab):
    wrong = []
    # The dark has other colours and nothing else. All colours are those of prose, of cards and of a view
    # beside its spec, and to look at contrast takes longest.
    coloured = ("index", "docs/gallery", "gallery/order")
    looks = (("light", "default", (), KINDS), ("dark", "slate", ["color-contrast"], coloured))
    for scheme, shown, only, names in looks:
        page = tab(viewport={"width": 320, "height": 700}, color_scheme=scheme)
        for name in names:
            page.goto((site / f"{name}.html").as_uri(), wait_until="domcontentloaded")
            assert page.evaluate("document.body.dataset.mdColorScheme") == shown
            found = axe_violations(page, only=only, contrast=name in coloured)
            wrong += [(name, each["id"], each["nodes"][:2]) for each in found]

    assert wrong == []


def test_a_live_view_stands_beside_its_spec(site, tab):
    page = tab(viewport={"width": 1280, "height": 900})
    page.goto((site / "gallery/order.html").as_uri())
    view = page.frame_locator("iframe").first.frame_locator("iframe")

    view.get_by_text("Oak shelf").first.wait_for()
    assert '"version": 1' in page.locator(".live pre").first.inner_text()


def test_the_search_finds_from_a_folder(site, tab):
    page = tab()
    page.goto((site / "index.html").as_uri())
    page.get_by_placeholder("Search").fill("own_tools")

    page.locator(".md-search-result__link").first.wait_for()


def test_nothing_is_loaded_from_the_network(site):
    loads = re.compile(
        r'<(?:script|img|iframe|source)[^>]*src="?https?:|<link(?![^>]*canonical)[^>]*href="?https?:'
    )

    assert [name for name in names_of(site) if loads.search((site / f"{name}.html").read_text("utf-8"))] == []


def test_every_command_has_its_section(site):
    from genui.cli import COMMANDS

    text = Path(site / "commands.html").read_text("utf-8")
    assert [name for name in COMMANDS if f'id="genui-{name}"' not in text] == []
