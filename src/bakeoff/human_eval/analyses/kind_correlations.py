"""How far kinds of human judgment rank systems alike: what one kind says of systems against what another does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from statistics import fmean

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.judgments import analyse_judgments
from bakeoff.human_eval.analyses.options import GroupName, HumanAnalysis, analysis_by_rules
from bakeoff.human_eval.analyses.results import HumanEvaluationResult
from bakeoff.human_eval.analyses.shared_judgments import judgments_for
from bakeoff.human_eval.protocols.contract import Settings
from bakeoff.human_eval.protocols.rulebook_protocols import settings_by_rules
from bakeoff.rulebook import Rulebook
from bakeoff.statistics import Correlation, correlate
from bakeoff.statistics.correlation.coefficients import Coefficient

LEAST_SYSTEMS = 3
Group = tuple[str, ...]
"""Language pair and test set, or what else systems are ranked apart by."""
GroupScores = Mapping[Group, Mapping[str, float]]
"""Scores of systems, group by group; the higher, the better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindOfJudgment:
    """Judgments of one kind, and how their systems are scored."""

    judgments: Sequence[Judgment]
    settings: Settings | None = None
    analysis: HumanAnalysis = field(default_factory=HumanAnalysis)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCorrelation:
    """Two kinds in one group."""

    first: str
    second: str
    group: Group
    correlation: Correlation | None
    """None where fewer than three systems have both, or where all systems score the same."""
    systems: tuple[str, ...]
    """That both kinds have judged."""
    left_out: tuple[str, ...]
    """That only one of them has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCorrelations:
    """Every two kinds in every group that both have."""

    scores: Mapping[str, str]
    """By what each kind ranks systems."""
    by: tuple[GroupName, ...]
    coefficient: Coefficient
    confidence: float
    rows: tuple[KindCorrelation, ...]

    @property
    def averages(self) -> Mapping[tuple[str, str], tuple[float, int]]:
        """For every two kinds the mean coefficient, and over how many groups (W08, 7.1)."""
        values: dict[tuple[str, str], list[float]] = {}
        for row in self.rows:
            if row.correlation is not None:
                values.setdefault((row.first, row.second), []).append(row.correlation.value)
        return {pair: (fmean(coefficients), len(coefficients)) for pair, coefficients in values.items()}


def kinds_of_judgments(judgments: Sequence[Judgment], *, rulebook: Rulebook | None = None) -> dict[str, KindOfJudgment]:
    """Judgments split by kind: by human evaluation of the rulebook where they name one, else by protocol.

    The evaluations of a rulebook are scored by its rules, and what counts in several of them does (`counts_for`).
    """
    known = rulebook.human if rulebook is not None else {}
    of_rules = [each for each in judgments if each.asked_in in known]
    kinds: dict[str, KindOfJudgment] = {}
    for name in dict.fromkeys(each.asked_in for each in of_rules):
        if rulebook is not None:
            kinds[name] = KindOfJudgment(
                judgments=judgments_for(rulebook, name, of_rules)[0],
                settings=settings_by_rules(known[name]),
                analysis=analysis_by_rules(known[name]),
            )
    others = [each for each in judgments if each.asked_in not in known]
    for protocol in dict.fromkeys(each.protocol for each in others):
        if protocol in kinds:
            raise InputError(
                expected=f"judgments of {protocol} that name an evaluation of the rulebook",
                found=f"some that do and some of the protocol {protocol} that do not",
                remedy="Name the kind of each file, as in experts=judgments.jsonl.",
            )
        kinds[protocol] = KindOfJudgment(judgments=[each for each in others if each.protocol == protocol])
    return kinds


def correlate_kinds(
    kinds: Mapping[str, KindOfJudgment],
    *,
    coefficient: Coefficient = "spearman",
    confidence: float = 0.95,
    by: tuple[GroupName, ...] = ("language_pair", "test_set"),
) -> KindCorrelations:
    """The correlation of the systems' scores for every two kinds of judgment, in every group that both have (W08, B).

    All rows of every kind are checked first, as `analyse_judgments` does.
    """
    if len(kinds) < 2:
        raise InputError(
            expected="two kinds of judgment or more",
            found=", ".join(kinds) or "none",
            remedy="Give judgments of another protocol, or name the kind of each file: experts=judgments.jsonl.",
        )
    results = {}
    for name, kind in kinds.items():
        # Scores are all that is needed: neither intervals nor p-values.
        analysis = replace(kind.analysis, by=by, interval="none", trials=1)
        results[name] = [analyse_judgments(kind.judgments, settings=kind.settings, analysis=analysis)]
    found = correlate_results_of_kinds(results, coefficient=coefficient, confidence=confidence, by=by)
    if not found.rows:
        groups = {name: [ranking.group.values() for ranking in own.rankings] for name, (own,) in results.items()}
        raise InputError(
            expected=f"a group ({', '.join(by) or 'all'}) that two kinds have judged",
            found="; ".join(f"{name}: {', '.join(map(' '.join, own))}" for name, own in groups.items()),
            remedy="Call language pairs and test sets the same in all files, or take them together (--by all).",
        )
    return found


def correlate_results_of_kinds(
    results: Mapping[str, Sequence[HumanEvaluationResult]],
    *,
    coefficient: Coefficient = "spearman",
    confidence: float = 0.95,
    by: tuple[GroupName, ...] = ("language_pair", "test_set"),
) -> KindCorrelations:
    """The same from analyses that exist already, such as one for each group; `by` is what they rank systems apart by.

    There are no rows where no two kinds have a group in common.
    """
    scores: dict[str, dict[Group, dict[str, float]]] = {}
    for name, own in results.items():
        scores[name] = {
            tuple(ranking.group.values()): {
                each.system: each.score if result.higher_is_better else -each.score for each in ranking.systems
            }
            for result in own
            for ranking in result.rankings
        }
    return KindCorrelations(
        scores={name: own[0].score for name, own in results.items()},
        by=by,
        coefficient=coefficient,
        confidence=confidence,
        rows=tuple(correlate_scores_of_kinds(scores, coefficient=coefficient, confidence=confidence)),
    )


def correlate_scores_of_kinds(
    scores: Mapping[str, GroupScores], *, coefficient: Coefficient = "spearman", confidence: float = 0.95
) -> Iterator[KindCorrelation]:
    """The same from scores that are known already, such as printed ones."""
    for first, second in combinations(scores, 2):
        for group in (group for group in scores[first] if group in scores[second]):
            one, other = scores[first][group], scores[second][group]
            common = tuple(system for system in one if system in other)
            columns = [[values[system] for system in common] for values in (one, other)]
            known = len(common) >= LEAST_SYSTEMS and all(len(set(column)) > 1 for column in columns)
            yield KindCorrelation(
                first=first,
                second=second,
                group=group,
                correlation=correlate(*columns, coefficient=coefficient, level=confidence) if known else None,
                systems=common,
                left_out=tuple(sorted(set(one) ^ set(other))),
            )
