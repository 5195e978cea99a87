"""Which tools the scores of a table belong to, and what BLEU scores are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bakeoff.evaluation import Evaluation, bleu_details, metric_title, scorer_of
from bakeoff.reports.table import Column, Table, Value

if TYPE_CHECKING:
    from bakeoff.metrics.bleu import BleuDetails

_SACREBLEU = {"bleu": "bleu@sacrebleu", "ter": "ter@sacrebleu"}
"""Names without a scorer that another tool's users know as that tool's, and how its own are called."""


def scorers_line(evaluations: Iterable[Evaluation]) -> str:
    """The tools whose numbers the scores are, with their metrics; and where to find sacreBLEU's, which many expect."""
    titles: dict[str, dict[str, None]] = {}
    hints: dict[str, None] = {}
    named: dict[str, None] = {}
    for evaluation in evaluations:
        for expression, metric in evaluation.metrics.items():
            head = expression.partition(":")[0]
            named[head] = None
            if head in _SACREBLEU:
                hints[_SACREBLEU[head]] = None
            if scorer := scorer_of(metric):
                titles.setdefault(scorer, {})[_short_title(expression)] = None
    if not titles:
        return ""
    scorers = ", ".join(f"{scorer} ({', '.join(metrics)})" for scorer, metrics in titles.items())
    others = " ".join(hint for hint in hints if hint not in named)
    return f"{'Scorers' if len(titles) > 1 else 'Scorer'}: {scorers}." + (
        f" For sacreBLEU's scores: -m {others}" if others else ""
    )


def _short_title(expression: str) -> str:
    """The title without the tool, which is named already."""
    title = metric_title(expression)
    if title.partition(" (")[0] == "sacreBLEU":
        return title.replace("sacreBLEU", "BLEU", 1)
    return title.removeprefix("sacreBLEU ").removeprefix("tercom's ")


def bleu_table(evaluation: Evaluation) -> Table | None:
    """Precisions, brevity penalty and lengths of every BLEU score; None where there is none."""
    rows = list(_bleu_rows(evaluation))
    if not rows:
        return None
    orders = max(len(details.precisions) for _, details in rows)
    several = len({title for (title, *_), _ in rows}) > 1
    grouped = any(system.groups for system in evaluation.systems)
    return Table(
        title="BLEU's n-gram precisions, brevity penalty (BP) and lengths in words",
        columns=(
            Column("metric", once=True, detail=not several),
            Column("system"),
            Column("group", detail=not grouped),
            *(Column(f"{order}-gram", digits=1) for order in range(1, orders + 1)),
            Column("BP", digits=3),
            Column("ratio", digits=3),
            Column("hypothesis"),
            Column("reference"),
        ),
        rows=tuple((*names, *_cells(details, orders)) for names, details in rows),
    )


def _cells(details: BleuDetails, orders: int) -> Iterator[Value]:
    yield from details.precisions
    yield from (None,) * (orders - len(details.precisions))
    yield from (
        details.brevity_penalty,
        details.length_ratio,
        details.hypothesis_length,
        details.reference_length,
    )


def _bleu_rows(evaluation: Evaluation) -> Iterator[tuple[tuple[str, str, str], BleuDetails]]:
    """Metric, system and group, with what their score is made of."""
    for expression in evaluation.metrics:
        for system in evaluation.systems:
            for group in (None, *system.groups):
                if details := bleu_details(evaluation, system, expression, group=group):
                    yield (metric_title(expression), system.name, group or "all"), details
