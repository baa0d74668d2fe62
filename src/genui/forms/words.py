"""The texts of a form: the names of a run, and the line about the values that were sent."""

import re
from typing import Any

from genui.baseline.units import DURATIONS, UNITS
from genui.forms.shapes import Shapes, shape
from genui.labels import VERBS, label_of, submit_label, title_of
from genui.model import JsonObject, Tool, listed, mapping
from genui.schema_rules.messages import lowered

_DOUBLED = re.compile(
    r"^(commit|cut|drag|drop|get|grep|pin|plan|put|run|scan|set|skip|split|stop|submit|unpin|unzip|zip)$"
)
_TARGET = re.compile(
    r"^(archive|cancel|clear|close|delete|destroy|drop|erase|purge|remove|reset|revoke|stop) ", re.I
)
_LISTING = re.compile(r"^(?:list|search|find|query|get all) (.+)$", re.I)
_PAGING = re.compile(
    r"(limit|offset|page|(per )?page (size|no|number)|per page|max results|page token|cursor)$", re.I
)
_CAPITAL = re.compile(r"\b[A-Z](?=[a-z])")


def words_of_form(tool: Tool, spec: JsonObject) -> dict[str, Any]:
    """Return the words of a form and of its runs."""
    title = spec.get("title") or title_of(tool)
    submit = mapping(spec.get("form")).get("submit") or submit_label(tool)
    found = _LISTING.match(title)
    nothing = (
        f"No {_CAPITAL.sub(lambda letter: letter[0].lower(), found[1])} found" if found else "Nothing found"
    )
    words = {"title": title, "submit": submit, "doing": doing(title), "nothing": nothing}
    if tool.annotations.get("destructiveHint") is True:
        words["ask"] = [submit.split(" ")[0]] if _TARGET.match(submit) else []
    return words


def doing(title: str) -> str:
    """Return "Getting forecast" for "Get forecast"; what begins with no verb is "Running …"."""
    first, *rest = title.split(" ")
    verb = first.lower()
    if verb not in VERBS:
        return f"Running {title}"
    stem = verb + verb[-1] if _DOUBLED.match(verb) else re.sub(r"([^e])e$", r"\1", verb)
    return " ".join([stem[:1].upper() + stem[1:] + "ing", *rest])


def said_of(shapes: Shapes, names: list[str], labels: JsonObject) -> list[list[Any]]:
    """Return what the run line may say of each member: name, label, how it stands inside, and its style.

    Style 1: a number stands before it ("7 days"); 2: it is never told, since it is always the same, or says
    only how much comes at once; a text is the unit behind a number ("radius 500 km").
    """
    members = mapping(shape(shapes, shapes.root).get("properties"))
    told = []
    for name in names:
        label = labels.get(name) or label_of(name[:300])
        fixed = "const" in shape(shapes, members.get(name)) or _PAGING.match(label)
        counted = re.search(r"[^s]s$", label) is not None
        head, unit = _unit_of(label)
        told.append([name, head, lowered(head), 2 if fixed else unit or (1 if counted else 0)])
    return told


def _unit_of(label: str) -> tuple[str, str]:
    """Return "Radius" and "km" of "Radius km"; a label that ends in no unit as it is."""
    head, _, last = label.rpartition(" ")
    measured = head and last.lower() in {*UNITS, *DURATIONS}
    return (head.rstrip(","), last) if measured else (label, "")


def required_of(at: JsonObject) -> list[str]:
    """Return the names that a shape requires."""
    return [name for name in listed(at.get("required")) if isinstance(name, str)]
