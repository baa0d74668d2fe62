"""Where a spec takes its data from: for each source its components, and the members that are known."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from genui.baseline.examples import example_schema
from genui.baseline.meaning import Meaning, head_of, label_for
from genui.baseline.result import parts_of
from genui.canonical import canonical_json
from genui.expressions import pointer_of, pointer_parts
from genui.model import Json
from genui.refine.draft import Component, Draft, Unfulfilled, listed, props_of
from genui.refine.names import Name, bare, resolved, resolved_all
from genui.refine.source import Source
from genui.refine.spelling import near, words_in
from genui.refine.synonyms import groups_of
from genui.schema import entries, members, walk_members
from genui.typecheck import path_of
from genui.typecheck.types import Place, Places, Scope, inside_rows, places_of, scope_of

ADAPTIVE = ("auto", "rows")
"""The components that look at the data before they decide."""
WHOLE_VALUES = ("text", "markdown", "code-block", "tree")
"""The components that show any one value as it is."""
LISTS = {"table": "columns", "rows": "columns", "cards": "fields", "key-value": "fields", "chart": "y"}
"""Components that name members one by one, and the prop that does."""


def scope_for(draft: Draft) -> tuple[Scope, bool]:
    """Return the scope of the result, and whether it is only guessed from recorded examples."""
    scope = scope_of(draft.tool)
    if "result" in scope.roots or not draft.examples:
        return scope, False
    schema = example_schema(draft.examples)
    return (Scope({**scope.roots, "result": Place(schema, schema)}), True) if schema else (scope, False)


def sources_of(draft: Draft) -> list[Source]:
    """Return the sources of a draft in the order in which they are shown."""
    found: dict[str, Source] = {}
    if "scope" not in draft.memory:
        draft.memory["scope"] = scope_for(draft)
    scope, guessed = draft.memory["scope"]
    for component in draft.components():
        for source in _from(component, found):
            if component not in source.components:
                source.components.append(component)
            _told(component, source)
    for source in found.values():
        _learn(source, scope, draft.memory, guessed=guessed)
    _count_rows(list(found.values()))
    named_once(found)
    return [source for source in found.values() if not draft.within or source.home in draft.within]


def named_once(found: Mapping[str, Source]) -> None:
    """Leave each member to one source: that which shows it, else the one nearest to it."""
    objects = [source for source in found.values() if not source.rows]
    for source in objects:
        for inner in objects:
            above, below = path_of_source(source), path_of_source(inner)
            if source is inner or not below.startswith(above + "/"):
                continue
            for pointer in inner.names:
                nested = below.removeprefix(above) + pointer
                if nested in source.names and nested not in told_pointers(source):
                    del source.names[nested]
                    source.meanings.pop(nested, None)


def path_of_source(source: Source) -> str:
    """Return the pointer of what a source reads, "" where it is an expression."""
    path = source.expression.get("$path") if isinstance(source.expression, dict) else None
    return path if isinstance(path, str) else ""


def told_pointers(source: Source) -> set[str]:
    """Return the members that the components of an object name."""
    return {entry["key"] for one in source.components for entry in one.get("props", {}).get("fields", ())}


COUNTS = frozenset({"total", "count", "totalcount", "totalresults", "numresults", "matches", "hits", "n"})
"""Members beside rows that tell how many there are."""


def _count_rows(sources: list[Source]) -> None:
    """Let a member that counts rows be called by them: "order count", "number of orders"."""
    words = [word for source in sources if source.rows for word in sorted(source.about())]
    for source in (one for one in sources if not one.rows):
        for pointer in list(source.names):
            if pointer.removeprefix("/").replace("_", "").lower() in COUNTS:
                for word in words:
                    source.call(pointer, f"{word} count", f"number of {word}")
                source.call(pointer, "total count", "grand total")


def _from(component: Component, found: dict[str, Source]) -> Iterator[Source]:
    props, kind = component.get("props", {}), component["type"]
    if kind in ADAPTIVE:
        whole = props.get("of", {"$path": "/result"})
        home = "auto " + canonical_json(whole)
        yield found.setdefault(home, Source(home, whole, rows=True, open=True))
    elif "rows" in props:
        home = canonical_json(props["rows"])
        yield found.setdefault(home, Source(home, props["rows"], rows=True))
    elif kind == "key-value":
        home = canonical_json(props["of"])
        yield found.setdefault(home, Source(home, props["of"], rows=False))
    for stat in props.get("stats", ()):
        parent = stat_parent(stat)
        if parent is not None:
            home = canonical_json({"$path": parent[0]})
            yield found.setdefault(home, Source(home, {"$path": parent[0]}, rows=False))


def stat_parent(stat: Json) -> tuple[str, str] | None:
    """Return the pointer of the object that a stat is a member of, and its pointer therein."""
    value = stat.get("value")
    if not isinstance(value, dict) or not isinstance(value.get("$path"), str):
        return None
    *above, last = pointer_parts(value["$path"])
    return (pointer_of(*above), pointer_of(last)) if above else None


def _told(component: Component, source: Source) -> None:
    props = component.get("props", {})
    for entry in props.get(LISTS.get(component["type"], ""), ()):
        source.call(entry["key"], entry.get("label"))
    for key in ("x", "series", "group"):
        if isinstance(props.get(key), str):
            source.call(props[key])
    for stat in props.get("stats", ()):
        parent = stat_parent(stat)
        if parent is not None and canonical_json({"$path": parent[0]}) == source.home:
            source.call(parent[1], stat.get("label"))
    for value in props.values() if source.rows else ():
        if isinstance(value, dict) and isinstance(value.get("$item"), str) and value["$item"]:
            source.call(value["$item"])


def _learn(source: Source, scope: Scope, memory: dict[str, Any], *, guessed: bool) -> None:
    if source.home not in memory:
        memory[source.home] = learnt(source, scope)
    known, learned = memory[source.home]
    unlisted = any(one["type"] == "table" and "columns" not in one["props"] for one in source.components)
    source.open = source.open or not known or (guessed and unlisted)
    for pointer, meaning, texts in learned:
        source.call(pointer, *texts)
        source.meanings.setdefault(pointer, meaning)


def learnt(source: Source, scope: Scope) -> tuple[bool, list[tuple[str, Meaning, tuple[str, ...]]]]:
    """Return whether anything tells the members of a source, and for each its meaning and names."""
    places: Places = places_of(source.expression, scope)
    whole = source.home.startswith("auto ")
    if source.rows and not whole:
        places = inside_rows(scope, places).row
    seen = rows_within(places) if whole else places
    parts = [
        part for place in seen or () for part in parts_of(members(place.schema, place.root), "", place.root)
    ]
    texts = [(part.meaning.label, head_of(part.meaning), part.name) for part in parts]
    return bool(places), [(part.pointer, part.meaning, told) for part, told in zip(parts, texts, strict=True)]


def rows_within(places: Places) -> Places:
    """Return the schemas of the rows in a value, or in a member of it, which the page will find."""
    found: list[Place] = []
    for place in places or ():
        inner = [Place(member.schema, place.root) for member in members(place.schema, place.root)]
        for each in (place, *inner):
            found += [Place(row, each.root) for row in (entries(each.schema, each.root),) if row is not None]
    return tuple(found)


# Choosing


def open_home(sources: Sequence[Source]) -> str:
    """Return the home of names that nobody has seen yet, "" where all members are known."""
    return next((source.home for source in sources if source.open), "")


def find(draft: Draft, said: str, *, rows: bool = False) -> tuple[Source, Name]:
    """Return the member of the result that is meant, with its source."""
    (pair,) = find_all(draft, said, rows=rows, one=True)
    return pair


def find_all(draft: Draft, said: str, *, rows: bool = False, one: bool = False) -> list[tuple[Source, Name]]:
    """Return the members of the result that a list names.

    Raises:
        Unfulfilled: One of them is not there, or is ambiguous.
    """
    sources = [source for source in sources_of(draft) if source.rows or not rows]
    names = [name for source in sources for name in source.known()]
    refuse_inputs(said, names)
    home = "" if only_asked(draft, said) else open_home(sources)
    chosen = [resolved(said, names, open_home=home)] if one else resolved_all(said, names, open_home=home)
    homes = {source.home: source for source in sources}
    for name in chosen if not draft.within else ():
        ask_of_twins(draft, homes[name.home], name)
    return [(homes[name.home], name) for name in chosen]


OF_FORM = re.compile(
    r"\b(?:inputs?|arguments?|args?|param(?:eter)?s?)(?: fields?)?$|\b(?:in|of|on|from) the (?:\w+ )?form$",
    re.I,
)
"""How a field of the form is named, and no member of the result."""


def refuse_inputs(said: str, names: Sequence[Name]) -> None:
    """Make sure that a name does not say that it is a field of the form.

    Raises:
        Unfulfilled: It does.
    """
    found = OF_FORM.search(said.strip())
    if found and not any(set(words_in(found[0])) & set(words_in(text)) for n in names for text in n.texts):
        raise Unfulfilled(f'"{bare(said)}" is of the form', weak=True)


def ask_of_twins(draft: Draft, source: Source, name: Name) -> None:
    """Ask back where a member of other rows is called the same, though the view shows it but inside another.

    Raises:
        Unfulfilled: There is one; both are told.
    """
    if "twins" not in draft.memory:
        draft.memory["twins"] = paths_by_name(draft)
    here = path_of_source(source).removeprefix("/result") + name.pointer
    sources = sources_of(draft)
    known = {
        path_of_source(one).removeprefix("/result") + pointer for one in sources for pointer in one.names
    }
    others = [path for path in draft.memory["twins"].get(name.told, ()) if path not in known]
    if source.open or not others or here not in draft.memory["twins"][name.told]:
        return
    told = listed([".".join(pointer_parts(path)) for path in (here, *others)])
    raise Unfulfilled(f'"{name.told}" can be {told}', f"say of which: … in {pointer_parts(here)[0]}")


def paths_by_name(draft: Draft) -> dict[str, list[str]]:
    """Return where members of each name are in the result, as paths without indices."""
    found: dict[str, list[str]] = {}
    place = draft.memory["scope"][0].roots.get("result")
    if place is not None:
        for path, member in walk_members(place.schema, place.root, depth=5):
            plain = pointer_of(*(str(part) for part in path if part != "*"))
            found.setdefault(member.name, []).append(plain)
    return found


def only_asked(draft: Draft, said: str) -> bool:
    """Tell whether a name that no result is known to have is that of an argument, and an unusual one."""
    text = bare(said)
    return text.lower() not in groups_of() and any(text == name.told for name in form_names(draft))


def rows_called(draft: Draft, said: str) -> list[Source]:
    """Return the rows that are called so by what they are in: "orders", or by "rows" and its like."""
    words = set(words_in(bare(said)))
    rows = [source for source in sources_of(draft) if source.rows]
    return [
        one
        for one in rows
        if words
        and (words <= {"row", "entry", "record"} or all(any(near(w, o) for o in one.about()) for w in words))
    ]


def adaptive(component: Component) -> dict[str, Any]:
    """Return the props of a component that looks at the data, made one that can be told what to draw."""
    if component["type"] == "table":
        props = props_of(component)
        props["of"] = props.pop("rows")
        component["props"] = {"of": props.pop("of"), "as": "table", **props}
    component["type"] = "rows"
    return props_of(component)


def is_adaptive(component: Component, source: Source) -> bool:
    """Tell whether a component is told about single members only, while others come as they are."""
    kind = component["type"]
    return kind in ADAPTIVE or (kind == "table" and source.open and "columns" not in component["props"])


def entries_of(component: Component, source: Source) -> list[dict[str, Any]] | None:
    """Return the list in which a component names its members, filled in where it was inferred; else None."""
    prop = LISTS.get(component["type"])
    if prop is None:
        return None
    props = props_of(component)
    if prop not in props and component["type"] != "cards":
        props[prop] = [source.entry(pointer) for pointer in source.meanings]
    listed: list[dict[str, Any]] = props.get(prop, [])
    return listed


def upserted(component: Component, pointer: str) -> dict[str, Any]:
    """Return what an adaptive component is told about one member, made where it is told nothing."""
    told: list[dict[str, Any]] = adaptive(component).setdefault("columns", [])
    entry = next((each for each in told if each["key"] == pointer), None)
    if entry is None:
        entry = {"key": pointer}
        told.append(entry)
    return entry


def form_names(draft: Draft) -> list[Name]:
    """Return the fields of the form by their paths."""
    schema = draft.tool.input_schema
    steers = draft.spec.get("form", {}).get("fields", {})
    names = []
    if "fields" not in draft.memory:
        walked = walk_members(schema, schema, depth=3)
        draft.memory["fields"] = [
            (path_of(path), member.name, label_for(member.name, member.schema)) for path, member in walked
        ]
    paths = [key for key, _, _ in draft.memory["fields"]]
    for key, called, usual in draft.memory["fields"]:
        label = steers.get(key, {}).get("label")
        inner = [path.removeprefix(f"{key}.") for path in paths if path.startswith(f"{key}.")]
        texts = (called, key, usual, *([label] if label else []), *address_of(called, inner))
        names.append(Name(key, tuple(dict.fromkeys(texts)), "form"))
    return names


def address_of(called: str, inner: Collection[str]) -> list[str]:
    """Return what else an object is called that holds a street or a city: its address."""
    return [f"{called} address"] if ADDRESSED & {part.lower() for part in inner} else []


ADDRESSED = frozenset({"street", "city", "postcode", "postal_code", "zip", "zip_code"})
"""Members that make an object an address."""


IN_FORM = re.compile(r"\s+(?:in|on|of|from) (?:the |this )?(?:\w+ )?(?:form|inputs)$", re.I)
"""What tells that a field is one of the form, and is no part of its name."""


def find_field(draft: Draft, said: str) -> Name:
    """Return the field of the form that is meant."""
    names = form_names(draft)
    if not names:
        raise Unfulfilled("this tool takes no arguments", "")
    return resolved(IN_FORM.sub("", said), names)


def find_fields(draft: Draft, said: str) -> list[Name]:
    """Return the fields of the form that a list names."""
    names = form_names(draft)
    if not names:
        raise Unfulfilled("this tool takes no arguments", "")
    return resolved_all(IN_FORM.sub("", said), names)
