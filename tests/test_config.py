import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from oddconfigs import configs, use_config

from genui.config import Config, Target, ToolConfig, load_config, target_from_flags, target_of
from genui.config.hints import HINTS
from genui.config.keys import default_of, keys_of
from genui.config.load import line_of, model_flags
from genui.config.reference import config_schema, reference_files
from genui.config.tables import TABLES
from genui.errors import ConfigError
from genui.spec.grammar import LAYOUTS, POSITIONS, THEMES
from genui.viewoptions import tool_examples, unused_tables

WORDS = {"theme": list(THEMES), "layout": list(LAYOUTS), "position": list(POSITIONS)}
ROOT = Path(__file__).parents[1]
UPSTREAM = '[upstream]\ncommand = "python"\nargs = ["server.py"]\n'


def load(tmp_path: Path, text: str, *, environ=None, flags=None, target=None) -> Config:
    file = tmp_path / "genui.toml"
    file.write_text(text, encoding="utf-8")
    return load_config(file, environ=environ or {}, flags=flags, target=target)


def refused(tmp_path: Path, text: str, **sources) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, text, **sources)
    assert caught.value.hint
    assert caught.value.exit_code == 2
    return caught.value


def test_without_a_file_every_default_holds(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = load_config(environ={})
    assert config.upstream is None
    assert config.generated == tmp_path / "generated"
    for name, table in TABLES.items():
        if name != "upstream":
            assert getattr(config, name) == table()


def test_the_file_in_the_current_folder_is_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("genui.toml").write_text(UPSTREAM)
    config = load_config(environ={})
    assert config.upstream == Target(command="python", args=("server.py",))
    assert config.root == tmp_path


def test_a_missing_file_that_was_asked_for_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="does not exist"):
        load_config(tmp_path / "other.toml", environ={})


def test_a_folder_stands_for_the_file_in_it(tmp_path):
    load(tmp_path, UPSTREAM)
    assert load_config(tmp_path, environ={}).upstream.command == "python"


def test_flags_beat_the_environment_and_that_beats_the_file(tmp_path):
    text = UPSTREAM + '[model]\nname = "file"\nmode = "html"\ntimeout = 7\n'
    environ = {"GENUI_MODEL_NAME": "environment", "GENUI_MODEL_MODE": "spec"}
    model = load(tmp_path, text, environ=environ, flags={"model.name": "flag", "model.timeout": None}).model
    assert (model.name, model.mode, model.timeout) == ("flag", "spec", 7.0)


@pytest.mark.parametrize(
    ("variable", "text", "key", "value"),
    [
        ("GENUI_SERVE_PORT", "9000", "serve.port", 9000),
        ("GENUI_SERVE_LOCKED", "true", "serve.locked", True),
        ("GENUI_SERVE_LOCKED", "0", "serve.locked", False),
        ("GENUI_MODEL_TEMPERATURE", "1", "model.temperature", 1.0),
        ("GENUI_BUILD_TOOLS", "get_* 'list all'", "build.tools", ("get_*", "list all")),
        ("GENUI_BUILD_EXCLUDE", '["a", "b c"]', "build.exclude", ("a", "b c")),
        ("GENUI_UPSTREAM_ENV", '{"A": "1"}', "upstream.env", {"A": "1"}),
        ("GENUI_MODEL_NAME", "", "model.name", None),
    ],
)
def test_environment_variables_are_typed_by_their_key(tmp_path, variable, text, key, value):
    config = load(tmp_path, UPSTREAM, environ={variable: text})
    table, name = key.split(".")
    assert getattr(getattr(config, table), name) == value


def test_every_key_outside_tools_has_a_variable(tmp_path):
    for table, fields in TABLES.items():
        for name, entry in keys_of(fields).items():
            default = default_of(entry)
            if default is None or table == "upstream":
                continue
            text = json.dumps(list(default) if isinstance(default, tuple) else default).strip('"')
            environ = {f"GENUI_{table}_{name}".upper(): text}
            assert getattr(getattr(load(tmp_path, "", environ=environ), table), name) == (
                str(Path.cwd() / default) if entry.metadata["path"] else default
            )


@pytest.mark.parametrize(
    ("text", "line", "parts"),
    [
        (UPSTREAM + "[biuld]\n", 4, ["unknown table 'biuld'", "did you mean build?"]),
        (UPSTREAM + "[build]\ntolls = []\n", 5, ["unknown key of [build] 'tolls'", "did you mean tools?"]),
        (UPSTREAM + '[serve]\nport = "80"\n', 5, ["serve.port is '80'", "an integer from 0 to 65535"]),
        (UPSTREAM + "[serve]\n\nport = 70000\n", 6, ["serve.port is 70000"]),
        (UPSTREAM + "[serve]\nport = true\n", 5, ["serve.port is true"]),
        (UPSTREAM + '[model]\nmode = "both"\n', 5, ["model.mode is 'both'", "one of spec, html"]),
        (UPSTREAM + 'build.tools = "x"\n', 4, ["unknown key of [upstream] 'build'"]),
        ('serve.port = "x"\n' + UPSTREAM, 1, ["serve.port is 'x'"]),
        (UPSTREAM + '[tools."a.b"]\nview = 1\n', 5, ["tools.a.b.view is 1", "true or false"]),
        (UPSTREAM + "[tools.a]\nveiw = true\n", 5, ["unknown key of [tools.a]", "did you mean view?"]),
        (UPSTREAM + "[tools]\na = true\n", 5, ["tools.a is true", "a table"]),
        (UPSTREAM + "[[tools.a.examples]]\narguments = {}\n", 4, ["tools.a.examples is", "arguments ="]),
        (UPSTREAM + "env = {PORT = 8080}\n", 4, ["upstream.env", "PORT is none"]),
        (UPSTREAM + '"a=b" = 1\n', 4, ["unknown key of [upstream] 'a=b'"]),
        ("model = 3\n" + UPSTREAM, 1, ["model is 3", "a table: [model]"]),
        ("# page\x85break\n\n[upstream]\n", 3, ["neither command nor url"]),
        ('[upstream]\ncommand = "a"\nurl = "https://h/"\n', 1, ["both command and url"]),
        (UPSTREAM + "[tools.a]\nhints = 3\n", 5, ["tools.a.hints is 3", "a table"]),
        (UPSTREAM + "[tools.a]\nhints = {title = 3}\n", 5, ["tools.a.hints.title is 3", "a string"]),
        (UPSTREAM + "[tools.a.hints]\n\nfields = {x = 1}\n", 6, ["hints.fields is", "a table of tables"]),
        (UPSTREAM + '[tools.a.hints]\ncolumns = "x"\n', 5, ["hints.columns is 'x'", "an array of names"]),
        (
            UPSTREAM + '[tools.a.hints]\ntitel = "x"\n',
            5,
            ["unknown key of [tools.a.hints] 'titel'", "did you mean title?", "notes"],
        ),
        (UPSTREAM + '[tools.a.hints]\ntheme = "blue"\n', 5, ["theme is 'blue'", "one of auto, light, dark"]),
        (UPSTREAM + '[defaults]\nkind = "poor"\n', 5, ["defaults.kind is 'poor'", "one of rich, minimal"]),
        (
            UPSTREAM + "[defaults]\nview = true\n",
            5,
            ["unknown key of [defaults] 'view'", "known: announce, hints"],
        ),
        (UPSTREAM + "[defaults.hints]\ntilte = 1\n", 5, ["of [defaults.hints]", "did you mean title?"]),
        (UPSTREAM + "[limits]\nresult_bytes = 2048\n", 5, ["unknown key of [limits] 'result_bytes'"]),
        (UPSTREAM + "[tools.a]\nhints.chart = true\n", 5, ["hints.chart is true", "one of line, area, bar"]),
        (
            UPSTREAM + '[tools.a]\nhints.chart = "lyne"\n',
            5,
            ["is 'lyne'", "one of line, area, bar"],
        ),
        (UPSTREAM + '[tools.a]\nhints.order = ["x", 1]\n', 5, ["hints.order is", "an array of strings"]),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(tmp_path, text, line, parts):
    error = refused(tmp_path, text)
    assert error.message.startswith(f"{tmp_path / 'genui.toml'}:{line}: ")
    for part in parts:
        assert part in f"{error.message}\n{error.hint}"


def test_invalid_toml_is_named_with_its_line(tmp_path):
    assert "line 2" in refused(tmp_path, "[upstream]\ncommand = \n").message


def test_a_file_that_is_no_utf8_is_refused(tmp_path):
    (tmp_path / "genui.toml").write_bytes(b'[upstream]\ncommand = "\xff"\n')
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path, environ={})


def test_an_unknown_variable_of_a_known_table_is_refused(tmp_path):
    error = refused(tmp_path, UPSTREAM, environ={"GENUI_SERVE_PROT": "1", "GENUI_ELSE": "x"})
    assert "'GENUI_SERVE_PROT'" in error.message
    assert "did you mean" in refused(tmp_path, UPSTREAM, environ={"GENUI_SERVE_PORTS": "1"}).hint


def test_a_variable_of_the_wrong_type_is_refused(tmp_path):
    message = refused(tmp_path, UPSTREAM, environ={"GENUI_SERVE_PORT": "many"}).message
    assert message == "GENUI_SERVE_PORT: serve.port is 'many', expected an integer from 0 to 65535"


def test_what_no_rule_reads_is_told_to_models_in_notes(tmp_path):
    text = UPSTREAM + '[tools.a.hints]\nnotes = "calm"\ncolumns = ["x", {key = "y"}]\n'
    assert load(tmp_path, text).tool("a").hints == {"notes": "calm", "columns": ["x", {"key": "y"}]}


def test_the_most_specific_table_about_a_tool_wins(tmp_path):
    text = """
[defaults]
kind = "minimal"
mode = "html"
theme = "dark"
hints = {submit = "Go", raw = false}
[tools.list_orders]
hints = {submit = "List"}
[tools."*"]
view = false
[tools."list_*"]
kind = "rich"
view = true
hints = {theme = "light", submit = "Show"}
"""
    config = load(tmp_path, UPSTREAM + text)
    hints = {"theme": "light", "submit": "List", "raw": False}
    assert config.tool("list_orders") == ToolConfig(kind="rich", mode="html", view=True, hints=hints)
    assert config.tool("list_units").hints == {**hints, "submit": "Show"}
    other = {"theme": "dark", "submit": "Go", "raw": False}
    assert config.tool("get") == ToolConfig(kind="minimal", mode="html", view=False, hints=other)


def test_a_name_with_signs_of_a_pattern_is_a_name_too(tmp_path):
    assert load(tmp_path, UPSTREAM + '[tools."a[b]"]\nview = false\n').tool("a[b]").view is False


def test_a_table_about_no_tool_is_told_with_the_nearest_name(tmp_path):
    text = UPSTREAM + '[tools.get_forcast]\nview = true\n[tools."get_*"]\n[tools."list_*"]\n'
    config = load(tmp_path, text)
    typo, pattern = unused_tables(config, ["get_forecast"])
    file = tmp_path / "genui.toml"
    assert typo.startswith(f"{file}:4: [tools.get_forcast] matches no tool; did you mean get_forecast?")
    assert pattern.startswith(f"{file}:7: [tools.list_*] matches no tool")


def test_words_that_true_and_false_stand_for_are_read_from_every_source(tmp_path):
    for said, word in (("true", "few"), ("false", "none"), ('"all"', "all")):
        assert load(tmp_path, UPSTREAM + f"[serve]\nown_tools = {said}\n").serve.own_tools == word
        environ = {"GENUI_SERVE_OWN_TOOLS": said.strip('"')}
        assert load(tmp_path, UPSTREAM, environ=environ).serve.own_tools == word
    message = refused(tmp_path, UPSTREAM + '[serve]\nown_tools = "some"\n').message
    assert "one of few, all, none (true is few, false is none)" in message


def test_the_words_of_hints_are_those_of_specs():
    assert {name: HINTS[name][0][0].removeprefix("one of ").split(", ") for name in WORDS} == WORDS


def test_dates_and_what_is_no_number_are_what_json_makes_of_them(tmp_path):
    result = "result = {on = 2026-01-02, at = 10:11:12, rate = nan, of = [inf, 1.5]}\narguments = {}\n"
    text = (
        UPSTREAM + f"[tools.a.hints]\nfields = {{x = {{min = 2026-01-02}}}}\n[[tools.a.examples]]\n{result}"
    )
    tool = load(tmp_path, text).tools["a"]
    assert tool.hints == {"fields": {"x": {"min": "2026-01-02"}}}
    read = {"on": "2026-01-02", "at": "10:11:12", "rate": None, "of": [None, 1.5]}
    assert tool.examples == ({"arguments": {}, "result": read},)


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(configs)
def test_any_file_gives_views_or_an_error_with_its_line(tmp_path, data):
    (tmp_path / "genui.toml").write_bytes(data)
    use_config(tmp_path / "genui.toml")


def test_secrets_are_quoted_in_no_error_and_no_repr(tmp_path):
    environ = {"GENUI_UPSTREAM_HEADERS": "canary-1"}
    error = refused(tmp_path, '[upstream]\nurl = "https://h/"\nheaders = {A = "x"}\n', environ=environ)
    assert "canary" not in error.message + error.hint
    error = refused(tmp_path, '[upstream]\nurl = "https://h/"\nheaders = "canary-2"\n')
    assert "canary" not in error.message + error.hint
    for args in ('"--token canary-5"', '["--token", "canary-5", 6]'):
        error = refused(tmp_path, f'[upstream]\ncommand = "x"\nargs = {args}\n')
        assert "canary" not in error.message + error.hint
    assert "canary" not in repr(Target(url="https://h/", headers={"A": "canary-3"}, env={"B": "canary-4"}))


@pytest.mark.parametrize(
    ("upstream", "part"),
    [
        ('command = "a"\nurl = "https://h/"', "both command and url"),
        ("", "neither command nor url"),
        ('url = "h.example"', "expected an http:// or https:// address"),
        ('url = "https://h/"\ncwd = "x"', "upstream.cwd does not go with upstream.url"),
        ('command = "a"\nheaders = {}', "upstream.headers does not go with upstream.command"),
        ('command = "a"\ntransport = "sse"', "expected auto or stdio with a command"),
        ('url = "https://h/"\ntransport = "stdio"', "expected auto, http or sse with a url"),
    ],
)
def test_an_upstream_is_one_command_or_one_url(tmp_path, upstream, part):
    assert part in refused(tmp_path, f"[upstream]\n{upstream}\n").message


def test_no_upstream_is_an_error_only_when_it_is_needed(tmp_path):
    config = load(tmp_path, "[build]\n")
    with pytest.raises(ConfigError, match="no upstream is named"):
        target_of(config, environ={})


def test_an_url_from_the_environment_replaces_the_command_of_the_file(tmp_path):
    config = load(tmp_path, UPSTREAM, environ={"GENUI_UPSTREAM_URL": "https://h/mcp"})
    assert config.upstream == Target(url="https://h/mcp")


def test_a_target_from_flags_replaces_the_upstream_whole(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = '[upstream]\nurl = "https://h/"\nheaders = {Authorization = "Bearer ${TOKEN}"}\n'
    config = load(tmp_path, text, target=target_from_flags(["npx", "-y", "server"]))
    assert target_of(config, environ={}) == Target(command="npx", args=("-y", "server"), cwd=str(tmp_path))
    other = load(tmp_path, text, target=target_from_flags(url="http://other/", transport="sse"))
    assert target_of(other, environ={}) == Target(url="http://other/", transport="sse")


@pytest.mark.parametrize(
    "flags",
    [
        {"command": ["a"], "url": "http://h/"},
        {"url": "file:///x"},
        {"url": "http://h/", "transport": "stdio"},
    ],
)
def test_flags_that_name_no_one_target_are_refused(flags):
    command = flags.pop("command", ())
    with pytest.raises(ConfigError):
        target_from_flags(command, **flags)


def test_references_are_replaced_when_the_upstream_is_needed(tmp_path):
    text = """
[upstream]
command = "x"
args = ["--db=${TOKEN}", "$${TOKEN}"]
cwd = "in/${TOKEN}"
env = {KEY = "a-${TOKEN}-$${TOKEN}", PLAIN = "$5"}
"""
    config = load(tmp_path, text)
    target = target_of(config, environ={"TOKEN": "t"})
    assert target.env == {"KEY": "a-t-${TOKEN}", "PLAIN": "$5"}
    assert target.args == ("--db=t", "${TOKEN}")
    assert Path(target.cwd) == tmp_path / "in/t"
    with pytest.raises(ConfigError, match=r"\$\{TOKEN\}"):
        target_of(config, environ={})


def test_an_address_may_be_a_variable_and_has_to_be_one_then(tmp_path):
    config = load(tmp_path, '[upstream]\nurl = "${BASE}/mcp"\n')
    assert target_of(config, environ={"BASE": "https://h"}).url == "https://h/mcp"
    with pytest.raises(ConfigError, match=r"upstream\.url is 'nowhere/mcp'"):
        target_of(config, environ={"BASE": "nowhere"})


@pytest.mark.parametrize("argument", ["${HOME}", "$${HOME}", "a$${b}${c}"])
def test_what_the_command_line_names_is_taken_as_it_is(tmp_path, argument):
    config = load(tmp_path, UPSTREAM, target=target_from_flags(["run", argument]))
    assert target_of(config, environ={}).args == (argument,)


@pytest.mark.parametrize(
    ("command", "program"), [("python", "python"), ("python3", "python3"), ("{genui-python}", sys.executable)]
)
def test_python_is_what_the_path_finds_and_genuis_own_has_a_name(tmp_path, command, program):
    target = target_of(load(tmp_path, UPSTREAM.replace('"python"', f'"{command}"')), environ={})
    assert target.command == program
    assert Path(target.cwd) == tmp_path


def test_paths_in_the_file_start_at_its_folder_and_others_at_the_current_one(tmp_path, monkeypatch):
    (tmp_path / "there").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    text = UPSTREAM + 'cwd = "servers"\n[build]\ngenerated = "views"\n'
    config = load(tmp_path / "there", text)
    assert config.generated == tmp_path / "there/views"
    assert Path(target_of(config, environ={}).cwd) == tmp_path / "there/servers"
    config = load(tmp_path / "there", text, flags={"build.generated": "out"})
    assert config.generated == tmp_path / "here/out"


def test_the_overlay_lies_beside_the_file_or_in_the_cache_of_the_user(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("sys.platform", "linux")
    one = load_config(environ={}, target=target_from_flags(["a"])).overlay
    two = load_config(environ={}, target=target_from_flags(["b"])).overlay
    assert one.parent == two.parent == tmp_path / "cache/genui"
    assert one != two
    assert load(tmp_path, UPSTREAM).overlay == tmp_path / ".genui"


def test_a_tool_without_a_table_has_the_defaults(tmp_path):
    config = load(tmp_path, UPSTREAM + "[tools.a]\nview = false\n")
    assert config.tool("a").view is False
    assert config.tool("b") == ToolConfig()


def test_examples_are_read_from_the_file_or_from_a_path_and_are_whole_results(tmp_path):
    recorded = [{"arguments": {}, "result": {"content": [], "structuredContent": {"x": None}}}]
    (tmp_path / "cases.json").write_text(json.dumps(recorded))
    text = """
[tools.inline]
examples = [{arguments = {a = 1}, result = {days = [1]}}, {arguments = {}, result = "text"}]
[tools.file]
examples = "cases.json"
"""
    config = load(tmp_path, UPSTREAM + text)
    assert tool_examples(config, "inline") == (
        {
            "arguments": {"a": 1},
            "result": {
                "content": [{"type": "text", "text": '{"days": [1]}'}],
                "structuredContent": {"days": [1]},
            },
        },
        {"arguments": {}, "result": {"content": [{"type": "text", "text": "text"}]}},
    )
    assert tool_examples(config, "file") == tuple(recorded)
    assert tool_examples(config, "none") == ()


@pytest.mark.parametrize(
    "content", [None, "{", "{}", '"x"', '[{"arguments": 1, "result": 2}]', "[" * 100_000]
)
def test_a_bad_file_of_examples_is_named(tmp_path, content):
    if content is not None:
        (tmp_path / "cases.json").write_text(content)
    config = load(tmp_path, UPSTREAM + '[tools.a]\nexamples = "cases.json"\n')
    with pytest.raises(ConfigError, match=r"tools\.a\.examples.*cases\.json"):
        tool_examples(config, "a")


def test_the_reference_and_the_schema_are_up_to_date():
    for name, content in reference_files().items():
        assert (ROOT / "docs" / name).read_bytes() == content, "run: python -m genui.docs"


def test_the_schema_accepts_what_loads_and_refuses_what_does_not(tmp_path):
    import tomllib

    import jsonschema

    page = reference_files()["configuration.md"].decode()
    example = page.split("```toml\n")[1].split("```")[0]
    config = load(tmp_path, example)
    assert tool_examples(config, "get-sum")[0]["arguments"] == {"a": 2, "b": 3}
    schema = config_schema()
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.validate(tomllib.loads(example), schema)
    for text in (
        UPSTREAM + "tolls = 1",
        UPSTREAM + "[serve]\nport = 70000",
        '[model]\nmode = "x"',
        "[upstream]",
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(text), schema)


def test_lines_are_found_for_dotted_quoted_and_array_tables():
    text = '[a]\nx = 1\n[a."b.c"]\n"y z" = 2\n[[d]]\ne.f = 3\n'
    assert line_of(text, ("a", "x")) == 2
    assert line_of(text, ("a", "b.c", "y z")) == 4
    assert line_of(text, ("d", "e", "f")) == 6
    assert line_of(text, ("nowhere",)) == 0


def test_reading_the_configuration_loads_nothing_heavy(tmp_path):
    load(tmp_path, UPSTREAM + "[serve]\nport = 1\n")
    code = "import sys; from pathlib import Path; from genui.config import load_config, target_of;"
    code += "target_of(load_config(Path(sys.argv[1])), environ={}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    heavy = {
        "mcp",
        "typer",
        "rich",
        "pydantic",
        "jinja2",
        "asyncio",
        "difflib",
        "subprocess",
        "shlex",
        "json",
    }
    assert heavy.isdisjoint(done.stdout.split())


def test_a_model_of_the_command_line_leaves_the_address_and_model_of_another_provider(tmp_path):
    text = UPSTREAM + '[model]\nprovider = "openai"\nname = "gpt"\nbase_url = "https://h/v1"\ntimeout = 9\n'

    def model(told):
        config = load(tmp_path, text, flags=model_flags(told))
        return config.model.provider, config.model.name, config.model.base_url, config.model.timeout

    assert model("anthropic:claude:x") == ("anthropic", "claude:x", None, 9)
    assert model("ollama") == ("ollama", None, None, 9)
    assert model("openai:other") == ("openai", "other", "https://h/v1", 9)
    assert model(None) == ("openai", "gpt", "https://h/v1", 9)
    with pytest.raises(ConfigError, match=r"model\.provider is 'opnai', expected one of"):
        model("opnai")
