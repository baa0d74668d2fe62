"""Small words around names and free texts."""

NO_TEXT = frozenset(
    {
        *("as", "in", "to", "by", "with", "at", "from", "of", "for", "on", "and", "is", "be", ":"),
        *("=", ",", "so", "should", "too"),
    }
)
"""Words that no free text begins with."""

BEFORE_ME = frozenset(
    {"show", "give", "let", "for", "tell", "get", "allow", "bring", "draw", "make", "spare"}
)
"""Words behind which "me" is said without a meaning of its own."""

AS = frozenset(("as", "in", "into", "to", "like", "with", "be", "=", ":", "a", "an", "using", "of"))
"""Words between what is changed and what it becomes."""

ANDS = frozenset((",", ";", "and", "&", "+", "then", "but", "plus", "or"))
"""Words between the names of a list."""

BREAKS = frozenset((",", ";", "and", "&", "then", "but", ".", "plus", "?", "!"))
"""Words between two clauses."""

BEFORE_TEXT = frozenset(
    {
        *("to", "->", ":", "=", "as", "into", "called", "named", "say", "be", "is", "saying"),
        *("reading", "read", "by", "says", "with"),
    }
)
"""Words that lead to a free text."""
