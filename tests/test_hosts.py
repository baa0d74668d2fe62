"""Profiles of hosts are facts: what has no date, evidence and source is not loaded."""

import re
from pathlib import Path

import pytest

from genui.errors import GenuiError
from genui.hosts.profiles import DIRECTORY, FAULTS, find_profiles, load_profiles, read_profile

MUTATORS = Path(__file__).parents[1] / "templates/preview/faults.js"
DOCUMENT = Path(__file__).parents[1] / "docs/hosts.md"
PROOF = 'date = "2026-08-19"\nevidence = "reported"\nsource = "somebody"\n'


def profile(tmp_path, text):
    path = tmp_path / "some.toml"
    path.write_text(text, encoding="utf-8")
    return read_profile(path)


@pytest.mark.parametrize("path", sorted(DIRECTORY.glob("*.toml")), ids=lambda path: path.stem)
def test_each_profile_is_loaded(path):
    assert read_profile(path).title


def test_the_hosts_that_show_views_can_be_named():
    assert {"claude", "chatgpt", "vscode", "cursor", "goose"} <= {each.name for each in find_profiles("all")}
    assert [each.name for each in find_profiles("goose, claude")] == ["goose", "claude"]


@pytest.mark.parametrize(("name", "why"), [("cline", "shows no views"), ("clod", "is not known")])
def test_a_host_that_shows_no_views_is_refused_with_those_that_do(name, why):
    with pytest.raises(GenuiError, match=why) as raised:
        find_profiles(name)

    assert "claude" in raised.value.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("renders = true", "renders stands in no"),
        ("[[facts]]\nrenders = true", "has the evidence ''"),
        (f"[[facts]]\n{PROOF}renders = true".replace("reported", "rumoured"), "rumoured"),
        (f"[[facts]]\n{PROOF}renders = true".replace("somebody", ""), "has no source"),
        (f"[[facts]]\n{PROOF}renders = true".replace("2026-08-19", "August"), "has the date 'August'"),
        (f'[[facts]]\n{PROOF}renders = "yes"', "expected bool"),
        (f"[[facts]]\n{PROOF}rendres = true", "no key of a profile"),
        (f'[[facts]]\n{PROOF}faults = ["gremlins"]', "unknown fault 'gremlins'"),
        ("[[facts]", "cannot be read"),
    ],
)
def test_a_value_that_nobody_proves_is_not_loaded(tmp_path, text, why):
    with pytest.raises(GenuiError, match=re.escape(why)):
        profile(tmp_path, text)


def test_of_two_facts_the_later_one_counts_and_faults_add_up(tmp_path):
    both = profile(
        tmp_path,
        f"[[facts]]\n{PROOF}start_height = 1\nfaults = ['narrow']\n"
        f"[[facts]]\n{PROOF.replace('somebody', 'another')}start_height = 2\nfaults = ['no-variables']",
    )

    assert both["start_height"] == 2
    assert both["faults"] == ["narrow", "no-variables"]
    assert both.cite("faults", "narrow") == "somebody, 2026-08-19 (reported)"
    assert both["renders"] is False


def test_what_a_host_always_does_is_no_fault_that_is_made_up():
    for each in load_profiles().values():
        assert {*each["faults"], *each["sometimes"]} <= FAULTS.keys()


def test_each_fault_has_its_mutator():
    named = re.findall(r'^  "?([a-z-]+)"?: \(', MUTATORS.read_text("utf-8"), re.M)

    assert named == list(FAULTS)


@pytest.mark.parametrize(
    "name", [*FAULTS, *(name for name, each in load_profiles().items() if each["renders"])]
)
def test_each_fault_and_each_host_stands_in_the_document(name):
    assert f"| `{name}` |" in DOCUMENT.read_text("utf-8")
