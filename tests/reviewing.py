"""Sides of reviews, made of a base and what a case says differs from it."""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from genui.assets import load_assets
from genui.canonical import sha256
from genui.link import link
from genui.model import Step, Tool, View
from genui.pages import linked_page
from genui.refine import apply_patch
from genui.review.sides import side_in
from genui.slug import slugs_of
from genui.snapshot import Manifest, manifest_bytes
from genui.store import write_store
from genui.viewfile import REVISION_DIGITS, source_files, view_file

CASES = Path(__file__).parent / "cases" / "review"
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Places</title></head><body><main>'
    '<h1>Places</h1><pre id="out"></pre></main><script type="module">\n'
    'import { App } from "@modelcontextprotocol/ext-apps";\n'
    'const app = new App({ name: "places", version: "1" });\n'
    "app.ontoolresult = (result) => {\n"
    '  document.getElementById("out").textContent = JSON.stringify(result.structuredContent);\n'
    "};\nawait app.connect();\n</script></body></html>\n"
)
PAGES = {
    "PAGE": PAGE,
    "PAGE, that reaches out": PAGE.replace(
        "await", 'try { parent.hacked = 1; } catch {}\nfetch("https://evil.example/");\nawait'
    ),
    "PAGE, other code": PAGE.replace("await", "app.onteardown = () => ({});\nawait"),
    "PAGE, other words": PAGE.replace("<h1>Places", "<h1>Cities"),
    "PAGE, one id twice": PAGE.replace("<h1>", '<h1 id="out">'),
    "PAGE, no language": PAGE.replace(' lang="en"', ""),
}
"""Pages with code of their own, by the names that cases have for them."""


@cache
def base():
    """Return the project that every case starts from."""
    return json.loads((CASES / "_base.json").read_text("utf-8"))


def project_of(operations):
    """Return the base after a case's operations: JSON Patch, a tool's name is its key."""
    return apply_patch(base(), [dict(zip(("op", "path", "value"), one, strict=False)) for one in operations])


def write_side(directory, project):
    """Write a project as genui build would, and what a case has spoiled."""
    files = {"manifest.toml": manifest_bytes(Manifest("1.0", project.get("server", {})))}
    slugs = slugs_of(project["tools"])
    for name, told in project["tools"].items():
        files |= tool_files(slugs[name], name, json.dumps(told))
        if "style" in told:
            (directory / "templates").mkdir(parents=True)
            (directory / "templates" / "style.css").write_text(told["style"])
    write_store(directory, files)
    return directory


@cache
def tool_files(slug, name, text):
    """Return the files of one tool, given as JSON: most cases leave one of the two as it is."""
    told = json.loads(text)
    assets = load_assets("templates")
    definition = {**told["definition"], "name": name}
    files = {f"tools/{slug}.json": (json.dumps(definition, indent=2, ensure_ascii=False) + "\n").encode()}
    if "spec" not in told and "page" not in told:
        return files
    page = PAGES.get(told.get("page"), told.get("page"))
    steps = tuple(Step(one["feedback"], (), one.get("verdict", "applied")) for one in told.get("ledger", ()))
    view = View(
        name,
        told.get("spec", {}),
        told.get("generator", "offline"),
        steps,
        told.get("origin", {}),
        page=page,
    )
    view = replace(view, fallback=told.get("fallback", ""), example=told.get("example"))
    if page is None:
        html = link(Tool(definition), view, assets, source="0" * 64)
    else:
        html = linked_page(Tool(definition), page, assets, source="0" * 64)[0]
    for old, new in told.get("spoiled", {}).items():
        assert old.encode() in html, old
        html = html.replace(old.encode(), new.encode(), 1)
    if "style" in told:
        html = re.sub(
            rb"<style>.*?</style>", f"<style>{told['style']}</style>".encode(), html, flags=re.DOTALL
        )
    html = html.replace(b"</title>", b"</title>" + told.get("inserted", "").encode(), 1)
    code = sha256(html)
    files |= source_files(slug, view, guard="by-hand" if told.get("edited") else "", sha256="")
    if told.get("unreadable"):
        files[view_file(slug)] = b"<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n"
    files[f"views/{slug}/{code[:REVISION_DIGITS]}.html"] = html
    return files


def side(directory, project):
    """Write a project and read it as a side."""
    write_side(directory, project)
    found = side_in(directory, name=directory.name, templates=str(directory / "templates"))
    settings = {name: project.get(name, {}) for name in ("upstream", "told", "levels")}
    return replace(found, settings=settings)
