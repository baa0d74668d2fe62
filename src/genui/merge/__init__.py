"""Joining versions of a view: what two branches made of it, or a hand and a new generation."""

from genui.merge.values import Clash, Joined, join_values
from genui.merge.views import Merged, Prefer, Regenerate, merge_views

__all__ = ["Clash", "Joined", "Merged", "Prefer", "Regenerate", "join_values", "merge_views"]
