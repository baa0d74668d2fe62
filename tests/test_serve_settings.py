"""The settings of serve: the quick way and the whole configuration say the same."""

import random
import tomllib

import pytest

from genui.config import load_config, target_from_flags
from genui.config.tables import TABLES, ToolConfig, keys_of
from genui.serve.command import configuration, settings_for
from genui.serve.flags import Flags, read_flags
from genui.serve.plain import part_of, plain_tables
from genui.serve.said import KNOWN, TOOL
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
        ("--locked", "--debug", "--no-cache", "--no-restart", "--no-own-tools"),
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


PLAIN_FILE = """
# A comment.
[upstream]
command = "x"
args = [
    "a, b",
    "c",
]
env = { A = "b", C = "" }

[serve]
apps = "always"
locked = true
prefix = "my_"
log_file = "serve.log"
"""


@pytest.mark.parametrize("arguments", [(), ("--generated", "views"), ("--apps", "never"), ("--", "y")])
def test_a_plain_file_is_read_as_the_whole_configuration_reads_it(arguments, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "genui.toml").write_text(PLAIN_FILE, encoding="utf-8")
    flags = read_flags(("--config", "sub", *arguments))
    quick = quick_settings(flags.values, config=no_config, command=flags.command)
    assert quick is not None
    assert compared(quick) == compared(settings_of(configuration(flags)))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + PLAIN_FILE,
        PLAIN_FILE + "[tools.x]\nview = 1\n",
        PLAIN_FILE + "[tools.x]\nviews = true\n",
        PLAIN_FILE + "[tools]\nx = true\n",
        PLAIN_FILE + "[build]\nexclude = [1]\n",
        PLAIN_FILE + "[limits]\nin_flight = 5\n",
        PLAIN_FILE + "[model]\nprovider = 'nobody'\n",
        PLAIN_FILE + "[[tools.x.examples]]\narguments = {}\n",
        PLAIN_FILE + "[other]\n",
        PLAIN_FILE + "appz = 1\n",
        PLAIN_FILE + 'refresh = "1"\n',
        PLAIN_FILE + 'apps = "always"\n',
        PLAIN_FILE.replace("true", '"true"'),
        '[upstream]\nurl = "http://127.0.0.1/"\n',
        "[serve]\n",
        "",
    ],
)
def test_a_file_that_says_more_goes_the_whole_way(text, tmp_path):
    (tmp_path / "genui.toml").write_text(text, encoding="utf-8")
    assert quick_settings({}, config=no_config) is None


PIECES = (
    *("a", "b.c", "[", "]", "=", " = ", '"', '"x"', "'", "\\", ",", "#"),
    *("{", "}", "\n", "\n[t]\n", "1", "true", "é"),
)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_read_as_plain_is_what_toml_says(seed, tmp_path):
    dice = random.Random(seed)
    for _ in range(100):
        text = PLAIN_FILE if dice.random() < 0.7 else "[t]\na = "
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice(PIECES) + text[at + dice.randrange(2) :]
        (tmp_path / "x.toml").write_text(text, encoding="utf-8", newline="")
        plain = plain_tables(f"{tmp_path}/x.toml")
        assert plain is None or plain == tomllib.loads(text), text


@pytest.mark.parametrize(
    "values", [{"serve.apps": "sometimes"}, {"serve.port": "1"}, {"config": "x"}, {"serve.prefix": ""}]
)
def test_what_is_not_plain_goes_the_whole_way(values):
    assert quick_settings(values, config=no_config) is None


def test_a_file_and_a_variable_are_heard(tmp_path, monkeypatch):
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


MORE = """
[build]
tools = ["get_*", "list", "a?c"]
exclude = ["get_secret*", "x[yz]"]

[model]
provider = "replay"

[tools.get_secret_one]
view = true
kind = "minimal"
mode = "html"
hints = { title = "One" }

[tools.list]
view = false
"""
CALLS = """
[[tools.list.examples]]
arguments = { a = 1, b = [2.5, "x"] }
[tools.list.examples.result]
items = [
  { date = "2026-11-21" },
]
"""


@pytest.mark.parametrize(
    "text", [MORE, MORE + CALLS, "#\n" + CALLS + MORE.replace("[tools.list]", "[tools.b]")]
)
def test_what_a_file_says_of_tools_is_read_as_the_whole_configuration_reads_it(text, tmp_path):
    (tmp_path / "genui.toml").write_text(PLAIN_FILE + text, encoding="utf-8")
    quick = quick_settings({}, config=no_config)
    assert quick is not None
    whole = settings_of(configuration(Flags({}, ())))
    assert compared(quick) == compared(whole)
    for name in (
        "get_x",
        "get_secret",
        "get_secret_one",
        "list",
        "lists",
        "abc",
        "ac",
        "xy",
        "",
        "*",
        "get_*",
    ):
        assert quick.wanted(name) == whole.wanted(name), name
    assert early_command("genui.toml") == (["x", "a, b", "c"], {"A": "b", "C": ""}, f"{tmp_path}/")


def test_keys_that_are_not_looked_at_closely_are_those_of_the_configuration():
    for name, checks in KNOWN.items():
        assert checks.keys() <= keys_of(TABLES[name]).keys()
    assert TOOL.keys() == keys_of(ToolConfig).keys()
    for table, checks in ((TABLES["model"], KNOWN["model"]), (ToolConfig, TOOL)):
        for name, check in checks.items():
            assert all(check(value) for value in keys_of(table)[name].metadata["one_of"]), name


@pytest.mark.parametrize("seed", range(10))
def test_the_part_of_a_file_that_is_read_early_is_what_toml_says(seed, tmp_path):
    dice = random.Random(seed)
    pieces = (
        *PIECES,
        "[upstream]\n",
        "\n[serve]\n",
        "[upstream.env]",
        "'''",
        '"""',
        "serve",
        "[[tools.x]]\n",
    )
    for _ in range(100):
        text = PLAIN_FILE + dice.choice((MORE, CALLS))
        for _ in range(dice.randrange(1, 4)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice(pieces) + text[at + dice.randrange(2) :]
        (tmp_path / "x.toml").write_text(text, encoding="utf-8", newline="")
        part = part_of(f"{tmp_path}/x.toml", ("upstream", "serve"))
        try:
            whole = tomllib.loads(text)
        except ValueError:
            continue
        assert part is None or part == {name: whole[name] for name in ("upstream", "serve") if name in whole}
