"""Which words of two texts belong together."""

from bakeoff.alignment.alignment_errors import AlignmentErrors, GoldLinks, alignment_errors
from bakeoff.alignment.edit_operations import EditOperation, edit_operations
from bakeoff.alignment.resegmentation import (
    Resegmentation,
    ResegmentationMode,
    SegmentCut,
    automatic_segmentation_wer,
    resegment,
    resegment_streams,
)
from bakeoff.alignment.thot_models import ALIGNMENT_MODELS, LONGEST, AlignmentModel, SentencePair
from bakeoff.alignment.word_aligner import AlignerSettings, align_words
from bakeoff.alignment.word_differences import Piece, word_differences
from bakeoff.alignment.word_links import (
    SYMMETRISATIONS,
    BothDirections,
    Link,
    Links,
    Symmetrisation,
    consistent_span,
    symmetrise,
)

__all__ = [
    "ALIGNMENT_MODELS",
    "LONGEST",
    "SYMMETRISATIONS",
    "AlignerSettings",
    "AlignmentErrors",
    "AlignmentModel",
    "BothDirections",
    "EditOperation",
    "GoldLinks",
    "Link",
    "Links",
    "Piece",
    "Resegmentation",
    "ResegmentationMode",
    "SegmentCut",
    "SentencePair",
    "Symmetrisation",
    "align_words",
    "alignment_errors",
    "automatic_segmentation_wer",
    "consistent_span",
    "edit_operations",
    "resegment",
    "resegment_streams",
    "symmetrise",
    "word_differences",
]
