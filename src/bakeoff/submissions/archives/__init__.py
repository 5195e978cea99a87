"""Archives: unpacking archives that may be hostile, and writing reproducible ones."""
