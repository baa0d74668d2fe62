"""Joining versions of a view: what two branches made of it, or a hand and a new generation."""
