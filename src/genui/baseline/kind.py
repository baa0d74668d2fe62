"""Whether a tool's result deserves a rich view: a table of rules, the first that applies decides."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from genui.baseline.meaning import is_scalar
from genui.labels import VERBS, words_of
from genui.model import Kind, Tool
from genui.schema import declared_types, members

ACTIONS = frozenset(
    {
        *("set", "delete", "remove", "update", "send", "toggle", "enable", "disable", "rename", "clear"),
        *("reset", "close", "cancel", "stop", "pause", "resume", "archive", "unarchive", "mute", "unmute"),
        *("mark", "dismiss", "revoke", "lock", "unlock", "kill", "restart", "sleep", "notify", "subscribe"),
        *("unsubscribe", "move", "assign", "unassign", "write", "purge", "destroy", "drop", "abort"),
        *("terminate", "unlink", "detach", "deactivate", "activate", "pin", "unpin", "react", "logout"),
        *("save", "edit", "replace", "merge", "respond", "reply", "configure", "wait", "rotate"),
    }
)
"""Verbs after which there is nothing to look at but that it was done."""

ACKNOWLEDGEMENTS = frozenset(
    {
        *("success", "succeeded", "ok", "okay", "done", "message", "status", "error", "errors", "id"),
        *("result", "deleted", "updated", "removed", "sent"),
    }
)
"""Members of a result that only says that something was done."""

_READING = re.compile(
    r"\W*(get|gets|list|lists|search|searches|retrieve|retrieves|query|queries|show|shows|find|finds|fetch|"
    r"fetches|read|reads|returns?|describes?|check|checks|compares?|analy[sz]es?|calculates?|computes?)\b",
    re.I,
)
_RETURNING = re.compile(
    r"\breturn(s|ing)?\b(?! (none|nothing|null|true|success|an? (error|confirmation|success|status|boolean)"
    r"|whether|the status))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class KindRule:
    """One rule: what it says, when it applies, what it decides."""

    doc: str
    applies: Callable[[Tool], bool]
    kind: Kind


def _verb(tool: Tool) -> str:
    """Return the word that says what the tool does: the first of its title or name, or the one behind."""
    for words in (words_of(tool.title[:300])[:1], words_of(tool.name[:300])[:2]):
        found = next((word.lower() for word in words if word.lower() in VERBS), "")
        if found:
            return found
    return ""


def is_opaque(tool: Tool) -> bool:
    """Tell whether nothing is known of the result's shape: no schema, or one text that wraps anything."""
    schema = tool.output_schema
    if schema is None:
        return True
    found = members(schema, schema)
    return len(found) == 1 and declared_types(found[0].schema) == frozenset({"string"})


def _acknowledges(tool: Tool) -> bool:
    schema = tool.output_schema
    found = members(schema, schema) if schema is not None else ()
    scalar = all(is_scalar(member.schema) for member in found)
    return bool(found) and scalar and all(member.name.lower() in ACKNOWLEDGEMENTS for member in found)


def _chooses(tool: Tool) -> bool:
    found = (member for member in members(tool.input_schema, tool.input_schema))
    named = [
        member.schema.get("enum") for member in found if member.name in {"action", "operation", "method"}
    ]
    return any(isinstance(choices, list) and len(choices) > 2 for choices in named)


KIND_RULES: Mapping[str, KindRule] = {
    "acknowledgement": KindRule(
        "an action whose outputSchema holds only success, message, id…",
        lambda tool: _verb(tool) in ACTIONS and not is_opaque(tool) and _acknowledges(tool),
        "minimal",
    ),
    "many-actions": KindRule("an argument chooses among three actions or more", _chooses, "rich"),
    "described-result": KindRule(
        "an outputSchema with members to show", lambda tool: not is_opaque(tool), "rich"
    ),
    "reads": KindRule(
        "readOnlyHint is true", lambda tool: tool.annotations.get("readOnlyHint") is True, "rich"
    ),
    "says-it-reads": KindRule(
        "the description begins with get, list, search…",
        lambda tool: _READING.match(tool.description[:200]) is not None,
        "rich",
    ),
    "says-it-returns": KindRule(
        "the description says what is returned",
        lambda tool: _RETURNING.search(tool.description[:2000]) is not None,
        "rich",
    ),
    "action": KindRule(
        "the first verb is set, delete, update, send…", lambda tool: _verb(tool) in ACTIONS, "minimal"
    ),
    "otherwise": KindRule("nothing speaks against looking at the result", lambda _: True, "rich"),
}
"""The rules in order; a model that is asked instead is told to prefer minimal when in doubt."""


def kind_of(tool: Tool) -> Kind:
    """Return the kind of view that a tool deserves."""
    return next(rule.kind for rule in KIND_RULES.values() if rule.applies(tool))
