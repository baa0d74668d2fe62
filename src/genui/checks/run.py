"""Carrying out compiled rules on a value, as templates/runtime/checks*.js do in the page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genui.checks.compile import ANYTHING, NOTHING, Row
from genui.checks.messages import lowered
from genui.checks.patterns import compiled, matches
from genui.checks.values import is_multiple, is_type, kind_of, same, size_of
from genui.model import Json

DEEP = 120
"""Parts within parts of a value that are looked at."""

Keys = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a value: where in it, and what to do."""

    path: Keys
    advice: str


Rows = Sequence[Row]
Answer = bool | list[Fault]


@dataclass(frozen=True, slots=True)
class At:
    """Where a rule is carried out: the rows, the way to the value, what the rule says."""

    rows: Rows
    path: Keys
    rule: Sequence[Any]

    def inner(self, value: Json, row: int, key: str | int) -> list[Fault]:
        """Return the faults of a part."""
        return check(value, row, self.rows, path=(*self.path, key))

    def beside(self, value: Json, row: int) -> list[Fault]:
        """Return the faults of the same value by another row."""
        return check(value, row, self.rows, path=self.path)

    def fault(self, key: str | int, label: str = "") -> Fault:
        """Return the fault of a part that this rule is about."""
        return Fault((*self.path, key), str(self.rule[2]).replace("{@}", label or str(key)))


def check(value: Json, row: int, rows: Rows, *, path: Keys = ()) -> list[Fault]:
    """Return the faults of a value by a row of a compiled table."""
    if row in (ANYTHING, NOTHING) or len(path) > DEEP:
        return [Fault(path, "Leave this out.")] if row == NOTHING else []
    faults: list[Fault] = []
    for rule in (*rows[row].get("any", ()), *rows[row].get(kind_of(value), ())):
        held = RULES[rule[0]](value, rule[1], At(rows, path, rule))
        if held is False:
            faults.append(Fault(path, counted(str(rule[2]), value, rule[1])))
        elif held is not True:
            faults += held
    return faults


def counted(advice: str, value: Json, limit: Json) -> str:
    """Return what to do with how many there are, or should not be."""
    if "{n}" not in advice:
        return advice
    count = len(value) if isinstance(value, str) else abs(len(value) - limit)
    return advice.replace("{n}", str(count)).replace("{s}", "" if count == 1 else "s")


def _need(value: Mapping[str, Json], labels: Mapping[str, str], at: At) -> Answer:
    return [at.fault(name, label) for name, label in labels.items() if name not in value]


def _props(value: Mapping[str, Json], rows: Mapping[str, int], at: At) -> Answer:
    return [
        fault for name, row in rows.items() if name in value for fault in at.inner(value[name], row, name)
    ]


def _patterns(value: Mapping[str, Json], rows: Sequence[Any], at: At) -> Answer:
    found = [(name, row) for pattern, row in rows for name in value if matches(pattern[0], name)]
    return [fault for name, row in found for fault in at.inner(value[name], row, name)]


def _rest(value: Mapping[str, Json], parameter: Sequence[Any], at: At) -> Answer:
    names, row, *more = parameter
    patterns = [one[0] for each in more for one in each]
    others = [name for name in value if name not in names and not any(matches(p, name) for p in patterns)]
    if row == NOTHING:
        return [at.fault(name) for name in others]
    return [fault for name in others for fault in at.inner(value[name], row, name)]


def _names(value: Mapping[str, Json], row: int, at: At) -> Answer:
    return [
        Fault((*at.path, name), f"{at.rule[2]}{lowered(fault.advice)}")
        for name in value
        for fault in check(name, row, at.rows)[:1]
    ]


def _when(value: Mapping[str, Json], parameter: Sequence[Any], at: At) -> Answer:
    needs, rows = parameter
    faults = [
        Fault((*at.path, name), text.replace("{@}", label))
        for key, (labels, text) in needs.items()
        if key in value
        for name, label in labels.items()
        if name not in value
    ]
    return faults + [fault for key, row in rows.items() if key in value for fault in at.beside(value, row)]


def _items(value: Sequence[Json], parameter: Sequence[Any], at: At) -> Answer:
    places, rest = parameter
    rows = [*places[: len(value)], *[rest] * (len(value) - len(places))]
    return [fault for i, row in enumerate(rows) if row for fault in at.inner(value[i], row, i)]


def _unique(value: Sequence[Json], _: Json, at: At) -> Answer:
    return [at.fault(i) for i, one in enumerate(value) if any(same(one, other) for other in value[:i])]


def _has(value: Sequence[Json], parameter: Sequence[Any], at: At) -> Answer:
    row, least, most = parameter
    count = sum(not at.beside(one, row) for one in value)
    return bool(count >= least and (most is None or count <= most))


def _all(value: Json, rows: Sequence[int], at: At) -> Answer:
    return [fault for row in rows for fault in at.beside(value, row)]


def _some(value: Json, rows: Sequence[int], at: At) -> Answer:
    hits = sum(not at.beside(value, row) for row in rows)
    return hits == 1 if at.rule[4:] else hits > 0


def _if(value: Json, rows: Sequence[int], at: At) -> Answer:
    return at.beside(value, rows[2 if at.beside(value, rows[0]) else 1])


def _left(value: Any, parameter: Sequence[int], at: At) -> Answer:
    row, own = parameter
    seen = evaluated(value, own, at)
    parts = value.items() if isinstance(value, Mapping) else enumerate(value)
    left = [(key, one) for key, one in parts if key not in seen]
    if row == NOTHING:
        return [at.fault(key) for key, _ in left]
    return [fault for key, one in left for fault in at.inner(one, row, key)]


def evaluated(value: Any, row: int, at: At) -> set[str | int]:
    """Return the parts of a value that the rules of a row speak of."""
    rules = at.rows[row]
    return {
        key
        for rule in (*rules.get("any", ()), *rules.get(kind_of(value), ()))
        for key in _spoken_of(value, rule, at)
    }


def _spoken_of(value: Any, rule: Sequence[Any], at: At) -> Iterator[str | int]:
    name, parameter = rule[0], rule[1]
    if name in ("rest", "others") or (name == "left" and parameter[1] != at.rule[1][1]):
        yield from value if isinstance(value, Mapping) else range(len(value))
    elif name == "props":
        yield from parameter
    elif name == "patterns":
        yield from (key for pattern, _ in parameter for key in value if matches(pattern[0], key))
    elif name == "items":
        yield from range(len(value) if parameter[1] or not parameter[0] else len(parameter[0]))
    elif name == "has":
        yield from (i for i, one in enumerate(value) if not at.beside(one, parameter[0]))
    else:
        for row in _rows_that_hold(value, rule, at):
            yield from evaluated(value, row, at)


def _rows_that_hold(value: Any, rule: Sequence[Any], at: At) -> list[int]:
    name, parameter = rule[0], rule[1]
    if name == "if":
        return [parameter[2]] if at.beside(value, parameter[0]) else list(parameter[:2])
    if name == "when":
        return [row for key, row in parameter[1].items() if key in value]
    return [row for row in parameter if not at.beside(value, row)] if name in ("all", "some") else []


RULES: Mapping[str, Callable[[Any, Any, At], Answer]] = {
    "no": lambda *_: False,
    "type": lambda value, names, _: any(is_type(value, name) for name in names),
    "in": lambda value, values, _: any(same(value, one) for one in values),
    "min": lambda value, least, _: bool(value >= least),
    "max": lambda value, most, _: bool(value <= most),
    "over": lambda value, least, _: bool(value > least),
    "under": lambda value, most, _: bool(value < most),
    "step": lambda value, step, _: is_multiple(value, step),
    "least": lambda value, least, _: bool(size_of(value) >= least),
    "most": lambda value, most, _: bool(size_of(value) <= most),
    "text": lambda value, at, _: matches(at[0], value, flags=(at[1:2] or [""])[0] or ""),
    "regex": lambda value, *_: compiled(value) is not None,
    "need": _need,
    "props": _props,
    "patterns": _patterns,
    **dict.fromkeys(("rest", "others"), _rest),
    "names": _names,
    "when": _when,
    "items": _items,
    "unique": _unique,
    "has": _has,
    "all": _all,
    "some": _some,
    "not": lambda value, row, at: bool(at.beside(value, row)),
    "if": _if,
    "left": _left,
}
"""The rules by name: (value, parameter, where) → does it hold? or the faults of its parts."""
