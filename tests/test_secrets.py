"""Keys and tokens: what is shown of a command line, what init says of it, and what upstreams inherit."""

import os
import sys

import pytest

from genui.child import MODEL_KEYS, Child
from genui.config import Limits, Target, load_config, target_from_flags
from genui.errors import ConfigError, UpstreamError
from genui.generate.request import PROVIDERS
from genui.secretlike import shown
from genui.serve.command import read_flags
from genui.serve.fronts.listen import token_of
from genui.upstream import channel_to
from genui.upstream.channel import label_of

CANARY = "c4nary-v4lue"


@pytest.mark.parametrize(
    "arguments",
    [
        ("server", "--token", CANARY),
        ("server", f"--api-key={CANARY}", "-v"),
        ("sh", "-c", f"exec server --token {CANARY}"),
        ("docker", "run", "-e", f"SOME_PASSWORD={CANARY}", "image"),
        ("server", f"postgres://me:{CANARY}@db/x"),
        ("server", "--header", f"Authorization: Bearer {CANARY}"),
        ("server", "-H", f"X-Api-Key: {CANARY}"),
        ("server", f"https://h/mcp?api_key={CANARY}&x=1"),
        ("server", f"sk-{CANARY}-0123456789"),
        ("server", f"ghp_{CANARY.replace('-', '')}0123456789"),
    ],
)
def test_an_error_shows_no_argument_that_looks_like_a_secret(arguments):
    assert "c4nary" not in shown(arguments)
    assert "c4nary" not in label_of(arguments)
    assert shown(arguments).startswith(arguments[0])


def test_a_command_that_is_not_found_is_told_without_its_secret(tmp_path):
    whole = f"no-such-server --token {CANARY}"
    with (
        pytest.raises(UpstreamError) as built,
        channel_to(Target(command=whole, cwd=str(tmp_path)), Limits(), transport="stdio"),
    ):
        pass
    with pytest.raises(UpstreamError) as served:
        Child([whole], env={})
    for error in (built.value, served.value):
        assert "no-such-server" in error.message
        assert CANARY not in error.message + error.hint


def test_other_arguments_are_shown_as_they_are():
    plain = ("npx", "-y", "@scope/keycloak-server", "--port", "80", "https://h/auth/mcp", "--mode=fast")
    assert shown(plain) == " ".join(plain)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("--url", lambda: target_from_flags(("x",), url=f"https://me:{CANARY}@h/mcp")),
        ("--url", lambda: target_from_flags(url=f"ftp://h/mcp?token={CANARY}")),
        ("flag", lambda: read_flags([f"--api-key={CANARY}"])),
    ],
)
def test_a_refused_flag_is_told_without_its_secret(text, call):
    with pytest.raises(ConfigError) as error:
        call()
    assert text in error.value.message
    assert CANARY not in error.value.message


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--", "npx", "server", "--token", CANARY), "args may hold a secret"),
        (("--", "npx", "server", f"postgres://me:{CANARY}@db/x"), "args may hold a secret"),
        (("--url", f"https://h/mcp?api_key={CANARY}"), "url may hold a secret"),
        (("--url", f"https://me:{CANARY}@h/mcp"), "url may hold a secret"),
        (("--", "npx", "server", "--port", "80"), ""),
        (("--url", "https://h/mcp?page=2"), ""),
    ],
)
def test_init_says_where_a_secret_would_be_committed(flags, told, tmp_path, monkeypatch, capsys):
    from genui.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["init", *flags]) == 0
    errors = capsys.readouterr().err
    assert (told or "next: genui build") in errors
    assert ("may hold a secret" in errors) == bool(told)


def test_the_token_of_clients_leaves_the_environment_with_its_reading(monkeypatch):
    monkeypatch.setenv("MY_TOKEN", CANARY)
    config = load_config(None, environ={}, flags={"serve.token_env": "MY_TOKEN"}, target=Target(command="x"))
    assert token_of(config) == CANARY
    assert "MY_TOKEN" not in os.environ


def test_an_upstream_inherits_no_key_of_a_model_and_nothing_of_genui(monkeypatch):
    assert all(MODEL_KEYS.issuperset(provider.keys) for provider in PROVIDERS.values())
    for name in (*MODEL_KEYS, "GENUI_TOKEN", "GENUI_MODEL_PROVIDER", "OTHER_KEY"):
        monkeypatch.setenv(name, CANARY)
    code = "import json, os; print(json.dumps({**os.environ, 'id': 1}))"
    target = Target(command=sys.executable, args=("-c", code), env={"OPENAI_API_KEY": "its own"})
    with channel_to(target, Limits(), transport="stdio") as process:
        got = process.receive(20)
    assert {name: value for name, value in got.items() if value == CANARY} == {"OTHER_KEY": CANARY}
    assert got["OPENAI_API_KEY"] == "its own"
