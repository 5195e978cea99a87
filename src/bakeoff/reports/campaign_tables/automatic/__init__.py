"""Tables of scores by metrics."""
