"""A score from 0 to 100."""
