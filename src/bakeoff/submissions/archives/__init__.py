"""Archives: unpacking those that may be hostile, and writing some that are the same each time."""
