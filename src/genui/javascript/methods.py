"""Methods that a page calls often: a function for each, so that `a.map(b)` is said `A(a, b)`."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

from genui.javascript.tokens import HELD, MEMBER, METHOD, METHOD_HELD, RECEIVER, marked

LENGTH = 2
"""How long a name is taken to be while it has none yet."""

CALLS, BEHIND = frozenset({RECEIVER, METHOD, HELD, METHOD_HELD}), frozenset({METHOD, METHOD_HELD})


@lru_cache(maxsize=2048)
def marks_of(told: str) -> tuple[str, str, str, str]:
    """Return the marks before and behind what a method is called on, bare and in parentheses."""
    return marked(RECEIVER, told), marked(METHOD, told), marked(HELD, told), marked(METHOD_HELD, told)


@lru_cache(maxsize=2048)
def parted(told: str) -> tuple[str, int]:
    """Return the method and the number of its arguments that a mark says: `map/1`."""
    method, _, number = told.partition("/")
    return method, int(number)


@lru_cache(maxsize=2048)
def function_of(told: str) -> str:
    """Return the function that calls a method with a number of arguments."""
    method, number = parted(told)
    given = ",".join("bcd"[:number])
    return f"(a,{given})=>a.{method}({given})" if number else f"a=>a.{method}()"


@lru_cache(maxsize=2048)
def fewest(told: str, *, alone: bool) -> int:
    """Return from how many calls on a method is worth a function.

    It has to be shorter than the calls as they are, and than calls with a name for the method's name, which
    is not needed any more where few others mention it: `alone`.
    """
    method, number = parted(told)
    more = len(function_of(told)) + LENGTH + 2
    less = len(method) + 2 + LENGTH + 2 if alone else 0
    saved = max(1, len(method) - LENGTH + (number == 0))
    return max(more // saved, (more - less) // (2 - (number > 0)), 1) + 1


def calls_in(counts: dict[str, int]) -> dict[str, int]:
    """Return how many calls of each method there are; their marks are no longer counted."""
    calls: dict[str, int] = {}
    for mark in [mark for mark in counts if mark[1] in CALLS]:
        n, told = counts.pop(mark), mark[2:-1]
        calls[told] = calls.get(told, 0) + n * (mark[1] in BEHIND)
    return calls


def functions_for(calls: Mapping[str, int], counts: dict[str, int], own: Container[str]) -> dict[str, str]:
    """Return the functions worth having, by what they stand for; `own` methods have none, but a short name.

    Calls that have no function are counted as uses of the method's name.
    """
    total = Counter[str]()
    for told, n in calls.items():
        total[parted(told)[0]] += n
    found: dict[str, str] = {}
    for told, n in calls.items():
        method, _ = parted(told)
        member = marked(MEMBER, method)
        others = total[method] - n + counts.get(member, 0)
        is_alone = others * (len(method) - LENGTH - 1) <= len(method) + 2 * LENGTH + 4
        if method not in own and n >= fewest(told, alone=is_alone):
            found[told] = function_of(told)
        else:
            counts[member] = counts.get(member, 0) + n
    return found


def written_calls(
    calls: Iterable[str], names: Mapping[str, str], written: Mapping[str, str]
) -> dict[str, str]:
    """Return what the marks of these calls stand for: a function of these names, or the method itself."""
    found: dict[str, str] = {}
    for told in calls:
        receiver, method, held, method_held = marks_of(told)
        name, number = parted(told)
        if told in names:
            found[receiver] = found[held] = names[told] + "("
            found[method] = found[method_held] = "," * (number > 0)
        else:
            found[receiver], found[held] = "", "("
            found[method] = written.get(marked(MEMBER, name), "." + name) + "("
            found[method_held] = ")" + found[method]
    return found
