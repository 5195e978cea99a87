"""A metrics task as tables, charts and JSON."""
