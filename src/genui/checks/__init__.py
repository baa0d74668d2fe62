"""The schema checks: JSON Schema compiled into a table of rules that Python and the page carry out alike."""

from genui.checks.compile import Row, Table, row_of
from genui.checks.references import REFERENCES, target_of
from genui.checks.run import Fault, check
from genui.model import Json

__all__ = ["REFERENCES", "Fault", "Row", "Table", "check", "faults_of", "row_of", "target_of"]


def faults_of(value: Json, schema: Json, root: Json = None) -> list[Fault]:
    """Return what a schema finds wrong with a value; `root` is where its references lead, if not itself."""
    table = Table(schema if root is None else root)
    return check(value, row_of(table, schema), table.rows)
