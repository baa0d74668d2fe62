"""What a view is put through in one host, and the verdict on what was seen."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from genui.hosts.profiles import Profile
from genui.model import Json, JsonObject, Tool
from genui.render.rules import shows, texts_in

WORKS, DEGRADED, BLOCKED = "works", "degraded", "blocked"
VERDICTS = (BLOCKED, DEGRADED, WORKS)
"""From worst to best."""

ALL = ("openLinks", "downloadFile", "serverTools", "serverResources", "logging", "message")
EMPTIES = "empty-replay"
"""The fault after which the data of a result are gone."""

LESSENS = {EMPTIES: "serverTools", "model-context-lost": "updateModelContext"}
"""Faults that no view can mend, each with the capability that it takes something from."""


WORDS, PART = 60, 0.25
"""Words of a result that are looked for, and the part of them that has to be read."""


class Case(NamedTuple):
    """One view in one host with its faults, on one exchange."""

    tool: Tool
    html: bytes
    profile: Profile
    faults: tuple[str, ...]
    exchange: JsonObject
    """`{arguments, result}`."""


class Verdict(NamedTuple):
    """How a view fares in a host; `because` says what is wrong, or which fact about the host lessens it."""

    tool: str
    host: str
    verdict: str
    because: str = ""
    fault: str = ""


def plan_of(case: Case, url: str, patience: float) -> dict[str, Any]:
    """Return what templates/preview/lab.js needs to show a case; times in milliseconds."""
    plan = emulation(case.profile)
    if "capabilities-understated" in case.faults:
        plan["served"] |= {name: {} for name in ALL}
    return {
        **plan,
        "url": url,
        "context": shown_in(case.profile, {"toolInfo": {"tool": with_object(case.tool)}, **plan["context"]}),
        "faults": case.faults,
        "messages": [
            ("tool-input", {"arguments": case.exchange.get("arguments") or {}}),
            ("tool-result", case.exchange["result"]),
        ],
        "result": case.exchange["result"],
        "patience": patience * 1000,
    }


def emulation(profile: Profile) -> dict[str, Any]:
    """Return what a page needs to play a host: what it declares, serves, leaves out and looks like."""
    box = profile["box"]
    declared = {name: capability(name) for name in profile["declares"]}
    return {
        "title": profile.title,
        "info": profile["info"] or {"name": profile.title, "version": "0"},
        "declared": {**declared, "sandbox": {}},
        "served": declared | {name: capability(name) for name in profile["serves"]},
        "sandbox": " ".join(["allow-scripts", "allow-same-origin", *profile["sandbox"]]),
        "permissions": dict.fromkeys(profile["permissions"], True),
        "context": shown_in(profile, context_of(profile)),
        "modes": profile["display_modes"],
        "omits": profile["omits"],
        "contextOmits": profile["context_omits"],
        "faults": profile["faults"],
        "frame": {
            "width": int(box.get("width") or min(box.get("maxWidth", 720), 720)),
            "height": int(box.get("height") or profile["start_height"]),
            "most": box.get("height") or box.get("maxHeight") or 5000,
            **({"fixed": box["height"]} if "height" in box else {}),
        },
    }


def shown_in(profile: Profile, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return a context less what a host leaves out of it."""
    return {name: value for name, value in context.items() if name not in profile["context_omits"]}


def with_object(tool: Tool) -> JsonObject:
    """Return a definition whose inputSchema is that of an object, which the specification wants here."""
    schema: Any = tool.input_schema
    is_object = isinstance(schema, Mapping) and schema.get("type") == "object"
    return {**tool.definition, "inputSchema": schema if is_object else {"type": "object"}}


def capability(name: str) -> Json:
    """Return a capability as hosts declare it."""
    return {"text": {}, "structuredContent": {}} if name == "updateModelContext" else {}


def context_of(profile: Profile) -> dict[str, Any]:
    """Return the context that a host gives every view."""
    return {
        "theme": "light",
        "displayMode": profile["start_mode"],
        "availableDisplayModes": profile["display_modes"],
        "containerDimensions": profile["box"],
        "locale": "en-US",
        "timeZone": "UTC",
        "userAgent": profile["client"] or profile.title,
        "platform": "web",
        "safeAreaInsets": {"top": 0, "right": 0, "bottom": 0, "left": 0},
        **({"styles": {"variables": VARIABLES}} if profile["variables"] else {}),
    }


VARIABLES = {
    "--color-background-primary": "light-dark(#fdfdfc, #1f1e1d)",
    "--color-background-secondary": "light-dark(#f4f3ee, #2a2927)",
    "--color-text-primary": "light-dark(#1a1a18, #f0efea)",
    "--color-text-secondary": "light-dark(#575650, #b5b3aa)",
    "--color-border-tertiary": "light-dark(#e3e1d8, #3c3a36)",
    "--font-sans": "system-ui, sans-serif",
    "--border-radius-md": "8px",
}
"""Style variables as hosts send them: each colour for both themes."""


def judge(case: Case, report: Mapping[str, Any]) -> Verdict:
    """Return the verdict on what the laboratory saw of a case."""
    fault = case.faults[-1] if len(case.faults) > len(case.profile["faults"]) else ""
    wrong = next(filter(None, (check(case, report) for check in CHECKS)), "")
    if wrong:
        return Verdict(case.tool.name, case.profile.name, BLOCKED, wrong, fault)
    return Verdict(case.tool.name, case.profile.name, *lessened(case, report), fault=fault)


def no_handshake(_: Case, report: Mapping[str, Any]) -> str:
    """The view never said that it is initialized."""
    return "" if report.get("hello") else "no handshake came"


def in_error(_: Case, report: Mapping[str, Any]) -> str:
    """A script failed, the policy blocked something, or the protocol was broken."""
    found: Sequence[str] = [*report["errors"], *report["logs"], *report["wrong"]]
    return f"error: {found[0][:200]}" if found else ""


def not_drawn(case: Case, report: Mapping[str, Any]) -> str:
    """No value of the result can be read."""
    look = report["look"]
    result = case.exchange["result"]
    if not look["text"].strip():
        return "the view is blank"
    if look["state"] in ("waiting", "running"):
        return f"the view is still {look['state']} after its result"
    if EMPTIES in case.faults or result.get("isError"):
        return ""
    return "" if readable(look["text"], result) else "no value of the result is shown"


def readable(text: str, result: JsonObject) -> bool:
    """Tell whether a result can be read in a text: a value whole, or a part of the words of its values."""
    words = set(re.findall(r"[^\W_]{4,}", " ".join(texts_in(result)))[:WORDS])
    found = sum(word in text for word in words)
    return not words or bool(shows(text, result)) or found >= len(words) * PART


def cut_off(case: Case, report: Mapping[str, Any]) -> str:
    """Something stands beyond the frame where nobody gets to."""
    look = report["look"]
    if look["over"] > 1:
        return f"{look['over']} px are cut at the right of {report['width']} px"
    if look["height"] > look["inner"] + 1 and not look["scrolls"]:
        return f"{look['height'] - look['inner']} px are cut below"
    told = report["heights"]
    return "the height goes on growing" if len(told) > 8 and told[-1] > told[-4] > told[-8] else ""


def form_dead(case: Case, report: Mapping[str, Any]) -> str:
    """The form's button sends nothing though the host runs tools."""
    offered = {*case.profile["declares"], *case.profile["serves"]}
    runs_tools = "serverTools" in offered or "capabilities-understated" in case.faults
    return "the form does not run" if report["form"] == "dead" and runs_tools else ""


def theme_lost(_: Case, report: Mapping[str, Any]) -> str:
    """The host has turned dark, and the view has not."""
    return "the view stays light in a dark host" if report["theme"] == "stays" else ""


def not_accessible(_: Case, report: Mapping[str, Any]) -> str:
    """A check of axe-core failed gravely."""
    return f"axe: {', '.join(report['axe'])}" if report.get("axe") else ""


CHECKS = (no_handshake, in_error, not_drawn, cut_off, form_dead, theme_lost, not_accessible)


def lessened(case: Case, report: Mapping[str, Any]) -> tuple[str, str]:
    """Return whether a fact about the host takes something from the view, and which."""
    profile = case.profile
    if report["form"] == "dead":
        return DEGRADED, f"the host runs no tools for views: {profile.cite('declares')}"
    declared = {*profile["declares"], *profile["serves"]}
    lost = next((fault for fault, of in LESSENS.items() if fault in case.faults and of in declared), "")
    if lost:
        cited = profile.cite("sometimes", lost)
        return DEGRADED, f"{lost}: {cited}" if cited != "assumed" else lost
    return WORKS, ""
