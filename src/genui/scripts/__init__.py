"""Scripts as rules read them: a syntax tree, lexical scopes, and what an expression may come to."""

import genui.scripts.expressions  # noqa: F401 - enters how expressions are evaluated
from genui.scripts.script import Script, read_script
from genui.scripts.syntax import early_error
from genui.scripts.tree import Node
from genui.scripts.values import DATA, NUMBER, UNKNOWN, Const, Function, Items, Joined, Record, Thing, Value

__all__ = [
    "DATA",
    "NUMBER",
    "UNKNOWN",
    "Const",
    "Function",
    "Items",
    "Joined",
    "Node",
    "Record",
    "Script",
    "Thing",
    "Value",
    "early_error",
    "read_script",
]
