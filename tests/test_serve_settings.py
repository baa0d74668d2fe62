"""What serve is told: flags over variables over genui.toml."""

import pytest

from genui.errors import ConfigError
from genui.serve.command import Flags, configuration, read_flags


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_flag_wins_over_a_variable_and_that_over_the_file(tmp_path, monkeypatch):
    (tmp_path / "genui.toml").write_text('[serve]\napps = "always"\n', encoding="utf-8")
    assert configuration(Flags({}, ("x",))).serve.apps == "always"
    monkeypatch.setenv("GENUI_SERVE_APPS", "never")
    assert configuration(Flags({}, ("x",))).serve.apps == "never"
    assert configuration(read_flags(("--apps", "auto", "--", "x"))).serve.apps == "auto"


@pytest.mark.parametrize(
    ("flags", "key", "value"),
    [
        (("--locked",), "locked", True),
        (("--no-cache",), "cache", False),
        (("-v",), "log_level", "debug"),
        (("--prefix", "my_"), "prefix", "my_"),
        (("--port=0",), "port", 0),
        (("--no-own-tools",), "own_tools", "none"),
    ],
)
def test_each_flag_sets_its_key(flags, key, value):
    assert getattr(configuration(read_flags((*flags, "--", "x"))).serve, key) == value


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--apps", "sometimes", "--", "x"), "sometimes"),
        (("--lockd", "--", "x"), "--lockd"),
        (("--port",), "--port has no value"),
        (("--",), "nothing follows --"),
    ],
)
def test_a_wrong_flag_is_told(flags, told):
    with pytest.raises(ConfigError, match=told):
        configuration(read_flags(flags))


def test_a_model_of_the_command_line_is_asked_while_serving():
    model = configuration(read_flags(("--model", "anthropic:claude", "--", "x"))).model
    assert (model.provider, model.name) == ("anthropic", "claude")
