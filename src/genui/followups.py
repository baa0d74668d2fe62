"""Follow-ups: the tools of a server that a row of another tool's result can start."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from genui.expressions import pointer_of
from genui.labels import title_of, words_of
from genui.model import Json, JsonObject, Tool
from genui.schema import Member, declared_types, members
from genui.viewoptions import ViewOptions

LISTING = frozenset({"list", "search", "find", "query", "browse", "lookup"})
"""Verbs of tools that answer with rows."""
READING = frozenset({"get", "read", "show", "describe", "fetch", "retrieve", "view", "inspect"})
"""Verbs of tools that only look at one thing."""
KEYS = frozenset({"id", "key", "number", "slug", "path", "uri", "url", "sha", "code", "uuid", "iid", "ref"})
"""Last words of parameters that say which thing is meant."""
DEPRECATED = re.compile(r"\bdeprecated\b", re.IGNORECASE)
SCALARS = frozenset({"string", "integer", "number"})

MOST = 3
"""Follow-ups of one tool; more would be a menu."""


def followups(tools: Sequence[Tool]) -> dict[str, list[dict[str, Any]]]:
    """Return the actions of each tool that answers with rows, by its name; tools without any are left out.

    An action is offered only where the schemas make the link plain: the other tool reads, and every value
    that it requires is the row's key for the same kind of thing, or was asked for in the same words.
    """
    by_noun: dict[str, list[Tool]] = {}
    for tool in filter(required, tools):
        by_noun.setdefault(read_noun(tool), []).append(tool)
    found: dict[str, list[dict[str, Any]]] = {}
    for tool in tools:
        noun = listed_noun(tool)
        others = by_noun.get(noun, ()) if noun else ()
        actions = [action for other in others if (action := action_of(tool, other, noun))]
        if actions:
            found[tool.name] = actions[:MOST]
    return found


def readers(tools: Sequence[Tool]) -> frozenset[str]:
    """Return the names of the tools that say that they only read, and that views may call."""
    return frozenset(
        tool.name for tool in tools if tool.annotations.get("readOnlyHint") is True and tool.for_views
    )


def marked(spec: JsonObject, options: ViewOptions) -> dict[str, Any]:
    """Return a spec with its row actions, the computed ones if it has none, `reads` at those that only read.

    These are the computed ones, and tools that say so and get nothing but values of the row or the form.
    The page asks the person before it starts any other, whatever the spec said of it.
    """
    actions = spec.get("actions", options.actions)
    if not isinstance(actions, list | tuple) or not actions:
        return {**spec}
    return {**spec, "actions": [mark(one, options) for one in actions]}


def mark(action: Json, options: ViewOptions) -> Json:
    """Return a row action that says `reads` if it does."""
    if not isinstance(action, Mapping):
        return action
    bare = {name: value for name, value in action.items() if name != "reads"}
    tool, given = bare.get("tool"), bare.get("arguments")
    computed = any((tool, given) == (one["tool"], one["arguments"]) for one in options.actions)
    filled = isinstance(given, Mapping) and all(map(bound, given.values()))
    reads = computed or (filled and isinstance(tool, str) and tool in options.reading)
    return {**bare, "reads": True} if reads else bare


def bound(value: Json) -> bool:
    """Tell whether a value comes from the row or the form whole, with nothing written out in it."""
    if not isinstance(value, Mapping) or len(value) != 1:
        return False
    ((operator, operand),) = value.items()
    if operator == "$first":
        return isinstance(operand, list) and all(map(bound, operand))
    return operator in {"$item", "$path"}


def action_of(source: Tool, target: Tool, noun: str) -> dict[str, Any] | None:
    """Return the action that starts `target` from a row of `source`, None where a value would be a guess."""
    if source.name == target.name:
        return None
    asked = {member.name: declared_types(member.schema) for member in required(source)}
    arguments: dict[str, Json] = {}
    keyed = False
    for member in required(target):
        key = row_value(member, noun)
        if key is not None:
            keyed = True
            arguments[member.name] = key
        elif asked.get(member.name, ()) == declared_types(member.schema):
            arguments[member.name] = {"$path": f"/input/{member.name}"}
        else:
            return None
    return {"tool": target.name, "label": title_of(target), "arguments": arguments} if keyed else None


def row_value(member: Member, noun: str) -> Json | None:
    """Return where a row of these things has the value of a parameter that says which one is meant."""
    words = [word.lower() for word in words_of(member.name)]
    if not words or not (declared_types(member.schema) or SCALARS) & SCALARS:
        return None
    *owner, last = words
    if last in KEYS and "".join(map(singular, owner)) in ("", noun):
        return item(member.name, *([last] if owner else []))
    return item("id", "name") if singular("".join(words)) == noun else None


def item(*names: str) -> Json:
    """Return the expression of the first of these members that a row has."""
    found = [{"$item": pointer_of(name)} for name in names]
    return {"$first": found} if len(found) > 1 else found[0]


def required(tool: Tool) -> tuple[Member, ...]:
    """Return the required members of a tool's arguments."""
    return tuple(member for member in members(tool.input_schema, tool.input_schema) if member.required)


def read_noun(tool: Tool) -> str:
    """Return what a tool reads one of, "" where it does more than read or reads many."""
    hints: Mapping[str, Json] = tool.annotations
    changes = hints.get("readOnlyHint") is False or hints.get("destructiveHint") is True
    if changes or not tool.for_views or DEPRECATED.search(f"{tool.title} {tool.description}"):
        return ""
    verb, noun = verb_and_noun(tool.name)
    return singular(noun) if verb in READING and noun == singular(noun) else ""


def listed_noun(tool: Tool) -> str:
    """Return what a tool answers with rows of, "" where it does not say."""
    verb, noun = verb_and_noun(tool.name)
    return singular(noun) if noun != singular(noun) and verb in LISTING | READING else ""


def verb_and_noun(name: str) -> tuple[str, str]:
    """Split a tool's name at its verb; a server's prefix before it says nothing."""
    words = [word.lower() for word in words_of(name)]
    for index, word in enumerate(words[:3]):
        if word in LISTING | READING:
            rest = words[index + 1 :]
            before = "".join(map(singular, rest[:-1]))
            return word, before + rest[-1] if rest else ""
    return "", ""


def singular(word: str) -> str:
    """Return the singular of an English noun, or the word itself."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is", "news")) else word
