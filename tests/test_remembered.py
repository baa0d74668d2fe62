"""What is made of the templates is kept between runs in the user's cache, which nothing depends on."""

import os

import pytest

from genui import runtime
from genui.assets import MAX_REMEMBERED, Assets, load_assets, remembered
from genui.config.target import user_cache
from genui.runtime import runtime_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
    return user_cache()


def small_assets(script="let App=1;", style="main { top: 0 }"):
    return Assets({"runtime/main.js": script, "style.css": style}, "not looked at")


def test_a_value_is_made_once_for_a_key(folder):
    made = []

    def make():
        made.append(1)
        return {"it": ["is", "é"]}

    first = remembered("thing", "a" * 64, make)

    assert remembered("thing", "a" * 64, make) == first == {"it": ["is", "é"]}
    assert remembered("thing", "b" * 64, make) == first
    assert len(made) == 2
    assert not [path.name for path in folder.iterdir() if path.name.startswith(".")]


@pytest.mark.parametrize("damage", [b"", b"\n", b"{}", b"\xff\xfe", b"0" * 64 + b"\n{}"])
def test_a_damaged_file_is_made_again(folder, damage):
    remembered("thing", "a", lambda: "first")
    (path,) = folder.iterdir()
    path.write_bytes(damage)

    assert remembered("thing", "a", lambda: "second") == "second"
    assert remembered("thing", "a", lambda: "third") == "second"


def test_where_nothing_can_be_kept_the_value_is_made_every_time(folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file stands in the way", "utf-8")

    assert [remembered("thing", "a", lambda: 1), remembered("thing", "a", lambda: 2)] == [1, 2]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="only POSIX tells who owns a file")
def test_a_file_of_another_user_is_not_believed(folder, monkeypatch):
    remembered("thing", "a", lambda: "theirs")
    monkeypatch.setattr(os, "getuid", lambda: 123456)

    assert remembered("thing", "a", lambda: "ours") == "ours"


def test_old_files_are_dropped(folder):
    for number in range(MAX_REMEMBERED + 3):
        remembered("thing", f"{number:02}", lambda: 1)
    remembered("other", "a", lambda: 1)

    assert len(list(folder.glob("thing.*"))) == MAX_REMEMBERED
    assert len(list(folder.glob("other.*"))) == 1


def test_the_runtime_is_minified_anew_when_a_template_changes_and_only_then(folder, monkeypatch):
    first = runtime_of(small_assets())
    runtime_of.cache_clear()
    real = runtime.pieces_of
    monkeypatch.setattr(runtime, "pieces_of", None)
    assert repr(runtime_of(small_assets())) == repr(first)
    runtime_of.cache_clear()

    monkeypatch.setattr(runtime, "pieces_of", real)
    assert runtime_of(small_assets(style="main{top:1px}")).base != first.base
    runtime_of.cache_clear()
    assert runtime_of(small_assets("let App=2;")).scripts != first.scripts
    runtime_of.cache_clear()


def test_the_bundled_runtime_is_the_same_with_and_without_the_cache(folder):
    templates = load_assets("templates")
    runtime_of.cache_clear()
    first = runtime_of(templates)
    runtime_of.cache_clear()
    again = runtime_of(templates)

    assert repr(again) == repr(first)
    assert list(again.scripts) == list(first.scripts)
    assert list(again.sections) == list(first.sections)
