"""Views made while serving: compiled on a miss, wished for in a chat, kept in the overlay, adopted."""
