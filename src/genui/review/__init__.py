"""Comparing two states of a project's views: what people will see otherwise, in words and by levels."""
