"""Words, paths and flags of the command line need no library to be converted."""

from pathlib import Path

import pytest
import typer.main

from genui.cli import application
from genui.cli.parsing import Plain, plain_kind


def parameters(name):
    command = typer.main.get_command(application([name])).commands[name]
    return command, {param.name: param for param in command.params}


@pytest.mark.parametrize("name", ["refine", "history", "check", "build"])
def test_words_paths_and_flags_are_taken_as_they_are(name):
    _, params = parameters(name)
    kept = [each for each in params.values() if each.type_descriptor.annotation in (str, Path, bool)]
    assert kept
    assert all(plain_kind(each) is not None for each in kept)


def test_a_number_with_a_least_value_is_left_to_typer():
    _, params = parameters("undo")
    assert plain_kind(params["steps"]) is None


def test_a_command_reads_its_arguments_as_before():
    command, _ = parameters("refine")
    with command.make_context(
        "refine", ["get_x", "line", "chart", "--config", "a/b.toml", "--json"]
    ) as context:
        given = context.params
    assert (given["tool"], list(given["wish"]), given["config"]) == (
        "get_x",
        ["line", "chart"],
        Path("a/b.toml"),
    )
    assert (given["as_json"], given["dry_run"], given["source"]) == (True, False, None)


def test_what_is_not_given_is_none_or_empty():
    class Many:
        multiple, nargs = False, -1

    class One:
        multiple, nargs = False, 1

    assert Plain(str).coerce(None, param=Many(), ctx=None) == ()
    assert Plain(Path).coerce(None, param=One(), ctx=None) is None
