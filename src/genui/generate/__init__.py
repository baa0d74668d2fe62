"""Writing views with a language model: candidate 0, the model's, repair, score, the better one."""
