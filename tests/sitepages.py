"""`make site`: static pages of the documents as they lie, of the commands, and of live views."""

import json
import re
import shutil
from pathlib import Path

from conftest import linked
from mkdocs.commands.build import build
from mkdocs.config import load_config as load_site
from test_situations import CASES, NAMES, answer, declared, read, written
from typer import Context
from typer.cli import get_docs_for_click
from typer.main import get_command

from genui.assets import GALLERY, load_assets
from genui.baseline import baseline
from genui.cli import application
from genui.cli.export import artifact_in
from genui.config import load_config
from genui.link import fill_template
from genui.plaintext import embed_json
from genui.project import open_project
from genui.sample import sample_exchange
from genui.viewoptions import options_of

ROOT = Path(__file__).parents[1]
WHOLE = (
    "docs",
    "examples",
    ".ci/action",
    "prompts/README.md",
    "tests/README.md",
    "action.yml",
    *(f.name for f in ROOT.glob("*.md")),
)
"""What lies in the site as it lies in the repository, so that links between documents hold in both."""

SHIM = ROOT / "tests/host/node_modules/iframe-worker/shim/index.js"
CONFIGS = {"weather": ROOT / "genui.toml", "orders": ROOT / "examples/orders/genui.toml"}


def make_site(directory):
    """Write the pages into `directory/pages`, and the site into `directory/site`."""
    pages = directory / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    for name in WHOLE:
        source, target = ROOT / name, pages / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    shutil.copy(SHIM, pages / "docs/assets/iframe-worker.js")
    gallery = (pages / "docs/gallery.md").read_text("utf-8")
    linked_names = re.sub(
        r"^\| ([a-z-]+) (?=\|.*\.)", r"| [\1](../gallery/\1.md) ", gallery, flags=re.MULTILINE
    )
    made = {"commands.md": commands(), "docs/gallery.md": linked_names}
    for name, config in CONFIGS.items():
        made |= recorded(name, load_config(config))
    for name in NAMES:
        made |= situation(name)
    for name, content in made.items():
        (pages / name).parent.mkdir(parents=True, exist_ok=True)
        (pages / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    build(load_site(str(ROOT / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(directory / "site")))


def commands():
    """What `--help` of every command says, made by typer from the same tables."""
    command = get_command(application([]))
    text = get_docs_for_click(obj=command, ctx=Context(command, info_name="genui"), name="genui")
    # Examples are commands to copy; what is told in angle brackets is no HTML.
    text = re.sub(r"(?<=\nExamples:\n)(?:\n(?:genui|cat) .*\n)+", as_code, text.replace("<", "&lt;"))
    # The list of commands is cut short; each stands below with all that it says.
    text = re.sub(r"\*\*Commands\*\*:\n\n(?:\* .*\n)+\n", "", text)
    return text.replace("# `genui`", "# Commands", 1)


def as_code(found):
    lines = [line for line in found[0].splitlines() if line]
    return "\n```console\n" + "\n".join(f"$ {line}" for line in lines) + "\n```\n"


def recorded(name, config):
    """The committed views of a server, each with a recorded call and its spec."""
    project = open_project(config, from_snapshot=True)
    parts = [f"The committed views of the server `{project.snapshot.server['name']}`, and the spec of each."]
    files = {}
    for tool in project.snapshot.tools:
        slug = project.slug(tool.name)
        call = {
            "tool": tool.definition,
            **next(iter(options_of(config, tool.name).examples), sample_exchange(tool)),
        }
        files |= live(f"{name}-{slug}", artifact_in(config.generated, project.stored, slug), call)
        parts += [f"## {tool.name}", str(tool.definition.get("description", ""))]
        parts.append(beside(f"{name}-{slug}", project.stored.views[slug].view.spec))
    return files | page(name, parts)


def situation(name):
    """One situation, by a spec that was written by hand and by the offline compiler."""
    case, parts = read(name), [json.loads((CASES / "specs" / f"{name}.json").read_text("utf-8"))["about"]]
    tool, files = declared(name, case), {}
    call = {"tool": tool.definition, "arguments": case["input"], "result": answer(case)}
    for side, spec in (("written", written(name, tool)), ("offline", baseline(tool))):
        files |= live(f"{name}-{side}", linked(tool.definition, spec), call)
        parts += [f"## {'By hand' if side == 'written' else 'Offline'}", beside(f"{name}-{side}", spec)]
    return files | page(name, parts)


def live(name, html, call):
    """A view, and the page of a small host that shows it a call."""
    title = str(call["tool"].get("title") or call["tool"]["name"])
    data = embed_json([{"file": f"{name}.view.html", **call}])
    host = fill_template(load_assets("templates"), GALLERY, title=title, data=data)
    return {f"gallery/live/{name}.view.html": html, f"gallery/live/{name}.html": host}


def beside(name, spec):
    """A live view, and the spec that it is made from."""
    return (
        '<div class="live" markdown>\n\n'
        f'<iframe src="live/{name}.html" title="The view" loading="lazy"></iframe>\n\n'
        f"```json\n{json.dumps(spec, indent=2, ensure_ascii=False)}\n```\n\n"
        f"</div>\n\n[The view alone](live/{name}.html)"
    )


def page(name, parts):
    """A page of the gallery, which has the whole width."""
    head = f"---\nhide: [navigation, toc]\n---\n\n# {name.replace('-', ' ').capitalize()}"
    return {f"gallery/{name}.md": "\n\n".join((head, *parts))}


if __name__ == "__main__":
    make_site(ROOT / "build")
