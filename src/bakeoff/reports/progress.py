"""Progress as tables: this year's systems against earlier ones on the same test set, the best against baselines.

The layouts are those of IWSLT 2012 and 2016 (appendix A.2): two lists side by side, or earlier systems in last rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.reports.table import Column, Table, Value

Layout = Literal["side-by-side", "last"]
SystemList = Literal["this year", "earlier", "baseline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressMetric:
    """A column of scores."""

    name: str
    """What programs read above it."""
    title: str
    digits: int
    has_counts: bool = False
    """Whether it is an error rate of transcripts, with the number of errors next to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedScore:
    """A score of a system; published ones keep their own decimals in `text`."""

    value: float | None
    text: str = ""
    sd: float | None = None
    words: int | None = None
    errors: int | None = None

    @property
    def cell(self) -> Value:
        return self.text if self.text and self.value is not None else self.value


NO_SCORE = ListedScore(value=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedSystem:
    """A system with a score for each metric."""

    name: str
    scores: tuple[ListedScore, ...]
    note: str = ""
    """Where its scores were published; empty where they were computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestSystem:
    """The best system of this year by the first metric against a baseline or the best of earlier years."""

    place: str
    """The board, where there are several."""
    metric: str
    """Its title; likewise the names and scores are as people read them."""
    best: str
    score: str
    against: str
    its_score: str
    difference: str
    is_significant: bool | None
    """None where it was not tested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedBaseline:
    """A baseline with its scores on one board."""

    place: str
    system: ListedSystem


def progress_table(
    metrics: Sequence[ProgressMetric],
    current: Sequence[ListedSystem],
    earlier: Sequence[ListedSystem],
    *,
    layout: Layout,
    title: str,
) -> Table:
    """The systems of this year and those of earlier years, by all metrics."""
    notes = tuple(f"{system.name}: {system.note}" for system in earlier if system.note)
    if layout == "last":
        columns = (Column("system"), *_score_columns(metrics))
        rows = tuple((system.name, *_scores(system, metrics)) for system in (*current, *earlier))
        return Table(columns=columns, rows=rows, title=title, notes=notes)
    length = max(len(current), len(earlier))
    both = zip(
        (*current, *(None,) * (length - len(current))), (*earlier, *(None,) * (length - len(earlier))), strict=True
    )
    return Table(
        columns=(
            Column("system"),
            *_score_columns(metrics),
            Column("earlier system"),
            *_score_columns(metrics, "earlier "),
        ),
        rows=tuple((*_cells(one, metrics), *_cells(other, metrics)) for one, other in both),
        title=title,
        notes=notes,
    )


def best_table(best: Sequence[BestSystem], *, notes: Sequence[str] = ()) -> Table:
    """The best system against baselines and earlier years."""
    is_placed = any(each.place for each in best)
    headings = ("metric", "best system", "score", "against", "its score", "difference", "significant")
    return Table(
        columns=(*([Column("board")] if is_placed else []), *map(Column, headings)),
        rows=tuple(
            (
                *([each.place] if is_placed else []),
                each.metric,
                each.best,
                each.score,
                each.against,
                each.its_score,
                each.difference,
                "not tested" if each.is_significant is None else "yes" if each.is_significant else "no",
            )
            for each in best
        ),
        title="Best system against baselines and earlier years",
        notes=tuple(notes),
    )


def baselines_table(metrics: Sequence[ProgressMetric], baselines: Sequence[ListedBaseline]) -> Table:
    """Baselines with standard deviations, as IWSLT 2012 prints them (table 5)."""
    is_placed = any(each.place for each in baselines)
    scores = [
        column
        for metric in metrics
        for column in (
            Column(metric.name, digits=metric.digits, title=metric.title),
            Column(f"{metric.name} sd", title="σ"),
        )
    ]
    return Table(
        columns=(*([Column("board")] if is_placed else []), Column("system"), *scores),
        rows=tuple(
            (
                *([each.place] if is_placed else []),
                each.system.name,
                *(value for score in each.system.scores for value in (score.value, score.sd)),
            )
            for each in baselines
        ),
        title="Baselines with standard deviations",
        notes=tuple(f"{each.system.name}: {each.system.note}" for each in baselines if each.system.note),
    )


def long_cells(which: SystemList, system: ListedSystem, metrics: Iterable[str]) -> Iterator[tuple[Value, ...]]:
    """The cells of `LONG_COLUMNS` for each score of a system, for programs; metrics are expressions."""
    for metric, score in zip(metrics, system.scores, strict=True):
        yield which, system.name, metric, score.value, score.sd, score.words, score.errors


LONG_COLUMNS = ("list", "system", "metric", "value", "sd", "words", "errors")


def _score_columns(metrics: Iterable[ProgressMetric], label: str = "") -> Iterator[Column]:
    for metric in metrics:
        yield Column(f"{label}{metric.name}", digits=metric.digits, title=metric.title)
        if metric.has_counts:
            yield Column(f"{label}{metric.name} errors", title="errors")


def _cells(system: ListedSystem | None, metrics: Sequence[ProgressMetric]) -> tuple[Value, ...]:
    return ("" if system is None else system.name, *_scores(system, metrics))


def _scores(system: ListedSystem | None, metrics: Sequence[ProgressMetric]) -> Iterator[Value]:
    for number, metric in enumerate(metrics):
        score = NO_SCORE if system is None else system.scores[number]
        yield score.cell
        if metric.has_counts:
            yield score.errors
