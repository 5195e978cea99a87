"""The pay report of a study as a table."""

from __future__ import annotations

from bakeoff.reports import Column, Table
from bakeoff_site.crowds.selectors.workers import StudyView, WorkerRow

_COLUMNS = (
    "worker",
    "session",
    "state",
    "platform status",
    "screens",
    "active minutes",
    "gold right",
    "gold answers",
    "trust",
    "code",
    "pay",
    "currency",
    "category",
    "reason",
)


def pay_table(view: StudyView) -> Table:
    """A row for each worker in the order in which they came, and the total where something is paid."""
    pay = view.study.crowd.pay
    currency = "" if pay is None else pay.currency
    rows = [_cells(row, currency) for row in view.rows]
    if view.total is not None and rows:
        screens, minutes = sum(row.work.screens for row in view.rows), sum(row.minutes for row in view.rows)
        blank = ("",) * 3
        total = ("total", *blank, screens, round(minutes, 1), *blank, "", float(view.total), currency, "", "")
        rows.append(total)
    return Table(
        columns=tuple(Column(heading) for heading in _COLUMNS),
        rows=tuple(rows),
        title="Pay",
        empty="No worker has come to this study yet.",
    )


def _cells(row: WorkerRow, currency: str) -> tuple[str | int | float, ...]:
    worker, gold = row.worker, row.gold
    return (
        worker.worker_id,
        worker.session_id,
        row.state.lower(),
        worker.status,
        row.work.screens,
        round(row.minutes, 1),
        "" if gold is None else gold.right,
        "" if gold is None else gold.answers,
        "" if row.trust is None else round(row.trust, 3),
        row.code,
        "" if row.pay is None else float(row.pay),
        currency if row.pay is not None else "",
        worker.rejected_category,
        row.reason,
    )
