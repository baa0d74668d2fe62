"""The generated directory: read whole, written so that a kill at any moment leaves it consistent."""

import os

import pytest
from kept import contents, killed_at

from genui.errors import GenuiError
from genui.model import Step, View
from genui.store import read_store, write_store
from genui.viewfile import read_view, view_bytes

VIEW = View("get", {"version": 1, "result": []}, ledger=(Step("line chart", ({"op": "add"},)),))


def test_a_view_file_is_read_back_as_it_was_written():
    stored = read_view(view_bytes(VIEW))

    assert stored.view == VIEW
    assert not stored.edited


def test_a_view_file_changed_by_hand_is_seen():
    data = view_bytes(VIEW).replace(b'"version": 1', b'"version": 2')

    assert read_view(data).edited


def test_a_view_file_reformatted_by_hand_is_not_changed():
    data = view_bytes(VIEW).replace(b"\n", b"\r\n")

    assert not read_view(data).edited


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format": 1}', b'{"format": 1, "spec": {}}', b"\xff"])
def test_a_view_file_that_cannot_be_read_is_told_and_kept(tmp_path, data):
    path = tmp_path / "views" / "get" / "view.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(data)

    stored = read_store(tmp_path)

    assert "get" in stored.unreadable
    assert path.read_bytes() == data


def test_a_directory_that_does_not_exist_is_an_empty_store(tmp_path):
    assert read_store(tmp_path / "generated").views == {}


def test_only_names_of_artifacts_are_artifacts(tmp_path):
    (tmp_path / "views" / "get").mkdir(parents=True)
    for name in ("0123456789ab.html", "notes.html", "0123456789AB.html", "0123456789ab.htm", "page.html"):
        (tmp_path / "views" / "get" / name).write_bytes(b"x")

    assert list(read_store(tmp_path).artifacts) == ["views/get/0123456789ab.html"]


def test_files_are_replaced_and_removed_and_nothing_temporary_stays(tmp_path):
    for name in ("old", "noted"):
        (tmp_path / "views" / name).mkdir(parents=True)
        (tmp_path / "views" / name / "0123456789ab.html").write_bytes(b"old")
    (tmp_path / "views" / "noted" / "notes.txt").write_bytes(b"mine")
    gone = [f"views/{name}/0123456789ab.html" for name in ("old", "noted")]

    write_store(tmp_path, {"manifest.toml": b"m", "views/a/view.json": b"a"}, remove=gone)

    assert set(contents(tmp_path)) == {"manifest.toml", "views/a/view.json", "views/noted/notes.txt"}
    assert not (tmp_path / "views" / "old").exists()


def test_written_files_can_be_read_by_others(tmp_path):
    write_store(tmp_path, {"a.html": b"a"})

    assert (tmp_path / "a.html").stat().st_mode & 0o777 == 0o644


def test_a_directory_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "generated").write_bytes(b"a file")

    with pytest.raises(GenuiError, match="cannot be written"):
        write_store(tmp_path / "generated", {"a.html": b"a"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("moment", range(3))
def test_until_everything_else_is_written_the_manifest_is_the_old_one_and_nothing_is_gone(tmp_path, moment):
    (tmp_path / "manifest.toml").write_bytes(b"old")
    (tmp_path / "old.html").write_bytes(b"old")

    files = {"manifest.toml": b"new", "a.html": b"new", "b.html": b"new"}

    assert killed_at(moment, ("replace",), lambda: write_store(tmp_path, files, remove=["old.html"]))
    assert (tmp_path / "manifest.toml").read_bytes() == b"old"
    assert (tmp_path / "old.html").read_bytes() == b"old"
    assert {path.read_bytes() for path in tmp_path.glob("?.html")} <= {b"new"}
