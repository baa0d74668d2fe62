"""Wishes for the format of members: which one is asked for, and which a figure cannot take."""

from typing import Any

from genui.baseline.meaning import CURRENCIES
from genui.expressions import FORMATS
from genui.labels import words_of
from genui.refine.draft import doubt, refuse
from genui.refine.index import MEMBERS, SHORT, index_of
from genui.refine.showing import told_of
from genui.refine.slots import Slots
from genui.refine.sources import Source, last_part, sources_of
from genui.refine.words import parts_of

MINOR = frozenset({"cents", "cent", "pence", "minor"})
"""Last words of names of amounts in minor units."""

QUANTITIES = {"currency": "money", "bytes": "bytes", "duration": "a duration", "percent": "percent"}
"""Formats that say what a figure is."""

RATIO = {"name": "percent", "ratio": True}


def format_of(s: Slots) -> Any:
    """Return the format that a clause asks for: a name, or a name with its options."""
    denied = min((one.start for one in s.all("not")), default=len(s.clause))
    names = [one.value for one in s.all("format", "pres") if one.start < denied and one.value in FORMATS]
    whole = "integer" in names
    if s.has("decimal") and s.has("number"):
        digits = min(int(s.value("number")), 10)
        return {"name": "number", "digits": digits, "least": digits} if digits else "integer"
    if currency := s.value("currency"):
        return {"name": "currency", "currency": currency, **({"digits": 0} if whole else {})}
    if whole and "currency" in names:
        return {"name": "currency", "digits": 0}
    doubt(not names and not s.has("round"), "which format?")
    return "integer" if not names or (whole and "number" in names) else names[-1]


def refuse_others(s: Slots) -> None:
    """Give up a reading that names more than one format, or a name where a format was read."""
    told, names = s.all("format", "currency", "number"), s.names()
    if told and names:
        first = told[0]
        in_list = any(one.value == "and" and one.start == first.end for one in s.all("prep"))
        doubt(in_list and names[0].start > first.start, "a name in a list, and no format")
        between = any(first.end <= one.start < told[-1].start for one in names)
        parting = [one for one in s.all("prep", "show", "where") if one.value != "and"]
        parted = any(names[0].end <= one.start < names[-1].start for one in parting)
        doubt(between or (parted and len(s.members()) > 1), "each has a format of its own")
    for text in [f"{one.text} {each.text}" for one in names for each in told if one.end == each.start]:
        doubt(index_of(s.draft).find(parts_of(text), MEMBERS)[0] < SHORT, "a name, and no format")


def format_members(s: Slots) -> None:
    """Give members a format wherever they are shown."""
    refuse_others(s)
    given = format_of(s)
    dates = [(one, key) for one in sources_of(s.draft) for key in one.moments()]
    for source, key in dates if s.has("all_dates") else s.members():
        refuse_conversion(source, key, given)
        for entry in told_of((source, key), charts=False):
            entry["format"] = beside_known(entry.get("format"), given)
            if given == "percent" and source.meaning(key).format == RATIO:
                entry["format"] = RATIO


def beside_known(known: Any, given: Any) -> Any:
    """Return the format for one that is asked for: money stays in its currency, what is whole stays so."""
    if isinstance(known, dict) and known.get("name") == "currency" and given in ("currency", "integer"):
        return {**known, "digits": 0} if given == "integer" else known
    return known if (known, given) == ("integer", "number") else given


def refuse_conversion(source: Source, key: str, given: Any) -> None:
    """Refuse to show a figure as what it is not: no format converts."""
    known, name = source.meanings.get(key), last_part(key)
    alone = known.alone if known is not None and isinstance(known.alone, dict) else {}
    given = given if isinstance(given, dict) else {"name": given}
    ending = (words_of(name) or [""])[-1].lower()
    own = alone.get("currency") or (ending.upper() if ending in CURRENCIES else None)
    wanted, quantity = given.get("currency"), QUANTITIES.get(given["name"])
    way = 'what converts is the server, or a page of its own: mode = "html"'
    refuse(
        wanted and own and wanted != own,
        f"{name} is in {own}, and a format converts nothing to {wanted}",
        way,
    )
    refuse(
        quantity == "money" and ending in MINOR,
        f"{name} is in {ending}: as whole money it would be a hundred times too much",
        way,
    )
    if known is None:
        return
    unit = alone.get("unit") or known.unit
    refuse(
        quantity == "a duration" and alone.get("name") != "duration",
        f"a duration is made of seconds or milliseconds, and {name} is neither",
        way,
    )
    fits = (
        alone.get("name") == "duration" if quantity == "a duration" else quantity == known.family == "bytes"
    )
    refuse(quantity and unit and not own and not fits, f"{name} is in {unit}, which is not {quantity}", way)
