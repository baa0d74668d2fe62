"""The view spec, version 1: its types, its published JSON Schema, its limits."""

from genui.spec.answer import answer_schema
from genui.spec.findings import DEFAULT_LIMITS, SPEC_RULES, SpecLimits, spec_findings, texts_at
from genui.spec.grammar import CONTROLS, LAYOUTS, POSITIONS, THEMES, VERSION, component_schema, spec_schema
from genui.spec.types import ComponentSpec, FieldSpec, FormSpec, ViewSpec, parse_spec, spec_error

__all__ = [
    "CONTROLS",
    "DEFAULT_LIMITS",
    "LAYOUTS",
    "POSITIONS",
    "SPEC_RULES",
    "THEMES",
    "VERSION",
    "ComponentSpec",
    "FieldSpec",
    "FormSpec",
    "SpecLimits",
    "ViewSpec",
    "answer_schema",
    "component_schema",
    "parse_spec",
    "spec_error",
    "spec_findings",
    "spec_schema",
    "texts_at",
]
