"""Comparisons of systems: pairs, corrections, clusters, baselines, earlier campaigns."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.evaluation import Comparison, Evaluation, KnownPValues, SystemScores, compare_runs, score_runs
from bakeoff.evaluation.comparison.pair_tests import Outcomes, PairTest, Trial, run_test
from bakeoff.evaluation.scores.measures import Unit
from bakeoff.statistics import adjust_p_values, paired_bootstrap, paired_randomization, sign_test
from bakeoff.statistics.bootstrap import Centring
from bakeoff.statistics.significance.corrections import Correction
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE
from tests.evaluation.scores.test_scorer import OTHER, REFERENCE, RUN


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return score_runs(RUNS, REFERENCES, source=SOURCE, metrics="bleu ter", by=("genre",))


def by_name(evaluation: Evaluation) -> dict[str, SystemScores]:
    return {system.name: system for system in evaluation.systems}


def test_all_pairs_of_all_metrics_are_tested_the_better_system_first(evaluation: Evaluation) -> None:
    comparison = compare_runs(evaluation, trials=200)
    whole = [one for one in comparison.comparisons if one.group is None]
    assert [one.metric for one in whole] == ["bleu", "ter"]
    for one in whole:
        names = list(one.scores)
        values = [score.value for score in one.scores.values()]
        assert values == sorted(values, reverse=one.metric == "bleu")
        assert [(pair.a, pair.b) for pair in one.pairs] == list(combinations(names, 2))
        for pair in one.pairs:
            assert pair.difference == one.scores[pair.a].value - one.scores[pair.b].value


@pytest.mark.parametrize("unit", ["segment", "document"])
@pytest.mark.parametrize("test", ["randomization", "bootstrap", "bootstrap@sacrebleu"])
def test_p_values_are_those_of_each_pair_by_itself(evaluation: Evaluation, test: PairTest, unit: Unit) -> None:
    systems = by_name(evaluation)
    for one in compare_runs(evaluation, test=test, trials=300, unit=unit, seed=3).comparisons:
        members = slice(None) if one.group is None else evaluation.groups[one.group]
        score = evaluation.metrics[one.metric].score
        blocks = np.array([document.id for document in evaluation.documents])[members] if unit == "document" else None
        for pair in one.pairs:
            rows = [systems[name].statistics[one.metric][members] for name in (pair.a, pair.b)]
            options: dict[str, Any] = {"score": score, "blocks": blocks, "rng": np.random.default_rng(3)}
            if test == "randomization":
                alone = paired_randomization(*rows, trials=300, **options)
            else:
                centring: Centring = "sacrebleu" if test.endswith("sacrebleu") else "difference"
                alone = paired_bootstrap(*rows, samples=300, centring=centring, **options)
                assert (pair.interval.low, pair.interval.high) == pytest.approx(
                    (alone.interval.low, alone.interval.high), abs=1e-9
                )
            assert pair.p == alone.p


def test_sign_test_counts_segments_won_whichever_way_the_metric_points(evaluation: Evaluation) -> None:
    systems = by_name(evaluation)
    for one in compare_runs(evaluation, test="sign").comparisons[:2]:
        metric = evaluation.metrics[one.metric]
        sign = 1 if metric.direction == "higher" else -1
        for pair in one.pairs:
            a, b = (metric.segment_scores(systems[name].statistics[one.metric]) for name in (pair.a, pair.b))
            assert (pair.wins, pair.losses) == (((a - b) * sign > 0).sum(), ((a - b) * sign < 0).sum())
            assert pair.p == sign_test(a - b).p


def test_sign_test_of_documents_compares_their_scores(evaluation: Evaluation) -> None:
    one = compare_runs(evaluation, test="sign", unit="document").comparisons[0]
    documents = {document.id for document in evaluation.documents}
    assert all(pair.wins + pair.losses <= len(documents) for pair in one.pairs)
    assert one.pairs[0].wins == len(documents)


def test_the_segments_won_may_contradict_the_score_and_then_nobody_beats_anybody() -> None:
    from bakeoff.data import ReferenceSet, Run
    from tests.evaluation.scores.test_scorer import lines

    # B is slightly better in nine segments, and terrible in one.
    reference = ReferenceSet(name="r", documents=lines(*["a b c d"] * 10))
    a = Run(system="A", documents=lines(*["a b c x"] * 10))
    b = Run(system="B", documents=lines(*["a b c d"] * 9, " ".join("q" * 60)))
    one = compare_runs(score_runs([a, b], [reference], metrics="wer"), test="sign", correction="none").comparisons[0]
    assert (one.pairs[0].a, one.pairs[0].wins, one.pairs[0].losses) == ("A", 1, 9)
    assert one.pairs[0].significant
    assert one.clusters == (("A", "B"),)


@pytest.mark.parametrize("correction", ["holm", "bh", "bonferroni", "none"])
def test_p_values_are_corrected_over_the_pairs_of_a_metric_and_group(
    evaluation: Evaluation, correction: Correction
) -> None:
    for one in compare_runs(evaluation, trials=200, correction=correction, level=0.02).comparisons:
        adjusted = adjust_p_values([pair.p for pair in one.pairs], correction=correction)
        assert [pair.p_corrected for pair in one.pairs] == adjusted.tolist()
        assert [pair.significant for pair in one.pairs] == (adjusted <= 0.02).tolist()


def test_clusters_and_rank_ranges_follow_from_who_beats_whom(evaluation: Evaluation) -> None:
    one = compare_runs(evaluation).comparisons[0]
    assert one.clusters == (("aster",), ("basalt", "cedar", "dune"), ("ember",))
    assert {name: tuple(ends) for name, ends in one.rank_ranges.items()} == {
        "aster": (1, 1),
        "basalt": (2, 3),
        "cedar": (2, 4),
        "dune": (3, 4),
        "ember": (5, 5),
    }


def test_lines_between_neighbours_as_iwslt_2012_draws_them(evaluation: Evaluation) -> None:
    beaten = {(p.a, p.b) for p in compare_runs(evaluation).comparisons[1].pairs if p.significant}
    one = compare_runs(evaluation, rule="neighbours").comparisons[1]
    names = list(one.scores)
    starts = {cluster[0] for cluster in one.clusters}
    assert starts == {names[0]} | {b for a, b in pairwise(names) if (a, b) in beaten}


def test_against_a_baseline_only_its_pairs_are_tested_and_corrected(evaluation: Evaluation) -> None:
    comparison = compare_runs(evaluation, baseline="dune", trials=500)
    for one in comparison.comparisons:
        assert one.against == "dune"
        assert [pair.a for pair in one.pairs] == [name for name in one.scores if name != "dune"]
        assert {pair.b for pair in one.pairs} == {"dune"}
        assert (one.clusters, one.rank_ranges) == (None, None)
        assert max(pair.p_corrected for pair in one.pairs) <= 4 * max(pair.p for pair in one.pairs)
    free = compare_runs(evaluation, trials=500).comparisons[0]
    p = {frozenset((pair.a, pair.b)): pair.p for pair in free.pairs}
    assert all(pair.p == p[frozenset((pair.a, pair.b))] for pair in comparison.comparisons[0].pairs)


def test_progress_is_measured_against_the_best_earlier_system_of_each_metric(evaluation: Evaluation) -> None:
    comparison = compare_runs(evaluation, earlier=["cedar", "dune"], trials=200)
    bleu, ter = comparison.comparisons[:2]
    assert (bleu.against, ter.against) == ("cedar", "dune")
    assert [pair.a for pair in bleu.pairs] == ["aster", "basalt", "ember"]
    assert [pair.b for pair in ter.pairs] == ["dune"] * 3
    assert set(bleu.scores) == {"aster", "basalt", "cedar", "dune", "ember"}


def test_the_number_of_threads_changes_nothing(evaluation: Evaluation) -> None:
    one, two = (compare_runs(evaluation, trials=300, threads=threads) for threads in (1, 2))
    assert one.comparisons == two.comparisons
    other = compare_runs(evaluation, trials=300, seed=1)
    assert one.comparisons != other.comparisons


def known_of(comparison: Comparison) -> KnownPValues:
    return KnownPValues(
        method=comparison.method,
        p_values={
            (one.metric, one.group): {frozenset((pair.a, pair.b)): pair.p for pair in one.pairs}
            for one in comparison.comparisons
        },
    )


@pytest.fixture
def tested(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The numbers of pairs that tests were run on, a part each."""
    counts = []

    def counted(test: PairTest, trial: Trial) -> Outcomes:
        counts.append(len(trial.pairs))
        return run_test(test, trial)

    monkeypatch.setattr("bakeoff.evaluation.comparison.systems.run_test", counted)
    return counts


def test_with_the_p_values_of_before_only_new_pairs_are_tested_and_all_is_the_same(
    evaluation: Evaluation, tested: list[Any]
) -> None:
    whole = compare_runs(evaluation, trials=300)
    systems, parts = len(evaluation.systems), 1 + len(evaluation.groups)
    fewer = replace(evaluation, systems=evaluation.systems[1:])
    known = known_of(compare_runs(fewer, trials=300))
    tested.clear()
    assert compare_runs(evaluation, trials=300, known=known).comparisons == whole.comparisons
    assert tested == [systems - 1] * parts
    tested.clear()
    again = compare_runs(fewer, trials=300, known=known_of(whole))
    assert again.comparisons == compare_runs(fewer, trials=300).comparisons
    assert len(tested) == parts  # those of the comparison from scratch


@pytest.mark.parametrize("options", [{"trials": 200}, {"seed": 1}, {"unit": "document"}, {"test": "bootstrap"}])
def test_p_values_by_another_method_are_of_no_use(
    evaluation: Evaluation, tested: list[Any], options: dict[str, Any]
) -> None:
    known = known_of(compare_runs(evaluation, trials=300))
    tested.clear()
    options = {"trials": 300} | options
    assert compare_runs(evaluation, known=known, **options).comparisons
    assert tested == [len(list(combinations(evaluation.systems, 2)))] * (1 + len(evaluation.groups))


def test_p_values_of_a_metric_that_was_not_there_are_not_known(evaluation: Evaluation) -> None:
    one = replace(evaluation, metrics={"bleu": evaluation.metrics["bleu"]})
    known = known_of(compare_runs(one, trials=300))
    assert compare_runs(evaluation, trials=300, known=known).comparisons == (
        compare_runs(evaluation, trials=300).comparisons
    )


def test_equal_systems_share_a_cluster() -> None:
    twin = replace(RUN, system="C")
    one = compare_runs(score_runs([RUN, twin, OTHER], [REFERENCE], metrics="wer"), trials=50).comparisons[0]
    pair = next(pair for pair in one.pairs if {pair.a, pair.b} == {"A", "C"})
    assert (pair.difference, pair.p, pair.significant) == (0.0, 1.0, False)


def test_one_segment_never_shows_a_difference() -> None:
    by_document = score_runs([RUN, OTHER], [REFERENCE], metrics="wer", by=("document",))
    for one in compare_runs(by_document, trials=50).comparisons:
        if one.segments == 1:
            assert one.pairs[0].p == 1
    with pytest.raises(InputError, match="at least two segments to draw from, found 1"):
        compare_runs(by_document, test="bootstrap", trials=50)


def test_one_system_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="at least two systems to compare, found only A"):
        compare_runs(score_runs([RUN], [REFERENCE], metrics="wer"))


def test_systems_that_are_not_there_are_refused(evaluation: Evaluation) -> None:
    with pytest.raises(InputError, match="one of the systems aster, basalt, cedar, dune, ember, found 'basil'"):
        compare_runs(evaluation, baseline="basil")
    with pytest.raises(InputError, match="a baseline or earlier systems, found both"):
        compare_runs(evaluation, baseline="ember", earlier=["dune"])
    with pytest.raises(InputError, match="systems to compare with the earlier ones, found earlier systems only"):
        compare_runs(evaluation, earlier=[system.name for system in evaluation.systems])


def test_the_method_names_everything_that_the_p_values_depend_on(evaluation: Evaluation) -> None:
    assert compare_runs(evaluation, trials=100, seed=9, unit="document", correction="bh").method == (
        "test:randomization|trials:100|seed:9|unit:document|correction:bh|level:0.05"
    )
    assert compare_runs(evaluation, test="sign").method == "test:sign|unit:segment|correction:holm|level:0.05"
