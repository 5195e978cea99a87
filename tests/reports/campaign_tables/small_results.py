"""Small results of a campaign, to see what tables make of single facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from bakeoff.evaluation import Variation
from bakeoff.reports.campaign_results.boards import (
    BoardComparison,
    BoardResults,
    ComparedPair,
    GroupScore,
    RunResults,
    RunScore,
)
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.statistics import Interval

RULES: Mapping[str, Any] = {
    "campaign": {"id": "small", "title": "A small campaign", "year": 2026},
    "language_pairs": {"de-en": {"source": "de", "target": "en"}, "fr-en": {"source": "fr", "target": "en"}},
    "tracks": {"mt": {"title": "Translation", "kind": "mt", "language_pairs": ["de-en", "fr-en"]}},
    "test_sets": {
        "test": {"title": "Test 2026", "role": "current"},
        "old": {"title": "Test 2025", "role": "progress", "year": 2025},
    },
    "evaluation": {"official_metric": "bleu", "metrics": ["bleu", "ter"], "specifications": ["case+punc"]},
}


_CHAPTERS = ("evaluation", "systems", "test_sets", "human", "published_scores")


def campaign(*boards: BoardResults, report: Mapping[str, Any] | None = None, **more: Any) -> CampaignResults:
    """Results with these boards; `report` and other chapters of the rulebook replace those of `RULES`."""
    chapters = {name: more.pop(name) for name in tuple(more) if name in _CHAPTERS}
    return CampaignResults(
        rules={**RULES, **chapters, "report": dict(report or {})}, software="bakeoff 1.0", boards=boards, **more
    )


def board(*runs: RunResults, pair: str = "de-en", test_set: str = "test", **more: Any) -> BoardResults:
    return BoardResults(track="mt", language_pair=pair, test_set=test_set, runs=runs, **more)


def run(name: str, bleu: float | None = None, ter: float | None = None, **more: Any) -> RunResults:
    """A primary run with scores by two metrics, or without."""
    scores = tuple(score(metric, value) for metric, value in (("bleu", bleu), ("ter", ter)) if value is not None)
    values = {
        "id": name.lower(),
        "name": name,
        "team": name,
        "system": "primary",
        "kind": "primary",
        "kind_title": "primary",
        "track": "mt",
        "scores": scores,
    }
    return RunResults(**values | more)


def score(
    metric: str,
    value: float | None,
    *,
    mean: float | None = None,
    specification: str = "case+punc",
    groups: Mapping[str, float] | None = None,
) -> RunScore:
    """A score with an interval where a mean of samples is given, and on groups of segments."""
    direction: Literal["higher", "lower"] = "lower" if metric in ("ter", "wer@sclite") else "higher"
    varied = None if mean is None else Variation(Interval(mean - 1, mean + 1, 0.95), mean, 0.5)
    interval = "" if mean is None else "|interval:bootstrap|level:0.95|samples:1000|unit:segment|seed:1"
    return RunScore(
        metric=metric,
        specification=specification,
        value=value,
        signature=f"{metric}|{specification}{interval}",
        direction=direction,
        digits=2,
        segments=100,
        variation=varied,
        groups={name: GroupScore(value=own, segments=10) for name, own in (groups or {}).items()},
    )


def comparison(*clusters: tuple[str, ...], significant: tuple[tuple[str, str], ...] = ()) -> BoardComparison:
    """Runs by BLEU in clusters, with pairs that differ significantly."""
    order = tuple(name for cluster in clusters for name in cluster)
    return BoardComparison(
        metric="bleu",
        specification="case+punc",
        method="test:bootstrap|trials:1000|seed:1|unit:segment|correction:none|level:0.05",
        order=order,
        clusters=clusters,
        rank_ranges={name: (place, place) for place, name in enumerate(order, start=1)},
        pairs=tuple(
            ComparedPair(
                a=a,
                b=b,
                difference=1.0,
                p=0.01 if (a, b) in significant else 0.5,
                p_corrected=0.02 if (a, b) in significant else 1.0,
                significant=(a, b) in significant,
                beats=(a, b) in significant,
            )
            for place, a in enumerate(order)
            for b in order[place + 1 :]
        ),
    )
