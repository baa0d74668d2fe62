"""Wishes for the format or unit of members: which one is asked for, and which a figure cannot take."""

from itertools import pairwise
from typing import Any

from genui.baseline.units import CURRENCIES, DURATIONS
from genui.expressions import FORMATS, UNITS, at
from genui.labels import words_of
from genui.refine.draft import Component, Draft, doubt, listed, props_of, refuse, spare
from genui.refine.index import EXACT, MEMBERS, index_of
from genui.refine.parts import refuse_parts
from genui.refine.seen import seen_object, seen_rows
from genui.refine.setters import counted
from genui.refine.showing import (
    is_about,
    is_address,
    of_one_unit,
    shown_entries,
    told_of,
)
from genui.refine.slots import Member, Slots
from genui.refine.sources import TEMPORAL, Source, add_step, item, last_part, sources_of
from genui.refine.words import parts_of, phrases
from genui.schema import declared_types

OF_DATES = frozenset({"weekday", "month", "year"})
"""Formats that only days have."""

MINOR = frozenset({"cents", "cent", "pence", "minor"})
"""Last words of names of amounts in minor units."""

QUANTITIES = {"currency": "money", "bytes": "bytes", "duration": "a duration", "percent": "percent"}
"""Formats that say what a figure is."""

MOST_SHARE = 2
"""Shares of what is planned may be greater than 1, but hardly twice as much."""

RATIO = {"name": "percent", "ratio": True}

SHARES = {"percent": RATIO, "progress": {"name": "progress", "max": 1}}
"""Formats of figures out of a hundred, and what they are of shares from 0 to 1."""


def format_of(s: Slots) -> Any:
    """Return the format that a clause asks for: a name, or a name with its options."""
    denied = min((one.start for one in s.all("not")), default=len(s.clause))
    known = {*FORMATS, "ungrouped"}
    names = [one.value for one in s.all("format", "pres") if one.start < denied and one.value in known]
    currency, whole = s.value("currency"), "integer" in names
    if "ungrouped" in names:
        return {"name": "number", "grouping": False}
    if "truncate" in names:
        doubt(not s.has("number"), "how many characters?")
        return {"name": "truncate", "length": counted(s)}
    counts = s.has("number") and s.has("decimal", "round" if not currency else "decimal")
    digits = {"digits": min(int(s.value("number")), 10) if counts else 0} if counts or whole else {}
    if currency or (whole and "currency" in names):
        return {"name": "currency", **({"currency": currency} if currency else {}), **digits}
    if counts and "percent" in names:
        return {"name": "percent", **digits}
    if counts and digits["digits"]:
        return {"name": "number", **digits, "least": digits["digits"]}
    doubt(not names and not s.has("round") and not counts, "which format?")
    return "integer" if counts or not names or (whole and "number" in names) else names[-1]


def is_share(draft: Draft, source: Source, key: str) -> bool | None:
    """Tell whether a member holds shares from 0 to 1, and no percent; None where nothing tells."""
    meaning = source.meaning(key)
    if RATIO in (meaning.format, meaning.alone):
        return True
    percent = meaning.family == "percent" or meaning.unit == "%"
    seen = (
        seen_rows(draft, source.expression, found=source.open)
        if source.rows
        else [seen_object(draft, source.path)]
    )
    values = [at(one, key) for one in seen]
    numbers = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    if percent:
        # A budget_pct of 0.87 is a share whatever its name says; a change of 0.3 % has its negatives.
        return bool(numbers) and min(numbers) >= 0 and max(numbers) < MOST_SHARE
    return max(map(abs, numbers)) <= 1 if numbers else None


def refuse_others(s: Slots) -> None:
    """Give up a reading that names a member where a format was read."""
    doubt("label" in s.nouns(), "a label, and no format")
    whole = index_of(s.draft).find(parts_of(s.clause), MEMBERS)[0]
    doubt(not s.names() and whole <= EXACT, "a member, and no format")
    for before, one in pairwise(s.items):
        # "the alert text", "reading time" are what is called so.
        called = parts_of(f"{before.text} {one.text}")
        named = one.text.lower() == "text" or index_of(s.draft).find(called, MEMBERS)[0] <= EXACT
        doubt(before.kind == "name" and one.kind == "format" and named, "a member, and no format")
    told, names = s.all("format", "currency", "number"), s.names()
    listed_as = [one for one in s.all("prep") if one.value == "and" and told and one.start == told[0].end]
    doubt(names and listed_as, "a name in a list, and no format")
    between = any(told[0].end <= one.start < told[-1].start for one in names if told)
    doubt(between, "each has a format of its own")
    apart = [one.start for one in s.all("prep") if one.value == "of"]
    doubt(any(names[0].end <= at < names[-1].start for at in apart if names), "the one of the other")


def format_members(s: Slots) -> None:
    """Give members a format wherever they are shown."""
    refuse_parts(s)
    refuse_others(s)
    given = format_of(s)
    name = given["name"] if isinstance(given, dict) else given
    alone = str(given) in TEMPORAL
    counts = alone or name == "truncate" or s.has("decimal", "round")
    doubt(s.has("number") and not counts, "a number of what?")
    doubt(name in OF_DATES and s.words("show", "lead") & {"add", "with", "include"}, "a date and its part")
    for source, key in members_meant(s, given):
        ending = (words_of(last_part(key)) or [""])[-1].lower()
        if given == "duration" and "duration" not in str(source.meaning(key).alone) and ending in DURATIONS:
            # "sla_remaining_min" says what it is made of.
            for entry in told_of((source, key), charts=False):
                entry["format"] = {"name": "duration", "unit": DURATIONS[ending]}
            continue
        refuse_conversion(source, key, given)
        held = is_address(s.draft, source, key) if given == "url" else True
        called = not source.meanings or bool(ADDRESSED & {*parts_of(last_part(key))})
        told = f"{last_part(key)} holds no web address, and only what does is a link"
        doubt(given == "url" and len(s.names()) > 1, "two names, and no format")
        refuse(not (called if held is None else held), told)
        for entry in told_of((source, key), charts=False):
            own = source.meaning(key).alone
            entry["format"] = beside_known(entry.get("format") or own, given)
            if isinstance(given, dict) and "currency" in given and parts_of(last_part(key))[-1] in MINOR:
                entry["format"]["minor"] = True
            plain = not source.meaning(key).unit and not unit_of(source, key)
            if given == "integer" and plain and is_share(s.draft, source, key):
                # 0.66 without decimals is 66 %, and no 1.
                entry["format"] = {**RATIO, "digits": 0}
            if name in SHARES and is_share(s.draft, source, key):
                entry["format"] = SHARES[name] | (given if isinstance(given, dict) else {})


def members_meant(s: Slots, given: Any) -> list[Member]:
    """Return the members that get a format: those named, else all dates, or all figures to be whole."""
    sources = sources_of(s.draft)
    if s.has("all_dates") or (str(given) in {*TEMPORAL, *OF_DATES} and not s.names()):
        return [(one, key) for one in sources for key in one.moments()]
    if given != "integer" or s.names():
        return s.members()
    figures = [(one, key) for one in sources for key in one.measures()]
    return [one for one in figures if "integer" not in (declared_types(one[0].schemas.get(one[1], {})) or ())]


ADDRESSED = frozenset(
    {"url", "uri", "link", "href", "website", "homepage", "web", "page", "site", "email", "mail"}
)
"""Words in names of members that hold web addresses."""


def beside_known(known: Any, given: Any) -> Any:
    """Return the format for one that is asked for: money stays in its currency, what is whole stays so."""
    options = given if isinstance(given, dict) else {"name": given}
    if isinstance(known, dict) and known["name"] == given:
        return known  # minutes stay minutes
    if isinstance(known, dict) and known["name"] == "currency" and options["name"] in {"currency", "integer"}:
        # What is in cents stays so.
        return {**known, **({"digits": 0} if given == "integer" else options)}
    if options["name"] == "number" and "digits" in options:
        of_own = known if isinstance(known, dict) else {"name": known}
        if of_own["name"] in {"percent", "currency"}:
            return {**of_own, "digits": options["digits"]}
    return known if (known, given) == ("integer", "number") else given


def refuse_conversion(source: Source, key: str, given: Any) -> None:
    """Refuse to show a figure as what it is not: no format converts."""
    known, name = source.meanings.get(key), last_part(key)
    given = given if isinstance(given, dict) else {"name": given}
    called, wanted, quantity = given["name"], given.get("currency"), QUANTITIES.get(given["name"])
    doubt(called in TEMPORAL and known is not None and known.unit, "a figure, and no moment")
    takes, types = FORMATS[called].types, declared_types(source.schemas.get(key, {}))
    texts = types == frozenset({"string"}) and takes and "string" not in takes
    doubt(texts, f"{name} holds no values that can be shown as {called}")
    alone = known.alone if known is not None and isinstance(known.alone, dict) else {}
    ending = (words_of(name) or [""])[-1].lower()
    own = alone.get("currency") or (ending.upper() if ending in CURRENCIES else None)
    way = 'what converts is the server, or a page of its own: mode = "html"'
    refuse(
        wanted and own and wanted != own,
        f"{name} is in {own}, and a format converts nothing to {wanted}",
        way,
    )
    refuse(
        quantity == "money" and ending in MINOR and not wanted,
        f"{name} is in {ending}: as whole money it would be a hundred times too much",
        'say which money it is: "… in euros"',
    )
    unit = unit_of(source, key) or (known and (alone.get("unit") or known.unit))
    is_duration = alone.get("name") == "duration"
    refuse(
        quantity == "a duration" and known is not None and not is_duration,
        f"a duration is made of milliseconds, seconds, minutes or hours, and {name} is none of them",
        way,
    )
    fits = own or is_duration or (known is not None and quantity == known.family == "bytes")
    refuse(quantity and unit and not fits, f"{name} is in {unit}, which is not {quantity}", way)


# Units


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
        doubt(not unit and to == "pound", "money, or a weight?")
        spare(unit == to, f"it would change nothing: {name} is in {to} already")
        told = f"comes in {unit}" if unit else "has no unit that its schema or name tells"
        refuse(unit not in alike, f"{name} {told}, which is not converted to {to}")
        for component in source.components:
            converted(component, source, key, to)
    for source in {one.home: one for one, _ in found}.values():
        for props in map(props_of, source.shown("chart")):
            keys = [each["key"] for each in props.get("y", ()) if unit_of(source, each["key"]) in alike]
            left = [last_part(key) for key in keys if not is_converted(props, key)]
            told = f"a chart shows {listed(left)} beside it, in another unit"
            refuse(left and len(left) < len(keys), told, "name them too")


def unit_of(source: Source, key: str) -> str:
    """Return the unit that a member comes in, "" where nothing tells it."""
    alone = source.meaning(key).alone
    name = alone.get("name") if isinstance(alone, dict) else alone
    if name == "unit" and isinstance(alone, dict):
        return str(alone.get("unit", ""))
    plain = name in {None, "number", "integer"}
    said = phrases().get(parts_of(last_part(key))[-1:], ()) if plain else ()
    return next((str(one.value) for one in said if one.kind == "unit"), "")


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
