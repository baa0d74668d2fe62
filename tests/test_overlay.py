"""The overlay: whose views it holds, what is told of them, and what other programs write into it."""

import shutil
from threading import Barrier, Thread

import pytest
from ondemand import Served, project

import genui.ondemand.overlay as keeping
from genui.cli import main
from genui.config.target import user_state
from genui.ondemand.overlay import read_overlay
from genui.ondemand.signing import KEY_FILE, user_key
from genui.serve.directory import NOTES
from genui.store import write_store


@pytest.fixture
def built(tmp_path):
    """A project whose views are built."""
    file = project(tmp_path)
    assert main(["build", "--config", str(file)]) == 0
    return file


def another_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another user"))


def test_programs_that_start_at_once_make_one_key(tmp_path, monkeypatch):
    for number in range(40):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / str(number)))
        begin, keys = Barrier(4), []

        def make(begin=begin, keys=keys):
            begin.wait()
            keys.append(user_key())

        threads = [Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(keys) == 4
        assert len(set(keys)) == 1


@pytest.mark.parametrize("left", [b"", b"12345"])
def test_a_damaged_key_is_made_anew_and_what_it_signed_is_not_served(built, left):
    with Served(built) as host:
        reviewed = host.uri()
        host.says("refine", feedback="hide wind")
    (user_state() / KEY_FILE).write_bytes(left)
    with Served(built) as host:
        assert host.uri() == reviewed
        assert host.says("refine", feedback="sort by high")["refinements"] == ["sort by high"]


def test_a_view_of_somebody_else_is_told_once_and_by_doctor(built, tmp_path, monkeypatch, capfd):
    with Served(built) as host:
        file = host.says("refine", feedback="hide wind")["uri"].rpartition("/")[2]
    another_user(monkeypatch, tmp_path)
    with Served(built) as host:
        for _ in range(3):
            host.says("regenerate", "list_cities")
            host.core.views.due = 0
            host.core.views.poll_files()
    assert [file in line for line in capfd.readouterr().err.splitlines() if "no signature" in line] == [True]
    main(["doctor", "--config", str(built)])
    [line] = [
        line for line in capfd.readouterr().out.splitlines() if "overlay:" in line and "warning" in line
    ]
    assert file in line


def test_views_of_somebody_else_do_not_fill_the_overlay(tmp_path, monkeypatch):
    file = project(tmp_path, more="[limits]\noverlay_views = 1\n")
    with Served(file) as host:
        host.says("refine", "list_cities", feedback="dark mode")
    another_user(monkeypatch, tmp_path)
    with Served(file) as host:
        host.says("refine", feedback="hide wind")
        assert list(read_overlay(tmp_path / ".genui")[0]) == ["get_forecast"]


def test_a_view_that_another_program_is_writing_is_served_once_it_is_whole(built, monkeypatch, capfd):
    with Served(built) as writer, Served(built) as reader:
        reviewed = reader.uri()

        def in_two(folder, files, *, remove=()):
            write_store(folder, {name: data for name, data in files.items() if name != NOTES})
            assert reader.uri() == reviewed
            write_store(folder, {NOTES: files[NOTES]}, remove=remove)

        monkeypatch.setattr(keeping, "write_store", in_two)
        made = writer.says("refine", feedback="hide wind")["uri"]
        assert reader.uri() == made
    assert "no signature" not in capfd.readouterr().err


def test_wishes_of_a_chat_follow_the_committed_view_there_and_back(built, tmp_path):
    generated, ways = tmp_path / "generated", [tmp_path / "here", tmp_path / "there"]
    shutil.copytree(generated, ways[0])
    assert main(["refine", "get_forecast", "sort by high", "--config", str(built)]) == 0
    generated.rename(ways[1])
    shutil.copytree(ways[0], generated)
    with Served(built) as host:
        host.says("refine", feedback="hide wind")
        for way in (1, 0, 1, 0, 1):
            shutil.rmtree(generated)
            shutil.copytree(ways[way], generated)
            host.uri()
            host.work()
            assert host.says("list")["tools"][0]["where"] == "overlay"
            assert host.says("inspect")["refinementHistory"] == [*["sort by high"] * way, "hide wind"]


def test_inspect_and_doctor_tell_of_a_view_that_nobody_has_reviewed(built, capsys):
    with Served(built) as host:
        host.says("refine", feedback="hide wind")
    assert main(["inspect", "get_forecast", "--config", str(built)]) == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("overlay")]
    assert "not reviewed" in line
    assert '"hide wind"' in line
    assert main(["inspect", "list_cities", "--config", str(built)]) == 0
    assert "not reviewed" not in capsys.readouterr().out
    main(["doctor", "--config", str(built)])
    [line] = [line for line in capsys.readouterr().out.splitlines() if "overlay:" in line]
    assert "get_forecast" in line


def test_a_page_says_that_nobody_has_reviewed_it_until_it_is_adopted(built, tmp_path):
    with Served(built) as host:
        assert '"reviewed"' not in host.html()
        host.says("refine", feedback="hide wind")
        assert '"reviewed": false' in host.html()
    assert main(["adopt", "--all", "--config", str(built)]) == 0
    with Served(built) as host:
        assert '"reviewed"' not in host.html()
