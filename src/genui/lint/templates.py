"""What html5lib, which is older than `<template>`, has to be told: rows and cells may stand in one alone."""

from functools import cache
from typing import Any

CELLS, ROWS = frozenset({"td", "th"}), frozenset({"td", "th", "tr"})
GROUPS = ROWS | {"tbody", "thead", "tfoot", "caption", "colgroup"}
ENDED = {
    **dict.fromkeys(("td", "th"), CELLS),
    "tr": ROWS,
    **dict.fromkeys(("tbody", "thead", "tfoot", "caption", "colgroup"), GROUPS),
    "col": frozenset[str](),
}
"""What the start of a part of a table ends."""


@cache
def know_templates() -> None:
    """Have every parser of html5lib keep the parts of tables in templates, and end a template at its end tag.

    The HTML standard's insertion mode "in template", as far as trees for judging and mending need it.
    """
    from html5lib.html5parser import getPhases

    # Parsers ask for the same classes, which are kept by how they were asked for.
    body = vars(getPhases(False)["inBody"])  # noqa: FBT003
    starts, ends = body["startTagHandler"], body["endTagHandler"]
    ignored, other = starts["tr"], ends["template"]

    def start(phase: Any, token: Any) -> Any:
        if not in_template(phase):
            return ignored(phase, token)
        name, opened = token["name"], phase.tree.openElements
        while opened[-1].name in ENDED[name]:
            opened.pop()
        phase.tree.insertElement(token)
        if name == "col":
            opened.pop()
            token["selfClosingAcknowledged"] = True
        return None

    def end(phase: Any, token: Any) -> Any:
        if not in_template(phase):
            return other(phase, token)
        while phase.tree.openElements.pop().name != "template":
            pass
        return None

    starts.update(dict.fromkeys(ENDED, start))
    ends["template"] = end


def in_template(phase: Any) -> bool:
    """Tell whether the parser is inside a template."""
    return any(element.name == "template" for element in phase.tree.openElements)
