"""Evaluations that were stored come back with the same numbers, to the last bit."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bakeoff.errors import InputError
from bakeoff.evaluation import (
    Evaluation,
    add_intervals,
    compare_runs,
    pack_layout,
    pack_statistics,
    recognition_evaluation,
    restore_evaluation,
    score_recognition,
    score_runs,
    segment_differences,
    store_run,
    unpack_layout,
    unpack_statistics,
    variation_json,
    variation_of,
)
from bakeoff.evaluation.scores.results import with_groups
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE
from tests.evaluation.recognition.test_comparisons import transcripts
from tests.speech.speech_data import trn

METRICS = ["all", "bleu@sacrebleu", "bleu@flexible", "chrf++", "ter@sacrebleu", "meteor@2007", "gtm@1.4"]


def stored_and_restored(evaluation: Evaluation, by: tuple[str, ...]) -> Evaluation:
    return restore_evaluation(
        unpack_layout(pack_layout(evaluation.texts)),
        [store_run(evaluation, system.name) for system in evaluation.systems],
        specification=evaluation.specification,
        by=by,
        target_language=evaluation.target_language,
    )


def assert_same(found: Evaluation, expected: Evaluation) -> None:
    assert [system.name for system in found.systems] == [system.name for system in expected.systems]
    for one, other in zip(found.systems, expected.systems, strict=True):
        assert one.scores == other.scores
        assert one.groups == other.groups
        assert one.empty_segments == other.empty_segments
        assert one.statistics.keys() == other.statistics.keys()
        for name, rows in one.statistics.items():
            np.testing.assert_array_equal(rows, other.statistics[name])
            np.testing.assert_array_equal(
                found.segment_scores(one, name), expected.segment_scores(other, name), err_msg=name
            )
    assert found.segment_ids == expected.segment_ids
    assert [(each.id, each.attributes, each.numbered) for each in found.documents] == [
        (each.id, each.attributes, each.numbered) for each in expected.documents
    ]
    assert (found.texts.source, found.texts.references) == (expected.texts.source, expected.texts.references)
    assert (found.texts.runs, found.texts.systems) == (expected.texts.runs, expected.texts.systems)


@given(
    arrays(
        np.float64,
        st.tuples(st.integers(0, 40), st.integers(1, 6)),
        elements=st.floats(allow_nan=True, allow_infinity=True),
    )
)
def test_statistics_are_packed_to_the_last_bit(statistics: np.ndarray) -> None:
    found = unpack_statistics(pack_statistics(statistics))
    assert found.tobytes() == np.ascontiguousarray(statistics).tobytes()
    assert found.shape == statistics.shape
    assert found.flags.c_contiguous


def test_counts_take_little_room() -> None:
    counts = np.random.default_rng(1).poisson(12, size=(2000, 10)).astype(np.float64)
    assert len(pack_statistics(counts)) < counts.nbytes / 8


def test_what_was_not_packed_here_is_refused() -> None:
    packed = pack_statistics(np.ones((3, 2)))
    for broken in (b"", b"something else entirely", packed[:-3], b"x" + packed[1:]):
        with pytest.raises(InputError, match="statistics as they were packed"):
            unpack_statistics(broken)


@pytest.mark.parametrize("specification", ["case+punc", "no_case+no_punc"])
def test_every_metric_comes_back_with_groups_and_intervals(
    specification: str, wordnet: object, paraphrases: object
) -> None:
    by = ("genre", "document")
    scored = score_runs(RUNS, REFERENCES, source=SOURCE, metrics=METRICS, specification=specification, by=by, threads=2)
    evaluation = add_intervals(scored, samples=50, threads=2)
    assert_same(stored_and_restored(evaluation, by), evaluation)
    assert_same(stored_and_restored(scored, by), scored)


def test_transcripts_come_back() -> None:
    lines = transcripts(3)
    reference = trn(*lines.pop("ref"))
    scored = recognition_evaluation(
        {name: score_recognition(reference, trn(*side), threads=1) for name, side in lines.items()},
        metric="wer@sclite",
    )
    evaluation = add_intervals(with_groups(replace(scored, specification="case+punc"), ("speaker",)), samples=50)
    assert len(evaluation.groups) == 12
    assert_same(stored_and_restored(evaluation, ("speaker",)), evaluation)


def test_what_came_back_is_compared_as_before() -> None:
    evaluation = score_runs(RUNS, REFERENCES, source=SOURCE, metrics="bleu ter", threads=2)
    restored = stored_and_restored(evaluation, ())
    assert compare_runs(restored, trials=200).comparisons == compare_runs(evaluation, trials=200).comparisons
    names = [system.name for system in evaluation.systems]
    assert segment_differences(restored, *names[:2], metric="ter") == segment_differences(
        evaluation, *names[:2], metric="ter"
    )


def test_only_metrics_that_all_runs_have_are_restored() -> None:
    evaluation = score_runs(RUNS[:2], REFERENCES, metrics="bleu ter", threads=2)
    first, second = (store_run(evaluation, system.name) for system in evaluation.systems)
    fewer = replace(second, scores={"ter": second.scores["ter"]})
    restored = restore_evaluation(evaluation.texts, [first, fewer], specification="case+punc")
    assert list(restored.metrics) == ["ter"]
    with pytest.raises(InputError, match="at least one run"):
        restore_evaluation(evaluation.texts, [], specification="case+punc")


def test_variations_are_written_as_json_where_they_are_numbers() -> None:
    evaluation = add_intervals(score_runs(RUNS[:1], REFERENCES, metrics="ter", threads=1), samples=20)
    variation = evaluation.systems[0].scores["ter"].variation
    assert variation is not None
    assert variation_of(json.loads(json.dumps(variation_json(variation)))) == variation
    assert variation_json(replace(variation, sd=float("nan"))) is None
    assert (variation_json(None), variation_of(None)) == (None, None)
