"""Pages of crowds."""
