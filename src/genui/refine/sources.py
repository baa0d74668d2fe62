"""Where a spec takes its data from: each array or object of the result, its components, members and steps."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from genui.baseline.examples import example_schema
from genui.baseline.meaning import Meaning, entry_of, head_of, meaning_of
from genui.baseline.parts import parts_of
from genui.canonical import canonical_json
from genui.expressions import pointer_of, pointer_parts
from genui.model import Json, JsonObject
from genui.refine.draft import Component, Draft, props_of
from genui.refine.seen import seen_rows
from genui.schema import entries, infer_schema, members
from genui.typecheck.types import Place, Places, Scope, inside_rows, places_of, scope_of

Props = dict[str, Any]

ADAPTIVE = ("auto", "rows")
"""The components that look at the data before they decide."""
GRIDS = ("table", *ADAPTIVE)
"""The components of columns."""
WHOLE_VALUES = ("text", "markdown", "code-block", "tree")
"""The components that show any one value as it is."""
LISTS = {
    "table": "columns", "rows": "columns", "cards": "fields", "key-value": "fields", "chart": "y",
    "stat-cards": "stats", "list": "fields", "timeline": "fields",
}  # fmt: skip
"""Components that name members one by one, and the prop that does."""
ROW_PARTS = ("table", "rows", "auto", "cards", "list", "timeline")
"""Components that draw each row by itself."""
HEADED = frozenset({"cards", "list", "timeline"})
"""Components that show a title, and single members only where they are told so."""
TEMPORAL = frozenset({"date", "datetime", "time", "relative"})


@dataclass
class Source:
    """One array or object of the result, and what is shown of it."""

    home: str
    expression: Json
    rows: bool
    open: bool = False
    """True where other members than the known ones may come."""
    components: list[Component] = field(default_factory=list)
    names: dict[str, list[str]] = field(default_factory=dict)
    meanings: dict[str, Meaning] = field(default_factory=dict)
    schemas: dict[str, JsonObject] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The pointer of what it reads, "" where that is an expression."""
        path = self.expression.get("$path") if isinstance(self.expression, dict) else None
        return path if isinstance(path, str) else ""

    def call(self, pointer: str, *texts: Json) -> None:
        """Add names that a member goes by."""
        told = [text for text in texts if isinstance(text, str) and text]
        bare = [text.rpartition(", ")[0] for text in told if ", " in text]
        known = self.names.setdefault(pointer, [last_part(pointer)])
        known += [text for text in (*told, *bare) if text not in known]

    def meaning(self, pointer: str) -> Meaning:
        """Return what a member means, by its name alone where no schema tells."""
        return self.meanings.get(pointer) or meaning_of(last_part(pointer), {})

    def entry(self, pointer: str) -> dict[str, Any]:
        """Return the column or field of a member, as the baseline would make it."""
        meaning = self.meaning(pointer)
        if not self.rows:
            return entry_of(pointer, meaning.label, meaning.alone)
        return entry_of(pointer, head_of(meaning), meaning.format)

    def measures(self) -> list[str]:
        """Return the members that are figures."""
        return [pointer for pointer, meaning in self.meanings.items() if meaning.measure]

    def moments(self) -> list[str]:
        """Return the members that are days or moments."""
        return [pointer for pointer, meaning in self.meanings.items() if is_temporal(meaning)]

    def shown(self, *types: str) -> list[Component]:
        """Return the components of these types that show it."""
        return [one for one in self.components if one["type"] in types]


@lru_cache(maxsize=4096)
def last_part(pointer: str) -> str:
    """Return what a member is called in its object."""
    return (pointer_parts(pointer) or ["value"])[-1]


def is_temporal(meaning: Meaning) -> bool:
    """Tell whether a member is a day or a moment."""
    name = meaning.format.get("name") if isinstance(meaning.format, dict) else meaning.format
    return name in TEMPORAL


def sources_of(draft: Draft) -> list[Source]:
    """Return the sources of a draft in the order in which they are shown."""
    found: dict[str, Source] = {}
    if "scope" not in draft.memory:
        draft.memory["scope"] = _scope_for(draft)
    scope, guessed = draft.memory["scope"]
    for component in draft.components():
        adapts = component["type"] in ADAPTIVE
        for expression, rows in _read_by(component):
            home = "auto " * adapts + canonical_json(expression)
            source = found.setdefault(home, Source(home, expression, rows, adapts))
            if component not in source.components:
                source.components.append(component)
            _name(component, source)
    for source in found.values():
        # A table of sums shows other rows, where something shows these.
        own = [one for one in source.components if one["type"] == "chart" or not sums_up(one)]
        source.components = own if any(one["type"] != "chart" for one in own) else source.components
        if source.home not in draft.memory:
            draft.memory[source.home] = _learnt(source, scope, draft)
        _learn(source, draft.memory, guessed=guessed)
    _named_once(found)
    return list(found.values())


def sums_up(component: Component) -> bool:
    """Tell whether a component draws what its rows come to, and not the rows."""
    return any("aggregate" in step for step in component.get("props", {}).get("transform", ()))


def _scope_for(draft: Draft) -> tuple[Scope, bool]:
    """Return the scope of the result, and whether it is only guessed from recorded examples."""
    scope = scope_of(draft.tool)
    if "result" in scope.roots or not draft.examples:
        return scope, False
    schema = example_schema(draft.examples)
    return (Scope({**scope.roots, "result": Place(schema, schema)}), True) if schema else (scope, False)


def _read_by(component: Component) -> list[tuple[Json, bool]]:
    """Return the arrays and objects that a component reads, each with whether it is one of rows."""
    props, kind = component.get("props", {}), component["type"]
    if kind in ADAPTIVE:
        return [(props.get("of", {"$path": "/result"}), True)]
    parents = [stat_parent(stat) for stat in props.get("stats", ())]
    found: list[tuple[Json, bool]] = [({"$path": one[0]}, False) for one in parents if one is not None]
    if "rows" in props:
        return [(props["rows"], True), *found]
    return [(props["of"], False), *found] if kind == "key-value" else found


def stat_parent(stat: Json) -> tuple[str, str] | None:
    """Return the pointer of the object that a stat is a member of, and its pointer therein."""
    value = stat.get("value")
    if not isinstance(value, dict) or not isinstance(value.get("$path"), str):
        return None
    *above, last = pointer_parts(value["$path"])
    return (pointer_of(*above), pointer_of(last)) if above else None


def _name(component: Component, source: Source) -> None:
    """Add the names by which a component calls the members of a source."""
    props = component.get("props", {})
    for entry in props.get(LISTS.get(component["type"], ""), ()):
        parent = stat_parent(entry) or ("", "")
        if "key" in entry or (parent[1] and parent[0] == source.path):
            source.call(key_of(entry), entry.get("label"))
    items = [value.get("$item") for value in props.values() if isinstance(value, dict) and source.rows]
    for pointer in (*map(props.get, ("x", "series", "group")), *items):
        if isinstance(pointer, str) and pointer:
            source.call(pointer)


def _learn(source: Source, memory: dict[str, Any], *, guessed: bool) -> None:
    known, parts = memory[source.home]
    unlisted = any(one["type"] == "table" and "columns" not in one["props"] for one in source.components)
    source.open = source.open or not known or (guessed and unlisted)
    for part in parts:
        source.call(part.pointer, part.meaning.label, head_of(part.meaning), part.name)
        source.meanings.setdefault(part.pointer, part.meaning)
        source.schemas.setdefault(part.pointer, part.schema)


def _learnt(source: Source, scope: Scope, draft: Draft) -> tuple[bool, list[Any]]:
    """Return whether anything tells the members of a source, and the members."""
    places: Places = places_of(source.expression, scope)
    whole = source.home.startswith("auto ")
    if source.rows and not whole:
        places = inside_rows(scope, places).row
    rows = seen_rows(draft, source.expression, found=whole) if source.rows and (whole or not places) else []
    seen = _rows_within(places) if whole else places
    if rows:
        schema = infer_schema(rows)
        seen = (Place(schema, schema),)
    parts = [
        part for place in seen or () for part in parts_of(members(place.schema, place.root), "", place.root)
    ]
    return bool(places), parts


def _rows_within(places: Places) -> Places:
    """Return the schemas of the rows in a value, or in a member of it, which the page will find."""
    found: list[Place] = []
    for place in places or ():
        inner = [member.schema for member in members(place.schema, place.root)]
        rows = [entries(schema, place.root) for schema in (place.schema, *inner)]
        found += [Place(row, place.root) for row in rows if row is not None]
    return tuple(found)


def _named_once(found: dict[str, Source]) -> None:
    """Leave each member to one source: that which shows it, else the one nearest to it."""
    objects = [source for source in found.values() if not source.rows]
    for source in objects:
        told = {each["key"] for one in source.components for each in one.get("props", {}).get("fields", ())}
        for inner in objects:
            if source is inner or not inner.path.startswith(source.path + "/"):
                continue
            for pointer in inner.names:
                nested = inner.path.removeprefix(source.path) + pointer
                if nested in source.names and nested not in told:
                    del source.names[nested]
                    source.meanings.pop(nested, None)


def adaptive(component: Component) -> dict[str, Any]:
    """Return the props of a component that looks at the data, made one that can be told what to draw."""
    if component["type"] == "table":
        props = props_of(component)
        component["props"] = {"of": props.pop("rows"), "as": "table", **props}
    component["type"] = "rows"
    return props_of(component)


def is_adaptive(component: Component, source: Source) -> bool:
    """Tell whether a component is told about single members only, while others come as they are."""
    kind = component["type"]
    return kind in ADAPTIVE or (kind == "table" and source.open and "columns" not in component["props"])


def told_props(component: Component, source: Source) -> dict[str, Any]:
    """Return the props of a component, made one that can be told what to draw where it looks at the data."""
    return adaptive(component) if is_adaptive(component, source) else props_of(component)


def key_of(entry: dict[str, Any]) -> str:
    """Return the pointer of the member that a column, field, measure or stat shows."""
    return entry["key"] if "key" in entry else (stat_parent(entry) or ("", ""))[1]


def entries_in(component: Component, source: Source) -> list[dict[str, Any]]:
    """Return the list in which a component names its members, filled in where it was inferred."""
    prop = LISTS.get(component["type"], "")
    props = props_of(component)
    if prop and prop not in props and component["type"] not in HEADED:
        props[prop] = [source.entry(pointer) for pointer in source.meanings]
    listed: list[dict[str, Any]] = props.get(prop, [])
    return listed


def upserted(component: Component, pointer: str) -> dict[str, Any]:
    """Return what an adaptive component is told about one member, made where it is told nothing."""
    told: list[dict[str, Any]] = adaptive(component).setdefault("columns", [])
    if all(each["key"] != pointer for each in told):
        told.append({"key": pointer})
    return next(each for each in told if each["key"] == pointer)


def look_again(draft: Draft) -> bool:
    """Let what shows one value whole, as text or a tree, look for rows; return whether there was one."""
    found = draft.components(*WHOLE_VALUES)[:1]
    for whole in found:
        of = props_of(whole).pop("of", None)
        whole |= {"type": "rows", "props": {"of": of} if of != {"$path": "/result"} else {}}
    return bool(found)


# Steps that make rows of others

CHANGES_ROWS = frozenset({"aggregate", "pivot", "window", "limit", "sort"})
"""Steps before which rows are filtered."""


def item(key: str) -> dict[str, str]:
    """Return the expression of a member of the row."""
    return {"$item": key}


def without_step(props: Props, name: str) -> None:
    """Take the steps of a name away."""
    left = [step for step in props.pop("transform", ()) if name not in step]
    props |= {"transform": left} if left else {}


def add_step(props: Props, step: Props) -> None:
    """Add a step behind the others; a filter stands before what many rows come to."""
    steps: list[Props] = list(props.get("transform", ()))
    changing = [place for place, one in enumerate(steps) if "filter" in step and set(one) & CHANGES_ROWS]
    at = changing[0] if changing else len(steps)
    props["transform"] = [*steps[:at], step, *steps[at:]]
