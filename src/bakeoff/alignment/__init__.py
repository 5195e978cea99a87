"""Which words of two texts belong together."""

from bakeoff.alignment.edit_distance import EditOperation, edit_operations
from bakeoff.alignment.word_differences import Piece, word_differences

__all__ = ["EditOperation", "Piece", "edit_operations", "word_differences"]
