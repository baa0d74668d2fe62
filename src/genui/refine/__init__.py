"""Refining a view in words: rules that read plain English, a ledger of steps, and its replay."""

from genui.refine.patch import PatchError, apply_patch, diff_patch, identity_of, inverse_patch, same
from genui.refine.rules import Rule, rules
from genui.refine.steps import Refinement, Replay, refine_view, replay_ledger, replay_patches

__all__ = [
    "PatchError",
    "Refinement",
    "Replay",
    "Rule",
    "apply_patch",
    "diff_patch",
    "identity_of",
    "inverse_patch",
    "refine_view",
    "replay_ledger",
    "replay_patches",
    "rules",
    "same",
]
