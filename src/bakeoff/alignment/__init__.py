"""Which words of two texts belong together."""

from bakeoff.alignment.edit_operations import EditOperation, edit_operations
from bakeoff.alignment.resegmentation import (
    Resegmentation,
    ResegmentationMode,
    SegmentCut,
    automatic_segmentation_wer,
    resegment,
    resegment_streams,
)
from bakeoff.alignment.word_differences import Piece, word_differences

__all__ = [
    "EditOperation",
    "Piece",
    "Resegmentation",
    "ResegmentationMode",
    "SegmentCut",
    "automatic_segmentation_wer",
    "edit_operations",
    "resegment",
    "resegment_streams",
    "word_differences",
]
