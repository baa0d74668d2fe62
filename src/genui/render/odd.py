"""Results that no server should send: the known kinds first, then random ones, the same every time."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence

from genui.expressions import values_in
from genui.model import Json, JsonObject
from genui.render.results import CANARY, as_result, map_leaves, proto


def odd_results(typical: JsonObject, number: int) -> Iterator[tuple[str, Json]]:
    """Yield so many odd results with their names, made from typical data."""
    data = typical.get("structuredContent")
    made = [(name, make(data)) for name, make in ODD.items()][:number]
    yield from made
    random_ = random.Random(number)  # noqa: S311 - the same cases every time
    for index in range(number - len(made)):
        yield f"random {index + 1}", as_result(mutated(data, random_))


def rows_of(data: Json, rows: int) -> Json:
    """Return data with its first list made as long as this."""
    if isinstance(data, list):
        return [data[index % len(data)] if data else index for index in range(rows)]
    if isinstance(data, Mapping):
        lists = (key for key, value in data.items() for _, one in values_in(value) if isinstance(one, list))
        name = next(lists, None)
        return {**data, name: rows_of(data[name], rows)} if name is not None else {"rows": [data] * rows}
    return [data] * rows


def leaves(data: Json, value: Json) -> Json:
    """Return data with every leaf replaced."""
    return map_leaves(data, lambda _leaf: value)


def nested(depth: int) -> Json:
    """Return a list in a list in a list."""
    value: Json = "deep"
    for _ in range(depth):
        value = [value]
    return value


SCRIPT = f"</script><script>globalThis.genuiCanary=1</script><{CANARY}>"

ODD: Mapping[str, Callable[[Json], Json]] = {
    "null": lambda data: {"content": [], "structuredContent": None},
    "no members": lambda data: as_result({}),
    "every value null": lambda data: as_result(leaves(data, None)),
    "10,000 rows": lambda data: as_result(rows_of(data, 10_000)),
    "1e308": lambda data: as_result(leaves(data, 1e308)),
    "NaN as text": lambda data: as_result(leaves(data, "NaN")),
    "</script>": lambda data: as_result(leaves(data, SCRIPT)),
    "__proto__": lambda data: as_result(proto(data)),
    "right to left": lambda data: as_result(leaves(data, "שלום \u202eevil\u202c مرحبا")),
    "emoji": lambda data: as_result(leaves(data, "👩‍👩‍👧‍👦🏳️‍🌈 é\ud83d")),
    "5 MB of text": lambda data: {"content": [{"type": "text", "text": "x" * 5_000_000}]},
    "other types": lambda data: as_result(leaves(data, [{"a": 1}, "b", 3])),
    "depth 200": lambda data: as_result({"deep": nested(200)}),
    "unknown content": lambda data: {"content": [{"type": "hologram", "beam": {}}, None, 7]},
    "no content": lambda data: {},
    "an error without words": lambda data: {"isError": True, "content": []},
    "broken image": lambda data: {"content": [{"type": "image", "data": "%%%", "mimeType": "text/html"}]},
    "negative zero and big integers": lambda data: as_result([-0.0, 2**63, -(2**53), 0.1 + 0.2]),
}
"""The kinds of odd results, each made from typical data."""

LEAVES: Sequence[Json] = (
    None,
    True,
    0,
    -1,
    1e308,
    5e-324,
    "",
    " ",
    "\u202e",
    "<b>",
    "null",
    [],
    {},
    [[]],
    "\ud800",
)


def mutated(data: Json, random_: random.Random, depth: int = 0) -> Json:
    """Return data with some of its parts replaced, dropped or repeated."""
    if random_.random() < 0.12 or depth > 8:
        return random_.choice(LEAVES)
    if isinstance(data, Mapping):
        kept = [key for key in data if random_.random() < 0.9]
        return {key: mutated(data[key], random_, depth + 1) for key in kept}
    if isinstance(data, list):
        return [
            mutated(item, random_, depth + 1) for item in data for _ in range(random_.choice((0, 1, 1, 2)))
        ]
    return data
