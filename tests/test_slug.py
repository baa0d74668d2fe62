"""Slugs: safe on every file system, unique, stable."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.slug import slug_of, slugs_of

SAFE = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\Z")
DEVICES = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))}


@pytest.mark.parametrize("name", ["get_forecast", "list-orders", "a", "x1"])
def test_a_plain_name_is_its_own_slug(name):
    assert slug_of(name) == name


ODD = ["../x", "a/b", "CON", "con", "nul", "x" * 300, "🙂", "", " ", ".", "..", "a.html", "manifest", "tools"]


@pytest.mark.parametrize("name", ODD)
def test_an_odd_name_gets_a_safe_slug_with_a_hash(name):
    slug = slug_of(name)

    assert SAFE.match(slug)
    assert slug not in DEVICES
    assert len(slug) <= 60
    assert re.search(r"-[0-9a-f]{8}\Z", slug)


def test_a_camel_case_name_stays_readable():
    assert slug_of("browserTakeScreenshot").startswith("browser-take-screenshot-")


def test_case_twins_have_different_slugs_on_a_file_system_without_case():
    slugs = slugs_of(["get", "Get", "GET", "ｇｅｔ"])

    assert len({slug.casefold() for slug in slugs.values()}) == 4


def test_a_name_that_looks_like_another_ones_slug_does_not_take_it():
    taken = slug_of("Get")

    assert slug_of(taken) != taken


def test_a_slug_depends_on_its_own_name_alone():
    assert slugs_of(["Get", "get"])["Get"] == slugs_of(["Get"])["Get"]


@given(st.lists(st.text(), unique=True, max_size=20))
def test_any_names_get_unique_safe_slugs(names):
    slugs = slugs_of(names)

    assert set(slugs) == set(names)
    assert len({slug.casefold() for slug in slugs.values()}) == len(names)
    assert all(SAFE.match(slug) and slug not in DEVICES for slug in slugs.values())


def test_a_lone_surrogate_in_a_name_is_no_obstacle():
    assert SAFE.match(slug_of("\ud800"))
