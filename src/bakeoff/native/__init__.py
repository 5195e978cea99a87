"""The compiled kernels. They take whole texts, release the GIL and give the same result for any number of threads."""

from bakeoff.native._kernels import Tokens, Vocabulary, ter_statistics, tokenize, tokenize_lines, tokenizer_names

__all__ = ["Tokens", "Vocabulary", "ter_statistics", "tokenize", "tokenize_lines", "tokenizer_names"]
