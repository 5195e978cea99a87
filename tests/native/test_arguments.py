"""What every kernel refuses, in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from bakeoff.native import (
    CountedReferences,
    Tokens,
    Vocabulary,
    bag_error_statistics,
    bleu_statistics,
    chrf_statistics,
    edit_distances,
    edit_operations,
    gtm_statistics,
    nist_statistics,
    ter_statistics,
    tokenize,
    tokenize_lines,
    word_error_statistics,
)

Kernel = Callable[..., Any]


def nist(hypothesis: Tokens, references: Sequence[Tokens], *, order: int = 5, threads: int = 1) -> Any:
    return nist_statistics(hypothesis, CountedReferences(references, order=order), zero=0, threads=threads)


def distances(hypothesis: Tokens, references: Sequence[Tokens], *, threads: int = 1) -> Any:
    return edit_distances(hypothesis, *references, threads=threads)


OVER_REFERENCES: dict[str, Kernel] = {
    "bag_error_statistics": bag_error_statistics,
    "bleu_statistics": bleu_statistics,
    "gtm_statistics": gtm_statistics,
    "nist_statistics": nist,
    "ter_statistics": partial(ter_statistics, rules="tercom"),
    "word_error_statistics": word_error_statistics,
}
OVER_TOKENS = OVER_REFERENCES | {"edit_distances": distances}
over_references = pytest.mark.parametrize("kernel", OVER_REFERENCES.values(), ids=OVER_REFERENCES)
over_tokens = pytest.mark.parametrize("kernel", OVER_TOKENS.values(), ids=OVER_TOKENS)


def texts(*columns: Sequence[str]) -> list[Tokens]:
    """Each column tokenised, all with one vocabulary."""
    vocabulary = Vocabulary()
    return [tokenize(column, "plain", vocabulary) for column in columns]


@over_references
def test_no_reference_is_refused(kernel: Callable[..., Any]) -> None:
    (hypothesis,) = texts(["a"])
    with pytest.raises(ValueError, match=r"^expected at least one reference, found none$"):
        kernel(hypothesis, [])


@over_references
def test_the_reference_with_another_number_of_segments_is_named(
    kernel: Callable[..., Any],
) -> None:
    two, one = texts(["a", "b"], ["a"])
    with pytest.raises(
        ValueError, match=r"^number of segments: expected 2 as in the hypothesis, found 1 in reference 2$"
    ):
        kernel(two, [two, one])


@over_tokens
def test_a_hypothesis_with_fewer_segments_is_refused(kernel: Callable[..., Any]) -> None:
    one, two = texts(["a"], ["a", "b"])
    with pytest.raises(
        ValueError, match=r"^number of segments: expected 1 as in the hypothesis, found 2 in reference 1$"
    ):
        kernel(one, [two])


@over_tokens
def test_ids_of_two_vocabularies_are_not_compared(kernel: Callable[..., Any]) -> None:
    (hypothesis,), (reference,) = texts(["a"]), texts(["b"])
    with pytest.raises(
        ValueError, match=r"^vocabulary: expected that of the hypothesis, found another one in reference 1$"
    ):
        kernel(hypothesis, [reference])


@over_tokens
def test_no_segments_give_no_rows(kernel: Callable[..., Any]) -> None:
    hypothesis, reference = texts([], [])
    assert len(kernel(hypothesis, [reference])) == 0


@over_references
def test_references_that_are_no_tokens_are_refused(kernel: Callable[..., Any]) -> None:
    (hypothesis,) = texts(["a"])
    with pytest.raises(TypeError, match=r"^expected the tokens of each reference, found NoneType$"):
        kernel(hypothesis, [None])
    with pytest.raises(TypeError, match=r"^expected the tokens of each reference, found str$"):
        kernel(hypothesis, "a")


def test_texts_for_chrf_are_checked_alike() -> None:
    with pytest.raises(ValueError, match=r"^expected at least one reference, found none$"):
        chrf_statistics(["a"], [])
    with pytest.raises(
        ValueError, match=r"^number of segments: expected 1 as in the hypothesis, found 2 in reference 2$"
    ):
        chrf_statistics(["a"], [["a"], ["a", "b"]])


@pytest.mark.parametrize("threads", [0, -1])
@pytest.mark.parametrize(
    "call",
    [
        *(lambda kernel=kernel, **options: kernel(*texts([]), texts([]), **options) for kernel in OVER_TOKENS.values()),
        partial(chrf_statistics, [], [[]]),
        partial(tokenize_lines, [], "plain"),
        lambda **options: tokenize([], "plain", Vocabulary(), **options),
    ],
    ids=[*OVER_TOKENS, "chrf_statistics", "tokenize_lines", "tokenize"],
)
def test_less_than_one_thread_is_refused(call: Callable[..., Any], threads: int) -> None:
    with pytest.raises(ValueError, match=rf"^expected 1 thread or more, found {threads}$"):
        call(threads=threads)


@pytest.mark.parametrize("order", [-1, 0, 1001])
@pytest.mark.parametrize("kernel", [bleu_statistics, nist], ids=["bleu_statistics", "nist_statistics"])
def test_orders_that_make_no_sense_are_refused(kernel: Callable[..., Any], order: int) -> None:
    (text,) = texts(["a"])
    with pytest.raises(ValueError, match=rf"^expected an order from 1 to 1000, found {order}$"):
        kernel(text, [text], order=order)


@pytest.mark.parametrize("which", ["order", "word_order"])
@pytest.mark.parametrize("order", [-1, 1001])
def test_orders_of_chrf_may_be_0_but_not_less(which: str, order: int) -> None:
    options: dict[str, Any] = {"word_order": 1, which: 0}
    assert chrf_statistics(["a"], [["a"]], **options).shape == (1, 3 if which == "order" else 18)
    with pytest.raises(ValueError, match=rf"^expected an order from 0 to 1000, found {order}$"):
        chrf_statistics(["a"], [["a"]], **{which: order})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "call",
    [
        lambda wrong: tokenize_lines(wrong, "plain"),
        lambda wrong: tokenize(wrong, "plain", Vocabulary()),
        lambda wrong: edit_operations(wrong, ["a"]),
        lambda wrong: edit_operations(["a"], wrong),
        lambda wrong: chrf_statistics(wrong, [["a"]]),
        lambda wrong: chrf_statistics(["a"], [wrong]),
    ],
)
def test_only_sequences_of_strings_are_texts(call: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"^expected a sequence of str, found one str$"):
        call("a")
    with pytest.raises(TypeError, match=r"^expected str, found bytes$"):
        call([b"a"])
    with pytest.raises(TypeError):
        call(7)
    with pytest.raises(UnicodeEncodeError):
        call(["\ud800"])


def test_unknown_tokenisers_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^no tokeniser called 14b$"):
        tokenize_lines(["a"], "14b")
    with pytest.raises(ValueError, match=r"^no tokeniser called 14b$"):
        tokenize(["a"], "14b", Vocabulary())


def test_unknown_rules_of_ter_are_refused() -> None:
    (text,) = texts(["a"])
    with pytest.raises(ValueError, match=r"^no rules of TER called bleu$"):
        ter_statistics(text, [text], rules="bleu")  # type: ignore[arg-type]


def test_counted_references_outlive_the_list_they_came_in() -> None:
    hypothesis, reference = texts(["a b c"], ["a b c"])
    references = [reference]
    counted = CountedReferences(references)
    expected = nist_statistics(hypothesis, counted, zero=9).tolist()
    references.clear()
    del reference
    assert nist_statistics(hypothesis, counted, zero=9).tolist() == expected
