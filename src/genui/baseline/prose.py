"""Choices that a description tells in prose: suggestions, for the schema allows any text."""

import re

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
    found = _piped(text) or _listed(text)
    distinct = tuple(dict.fromkeys(found))
    return distinct if 2 <= len(distinct) <= MAX_CHOICES else ()


def _piped(text: str) -> list[str]:
    match = _PIPES.search(text)
    return [value.strip() for value in match.group(1).split("|")] if match else []


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
