"""Findings as SARIF 2.1.0, the format in which forges take in the results of checks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from genui import __version__
from genui.canonical import parsed, pretty_json, sha256
from genui.expressions import pointer_parts
from genui.model import Json, Severity

MOST = 25_000
"""Results of a run that GitHub takes; it refuses a file with more."""

LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
"""Our word for a level → SARIF's (section 3.27.10)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result, on a line of a file."""

    rule: str
    severity: Severity
    message: str
    file: str
    """Its path from the top of the repository, with slashes."""
    line: int = 1
    column: int = 0
    """1-based; 0 where only the line is known."""
    key: str = ""
    """What tells it from other results of its rule and file, and stays when lines move; else the message."""
    accepted: str = ""
    """Why somebody accepted it; "" where nobody did."""


def sarif(results: Iterable[Result], rules: Mapping[str, str]) -> dict[str, Any]:
    """Return a SARIF log of these results, the worst first, at most MOST of them.

    `rules` are the rules by id, each with a sentence that says why it matters; results of other rules stand
    without one.
    """
    order: Sequence[Severity] = list(LEVELS)
    kept = sorted(results, key=lambda one: order.index(one.severity))[:MOST]
    ids = sorted({one.rule for one in kept})
    seen: Counter[str] = Counter()
    driver = {
        "name": "genui",
        "semanticVersion": __version__,
        "rules": [_rule(name, rules.get(name, "")) for name in ids],
    }
    rows = [_result(one, ids.index(one.rule), seen) for one in kept]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": rows}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _rule(name: str, why: str) -> dict[str, Any]:
    told = {"shortDescription": {"text": why}, "help": {"text": why}} if why else {}
    return {"id": name, **told}


def _result(one: Result, index: int, seen: Counter[str]) -> dict[str, Any]:
    key = "\n".join((one.rule, one.file, one.key or one.message))
    seen[key] += 1
    region = {"startLine": max(one.line, 1), **({"startColumn": one.column} if one.column else {})}
    place = {"artifactLocation": {"uri": quote(one.file)}, "region": region}
    accepted = [{"kind": "external", "justification": one.accepted}]
    return {
        "ruleId": one.rule,
        "ruleIndex": index,
        "level": LEVELS[one.severity],
        "message": {"text": one.message},
        "locations": [{"physicalLocation": place}],
        # Without the line: a result stays the same one when lines above it come and go.
        "partialFingerprints": {"genui/v1": sha256(f"{key}\n{seen[key]}".encode())[:32]},
        **({"suppressions": accepted} if one.accepted else {}),
    }


def line_at(text: bytes, pointer: str) -> int:
    """Return the line of a value in a JSON file that genui wrote, 1 in one formatted otherwise."""
    value: Json = parsed(text)
    if pretty_json(value) != text:
        return 1
    line = 1
    for name in pointer_parts(pointer):
        members = list(_members(value))
        at = next((at for at, (key, _) in enumerate(members) if key == name), None)
        if at is None:
            return line
        line += 1 + sum(_lines(one) for _, one in members[:at])
        value = members[at][1]
    return line


def _members(value: Json) -> Iterable[tuple[str, Json]]:
    """Return what a pointer can name inside a value."""
    if isinstance(value, dict):
        return value.items()
    return ((str(at), one) for at, one in enumerate(value)) if isinstance(value, list) else ()


def _lines(value: Json) -> int:
    """Return how many lines a value takes when it is printed with indents."""
    inner = [_lines(one) for _, one in _members(value)]
    return 2 + sum(inner) if inner else 1
