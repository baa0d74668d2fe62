"""How the offline spec steers the form: order, folding, labels, hints, controls."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from genui.baseline.meaning import label_for
from genui.labels import field_help, label_of, submit_label, words_of
from genui.model import Json, JsonObject, Tool
from genui.schema import Member, declared_types, members, walk_members
from genui.typecheck import path_of

FOLD_AFTER = 5
"""Optional members shown before the fold."""
DEPTH = 4
MAX_FIELDS = 400

LATE = frozenset(
    {
        *(
            "limit",
            "offset",
            "page",
            "cursor",
            "skip",
            "top",
            "verbose",
            "debug",
            "timeout",
            "dry_run",
            "format",
        ),
        *("per_page", "page_size", "page_token", "start_at", "start_cursor", "max_results", "raw", "expand"),
        *("continuation_token", "next_page_token", "headers", "metadata", "options", "extra"),
    }
)
"""Optional members about how, not what: they come last."""

LONG_NAMES = frozenset(
    {
        *("body", "content", "contents", "description", "comment", "prompt", "sql", "code", "script", "html"),
        *("markdown", "note", "notes", "instructions", "template", "diff", "patch", "message", "css", "yaml"),
        *("snippet", "statement", "mermaid", "thought", "insight", "answer", "bio", "details"),
    }
)
OPEN_NAMES = frozenset(
    {
        *("name", "title", "text", "query", "filter", "path", "file", "filename", "url", "uri", "id", "ids"),
        *(
            "key",
            "keys",
            "steps",
            "date",
            "time",
            "email",
            "number",
            "version",
            "value",
            "expression",
            "regex",
        ),
    }
)
"""Names of texts that are never one of a few, whatever a description lists."""

_LONG_PROSE = re.compile(
    r"\b(markdown|multi-?line|newlines?|SQL (query|statement)s?|source code|JavaScript|GraphQL|"
    r"HTML (content|code)|JSON string|full text)\b",
    re.I,
)
_SHORT_PROSE = re.compile(
    r"\b(search(ed)? (for|term|text)|name of|path|comma-separated|identifier|one of|keyword|URL|"
    r"filter|whether)\b",
    re.I,
)
_SECRET = re.compile(
    r"^(.*[_-])?(password|passwd|passphrase|client_?secret|api_?key|access_?token|auth_?token|private_?key)$",
    re.I,
)
_DAY_PROSE = re.compile(r"\bYYYY-MM-DD(?![T ]?HH|T)\b")
_LOOSE_PROSE = re.compile(
    r"\b(or|relative|natural|today|now|tomorrow|range|comma|time|either|json|array|list|each|object)\b", re.I
)


def form_of(tool: Tool) -> dict[str, Any]:
    """Return the form of the offline spec."""
    schema = tool.input_schema
    found = members(schema, schema)
    order = ordered(found)
    required = {member.name for member in found if member.required}
    folded = [name for name in order if name not in required][FOLD_AFTER:]
    fields = _fields(schema, found, order)
    return {
        "submit": submit_label(tool),
        **({"order": order} if len(order) > 1 else {}),
        **({"folded": folded} if folded else {}),
        **({"fields": fields} if fields else {}),
    }


def ordered(found: Sequence[Member]) -> list[str]:
    """Return member names: required first, then what the tool is about, then how."""

    def weight(member: Member) -> int:
        is_late = "_".join(words_of(member.name[:300])).lower() in LATE
        return 0 if member.required else 2 if is_late else 1

    return [member.name for member in sorted(found, key=weight)]


def _fields(schema: Json, found: Sequence[Member], order: Sequence[str]) -> dict[str, Any]:
    fields: dict[str, dict[str, Any]] = {path_of((name,)): {} for name in order}
    shared = _shared_word([member.name for member in found])
    for path, member in walk_members(schema, schema, depth=DEPTH):
        if len(fields) >= MAX_FIELDS:
            break
        steer = steer_of(member, top=len(path) == 1, shared=shared if len(path) == 1 else "")
        if steer:
            fields[path_of(path)] = steer
    return {path: steer for path, steer in fields.items() if steer}


def _shared_word(names: Sequence[str]) -> str:
    """Return the first word that three or more names all share, and that tells them apart from nothing."""
    first = [words_of(name[:300])[:1] for name in names]
    alike = len(names) >= 3 and all(first) and len({word[0].lower() for word in first}) == 1
    longer = all(len(words_of(name[:300])) > 1 for name in names)
    return first[0][0].lower() if alike and longer else ""


def steer_of(member: Member, *, top: bool, shared: str = "") -> dict[str, Any]:
    """Return what the form should do differently for one member, {} where the schema says it all."""
    schema = member.schema
    if "const" in schema:
        return {}
    label = label_for(member.name, schema)
    if shared and label.lower().startswith(shared + " "):
        label = label_of(label[len(shared) + 1 :])
    prose = schema.get("description")
    about = prose if isinstance(prose, str) else ""
    hint = field_help(about)
    plain = hint.casefold().rstrip(".") in {label.casefold(), label_of(member.name).casefold()}
    last = (words_of(member.name[:300]) or ("",))[-1].lower()
    chosen = _free_text(schema) and last not in OPEN_NAMES | LONG_NAMES
    options = told_choices(about) if chosen else ()
    control = control_of(member.name, schema, about)
    steer: dict[str, Any] = {"label": label} if top or label != label_of(member.name) else {}
    # No more may be left out than "(Optional)": the page folds long descriptions itself.
    left_out = sum(map(str.isalnum, about[:4000])) - sum(map(str.isalnum, hint))
    says_it_all = left_out <= len("optional")
    if hint and not plain and hint.casefold() != about.strip().casefold() and says_it_all:
        steer["hint"] = hint
    if options and control in {"", "textarea"}:
        steer |= {"control": "text", "options": [{"value": value} for value in options]}
    elif control:
        steer["control"] = control
    return steer


def _free_text(schema: JsonObject) -> bool:
    """Tell whether a member is a string that the schema bounds in no way."""
    bound = (
        "enum",
        "const",
        "format",
        "pattern",
        "contentEncoding",
        "oneOf",
        "anyOf",
        "examples",
        "enumNames",
    )
    return declared_types(schema) == frozenset({"string"}) and not any(key in schema for key in bound)


def control_of(name: str, schema: Mapping[str, Json], about: str) -> str:
    """Return the control that a name and description ask for, "" where the schema decides better."""
    if not _free_text(schema):
        return ""
    words = [word.lower() for word in words_of(name[:300])] or [""]
    most = schema.get("maxLength")
    most = most if isinstance(most, int | float) else 0
    short = 0 < most <= 200
    if _SECRET.match(name[:300]):
        return "password"
    if _DAY_PROSE.search(about) and not _LOOSE_PROSE.search(about):
        return "date"
    if short or (_SHORT_PROSE.search(about[:300]) and words[-1] not in {"sql", "code", "script"}):
        return ""
    long_name = words[-1] in LONG_NAMES and "id" not in words
    return "textarea" if long_name or _LONG_PROSE.search(about[:300]) or most > 200 else ""


MAX_CHOICES = 20

_VALUE = r"[A-Za-z0-9][\w.+/#-]{0,39}"
_QUOTED = re.compile(rf"(?:'({_VALUE})'|\"({_VALUE})\"|`({_VALUE})`)")
_LEAD = re.compile(
    r"(?:\b(?:one of|options?(?: are)?|(?:allowed|valid|possible|supported|available|common|accepted) "
    r"values?(?: are)?|must be|can be|either|choose from|available|supported)\b[:\s(]*)+",
    re.I,
)
_PIPES = re.compile(rf"(?:[(\[`'\"]|:\s?|\bof\s)({_VALUE}(?:\s?\|\s?{_VALUE})+)(?:[)\]`'\".;]|$)")
_PLAIN = re.compile(
    rf"({_VALUE}(?:, {_VALUE})+,? (?:or|and) {_VALUE}|{_VALUE}(?:, {_VALUE}){{2,}})(?=[.)\]]|$)"
)
_NOT_ONE = re.compile(r"\b(comma|separated|list of|json|array|e\.g|such as|for example|jql|cql)\b", re.I)


def told_choices(description: str) -> tuple[str, ...]:
    """Return the values that a description lists for one text member, () unless it clearly does."""
    text = description[:300]
    if _NOT_ONE.search(text):
        return ()
    piped = _PIPES.search(text)
    found = [value.strip() for value in piped[1].split("|")] if piped else _listed(text)
    distinct = tuple(dict.fromkeys(found))
    return distinct if 2 <= len(distinct) <= MAX_CHOICES else ()


def _listed(text: str) -> list[str]:
    lead = _LEAD.search(text)
    if lead is None:
        return []
    rest = re.split(r"[.;\n](?:\s|$)", text[lead.end() :])[0]
    quoted = [next(filter(None, groups)) for groups in _QUOTED.findall(rest)]
    if quoted:
        return quoted
    match = _PLAIN.match(rest)
    return re.split(r",\s+(?:or |and )?| or | and ", match.group(1)) if match else []
