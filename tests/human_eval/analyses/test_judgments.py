"""Judgments of people analysed: known answers, all protocols alike, nothing half analysed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from bakeoff.data import Document, Run, Segment
from bakeoff.data.judgments import UNNAMED, Judgment
from bakeoff.errors import ExpressionError, InputError, MistakesError, Place
from bakeoff.human_eval import AgreementRules, HumanAnalysis, agreement_of_judgments, analyse_judgments, marks_of
from bakeoff.human_eval.analyses.grades.segment_scores import segment_scores
from bakeoff.human_eval.analyses.grades.standardisation import standardise_by_judge
from bakeoff.human_eval.analyses.grades.system_tests import compare_systems
from bakeoff.human_eval.analyses.options import analysis_by_rules
from bakeoff.human_eval.analyses.preferences.bradley_terry import bradley_terry
from bakeoff.human_eval.analyses.preferences.pair_tests import MARKS_W08
from bakeoff.human_eval.analyses.preferences.win_scores import HeadToHead
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.human_eval.protocols.rulebook_protocols import human_evaluation, settings_by_rules
from bakeoff.human_eval.quality import ConstantRule, parse_rule
from bakeoff.human_eval.quality.repeats import RepeatRule
from bakeoff.reports import human_ranking_table
from bakeoff.rulebook import read_rulebook
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.statistics import sign_test_of_counts
from tests.human_eval.judgments import pairwise, ranking

PLAIN = HumanAnalysis(interval="none", test="sign", correction="none")


def simulated(
    protocol: str, *, seed: int = 1, systems: int = 4, segments: int = 60, **asked: Any
) -> tuple[Judgment, ...]:
    world = World(systems=systems, spread=2.0, frauds=asked.pop("frauds", 0))
    asking = Asking(segments=segments, judgments=3, **asked)
    return simulate_evaluation(find_protocol(protocol), world, asking, rng=np.random.default_rng(seed)).judgments


def graded(
    judge: str,
    segment: str,
    system: str,
    answer: object,
    protocol: str = "direct",
    **values: Any,
) -> Judgment:
    name = f"{judge}-{segment}-{system}-{values.get('control', '')}"
    return Judgment(
        id=name, protocol=protocol, judge=judge, segment=segment, systems=(system,), answer=answer, **values
    )


def test_a_matrix_whose_answers_are_known() -> None:
    """As in W08, table 7: what a system won of its comparisons with each other one."""
    judgments = [ranking("ann", str(n), {"a": 1, "b": 2, "c": 3}) for n in range(9)]
    judgments.append(ranking("ann", "9", {"a": 3, "b": 2, "c": 2}))
    (found,) = analyse_judgments(judgments, analysis=PLAIN).rankings
    assert found.pairs.systems == ("a", "b", "c")
    expected = [[np.nan, 0.9, 0.9], [0.1, np.nan, 0.9], [0.1, 0.0, np.nan]]
    np.testing.assert_array_equal(found.pairs.values, expected)
    assert found.pairs.p[0, 1] == sign_test_of_counts(9, 1).p
    assert [(each.system, each.score) for each in found.systems] == [("a", 0.9), ("b", 0.5), ("c", 0.05)]
    assert [each.figures["better-or-equal"] for each in found.systems] == pytest.approx([0.9, 0.55, 0.1])
    assert (found.judgments, found.judges, found.segments) == (10, 1, 10)


def test_marks_stand_at_the_better_system_only() -> None:
    judgments = [ranking("ann", str(n), {"a": 1, "b": 2}) for n in range(20)]
    pairs = analyse_judgments(judgments, analysis=PLAIN).rankings[0].pairs
    assert (pairs.mark(0, 1), pairs.mark(1, 0)) == ("★", "")
    assert analyse_judgments(judgments, analysis=replace(PLAIN, marks=MARKS_W08)).rankings[0].pairs.mark(0, 1) == "†"


def test_what_most_judges_say_counts_once() -> None:
    """I12, 5.1: three judges each; a majority wins the segment, none is a tie."""
    votes = {"1": ["first", "first", "second"], "2": ["second", "tie", "first"], "3": ["tie", "tie", "first"]}
    judgments = [
        pairwise(f"judge{n}", segment, ("a", "b"), answer)
        for segment, given in votes.items()
        for n, answer in enumerate(given)
    ]
    (found,) = analyse_judgments(judgments, analysis=replace(PLAIN, score="better", test=None)).rankings
    assert found.pairs.values[0, 1] == pytest.approx(1 / 3)
    assert found.pairs.test == "randomization"
    single = analyse_judgments(judgments, analysis=replace(PLAIN, score="better", majority=False)).rankings[0]
    assert single.pairs.values[0, 1] == pytest.approx(4 / 9)


def test_without_names_every_answer_is_that_of_a_judge_of_its_own() -> None:
    votes = {"1": ["second", "first", "first"], "2": ["second", "second", "first"]}
    judgments = [pairwise(UNNAMED, segment, ("a", "b"), answer) for segment, given in votes.items() for answer in given]
    analysis = HumanAnalysis(score="better", interval="none", rules=(ConstantRule(fewest=1, largest_share=0.5),))
    result = analyse_judgments(judgments, analysis=analysis)
    (found,) = result.rankings
    assert found.pairs.values[0, 1] == found.pairs.values[1, 0] == 1 / 2  # by the first answers b would win both
    assert (found.judges, found.unnamed, found.votes, found.comparisons) == (6, 6, 6, 2)
    assert found.agreement == ()
    assert result.with_everyone is None
    told = human_ranking_table(result, found).notes
    assert told[0] == ("6 judgments of 2 segments by judges without names (each judgment counts as a different judge).")
    assert told[1].endswith("counts as one comparison: 6 answers are 2 comparisons.")


def test_judges_with_names_vote_beside_those_without() -> None:
    judgments = [
        *(pairwise(UNNAMED, "1", ("a", "b"), "first") for _ in range(2)),
        *(pairwise("ann", "1", ("a", "b"), "second", screen=str(n)) for n in range(3)),
    ]
    result = analyse_judgments(judgments, analysis=HumanAnalysis(score="better", interval="none"))
    (found,) = result.rankings
    assert found.pairs.systems[0] == "a"
    assert found.pairs.values[0, 1] == 1
    assert (found.judges, found.unnamed, found.votes) == (3, 2, 3)
    assert "by 1 judge, 2 by judges without names" in human_ranking_table(result, found).notes[0]


@pytest.mark.parametrize("answers", ["grades", "comparisons"])
def test_repeats_serve_agreement_and_count_for_scores_only_where_asked_for(answers: str) -> None:
    expected: dict[Any, float]
    if answers == "grades":
        first = [graded("ann", str(n), system, 4, "fluency") for n in range(3) for system in "ab"]
        again = [graded("ann", str(n), "a", 0, "fluency", control="repeat") for n in range(3)]
        expected = {"agreement": 4, "scores": 2}
    else:
        first = [pairwise("ann", str(n), "ab", "first") for n in range(3)]
        again = [pairwise("ann", str(n), "ab", "second", control="repeat") for n in range(3)]
        expected = {"agreement": 1, "scores": 1 / 2}
    for repeats, score in expected.items():
        analysis = HumanAnalysis(repeats=repeats, majority=False, interval="none", trials=99)
        result = analyse_judgments([*first, *again], analysis=analysis)
        (found,) = result.rankings
        assert {each.system: each.score for each in found.systems}["a"] == score
        assert [each.between for each in found.agreement] == ["own"]
        assert found.repeats == (3 if repeats == "agreement" else 0)
        told = "3 of them are repeats, which count for agreement and not for scores."
        assert (told in human_ranking_table(result, found).notes) == (repeats == "agreement")


def test_repeats_alone_are_no_scores() -> None:
    judgments = [graded("ann", "1", "a", 4, "fluency", control="repeat")]
    with pytest.raises(InputError, match=r"answers that are not repeats, found 1 repeats alone.*--repeats scores"):
        analyse_judgments(judgments)


def test_direct_assessment_is_what_its_analyses_give() -> None:
    judgments = simulated("direct")
    result = analyse_judgments(judgments, analysis=HumanAnalysis(correction="none", clusters="wmt"))
    grades = standardise_by_judge(find_protocol("direct").grades(judgments))
    expected = compare_systems(segment_scores(grades), rule="wmt")
    (found,) = result.rankings
    assert found.pairs.systems == expected.systems
    np.testing.assert_array_equal(found.pairs.p, expected.p)
    assert found.clusters == expected.clusters
    assert [each.score for each in found.systems] == pytest.approx(expected.means.tolist())
    assert result.standardised
    assert "raw mean" in found.systems[0].figures


def test_scores_that_are_standardised_already_have_no_raw_means() -> None:
    judgments = [replace(each, answer={"z": each.answer / 50 - 1}) for each in simulated("direct")]
    for standardised in (None, False):
        result = analyse_judgments(judgments, analysis=HumanAnalysis(standardised=standardised, interval="none"))
        assert result.standardised
        assert [each.figures for each in result.rankings[0].systems] == [{}] * 4


def test_a_system_that_always_won_has_a_strength_with_a_prior() -> None:
    judgments = [
        pairwise("ann", str(segment), pair, "tie" if segment == 3 and pair == ("b", "c") else "first")
        for segment in range(6)
        for pair in (("a", "b"), ("a", "c"), ("b", "c"))
    ]
    asked = HumanAnalysis(score="bradley-terry", samples=50)
    with pytest.raises(InputError, match=r"no chain of wins from b to a\. Give a prior \(--prior 1\), or leave out"):
        analyse_judgments(judgments, analysis=asked)
    (found,) = analyse_judgments(judgments, analysis=replace(asked, prior=1.0)).rankings
    table = HeadToHead(
        ("a", "b", "c"), np.array([[0, 6, 6], [0, 0, 5], [0, 0, 0]]), np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]])
    )
    expected = dict(zip(table.systems, bradley_terry(table, prior=1.0).strengths.tolist(), strict=True))
    assert {each.system: each.score for each in found.systems} == pytest.approx(expected)
    assert all(each.interval is not None for each in found.systems)
    with pytest.raises(ExpressionError, match="a prior is for the score bradley-terry, not for wins"):
        analyse_judgments(judgments, analysis=replace(asked, score="wins", prior=1.0))


# Simulated worlds have no phrases of a parsed source: constituents have tests of their own.
@pytest.mark.parametrize("protocol", [name for name in protocol_names() if not name.startswith("constituent")])
def test_every_protocol_is_analysed_without_being_named(protocol: str) -> None:
    alternates = find_protocol(protocol).alternates  # then nobody gets anything twice
    judgments = simulated(protocol, repeats=0 if alternates else 0.1)
    result = analyse_judgments(judgments, analysis=HumanAnalysis(trials=500, samples=50))
    (found,) = result.rankings
    assert (found.systems[0].system, found.systems[-1].system) == ("system1", "system4")
    assert {each.between for each in found.agreement} == ({"judges"} if alternates else {"judges", "own"})
    assert all(-1 <= each.value <= 1 for each in found.agreement)
    assert result.timings.overall.screens == len(judgments)


@pytest.mark.parametrize("score", ["better", "better-or-equal", "wins", "expected-wins", "bradley-terry", "trueskill"])
def test_every_score_of_comparisons_finds_the_order(score: str) -> None:
    result = analyse_judgments(simulated("ranking"), analysis=HumanAnalysis(score=score, samples=50, trials=500))
    (found,) = result.rankings
    assert [each.system for each in found.systems] == ["system1", "system2", "system3", "system4"]
    for each in found.systems:
        assert each.interval.low <= each.score <= each.interval.high
    assert found.rule == ("ranges" if score == "trueskill" else "strict")


def test_trueskill_without_resampling_has_ranges_and_no_intervals() -> None:
    """WMT 2015: every run takes all comparisons."""
    analysis = HumanAnalysis(score="trueskill-wmt15", samples=50, trials=500)
    (found,) = analyse_judgments(simulated("ranking"), analysis=analysis).rankings
    assert [each.system for each in found.systems] == ["system1", "system2", "system3", "system4"]
    assert (found.rule, {each.interval for each in found.systems}) == ("ranges", {None})
    (resampled,) = analyse_judgments(simulated("ranking"), analysis=replace(analysis, score="trueskill")).rankings
    assert [each.score for each in found.systems] != [each.score for each in resampled.systems]
    widths = [sum(each.range.high - each.range.low for each in ranking.systems) for ranking in (found, resampled)]
    assert widths[0] <= widths[1]


@pytest.mark.parametrize("protocol", ["ranking", "direct"])
def test_a_system_beats_as_many_others_as_pairs_are_significant(protocol: str) -> None:
    (found,) = analyse_judgments(simulated(protocol), analysis=HumanAnalysis(trials=500, samples=50)).rankings
    assert [each.beats for each in found.systems] == found.pairs.beats.sum(axis=1).tolist()
    assert found.systems[0].beats > found.systems[-1].beats == 0


def test_the_order_of_rows_does_not_matter() -> None:
    judgments = list(simulated("direct"))
    shuffled = Random(3).sample(judgments, len(judgments))
    first, second = (analyse_judgments(each).rankings[0] for each in (judgments, shuffled))
    assert [each.system for each in first.systems] == [each.system for each in second.systems]
    assert [each.score for each in first.systems] == pytest.approx([each.score for each in second.systems])
    assert first.agreement[0].value == pytest.approx(second.agreement[0].value)


def test_language_pairs_and_test_sets_are_ranked_apart() -> None:
    rows = [
        ranking("ann", str(n), ranks, language_pair=pair, test_set=name)
        for pair, ranks in (("de-en", {"a": 1, "b": 2}), ("fr-en", {"b": 1, "c": 2}))
        for name in ("news", "talks")
        for n in range(6)
    ]
    found = analyse_judgments(rows, analysis=PLAIN).rankings
    assert [(*each.group.values(), [system.system for system in each.systems]) for each in found] == [
        ("de-en", "news", ["a", "b"]), ("de-en", "talks", ["a", "b"]),
        ("fr-en", "news", ["b", "c"]), ("fr-en", "talks", ["b", "c"]),
    ]  # fmt: skip
    (together,) = analyse_judgments(rows, analysis=replace(PLAIN, by=())).rankings
    assert [each.system for each in together.systems] == ["a", "b", "c"]


def test_every_row_that_is_wrong_is_named_and_nothing_is_analysed() -> None:
    place = [Place("j.jsonl", n) for n in range(6)]
    good = graded("ann", "1", "a", 50, place=place[0])
    rows = [
        good,
        replace(good, place=place[1]),
        graded("ann", "2", "a", 101, place=place[2]),
        graded("ann", "3", "ab", 50, place=place[3]),
        ranking("ann", "4", {"a": 1, "b": 2}, place=place[4]),
        graded("ann", "5", "a", "fine", place=place[5]),
    ]
    with pytest.raises(MistakesError) as error:
        analyse_judgments(rows, systems=["a", "b"])
    assert [mistake.place.line for mistake in error.value.mistakes] == [1, 2, 3, 4, 5]


def test_judges_who_fail_are_left_out_and_the_ranking_with_everyone_stays() -> None:
    honest = [graded(judge, str(n), system, value + n % 5) for judge in ("ann", "bob") for n in range(30)
              for system, value in (("a", 70), ("b", 40))]  # fmt: skip
    fraud = [graded("eve", str(n), system, 50) for n in range(30) for system in ("a", "b")]
    result = analyse_judgments([*honest, *fraud], analysis=HumanAnalysis(rules=(ConstantRule(),), standardised=False))
    assert [each.judge for each in result.judges if each.is_excluded] == ["eve"]
    assert "100%" in result.judges[2].reasons[0].sentence
    assert result.rankings[0].systems[0].score == pytest.approx(72)
    assert result.with_everyone[0].systems[0].score == pytest.approx((2 * 72 + 50) / 3)
    by_name = analyse_judgments(
        [*honest, *fraud], analysis=HumanAnalysis(excluded=frozenset({"eve"}), standardised=False)
    )
    assert by_name.rankings[0].systems[0].score == pytest.approx(72)
    with pytest.raises(InputError, match="mallory"):
        analyse_judgments(honest, analysis=HumanAnalysis(excluded=frozenset({"mallory"})))


def test_medians_rank_where_asked_for() -> None:
    rows = [graded(judge, "1", "a", value, "adequacy") for judge, value in (("x", 1), ("y", 3), ("z", 3))]
    rows += [graded(judge, "1", "b", value, "adequacy") for judge, value in (("x", 2), ("y", 2), ("z", 4))]
    (found,) = analyse_judgments(rows, analysis=HumanAnalysis(score="median")).rankings
    assert [(each.system, each.score, each.figures["mean"]) for each in found.systems] == [
        ("a", 3, pytest.approx(7 / 3)), ("b", 2, pytest.approx(8 / 3)),
    ]  # fmt: skip


def test_spans_rank_the_other_way_round_than_scores() -> None:
    spans = [{"start": 0, "end": 2, "severity": "major"}]
    rows = [graded("ann", str(n), system, {"spans": marks, "score": 50}, "esa")
            for n in range(3) for system, marks in (("a", spans), ("b", []))]  # fmt: skip
    result = analyse_judgments(rows, analysis=HumanAnalysis(score="penalty"))
    assert [(each.system, each.score) for each in result.rankings[0].systems] == [("b", 0), ("a", 5)]
    assert not result.higher_is_better


def test_answers_given_again_replace_the_first() -> None:
    rows = [graded("ann", "1", "a", 10, screen="s1"), graded("ann", "1", "b", 20, screen="s2")]
    rows.append(replace(rows[0], id="again", answer=90))
    result = analyse_judgments(rows, analysis=HumanAnalysis(standardised=False))
    assert [(each.system, each.score) for each in result.rankings[0].systems] == [("a", 90), ("b", 20)]
    assert result.superseded == 1


def test_agreement_of_known_answers() -> None:
    """Three of four pairs of answers agree: P(A) = 3/4, K = (3/4 − 1/3) / (2/3) = 0.625."""
    rows = []
    for segment, second in (
        ("1", {"a": 1, "b": 2}),
        ("2", {"a": 1, "b": 2}),
        ("3", {"a": 1, "b": 2}),
        ("4", {"a": 2, "b": 1}),
    ):
        rows += [ranking("ann", segment, {"a": 1, "b": 2}), ranking("bob", segment, second)]
    ((_, (found,)),) = agreement_of_judgments(rows, analysis=HumanAnalysis(by=()))
    assert (found.observed, found.count, found.word) == (0.75, 4, "substantial")
    assert found.value == pytest.approx(0.625)


def test_agreement_without_screens_of_equal_outputs() -> None:
    texts = {"a": ["x", "y"], "b": ["x", "z"]}
    runs = [Run(documents=(Document("", tuple(Segment(str(n), text) for n, text in enumerate(column))),), system=system)
            for system, column in texts.items()]  # fmt: skip
    rows = [ranking(judge, "0", {"a": 1, "b": 1}) for judge in ("ann", "bob")]
    rows += [ranking("ann", "1", {"a": 1, "b": 2}), ranking("bob", "1", {"a": 2, "b": 1})]
    observed = [agreement_of_judgments(rows, runs=given)[0][1][0].observed for given in ((), runs)]
    assert observed == [0.5, 0.0]


def test_grades_have_no_counting_of_wmt() -> None:
    rules = AgreementRules(counting="wmt")
    with pytest.raises(ExpressionError, match="comparisons"):
        analyse_judgments(simulated("fluency"), analysis=HumanAnalysis(agreement=rules))


def test_scores_and_tests_that_a_protocol_does_not_have_are_refused() -> None:
    with pytest.raises(ExpressionError, match="direct has no score 'wins'; it has: mean"):
        analyse_judgments(simulated("direct"), analysis=HumanAnalysis(score="wins"))
    with pytest.raises(ExpressionError, match="grades are tested by rank-sum"):
        analyse_judgments(simulated("direct"), analysis=HumanAnalysis(test="sign"))


def test_a_rulebook_says_how_to_analyse() -> None:
    rules = human_evaluation(read_rulebook("iwslt2012"), "olympics-ranking")
    analysis = analysis_by_rules(rules)
    assert (analysis.score, analysis.test, analysis.correction) == ("better", "randomization", "none")
    assert analysis.marks == {0.1: "†", 0.05: "‡", 0.01: "★"}
    assert analysis.agreement.measure == "fleiss"
    assert settings_by_rules(rules).shows == {"reference": True}
    assert find_protocol("pairwise", settings_by_rules(rules)).visible == {"source", "reference"}
    with pytest.raises(ExpressionError, match="name a human evaluation"):
        human_evaluation(read_rulebook("iwslt2012"))


def test_marks_of_levels() -> None:
    assert marks_of([0.05, 0.01]) == MARKS_W08
    with pytest.raises(ExpressionError):
        marks_of([0.2, 0.1, 0.05, 0.01])


def test_rules_about_judges_are_written_by_name() -> None:
    rule = parse_rule("repeats:largest=1.5,fewest=3")
    assert isinstance(rule, RepeatRule)
    assert rule.largest == 1.5
    for wrong in ("repeats", "gold", "speed:colour=3", "kindness", "constant:fewest=two"):
        with pytest.raises(ExpressionError):
            parse_rule(wrong)


def test_a_matrix_has_wins_and_ties_and_keeps_them_under_other_names() -> None:
    judgments = [ranking("ann", str(n), {"a": 1, "b": 2, "c": 2}) for n in range(3)]
    result = analyse_judgments([*judgments, ranking("ann", "9", {"a": 3, "b": 2, "c": 1})], analysis=PLAIN)
    (found,) = result.rankings
    assert found.pairs.systems == ("a", "c", "b")
    assert found.pairs.wins is not None
    assert found.pairs.ties is not None
    assert found.pairs.wins.tolist() == [[0, 3, 3], [1, 0, 1], [1, 0, 0]]
    assert found.pairs.ties.tolist() == [[0, 0, 0], [0, 0, 3], [0, 3, 0]]
    names = {"a": "first", "b": "second", "c": "third"}
    renamed = result.of_group(found.group, names)
    assert renamed is not None
    assert renamed.rankings[0].pairs.systems == ("first", "third", "second")
    assert [(each.system, each.score) for each in renamed.rankings[0].systems] == [
        (names[each.system], each.score) for each in found.systems
    ]
    np.testing.assert_array_equal(renamed.rankings[0].pairs.values, found.pairs.values)
    assert result.of_group({"language_pair": "xx-yy", "test_set": ""}, names) is None


def test_grades_are_counted_for_each_system_without_repeats_and_controls() -> None:
    judgments = [
        *(graded("ann", str(n), "a", grade, "fluency") for n, grade in enumerate([4, 4, 2])),
        *(graded("ann", str(n), "b", grade, "fluency") for n, grade in enumerate([1, 2])),
        graded("ann", "0", "a", 0, "fluency", control="repeat"),
        graded("ann", "7", "b", 0, "fluency", control="gold"),
    ]
    (found,) = analyse_judgments(judgments, analysis=HumanAnalysis(interval="none")).rankings
    assert {each.system: dict(each.grades) for each in found.systems} == {"a": {2: 1, 4: 2}, "b": {1: 1, 2: 1}}
    assert {each.system: each.median_grade for each in found.systems} == {"a": 4.0, "b": 1.5}
    z_scores = [replace(each, answer={"z": 0.5 * n}) for n, each in enumerate(simulated("direct"))]
    assert {each.median_grade for each in analyse_judgments(z_scores).rankings[0].systems} == {None}


def test_outputs_are_counted_as_often_as_they_are_judged_and_repeats_are_not() -> None:
    """W08, table 3: a screen of five outputs is five items."""
    judgments = [ranking("ann", str(n), {"a": 1, "b": 2, "c": 3}) for n in range(4)]
    judgments += [ranking("bob", "0", {"a": 1, "b": 2}), ranking("ann", "0", {"a": 1, "b": 2}, control="repeat")]
    (found,) = analyse_judgments(judgments, analysis=PLAIN).rankings
    assert (found.judgments, found.outputs) == (6, 4 * 3 + 2)

    grades = [graded("ann", str(n), system, 50 + n) for n in range(3) for system in "ab"]
    (found,) = analyse_judgments([*grades, graded("ann", "0", "a", 51, control="repeat")]).rankings
    assert found.outputs == 6


def test_agreement_on_a_pair_is_that_of_its_own_answers() -> None:
    """I12, appendix B: each match has a kappa of its own, under names that change with the ranking's."""
    judgments = [pairwise(judge, str(n), "ab", "first") for n in range(4) for judge in ("ann", "bob", "cat")]
    judgments += [pairwise("ann", str(n), "ac", "first") for n in range(4)]
    judgments += [pairwise("bob", str(n), "ac", "second") for n in range(4)]
    judgments += [pairwise("ann", "0", "bc", "first")]
    analysis = replace(PLAIN, agreement=AgreementRules(measure="kappa"))
    (found,) = analyse_judgments(judgments, analysis=analysis).rankings
    assert [(each.first, each.second, each.agreement.value) for each in found.pair_agreement] == [
        ("a", "b", 1.0),
        ("a", "c", pytest.approx(-0.5)),
    ]
    only_pair = [each for each in judgments if each.systems == ("a", "c")]
    ((_, (alone, *_)),) = agreement_of_judgments(only_pair, analysis=analysis)
    assert found.pair_agreement[1].agreement == alone

    renamed = found.renamed({"a": "A", "b": "B", "c": "C"})
    assert [(each.first, each.second) for each in renamed.pair_agreement] == [("A", "B"), ("A", "C")]
