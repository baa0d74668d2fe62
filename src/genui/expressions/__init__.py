"""The expressions of a view spec: closed objects over JSON Pointers; no string is ever evaluated.

Only the page evaluates them (templates/runtime/expressions.js); here they are read, typed and refused.
"""

from genui.expressions.pointers import MISSING, at, pointer_of, pointer_parts
from genui.expressions.reading import (
    bindings,
    brief,
    children_of,
    expression_findings,
    format_findings,
    is_expression,
    nearest,
    operands,
    operator_of,
    values_in,
)
from genui.expressions.tables import FORMATS, OPERATORS, ROOTS, UNITS, Format, Operator

__all__ = [
    "FORMATS",
    "MISSING",
    "OPERATORS",
    "ROOTS",
    "UNITS",
    "Format",
    "Operator",
    "at",
    "bindings",
    "brief",
    "children_of",
    "expression_findings",
    "format_findings",
    "is_expression",
    "nearest",
    "operands",
    "operator_of",
    "pointer_of",
    "pointer_parts",
    "values_in",
]
