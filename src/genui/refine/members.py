"""Wishes about single members of the result: hide, show, only, rename, format."""

import re
from typing import Any

from genui.baseline.charts import chart_title
from genui.refine.draft import Component, Draft, Unfulfilled, props_of
from genui.refine.names import Name, bare, nearest_names, split_names
from genui.refine.source import Source
from genui.refine.sources import (
    adaptive,
    entries_of,
    find_all,
    form_names,
    is_adaptive,
    only_asked,
    path_of_source,
    rows_called,
    sources_of,
    stat_parent,
    upserted,
)
from genui.refine.spelling import words_in

Match = re.Match[str]


def stats_of(component: Component, pointer: str) -> list[dict[str, Any]]:
    """Return the stats of a component that show one member."""
    stats = component.get("props", {}).get("stats", ())
    return [stat for stat in stats if (stat_parent(stat) or ("", ""))[1] == pointer]


def shown_entries(component: Component, source: Source, pointer: str) -> list[dict[str, Any]]:
    """Return what a component says of one member, made where it must be told."""
    if is_adaptive(component, source):
        return [upserted(component, pointer)]
    found = [entry for entry in entries_of(component, source) or () if entry["key"] == pointer]
    return found + stats_of(component, pointer)


def removed(draft: Draft, component: Component, why: str) -> None:
    """Remove a component, unless it is the last."""
    among, index = draft.siblings(component)
    if len(among) == 1:
        if among is draft.result:
            raise Unfulfilled(why)
        section = next(one for one in draft.components() if one.get("children") is among)
        removed(draft, section, why)
        return
    del among[index]


# Hide, show, only


def hide(draft: Draft, match: Match) -> None:
    """Hide members of the result wherever they are shown."""
    ask_which(draft, match)
    for source, name in find_all(draft, match["names"]):
        for component in spoken_of(draft, source):
            hide_in(draft, component, source, name)


def spoken_of(draft: Draft, source: Source) -> list[Component]:
    """Return what shows some members, where a clause names the chart or the table that alone of it."""
    charts = [one for one in source.components if one["type"] == "chart"]
    others = [one for one in source.components if one["type"] != "chart"]
    if charts and others and draft.part:
        return charts if draft.part == "chart" else others
    return list(source.components)


SAYS_WHICH = re.compile(
    r"\b(?:columns?|cols?|table|rows?|results?|output|cards?|chart|list|header|heading)\b", re.I
)


def ask_which(draft: Draft, match: Match, *, required: bool = False) -> None:
    """Ask back where a name is exactly that of a field of the form and of what the result shows.

    Fields that a call needs are meant only where `required`: they can be renamed, yet not be hidden.

    Raises:
        Unfulfilled: It is, and the clause says neither column nor table.
    """
    if SAYS_WHICH.search(match.string) or match.string.count('"') > 2:
        return
    fields = {name.told.casefold(): name for name in form_names(draft) if required or may_go(draft, name)}
    for said in split_names(match["names"]):
        field = fields.get(bare(said).casefold())
        shown = [
            n for s in sources_of(draft) for n in s.known() if n.told.casefold() == bare(said).casefold()
        ]
        near = () if shown else nearest_names(bare(said), [n for s in sources_of(draft) for n in s.known()])
        if field is not None and (shown or near or rows_called(draft, said)):
            other = (
                f"the {shown[0].told} column" if shown and shown[0].rows else f"{bare(said)} in the result"
            )
            told = f"the {field.told} input or {other}"
            raise Unfulfilled(f'"{bare(said)}" can be {told}', f"say which: {told}")


def may_go(draft: Draft, name: Name) -> bool:
    """Tell whether the form can do without a field."""
    required = draft.tool.input_schema.get("required", ())
    return name.told not in (required if isinstance(required, list) else ())


def hide_in(draft: Draft, component: Component, source: Source, name: Name) -> None:
    """Hide one member in one component; a table keeps it in its column chooser."""
    kind, nothing = component["type"], f"nothing would be left to show without {name.told}"
    if is_adaptive(component, source):
        upserted(component, name.pointer)["hidden"] = True
        return
    if kind in {"table", "rows"}:
        entries = entries_of(component, source) or []
        for entry in entries:
            if entry["key"] == name.pointer:
                entry["hidden"] = True
        if all(entry.get("hidden") for entry in entries):
            raise Unfulfilled(nothing)
        return
    for prop in ("fields", "y", "stats"):
        kept = [each for each in component.get("props", {}).get(prop, ()) if not is_about(each, name.pointer)]
        if kind == "key-value" and prop == "fields":
            kept = [each for each in entries_of(component, source) or () if each["key"] != name.pointer]
        if not kept and component.get("props", {}).get(prop):
            removed(draft, component, nothing)
            return
        if kept:
            props_of(component)[prop] = kept
    if kind == "chart":
        retitled(component)


def is_about(entry: dict[str, Any], pointer: str) -> bool:
    """Tell whether a field, axis or stat shows one member."""
    return entry.get("key") == pointer or (
        "value" in entry and (stat_parent(entry) or ("", ""))[1] == pointer
    )


def show(draft: Draft, match: Match) -> None:
    """Show members again, or for the first time."""
    for source, name in find_all(draft, match["names"]):
        if source.open and name.pointer not in source.names:
            raise Unfulfilled(
                f"whether there is a {name.told} only a result can tell; it is shown where it is"
            )
        tables = [
            one
            for one in source.components
            if one["type"] in {"table", "key-value", "cards", *("rows", "auto")}
        ]
        if not tables:
            raise Unfulfilled(f"nothing shows single members beside which {name.told} could stand")
        for component in tables[:1]:
            show_in(component, source, name)


def show_in(component: Component, source: Source, name: Name) -> None:
    """Show one member in one component, behind the others where it is new."""
    if is_adaptive(component, source):
        upserted(component, name.pointer).pop("hidden", None)
        return
    entries = entries_of(component, source) or []
    found = [entry for entry in entries if entry["key"] == name.pointer]
    for entry in found:
        entry.pop("hidden", None)
    if not found:
        props_of(component)["columns" if component["type"] == "table" else "fields"] = [
            *entries,
            source.entry(name.pointer),
        ]


def only(draft: Draft, match: Match) -> None:
    """Show only these members, in this order, of the sources that they belong to."""
    said = words_in(bare(match["names"]))
    if any(
        said == words_in(path_of_source(one).rpartition("/")[2]) for one in rows_called(draft, match["names"])
    ):
        raise Unfulfilled(f'"{bare(match["names"])}" are the rows, and no member of them', weak=True)
    chosen = find_all(draft, match["names"])
    for source in {source.home: source for source, _ in chosen}.values():
        pointers = [name.pointer for other, name in chosen if other.home == source.home]
        for component in spoken_of(draft, source):
            only_in(draft, component, source, pointers)


def only_in(draft: Draft, component: Component, source: Source, pointers: list[str]) -> None:
    """Show only these members in one component; a table keeps the others in its column chooser."""
    props = props_of(component)
    if is_adaptive(component, source):
        told = {entry["key"]: entry for entry in props.get("columns", ())}
        adaptive(component)["columns"] = [shown(told.get(key, {"key": key})) for key in pointers]
        props_of(component)["only"] = True
        return
    if "stats" in props:
        kept = [stat for key in pointers for stat in stats_of(component, key)]
        kept_or_gone(draft, component, "stats", kept)
        return
    entries = entries_of(component, source)
    if entries is None:
        return
    told = {entry["key"]: entry for entry in entries}
    if component["type"] == "chart":
        kept_or_gone(draft, component, "y", [each for each in entries if each["key"] in pointers])
        return
    if component["type"] == "key-value":
        pointers = [key for key in pointers if not any(stats_of(one, key) for one in source.components)]
        if not pointers and len(source.components) > 1:
            removed(draft, component, "nothing would be left to show")
            return
    front = [shown(told.get(key) or source.entry(key)) for key in pointers]
    rest = [{**entry, "hidden": True} for entry in entries if entry["key"] not in pointers]
    props["columns" if component["type"] == "table" else "fields"] = [
        *front,
        *(rest if component["type"] == "table" else ()),
    ]


def shown(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry that is not hidden."""
    return {key: value for key, value in entry.items() if key != "hidden"}


def kept_or_gone(draft: Draft, component: Component, prop: str, kept: list[dict[str, Any]]) -> None:
    """Give a component the measures that are left; without any it goes."""
    if not kept:
        removed(draft, component, "nothing would be left to show")
        return
    props_of(component)[prop] = kept
    if component["type"] == "chart":
        retitled(component)


def retitled(chart: Component) -> None:
    """Make a chart's title say what it shows now; a title of the user's own stays."""
    props = props_of(chart)
    if "title" not in chart:
        return
    if props["kind"] in {"histogram", "scatter"} or not all("label" in each for each in props["y"]):
        del chart["title"]
        return
    title = chart_title({"y": [{"label": each["label"].partition(", ")[0]} for each in props["y"]]})
    if title:
        chart["title"] = title
    else:
        del chart["title"]


# Rename, format


def rename(draft: Draft, match: Match) -> None:
    """Give a member another label wherever it is shown."""
    label = bare_label(match["label"])
    if COLUMN.fullmatch(match["label"].strip()):
        raise Unfulfilled(f'"{label}" is no name', "put a new name in quotes", weak=True)
    ask_which(draft, match, required=True)
    if only_asked(draft, match["names"]) and not any(source.meanings for source in sources_of(draft)):
        (field,) = [name for name in form_names(draft) if name.told == bare(match["names"])]
        steers = draft.form.setdefault("fields", {})
        steers.setdefault(field.pointer, {})["label"] = label
        return
    chosen = find_all(draft, match["names"])
    labels = [bare_label(one) for one in split_names(label)] if len(chosen) > 1 else [label]
    if len(labels) != len(chosen):
        raise Unfulfilled(f"{len(chosen)} members cannot share the {len(labels)} names of {label}")
    for (source, name), label in zip(chosen, labels, strict=True):
        told = [each for one in source.components for each in shown_entries(one, source, name.pointer)]
        if not told:
            told = [added_hidden(source, name)]
        for entry in told:
            entry["label"] = label
        for component in source.components:
            if component["type"] == "chart":
                retitled(component)


COLUMN = re.compile(
    r"(?:columns?|fields?|members?|values?|headers?|headings?|labels?|names?)(?: (?:to|as|into) .*)?"
)
"""What a name belongs to, and is none itself."""


def added_hidden(source: Source, name: Name) -> dict[str, Any]:
    """Return a new entry of a member that a table shows only in its column chooser."""
    table = next((one for one in source.components if one["type"] in {"table", "key-value", "cards"}), None)
    if table is None:
        raise Unfulfilled(f"{name.told} is shown nowhere in this view")
    show_in(table, source, name)
    (entry,) = [each for each in entries_of(table, source) or () if each["key"] == name.pointer]
    if table["type"] == "table":
        entry["hidden"] = True
    return entry


def bare_label(said: str) -> str:
    """Return a label as it was said, without quotes."""
    said = LED.sub("", said.strip())
    text = said.strip().strip('"').strip()
    if re.match(
        r"(?:and|or|of|by|with|for|from|is|to|as an?|in|at the|mention|include|contain|explain|tell|talk|"
        r"say something|could|should|must|would|can|may|might|ought)\b",
        text,
    ) and not said.strip().startswith('"'):
        raise Unfulfilled(f'"{text}" is no name', "put a new name in quotes")
    if re.match(r"(?:as|like) (?:an? |the )?\w+$|like \S", text) and not said.strip().startswith('"'):
        raise Unfulfilled(f'"{text}" is no name', "put a new name in quotes", weak=True)
    if ENDING.search(text) and not said.strip().startswith('"'):
        raise Unfulfilled(f'"{text}" says where, which is no name', "put a new name in quotes", weak=True)
    if STYLE.fullmatch(text.partition(",")[0].strip()) and not said.strip().startswith('"'):
        raise Unfulfilled(f'"{text}" is how a name looks, which is the theme of the page', weak=True)
    if '"' in text:
        raise Unfulfilled(f'"{said.strip()}" is no name', "put the new name in quotes, and nothing else")
    if not text:
        raise Unfulfilled("the new name is empty")
    return text


LED = re.compile(
    r"(?:(?:just|simply|only|merely|rather|plainly)(?: (?:say|read|be|show|display|use|call it))?|"
    r"(?:say|read)(?: (?:just|simply|only))) "
    r"(?=[\"\w])(?!(?:in|for|a|an|the|this|that|what|when|now|once|one|about|as|right)\b)"
)
"""What leads to a new name without being part of it: "call it just Parcels"."""
ENDING = re.compile(
    r"\s(?:in|on|from|for) (?:the|this|that|my) (?:table|view|page|results?|list|cards?|chart|form|output)$",
    re.I,
)
"""Where a wish applies, which a name does not end with."""
STYLE = re.compile(
    r"(?:in |to |be |more |a bit |much )*(?:bold\w*|italics?|underlined?|bigger|larger|smaller|huge|big|"
    r"small|cent(?:er|re)\w*|(?:upper|lower|title)[ -]?case|capitals?|caps|colou?r\w*|visible|prominent|"
    r"simpler|clearer|catchier|punchier|snappier|friendlier|easier|neater|cleaner|funnier|bolder|livelier|"
    r"(?:more|less) [\w-]+|different|shorter|longer|nicer|prettier|better|left|right|"
    r"wider|taller|shiny|rounded|"
    r"(?:(?:dark|light|bright) )?(?:red|green|blue|purple|orange|yellow|pink|violet|gr[ae]y|brown|teal|black|"
    r"white|turquoise|magenta))(?: (?:font|letters|text|aligned|background|corners))?",
    re.I,
)
"""What says how a text looks."""


def formatted(draft: Draft, said: str, given: Any) -> None:
    """Give members a format wherever they are shown."""
    for source, name in find_all(draft, said):
        told = [
            each
            for one in source.components
            if one["type"] != "chart"
            for each in shown_entries(one, source, name.pointer)
        ]
        refuse_exchange(source, name, given)
        for entry in told or [added_hidden(source, name)]:
            known = entry.get("format")
            if (
                isinstance(known, dict)
                and known.get("name") == "currency"
                and given in ("currency", "integer")
            ):
                entry["format"] = {**known, "digits": 0} if given == "integer" else known
                continue
            if (known, given) == ("integer", "number"):
                continue
            entry["format"] = ratio_aware(source, name, given)


def refuse_exchange(source: Source, name: Name, given: Any) -> None:
    """Refuse to show money as another currency than it is in: a format does not convert.

    Raises:
        Unfulfilled: The name of the member tells another currency.
    """
    known = source.meanings.get(name.pointer)
    told = known.alone.get("currency") if known is not None and isinstance(known.alone, dict) else None
    wanted = given.get("currency") if isinstance(given, dict) else None
    if told and wanted and told != wanted:
        raise Unfulfilled(f"{name.told} is in {told}, and a format converts nothing to {wanted}")


def ratio_aware(source: Source, name: Name, given: Any) -> Any:
    """Return a percent format that knows whether 1 or 100 is the whole."""
    known = source.meanings.get(name.pointer)
    fraction = known is not None and known.format == {"name": "percent", "ratio": True}
    return {"name": "percent", "ratio": True} if given == "percent" and fraction else given
