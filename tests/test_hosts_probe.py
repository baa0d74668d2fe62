"""The probe tells what a host declares and does, as a profile that genui can load."""

from typing import Any

import pytest
from browser import CAPABILITIES
from playwright.sync_api import expect

from genui.assets import preview_texts
from genui.cli import main
from genui.hosts.profiles import Profile, read_profile

TOOL = {"name": "probe", "inputSchema": {"type": "object"}}
RESULT = {"content": [{"type": "text", "text": "x"}]}


@pytest.fixture
def probed(open_view: Any, tmp_path: Any) -> Any:
    def probed(act: Any = lambda view: None, **options: Any) -> Profile:
        view = open_view(preview_texts()["probe.html"].encode(), tool=TOOL, **options)
        act(view)
        expect(view.frame.locator("#profile")).to_contain_text("[[facts]]")
        view.settle()
        path = tmp_path / "seen.toml"
        path.write_text(view.frame.locator("#profile").inner_text(), encoding="utf-8")
        return read_profile(path)

    return probed


@pytest.mark.browser
def test_what_a_host_declares_is_written_down_with_its_proof(probed: Any) -> None:
    profile = probed(
        lambda view: (view.send_input({}), view.send_result(RESULT)),
        context={"availableDisplayModes": ["inline", "pip"], "styles": {"variables": {"--font-sans": "x"}}},
    )

    assert profile.title == "genui test host"
    assert set(profile["declares"]) == CAPABILITIES.keys()
    assert profile["display_modes"] == ["inline", "pip"]
    assert profile["box"] == {"width": 560, "maxHeight": 4000}
    assert profile["variables"] == 1
    assert profile["sandbox"] == []
    assert profile["context_omits"] == ["userAgent"]
    assert profile["faults"] == []
    assert profile.evidence == "seen"
    assert "probe of genui in genui test host 1.0.0" in profile.cite("declares")


@pytest.mark.browser
def test_what_a_host_gets_wrong_and_lets_through_is_written_down(probed: Any) -> None:
    policy = "default-src 'none'; script-src 'unsafe-inline' https://cdn.example; style-src 'unsafe-inline'"
    nothing = {"content": [{"type": "text", "text": "{}"}], "structuredContent": {}}
    profile = probed(
        lambda view: view.send_result(nothing),
        host_capabilities={"openLinks": {}},
        sandbox="allow-scripts allow-forms",
        csp=policy,
    )

    assert {"empty-replay", "no-input", "no-variables"} <= set(profile["faults"])
    assert profile["sandbox"] == ["allow-forms"]
    assert profile["csp"] == {"script-src": ["https://cdn.example"]}


@pytest.mark.browser
def test_what_is_served_without_being_declared_is_asked_on_a_click_only(probed: Any) -> None:
    def click(view: Any) -> None:
        assert view.sent("resources/list") == []
        view.frame.locator("#ask").click()
        expect(view.frame.locator("#told")).to_have_text("Asked.")

    assert "serverResources" not in probed(click, host_capabilities={})["declares"]


def test_the_probe_is_written_where_it_is_asked_for(tmp_path: Any, capsys: Any) -> None:
    assert main(["export", "--probe", str(tmp_path / "probe.html")]) == 0
    assert (tmp_path / "probe.html").read_bytes() == preview_texts()["probe.html"].encode()
    assert main(["export"]) == 2
    assert "--probe" in capsys.readouterr().err
