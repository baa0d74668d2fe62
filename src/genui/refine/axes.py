"""Wishes about what stands at a chart: its scale, lines to compare with, titles of axes, values."""

from typing import Any

from genui.refine.draft import Unfulfilled, props_of
from genui.refine.slots import Slots

AXES = frozenset({"line", "area", "bar", "scatter"})
"""Kinds of charts that have axes."""


def charts(s: Slots) -> list[dict[str, Any]]:
    """Return the props of the charts that are named, else of all.

    Raises:
        Unfulfilled: There is none, or one without axes.
    """
    found = [one for one in s.parts() if one["type"] == "chart"] or s.draft.components("chart")
    if any(one.get("props", {}).get("as") in AXES for one in s.draft.components("rows")) and not found:
        raise Unfulfilled(
            "what comes back is not declared, so its chart cannot be told that", 'mode = "html" can'
        )
    if not found:
        raise Unfulfilled("there is no chart", 'say "line chart of … by …" first')
    told = [props_of(one) for one in found]
    without = [one for one in told if one["kind"] not in AXES]
    if without:
        raise Unfulfilled(f"a {without[0]['kind']} has no axis")
    return told


def scale(s: Slots) -> None:
    """Divide the axis of the measures by powers of ten, or evenly."""
    for props in charts(s):
        props["scale"] = s.value("scale")


def reference(s: Slots) -> None:
    """Draw a line to compare with."""
    value = s.value("number")
    if value is None or len(s.all("number")) > 1:
        raise Unfulfilled("a line at which value?", weak=True)
    plain = int(value) if float(value).is_integer() else value
    tone = s.value("tone")
    line = {"value": plain, **({"label": s.text} if s.text else {}), **({"tone": tone} if tone else {})}
    for props in charts(s):
        kept = [one for one in props.get("reference", ()) if one["value"] != plain]
        props["reference"] = [*kept, line]


def axis_title(s: Slots) -> None:
    """Set the title of an axis."""
    for props in charts(s):
        across = props.get("horizontal") is True
        first = (s.value("axis_title") == "x") != across
        props["xTitle" if first else "yTitle"] = s.text


def marks(s: Slots) -> None:
    """Write the value at each bar or point, or do not."""
    for props in charts(s):
        props["valueLabels"] = not s.has("hide", "hidden", "not")
