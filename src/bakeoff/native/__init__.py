"""The compiled kernels. They take whole texts, release the GIL and give the same result for any number of threads."""

from bakeoff.native._kernels import (
    LONGEST_ORDER,
    CountedReferences,
    Tokens,
    Vocabulary,
    bag_error_statistics,
    bleu_statistics,
    chrf_statistics,
    edit_distances,
    edit_operations,
    nist_statistics,
    ter_statistics,
    tokenize,
    tokenize_lines,
    tokenizer_names,
    word_error_statistics,
)

__all__ = [
    "LONGEST_ORDER",
    "CountedReferences",
    "Tokens",
    "Vocabulary",
    "bag_error_statistics",
    "bleu_statistics",
    "chrf_statistics",
    "edit_distances",
    "edit_operations",
    "nist_statistics",
    "ter_statistics",
    "tokenize",
    "tokenize_lines",
    "tokenizer_names",
    "word_error_statistics",
]
