"""Refining a view in words: a reader of plain English, a ledger of steps, and its replay."""

from genui.refine.patch import PatchError, apply_patch, diff_patch, identity_of, inverse_patch
from genui.refine.steps import Refinement, Replay, refine_view, replay_ledger, replay_patches

__all__ = [
    "PatchError",
    "Refinement",
    "Replay",
    "apply_patch",
    "diff_patch",
    "identity_of",
    "inverse_patch",
    "refine_view",
    "replay_ledger",
    "replay_patches",
]
