"""What captions of human evaluations say: names of scores, tests and rules, and what was counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from bakeoff.data.sentences import capitalized
from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, PairTable

SCORE_NAMES = {
    "better": "> others",
    "better-or-equal": "≥ others",
    "wins": "wins",
    "trueskill": "TrueSkill",
    "trueskill-wmt15": "TrueSkill without resampling",
    "hter": "HTER",
}
CORRECTION_NAMES = {
    "holm": "Holm's correction",
    "bh": "Benjamini and Hochberg's correction",
    "bonferroni": "Bonferroni's correction",
    "none": "no correction",
}
TEST_NAMES = {
    "rank-sum": "Wilcoxon's rank-sum test over {unit}s",
    "rank-sum-wmt": "Wilcoxon's rank-sum test over {unit}s as WMT published it",
    "signed-rank": "Wilcoxon's signed-rank test over {unit}s",
    "randomization": "paired approximate randomisation over {unit}s",
    "sign": "sign test over {unit}s",
    "sign-w08": "sign test over single judgments as in W08",
}
RULE_NAMES = {
    "strict": "a line where every system above beats every system below",
    "wmt": "a line as WMT drew it: after a system that beats as many as are below it",
    "neighbours": "a line between neighbours if one beats the other",
    "ranges": "a line where rank ranges do not overlap",
}
MEASURE_NAMES = {
    "kappa": "kappa, equal chances",
    "fleiss": "Fleiss's kappa",
    "cohen": "Cohen's kappa",
    "krippendorff": "Krippendorff's alpha",
    "ties": "kappa, chance from ties",
}
BETWEEN_NAMES = {"judges": "between judges", "own": "of judges with themselves"}
WITH_IDENTICAL = ", with identical phrases"
"""Follows these where a phrase that systems share is counted for each of them."""


def group_name(group: Mapping[str, str]) -> str:
    """The group in words: its language pair, test set…"""
    return ", ".join(value for value in group.values() if value)


def score_name(result: HumanEvaluationResult) -> str:
    """What systems are ranked by, as a heading."""
    name = SCORE_NAMES.get(result.score, result.score)
    return f"{name} z" if result.standardised else name


def ranking_notes(result: HumanEvaluationResult, ranking: HumanRanking, *, with_intervals: bool) -> Iterator[str]:
    """What a table of systems rests on, sentence by sentence."""
    pairs = ranking.pairs
    direction = "" if result.higher_is_better else " Lower is better."
    judged = f"{_counted(ranking.judgments, 'judgment')} of {_counted(ranking.segments, 'segment')}"
    yield f"{judged} by {_judges_of(ranking)}.{direction}"
    if ranking.repeats:
        yield f"{ranking.repeats:,} of them are repeats, which count for agreement and not for scores."
    if ranking.votes is not None:
        yield (
            "What most judges say of a segment and pair counts as one comparison: "
            f"{ranking.votes:,} answers are {ranking.comparisons:,} comparisons."
        )
    yield (
        f"Clusters: {RULE_NAMES[ranking.rule]}. Pairs: {test_name(pairs)}, {CORRECTION_NAMES[pairs.correction]}, "
        f"p ≤ {pairs.level:g}. Beats: number of systems that it is significantly better than "
        "(WINS in WMT's files)."
    )
    if result.score == "trueskill-wmt15":
        yield (
            "Every run of TrueSkill takes all comparisons, as WMT 2015 published: ranks and clusters don't allow for "
            "the choice of segments and judges. The score trueskill does."
        )
    if ranking.by_document and pairs.unit == "document":
        yield "Judges judged complete documents, so tests and intervals go by document."
    yield from warning_notes(ranking)
    if with_intervals:
        drawn = "" if result.score.startswith("trueskill") else f" of {pairs.unit}s"
        yield f"Intervals hold the true value in {result.confidence:.0%} of all samples{drawn}."


def _judges_of(ranking: HumanRanking) -> str:
    if not ranking.unnamed:
        return _counted(ranking.judges, "judge")
    own = "judges without names (each judgment counts as a different judge)"
    named = ranking.judges - ranking.unnamed
    return f"{_counted(named, 'judge')}, {ranking.unnamed:,} by {own}" if named else own


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def test_name(pairs: PairTable) -> str:
    """The test of pairs with its sides."""
    name = TEST_NAMES[pairs.test].format(unit=pairs.unit)
    if pairs.figure == "differences" and pairs.unit != "segment":
        # Documents, or judges, of one of the systems count, too.
        name = name.removeprefix("paired ")
    return f"{name}, {pairs.sides}"


def ranking_warnings(ranking: HumanRanking) -> Iterator[str]:
    """Why the tests of pairs say more, or less, than their level promises."""
    pairs = ranking.pairs
    if pairs.test == "sign-w08" and pairs.dependent:
        yield (
            "Several judgments of one segment are not independent. Tested one by one, equal systems differ "
            "significantly more often than the level says; --test sign tests segments."
        )
    if ranking.by_document and pairs.unit == "segment":
        yield (
            "Judges judged complete documents, so segments of one document are not independent. By segment, equal "
            "systems differ significantly more often than the level says, and intervals are too narrow; "
            "--unit document goes by document."
        )
    above = np.triu(pairs.least > pairs.level, k=1)
    if too_few := int(above.sum()):
        yield (
            f"{too_few:,} of {int(np.triu(~np.isnan(pairs.least), k=1).sum()):,} pairs have too few {pairs.unit}s to "
            f"reach p ≤ {pairs.level:g}, whatever the judgments are."
        )


def warning_notes(ranking: HumanRanking) -> Iterator[str]:
    """The same as notes below a table."""
    for warning in ranking_warnings(ranking):
        yield f"Warning: {warning[0].lower()}{warning[1:]}"


def marks_sentence(ranking: HumanRanking) -> str:
    """Which mark says what, by which test."""
    pairs = ranking.pairs
    marks = ", ".join(f"{mark} p ≤ {level:.2f}" for level, mark in sorted(pairs.marks.items(), reverse=True))
    test = test_name(pairs)
    return f"{capitalized(test)}, {CORRECTION_NAMES[pairs.correction]}: {marks}."
