"""Versions of results: which there are, who sees them, and what has changed since."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Literal
from zoneinfo import ZoneInfo

from django.db.models import Count, Max, QuerySet, Sum

from bakeoff.reports.campaign_results.numbers import numbers_digest, published_numbers
from bakeoff.reports.campaign_results.publication import Correction, Publication, PublicationStage, PublishedVersion
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.schema import Rulebook
from bakeoff_site.campaigns.models import Campaign, ConsentGiven
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.jobs.models import Job
from bakeoff_site.judging.models import Judgment
from bakeoff_site.judging.selectors.judgments import counting
from bakeoff_site.publication.choices import Audience, FileKind, PublishedFor
from bakeoff_site.publication.models import ResultsVersion, VersionFile
from bakeoff_site.publication.permissions import first_results, may_see_version
from bakeoff_site.results.permissions import viewer_of
from bakeoff_site.scoring.models import BoardComparison, RunScore
from bakeoff_site.submissions.models import Description, Run

_LISTED = ("numbers", "tables")
"""What is long and not needed in lists."""
VersionState = Literal["being made", "ready", "being published", "published", "failed"]


_FEW = 12


@dataclass(frozen=True, slots=True)
class CorrectedPlace:
    """What a version changed in one table."""

    place: str
    corrections: tuple[Correction, ...]

    @property
    def is_short(self) -> bool:
        """Whether pages show it unfolded."""
        return len(self.corrections) <= _FEW


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version as someone sees it."""

    version: ResultsVersion
    files: tuple[VersionFile, ...]
    corrections: tuple[Correction, ...]

    @property
    def stage(self) -> str:
        """As pages call it."""
        return str(self.version.get_stage_display())

    @property
    def corrected_places(self) -> tuple[CorrectedPlace, ...]:
        """The corrections by table."""
        places: dict[str, list[Correction]] = {}
        for each in self.corrections:
            places.setdefault(each.place, []).append(each)
        return tuple(CorrectedPlace(place, tuple(own)) for place, own in places.items())

    def file(self, kind: FileKind) -> VersionFile | None:
        return next((each for each in self.files if each.kind == kind), None)

    @property
    def package(self) -> VersionFile | None:
        return self.file(FileKind.PACKAGE)

    @property
    def report(self) -> VersionFile | None:
        return self.file(FileKind.REPORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class AudiencePlan:
    """What organisers see of the publication for one audience."""

    audience: PublishedFor
    opens: datetime | None
    """When the rulebook first releases scores to it; None: never."""
    coming: VersionView | None
    """The version that is being made, or that waits to be published."""
    state: VersionState
    progress: JobProgress | None
    published: VersionView | None
    """The one in force."""
    is_outdated: bool
    """Whether something that it was made of has changed since."""
    failure: str
    """Why the version that is to come was not made or published."""


def versions_for(role: CampaignRole, now: datetime) -> tuple[VersionView, ...]:
    """The published versions that someone may see, newest first."""
    viewer = viewer_of(role, now)
    rows = _published(role.campaign).defer(*_LISTED).prefetch_related("files")
    return tuple(_view(row) for row in rows if may_see_version(viewer, row.rests_on, audience=row.audience))


def version_for(role: CampaignRole, number: str, now: datetime) -> VersionView | None:
    """A version by its number, or by `latest`; organisers see by `public` and `participants` what is to come."""
    viewer = viewer_of(role, now)
    if number in PublishedFor.values:
        row = role.campaign.results_versions.filter(audience=number, published_at=None).first()
        return _view(row) if row is not None and row.is_ready and viewer.is_organiser else None
    rows: Iterable[ResultsVersion] = _published(role.campaign)
    if number != "latest":
        rows = _published(role.campaign).filter(number=int(number)) if number.isdecimal() and len(number) < 9 else ()
    seen = (row for row in rows if may_see_version(viewer, row.rests_on, audience=row.audience))
    return next(map(_view, seen), None)


def plans_of(campaign: Campaign) -> tuple[AudiencePlan, ...]:
    """How far the publication is, for each audience."""
    digest = state_digest(campaign)
    return tuple(_plan(campaign, audience, digest) for audience in PublishedFor)


def _plan(campaign: Campaign, audience: PublishedFor, digest: str) -> AudiencePlan:
    rows = campaign.results_versions.filter(audience=audience).defer(*_LISTED).prefetch_related("files")
    coming = rows.filter(published_at=None).first()
    published = rows.exclude(published_at=None).first()
    progress = progress_of(JobKind.MAKE_RELEASE, [coming.pk]).get(coming.pk) if coming is not None else None
    return AudiencePlan(
        audience=audience,
        opens=first_results(campaign.rules, _audience(audience)),
        coming=None if coming is None else _view(coming),
        state=_state(coming, progress),
        progress=progress,
        published=None if published is None else _view(published),
        is_outdated=published is not None and published.inputs_digest != digest,
        failure="" if coming is None or progress is not None else failure_of(coming),
    )


def _audience(audience: PublishedFor) -> Audience:
    return "participants" if audience == PublishedFor.PARTICIPANTS else "public"


def _state(coming: ResultsVersion | None, progress: JobProgress | None) -> VersionState:
    if coming is None:
        return "published"
    if progress is not None:
        return "being published" if coming.publish_asked_at is not None else "being made"
    return "ready" if coming.is_ready and not coming.error else "failed"


def failure_of(version: ResultsVersion) -> str:
    """Why a version could not be made."""
    if version.error:
        return version.error
    job = Job.objects.filter(kind=JobKind.MAKE_RELEASE, subject_id=version.pk, state=JobState.FAILED).last()
    return "" if job is None else job.error


def last_published(campaign: Campaign, audience: str) -> ResultsVersion | None:
    """The version in force for an audience."""
    return _published(campaign).filter(audience=audience).first()


def publication_of(campaign: Campaign, coming: ResultsVersion, *, on: datetime) -> Publication:
    """How far results are published with a version that is going to be the next."""
    zone = campaign.rules.campaign.zone
    rows = _published(campaign).filter(audience=coming.audience).order_by("number").defer(*_LISTED)
    before = [_published_version(row, zone) for row in rows]
    number = next_number(campaign)
    version = PublishedVersion(
        number=number,
        published_on=on.astimezone(zone).date(),
        stage=stage_at(campaign.rules, coming.audience, on),
        reason=coming.reason,
        corrections=_corrections(coming),
        digest=coming.numbers_digest,
    )
    return Publication(stage=version.stage, released_on=version.published_on, versions=(*before, version))


def publication_in_force(
    campaign: Campaign, results: CampaignResults, *, audience: Audience, on: datetime
) -> Publication:
    """How far results are published as they are now: without versions where numbers differ from those of the last."""
    published_for = PublishedFor.PUBLIC if audience == "public" else PublishedFor.PARTICIPANTS
    last = last_published(campaign, published_for)
    if last is None or last.numbers_digest != numbers_digest(published_numbers(results)):
        return Publication(stage=stage_at(campaign.rules, published_for, on))
    zone = campaign.rules.campaign.zone
    rows = _published(campaign).filter(audience=published_for).order_by("number").defer(*_LISTED)
    versions = tuple(_published_version(row, zone) for row in rows)
    return Publication(stage=versions[-1].stage, released_on=versions[-1].published_on, versions=versions)


def next_number(campaign: Campaign) -> int:
    """The number of the next version."""
    return 1 + (campaign.results_versions.aggregate(last=Max("number"))["last"] or 0)


def stage_at(rules: Rulebook, audience: str, when: datetime) -> PublicationStage:
    """How far results for an audience are at a time."""
    if audience == PublishedFor.PUBLIC:
        return "public"
    is_adjudicated = any(
        period.holds(when) and any(each.partition(":")[0] == "adjudicate" for each in period.phase.opens)
        for period in schedule(rules)
    )
    return "adjudication" if is_adjudicated else "preliminary"


def _published_version(row: ResultsVersion, zone: ZoneInfo) -> PublishedVersion:
    assert row.number is not None
    assert row.published_at is not None
    return PublishedVersion(
        number=row.number,
        published_on=row.published_at.astimezone(zone).date(),
        stage="public" if row.stage == "public" else "adjudication" if row.stage == "adjudication" else "preliminary",
        reason=row.reason,
        corrections=_corrections(row),
        digest=row.numbers_digest,
    )


def _corrections(row: ResultsVersion) -> tuple[Correction, ...]:
    return tuple(
        Correction(place=place, what=what, before=before, after=after) for place, what, before, after in row.corrections
    )


def _published(campaign: Campaign) -> QuerySet[ResultsVersion]:
    return campaign.results_versions.exclude(published_at=None).order_by("-number")


def _view(row: ResultsVersion) -> VersionView:
    return VersionView(row, tuple(row.files.all()), _corrections(row))


def state_digest(campaign: Campaign) -> str:
    """Says what results are made of from anything else, without reading it."""
    runs = Run.objects.filter(board__campaign=campaign, withdrawn_at=None, replaced_by=None)
    scores = RunScore.objects.filter(run__in=runs, current=True)
    judgments = Judgment.objects.filter(counting(), evaluation__task__campaign=campaign)
    summed = {"count": Count("pk"), "last": Max("pk"), "sum": Sum("pk")}
    state = (
        campaign.rules_digest,
        runs.aggregate(**summed),
        scores.aggregate(**summed),
        sorted(BoardComparison.objects.filter(board__campaign=campaign).values_list("pk", "inputs_digest")),
        judgments.aggregate(**summed),
        campaign.data_files.filter(replaced_at=None).aggregate(**summed),
        Description.objects.filter(team__campaign=campaign, valid=True).aggregate(**summed),
        sorted(ConsentGiven.objects.filter(team__campaign=campaign).values_list("team_id", "consent")),
        sorted(campaign.teams.values_list("pk", "name", "code", "withdrawn_at__date")),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Tables under one heading."""

    heading: str
    tables: tuple[dict[str, str], ...]


def shown_tables(version: ResultsVersion) -> tuple[ShownSection, ...]:
    """The tables of a version by section, in the order of the report."""
    sections = groupby(version.tables, key=lambda each: str(each["section"]))
    return tuple(ShownSection(heading, tuple(tables)) for heading, tables in sections)
