"""Scores from outside among our own: how they are matched, what is done with them, what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data import ReferenceSet, Run
from bakeoff.errors import ExpressionError, InputError
from bakeoff.evaluation import (
    Evaluation,
    add_intervals,
    add_plugin_scores,
    add_scores,
    compare_runs,
    score_runs,
    segment_differences,
)
from bakeoff.evaluation.scores.measures import Unit
from bakeoff.formats import ScoreFile, ScoreRow
from bakeoff.metrics.contract import Direction
from bakeoff.plugins import PluginScores
from bakeoff.reports import RENDERERS, score_json, score_table, segment_table
from bakeoff.statistics import bootstrap, paired_randomization
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE
from tests.evaluation.scores.test_scorer import OTHER, REFERENCE, RUN, lines

SEGMENTS = {
    "A": {("d1", "1"): 0.9, ("d1", "2"): 0.6, ("d2", "1"): 0.3},
    "B": {("d1", "1"): 0.5, ("d1", "2"): 0.2, ("d2", "1"): 0.2},
}


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return score_runs([RUN, OTHER], [REFERENCE], metrics="wer", specification="raw", by=("genre",))


def rows(values: Mapping[str, Mapping[tuple[str, str], float]] = SEGMENTS) -> tuple[ScoreRow, ...]:
    return tuple(
        ScoreRow(system, score, *key) for system, segments in values.items() for key, score in segments.items()
    )


def file(*given: ScoreRow, remarks: tuple[str, ...] = ()) -> ScoreFile:
    return ScoreFile("some/comet.tsv", given or rows(), remarks, "0123456789abcdef")


def column(evaluation: Evaluation, system: str, name: str = "comet") -> list[float]:
    found = next(one for one in evaluation.systems if one.name == system)
    return list(evaluation.segment_scores(found, name).tolist())


def test_scores_of_segments_become_one_more_metric_with_statistics(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(), name="comet")
    assert list(joined.metrics) == ["wer", "comet"]
    assert joined.metrics["comet"].direction == "higher"
    first = joined.systems[0]
    assert first.scores["comet"].value == pytest.approx(0.6)
    assert first.scores["comet"].statistics == pytest.approx({"sum": 1.8, "segments": 3})
    assert first.scores["comet"].signature == "given|name:comet|file:comet.tsv|sha256:01234567|segments:3"
    assert {key: group.scores["comet"].value for key, group in first.groups.items()} == pytest.approx(
        {"genre=nw": 0.75, "genre=wb": 0.3}
    )
    assert column(joined, "A") == [0.9, 0.6, 0.3]


def test_the_scores_there_were_stay_as_they_are(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(), name="comet")
    assert [system.scores["wer"] for system in joined.systems] == [s.scores["wer"] for s in evaluation.systems]
    assert list(evaluation.metrics) == ["wer"]


def test_the_order_of_rows_does_not_matter(evaluation: Evaluation) -> None:
    shuffled = add_scores(evaluation, file(*reversed(rows())), name="comet")
    assert shuffled.systems[0].scores == add_scores(evaluation, file(), name="comet").systems[0].scores


def test_without_documents_segments_go_by_number_where_ids_repeat(evaluation: Evaluation) -> None:
    given = [ScoreRow(name, float(number), None, str(number)) for name in "BA" for number in (3, 1, 2)]
    joined = add_scores(evaluation, file(*given), name="comet")
    assert column(joined, "A") == [1, 2, 3]
    assert "some/comet.tsv: its segments are taken by number, counted from 1 through all documents." in joined.remarks


def test_without_documents_segments_go_by_id_where_no_two_are_alike() -> None:
    reference = ReferenceSet(name="r", documents=lines("a", "b"))
    plain = score_runs([Run(system="A", documents=lines("a", "c"))], [reference], metrics="wer")
    joined = add_scores(plain, file(ScoreRow("A", 7, None, "2"), ScoreRow("A", 5, None, "1")), name="comet")
    assert column(joined, "A") == [5, 7]
    assert joined.remarks == ()


def test_systems_that_were_not_scored_are_remarked_on_and_passed_over(evaluation: Evaluation) -> None:
    extra = [ScoreRow("late", 1.0, "d1", "1"), ScoreRow("human", 1.0, "d9", "1")]
    joined = add_scores(evaluation, file(*rows(), *extra, remarks=("guessed a column",)), name="comet")
    assert joined.remarks == (
        "guessed a column",
        "some/comet.tsv: passed over the scores of late, human, not among the runs.",
    )
    assert [system.name for system in joined.systems] == ["A", "B"]


def test_a_run_that_the_specification_leaves_out_may_stand_in_the_file() -> None:
    upper = replace(RUN, system="upper", documents=OTHER.documents)
    left_out = replace(score_runs([RUN], [REFERENCE], metrics="wer"), left_out={"upper": "for a reason"})
    given = rows({**SEGMENTS, upper.system: SEGMENTS["A"]})
    joined = add_scores(left_out, file(*given), name="comet")
    assert joined.remarks == ("some/comet.tsv: passed over the scores of B, not among the runs.",)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            rows({"A": SEGMENTS["A"], "b": SEGMENTS["B"]}),
            "some/comet.tsv: expected scores of every system, found none of B; there are those of A, b. Name the",
        ),
        (
            rows({**SEGMENTS, "B": {("d1", "1"): 1.0}}),
            "expected a score of B for each of the 3 segments, "
            "found no score of document d1, segment 2; document d2, segment 1. Use the ids of the texts",
        ),
        (
            rows({**SEGMENTS, "B": {**SEGMENTS["B"], ("d2", "2"): 1.0}}),
            "expected a score of B for each of the 3 segments, "
            "found scores of document d2, segment 2, which the texts do not have.",
        ),
        (
            tuple(ScoreRow(name, 1.0, None, str(number)) for name in "AB" for number in range(3)),
            "found no score of segment 3; scores of segment 0, which the texts do not have. Ids repeat from document",
        ),
        (
            (ScoreRow("A", 1.0, "d1"), ScoreRow("B", 1.0, "d1")),
            "expected scores of segments or of systems, found scores of documents. Add the column segment",
        ),
        (rows({**SEGMENTS, "B": {**SEGMENTS["B"], ("d1", "1"): float("nan")}}), "expected finite scores, found NaN"),
        ((ScoreRow("A", float("inf")), ScoreRow("B", 1.0)), "expected finite scores, found NaN or infinity"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    evaluation: Evaluation, given: tuple[ScoreRow, ...], sentence: str
) -> None:
    with pytest.raises(InputError) as caught:
        add_scores(evaluation, file(*given), name="comet")
    assert sentence in str(caught.value)


def test_documents_that_plain_text_does_not_know_are_refused_with_advice() -> None:
    plain = score_runs(
        [Run(system="A", documents=lines("a"))], [ReferenceSet(name="r", documents=lines("a"))], metrics="wer"
    )
    with pytest.raises(InputError, match=r"Plain text knows no documents: give the source"):
        add_scores(plain, file(ScoreRow("A", 1.0, "news", "1")), name="comet")


def test_many_missing_segments_are_counted(evaluation: Evaluation) -> None:
    document = lines(*"abcdefghi")
    plain = score_runs(
        [Run(system="A", documents=document)], [ReferenceSet(name="r", documents=document)], metrics="wer"
    )
    with pytest.raises(InputError, match=r"no score of segment 2; .*; segment 6 and 3 more\."):
        add_scores(plain, file(ScoreRow("A", 1.0, None, "1")), name="comet")


@pytest.mark.parametrize("name", ["", "two words", "a|b", "a:lower", "a=b"])
def test_a_name_that_would_break_expressions_or_signatures_is_refused(evaluation: Evaluation, name: str) -> None:
    with pytest.raises(ExpressionError, match="cannot be the name of scores"):
        add_scores(evaluation, file(), name=name)


def test_a_name_that_is_taken_is_refused(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(ScoreRow("A", 1.0), ScoreRow("B", 2.0)), name="mqm")
    for name in ("wer", "mqm"):
        with pytest.raises(ExpressionError, match=f"two sorts of scores called {name}"):
            add_scores(joined, file(), name=name)


def test_a_signature_stays_one_line_whatever_the_file_is_called(evaluation: Evaluation) -> None:
    given = replace(file(), file="a|b\nc.tsv", sha256="")
    score = add_scores(evaluation, given, name="comet").systems[0].scores["comet"]
    assert score.signature == "given|name:comet|file:a_b_c.tsv|segments:3"


def random_scores(seed: int) -> ScoreFile:
    random = np.random.default_rng(seed)
    keys = [(document.id, segment.id) for document in RUNS[0].documents for segment in document.segments]
    return ScoreFile(
        "random.tsv",
        tuple(
            ScoreRow(run.system, float(score), *key)
            for level, run in enumerate(RUNS)
            for key, score in zip(keys, random.normal(level / 4, 1, len(keys)), strict=True)
        ),
    )


@pytest.fixture(scope="module")
def campaign() -> Evaluation:
    scored = score_runs(RUNS, REFERENCES, source=SOURCE, metrics="ter", by=("genre",))
    return add_scores(scored, random_scores(1), name="errors", direction="lower")


def test_intervals_are_those_of_the_mean_of_the_segments(campaign: Evaluation) -> None:
    varied = add_intervals(campaign, samples=200, seed=3)
    for index, system in enumerate(varied.systems):
        alone = bootstrap(
            campaign.segment_scores(campaign.systems[index], "errors"), samples=200, rng=np.random.default_rng(3)
        )
        variation = system.scores["errors"].variation
        assert (variation.interval.low, variation.interval.high, variation.mean) == pytest.approx(
            (alone.interval.low, alone.interval.high, alone.mean), abs=1e-12
        )
        assert system.groups["genre=nw"].scores["errors"].variation is not None


@pytest.mark.parametrize("unit", ["segment", "document"])
def test_tests_are_those_of_the_mean_of_the_segments(campaign: Evaluation, unit: Unit) -> None:
    comparison = compare_runs(campaign, trials=300, seed=5, unit=unit).comparisons[1]
    assert comparison.metric == "errors"
    values = [score.value for score in comparison.scores.values()]
    assert values == sorted(values)
    systems = {system.name: campaign.segment_scores(system, "errors") for system in campaign.systems}
    blocks = [document.id for document in campaign.documents] if unit == "document" else None
    for pair in comparison.pairs:
        alone = paired_randomization(
            systems[pair.a], systems[pair.b], trials=300, blocks=blocks, rng=np.random.default_rng(5)
        )
        assert pair.p == alone.p
        assert pair.difference == pytest.approx(alone.difference, abs=1e-12)


def test_the_sign_test_and_the_view_of_segments_heed_the_direction(campaign: Evaluation) -> None:
    first, second = RUNS[0].system, RUNS[1].system
    shown = segment_differences(campaign, first, second, metric="errors", count=3)
    scores = [campaign.segment_scores(system, "errors") for system in campaign.systems[:2]]
    assert shown.first_wins == (scores[0] < scores[1]).sum()
    assert all(one.first.score < one.second.score for one in shown.first_better)
    signs = compare_runs(campaign, test="sign").comparisons[1]
    pair = next(one for one in signs.pairs if {one.a, one.b} == {first, second})
    assert {pair.wins, pair.losses} == {shown.first_wins, shown.second_wins}


def test_scores_of_complete_systems_are_shown_beside_the_others(evaluation: Evaluation) -> None:
    given = file(ScoreRow("B", 3.5), ScoreRow("A", 61.25))
    joined = add_scores(evaluation, given, name="mqm", direction="lower")
    assert list(joined.metrics) == ["wer"]
    score = joined.systems[0].scores["mqm"]
    assert (score.value, score.statistics) == (61.25, {})
    assert score.signature == "given|name:mqm|file:comet.tsv|sha256:01234567|level:system"
    assert joined.remarks == ("some/comet.tsv: mqm has one score per system, so it is neither resampled nor tested.",)
    table = score_table(joined)
    assert RENDERERS["csv"](replace(table, columns=table.columns[::4], rows=tuple(row[::4] for row in table.rows))) == (
        "system,mqm\nA,61.25\nA,\nA,\nB,3.5\nB,\nB,\n"
    )
    assert score_json(joined)["systems"][0]["scores"]["mqm"] == {"value": 61.25, "signature": score.signature}
    assert [column.heading for column in segment_table(joined).columns] == ["system", "document", "segment", "wer"]


def test_the_best_of_complete_systems_is_marked_by_the_direction() -> None:
    plain = score_runs([RUN, OTHER], [REFERENCE], metrics="wer")
    given = file(ScoreRow("A", 2.0), ScoreRow("B", 3.0))
    directions: dict[Direction, set[int]] = {"lower": {0}, "higher": {1}}
    for direction, best in directions.items():
        table = score_table(add_scores(plain, given, name="mqm", direction=direction))
        assert table.best_rows(2) == best


def test_scores_of_complete_systems_get_no_interval_and_keep_their_place(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(ScoreRow("A", 1.0), ScoreRow("B", 2.0)), name="mqm")
    joined = add_scores(joined, file(), name="comet")
    varied = add_intervals(joined, samples=50)
    scores = varied.systems[0].scores
    assert scores["mqm"] == joined.systems[0].scores["mqm"]
    assert "|interval:" in scores["comet"].signature
    assert scores["comet"].variation is not None
    row = dict(zip([c.heading for c in score_table(varied).columns], score_table(varied).rows[0], strict=True))
    assert row["comet"] == pytest.approx(0.6)
    assert (row["mqm"], row["mqm interval"]) == (1.0, None)


def test_scores_of_complete_systems_are_neither_compared_nor_looked_into(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(ScoreRow("A", 1.0), ScoreRow("B", 2.0)), name="mqm")
    with pytest.raises(InputError, match=r"found system-level scores only for mqm\. Give a file with the column"):
        compare_runs(joined)
    with pytest.raises(InputError, match="found system-level scores only for mqm"):
        segment_differences(joined, "A", "B", metric="mqm")


def test_small_scores_are_shown_with_four_decimals_and_large_ones_with_two(evaluation: Evaluation) -> None:
    joined = add_scores(evaluation, file(), name="comet")
    joined = add_scores(joined, file(ScoreRow("A", 71.0), ScoreRow("B", -3.0)), name="da")
    assert {name: scale.digits for name, scale in joined.scales.items()} == {"wer": 2, "comet": 4, "da": 2}
    assert score_table(joined).shown(0, 4) == "0.6000"


def plugin_scores(**columns: list[float]) -> PluginScores:
    return PluginScores(
        name="comet",
        version="2.2.2",
        direction="lower",
        signature={"checkpoint": "models/da|x.ckpt", "sha256": "ab12"},
        columns={name: np.asarray(values) for name, values in columns.items()},
        remarks=("it was slow",),
    )


def test_scores_of_a_plug_in_join_as_those_of_a_file(evaluation: Evaluation) -> None:
    answered = plugin_scores(A=[0.9, 0.6, 0.3], B=[0.5, 0.2, 0.2], late=[1, 1, 1])
    joined = add_plugin_scores(evaluation, answered, name="xl")
    filed = add_scores(evaluation, file(), name="xl", direction="lower")
    for one, other in zip(joined.systems, filed.systems, strict=True):
        np.testing.assert_array_equal(one.statistics["xl"], other.statistics["xl"])
        assert one.groups["genre=nw"].scores["xl"].value == other.groups["genre=nw"].scores["xl"].value
    assert joined.metrics == filed.metrics
    assert joined.remarks == ("it was slow",)
    assert joined.systems[0].scores["xl"].signature == (
        "plugin|name:xl|program:comet|version:2.2.2|checkpoint:models/da_x.ckpt|sha256:ab12|references:1|segments:3"
    )


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [({"A": [1, 2, 3]}, "found none of B"), ({"A": [1, 2], "B": [1, 2]}, "found another number of segments")],
)
def test_scores_of_a_plug_in_for_other_texts_are_refused(
    evaluation: Evaluation, columns: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        add_plugin_scores(evaluation, plugin_scores(**columns), name="xl")
