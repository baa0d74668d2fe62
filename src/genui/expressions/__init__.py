"""The expressions of a view spec: closed objects over JSON Pointers; no string is ever evaluated.

templates/runtime/expressions.js evaluates the same in the page; tests/cases/expressions.json
holds both to it.
"""

from genui.expressions.evaluation import evaluate, plain_text, same, text_of
from genui.expressions.pointers import MISSING, at, pointer_of, pointer_parts
from genui.expressions.reading import (
    bindings,
    brief,
    expression_findings,
    format_findings,
    is_expression,
    nearest,
    operands,
    operator_of,
)
from genui.expressions.tables import FORMATS, OPERATORS, ROOTS, Format, Operator

__all__ = [
    "FORMATS",
    "MISSING",
    "OPERATORS",
    "ROOTS",
    "Format",
    "Operator",
    "at",
    "bindings",
    "brief",
    "evaluate",
    "expression_findings",
    "format_findings",
    "is_expression",
    "nearest",
    "operands",
    "operator_of",
    "plain_text",
    "pointer_of",
    "pointer_parts",
    "same",
    "text_of",
]
