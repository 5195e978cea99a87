"""Which words of two texts belong together."""

from bakeoff.alignment.edit_distance import EditOperation, edit_operations

__all__ = ["EditOperation", "edit_operations"]
