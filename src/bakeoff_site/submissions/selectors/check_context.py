"""What the checker knows of a submission besides the package itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from django.db.models import Prefetch, QuerySet

from bakeoff.submissions.context import TEXT_FORMATS
from bakeoff.submissions.packages.history import History
from bakeoff.submissions.packages.single_runs import package_of
from bakeoff.submissions.sources import CheckSource, holds_recordings, read_check_source
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.storage.files import path_of, under_name
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.conversions import history_of
from bakeoff_site.submissions.models import Run, Submission
from bakeoff_site.submissions.selectors.segments import stored_segments

_SOURCES = (DataKind.SOURCE, DataKind.REGIONS)
"""What says which documents, segments or recordings a run must have."""


def sources_of(campaign: Campaign) -> tuple[CheckSource, ...]:
    """Everything that runs of a campaign are compared with."""
    files = campaign.data_files.filter(kind__in=_SOURCES, input="", replaced_at=None).order_by("pk")
    return tuple(
        replace(
            _read_source(file.sha256, file.name),
            name=file.name,
            test_set=file.test_set,
            language_pair=file.language_pair or None,
        )
        for file in files
        if not holds_recordings(path_of(file.sha256))
    )


@lru_cache(maxsize=32)
def _read_source(sha256: str, name: str) -> CheckSource:
    # Kept under their checksum, files never change.
    with under_name(sha256, name) as path:
        return read_check_source(path)


def team_codes(campaign: Campaign) -> Sequence[str]:
    """The ids of all teams that take part."""
    return list(campaign.teams.filter(withdrawn_at=None).exclude(code="").values_list("code", flat=True))


def history_before(submission: Submission, team: Team) -> History:
    """What the team submitted before a submission, without what was not valid."""
    return _history(team.submissions.filter(number__lt=submission.number), team)


def history_now(team: Team) -> History:
    """What the team has submitted so far."""
    return _history(team.submissions.all(), team)


def _history(submissions: QuerySet[Submission], team: Team) -> History:
    earlier = (
        submissions.filter(state__in=[SubmissionState.VALID, SubmissionState.WITHDRAWN])
        .order_by("number")
        .prefetch_related(Prefetch("runs", Run.objects.order_by("pk")))
    )
    return history_of(earlier, team.campaign.rules, team=team.code)


def runs_of_others(
    campaign: Campaign, team: Team, language_pair: str | None, test_set: str | None
) -> Mapping[str, Sequence[str]]:
    """Segments of all runs in force that are not the team's, by the keys of the runs."""
    runs = Run.objects.filter(
        board__campaign=campaign,
        board__language_pair=language_pair,
        board__test_set=test_set,
        withdrawn_at=None,
        replaced_by=None,
    ).exclude(team=team)
    segments = {}
    for run in runs:
        format = package_of(campaign.rules, run.board.track, run.board.test_set).format
        if format in TEXT_FORMATS:
            segments[str(run.pk)] = stored_segments(run.sha256, format)
    return segments
