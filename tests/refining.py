"""What a refined spec shows, told in the words of the cases under cases/refine/."""

import json
from functools import cache
from pathlib import Path

from genui.baseline import baseline
from genui.model import Tool, View
from genui.refine import refine_view

CASES = Path(__file__).parent / "cases" / "refine"
TOOLS = {name: Tool(one) for name, one in json.loads((CASES / "tools.json").read_text("utf-8")).items()}


@cache
def plain(name):
    """The spec of a tool's baseline; no wish changes it in place."""
    return baseline(TOOLS[name])


def refined(name, *wishes):
    """The spec of a tool's baseline, refined by wishes."""
    tool = TOOLS[name]
    view = View(name, plain(name))
    for wish in wishes:
        view = refine_view(view, tool, wish).view
    return view.spec


def components(spec):
    pending = list(spec["result"])
    while pending:
        one = pending.pop(0)
        yield one
        pending = [*one.get("children", ()), *pending]


def entries(spec):
    """Every column, field and stat by the pointer of what it shows."""
    for one in components(spec):
        props = one.get("props", {})
        for entry in [*props.get("columns", ()), *props.get("fields", ()), *props.get("y", ())]:
            yield one["type"], entry["key"], entry
        for stat in props.get("stats", ()):
            yield "stats", stat["value"]["$path"].removeprefix("/result"), stat


def told(spec):
    """What the cases can expect of a spec."""
    props = [(one["type"], one.get("props", {})) for one in components(spec)]
    rows = [each for kind, each in props if kind in {"table", "rows"}]
    chart = next((each for kind, each in props if kind == "chart"), None)
    steer = next((each for kind, each in props if kind == "rows"), {})
    drawn = chart or {"kind": steer.get("as"), **steer}
    columns = [each for one in rows for each in one.get("columns", ())]
    fields = [each for kind, _, each in entries(spec)]
    return {
        "chart": {**drawn, "y": [each["key"] for each in drawn.get("y", ())]},
        "visible": [each["key"] for each in columns if not each.get("hidden")],
        "types": [kind for kind, _ in props],
        "labels": {key: each.get("label") for kind, key, each in reversed(list(entries(spec)))},
        "formats": {
            key: each["format"]["name"] if isinstance(each["format"], dict) else each["format"]
            for kind, key, each in entries(spec)
            if "format" in each
        },
        "hidden": {each["key"] for each in columns if each.get("hidden")},
        "stays": {each["key"] for each in columns if each.get("hidden") is False},
        "shown": {key for kind, key, each in entries(spec) if not each.get("hidden")},
        "rows": rows,
        "fields": fields,
        "stats": [stat["value"]["$path"] for _, each in props for stat in each.get("stats", ())],
    }


def holds(spec, key, wanted):
    """Whether a spec is what one member of an expectation says."""
    seen = told(spec)
    form = spec.get("form", {})
    match key:
        case "chart":
            return all(seen["chart"].get(name) == value for name, value in wanted.items())
        case "visible" | "stats":
            return seen[key] == wanted
        case "hidden":
            return all(name not in seen["shown"] or name in seen["hidden"] for name in wanted) and all(
                name in seen["hidden"] or not seen["rows"] or "table" not in seen["types"] for name in wanted
            )
        case "gone":
            return not seen["shown"] & set(wanted)
        case "stays":
            return seen[key] == set(wanted)
        case "shown":
            return set(wanted) <= seen["shown"]
        case "labels" | "formats":
            return all(seen[key].get(name) == value for name, value in wanted.items())
        case "last":
            return seen["visible"][-1] == wanted
        case "first":
            return seen["visible"][0] == wanted
        case "before":
            return seen["visible"].index(wanted[0]) + 1 == seen["visible"].index(wanted[1])
        case "sort":
            return any(
                (one.get("sort") or {}).get("key") == wanted["key"]
                and bool(one["sort"].get("descending")) == bool(wanted.get("descending"))
                for one in seen["rows"]
            )
        case "limit" | "pageSize" | "group" | "search" | "only" | "as":
            return any(one.get(key) == wanted for one in seen["rows"])
        case "present":
            return all(kind in seen["types"] for kind in wanted)
        case "absent":
            return not any(kind in seen["types"] for kind in wanted)
        case "types":
            return seen["types"] == wanted
        case "form":
            fields = form.get("fields", {})
            return all(
                fields.get(path, {}).get(name) == value
                for path, steer in wanted.items()
                for name, value in steer.items()
            )
        case "folded" | "order" | "submit" | "position":
            return form.get(key) == wanted
        case "unsorted":
            return not any("sort" in one for one in seen["rows"])
        case "format":
            return all(
                any(each.get("key") == name and each.get("format") == value for each in seen["fields"])
                for name, value in wanted.items()
            )
        case "props":
            props = [one.get("props", {}) for one in components(spec)]
            return all(any(one.get(name) == value for one in props) for name, value in wanted.items())
        case "column":
            found = [each for each in [*seen["fields"]] if each.get("key") in wanted]
            return bool(found) and all(
                any(each["key"] == key and each.get(name) == value for each in found)
                for key, told in wanted.items()
                for name, value in told.items()
            )
        case "presets" | "groups":
            return form.get(key) == wanted
        case "transform":
            return any(one.get("props", {}).get("transform") == wanted for one in components(spec))
    return spec.get(key) == wanted
