"""The table of acts: what a clause can ask for, by which words, of what, and how the spec changes for it."""

from genui.refine.acts_form import FORM
from genui.refine.acts_members import MEMBERS
from genui.refine.acts_rows import ROWS
from genui.refine.acts_view import VIEW
from genui.refine.slots import Act

ACTS: tuple[Act, ...] = (*VIEW, *ROWS, *FORM, *MEMBERS)
"""Every act; where two read a clause equally well, the first has it."""
