"""Named tuples without the typing module, which takes longer to load than all of serve's own modules."""

from collections import namedtuple


class Record(type):
    """Makes a named tuple of a class body: its annotations are the members, its values their defaults."""

    def __new__(cls, name, bases, body):  # type: ignore[no-untyped-def]  # noqa: ANN
        """Return the named tuple, with the methods and properties of the body."""
        if not bases:
            return super().__new__(cls, name, bases, body)
        names = list(body.get("__annotations__", ()))
        defaults = [body.pop(member) for member in names if member in body]
        made = namedtuple(name, names, defaults=defaults, module=body["__module__"])  # type: ignore[misc]
        for member, value in body.items():
            if member not in ("__annotations__", "__module__", "__qualname__", "__dict__", "__weakref__"):
                setattr(made, member, value)
        return made


class NamedTuple(metaclass=Record):
    """Stands in for typing.NamedTuple, which type checkers see in its place."""
