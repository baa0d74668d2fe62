"""The schema checks: JSON Schema compiled into a table of rules that the page carries out (checks*.js)."""

from genui.schema_rules.compile import Row, Table, row_of
from genui.schema_rules.references import REFERENCES, target_of

__all__ = ["REFERENCES", "Row", "Table", "row_of", "target_of"]
