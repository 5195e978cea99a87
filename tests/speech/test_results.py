"""Sums over utterances, and what tests between systems are given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.reports import error_words, sclite_alignments
from bakeoff.speech import ScoringRules, SpeechScores, score_transcripts
from bakeoff.speech.results import COLUMNS
from bakeoff.statistics import error_segments
from tests.speech.speech_data import trn

REFERENCE = trn("a b c d (s-1)", "(u) e f (t-1)", "g (s-2)")
HYPOTHESIS = trn("x b c d y (s-1)", "f (t-1)", "g (s-2)")


def scores(**options: Any) -> SpeechScores:
    return score_transcripts(REFERENCE, HYPOTHESIS, rules=ScoringRules(**options), alignments=True)


def test_statistics_sum_to_the_counts() -> None:
    found = scores(optional=True)
    rows = found.statistics
    assert dict(zip(COLUMNS, rows.sum(axis=0).tolist(), strict=True)) == {
        "correct": 6, "substitutions": 1, "deletions": 1, "insertions": 1, "words": 8, "wrong_segments": 2,
    }  # fmt: skip
    assert found.counts([0, 2]) == found.by_speaker()["s"]
    assert found.total.wer == pytest.approx(37.5)
    assert sum(counts.errors for counts in found.by_speaker().values()) == found.total.errors


def test_errors_stand_where_the_matched_pairs_test_wants_them() -> None:
    alignments = scores(optional=True).alignments
    errors = alignments.errors(0)
    assert (errors.wrong.tolist(), errors.inserted.tolist()) == ([True, False, False, False], [0, 0, 0, 0, 1])
    errors = alignments.errors(1)
    assert (errors.wrong.tolist(), errors.inserted.tolist()) == ([False, True, False], [0, 0, 0, 0])
    perfect = score_transcripts(REFERENCE, REFERENCE, alignments=True).alignments
    rows = np.concatenate([error_segments(alignments.errors(i), perfect.errors(i)) for i in range(3)])
    assert rows.tolist() == [[1, 0], [1, 0], [1, 0]]


def test_words_in_errors_are_counted_most_often_first() -> None:
    reference = trn("a b a b c (s-1)", "a d (s-2)")
    found = error_words(score_transcripts(reference, trn("x y x b (s-1)", "a e e (s-2)"), alignments=True))
    assert found.confusions == (("a", "x", 2), ("b", "y", 1), ("d", "e", 1))
    assert (found.insertions, found.deletions) == ((("e", 1),), (("c", 1),))
    assert found.substitutions == (("a", 2), ("b", 1), ("d", 1))
    assert found.falsely_recognised == (("x", 2), ("e", 1), ("y", 1))


def test_reports_of_alignments_ask_for_them() -> None:
    with pytest.raises(InputError, match="expected scores with alignments"):
        sclite_alignments(score_transcripts(REFERENCE, HYPOTHESIS), title="x")


def test_the_signature_names_what_the_numbers_depend_on() -> None:
    assert ScoringRules(sclite=True, case=True, characters="non-ascii", drop_hyphens=True).signature == (
        "sclite costs|rules:sclite|case:yes|optional:no|fragments:no|characters:non-ascii+no-hyphens"
    )
