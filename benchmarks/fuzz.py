"""Fuzzing for as long as you like: `make fuzz`, or `python benchmarks/fuzz.py --seconds 600 --views 300`.

Random definitions must compile, random views must execute no data in Chromium, and nothing that is parsed
(pages, specs, configs, manifests, view files) may raise anything but an error meant for people, or hang.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from hypothesis.errors import NonInteractiveExampleWarning  # noqa: E402
from oddconfigs import configs, use_config  # noqa: E402
from oddities import hostile_tools, results, tools  # noqa: E402
from oddwishes import join_odd, read_wishes  # noqa: E402

from genui.artifact import artifact  # noqa: E402
from genui.assets import load_assets  # noqa: E402
from genui.config import load_config  # noqa: E402
from genui.errors import GenuiError  # noqa: E402
from genui.generate.offline import generate  # noqa: E402
from genui.head import read_head  # noqa: E402
from genui.lint.repair import judge  # noqa: E402
from genui.model import Tool  # noqa: E402
from genui.snapshot import manifest_of  # noqa: E402
from genui.spec import spec_findings  # noqa: E402
from genui.viewfile import read_view  # noqa: E402
from genui.viewoptions import ViewOptions  # noqa: E402

LONGEST = 60
"""Seconds after which one input counts as a hang, on a machine that others use too."""

MOST_FOUND = 20
"""Faults after which no more views are shown."""

CONFIGS = 200
"""Random genui.toml to start from, beside those that are there."""

SPLICES = (
    b"<",
    b">",
    b"</script>",
    b"<!--",
    b"\0",
    b"\xff",
    b"{",
    b"}",
    b"`",
    b"${",
    b"import(",
    b"[[",
    b'"',
    b"=",
)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few parts cut, doubled, flipped or put in."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at, size = chance.randrange(len(changed) + 1), chance.choice((1, 4, 30, 300))
        kind = chance.randrange(4)
        if kind == 0:
            del changed[at : at + size]
        elif kind == 1:
            changed[at:at] = changed[at : at + size] * chance.choice((1, 2, 50))
        elif kind == 2:
            changed[at:at] = chance.choice(SPLICES) * chance.choice((1, 1, 400))
        elif at < len(changed):
            changed[at] = chance.randrange(256)
    return bytes(changed)


def compiled(definition: dict[str, Any]) -> bytes:
    """Compile a definition, with nothing to catch what goes wrong."""
    tool, config, assets = Tool(definition), load_config(None, environ={}), load_assets("templates")
    view, _ = generate(tool, ViewOptions())
    return artifact(tool, view, ViewOptions(), assets, config, source="")[0]


def example(strategy: Any) -> Any:
    """Draw a value."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NonInteractiveExampleWarning)
        return strategy.example()


def seeds(*patterns: str) -> list[bytes]:
    """Return the files to start from."""
    return [path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def parse_spec(data: bytes) -> None:
    """Check whatever JSON it is as a spec."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return
    spec_findings(document.get("spec", document) if isinstance(document, dict) else document)


def parse_file(name: str, read: Callable[[Path], Any]) -> Callable[[bytes], None]:
    """Return what writes bytes to a file and reads it."""

    def parse(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / name
            path.write_bytes(data)
            read(path)

    return parse


def parse_view(data: bytes) -> None:
    """Read a view file, as the store does."""
    try:
        read_view(data, page=data)
    except (ValueError, RecursionError):
        return


def targets() -> dict[str, tuple[list[bytes], Callable[[bytes], Any]]]:
    """Return what is fuzzed: its seeds, and what takes the bytes."""
    return {
        "validate": (seeds("tests/cases/lint/*/page.html", "tests/cases/render/*/page.html"), judge),
        "spec": (seeds("generated/views/*/view.json", "examples/*/generated/views/*/view.json"), parse_spec),
        "view file": (seeds("generated/views/*/view.json"), parse_view),
        "merge": (seeds("generated/views/get_forecast/view.json"), join_odd),
        "wish": (seeds("tests/cases/refine/sentences.json"), read_wishes),
        "config": (
            [*seeds("genui.toml", "examples/*/genui.toml"), *(example(configs) for _ in range(CONFIGS))],
            parse_file("genui.toml", use_config),
        ),
        "manifest": (seeds("generated/manifest.toml"), manifest_of),
        "head": (seeds("generated/views/*/????????????.html"), read_head),
    }


def attempt(name: str, work: Callable[[], Any], found: list[str], keep: Callable[[], bytes]) -> Any:
    """Do something; what goes wrong is noted, and the input kept."""
    signal.alarm(LONGEST)
    try:
        return work()
    except GenuiError:
        return None
    except Exception as error:  # noqa: BLE001 - this is what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{name}: {type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        if what not in found:
            found.append(what)
            file = Path(tempfile.gettempdir()) / f"genui-fuzz-{os.getpid()}-{len(found)}"
            file.write_bytes(keep())
            print(f"{what}: {str(error)[:300]}\n  input kept in {file}", flush=True)
        return None
    finally:
        signal.alarm(0)


def hang(_number: int, _frame: Any) -> None:
    """End an input that takes too long."""
    raise TimeoutError(f"no end after {LONGEST} s")


def fuzz_parsers(seconds: float, chance: random.Random, found: list[str]) -> dict[str, int]:
    """Feed mutated files to every parser in turn."""
    known = targets()
    counts = dict.fromkeys([*known, "compile"], 0)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for name, (starts, parse) in known.items():
            data = mutated(chance.choice(starts), chance)
            attempt(name, lambda parse=parse, data=data: parse(data), found, lambda data=data: data)
            counts[name] += 1
        compile_one(example(tools | hostile_tools), found)
        counts["compile"] += 1
    return counts


def fuzz_views(number: int, found: list[str]) -> int:
    """Show random views random results in one warm browser; no data may execute or become elements."""
    from browser import Pages
    from chromium import launched
    from playwright.sync_api import sync_playwright

    shown = 0
    with sync_playwright() as playwright, launched(playwright) as browser:
        pages = Pages(browser)
        while shown < number and len(found) < MOST_FOUND:
            definition, sent = example(tools | hostile_tools), [example(results) for _ in range(3)]
            if html := compile_one(definition, found):
                show_one(pages, html, definition, sent, found)
                shown += 1
    return shown


def compile_one(definition: dict[str, Any], found: list[str]) -> bytes | None:
    """Compile a definition, and note what goes wrong."""
    made: bytes | None = attempt(
        "compile", lambda: compiled(definition), found, lambda: json.dumps(definition).encode()
    )
    return made


def show_one(pages: Any, html: bytes, definition: dict[str, Any], sent: list[Any], found: list[str]) -> None:
    """Show a view, note what goes wrong, and take it away."""
    whole = json.dumps([definition, sent]).encode()
    attempt("view", lambda: show(pages, html, definition, sent), found, lambda: whole)
    pages.close_shown()


def show(pages: Any, html: bytes, definition: dict[str, Any], sent: list[Any]) -> None:
    """Show one view its results, and look whether any data has done anything."""
    from browser import assert_clean

    view = pages.open_view(html, tool=definition)
    for result in sent:
        view.send_result(result)
    view.settle()
    assert_clean(view)
    counted = (
        "document.querySelectorAll('genui-canary,[genui-canary]').length + (globalThis.genuiCanary ? 1 : 0)"
    )
    assert view.frame.evaluate(counted) == 0, "data became markup"


def main() -> int:
    """Run it all and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--views", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, hang)
    found: list[str] = []
    counts = fuzz_parsers(options.seconds, random.Random(options.seed), found) if options.seconds else {}
    print("inputs:", ", ".join(f"{count} {name}" for name, count in counts.items()), flush=True)
    if options.views:
        print("views:", fuzz_views(options.views, found), flush=True)
    print(f"{len(found)} found")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
