"""The view spec: its published JSON Schema, its limits."""

from genui.spec.answer import answer_schema
from genui.spec.findings import DEFAULT_LIMITS, SPEC_RULES, spec_findings, texts_at
from genui.spec.grammar import (
    CONTROLS,
    LAYOUTS,
    POSITIONS,
    THEMES,
    VERSION,
    VERSIONS,
    component_schema,
    spec_schema,
)

__all__ = [
    "CONTROLS",
    "DEFAULT_LIMITS",
    "LAYOUTS",
    "POSITIONS",
    "SPEC_RULES",
    "THEMES",
    "VERSION",
    "VERSIONS",
    "answer_schema",
    "component_schema",
    "spec_findings",
    "spec_schema",
    "texts_at",
]
