"""Two runs of a board side by side as someone may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import (
    Evaluation,
    SegmentDifference,
    SegmentDifferences,
    SegmentOutput,
    metric_title,
    segment_differences,
)
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.pages import pages_of
from bakeoff_site.results.conversions.comparisons import ComparisonView, PairScore, PairSegment, PairTest
from bakeoff_site.results.conversions.runs import Words
from bakeoff_site.results.conversions.significance import p_value_in_words
from bakeoff_site.results.conversions.titles import Choice, place_of
from bakeoff_site.results.permissions import Visibility
from bakeoff_site.results.selectors.compared_runs import ComparedRuns, compared_runs

_A_PAGE = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonQuery:
    """What of a comparison is asked for."""

    specification: str = ""
    metric: str = ""
    better: str = "first"
    smallest: float = 0.0
    page: int = 1
    offset: int | None = None
    """How many to pass over, for programs, which count segments and not pages."""
    most: int = _A_PAGE


def comparison_for(
    role: CampaignRole, first: str, second: str, now: datetime, *, wanted: ComparisonQuery | None = None
) -> ComparisonView | None:
    """Two runs by their keys; None where someone may not know one of them. What cannot be compared is refused."""
    wanted = wanted or ComparisonQuery()
    compared = compared_runs(role, [first, second], now, specification=wanted.specification)
    return None if compared is None else comparison_of(compared, wanted)


def comparison_of(compared: ComparedRuns, wanted: ComparisonQuery) -> ComparisonView:
    """Two runs: scores, the test, the segments that one of them does better."""
    (one, other), (first_name, second_name) = compared.runs, compared.names
    first_run, second_run = compared.found
    evaluation, visibility = compared.evaluation, compared.visibility
    metric = compared.metric(wanted.metric)
    better = wanted.better if wanted.better in ("first", "second") else "first"
    differences, page = _differences(evaluation, (first_name, second_name), metric, better, wanted)
    pages = pages_of(_found(differences, better), page, a_page=_A_PAGE)
    texts = _Texts(
        visibility, reads=(visibility.output_of(one), visibility.output_of(other)), digits=differences.digits
    )
    return ComparisonView(
        place=place_of(one.board.campaign.rules, one.board),
        first=first_run.system(),
        second=second_run.system(),
        specification=compared.specification,
        specifications=specification_choices(compared),
        metric=metric,
        metrics=metric_choices(compared, metric),
        better=better,
        smallest=wanted.smallest,
        scores=tuple(_scores(evaluation, (first_name, second_name))),
        test=_test(compared, metric),
        segments=differences.segments,
        first_wins=differences.first_wins,
        second_wins=differences.second_wins,
        ties=differences.ties,
        shows_references=visibility.references.allowed,
        shows_marks=visibility.output_of(one) and visibility.output_of(other),
        lines=tuple(
            texts.line(segment)
            for segment in (differences.first_better if better == "first" else differences.second_better)
        ),
        pages=pages,
        signature=differences.signature,
    )


def specification_choices(compared: ComparedRuns) -> tuple[Choice, ...]:
    scored = compared.scoring.scored_specifications
    return tuple(Choice(name, name, name == compared.specification) for name in scored)


def metric_choices(compared: ComparedRuns, metric: str) -> tuple[Choice, ...]:
    return tuple(Choice(name, metric_title(name), name == metric) for name in compared.evaluation.metrics)


def _differences(
    evaluation: Evaluation, names: tuple[str, str], metric: str, better: str, wanted: ComparisonQuery
) -> tuple[SegmentDifferences, int]:
    """The page that is asked for; the last one where there are fewer."""

    def some(offset: int, count: int) -> SegmentDifferences:
        return segment_differences(
            evaluation, *names, metric=metric, count=count, offset=offset, smallest=max(0.0, wanted.smallest)
        )

    def on(page: int) -> SegmentDifferences:
        return some((page - 1) * _A_PAGE, _A_PAGE)

    if wanted.offset is not None:
        return some(wanted.offset, wanted.most), 1
    page = max(1, wanted.page)
    differences = on(page)
    last = pages_of(_found(differences, better), page, a_page=_A_PAGE).number
    return (differences, page) if last == page else (on(last), last)


def _found(differences: SegmentDifferences, better: str) -> int:
    return differences.first_found if better == "first" else differences.second_found


def _scores(evaluation: Evaluation, names: Sequence[str]) -> Iterable[PairScore]:
    systems = {system.name: system for system in evaluation.systems}
    for metric, scale in evaluation.scales.items():
        first, second = (systems[name].scores[metric].value for name in names)
        digits = scale.digits
        yield PairScore(
            metric,
            f"{first:.{digits}f}",
            f"{second:.{digits}f}",
            f"{first - second:+.{digits}f}",
            (first, second),
        )


def _test(compared: ComparedRuns, metric: str) -> PairTest | None:
    one, other = compared.runs
    ranking = compared.ranking(metric)
    pair = None if ranking is None else ranking.pair(one.pk, other.pk)
    if ranking is None or pair is None:
        return None
    digits = compared.evaluation.metrics[metric].digits
    difference = (pair["difference"] or 0.0) * (1 if pair["a"] == one.pk else -1)
    return PairTest(
        difference=f"{difference:+.{digits}f}",
        p=p_value_in_words(pair["p"]),
        p_corrected=p_value_in_words(pair["p_corrected"]),
        is_significant=bool(pair["significant"]),
        method=ranking.method,
        values=(difference, pair["p"], pair["p_corrected"]),
    )


class _Texts:
    """Segments with the texts that may be read."""

    def __init__(self, visibility: Visibility, *, reads: tuple[bool, bool], digits: int) -> None:
        self._visibility = visibility
        self._reads = reads
        self._digits = digits

    def line(self, segment: SegmentDifference) -> PairSegment:
        first, second = (
            self._words(output) if reads else None
            for output, reads in zip((segment.first, segment.second), self._reads, strict=True)
        )
        return PairSegment(
            number=segment.index + 1,
            document=segment.document,
            segment=segment.segment,
            difference=f"{segment.difference:+.{self._digits}f}",
            source=segment.source if self._visibility.source.allowed else None,
            references=segment.references if self._visibility.references.allowed else (),
            first=first,
            second=second,
            first_score=f"{segment.first.score:.{self._digits}f}",
            second_score=f"{segment.second.score:.{self._digits}f}",
            values=(segment.difference, segment.first.score, segment.second.score),
        )

    def _words(self, output: SegmentOutput) -> tuple[Words, ...]:
        if not all(self._reads):  # which words the other output lacks would reveal what it says
            return (Words(output.text, ""),)
        # Marks would reveal what the reference says: they are for people who may read it.
        marks = self._visibility.references.allowed
        return tuple(
            Words(
                piece.text,
                "" if not piece.differs else ("right" if piece.in_reference else "wrong") if marks else "differs",
            )
            for piece in output.pieces
        )
