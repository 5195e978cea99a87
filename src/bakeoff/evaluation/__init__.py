"""The verbs that join texts, metrics and statistics."""
