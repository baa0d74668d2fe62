"""Wishes for another unit: a figure is converted, never called what it is not."""

from collections.abc import Collection
from typing import Any

from genui.expressions import UNITS
from genui.refine.axes import of_one_unit
from genui.refine.draft import Component, listed, props_of, refuse
from genui.refine.showing import is_about, shown_entries
from genui.refine.slots import Slots
from genui.refine.sources import Source, last_part, sources_of
from genui.refine.transforms import add_step, item

FACTORS = {
    "millimeter": 0.001, "centimeter": 0.01, "meter": 1, "kilometer": 1000, "inch": 0.0254, "foot": 0.3048,
    "mile": 1609.344, "gram": 1, "kilogram": 1000, "ounce": 28.349523125, "pound": 453.59237,
    "milliliter": 0.001, "liter": 1, "gallon": 3.785411784, "meter-per-second": 1,
    "kilometer-per-hour": 1 / 3.6, "mile-per-hour": 0.44704,
}  # fmt: skip
"""What each unit is of the first of its kind."""
SIGNS = {
    "fahrenheit": "°F", "celsius": "°C", "mile": "mi", "kilometer": "km", "meter": "m", "inch": "in",
    "foot": "ft", "mile-per-hour": "mph", "kilometer-per-hour": "km/h", "pound": "lb", "kilogram": "kg",
}  # fmt: skip
"""How a unit is written beside a chart."""


def convert(s: Slots) -> None:
    """Show figures in another unit of the same kind: those named, else all that come in one."""
    said, to = str(s.value("unit")), str(s.all("unit")[-1].value)
    alike = next(units for units in UNITS.values() if to in units)
    meant = {*alike} - {to} if said == to else {said} - {to}
    every = [(one, key) for one in sources_of(s.draft) for key in one.meanings if unit_of(one, key) in meant]
    named = [member for one in s.names() for member in of_one_unit(s, one)]
    found = named if s.names() else every
    refuse(not found, f"no member is known to come in {listed([one for one in alike if one != to])}")
    for source, key in found:
        name, unit = last_part(key), unit_of(source, key)
        refuse(unit == to, f"it would change nothing: {name} is in {to} already")
        told = f"comes in {unit}" if unit else "has no unit that its schema or name tells"
        refuse(unit not in alike, f"{name} {told}, which is not converted to {to}")
        for component in source.components:
            converted(component, source, key, to)
    for source in {one.home: one for one, _ in found}.values():
        refuse_mixed(source, alike, to)


def refuse_mixed(source: Source, alike: Collection[str], to: str) -> None:
    """Refuse a chart of which some measures come in another unit than the rest."""
    for props in map(props_of, source.shown("chart")):
        keys = [each["key"] for each in props.get("y", ()) if unit_of(source, each["key"]) in {*alike} - {to}]
        left = [last_part(key) for key in keys if not is_converted(props, key)]
        refuse(
            left and len(left) < len(keys),
            f"a chart shows {listed(left)} beside it, in another unit",
            "name them too",
        )


def unit_of(source: Source, key: str) -> str:
    """Return the unit that a member comes in, "" where nothing tells it."""
    alone = source.meaning(key).alone
    return str(alone.get("unit", "")) if isinstance(alone, dict) and alone.get("name") == "unit" else ""


def converted(component: Component, source: Source, key: str, to: str) -> None:
    """Convert one member in one component: by its format, in a chart by a step."""
    unit = unit_of(source, key)
    if component["type"] != "chart":
        for entry in shown_entries(component, source, key):
            entry["format"] = {"name": "unit", "unit": unit, "to": to}
            entry["label"] = source.meaning(key).label
        return
    props = props_of(component)
    if any(is_about(each, source, key) for each in props.get("y", ())):
        add_step(props, {"calculate": {last_part(key): formula(item(key), unit, to)}})
        others = [each["key"] for each in props["y"] if each["key"] != key]
        if all(unit_of(source, each) != unit or is_converted(props, each) for each in others):
            props["unit"] = SIGNS.get(to, to)


def is_converted(props: dict[str, Any], key: str) -> bool:
    """Tell whether a step of a chart computes a member anew."""
    return any(last_part(key) in step.get("calculate", {}) for step in props.get("transform", ()))


def formula(value: Any, unit: str, to: str) -> Any:
    """Return the expression of a value in another unit."""
    if to == "fahrenheit":
        return {"$add": [{"$mul": [value, 1.8]}, 32]}
    if to == "celsius":
        return {"$div": [{"$sub": [value, 32]}, 1.8]}
    return {"$mul": [value, round(FACTORS[unit] / FACTORS[to], 9)]}
