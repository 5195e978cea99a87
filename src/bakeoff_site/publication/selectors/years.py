"""Progress over years: the best systems of earlier campaigns and of this one on the same test sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation import metric_title
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.publication.conversions import settings_of
from bakeoff_site.publication.models import EarlierYear
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.selectors import board_for, overview_for


@dataclass(frozen=True, slots=True)
class YearRow:
    """The best system of a year."""

    title: str
    system: str
    team: str
    text: str
    is_this_year: bool
    remark: str = ""
    """Why its score cannot be compared with those of this year."""


@dataclass(frozen=True, slots=True)
class YearsOnSet:
    """A test set over the years, this one last."""

    title: str
    metric: str
    rows: tuple[YearRow, ...]


@dataclass(frozen=True, slots=True)
class YearState:
    """An imported package, and how far it is."""

    year: EarlierYear
    is_waiting: bool
    failure: str


def years_for(role: CampaignRole, now: datetime) -> tuple[YearsOnSet, ...]:
    """The boards on whose test set an earlier year has systems, of those whose scores someone may all see."""
    years = list(role.campaign.earlier_years.exclude(title=""))
    if not years:
        return ()
    shown = [line.place.board_id for line in overview_for(role, now).boards if line.seen == "all"]
    boards = {board.pk: board for board in role.campaign.boards.filter(pk__in=shown)}
    views = (board_for(role, boards[board_id], now) for board_id in shown if board_id in boards)
    return tuple(found for view in views if (found := _over_years(view, years)) is not None)


def _over_years(view: BoardView, years: list[EarlierYear]) -> YearsOnSet | None:
    if not view.metrics:
        return None
    metric, place = view.metrics[0], view.place
    wanted = (place.language_pair_id, place.test_set_id, metric.expression, metric.specification)
    rows = []
    for year in years:
        for each in year.scores:
            if (each["language_pair"], each["test_set"], each["metric"], each["specification"]) == wanted:
                alike = each["settings"] == settings_of(metric.signature)
                rows.append(
                    YearRow(
                        title=year.title,
                        system=each["system"],
                        team=each["team"],
                        text=f"{each['value']:.{each['digits']}f}",
                        is_this_year=False,
                        remark="" if alike else "scored with other settings or references",
                    )
                )
    if not rows:
        return None
    own = tuple(
        YearRow(title="This year", system=row.name, team=row.team, text=row.cells[0].text, is_this_year=True)
        for row in _best(view)
    )
    return YearsOnSet(f"{place.title}, {place.test_set}", metric_title(metric.expression), (*rows, *own))


def _best(view: BoardView) -> Iterator[SystemRow]:
    """The best of this year's compared systems; the rows of a board are best first."""
    taking_part = (row for row in view.rows if row.kind in ("primary", "combination") and row.cells)
    yield from [row for row in taking_part if row.cells[0].value is not None][:1]


def imported_years(campaign: Campaign) -> tuple[YearState, ...]:
    """All packages that were imported."""
    rows = list(campaign.earlier_years.all())
    jobs = {
        job.subject_id: job
        for job in Job.objects.filter(kind=JobKind.READ_PACKAGE, subject_id__in=[row.pk for row in rows]).order_by("pk")
    }
    return tuple(
        YearState(
            row,
            is_waiting=not row.title and row.pk in jobs and jobs[row.pk].state in OPEN_STATES,
            failure=jobs[row.pk].error if not row.title and row.pk in jobs else "",
        )
        for row in rows
    )
