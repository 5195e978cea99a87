"""Random texts that share words, with everything in them that tends to break tools."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from bakeoff.metrics import Metric
from bakeoff.text import Workspace

WORDS = (
    *("a", "b", "the", "The", "0", "00", "1,5", "x.", "(hi)", "!", "?!", "don't", "Straße", "İstanbul", "&amp;", "A-1"),
    *("中", "中文", "e\u0301", "é", "👍🏽", "👩\u200d👩\u200d👧", "\ufeff", "ﬁ", "\u200b", "ǅ", "\U0001d11e"),
)
SPACES = (" ", "  ", "\t", "\u00a0", "\u3000", "\u2028", "\x1c", "\x85", "\u2009", "\n", "")


def _segments(words: Sequence[str]) -> st.SearchStrategy[str]:
    pieces = st.lists(st.tuples(st.sampled_from(words), st.sampled_from(SPACES)), max_size=10)
    usual = pieces.map(lambda pairs: "".join(word + space for word, space in pairs))
    return st.one_of(st.just(""), usual, usual, usual, st.text(max_size=12))


def _corpora(words: Sequence[str], references: int) -> st.SearchStrategy[list[tuple[str, ...]]]:
    return st.lists(st.tuples(*[_segments(words)] * (references + 1)), min_size=1, max_size=5)


_few_words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)  # so that long n-grams match, too
corpora = st.tuples(_few_words, st.integers(1, 4)).flatmap(lambda drawn: _corpora(*drawn))
"""Segments as (hypothesis, one to four references)."""


def columns(corpus: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Hypotheses, and a list for each reference."""
    hypothesis, *references = (list(column) for column in zip(*corpus, strict=True))
    return hypothesis, references


def rows_of(
    metric: Metric, hypothesis: Sequence[str], references: Sequence[Sequence[str]], *, threads: int = 1
) -> npt.NDArray[np.float64]:
    space = Workspace(threads=threads)
    return metric.statistics(space.text(hypothesis), metric.prepare([space.text(text) for text in references]))


def long_corpus(segments: int = 3, words: int = 3000) -> tuple[list[str], list[list[str]]]:
    """Hypothesis and two references with segments of thousands of words."""
    rng = np.random.default_rng(20)
    texts = [[" ".join(f"w{w}" for w in rng.zipf(1.3, words) % 300) for _ in range(segments)] for _ in range(3)]
    return texts[0], texts[1:]
