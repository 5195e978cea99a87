"""Results as someone may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from ninja import Schema

from bakeoff.rulebook.release.publication import Stage
from bakeoff.rulebook.release.status import Reason, Word
from bakeoff.rulebook.release.table_parts import Part
from bakeoff_site.api.schemas.evaluation.places import PlaceOut, place_out
from bakeoff_site.api.schemas.evaluation.score_files import MissingMetricOut, missing_out
from bakeoff_site.results.conversions.boards import Benchmark, BoardView, SystemRow
from bakeoff_site.results.conversions.overview import BoardLine
from bakeoff_site.results.conversions.scores import Cell, Metric, Reported
from bakeoff_site.results.conversions.significance import PairResult


class BoardRow(PlaceOut):
    seen: str
    """`all`, or `own` where only your own scores are shown yet."""
    runs: int
    metric: str
    reported: Reported
    leader: str
    """The best official run of a team among the runs compared across teams."""
    leader_kind: str
    """`primary`, `contrastive` or `combination`; empty where there is no leader."""
    best: float | None
    baseline: float | None
    """The best score of baselines."""
    earlier: float | None
    """The best score of systems of earlier years."""


class MetricOut(Schema):
    key: str
    metric: str
    specification: str
    direction: str
    signature: str
    is_official: bool
    reported: Reported
    """`mean` where the rulebook wants the mean of the samples' scores in place of the score of the run."""


class CountsOut(Schema):
    """What an error rate of recognition is made of, as sclite counts it."""

    words: int | None
    """Of the reference; characters, where the metric compares those. Null where a published rate says nothing of it."""
    substitutions: int | None
    deletions: int | None
    insertions: int | None
    errors: int | None


class ScoreOut(Schema):
    value: float | None
    low: float | None
    high: float | None
    reported: Reported
    """Whether the value is the score of the run, or the mean of the samples' scores."""
    counts: CountsOut | None
    """Of error rates of recognition alone."""
    sd: float | None
    """The standard deviation of the samples' scores, where there is an interval."""


class SystemOut(Schema):
    run: str
    """What its address calls it."""
    name: str
    team: str
    """Empty where it must not be known, or there is none."""
    kind: str
    input: str
    """What it started from, as the rulebook calls it; empty where nobody said."""
    released_runs: list[str]
    """The released runs that it started from."""
    part: Part
    """Of the results table."""
    status: Word
    """Whether it is an official result."""
    reasons: list[Reason]
    """Why it is unofficial: all of its board is, or it alone."""
    remark: str
    flags: list[str]
    """Resources that its description names and its condition forbids, where you may know that."""
    is_own: bool
    rank: str
    starts_cluster: bool
    """Whether it is significantly below all that are above it."""
    cluster: int
    """The cluster of significance that it is in, or is listed with, from 1; 0 where there are none."""
    scores: dict[str, ScoreOut]
    """By the key of the metric; none where its scores are not shown."""
    source: str
    """Where its scores were published, for a system that has no run here and no page; empty for runs."""


class AgainstOut(Schema):
    run: str
    name: str
    kind: str
    difference: float
    is_significant: bool | None


class BenchmarkOut(Schema):
    run: str
    name: str
    value: float
    source: str
    """Where the score was published, if that is all that is known of the system; `run` is then empty."""
    systems: list[AgainstOut]


class BoardOut(PlaceOut):
    seen: str
    opens: datetime | None
    """When more of it will be shown."""
    specification: str
    specifications: list[str]
    group: str
    groups: list[str]
    kinds: list[str]
    """Kinds of systems that it has."""
    inputs: list[str]
    """What systems could start from, where the track has several inputs."""
    segments: int | None
    metrics: list[MetricOut]
    systems: list[SystemOut]
    """Best first; official ones, then unofficial ones, then systems that are only named: as many as `limit` says."""
    count: int
    """How many systems it has."""
    method: str
    """How differences were tested; empty where they were not."""
    is_stale: bool
    stage: Stage | None
    """Whether results are preliminary or official: published. Null where the schedule never publishes them."""
    baseline: BenchmarkOut | None
    earlier: BenchmarkOut | None
    missing: list[MissingMetricOut]
    """Metrics of the rulebook without a score, with the reason."""
    missing_groups: list[str]
    """Attributes that the rulebook reports scores by and that no segment has."""
    left_out: list[str]
    """Systems without upper case, under a specification that is only for those with it."""


class RunScoreOut(ScoreOut):
    metric: str
    specification: str
    signature: str
    is_official: bool


def board_row(line: BoardLine) -> BoardRow:
    return BoardRow(
        **place_out(line.place),
        seen=line.seen,
        runs=line.runs,
        metric=line.metric,
        reported=line.reported,
        leader=line.leader,
        leader_kind=line.leader_kind,
        best=line.best_value,
        baseline=line.baseline_value,
        earlier=line.earlier_value,
    )


class PairOut(Schema):
    """Two compared systems of a board: the first has the better score."""

    first: str
    """What the address of its run calls it."""
    first_name: str
    second: str
    second_name: str
    metric: str
    """The key of the metric."""
    difference: float | None
    """The first one's score less the second's."""
    p: float
    p_corrected: float
    """For all pairs of the board."""
    is_significant: bool


def pair_out(result: PairResult, metric: Metric) -> PairOut:
    return PairOut(
        first=result.first.key,
        first_name=result.first.name,
        second=result.second.key,
        second_name=result.second.name,
        metric=metric.key,
        difference=result.difference,
        p=result.p,
        p_corrected=result.p_corrected,
        is_significant=result.is_significant,
    )


def board_out(every: BoardView, *, offset: int, limit: int, stage: Stage | None) -> BoardOut:
    view = every.part(offset, limit)
    return BoardOut(
        **place_out(view.place),
        seen=view.seen,
        opens=view.opens,
        specification=view.specification,
        specifications=[choice.value for choice in view.specifications],
        group=view.group,
        groups=[choice.value for choice in view.groups if choice.value],
        kinds=[choice.value for choice in view.kinds],
        inputs=[choice.value for choice in view.inputs],
        segments=view.segments,
        metrics=[metric_out(metric) for metric in view.metrics],
        systems=[system_out(row, view.metrics) for row in (*view.rows, *view.unofficial, *view.named)],
        count=every.systems,
        method=view.method,
        is_stale=view.is_stale,
        stage=stage,
        baseline=_benchmark(view.baseline),
        earlier=_benchmark(view.earlier),
        missing=missing_out(view.missing),
        missing_groups=list(view.missing_groups),
        left_out=list(view.left_out),
    )


def run_score_out(metric: Metric, cell: Cell, *, is_official: bool) -> RunScoreOut:
    return RunScoreOut(
        **score_out(cell).dict(),
        metric=metric.expression,
        specification=metric.specification,
        signature=metric.signature,
        is_official=is_official,
    )


def metric_out(metric: Metric) -> MetricOut:
    return MetricOut(
        key=metric.key,
        metric=metric.expression,
        specification=metric.specification,
        direction=metric.direction,
        signature=metric.signature,
        is_official=metric.is_official,
        reported=metric.reported,
    )


def system_out(row: SystemRow, metrics: Sequence[Metric]) -> SystemOut:
    keys = [metric.key for metric in metrics]
    return SystemOut(
        run=row.key,
        name=row.name,
        team=row.team,
        kind=row.kind,
        input=row.input,
        released_runs=list(row.started_from),
        part=row.part,
        status=row.status.word,
        reasons=list(row.status.reasons),
        remark=row.remark,
        flags=list(row.flags),
        is_own=row.is_own,
        rank=row.rank,
        starts_cluster=row.starts_cluster,
        cluster=row.cluster,
        scores={key: score_out(cell) for key, cell in zip(keys, row.cells, strict=True)} if row.cells else {},
        source=row.source,
    )


def score_out(cell: Cell) -> ScoreOut:
    counts = None if cell.counts is None else CountsOut(**asdict(cell.counts))
    return ScoreOut(value=cell.value, low=cell.low, high=cell.high, reported=cell.reported, counts=counts, sd=cell.sd)


def _benchmark(benchmark: Benchmark | None) -> BenchmarkOut | None:
    if benchmark is None:
        return None
    systems = [
        AgainstOut(
            run=each.key,
            name=each.name,
            kind=each.kind,
            difference=each.difference,
            is_significant=each.is_significant,
        )
        for each in benchmark.systems
    ]
    return BenchmarkOut(
        run=benchmark.key, name=benchmark.name, value=benchmark.value, source=benchmark.source, systems=systems
    )
