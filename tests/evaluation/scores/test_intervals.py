"""Intervals of scores: what is drawn, what groups and odd input give."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.evaluation import Evaluation, add_intervals, score_runs
from bakeoff.statistics import bootstrap
from bakeoff.statistics.intervals import IntervalMethod
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE
from tests.evaluation.scores.test_scorer import OTHER, REFERENCE, RUN, lines


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return score_runs(RUNS, REFERENCES, source=SOURCE, metrics="bleu ter", by=("genre", "document"))


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_every_score_varies_as_its_own_statistics_do(evaluation: Evaluation, method: IntervalMethod) -> None:
    varied = add_intervals(evaluation, method=method, samples=200, level=0.9, seed=7)
    for before, system in zip(evaluation.systems, varied.systems, strict=True):
        for expression, metric in evaluation.metrics.items():
            rows = system.statistics[expression]
            parts = [(None, system.scores), *((key, group.scores) for key, group in system.groups.items())]
            for key, scores in parts:
                members = slice(None) if key is None else evaluation.groups[key]
                alone = bootstrap(
                    rows[members],
                    score=metric.score,
                    samples=200,
                    level=0.9,
                    method=method,
                    rng=np.random.default_rng(7),
                )
                variation = scores[expression].variation
                assert (variation.interval, variation.mean, variation.sd) == (alone.interval, alone.mean, alone.sd)
        assert system.scores["bleu"].value == before.scores["bleu"].value


def test_the_signature_says_how_the_interval_was_made(evaluation: Evaluation) -> None:
    score = add_intervals(evaluation, samples=50).systems[0].scores["bleu"]
    assert score.signature == (
        evaluation.systems[0].scores["bleu"].signature
        + "|interval:bootstrap|level:0.95|samples:50|unit:segment|seed:12345"
    )
    assert "|interval:bca|" in add_intervals(evaluation, method="bca", samples=50).systems[0].scores["bleu"].signature


def test_the_number_of_threads_changes_nothing(evaluation: Evaluation) -> None:
    one = add_intervals(evaluation, samples=100, threads=1)
    two = add_intervals(evaluation, samples=100, threads=2)
    assert [system.scores for system in one.systems] == [system.scores for system in two.systems]
    assert [system.groups for system in one.systems] == [system.groups for system in two.systems]


def test_whole_documents_vary_more_than_segments_where_they_are_alike() -> None:
    documents = [np.full(10, level) for level in (0, 1, 2, 3)]
    text = ["good " * int(level) + "bad " * int(3 - level) for column in documents for level in column]
    from bakeoff.data import Document, ReferenceSet, Run, Segment

    def cut(texts: list[str]) -> tuple[Document, ...]:
        return tuple(
            Document(f"d{k}", tuple(Segment(str(i), t) for i, t in enumerate(texts[10 * k : 10 * k + 10])))
            for k in range(4)
        )

    run = Run(system="A", documents=cut(text))
    reference = ReferenceSet(name="r", documents=cut(["good good good"] * 40))
    scored = score_runs([run], [reference], metrics="wer")
    by_segment, by_document = (
        add_intervals(scored, unit=unit).systems[0].scores["wer"].variation.sd for unit in ("segment", "document")
    )
    assert by_document == pytest.approx(by_segment * np.sqrt(10), rel=0.15)


def test_a_group_of_one_segment_has_no_interval() -> None:
    scored = score_runs([RUN, OTHER], [REFERENCE], metrics="wer", by=("document",))
    varied = add_intervals(scored, samples=20).systems[0]
    assert varied.groups["document=d1"].scores["wer"].variation is not None
    assert varied.groups["document=d2"].scores["wer"] == scored.systems[0].groups["document=d2"].scores["wer"]


def test_plain_text_has_no_documents_to_draw() -> None:
    from bakeoff.data import ReferenceSet, Run

    scored = score_runs(
        [Run(system="A", documents=lines("x", "y"))], [ReferenceSet(name="r", documents=lines("x", "z"))]
    )
    with pytest.raises(InputError, match="texts with documents, to draw documents, found plain text"):
        add_intervals(scored, unit="document")


def test_progress_reaches_the_end(evaluation: Evaluation) -> None:
    told = []
    add_intervals(evaluation, samples=30, on_progress=lambda done, count: told.append((done, count)))
    assert told[-1][0] == told[-1][1] == 30 * (1 + len(evaluation.groups))
    assert told == sorted(told)
