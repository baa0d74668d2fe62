"""Building: states and their reasons, what is kept, what is removed, and the same bytes everywhere."""

import json
import re

import pytest
from kept import artifact, artifacts, contents, entries, view_path, whole

from genui.assets import STYLE, load_assets
from genui.build import compile_project
from genui.config import load_config
from genui.model import Snapshot, Tool
from genui.ondemand.compile import compile_one
from genui.plan import plan_build
from genui.store import read_store, write_store

FORECAST = {
    "name": "get_forecast",
    "description": "The weather ahead.",
    "inputSchema": {
        "type": "object",
        "properties": {"location": {"type": "string"}, "days": {"type": "integer", "default": 7}},
        "required": ["location"],
    },
}
UNITS = {
    "name": "list_units",
    "description": "Every unit.",
    "inputSchema": {"type": "object", "properties": {}},
}


def snapshot_of(*tools):
    return Snapshot({"name": "weather", "version": "1.0"}, "2025-11-25", tuple(Tool(tool) for tool in tools))


@pytest.fixture
def project(tmp_path):
    """Build tools into a directory, as `genui build` does, and return its compilation."""

    def build(*tools, toml="", write=True, **options):
        (tmp_path / "genui.toml").write_text('[upstream]\ncommand = "x"\n' + toml, encoding="utf-8")
        config = load_config(tmp_path / "genui.toml", environ={})
        stored = read_store(config.generated)
        templates = load_assets("templates", config.path(config.build.templates_directory))
        compilation = compile_project(snapshot_of(*tools), config, stored, templates, **options)
        if write:
            write_store(config.generated, compilation.files, remove=compilation.remove)
        return compilation

    build.directory = tmp_path / "generated"
    return build


def states(compilation):
    return {outcome.name: outcome.state for outcome in compilation.outcomes}


def test_a_first_build_makes_every_view(project):
    compilation = project(FORECAST, UNITS)

    assert states(compilation) == {"get_forecast": "missing", "list_units": "missing"}
    names = {name for name in contents(project.directory) if not name.endswith(".html")}
    tools = {f"tools/{name}.json" for name in ("get_forecast", "list_units")}
    views = {f"views/{name}/view.json" for name in ("get_forecast", "list_units")}
    assert names == {".gitattributes", "manifest.toml", *tools, *views}
    whole(project.directory)


def test_an_artifact_is_named_by_the_hash_of_its_bytes(project):
    project(FORECAST)

    entry = entries(project.directory)["get_forecast"]
    assert entry.file == f"views/get_forecast/{entry.sha256[:12]}.html"


def test_a_second_build_writes_nothing(project):
    project(FORECAST, UNITS)

    compilation = project(FORECAST, UNITS)

    assert compilation.clean
    assert not compilation.files
    assert not compilation.remove


def test_a_changed_tool_is_stale_and_the_reason_names_the_member(project):
    project(FORECAST, UNITS)

    compilation = project({**FORECAST, "description": "Other words."}, UNITS)

    assert states(compilation) == {"get_forecast": "stale", "list_units": "fresh"}
    assert compilation.outcomes[0].reason == "the tool's description changed"
    assert project(FORECAST | {"description": "Other words."}, UNITS).clean
    assert len(artifacts(project.directory, "get_forecast")) == 1


HINTS = "[tools.get_forecast.hints]\n"


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("", HINTS + 'title = "Weather"\n', "the hint title changed"),
        (HINTS + "raw = true\n", HINTS + 'raw = true\nsubmit = "Go"\n', "the hint submit changed"),
        ("", '[tools.get_forecast]\nkind = "minimal"\n', "the kind changed"),
        ('[defaults]\nkind = "rich"\n', "", "the kind changed"),
        (
            "",
            "[[tools.get_forecast.examples]]\narguments = {}\nresult = {a = 1}\n",
            "the examples changed",
        ),
        (HINTS + 'title = "Weather"\n', HINTS + 'title = "Sky"\n', "the hint title changed"),
        (HINTS + 'title = "Weather"\n', "", "the hint title changed"),
        (HINTS + 'submit = "Go"\n', HINTS + 'submit = "Look"\n', "the hint submit changed"),
        (
            HINTS + 'columns = ["high"]\n',
            HINTS + 'columns = ["low"]\n',
            "its inputs changed: hints, kind or examples in genui.toml",
        ),
    ],
)
def test_an_input_of_genui_toml_that_changed_is_named(project, before, after, reason):
    project(FORECAST, toml=before)

    (outcome,) = project(FORECAST, toml=after).outcomes

    assert (outcome.state, outcome.reason) == ("stale", reason)


def test_a_removed_tool_leaves_an_orphan_that_a_build_removes(project):
    project(FORECAST, UNITS)

    compilation = project(FORECAST)

    assert states(compilation) == {"get_forecast": "fresh", "list_units": "orphan"}
    assert not [name for name in contents(project.directory) if "list_units" in name]
    assert not (project.directory / "views" / "list_units").exists()


def test_a_tool_that_the_config_excludes_has_no_view(project):
    compilation = project(FORECAST, UNITS, toml='[build]\nexclude = ["list_*"]\n')

    assert states(compilation) == {"get_forecast": "missing"}


def test_a_deleted_artifact_is_linked_again_to_the_same_bytes(project):
    project(FORECAST)
    before = contents(project.directory)
    artifact(project.directory, "get_forecast").unlink()

    compilation = project(FORECAST)

    assert states(compilation) == {"get_forecast": "missing"}
    assert contents(project.directory) == before


def test_an_artifact_changed_by_hand_is_told_with_its_line_and_made_anew(project):
    project(FORECAST)
    before = contents(project.directory)
    path = artifact(project.directory, "get_forecast")
    path.write_bytes(path.read_bytes().replace(b"<main", b"<main onclick=steal()", 1))

    told = project(FORECAST).outcomes[0]

    assert told.state == "tampered"
    assert re.match("the artifact is not what .* give: line [0-9]+: .*steal", told.reason)
    assert contents(project.directory) == before


def test_a_view_file_changed_by_hand_is_linked_as_it_is(project):
    project(FORECAST)
    titled_by_hand(project)

    compilation = project(FORECAST)

    assert states(compilation) == {"get_forecast": "stale"}
    assert compilation.outcomes[0].reason == "views/get_forecast/view.json was changed by hand"
    assert b"<title>Mine</title>" in artifact(project.directory, "get_forecast").read_bytes()
    assert project(FORECAST).clean


def test_a_view_file_changed_by_hand_is_kept_when_its_tool_changes(project):
    project(FORECAST)
    view = titled_by_hand(project)
    project(FORECAST)

    compilation = project({**FORECAST, "description": "Other words."})

    assert states(compilation) == {"get_forecast": "stale"}
    assert json.loads(view.read_bytes())["spec"]["title"] == "Mine"
    assert project({**FORECAST, "description": "Other words."}).clean


def titled_by_hand(project):
    view = view_path(project.directory, "get_forecast")
    document = json.loads(view.read_bytes())
    document["spec"]["title"] = "Mine"
    view.write_text(json.dumps(document), encoding="utf-8")
    return view


@pytest.mark.parametrize(
    ("toml", "told"),
    [
        ('[tools.get_forecast]\nhints = {title = "Theirs"}', "the hint title changed"),
        (
            "[[tools.get_forecast.examples]]\narguments = {}\nresult = {high = 3}",
            "the examples changed",
        ),
        ('[tools.get_forecast]\nkind = "minimal"', "the kind changed"),
    ],
)
def test_a_view_changed_by_hand_stays_as_it_is_when_the_config_changes(project, toml, told):
    project(FORECAST)
    view = titled_by_hand(project)
    project(FORECAST)

    compilation = project(FORECAST, toml=toml)

    kept = "views/get_forecast/view.json was changed by hand and stays as it is"
    assert compilation.outcomes[0].reason == f"{told}; {kept}"
    assert json.loads(view.read_bytes())["spec"]["title"] == "Mine"
    assert project(FORECAST, toml=toml).clean


def test_a_view_changed_by_hand_that_no_longer_fits_its_tool_is_told_and_kept(project):
    project(FORECAST)
    view = titled_by_hand(project)
    project(FORECAST)
    document = json.loads(view.read_bytes())
    document["spec"]["form"] = {"order": ["location"]}
    view.write_text(json.dumps(document), encoding="utf-8")
    before = view.read_bytes()
    other = {**FORECAST, "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}}}

    compilation = project(other)

    assert states(compilation) == {"get_forecast": "edited"}
    assert "location" in compilation.outcomes[0].reason
    assert view.read_bytes() == before


def test_a_view_file_with_a_wrong_spec_is_told_and_nothing_is_lost(project):
    project(FORECAST)
    before = contents(project.directory)
    view = view_path(project.directory, "get_forecast")
    document = json.loads(view.read_bytes())
    document["spec"]["result"] = [{"type": "tabel"}]
    view.write_text(json.dumps(document), encoding="utf-8")

    compilation = project(FORECAST)

    assert states(compilation) == {"get_forecast": "edited"}
    assert "tabel" in compilation.outcomes[0].reason
    assert contents(project.directory).keys() == before.keys()


def test_a_view_file_in_conflict_is_told_and_kept(project):
    project(FORECAST)
    view = view_path(project.directory, "get_forecast")
    view.write_bytes(b"<<<<<<< HEAD")

    assert states(project(FORECAST)) == {"get_forecast": "conflict"}
    assert view.read_bytes() == b"<<<<<<< HEAD"

    project(FORECAST, force=True)
    assert project(FORECAST).clean


def test_one_tool_can_be_built_alone(project):
    project(FORECAST, UNITS)

    compilation = project({**FORECAST, "title": "A"}, {**UNITS, "title": "B"}, only=["list_units"])

    made = [outcome.name for outcome in compilation.outcomes if not outcome.kept]
    assert made == ["list_units"]
    assert set(entries(project.directory)) == {"get_forecast", "list_units"}
    whole(project.directory)


def test_changed_templates_relink_every_view_without_making_specs_anew(project, tmp_path):
    project(FORECAST)
    view = (view_path(project.directory, "get_forecast")).read_bytes()
    templates = tmp_path / "templates"
    templates.mkdir()
    style = load_assets("templates").texts[STYLE]
    (templates / "style.css").write_text(style + "\nmain{gap:20px}\n", encoding="utf-8")
    toml = '[build]\ntemplates_directory = "templates"\n'

    compilation = project(FORECAST, toml=toml)

    assert states(compilation) == {"get_forecast": "stale"}
    assert (view_path(project.directory, "get_forecast")).read_bytes() == view
    assert project(FORECAST, toml=toml).clean


def test_an_example_of_the_config_goes_into_the_page(project):
    toml = '[[tools.get_forecast.examples]]\narguments = {location = "Oslo"}\nresult = {high = 4}\n'

    project(FORECAST, toml=toml)

    assert b'"location": "Oslo"' in artifact(project.directory, "get_forecast").read_bytes()


def test_a_path_that_a_hand_writes_and_no_example_has_is_a_warning_of_the_build(project):
    rows = '[{city = "Oslo", high = 4}, {city = "Rome", high = 21}]'
    toml = f"[[tools.get_forecast.examples]]\narguments = {{}}\nresult = {{rows = {rows}}}\n"
    project(FORECAST, toml=toml)
    path = view_path(project.directory, "get_forecast")
    document = json.loads(path.read_bytes())
    keys = [{"key": "/city"}, {"key": "/hihg"}]
    table = {"type": "table", "props": {"rows": {"$path": "/result/rows"}, "columns": keys}}
    document["spec"]["result"] = [table]
    path.write_text(json.dumps(document), encoding="utf-8")

    findings = project(FORECAST, toml=toml).outcomes[0].findings

    assert [(one.severity, one.rule) for one in findings] == [("warning", "column-missing")]
    assert "/hihg" in findings[0].message


def test_what_the_config_says_of_a_tool_makes_its_view_stale(project):
    project(FORECAST)

    assert states(project(FORECAST, toml='[tools.get_forecast]\nkind = "minimal"\n')) == {
        "get_forecast": "stale"
    }


def test_planning_reads_and_writes_nothing(project, tmp_path):
    project(FORECAST, write=False)
    config = load_config(tmp_path / "genui.toml", environ={})

    plan = plan_build(snapshot_of(FORECAST), config, read_store(config.generated))

    assert [job.state for job in plan.jobs] == ["missing"]
    assert not project.directory.exists()


ODD_NAMES = [
    "../x",
    "CON",
    "a/b",
    "get",
    "Get",
    "x" * 300,
    "🙂",
    " ",
    "<script>alert(1)</script>",
    "a\u202eb",
    "'\"&",
]
ODD_SCHEMAS = [
    {},
    True,
    None,
    [],
    {"type": "object"},
    {"properties": None},
    {"$ref": "#"},
    {"type": "string"},
]


def test_odd_names_and_schemas_build_into_safe_files_that_stay_fresh(project):
    tools = [{"name": name, "inputSchema": {}, "description": ""} for name in ODD_NAMES]
    tools += [
        {"name": f"schema_{number}", "inputSchema": schema} for number, schema in enumerate(ODD_SCHEMAS)
    ]

    compilation = project(*tools)

    assert len(artifacts(project.directory)) == len(ODD_NAMES) + len(ODD_SCHEMAS)
    assert not [outcome.reason for outcome in compilation.outcomes if outcome.state == "fallback"]
    files = [outcome.entry.file for outcome in compilation.outcomes]
    assert len({file.casefold() for file in files}) == len(files)
    assert all(file.isascii() and len(file) <= 100 for file in files)
    assert project(*tools).clean


def test_a_name_that_is_no_unicode_is_told_and_skipped(project):
    compilation = project({"name": "\ud800", "inputSchema": {}}, UNITS)

    assert [finding.rule for finding in compilation.findings] == ["tool-name-not-unicode"]
    assert set(entries(project.directory)) == {"list_units"}


def test_compiling_one_view_on_the_spot_gives_the_bytes_of_a_build(project, tmp_path):
    compilation = project(FORECAST)
    config = load_config(tmp_path / "genui.toml", environ={})

    html = compile_one(Tool(FORECAST), config, load_assets("templates"))

    assert html == compilation.files[compilation.outcomes[0].entry.file]


def test_compiling_on_the_spot_never_raises(tmp_path):
    config = load_config(None, environ={})

    html = compile_one(
        Tool({"name": "broken", "inputSchema": {"properties": {"a": object()}}}),
        config,
        load_assets("templates"),
    )

    assert b"broken" in html
