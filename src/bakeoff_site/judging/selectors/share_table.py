"""The shares of teams as a table, for organisers."""

from __future__ import annotations

from bakeoff.reports import Column, Table
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.shares import ShareRow, shares_of

_COLUMNS = ("team", "code", "done", "owed", "missing", "unit", "members", "judging", "left out", "due", "state")


def share_table(task: Task) -> Table:
    """A row for each team and unit, those that are furthest behind first."""
    rows = [cells for row in shares_of(task) for cells in _cells(row)]
    return Table(
        columns=tuple(Column(heading) for heading in _COLUMNS),
        rows=tuple(rows),
        title="Shares",
        empty="No team owes judgments of this task.",
    )


def _cells(row: ShareRow) -> list[tuple[str | int | float, ...]]:
    zone = row.task.campaign.rules.campaign.zone
    due = row.due.astimezone(zone).isoformat(timespec="minutes") if row.due else ""
    state = "waived" if row.waiver else "complete" if row.share.is_complete else "behind"
    return [
        (
            row.team.name,
            row.team.code,
            round(share.done, 2),
            share.owed,
            round(share.missing, 2),
            share.unit,
            row.members,
            row.judging,
            row.left_out,
            due,
            state,
        )
        for share in row.share.shares
    ]
