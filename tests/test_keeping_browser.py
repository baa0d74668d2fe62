"""Keeping a result as an example, as somebody does it in Chromium."""

import json

import pytest
from browser import axe_violations
from chromium import TIMEOUT_MS
from playwright.sync_api import expect
from previewing import PATIENCE_MS, Preview, Tab

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("project")


@pytest.fixture(scope="module")
def tab(folder, pages):
    """One tab of one preview for all: each test has a tool of its own."""
    started = Preview(folder)
    expect.set_options(timeout=PATIENCE_MS)
    opened = Tab(pages.context, started.url)
    yield opened
    expect.set_options(timeout=TIMEOUT_MS)
    opened.page.close()
    assert opened.errors == []
    assert started.end() == 130


def run(tab, name, value):
    tab.view.locator(f"[name={name}]").fill(value)
    tab.view.locator("[data-submit]").click()
    tab.shows("result")


def test_a_result_is_shown_kept_and_becomes_an_example(tab, folder):
    tab.pick("forecast")
    expect(tab.at("#keep-offer")).to_have_count(0)
    run(tab, "city", "Oslo")
    tab.at("#keep-offer").click()
    tab.at("#keep-cancel").click()
    expect(tab.at("#keep-offer")).to_be_visible()
    assert not (folder / "examples/forecast.json").exists()

    tab.at("#keep-offer").click()
    keep = tab.at("#keep")
    expect(keep).to_contain_text("This will be added to examples/forecast.json")
    expect(keep.locator("pre")).to_contain_text("2026-11-21")
    expect(keep).to_contain_text('examples = "examples/forecast.json"')
    for theme in ("light", "dark"):
        tab.turn("theme", theme)
        assert axe_violations(tab.page) == []

    tab.at("#keep-write").click()
    expect(keep).to_contain_text("Kept in examples/forecast.json")
    (example,) = json.loads((folder / "examples/forecast.json").read_text(encoding="utf-8"))
    assert example["arguments"] == {"city": "Oslo"}
    expect(tab.at("#example option").first).to_have_text("Example 1")
    expect(keep).to_contain_text("Kept in examples/forecast.json")
    tab.scene("waiting", "ready")
    expect(keep).to_be_empty()


def test_what_looks_secret_is_masked_before_a_person_sees_it(tab, folder):
    tab.pick("echo")
    secret = "ghp_" + "a1" * 12
    run(tab, "text", f"use {secret} here")
    tab.at("#keep-offer").click()
    expect(tab.at("#keep")).to_contain_text("Masked, because it may be secret: /arguments/text")
    expect(tab.at("#keep pre")).to_contain_text("use *** here")
    tab.at("#keep-write").click()
    expect(tab.at("#keep")).to_contain_text("2 values masked")
    assert secret not in (folder / "examples/echo.json").read_text(encoding="utf-8")


def test_no_failure_is_offered(tab):
    tab.pick("die")
    tab.view.locator("[data-submit]").click()
    tab.shows("error")
    expect(tab.at("#keep")).to_be_empty()
