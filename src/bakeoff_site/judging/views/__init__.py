"""Pages of human evaluation."""
