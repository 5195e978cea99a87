"""Files of scores of outside metrics."""
