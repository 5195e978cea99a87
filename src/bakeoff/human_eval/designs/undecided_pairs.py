"""Neighbours in a ranking that judgments so far do not distinguish, and how many judgments would."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import comb
from typing import Any

from bakeoff.human_eval.analyses.counted_judgments import CountedAnswers
from bakeoff.human_eval.analyses.judgments import rows_by_group
from bakeoff.human_eval.analyses.options import HumanAnalysis
from bakeoff.human_eval.analyses.results import HumanEvaluationResult, HumanRanking
from bakeoff.human_eval.designs.sample_sizes import PairNeed, judgments_to_settle
from bakeoff.human_eval.protocols.contract import Protocol


def undecided_pairs(
    result: HumanEvaluationResult, answers: CountedAnswers, protocol: Protocol[Any], analysis: HumanAnalysis
) -> tuple[tuple[PairNeed, ...], ...]:
    """For each ranking of a result what would settle its undecided neighbours; `answers` are those it was made of.

    A pair is tested at the level over the number of pairs, as by Bonferroni's correction; Holm's asks for no more.
    """
    kept = answers.without([each.judge for each in result.judges if each.is_excluded]).ranked
    parts = {names: kept.only(rows) for names, rows in rows_by_group(kept, analysis.by)}
    found = []
    for ranking in result.rankings:
        pairs = list(_undecided(ranking))
        level = analysis.level / max(1, comb(len(ranking.systems), 2))
        part = parts[tuple(ranking.group.values())]
        found.append(judgments_to_settle(part, protocol, pairs, level=level) if pairs else ())
    return tuple(found)


def _undecided(ranking: HumanRanking) -> Iterator[tuple[str, str]]:
    beats, places = ranking.pairs.beats, {name: place for place, name in enumerate(ranking.pairs.systems)}
    for above, below in pairwise(each.system for each in ranking.systems):
        one, other = places[above], places[below]
        if not (beats[one, other] or beats[other, one]):
            yield above, below
