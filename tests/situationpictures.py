"""Each situation offline and by the spec written by hand, side by side: `make gallery NAMES=situations`."""

import html
import json
from pathlib import Path

from conftest import linked
from test_situations import CASES, NAMES, answer, declared, read, written

from genui.baseline import baseline

BUILD = Path(__file__).parents[1] / "build" / "gallery"
WIDTHS = (560, 320)
THEMES = ("light", "dark")


def draw_situations(pages, host):
    """Draw the pictures, and index.html that shows them in pairs, into build/gallery."""
    BUILD.mkdir(parents=True, exist_ok=True)
    sections = []
    for name in NAMES:
        case = read(name)
        tool = declared(name, case)
        specs = {"offline": baseline(tool), "written": written(name, tool)}
        for side, spec in specs.items():
            for width in WIDTHS:
                for theme in THEMES:
                    view = pages.open_view(
                        linked(tool.definition, spec),
                        tool=tool.definition,
                        theme=theme,
                        width=width,
                        locale="en-GB",
                        time_zone="Europe/Zurich",
                        host_capabilities=host,
                    )
                    view.send_input(case["input"])
                    view.send_result(answer(case))
                    view.settle()
                    view.screenshot(BUILD / f"{name}-{side}-{width}-{theme}.png")
                    pages.close_shown()
        sections.append(_section(name))
    (BUILD / "index.html").write_text(PAGE + "\n".join(sections), encoding="utf-8")


PAGE = (
    "<!doctype html><meta charset=utf-8><title>Situations</title>"
    "<style>body{font:14px sans-serif;margin:24px}div{display:flex;flex-wrap:wrap;gap:12px;align-items:start}"
    "img{border:1px solid #ccc}</style><h1>Situations</h1><p>Left: offline. Right: by a spec written by hand."
)


def _section(name):
    about = json.loads((CASES / "specs" / f"{name}.json").read_text("utf-8"))["about"]
    pairs = [
        f"<img alt='{side}, {width} pixels, {theme}' src={name}-{side}-{width}-{theme}.png>"
        for width in WIDTHS
        for theme in THEMES
        for side in ("offline", "written")
    ]
    return f"<h2 id={name}>{name}</h2><p>{html.escape(about)}<div>{''.join(pairs)}</div>"
