"""The laboratory: every view in every host, in Chromium, several at once."""

import asyncio
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from genui.assets import preview_texts
from genui.hosts.trials import Case, Verdict, judge, plan_of
from genui.preview.csp import added, policy
from genui.render.browser import AT_ONCE, HOST, VIEW, WarmBrowser, warm_browser

if TYPE_CHECKING:
    from playwright.async_api import Browser, ConsoleMessage, Frame, Page, Route

PATIENCE = 4.0
"""Seconds that a view may take to greet, and to send what its form has."""

PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">'
    '<style>body{margin:0}</style><script type="module" src="lab.js"></script>'
)
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PRESS = """async () => {
  const run = document.querySelector("[data-submit]");
  if (!run) return "none";
  const fold = run.closest("details.run");
  if (fold && !fold.open) {
    // A large form is filled when its fold has opened.
    const opened = new Promise((done) => fold.addEventListener("toggle", done, { once: true }));
    fold.open = true;
    await opened;
    await new Promise((done) => setTimeout(done));
  }
  run.click();
  await new Promise((done) => setTimeout(done));
  document.querySelector("[data-confirm]")?.click();
  return document.querySelector("[aria-invalid=true]") ? "asks" : "sent";
}"""
AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id);
}"""

Done = Callable[[Verdict], None]


def try_all(cases: Iterable[Case], *, axe: str = "", told: Done = lambda _: None) -> list[Verdict]:
    """Show each case and return the verdicts in order; `axe` is the text of axe-core, "" where there is none.

    Raises:
        GenuiError: There is no browser, or it does not start.
    """
    with warm_browser() as browser:
        return browser.run(tried_all(browser, list(cases), axe, told))


async def tried_all(browser: WarmBrowser, cases: list[Case], axe: str, told: Done) -> list[Verdict]:
    """Divide the cases among as many tabs as there is room for."""
    chromium = await browser.started()
    left = iter(enumerate(cases))
    verdicts: list[Verdict | None] = [None] * len(cases)
    seen: set[str] = set()

    async def worker() -> None:
        bench = await Bench.open(chromium, axe)
        for at, case in left:
            # Access is a matter of the view, not of the host: each is looked at once.
            new = case.tool.name not in seen
            seen.add(case.tool.name)
            verdicts[at] = verdict = judge(case, await bench.show(case, access=new))
            told(verdict)

    await asyncio.gather(*(worker() for _ in range(min(AT_ONCE, len(cases)))))
    return [verdict for verdict in verdicts if verdict is not None]


class Bench:
    """A tab that holds the laboratory's host; every request is answered here, nothing leaves the machine."""

    def __init__(self, page: "Page", axe: str) -> None:
        self.page, self.axe = page, axe
        self.number = 0
        self.html, self.policy = b"", ""
        self.errors: list[str] = []

    @classmethod
    async def open(cls, browser: "Browser", axe: str) -> "Bench":
        """Open a tab in a browser context of its own."""
        context = await browser.new_context(
            locale="en-US", timezone_id="UTC", color_scheme="light", viewport={"width": 1300, "height": 900}
        )
        bench = cls(await context.new_page(), axe)
        await context.route("**/*", bench.serve)
        bench.page.on("pageerror", lambda error: bench.errors.append(str(error)))
        bench.page.on("console", bench.heard)
        await bench.page.goto(HOST)
        await bench.page.wait_for_function("globalThis.lab")
        return bench

    def heard(self, message: "ConsoleMessage") -> None:
        """Note what the view or the browser calls an error."""
        if message.type == "error":
            self.errors.append(message.text)

    async def serve(self, route: "Route") -> None:
        """Answer for the host's page, its modules and the view; refuse all else."""
        url = route.request.url
        texts = preview_texts()
        if url == HOST:
            await route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")
        elif url.startswith(HOST) and url.removeprefix(HOST) in texts:
            await route.fulfill(body=texts[url.removeprefix(HOST)], content_type="text/javascript")
        elif url == f"{VIEW}{self.number}":
            headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": self.policy}
            await route.fulfill(headers=headers, body=self.html)
        else:
            self.errors.append(f"the view asked for {url[:200]}")
            await route.abort()

    async def show(self, case: Case, *, access: bool) -> dict[str, Any]:
        """Show one case and return what was seen of it."""
        self.number += 1
        self.html, self.errors = case.html, []
        self.policy = policy(added(case.profile["csp"]))
        url = f"{VIEW}{self.number}"
        hello = await self.page.evaluate("text => lab.open(text)", json.dumps(plan_of(case, url, PATIENCE)))
        frame = next((each for each in self.page.frames if each.url == url), None)
        seen = {"form": "none", "theme": "untold", "axe": []}
        if hello and frame is not None:
            seen |= await self.looked(frame, case, access=access)
        report = json.loads(await self.page.evaluate("lab.report()"))
        return {**report, "errors": self.errors, "heights": report["told"], **seen}

    async def looked(self, frame: "Frame", case: Case, *, access: bool) -> dict[str, Any]:
        """Look at a view, at its other theme, and at what its form does."""
        look = await self.settled(frame)
        await self.page.evaluate("height => lab.measured(height)", look["height"])
        seen: dict[str, Any] = {"look": await frame.evaluate(LOOK), "theme": "untold"}
        if access and self.axe:
            await frame.evaluate(self.axe)
            seen["axe"] = await frame.evaluate(AXE)
        if "host-context-changed" not in case.profile["omits"]:
            await self.page.evaluate("lab.theme('dark')")
            dark = await frame.evaluate(f"async () => (await {SETTLED}, {LOOK.strip().rstrip(';')})")
            seen["theme"] = "follows" if is_dark(dark["background"]) else "stays"
        form = await frame.evaluate(PRESS)
        if form == "sent":
            form = "ran" if await self.page.evaluate("lab.called()") else "dead"
        return {**seen, "form": form}

    async def settled(self, frame: "Frame") -> dict[str, Any]:
        """Wait until a view has drawn its result, a few frames at most, and look at it."""
        look: dict[str, Any] = {}
        for _ in range(20):
            await frame.evaluate(SETTLED)
            look = await frame.evaluate(LOOK)
            if look["state"] not in ("waiting", "running"):
                break
        await self.page.evaluate("lab.settled(2)")
        return look


def is_dark(color: str) -> bool:
    """Tell whether a computed colour is a dark one."""
    parts = [float(part) for part in re.findall(r"[\d.]+", color)[:3]]
    return len(parts) == 3 and sum(parts) / 3 < (0.5 if max(parts) <= 1 else 128)


def axe_text(folder: Path) -> str:
    """Return axe-core as npm has installed it at or above a folder, "" where it has not."""
    for each in (folder, *folder.parents):
        file = each / "node_modules/axe-core/axe.min.js"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""
