"""Checking a spec against its tool: every binding, key, format and control by the tool's schemas."""

from genui.config import Limits
from genui.model import Finding, JsonObject, Tool
from genui.spec import DEFAULT_LIMITS, spec_findings
from genui.typecheck.facts import facts_of
from genui.typecheck.form import CONTROL_TYPES, hidden_defaults, path_of, path_parts
from genui.typecheck.rules import CHECK_RULES

__all__ = ["CHECK_RULES", "CONTROL_TYPES", "check_spec", "hidden_defaults", "path_of", "path_parts"]


def check_spec(spec: JsonObject, tool: Tool, limits: Limits = DEFAULT_LIMITS) -> tuple[Finding, ...]:
    """Return the findings of a spec: first its structure; where that holds, every rule about its tool."""
    found = spec_findings(spec, limits)
    if any(finding.severity == "error" for finding in found):
        return found
    facts = facts_of(spec, tool)
    checked = (finding for rule in CHECK_RULES.values() for finding in rule.check(facts))
    return (*found, *dict.fromkeys(checked))
