"""The outline of a view: what stands where, made of a spec and a result by the page's own first stage."""

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from genui.assets import bundled_directory
from genui.errors import GenuiError
from genui.inert import title_of
from genui.model import Json, JsonObject, Tool
from genui.plaintext import embed_json
from genui.sample import sample_exchange

MEMORY = 512 << 20
SECONDS = 20
"""What one outline may take."""

local = threading.local()


class OutlineError(GenuiError):
    """The outline of a view was not made."""


def outline_of(
    spec: JsonObject, tool: Tool, result: JsonObject, args: JsonObject | None = None
) -> JsonObject:
    """Return the outline of what a view shows of a tool's CallToolResult: a tree of `{type, …}`.

    Values are raw, with the name and options of their format beside them; docs/outline.md lists the types.

    Raises:
        OutlineError: No engine runs scripts here, or the outline takes too long or too much memory.
    """
    shown = {"name": tool.name, "outputSchema": tool.output_schema}
    title = title_of(dict(tool.definition), spec)
    asked = {"spec": spec, "tool": shown, "result": result, "input": args or {}, "title": title}
    try:
        found: JsonObject = json.loads(in_engine()(embed_json(asked)))
    except RecursionError as error:
        raise OutlineError("the outline was not made: the data nest too deep") from error
    return found


def in_engine() -> Callable[[str], str]:
    """Return the script's function, JSON to JSON: in QuickJS, or in Chromium where that has no wheel."""
    try:
        import quickjs
    except ImportError:
        return in_chromium
    if not hasattr(local, "context"):
        context = quickjs.Context()
        context.set_memory_limit(MEMORY)
        context.set_time_limit(SECONDS)
        context.eval(script())
        local.context = context

    def run(asked: str) -> str:
        try:
            return str(local.context.get("outline")(asked))
        except quickjs.JSException as error:
            del local.context
            raise OutlineError(f"the outline was not made: {str(error).partition(chr(10))[0]}") from error

    return run


@cache
def script() -> str:
    """Return the script that makes outlines, as `make runtime` has built it."""
    return (bundled_directory("templates") / "dist/outline.js").read_text(encoding="utf-8")


def in_chromium(asked: str) -> str:
    """Run the script in a browser of its own."""
    from genui.render.browser import FLAGS, INSTALL, find_chromium

    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise OutlineError("neither QuickJS nor Playwright is installed", hint=INSTALL) from error

    def run() -> str:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            page = browser.new_page()
            page.evaluate(script())
            return str(page.evaluate("(asked) => outline(asked)", asked))

    try:
        # Playwright refuses to work in a thread that has a loop.
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(run).result()
    except Error as error:
        why = error.message.partition("\n")[0]
        raise OutlineError(f"the outline was not made: {why}", hint=INSTALL) from error


def exchange_of(
    named: str, tool: Tool, examples: Sequence[JsonObject], read: Callable[[str], Json]
) -> JsonObject:
    """Return the `{arguments, result}` that `made`, `example:N` or the name of a file stands for.

    A file holds such an exchange, a CallToolResult, or the data of one.

    Raises:
        OutlineError: There is no such example.
    """
    if named == "made":
        return sample_exchange(tool)
    if named.startswith("example:"):
        number = named.removeprefix("example:")
        if not (number.isdecimal() and 1 <= int(number) <= len(examples)):
            there = (
                f"example:1 to example:{len(examples)}" if examples else "none; write [[tools.NAME.examples]]"
            )
            raise OutlineError(f"{tool.name!r} has no {named}", hint=f"examples in genui.toml: {there}")
        return examples[int(number) - 1]
    value = read(named)
    if not isinstance(value, Mapping):
        return {"result": {"structuredContent": value}}
    if "arguments" in value and isinstance(value.get("result"), Mapping):
        return value
    is_result = isinstance(value.get("content"), list) or "structuredContent" in value
    return {"result": value if is_result else {"structuredContent": value}}
