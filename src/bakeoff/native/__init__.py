"""The compiled kernels. They take whole texts, release the GIL and give the same result for any number of threads."""

from bakeoff.native._kernels import (
    NgramCounts,
    Tokens,
    Vocabulary,
    bleu_statistics,
    chrf_statistics,
    nist_statistics,
    tokenize,
    tokenize_lines,
    tokenizer_names,
)

__all__ = [
    "NgramCounts",
    "Tokens",
    "Vocabulary",
    "bleu_statistics",
    "chrf_statistics",
    "nist_statistics",
    "tokenize",
    "tokenize_lines",
    "tokenizer_names",
]
