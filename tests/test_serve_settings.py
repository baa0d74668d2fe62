"""The settings of serve: the quick way and the whole configuration say the same."""

import pytest

from genui.config import load_config, target_from_flags
from genui.config.tables import TABLES, keys_of
from genui.serve.command import settings_for
from genui.serve.flags import Flags, read_flags
from genui.serve.settings import CHOICES, DEFAULTS, early_command, quick_settings, settings_of


def no_config():
    raise AssertionError


def compared(settings):
    return {name: value for name, value in vars(settings).items() if name not in ("wanted", "config")}


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--generated", "views"),
        ("--apps", "always", "--on-miss", "passthrough", "--prefix", "my_"),
        ("--locked", "--debug", "--no-cache", "--no-restart"),
        ("--log-level", "error", "--log-format", "json", "--log-file", "x.log"),
        ("-v", "--transport", "stdio"),
    ],
    ids=lambda arguments: " ".join(arguments) or "nothing",
)
def test_the_quick_way_and_the_whole_configuration_say_the_same(arguments):
    flags = read_flags((*arguments, "--", "x"))
    quick = quick_settings(flags.values, config=no_config, command=("x",))
    whole = settings_of(load_config(flags=flags.values, target=target_from_flags(("x",))))
    assert quick is not None
    assert compared(quick) == compared(whole)


def test_defaults_and_choices_are_those_of_the_configuration():
    for name, value in DEFAULTS.items():
        table, _, key = name.partition(".")
        assert keys_of(TABLES[table])[key].default == value, name
    for name, values in CHOICES.items():
        table, _, key = name.partition(".")
        assert set(values) <= set(keys_of(TABLES[table])[key].metadata["one_of"]), name


@pytest.mark.parametrize(
    "values", [{"serve.apps": "sometimes"}, {"serve.port": "1"}, {"config": "x"}, {"serve.prefix": ""}]
)
def test_what_is_not_plain_goes_the_whole_way(values):
    assert quick_settings(values, config=no_config) is None


def test_a_file_or_a_variable_goes_the_whole_way(tmp_path, monkeypatch):
    monkeypatch.setenv("GENUI_SERVE_APPS", "never")
    assert settings_for(Flags({}, ("x",))).apps == "never"
    monkeypatch.delenv("GENUI_SERVE_APPS")
    (tmp_path / "genui.toml").write_text('[serve]\napps = "always"\n', encoding="utf-8")
    assert settings_for(Flags({}, ("x",))).apps == "always"


UPSTREAM = '[upstream]\ncommand = "x"\nargs = ["a"]\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (UPSTREAM + 'env = { A = "b" }\ncwd = "sub"\n', (["x", "a"], {"A": "b"}, "sub")),
        (UPSTREAM, (["x", "a"], {}, "")),
        (UPSTREAM + 'env = { A = "${B}" }\n', None),
        (UPSTREAM + "cwd = 3\n", None),
        (UPSTREAM + '[serve]\ntransport = "http"\n', None),
        (UPSTREAM + "[serve\n", None),
        ('[upstream]\nurl = "http://x/"\n', None),
        ('[upstream]\ncommand = "x"\nargs = "a"\n', None),
        ('[upstream]\ncommand = "x"\nenv = 3\n', None),
        ("upstream = 3\n", None),
    ],
)
def test_a_plain_upstream_can_be_started_before_the_configuration_is_read(text, expected, tmp_path):
    (tmp_path / "genui.toml").write_text(text, encoding="utf-8")
    found = early_command("genui.toml")
    if expected is None:
        assert found is None
    else:
        assert found == (expected[0], expected[1], f"{tmp_path}/{expected[2]}")
