"""Rankings so far as the tables of pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.rulebook import Rulebook
from bakeoff_site.core.interval_marks import Axis, IntervalMark, PrintedScore, mark_of, scale_of
from bakeoff_site.judging.conversions.analyses import GroupSoFar, NeedSoFar, SystemSoFar

_BETWEEN = {"judges": "Between judges", "own": "Of judges with themselves"}
_MEASURES = {
    "kappa": "kappa",
    "fleiss": "Fleiss’ kappa",
    "cohen": "Cohen’s kappa",
    "krippendorff": "Krippendorff’s alpha",
    "ties": "kappa with the chance of ties",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A system of a ranking, by name or by its label."""

    name: str
    score: str
    low: str
    high: str
    cluster: int
    is_first_of_cluster: bool
    judgments: int
    mark: IntervalMark | None
    """On the axis of its table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementRow:
    """How far judges agree."""

    between: str
    measure: str
    value: str
    interval: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedRow:
    """Two neighbours that are not distinguished yet."""

    first: str
    second: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """A ranking of one language pair and test set."""

    title: str
    axis: Axis | None
    grid: str
    """The name of the axis's lines on the page."""
    rows: tuple[RankedRow, ...]
    judgments: int
    judges: int
    confidence: str
    """Of the intervals: `95%`."""
    agreement: tuple[AgreementRow, ...]
    needs: tuple[NeedRow, ...]
    """Empty where all neighbours are distinguished, or there is one system only."""


def ranking_tables(
    rankings: Sequence[GroupSoFar], rules: Rulebook, *, names: Mapping[str, str], key: str, confidence: float
) -> Iterator[RankingTable]:
    """A table for each language pair and test set; `key` distinguishes those of several rankings on one page."""
    for each in rankings:
        cells = [_printed(system) for system in each.systems]
        scale = scale_of(cells)
        clusters = [system.cluster for system in each.systems]
        yield RankingTable(
            title=_title(each, rules),
            axis=None if scale is None else Axis(scale.ticks),
            grid="-".join(["grid", key, *each.group.values()]),
            rows=tuple(
                RankedRow(
                    name=names[system.system],
                    score=cell.text,
                    low="–" if cell.low is None else f"{cell.low:.3f}",
                    high="–" if cell.high is None else f"{cell.high:.3f}",
                    cluster=system.cluster,
                    is_first_of_cluster=system.cluster != before,
                    judgments=system.judgments,
                    mark=None if scale is None else mark_of(cell, scale),
                )
                for system, cell, before in zip(each.systems, cells, [None, *clusters[:-1]], strict=True)
            ),
            judgments=each.judgments,
            judges=each.judges,
            confidence=f"{confidence:.0%}",
            agreement=tuple(_agreements(each)),
            needs=tuple(_need(need, names) for need in each.needs),
        )


def _title(ranking: GroupSoFar, rules: Rulebook) -> str:
    pair = rules.language_pairs.get(ranking.group.get("language_pair", ""))
    test_set = rules.test_sets.get(ranking.group.get("test_set", ""))
    return ", ".join(each.label for each in (pair, test_set) if each is not None) or "All judgments"


def _printed(system: SystemSoFar) -> PrintedScore:
    """A score as boards show it."""
    low, high = system.low, system.high
    interval = "" if low is None or high is None else f"[{low:.3f}, {high:.3f}]"
    return PrintedScore(value=system.score, low=low, high=high, text=f"{system.score:.3f}", interval=interval)


def _agreements(ranking: GroupSoFar) -> Iterator[AgreementRow]:
    for each in ranking.agreement:
        if each.value is not None:
            yield AgreementRow(
                between=_BETWEEN[each.between],
                measure=_MEASURES[each.measure],
                value=f"{each.value:.2f}",
                interval="" if each.low is None or each.high is None else f"{each.low:.2f} to {each.high:.2f}",
                word=each.word,
            )


def _need(need: NeedSoFar, names: Mapping[str, str]) -> NeedRow:
    if need.more is None:
        sentence = "hardly any number of judgments would separate them"
    elif need.more == 0:
        sentence = "they are close to being separated: the next judgments may do it"
    else:
        sentence = f"about {rounded(need.more):,} more judgments that compare or grade them would separate them"
    return NeedRow(first=names[need.first], second=names[need.second], sentence=sentence)


def rounded(number: int) -> int:
    """To two digits: an estimate is no better than that.

    >>> rounded(1_234), rounded(87), rounded(6)
    (1200, 87, 6)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return round(number / unit) * unit
