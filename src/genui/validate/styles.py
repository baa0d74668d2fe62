"""What a stylesheet would load: every URL in it, escapes read as a browser reads them."""

from collections.abc import Iterable, Iterator
from typing import Any

URL_FUNCTIONS = frozenset({"url", "src", "image", "image-set", "-webkit-image-set", "cross-fade"})
"""Functions whose text arguments are URLs."""


def loads_of_sheet(css: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and target of everything that a stylesheet loads; "@import" for imports."""
    import tinycss2

    yield from loads_of(tinycss2.parse_component_value_list(css))


def loads_of(values: Iterable[Any]) -> Iterator[tuple[int, int, str]]:
    """Yield what component values load, at every depth."""
    importing = naming = False
    for value in values:
        if naming:
            naming = value != ";"
        elif value.type == "at-keyword" and value.lower_value == "namespace":
            naming = True
        elif value.type == "at-keyword" and value.lower_value == "import":
            importing = True
            yield value.source_line, value.source_column, "@import"
        elif importing:
            importing = value != ";"
        elif value.type == "url":
            yield value.source_line, value.source_column, value.value
        elif value.type == "error" and "url" in value.kind:
            yield value.source_line, value.source_column, "a malformed url()"
        elif value.type == "function":
            if value.lower_name in URL_FUNCTIONS:
                for argument in value.arguments:
                    if argument.type == "string":
                        yield argument.source_line, argument.source_column, argument.value
            yield from loads_of(value.arguments)
        elif value.type in ("() block", "[] block", "{} block"):
            yield from loads_of(value.content)
