"""Scores of two files brought together and correlated."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.evaluation import PairedScores, correlate_scores, order_agreement, pair_scores
from bakeoff.evaluation.correlation import IntervalKind, Level, ScoreCorrelation
from bakeoff.formats import ScoreFile, ScoreRow
from bakeoff.statistics import Interval, kendall
from bakeoff.statistics.correlation.coefficients import Coefficient

pytestmark = pytest.mark.filterwarnings("error")


def systems(file: str, **scores: float) -> ScoreFile:
    return ScoreFile(file, tuple(ScoreRow(system, score) for system, score in scores.items()))


def segments(file: str, scores: dict[str, list[float]], *, document: str | None = None) -> ScoreFile:
    return ScoreFile(
        file,
        tuple(
            ScoreRow(system, score, document, str(number))
            for system, row in scores.items()
            for number, score in enumerate(row, start=1)
        ),
    )


METRIC = systems("m.tsv", A=1, B=2, C=3, D=4, E=5)
HUMAN = systems("h.tsv", E=5, D=3, C=4, B=1, A=2)


def test_scores_are_paired_by_system_whatever_their_order() -> None:
    assert pair_scores(METRIC, HUMAN, level="system") == PairedScores(
        "system", 5, (1, 2, 3, 4, 5), (2, 1, 4, 3, 5), ("m.tsv", "h.tsv"), ()
    )


@pytest.mark.parametrize(
    ("coefficient", "oracle"),
    [("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)],
)
def test_coefficients_against_scipy(coefficient: Coefficient, oracle: Callable[..., Any]) -> None:
    found = correlate_scores(METRIC, HUMAN, coefficient=coefficient).correlation
    expected = oracle([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert (found.value, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert (found.n, found.coefficient) == (5, coefficient)


def test_at_system_level_segments_are_averaged_and_it_is_said() -> None:
    found = pair_scores(
        segments("m.tsv", {"A": [0, 2], "B": [1, 3], "C": [5]}),
        segments("h.tsv", {"A": [1, 1, 4], "B": [2, 2, 2], "C": [0, 0, 0]}, document="d"),
        level="system",
    )
    assert (found.metric, found.human, found.systems) == ((1, 2, 5), (2, 2, 0), 3)
    assert found.remarks == (
        "m.tsv: the score of a system is the mean of its segment scores, 1 to 2 for each.",
        "h.tsv: the score of a system is the mean of its segment scores, 3 for each.",
    )


def test_documents_are_averaged_too() -> None:
    rows = [ScoreRow(system, score, document) for system in "ABC" for document, score in (("d", ord(system)), ("e", 0))]
    found = pair_scores(ScoreFile("m.tsv", tuple(rows)), systems("h.tsv", A=1, B=2, C=4), level="system")
    assert list(found.metric) == [32.5, 33, 33.5]
    assert found.remarks == ("m.tsv: the score of a system is the mean of its document scores, 2 for each.",)


def test_at_segment_level_items_in_both_files_are_paired_and_the_others_counted() -> None:
    found = pair_scores(
        segments("m.tsv", {"A": [1, 2, 3], "B": [4, 5, 6]}),
        segments("h.tsv", {"B": [7, 8], "A": [9, 10]}),
        level="segment",
    )
    assert (found.metric, found.human, found.systems) == ((1, 2, 4, 5), (9, 10, 7, 8), 2)
    assert found.remarks == (
        "4 segments of systems are in both files, of 6 in m.tsv and 4 in h.tsv; the others are left out.",
    )


def test_segments_of_the_same_id_in_different_documents_are_different() -> None:
    first = ScoreFile("m.tsv", tuple(ScoreRow("A", n, d, "1") for n, d in enumerate("xyz")))
    second = ScoreFile("h.tsv", tuple(ScoreRow("A", n, d, "1") for n, d in enumerate("zxy")))
    found = pair_scores(first, second, level="segment")
    assert (found.metric, found.human) == ((0, 1, 2), (1, 2, 0))


def test_documents_are_passed_over_where_the_other_file_has_none() -> None:
    first = segments("m.tsv", {"A": [1, 2, 3]}, document="d")
    second = segments("h.tsv", {"A": [4, 6, 5]})
    assert pair_scores(first, second, level="segment").human == (4, 6, 5)
    assert pair_scores(second, first, level="segment").human == (1, 2, 3)


def test_systems_of_one_file_only_are_all_named_or_left_out_on_request() -> None:
    other = systems("h.tsv", A=1, B=2, C=4, Y=1, X=1)
    with pytest.raises(InputError) as caught:
        pair_scores(METRIC, other, level="system")
    assert str(caught.value) == (
        "expected the same systems in both files, found D, E only in m.tsv; X, Y only in h.tsv. "
        "Give them the same names, or leave out what one file lacks (--intersect)."
    )
    found = pair_scores(METRIC, other, level="system", intersect=True)
    assert (found.metric, found.human) == ((1, 2, 3), (1, 2, 4))
    assert found.remarks == ("Left out: D, E only in m.tsv; X, Y only in h.tsv.",)


def test_a_system_left_out_is_not_counted_among_the_averages() -> None:
    found = pair_scores(
        segments("m.tsv", {"A": [1, 1], "B": [2, 2], "C": [3, 3], "D": [1]}),
        systems("h.tsv", A=1, B=2, C=3),
        level="system",
        intersect=True,
    )
    assert found.remarks[1].endswith("segment scores, 2 for each.")


@pytest.mark.parametrize(
    ("metric", "human", "level", "message"),
    [
        (systems("m.tsv", A=1, B=2), systems("h.tsv", A=1, B=2), "system", "expected at least 3 systems in both files"),
        (METRIC, HUMAN, "segment", "m.tsv: expected a column segment for scores at segment level, found none."),
        (
            METRIC,
            systems("h.tsv", A=2, B=2, C=2, D=2, E=2),
            "system",
            "h.tsv: expected scores that differ, found 2 for",
        ),
        (
            segments("m.tsv", {"A": [1, 2, 3]}),
            ScoreFile("h.tsv", tuple(ScoreRow("A", n, d, "1", n) for n, d in enumerate("xyz", start=2))),
            "segment",
            "h.tsv, line 3, document y, segment 1: expected segment ids that are unique without documents",
        ),
        (
            segments("m.tsv", {"A": [1, 2, 3]}, document="x"),
            segments("h.tsv", {"A": [1, 2, 3]}, document="y"),
            "segment",
            "expected at least 3 segments of systems in both files, found 0.",
        ),
    ],
)
def test_what_cannot_be_correlated_is_explained(
    metric: ScoreFile, human: ScoreFile, level: Level, message: str
) -> None:
    with pytest.raises(InputError) as caught:
        pair_scores(metric, human, level=level)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"confidence": 1}, "expected confidence between 0 and 1, found 1."),
        ({"level": "document"}, "expected level to be one of system, segment, found 'document'."),
        ({"interval": "fisher"}, "expected interval to be one of formula, bootstrap, bca, none, found 'fisher'."),
        ({"coefficient": "phi"}, "expected coefficient to be one of pearson, spearman, kendall, found 'phi'."),
        ({"interval": "bootstrap", "samples": 0}, "expected samples of 1 or more, found 0."),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        correlate_scores(METRIC, HUMAN, **options)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("coefficient", "method"), [("pearson", "fisher"), ("spearman", "bonett-wright"), ("kendall", "bootstrap")]
)
def test_each_coefficient_has_its_usual_interval(coefficient: Coefficient, method: str) -> None:
    found = correlate_scores(METRIC, HUMAN, coefficient=coefficient)
    assert found.correlation.method == method
    assert (found.samples, found.seed) == ((1000, 12345) if method == "bootstrap" else (None, None))


def test_intervals_by_resampling_depend_on_the_seed_only_and_leave_value_and_p() -> None:
    def found(seed: int, interval: IntervalKind = "bca") -> ScoreCorrelation:
        return correlate_scores(METRIC, HUMAN, interval=interval, samples=200, seed=seed)

    assert found(1) == found(1)
    assert found(1).correlation.interval != found(2).correlation.interval
    assert found(1).correlation.interval != found(1, "bootstrap").correlation.interval
    assert found(1).correlation.method == "bootstrap-bca"
    usual = correlate_scores(METRIC, HUMAN).correlation
    assert (found(1).correlation.value, found(1).correlation.p) == pytest.approx((usual.value, usual.p))


def test_confidence_widens_the_interval() -> None:
    narrow, wide = (correlate_scores(METRIC, HUMAN, confidence=level).correlation.interval for level in (0.5, 0.99))
    assert isinstance(narrow, Interval)
    assert wide.low < narrow.low < narrow.high < wide.high
    assert (narrow.level, wide.level) == (0.5, 0.99)


def test_no_interval_on_request() -> None:
    found = correlate_scores(METRIC, HUMAN, coefficient="kendall", interval="none")
    assert (found.correlation.interval, found.correlation.method, found.seed) == (None, "none", None)


def _wmt23(path: Path) -> Iterator[ScoreRow]:
    """Scores of a WMT metrics task: no header, segments in order, None where a segment was not judged."""
    data = path.read_bytes()
    zipped = path.suffix == ".gz"
    counts: dict[str, int] = {}
    for line in (gzip.decompress(data) if zipped else data).decode().splitlines():
        system, score = line.split()
        counts[system] = counts.get(system, 0) + 1
        if score != "None" and system not in ("refA", "synthetic_ref"):
            yield ScoreRow(system, float(score), None, str(counts[system]) if zipped else None)


@pytest.mark.parametrize(
    ("name", "system_level", "segment_level"),
    [
        # Results of the WMT23 Metrics Shared Task, English–German, Pearson, recomputed with mt-metrics-eval 68a481a.
        ("XCOMET-Ensemble", 0.980, 0.695),
        ("COMET", 0.990, 0.432),
        ("BLEURT-20", 0.990, 0.484),
        ("YiSi-1", 0.925, 0.366),
        ("BLEU", 0.917, 0.192),
        ("chrF", 0.866, 0.232),
        ("eBLEU", 0.918, -0.011),
    ],
)
def test_pearson_against_mt_metrics_eval(name: str, system_level: float, segment_level: float, data: Path) -> None:
    folder = data / "wmt23-metrics-en-de"
    files = {
        (kind, unit): ScoreFile(kind, tuple(_wmt23(path)))
        for kind, stem in (("metric", f"metric-scores/en-de/{name}-refA"), ("mqm", "human-scores/en-de.mqm"))
        for unit, path in (("sys", folder / f"{stem}.sys.score"), ("seg", folder / f"{stem}.seg.score.gz"))
    }
    by_system = correlate_scores(files["metric", "sys"], files["mqm", "sys"])
    by_segment = correlate_scores(files["metric", "seg"], files["mqm", "seg"], level="segment")
    assert round(by_system.correlation.value, 3) == system_level
    assert round(by_segment.correlation.value, 3) == segment_level
    assert (by_system.correlation.n, by_segment.correlation.n, by_segment.systems) == (12, 5520, 12)
    averaged = correlate_scores(files["metric", "sys"], files["mqm", "seg"])
    np.testing.assert_allclose(averaged.correlation.value, by_system.correlation.value, rtol=1e-9)


def test_orders_of_systems_agree_by_kendalls_tau() -> None:
    assert order_agreement([1, 2, 3], [10, 20, 30]) == 1
    assert order_agreement([1, 2, 3], [30, 20, 10]) == -1
    first, second = [3.0, 1.0, 2.0, 5.0, 5.0], [1.0, 2.0, 2.0, 4.0, 3.0]
    assert order_agreement(first, second) == pytest.approx(kendall(first, second).value)


@pytest.mark.parametrize(("first", "second"), [([1, 2], [2, 1]), ([1, 1, 1], [1, 2, 3]), ([], [])])
def test_too_few_or_equal_systems_have_no_order_to_agree_on(first: list[float], second: list[float]) -> None:
    assert order_agreement(first, second) is None
