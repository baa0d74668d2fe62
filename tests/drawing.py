"""Result components drawn in a bare page: the runtime files themselves, without form, host or handshake."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RENDER = """(json) => {
  const [components, result, options] = JSON.parse(json);
  const told = (window.told = []);
  const able = options.capabilities ?? { openLinks: {}, serverResources: {}, downloadFile: {} };
  const asked = {
    "ui/open-link": ({ url }) => void told.push(["open", url]),
    "ui/download-file": ({ contents }) => void told.push(["download", contents[0].resource.uri]),
    "resources/read": ({ uri }) => {
      told.push(["read", uri]);
      if (!options.resources?.[uri]) throw new Error("no such resource");
      return { contents: [options.resources[uri]] };
    },
  };
  const app = {
    surroundings: () => ({}),
    abilities: () => able,
    send: async (method, params) => asked[method](params),
    callTool: async (call) => {
      told.push(["call", call.name, call.arguments]);
      if (!options.answers?.[call.name]) throw new Error("no such tool");
      return options.answers[call.name];
    },
  };
  setLocale({ locale: options.locale ?? "en-GB", timeZone: options.timeZone ?? "UTC" });
  const spec = { result: components, actions: options.actions };
  const tool = { name: "tool", ...options.tool };
  const context = { app, tool, spec, announce: (text) => told.push(["announce", text]) };
  document.body.replaceChildren(renderResult(result, {}, context));
}"""


def draw(page: Any, *components: Any, data: Any = None, content: Any = None, **options: Any) -> Any:
    """Draw components on a result in a page of `open_runtime`, and return the page."""
    result: dict[str, Any] = {"content": content or []}
    if data is not None:
        result["structuredContent"] = data
    page.evaluate(RENDER, json.dumps([list(components), result, options]))
    return page


@contextmanager
def bare_page(pages: Any) -> Iterator[Any]:
    """Open a page of the runtime's modules that stays open for a whole module."""
    opened = pages.open_runtime()
    pages.shown.remove(opened)
    yield opened.page
    pages.take_back(opened)


def component(type_: str, /, **props: Any) -> dict[str, Any]:
    """Return a component of a spec."""
    return {"type": type_, "props": props}


def path(pointer: str) -> dict[str, str]:
    return {"$path": pointer}


def item(pointer: str) -> dict[str, str]:
    return {"$item": pointer}
