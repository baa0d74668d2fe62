"""Named tuples without typing and collections, which take longer to load than all of serve's own modules."""

from _operator import itemgetter


class Record(type):
    """Makes a named tuple of a class body: its annotations are the members, its values their defaults."""

    def __new__(cls, name, bases, body):  # type: ignore[no-untyped-def]
        """Return the named tuple, with the methods and properties of the body."""
        if not bases:
            return super().__new__(cls, name, bases, body)
        names = tuple(body.pop("__annotations__", ()))
        defaults = {member: body.pop(member) for member in names if member in body}
        count = len(names)

        def new(made, *values, **named):  # type: ignore[no-untyped-def]
            if named or len(values) != count:
                given = {**defaults, **named}
                values = completed(name, names, values, given)  # type: ignore[no-untyped-call]
            return tuple.__new__(made, values)

        members = {member: property(itemgetter(at)) for at, member in enumerate(names)}
        return type(name, (tuple,), {"__slots__": (), **body, **members, "__new__": new, "_fields": names})


def completed(name, names, values, named):  # type: ignore[no-untyped-def]
    """Return the values of all members in order; too few, too many and unknown ones are refused."""
    given = {**named, **dict(zip(names, values, strict=False))}
    if len(values) > len(names) or given.keys() != set(names):
        raise TypeError(f"{name} takes {names}, got {values} and {named}")
    return tuple(given[member] for member in names)


class NamedTuple(metaclass=Record):
    """Stands in for typing.NamedTuple, which type checkers see in its place."""
