"""Human evaluations as the JSON that others read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, JudgeAgreement
from bakeoff.human_eval.analyses.timing import Timing
from bakeoff.reports.human.captions import ranking_warnings
from bakeoff.reports.human.tables import pair_places
from bakeoff.statistics import Interval


def human_json(result: HumanEvaluationResult) -> dict[str, Any]:
    """The complete analysis; `with_everyone` has the rankings with the judges that were left out."""
    everyone = result.with_everyone
    return {
        "protocol": result.protocol,
        "score": result.score,
        "higher_is_better": result.higher_is_better,
        "standardised": result.standardised,
        "majority": result.majority,
        "seed": result.seed,
        "rankings": [_ranking_json(ranking) for ranking in result.rankings],
        "with_everyone": None if everyone is None else [_ranking_json(ranking) for ranking in everyone],
        "judges": [
            {
                "judge": each.judge,
                "judgments": each.judgments,
                "median_seconds": each.median_seconds,
                "median_seconds_interval": _interval_json(each.seconds_interval),
                "inconsistency": each.inconsistency,
                "inconsistency_interval": _interval_json(each.inconsistency_interval),
                "gold": each.gold,
                "gold_right": each.gold_right,
                "gold_interval": _interval_json(each.gold_interval),
                "agreement": each.agreement,
                "agreement_interval": _interval_json(each.agreement_interval),
                "shared": each.shared,
                "excluded": each.is_excluded,
                "reasons": [
                    {"rule": reason.rule, "found": reason.found, "bound": reason.bound, "sentence": reason.sentence}
                    for reason in each.reasons
                ],
            }
            for each in result.judges
        ],
        "inconsistency": result.inconsistency,
        "inconsistency_interval": _interval_json(result.inconsistency_interval),
        "confidence": result.confidence,
        "times": _timing_json(result.timings.overall),
        "passed": result.passed,
        "superseded": result.superseded,
    }


def agreement_json(groups: Sequence[tuple[Mapping[str, str], Sequence[JudgeAgreement]]]) -> list[dict[str, Any]]:
    """Agreement, an object for each group."""
    return [
        {"group": dict(group), "agreement": [_agreement_json(each) for each in agreements]}
        for group, agreements in groups
    ]


def _ranking_json(ranking: HumanRanking) -> dict[str, Any]:
    pairs = ranking.pairs
    return {
        "group": dict(ranking.group),
        "judgments": ranking.judgments,
        "judges": ranking.judges,
        "unnamed": ranking.unnamed,
        "repeats_left_out": ranking.repeats,
        "votes": ranking.votes,
        "segments": ranking.segments,
        "systems": [
            {
                "name": each.system,
                "score": each.score,
                "interval": _interval_json(each.interval),
                "rank": list(each.range),
                "cluster": each.cluster,
                "beats": each.beats,
                "segments": each.segments,
                "judgments": each.judgments,
                **{_key(name): value for name, value in each.figures.items()},
                **{f"{_key(name)}_interval": _interval_json(each.figure_intervals.get(name)) for name in each.figures},
            }
            for each in ranking.systems
        ],
        "clusters": [list(cluster) for cluster in ranking.clusters],
        "cluster_rule": ranking.rule,
        "test": pairs.test,
        "unit": pairs.unit,
        "sides": pairs.sides,
        "correction": pairs.correction,
        "level": pairs.level,
        "warnings": list(ranking_warnings(ranking)),
        "pairs": [_pair_json(ranking, a, b) for a, b in pair_places(ranking)],
        "agreement": [_agreement_json(each) for each in ranking.agreement],
        "agreement_with_identical": [_agreement_json(each) for each in ranking.agreement_with_identical],
    }


def _key(name: str) -> str:
    return name.replace(" ", "_").replace("-", "_")


def _pair_json(ranking: HumanRanking, a: int, b: int) -> dict[str, Any]:
    pairs = ranking.pairs
    intervals = [_interval_json(pairs.interval(*places)) for places in ((a, b), (b, a))]
    figures: dict[str, Any] = {"difference": float(pairs.values[a, b]), "difference_interval": intervals[0]}
    if pairs.figure == "shares":
        figures = {"a_better": float(pairs.values[a, b]), "a_better_interval": intervals[0]}
        figures |= {"b_better": float(pairs.values[b, a]), "b_better_interval": intervals[1]}
    return {
        "a": pairs.systems[a],
        "b": pairs.systems[b],
        **figures,
        "p": float(pairs.p[a, b]),
        "p_corrected": float(pairs.corrected[a, b]),
        "significant": bool(pairs.beats[a, b] or pairs.beats[b, a]),
        "mark": pairs.mark(a, b) or pairs.mark(b, a),
    }


def _agreement_json(each: JudgeAgreement) -> dict[str, Any]:
    return {
        "between": each.between,
        "measure": each.measure,
        "value": each.value,
        "interval": _interval_json(each.interval),
        "observed": each.observed,
        "expected": each.expected,
        "n": each.count,
        "of": each.counted,
        "word": each.word,
        **({"remark": each.remark} if each.remark else {}),
    }


def _timing_json(timing: Timing) -> dict[str, Any]:
    return {
        "screens": timing.screens,
        "mean": timing.mean,
        "mean_interval": _interval_json(timing.interval),
        "quantiles": None if timing.quantiles is None else list(timing.quantiles),
        "median_interval": _interval_json(timing.median_interval),
        "too_long": timing.too_long,
        "unknown": timing.unknown,
    }


def _interval_json(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
