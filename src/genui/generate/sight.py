"""What a view shows first: the parts on its screen, by its outline, and what each part tells a person.

Heights are those of style.css at 560 px. Where Chromium drew the view, its boxes replace them.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from genui.generate.telling import (
    Fact,
    Part,
    length_of,
    lines_of,
    mean,
    plain,
    role_worth,
    table_part,
    worth_of,
)
from genui.model import Json, JsonObject
from genui.outlinetext import cell, told

WIDTH, SCREEN = 560, 600
"""The first screen of a view in a chat, in CSS pixels."""

ABOVE, GAP = 52, 16
"""What the line of the run takes above the result, and the room between two parts."""

ENOUGH, MOST = 18, 0.7
"""Values that a first screen can well tell; of a result with fewer, this share."""

BELOW = 0.4
"""What a part below the first screen counts in the measures of parts."""

SAME_SCALE = 25
"""How many times as large a series may be as another in one chart, before that lies flat."""

SHARES = 7
"""Parts of a donut that can still be told apart."""

LONG_FIELDS = 14
MARKS = re.compile(r"^#{1,6} |^\|.*\|$|\*\*\w", re.M)
"""Marks of markdown, which a plain text shows as they are."""

MEASURES = ("tells", "names", "scales", "codes", "walls", "whole", "fields")

ASIDE = 0.8
"""The worth of a value that a person has to unfold or to choose a column for."""


class Box(NamedTuple):
    """A component as Chromium drew it: pixels, and the share of its texts that are cut."""

    kind: str
    height: float
    cut: float


def sight_of(outline: JsonObject, known: frozenset[str], boxes: Sequence[Box]) -> Mapping[str, float]:
    """Return the measures, from 0 to 1, of a view of a result with these values, drawn or not."""
    parts = boxed(list(parts_of(outline)), boxes)
    top, seen = float(ABOVE), set[str]()
    told_worth = 0.0
    marks: dict[str, list[tuple[float, float]]] = {}
    for part in parts:
        told_worth += first_screen(part, top, seen, known)
        share = (1.0 if top < SCREEN else BELOW) * min(part.height, SCREEN)
        for name, mark in part.marks.items():
            marks.setdefault(name, []).append((mark, share))
        top += part.height + GAP
    wanted = max(1.0, min(float(ENOUGH), len(known) * MOST))
    found = {
        name: sum(mark * share for mark, share in given) / sum(share for _, share in given)
        for name, given in marks.items()
    }
    return {
        **dict.fromkeys(MEASURES, 1.0),
        **found,
        "tells": min(1.0, told_worth / wanted),
        "fields": coverage(outline, known),
    }


def coverage(outline: JsonObject, known: frozenset[str]) -> float:
    """Return the share of a result's values that stand anywhere in a view; those aside count less.

    Ids and repetitions may well be left out: `MOST` of them are enough.
    """
    open_, aside = ({text for text, one in said_in(outline) if one is folded} for folded in (False, True))
    worth = [
        next((much for texts, much in ((open_, 1.0), (aside, ASIDE)) if stands_in(texts, value)), 0.0)
        for value in known
    ]
    return min(1.0, mean(worth) / MOST)


def stands_in(texts: set[str], value: str) -> bool:
    """Tell whether a value is one of these texts, or a part of one."""
    return value in texts or (len(value) > 2 and any(value in text for text in texts))


def said_in(node: Json, *, folded: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield every text and value of an outline, and whether it is seen only by opening something."""
    if isinstance(node, Mapping):
        # A result may itself hold objects of a type "table".
        table = node.get("type") == "table" and "columns" in node
        if table:
            shown = [column for column in node["columns"] if not column.get("hidden")]
            yield from ((plain(cell(row, column)), folded) for row in node["rows"] for column in shown)
        aside = folded or table or node.get("type") == "fold" or bool(node.get("folded"))
        for name, member in node.items():
            # A card has its whole row beside it, for what can be done with it: nobody sees that.
            if name != "row":
                yield from said_in(member, folded=aside)
    elif isinstance(node, list):
        for entry in node:
            yield from said_in(entry, folded=folded)
    elif node is not None:
        yield plain(node), folded


def first_screen(part: Part, top: float, seen: set[str], known: frozenset[str]) -> float:
    """Return the worth of what a part tells within the first screen, nothing counted twice."""
    room = (SCREEN - top) / part.height if part.height else 1.0
    worth = 0.0
    for fact in part.facts[: max(0, round(len(part.facts) * min(1.0, room)))]:
        if fact.text and fact.text not in seen:
            # "Order 7 is cancelled" tells two values.
            within = {one for one in known if len(one) > 2 and one in fact.text and one not in seen}
            worth += fact.worth * max(1, len(within))
            seen |= {fact.text, *within}
    return worth


def boxed(parts: list[Part], boxes: Sequence[Box]) -> list[Part]:
    """Return parts with the heights and marks of the boxes of their kind, in order."""
    left = list(boxes)
    found: list[Part] = []
    for part in parts:
        box = next((one for one in left if one.kind == part.kind), None)
        if box is None:
            found.append(part)
            continue
        left.remove(box)
        found.append(part._replace(height=box.height, marks={**part.marks, "whole": 1 - box.cut}))
    return found


def parts_of(node: JsonObject) -> Iterator[Part]:
    """Yield the parts that stand below one another at first; what is folded, or behind a tab, does not."""
    kind = str(node["type"])
    if node.get("heading") and kind != "chart":
        yield Part("heading", 24.0)
    if kind == "section" and node.get("folded"):
        return
    if kind in READ:
        yield READ[kind](node)._replace(kind=str(node.get("component", kind)))
    elif kind == "fold":
        yield Part("fold", 24.0)
    elif kind == "tabs":
        yield Part("labels", 36.0)
        for part in node["tabs"][0]["parts"]:
            yield from parts_of(part)
    elif kind == "switch":
        yield from parts_of(next(iter(node["views"].values())))
    else:
        for part in [*node.get("parts", ()), *([node["part"]] if node.get("part") else ())]:
            yield from parts_of(part)


def listed(member: str, *names: str, row: float, columns: int = 1) -> Callable[[JsonObject], Part]:
    """Return what reads a list of things that are called by the first of these members."""

    def read(node: JsonObject) -> Part:
        things: Sequence[Any] = node[member]
        facts: list[Fact] = []
        height = 0.0
        for thing in things:
            texts = [thing.get(name) for name in names] if isinstance(thing, Mapping) else [thing]
            texts += [field.get("value") for field in fields_in(thing)]
            facts += [Fact(plain(text), worth_of(text)) for text in texts if text not in (None, "", [])]
            body = (
                thing.get("body") or thing.get("part", {}).get("text") if isinstance(thing, Mapping) else ""
            )
            lines = lines_of(told(body)) if body else 0
            facts += [Fact(plain(body), worth_of(body))] if body else []
            height += (
                row + 20 * min(lines, 6) + 22 * (len(fields_in(thing)) if columns > 1 else 0)
            ) / columns
        heads = [thing.get(names[0]) if isinstance(thing, Mapping) else thing for thing in things]
        marks = {"names": called(heads)} if names else {}
        return Part(str(node["type"]), height, tuple(facts), {**marks, "codes": clear(facts)})

    return read


def fields_in(thing: Json) -> Sequence[JsonObject]:
    """Return the fields of a card or of an entry of a list."""
    return thing.get("fields") or () if isinstance(thing, Mapping) else ()


def called(heads: Sequence[Json]) -> float:
    """Return how well things are named by their heads: in words, and each by another."""
    if not heads:
        return 1.0
    texts = [plain(head) for head in heads]
    differ = 1.0 if len(texts) < 3 or len(set(texts)) > 1 else 0.3
    return differ * mean([role_worth(head) if text else 0.0 for head, text in zip(heads, texts, strict=True)])


def clear(facts: Sequence[Fact]) -> float:
    """Return the share of what is told that a person can read without a key to it."""
    return mean([min(1.0, fact.worth / 0.7) for fact in facts])


def read_fields(node: JsonObject) -> Part:
    """Read label and value, one below another."""
    fields: Sequence[JsonObject] = node["fields"]
    facts = tuple(Fact(plain(one.get("value")), worth_of(one.get("value"), one)) for one in fields)
    height = sum(14 + 20 * lines_of(plain(one.get("value")), 50) for one in fields)
    long = mean([1.0 if length_of(one.get("value")) < 300 else 0.0 for one in fields])
    walls = long * min(1.0, LONG_FIELDS / max(1, len(fields)))
    return Part("key-value", float(height), facts, {"codes": clear(facts), "walls": walls})


def read_stats(node: JsonObject) -> Part:
    """Read figures: large, so each tells as much as two values, but prose in large type is cut."""
    stats: Sequence[JsonObject] = node["stats"]
    facts = tuple(Fact(plain(one.get("value")), worth_of(one.get("value"), one)) for one in stats)
    whole = mean([1.0 if length_of(one.get("value")) < 18 else 0.3 for one in stats])
    height = 84.0 * (1 + (len(stats) - 1) // 4)
    large = tuple(Fact(one.text, 2 * one.worth) for one in facts)
    return Part("stat-cards", height, large, {"codes": clear(facts), "whole": whole})


def read_chart(node: JsonObject) -> Part:
    """Read a chart: it tells of each point a little, where the points can be compared."""
    if node.get("tableFirst") and "table" in node:
        return table_part(node["table"])
    values = [[v for v in one["values"] if isinstance(v, int | float)] for one in node["series"]]
    scale = scales(node["kind"], values, [plain(place["label"]) for place in node["places"]])
    if not runs_along(node):
        scale = min(scale, 0.3)
    points = sum(map(len, values))
    # As texts of its own: no point is the same as a cell.
    facts = tuple(Fact(f"{node.get('heading')} {at}", scale) for at in range(min(points, 40)))
    # Moments along an axis are as good as names.
    heads = called([place["label"] for place in node["places"]]) if node.get("axis") == "name" else 1.0
    return Part("chart", 270.0, facts, {"scales": scale, "names": heads})


def runs_along(node: JsonObject) -> bool:
    """Tell whether a line has an axis to run along: names have no order, nor have rows that of a measure."""
    axis = node.get("axis") if node["kind"] in {"line", "area"} else ""
    if axis != "number" or "table" not in node:
        return axis != "name"
    along = [plain(place["value"]) for place in node["places"]]
    rows, columns = node["table"]["rows"], node["table"]["columns"]
    found = [list(dict.fromkeys(plain(cell(row, column)) for row in rows)) for column in columns]
    return along in found or along[::-1] in found


def scales(kind: str, values: Sequence[Sequence[float]], places: Sequence[str]) -> float:
    """Return how well the numbers of a chart can be compared by eye."""
    if not any(values):
        return 0.0
    most = [max(map(abs, series)) for series in values if series]
    flat = min(most) * SAME_SCALE < max(most)
    # Moments and ids make bars of one length.
    alike = all(min(series) > 0.97 * max(series) > 0 for series in values if len(series) > 2) and any(
        len(series) > 2 for series in values
    )
    crowded = kind == "donut" and len(places) > SHARES
    return 0.2 if flat else 0.1 if alike else 0.4 if crowded else 1.0


def read_text(node: JsonObject) -> Part:
    """Read a text: each line tells something, those of a program's notation little."""
    text = plain(node.get("text", node.get("value")))
    coded = node["type"] in {"tree", "value", "code-block"} or text[:1] in {"{", "["}
    lines = [line for line in text.split("\n") if line.strip()] or [""]
    if coded and len(lines) < 3:
        lines = text.split(",")
    rows = [lines_of(line) for line in lines]
    facts = tuple(Fact(line, 0.3 if coded else 1.0) for line in lines)
    walls = 0.4 if coded or max(rows) > 8 else 1.0
    marked = node["type"] == "text" and MARKS.search(text)
    marks = {
        "walls": walls,
        "codes": 0.4 if coded else 0.7 if marked else 1.0,
        **({"names": 0.4} if coded else {}),
    }
    return Part(str(node["type"]), 20.0 * sum(rows), facts, marks)


def nothing(height: float) -> Callable[[JsonObject], Part]:
    """Return what reads a part that tells one thing at most."""

    def read(node: JsonObject) -> Part:
        text = plain(node.get("text", node.get("label")))
        return Part(str(node["type"]), height, (Fact(text, worth_of(text)),) if text else ())

    return read


READ: Mapping[str, Callable[[JsonObject], Part]] = {
    "table": table_part,
    "chart": read_chart,
    "key-value": read_fields,
    "stat-cards": read_stats,
    "list": listed("items", "title", "meta", row=45),
    "cards": listed("cards", "title", "subtitle", row=66, columns=2),
    "timeline": listed("events", "title", "when", "about", row=52),
    "message-list": listed("messages", "who", "when", row=32),
    "links": listed("links", "label", "about", row=28),
    "badges": listed("badges", "text", row=8),
    "tags": listed("values", row=8),
    "hierarchy": listed("lines", "title", "about", row=24),
    "dag": listed("nodes", "label", row=40),
    **dict.fromkeys(("text", "markdown", "code-block", "diff", "plain", "tree", "value"), read_text),
    **dict.fromkeys(("image", "video", "medium"), nothing(300.0)),
    **dict.fromkeys(("header", "note", "progress-bar", "audio", "link", "resource"), nothing(28.0)),
    "failed": lambda node: Part("failed", 200.0, (), {"codes": 0.0, "names": 0.0, "walls": 0.0}),
}
"""What reads each type of node, by docs/outline.md."""
