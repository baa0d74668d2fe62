"""Which expressions can be left out where nobody reads them: working them out changes nothing else."""

from typing import TYPE_CHECKING

from genui.javascript.syntax import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function", "function_declaration"})
NAMED = frozenset({"property_identifier", "string", "number"})
CONSTANTS = frozenset({"number", "string", "regex", "true", "false", "null", "comment"})
LEAVES = frozenset(
    {"identifier", "number", "string", "regex", "true", "false", "null", "undefined"}
    | {"shorthand_property_identifier", "property_identifier", "method_definition", "comment"}
)
PARTS = frozenset(
    {"object", "array", "pair", "spread_element", "parenthesized_expression", "binary_expression"}
    | {"unary_expression", "ternary_expression", "template_string", "template_substitution", "arguments"}
    | {"subscript_expression", "member_expression", "computed_property_name", "string_fragment"}
    | {"escape_sequence", "generator_function_declaration"}
)
"""Nodes that are harmless where all their parts are."""

MADE = frozenset({"Map", "Set", "WeakMap", "RegExp", "Date", "Intl.NumberFormat"})
CALLED = frozenset(
    {"Object.entries", "Object.keys", "Object.values", "Object.fromEntries", "Object.create", "Object.freeze"}
    | {"Array.from", "String", "Number", "Boolean"}
)
METHODS = frozenset(
    {"concat", "filter", "flat", "flatMap", "join", "map", "replace", "slice", "split", "toLowerCase", "trim"}
)


def is_plain(node: "Node") -> bool:
    """Tell whether a value is a function, of which nothing is worked out."""
    return node.type in FUNCTIONS


def is_fixed(node: "Node") -> bool:
    """Tell whether a value is the same wherever it is made: a function, a constant, an object of such."""
    if node.type == "object":
        return all(
            each.type in ("method_definition", "comment") or is_fixed(each) for each in node.named_children
        )
    if node.type == "pair":
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        return key is not None and key.type in NAMED and value is not None and is_fixed(value)
    return is_plain(node) or node.type in CONSTANTS


def is_harmless(node: "Node") -> bool:
    """Tell whether working out a value does nothing else, so that it may be left out."""
    kind = node.type
    if kind in FUNCTIONS or kind in LEAVES:
        return True
    if kind == "class_declaration":
        return not any(child.type == "class_heritage" for child in node.children) and "static" not in decoded(
            node
        )
    if kind == "call_expression":
        return is_known_call(node)
    if kind == "new_expression":
        given = node.child_by_field_name("arguments")
        return decoded(node.child_by_field_name("constructor")) in MADE and (
            given is None or is_harmless(given)
        )
    if kind == "unary_expression" and node.children[0].type == "delete":
        return False
    return kind in PARTS and all(map(is_harmless, node.named_children))


def is_known_call(node: "Node") -> bool:
    """Tell whether a call is one of the platform that only makes a value, of values as harmless."""
    callee, given = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee is None or given is None or given.type != "arguments":
        return False
    of, name = callee.child_by_field_name("object"), callee.child_by_field_name("property")
    known = decoded(callee) in CALLED or (
        callee.type == "member_expression" and decoded(name) in METHODS and of is not None and is_harmless(of)
    )
    return known and all(map(harmless_when_called, given.named_children))


def harmless_when_called(node: "Node") -> bool:
    """Tell whether an argument is harmless, and if it is a function, calling it as well."""
    if node.type == "arrow_function":
        body = node.child_by_field_name("body")
        return body is not None and is_harmless(body)
    return node.type not in FUNCTIONS and is_harmless(node)
