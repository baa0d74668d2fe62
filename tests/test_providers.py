"""Providers: the real SDKs against stand-ins of each API."""

import sys
import threading
import time
from typing import get_args

import pytest
from standin import standing_in

from genui.generate import asking
from genui.generate.asking import Budget, ask
from genui.generate.problems import ProviderError
from genui.generate.request import PROVIDERS, ModelChoice, Reply, Request, Turn, missing_key

CANARY = "-".join(("sk", "canary", "7f3a9b2c1d4e5f60718293a4"))
SPEC = '{"version": 1, "result": [{"type": "auto"}]}'
REQUEST = Request("t", "generate_spec", "Be brief.", (Turn("user", "Hello"),), 1000, {"type": "object"})
HTTP = ("anthropic", "openai", "ollama")


@pytest.fixture(autouse=True)
def keys(monkeypatch):
    asking._schemaless.clear()
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OLLAMA_API_KEY"):
        monkeypatch.setenv(name, CANARY)
    for name in ("ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(name, raising=False)


def choice(provider, stand, **more):
    suffix = "/v1" if provider == "openai" else ""
    return ModelChoice(provider, "model-x", base_url=stand.address + suffix, **more)


def asked(provider, *acts, seconds=20.0, request=REQUEST, **more):
    heard = []
    with standing_in(*acts) as stand:
        try:
            answer = ask(
                choice(provider, stand, **more),
                request,
                budget=Budget(seconds),
                report=heard.append,
            )
        except ProviderError as error:
            answer = error
        return answer, stand, heard


@pytest.mark.parametrize("provider", HTTP)
def test_an_answer_is_streamed_and_told_with_its_usage(provider):
    answer, stand, heard = asked(provider, SPEC)

    assert answer.text == SPEC
    assert (answer.provider, answer.model) == (provider, "model-x")
    assert answer.input_tokens
    assert heard[-1] == len(SPEC)
    assert len(heard) >= 3
    assert stand.requests[0]["stream"] is True
    assert CANARY in str(stand.headers[0])


def test_what_is_sent_is_held_to_the_schema_and_cached_where_the_api_can(monkeypatch):
    sent = {provider: asked(provider, SPEC, temperature=0.5)[1].requests[0] for provider in HTTP}

    assert sent["anthropic"]["output_config"]["format"] == {
        "type": "json_schema",
        "schema": {"type": "object"},
    }
    assert sent["anthropic"]["system"][0]["cache_control"] == {"type": "ephemeral"}
    assert sent["openai"]["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert sent["openai"]["max_tokens"] == 1000
    assert sent["ollama"]["response_format"] == sent["openai"]["response_format"]
    assert sent["ollama"]["max_tokens"] == 1000
    assert all(body["temperature"] == 0.5 for body in sent.values())


@pytest.mark.parametrize("provider", HTTP)
def test_no_temperature_is_sent_unless_the_config_names_one(provider):
    body = asked(provider, SPEC)[1].requests[0]
    assert "temperature" not in str(body)


@pytest.mark.parametrize("provider", HTTP)
def test_a_refused_schema_is_left_out_then_and_later(provider):
    with standing_in({"status": 400, "text": "schema too complex"}, SPEC) as stand:
        for _ in range(2):
            assert ask(choice(provider, stand), REQUEST, budget=Budget(20)).text == SPEC
        names = ("output_config", "response_format")
        assert [any(name in body for name in names) for body in stand.requests] == [True, False, False]


@pytest.mark.parametrize("provider", HTTP)
@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ({"status": 400}, "invalid-request"),
        ({"status": 404}, "invalid-request"),
        ({"status": 401}, "auth"),
        ({"status": 403}, "auth"),
        ({"status": 408}, "timeout"),
        ({"status": 429}, "rate-limit"),
        ({"status": 500}, "server"),
        ({"status": 529}, "server"),
        ({"reset": True}, "network"),
        ({"end": True}, "network"),
    ],
    ids=str,
)
def test_a_failure_has_one_name_whoever_fails(provider, act, problem):
    error, *_ = asked(provider, act, retries=0)

    assert isinstance(error, ProviderError)
    assert error.problem == problem
    assert error.message.startswith(problem)


@pytest.mark.parametrize(
    ("provider", "act", "problem"),
    [
        ("anthropic", {"stop": "max_tokens", "text": SPEC}, "truncated"),
        ("anthropic", {"stop": "model_context_window_exceeded", "text": SPEC}, "truncated"),
        ("anthropic", {"stop": "refusal", "text": "No."}, "content-filtered"),
        ("anthropic", {"event": "overloaded_error"}, "server"),
        ("anthropic", {"event": "rate_limit_error"}, "rate-limit"),
        ("openai", {"stop": "length", "text": SPEC}, "truncated"),
        ("openai", {"stop": "content_filter", "text": "No."}, "content-filtered"),
        ("openai", {"refusal": True, "text": "I cannot."}, "content-filtered"),
        ("openai", {"event": "server_error"}, "server"),
        ("openai", {"status": 429, "code": "insufficient_quota"}, "auth"),
        ("ollama", {"stop": "length", "text": SPEC}, "truncated"),
        ("ollama", {"event": "server_error"}, "server"),
    ],
)
def test_an_answer_that_is_not_whole_is_a_failure_of_its_own(provider, act, problem):
    error, *_ = asked(provider, act, retries=0)
    assert error.problem == problem


@pytest.mark.parametrize("provider", HTTP)
@pytest.mark.parametrize("status", [429, 500, 529])
def test_what_may_pass_is_asked_again(provider, status):
    answer, stand, _ = asked(provider, status, SPEC)

    assert answer.text == SPEC
    assert len(stand.requests) == 2


@pytest.mark.parametrize("provider", HTTP)
@pytest.mark.parametrize("act", [{"reset": True}, {"end": True}, {"event": "overloaded_error"}], ids=str)
def test_a_stream_that_breaks_is_begun_anew(provider, act):
    answer, stand, _ = asked(provider, act, SPEC)

    assert answer.text == SPEC
    assert len(stand.requests) == 2


@pytest.mark.parametrize("provider", HTTP)
def test_retry_after_is_honoured(provider):
    began = time.monotonic()
    answer, *_ = asked(provider, {"status": 429, "headers": {"retry-after": "2"}}, SPEC)

    assert answer.text == SPEC
    assert time.monotonic() - began >= 2


@pytest.mark.parametrize("provider", HTTP)
def test_a_wait_longer_than_the_budget_is_not_begun(provider):
    error, stand, _ = asked(provider, {"status": 429, "headers": {"retry-after": "60"}})

    assert error.problem == "rate-limit"
    assert len(stand.requests) == 1


@pytest.mark.parametrize("provider", HTTP)
@pytest.mark.parametrize("status", [400, 401])
def test_what_will_not_pass_is_not_asked_again(provider, status):
    request = Request("t", "generate_spec", "s", (Turn("user", "u"),), 10)
    _, stand, _ = asked(provider, status, request=request)

    assert len(stand.requests) == 1


@pytest.mark.parametrize("hang", ["silent", "midway"])
@pytest.mark.parametrize("provider", HTTP)
def test_a_provider_that_hangs_is_left_when_the_budget_ends(provider, hang):
    error, stand, _ = asked(provider, {"hang": hang}, seconds=2)

    assert error.problem == "timeout"
    assert stand.gone.wait(5), "the connection was closed"


@pytest.mark.parametrize("provider", HTTP)
def test_cancelling_closes_the_request(provider):
    budget = Budget(30)
    with standing_in({"hang": "midway"}) as stand:
        begun = threading.Event()
        caught = []

        def run():
            try:
                ask(choice(provider, stand), REQUEST, budget=budget, report=lambda came: came and begun.set())
            except ProviderError as error:
                caught.append(error.problem)

        thread = threading.Thread(target=run)
        thread.start()
        assert begun.wait(10)
        budget.cancel()
        thread.join(10)
        assert caught == ["aborted"]
        assert stand.gone.wait(5), "the connection was closed"
    with pytest.raises(ProviderError, match="aborted"):
        ask(choice(provider, stand), REQUEST, budget=budget)


@pytest.mark.parametrize("provider", HTTP)
def test_a_closed_port_is_a_network_failure(provider):
    with standing_in(SPEC) as stand:
        gone = choice(provider, stand, retries=0)
    with pytest.raises(ProviderError, match="network"):
        ask(gone, REQUEST, budget=Budget(10))


@pytest.mark.parametrize("provider", HTTP)
def test_a_key_is_in_no_error_and_no_answer(provider):
    error, *_ = asked(
        provider, {"status": 401, "text": f"bad key {CANARY}, Bearer abcdefghijklmnop"}, retries=0
    )
    assert "redacted" in error.message
    assert CANARY not in str(error)
    assert "abcdefghijklmnop" not in str(error)

    answer, *_ = asked(provider, {"echo": True})
    assert CANARY not in answer.text
    assert "redacted" in answer.text


def test_the_default_models_are_ids_that_the_sdks_name():
    from anthropic.resources.messages.messages import DEPRECATED_MODELS
    from anthropic.types.model_param import ModelParam
    from openai.types.shared import chat_model

    assert PROVIDERS["anthropic"].model in get_args(get_args(ModelParam)[0])
    assert PROVIDERS["anthropic"].model not in DEPRECATED_MODELS
    assert PROVIDERS["openai"].model in get_args(chat_model.ChatModel)


def test_a_command_reads_the_prompt_and_writes_the_answer():
    code = "import os,sys; t=sys.stdin.read(); print(t.upper() + os.environ['GENUI_TOOL'])"
    answer = ask(
        ModelChoice("command", "m", command=(sys.executable, "-c", code)), REQUEST, budget=Budget(30)
    )
    assert answer.text == "=== SYSTEM ===\nBE BRIEF.\n\n=== USER ===\nHELLO\nt\n"


@pytest.mark.parametrize(
    ("code", "problem", "message"),
    [
        ("import sys; print('oops', file=sys.stderr); sys.exit(3)", "server", "ended with 3: oops"),
        ("pass", "server", "wrote nothing"),
        (f"import sys; sys.exit('{CANARY}')", "server", "redacted"),
    ],
)
def test_a_command_that_fails_says_how(code, problem, message):
    with pytest.raises(ProviderError, match=message) as caught:
        ask(
            ModelChoice("command", "m", command=(sys.executable, "-c", code), retries=0),
            REQUEST,
            budget=Budget(30),
        )
    assert caught.value.problem == problem
    assert CANARY not in str(caught.value)


def test_a_command_that_is_not_there_is_named():
    with pytest.raises(ProviderError, match="no-such-program"):
        ask(ModelChoice("command", "m", command=("no-such-program",)), REQUEST, budget=Budget(10))


def test_a_command_that_hangs_is_ended_with_what_it_started(tmp_path):
    code = f"import subprocess,time; open({str(tmp_path / 'up')!r},'w').close(); time.sleep(60)"
    with pytest.raises(ProviderError, match="timeout"):
        ask(ModelChoice("command", "m", command=(sys.executable, "-c", code)), REQUEST, budget=Budget(0.5))


def test_a_replay_answers_as_who_answered_and_asks_nobody():
    reply = Reply("t", "generate_spec", REQUEST.key, "anthropic", "model-y", SPEC)
    replay = ModelChoice("replay", "replay", replies={reply.key: reply})

    answer = ask(replay, REQUEST, budget=Budget(5))
    assert (answer.text, answer.provider, answer.model) == (SPEC, "anthropic", "model-y")

    other = Request("t", "generate_spec", "", (Turn("user", "Other"),), 10)
    with pytest.raises(ProviderError, match="no answer is recorded") as caught:
        ask(replay, other, budget=Budget(5))
    assert caught.value.problem == "missing-reply"


def test_the_sdks_load_only_when_they_are_asked():
    import subprocess

    code = "import genui.generate.drafts, sys; print({'anthropic','openai','httpx2'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "set()"


@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_a_package_that_is_not_installed_is_named_with_the_line_to_type(provider, monkeypatch):
    choice = ModelChoice(provider, "m")
    held = {"OPENAI_API_KEY": "k"}
    assert missing_key(choice, held) == ""
    monkeypatch.setitem(sys.modules, "openai", None)
    assert missing_key(choice, held).endswith("pip install openai")
