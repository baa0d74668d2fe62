"""Methods that a page calls often: a function for each, so that `a.map(b)` is said `A(a, b)`."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache

from genui.javascript.tokens import (
    GLOBAL,
    HELD,
    LAST,
    MADE,
    MEMBER,
    METHOD,
    METHOD_HELD,
    RECEIVER,
    STRING,
    marked,
)

LENGTH = 2
"""How long a name is taken to be while it has none yet."""

FIRST = {"at/1": ["-", "1"], "filter/1": [marked(GLOBAL, "Boolean")], "slice/2": ["0"]}
"""What some methods are often given first, as tokens."""

LATER = {"replace/2": marked(STRING, '""')}
"""What some methods are often given last."""

CALLS, BEHIND = frozenset({RECEIVER, METHOD, HELD, METHOD_HELD, LAST}), frozenset({METHOD, METHOD_HELD})


@lru_cache(maxsize=2048)
def marks_of(told: str) -> tuple[str, str, str, str]:
    """Return the marks before and behind what a method is called on, bare and in parentheses."""
    return marked(RECEIVER, told), marked(METHOD, told), marked(HELD, told), marked(METHOD_HELD, told)


def fixed_in(told: str, given: list[str]) -> tuple[str, list[str]] | None:
    """Return what the mark of a call says that gives what is often given, and its other arguments."""
    first, last = FIRST.get(told), LATER.get(told)
    if first is not None and given[: len(first)] == first and given[len(first)] in ",)":
        return f"{told}/{of_tokens(first)}", given[len(first) + (given[len(first)] == ",") :]
    if last is not None and given[-3:] == [",", last, ")"]:
        return (own := f"{told}/{of_tokens([last])}"), [*given[:-3], marked(LAST, own), ")"]
    return None


def of_tokens(tokens: list[str]) -> str:
    """Return the text of tokens, of a mark what it stands for."""
    return "".join(token[2:-1] if len(token) > 2 else token for token in tokens)


def usual(told: str) -> str:
    """Return what a mark says of any call of the method with as many arguments."""
    return "/".join(told.split("/")[:2])


@lru_cache(maxsize=2048)
def parted(told: str) -> tuple[str, int, str]:
    """Return the method, the number of its arguments and the fixed one of them that a mark says: `map/1`."""
    method, number, *fixed = told.split("/", 2)
    return method, int(number), "".join(fixed)


@lru_cache(maxsize=2048)
def function_of(told: str) -> str:
    """Return the function that calls a method with a number of arguments."""
    method, number, fixed = parted(told)
    free = [*"bcd"[: number - bool(fixed)]]
    whole = [*free, fixed] if usual(told) in LATER and fixed else [fixed, *free] if fixed else free
    head = f"(a,{','.join(free)})" if free else "a"
    return f"{head}=>a.{method}({','.join(whole)})"


def fixed_functions(calls: dict[str, int], counts: dict[str, int]) -> dict[str, str]:
    """Return the functions worth having for calls that give what is often given; the others are as any."""
    found: dict[str, str] = {}
    for told in [told for told in calls if told != usual(told)]:
        n, fixed, others = calls[told], parted(told)[2], calls.get(usual(told), 0)
        cost = len(function_of(told)) + LENGTH + 2 - (not others) * (len(function_of(usual(told))) + LENGTH)
        if n * (min(len(fixed), LENGTH) + 1) > cost and n > 2:
            found[told] = function_of(told)
            continue
        calls[usual(told)] = others + n
        if (mark := marked(GLOBAL, fixed)) in FIRST.get(usual(told), ()):
            counts[mark] = counts.get(mark, 0) + n
    return found


@lru_cache(maxsize=2048)
def fewest(told: str, *, alone: bool) -> int:
    """Return from how many calls on a method is worth a function.

    It has to be shorter than the calls as they are, and than calls with a name for the method's name, which
    is not needed any more where few others mention it: `alone`.
    """
    method, number, _ = parted(told)
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


def functions_for(calls: dict[str, int], counts: dict[str, int], own: Container[str]) -> dict[str, str]:
    """Return the functions worth having, by what they stand for; `own` methods have none, but a short name.

    Calls that have no function are counted as uses of the method's name.
    """
    found = fixed_functions(calls, counts)
    plain = {told: n for told, n in calls.items() if told == usual(told)}
    total = Counter[str]()
    for told, n in plain.items():
        total[parted(told)[0]] += n
    for told, n in plain.items():
        method = parted(told)[0]
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
        name, number, fixed = parted(told)
        is_last = bool(fixed) and usual(told) in LATER
        before = written.get(marked(GLOBAL, fixed), fixed) if fixed and not is_last else ""
        before += "," * (before != "" and number > 1)
        if called := names.get(told) or names.get(usual(told)):
            free = number - (told in names and fixed != "")
            found[receiver] = found[held] = called + "("
            found[method] = found[method_held] = "," * (free > 0) + before * (told not in names)
        else:
            found[receiver], found[held] = "", "("
            found[method] = written.get(marked(MEMBER, name), "." + name) + "(" + before
            found[method_held] = ")" + found[method]
        if is_last:
            found[marked(LAST, told)] = "" if told in names else "," + fixed
    return found


def makers_for(counts: dict[str, int]) -> dict[str, str]:
    """Return the functions worth having for what is made with `new`, by the marks that they stand for.

    What has none is counted as a use of its name.
    """
    found: dict[str, str] = {}
    for mark in [mark for mark in counts if mark[1] == MADE]:
        n, name = counts.pop(mark), mark[2:-1]
        by_name = marked(GLOBAL, name)
        others = counts.get(by_name, 0)
        function = f"a=>new {name}(a)"
        plain = len("new ") * n + min(n * len(name), n * LENGTH + (not others) * (len(name) + LENGTH))
        if plain > n * LENGTH + len(function) + LENGTH:
            found[mark] = function
        else:
            counts[by_name] = others + n
    return found
