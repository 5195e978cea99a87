from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from bakeoff.native import Vocabulary, ter_statistics, tokenize, tokenize_lines
from tests.depth import THOROUGH, cases
from tests.native.naive_ter import tercom_edits
from tests.native.ter_texts import Pair, long_pair, pairs

RULES = ["tercom", "sacrebleu"]


def statistics(
    hypotheses: Sequence[str], *references: Sequence[str], rules: Literal["tercom", "sacrebleu"], threads: int = 1
) -> np.ndarray:
    vocabulary = Vocabulary()
    tokens = [tokenize(text, "plain", vocabulary) for text in (hypotheses, *references)]
    return ter_statistics(tokens[0], tokens[1:], rules=rules, threads=threads)


def counts(pair: Pair, *, rules: Literal["tercom", "sacrebleu"]) -> tuple[float, ...]:
    hypothesis, reference = (" ".join(map(str, words)) for words in pair)
    return tuple(statistics([hypothesis], [reference], rules=rules)[0])


def by_sacrebleu(pair: Pair) -> tuple[int, int]:
    hypothesis, reference = ([str(word) for word in words] for words in pair)
    return translation_edit_rate(hypothesis, reference)


def by_twin(pair: Pair) -> tuple[int, int, int]:
    edits, shifts = tercom_edits(*pair)
    return edits, len(pair[1]), shifts


@settings(max_examples=cases(300), deadline=None)
@given(pairs(longest=25))
@example(([], []))
@example(([], [1, 2]))
@example(([1, 2], []))
def test_short_segments_against_sacrebleu(pair: Pair) -> None:
    assert counts(pair, rules="sacrebleu")[:2] == by_sacrebleu(pair)


@settings(max_examples=15 if THOROUGH else 4, deadline=None)
@given(pairs(longest=120))
def test_segments_of_several_blocks_against_sacrebleu(pair: Pair) -> None:
    assert counts(pair, rules="sacrebleu")[:2] == by_sacrebleu(pair)


@settings(max_examples=cases(300), deadline=None)
@given(pairs(longest=25))
@example(([], []))
@example(([], [1, 2]))
@example(([1, 2], []))
def test_short_segments_against_the_naive_twin(pair: Pair) -> None:
    assert counts(pair, rules="tercom")[:3] == by_twin(pair)


@settings(max_examples=40 if THOROUGH else 3, deadline=None)
@given(pairs(longest=75))
def test_segments_of_two_blocks_against_the_naive_twin(pair: Pair) -> None:
    assert counts(pair, rules="tercom")[:3] == by_twin(pair)


LONG_BY_SACREBLEU = {
    (200, 400, 0): (30, 200),
    (230, 5, 20): (89, 230),
    (210, 500, 40): (210, 210),
    (270, 2000, 30): (262, 270),
}
"""Edits and words of the reference by sacreBLEU 2.6.0's `translation_edit_rate`. It takes most of a minute for these
four, so that only a thorough run asks it again."""


@pytest.mark.parametrize(("length", "words", "drift"), LONG_BY_SACREBLEU)
def test_long_segments_against_sacrebleu(length: int, words: int, drift: int) -> None:
    pair = long_pair(7, length=length, words=words, drift=drift)
    expected = by_sacrebleu(pair) if THOROUGH else LONG_BY_SACREBLEU[length, words, drift]
    assert counts(pair, rules="sacrebleu")[:2] == expected


@pytest.mark.parametrize(
    ("length", "words", "drift"), [(200, 1000, 0), (220, 1000, 19), (250, 1200, 45), (500, 9000, 30)]
)
def test_long_segments_against_the_naive_twin(length: int, words: int, drift: int) -> None:
    pair = long_pair(7, length=length, words=words, drift=drift)
    assert counts(pair, rules="tercom")[:3] == by_twin(pair)


def test_the_beam_changes_the_edits_of_a_drifting_segment() -> None:
    pair = long_pair(7, length=250, words=1200, drift=45)
    assert counts(pair, rules="tercom")[0] != counts(pair, rules="sacrebleu")[0]


def test_the_thousandth_candidate_ends_sacrebleus_search_without_its_shift() -> None:
    pair = long_pair(7, length=230, words=5, drift=20)
    assert counts(pair, rules="sacrebleu")[2] < counts(pair, rules="tercom")[2]


@pytest.mark.parametrize("rules", RULES)
@given(st.lists(pairs(longest=40), min_size=1, max_size=5))
@settings(max_examples=cases(40), deadline=None)
def test_edits_are_shifts_insertions_deletions_and_substitutions(
    rules: Literal["tercom", "sacrebleu"], some: list[Pair]
) -> None:
    for pair in some:
        edits, words, shifts, insertions, deletions, substitutions = counts(pair, rules=rules)
        assert edits == shifts + insertions + deletions + substitutions
        assert len(pair[0]) - insertions == words - deletions
        assert edits >= max(insertions, deletions, abs(len(pair[0]) - len(pair[1])))


@pytest.mark.parametrize("rules", RULES)
@given(st.lists(pairs(longest=40), min_size=1, max_size=4), st.data())
@settings(max_examples=cases(40), deadline=None)
def test_several_references_give_the_fewest_edits_and_the_mean_length(
    rules: Literal["tercom", "sacrebleu"], some: list[Pair], data: st.DataObject
) -> None:
    texts = [" ".join(map(str, words)) for pair in some for words in pair]
    hypothesis = data.draw(st.sampled_from(texts))
    single = [statistics([hypothesis], [text], rules=rules)[0] for text in texts]
    best = min(single, key=lambda row: row[0])
    together = statistics([hypothesis], *([text] for text in texts), rules=rules)[0]
    assert list(together[[0, 2, 3, 4, 5]]) == list(best[[0, 2, 3, 4, 5]])
    assert together[1] == sum(row[1] for row in single) / len(single)


@pytest.mark.parametrize("rules", RULES)
def test_the_number_of_threads_changes_nothing(rules: Literal["tercom", "sacrebleu"]) -> None:
    texts = [long_pair(seed, length=30 + seed, words=20, drift=seed % 9) for seed in range(200)]
    hypotheses, references = ([" ".join(map(str, pair[side])) for pair in texts] for side in (0, 1))
    one = statistics(hypotheses, references, rules=rules, threads=1)
    four = statistics(hypotheses, references, rules=rules, threads=4)
    assert one.tolist() == four.tolist()


def test_a_shift_of_several_words_is_one_edit() -> None:
    assert statistics(["c d e a b"], ["a b c d e"], rules="tercom").tolist() == [[1, 5, 1, 0, 0, 0]]


def test_the_naive_twin_agrees_with_tercom(data: Path) -> None:
    """tercom 0.7.25 -N -s on segments of WMT22 de-en, Online-B: every fifth in a thorough run."""
    folder = data / "golden" / "wmt22-de-en"
    arrays = json.loads((folder / "segments.Online-B.json").read_text(encoding="utf-8"))["arrays"]
    edits = next(array["edits"] for array in arrays if array["config"] == "tercom.Ns" and array["refs"] == ["A"])
    hypotheses, references = (
        tokenize_lines((folder / name).read_text(encoding="utf-8").split("\n")[:-1], "tercom-normalized")
        for name in ("hyp.Online-B.txt", "ref.A.txt")
    )
    chosen = range(0, len(edits), 5 if THOROUGH else 20)
    found = [tercom_edits(hypotheses[i].split(" "), references[i].split(" "))[0] for i in chosen]
    assert found == [edits[i] for i in chosen]
