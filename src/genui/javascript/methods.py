"""Methods that a page calls often: a function for each, so that `a.map(b)` is said `A(a, b)`."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping

from genui.javascript.tokens import HELD, KEY, MEMBER, METHOD, METHOD_HELD, OPTIONAL, RECEIVER, STRING, marked

LENGTH = 2
"""How long a name is taken to be while it has none yet."""

FEWEST = 4
"""Calls of a method that may be worth a function."""

KINDS = frozenset({RECEIVER, METHOD, HELD, METHOD_HELD})
USES = ((MEMBER, LENGTH + 1), (OPTIONAL, LENGTH + 2), (KEY, LENGTH + 2))
"""Marks that stand for a member's name, and from which length on it is longer than a name in its place."""


def functions_for(counts: Mapping[str, int], own: Container[str] = ()) -> dict[str, str]:
    """Return the functions worth having for methods, by the method and its number of arguments: `map/1`.

    `own` methods have none: their names are short.
    """
    calls = defaultdict[str, dict[int, int]](dict)
    for mark, n in counts.items():
        if mark[1] in (METHOD, METHOD_HELD):
            method, _, number = mark[2:-1].partition("/")
            if method not in own:
                calls[method][int(number)] = calls[method].get(int(number), 0) + n
    found: dict[str, str] = {}
    for method, numbers in calls.items():
        if sum(numbers.values()) < FEWEST:
            continue
        best, chosen = cost(method, numbers, (), counts), tuple[int, ...]()
        for many in sorted(numbers, key=lambda each: (-numbers[each], each)):
            if (with_it := cost(method, numbers, (*chosen, many), counts)) < best:
                best, chosen = with_it, (*chosen, many)
        found |= {f"{method}/{many}": function_of(method, many) for many in chosen}
    return found


def function_of(method: str, number: int) -> str:
    """Return the function that calls a method with a number of arguments."""
    given = ",".join("bcd"[:number])
    return f"({f'a,{given}'})=>a.{method}({given})" if number else f"a=>a.{method}()"


def cost(method: str, numbers: Mapping[int, int], chosen: tuple[int, ...], counts: Mapping[str, int]) -> int:
    """Return the bytes that calls of a method take with functions for these numbers of arguments.

    All that is said is counted from what the method's name costs where it stands as it is.
    """
    functions = sum(
        numbers[number] * (LENGTH + (number > 0) - len(method) - 1)
        + len(function_of(method, number))
        + LENGTH
        + 2
        for number in chosen
    )
    less = sum(n for number, n in numbers.items() if number not in chosen) * (len(method) - LENGTH - 1)
    for kind, length in USES:
        less += counts.get(marked(kind, f'"{method}"' if kind == KEY else method), 0) * (len(method) - length)
    less += counts.get(marked(STRING, f'"{method}"'), 0) * (len(method) + 2 - LENGTH)
    return functions - max(0, less - len(method) - 2 - LENGTH - 2)


def as_members(counts: dict[str, int], functions: Mapping[str, str]) -> dict[str, int]:
    """Count calls that have no function as uses of the method's name, and return how many calls there are.

    The marks of calls are no longer counted.
    """
    calls = defaultdict[str, int](int)
    for mark in [mark for mark in counts if mark[1] in KINDS]:
        n, told = counts.pop(mark), mark[2:-1]
        calls[told] += n * (mark[1] in (METHOD, METHOD_HELD))
        if mark[1] in (METHOD, METHOD_HELD) and told not in functions:
            member = marked(MEMBER, told.partition("/")[0])
            counts[member] = counts.get(member, 0) + n
    return calls


def written_calls(
    calls: Iterable[str], names: Mapping[str, str], written: Mapping[str, str]
) -> dict[str, str]:
    """Return what the marks of these calls stand for: a function of these names, or the method itself."""
    found: dict[str, str] = {}
    for told in calls:
        method, _, number = told.partition("/")
        begin, end = f"{names[told]}(" if told in names else "", "," * (number != "0")
        if not begin:
            end = written[marked(MEMBER, method)] + "("
        found[marked(RECEIVER, told)], found[marked(METHOD, told)] = begin, end
        found[marked(HELD, told)], found[marked(METHOD_HELD, told)] = begin or "(", ")" * (not begin) + end
    return found
