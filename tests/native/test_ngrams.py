"""The n-gram kernels against naive twins."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.native import (
    CountedReferences,
    Tokens,
    Vocabulary,
    bleu_statistics,
    chrf_statistics,
    nist_statistics,
    tokenize,
)

segments = st.lists(st.sampled_from(["a", "b", "c", "0", "00"]), max_size=12)


def corpora(max_references: int = 4) -> st.SearchStrategy[Any]:
    """A number of references, and segments as (hypothesis, *references)."""
    count = st.integers(1, max_references)
    return count.flatmap(lambda n: st.lists(st.tuples(*[segments] * (n + 1)), min_size=1, max_size=6))


def ngrams(words: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + order]) for i in range(len(words) - order + 1))


def clipped_matches(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int
) -> Counter[tuple[str, ...]]:
    most: Counter[Any] = Counter()
    for reference in references:
        most |= ngrams(reference, order)
    return ngrams(hypothesis, order) & most


def closest_length(length: int, lengths: Sequence[int]) -> int:
    return min(lengths, key=lambda other: (abs(other - length), other))


def naive_bleu_row(
    hypothesis: Sequence[str], references: Sequence[Sequence[str]], orders: int, length: Callable[..., Any]
) -> list[int]:
    matches = [clipped_matches(hypothesis, references, n + 1).total() for n in range(orders)]
    totals = [ngrams(hypothesis, n + 1).total() for n in range(orders)]
    return [*matches, *totals, length(len(hypothesis), [len(reference) for reference in references])]


def naive_information(references: Sequence[tuple[Sequence[str], ...]], orders: int) -> dict[tuple[str, ...], float]:
    """Information by n-gram, over references as lists of segments; the history that is the word 0 counts as none."""
    counts: Counter[Any] = Counter()
    for reference in references:
        for words in reference:
            for n in range(orders):
                counts.update(ngrams(words, n + 1))
    total = sum(len(words) for reference in references for words in reference)
    return {
        gram: log2((total if gram[:-1] in ((), ("0",)) else counts[gram[:-1]]) / count)
        for gram, count in counts.items()
    }


def naive_nist_row(
    hypothesis: Sequence[str],
    references: Sequence[Sequence[str]],
    information: Mapping[tuple[str, ...], float],
    orders: int,
) -> list[float]:
    matched = [
        sum(information[gram] * count for gram, count in clipped_matches(hypothesis, references, n + 1).items())
        for n in range(orders)
    ]
    totals = [ngrams(hypothesis, n + 1).total() for n in range(orders)]
    return [*matched, *totals, sum(map(len, references)) / len(references)]


def tokens_of(columns: Iterable[Sequence[Sequence[str]]]) -> tuple[list[Tokens], Vocabulary]:
    """Tokens of each column of segments, in one vocabulary, which comes along."""
    vocabulary = Vocabulary()
    return [tokenize([" ".join(words) for words in column], "plain", vocabulary) for column in columns], vocabulary


def nist_rows(
    hypothesis: Tokens, references: Sequence[Tokens], vocabulary: Vocabulary, *, order: int = 5, threads: int = 1
) -> npt.NDArray[np.float64]:
    zero = tokenize(["0"], "plain", vocabulary)[0][0]
    return nist_statistics(hypothesis, CountedReferences(references, order=order), zero=zero, threads=threads)


def random_lines(seed: int, *, segments: int = 300, words: int = 60) -> list[str]:
    """Texts in which many n-grams return, segments of 0 to 59 words."""
    rng = np.random.default_rng(seed)
    return [" ".join(f"w{w}" for w in rng.zipf(1.3, rng.integers(0, words)) % 500) for _ in range(segments)]


@given(
    corpora(), st.integers(1, 9), st.sampled_from([(False, closest_length), (True, lambda _, lengths: min(lengths))])
)
def test_bleu_statistics_equal_those_of_a_naive_twin(
    corpus: list[tuple[list[str], ...]], orders: int, rule: tuple[bool, Callable[..., Any]]
) -> None:
    (hypothesis, *references), _ = tokens_of(zip(*corpus, strict=True))
    shortest, length = rule
    rows = bleu_statistics(hypothesis, references, order=orders, shortest=shortest)
    assert rows.tolist() == [naive_bleu_row(h, r, orders, length) for h, *r in corpus]


@given(corpora(), st.integers(1, 6))
def test_nist_statistics_equal_those_of_a_naive_twin(corpus: list[tuple[list[str], ...]], orders: int) -> None:
    (hypothesis, *references), vocabulary = tokens_of(zip(*corpus, strict=True))
    information = naive_information(list(zip(*corpus, strict=True))[1:], orders)
    expected = [naive_nist_row(h, r, information, orders) for h, *r in corpus]
    rows = nist_rows(hypothesis, references, vocabulary, order=orders)
    np.testing.assert_allclose(rows, expected, rtol=1e-12, atol=1e-12)


def test_a_bigram_after_the_token_0_is_weighed_as_if_nothing_stood_before_it() -> None:
    (hypothesis, reference), vocabulary = tokens_of([[["0", "a"], ["00", "a"]], [["0", "a"], ["00", "a"]]])
    information_of_bigrams = nist_rows(hypothesis, [reference], vocabulary)[:, 1]
    assert information_of_bigrams.tolist() == [2.0, 0.0]


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    lines = [random_lines(seed) for seed in range(3)]
    vocabulary = Vocabulary()
    hypothesis, *references = [tokenize(text, "plain", vocabulary) for text in lines]
    for count in (
        lambda threads: bleu_statistics(hypothesis, references, threads=threads),
        lambda threads: nist_rows(hypothesis, references, vocabulary, threads=threads),
        lambda threads: chrf_statistics(lines[0], lines[1:], word_order=2, threads=threads),
    ):
        one = count(1)
        assert one.any()
        assert (one == count(4)).all()


def test_segments_of_thousands_of_words_equal_the_naive_twin() -> None:
    corpus = [
        [random_lines(seed, segments=1, words=8000)[0].split() for seed in seeds] for seeds in ((1, 2, 3), (4, 5, 6))
    ]
    assert max(len(words) for segment in corpus for words in segment) > 4000
    (hypothesis, *references), vocabulary = tokens_of(zip(*corpus, strict=True))
    bleu = bleu_statistics(hypothesis, references, order=5)
    assert bleu.tolist() == [naive_bleu_row(h, r, 5, closest_length) for h, *r in corpus]
    information = naive_information(list(zip(*corpus, strict=True))[1:], 5)
    nist = nist_rows(hypothesis, references, vocabulary)
    np.testing.assert_allclose(nist, [naive_nist_row(h, r, information, 5) for h, *r in corpus], rtol=1e-12)


def test_no_segments_give_no_rows() -> None:
    (none,), vocabulary = tokens_of([[]])
    assert bleu_statistics(none, [none]).shape == (0, 9)
    assert nist_rows(none, [none], vocabulary).shape == (0, 11)
    assert chrf_statistics([], [[]]).shape == (0, 18)
