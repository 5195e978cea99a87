"""A worker makes a version of results: its tables, its report, its release package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.db import transaction
from django.utils import timezone

from bakeoff.errors import ResourceError
from bakeoff.release.content import ReleaseContent
from bakeoff.release.writing import write_package
from bakeoff.reports.campaign_results.numbers import (
    PublishedNumber,
    corrections_between,
    numbers_digest,
    published_numbers,
)
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.rulebook.titles import board_title
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.storage.files import KeptFile, keep_path, work_folder
from bakeoff_site.jobs.execution import Report
from bakeoff_site.publication.choices import Audience, FileKind, PublishedFor
from bakeoff_site.publication.conversions import stored_table, write_tables
from bakeoff_site.publication.models import ResultsVersion, VersionFile
from bakeoff_site.publication.permissions import first_results
from bakeoff_site.publication.selectors.release.content import content_of
from bakeoff_site.publication.selectors.requirements import requirements_of
from bakeoff_site.publication.selectors.results import SeenCampaign, seen_campaign
from bakeoff_site.publication.selectors.versions import (
    last_published,
    next_number,
    publication_of,
    stage_at,
    state_digest,
)
from bakeoff_site.publication.services.report_files import write_report_archive

_STEPS = 3
NO_REPORT = "It was not written, since the server lacks packages for it: pip install 'bakeoff[reports]'."
CHANGED = (
    "Numbers have changed since you looked at this version, so it was not published. It was made again: look at what "
    "is different, then publish it."
)


def make_version(version: ResultsVersion, report: Report) -> None:
    """Makes what organisers look at; asked to publish, writes the files again with number and date, and publishes."""
    now = timezone.now()
    made = _make(version, now, report)
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update().filter(pk=version.campaign_id).first()
        row = ResultsVersion.objects.select_for_update(of=("self",)).filter(pk=version.pk, published_at=None).first()
        if campaign is None or row is None:  # discarded, or done by another worker
            return
        is_asked, is_as_shown = row.publish_asked_at is not None, row.numbers_digest == made.digest
        _store(row, made, now)
        if is_asked and is_as_shown:
            row.published_at, row.number = now, next_number(campaign)
        elif is_asked:
            row.publish_asked_at, row.error = None, CHANGED
        row.save()
        VersionFile.objects.filter(version=row).delete()
        VersionFile.objects.bulk_create(
            VersionFile(version=row, kind=kind, name=name, sha256=file.sha256, size=file.size)
            for kind, (name, file) in made.files.items()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Made:
    """A version before it is stored."""

    inputs_digest: str
    numbers: tuple[PublishedNumber, ...]
    corrections: list[list[str]]
    left_out: tuple[str, ...]
    remarks: list[list[str]]
    tables: list[dict[str, str]]
    rests_on: list[list[str]]
    files: Mapping[FileKind, tuple[str, KeptFile]]

    @property
    def digest(self) -> str:
        return numbers_digest(self.numbers)


def _store(row: ResultsVersion, made: _Made, now: datetime) -> None:
    row.made_at, row.error = now, ""
    row.stage = stage_at(row.campaign.rules, row.audience, now)
    row.inputs_digest, row.numbers_digest = made.inputs_digest, made.digest
    row.numbers = [[each.place, each.what, each.value] for each in made.numbers]
    row.corrections, row.left_out = made.corrections, list(made.left_out)
    row.remarks, row.tables, row.rests_on = made.remarks, made.tables, made.rests_on


def _make(version: ResultsVersion, now: datetime, report: Report) -> _Made:
    campaign, is_public = version.campaign, version.audience == PublishedFor.PUBLIC
    # Looked at first: what comes while it is made makes it out of date.
    state = state_digest(campaign)
    seen = _seen(version, now)
    content = content_of(seen, licence=version.licence)
    numbers = published_numbers(content.results)
    earlier = last_published(campaign, version.audience)
    before = () if earlier is None else tuple(PublishedNumber(*each) for each in earlier.numbers)
    changed = () if earlier is None else corrections_between(before, numbers)
    version.numbers_digest = numbers_digest(numbers)
    version.corrections = [[each.place, each.what, each.before, each.after] for each in changed]
    content = content_of(seen, publication=publication_of(campaign, version, on=now), licence=version.licence)
    package = content if is_public else None
    with work_folder() as folder:
        files = _Files(campaign, folder, next_number(campaign)).written(content.results, package, report)
    return _Made(
        inputs_digest=state,
        numbers=numbers,
        corrections=version.corrections,
        left_out=content.results.publication.left_out if is_public else (),
        remarks=[
            *(
                [board_title(campaign.rules, board), remark]
                for board in content.results.boards
                for remark in board.remarks
            ),
            *([] if FileKind.REPORT in files else [["Report", NO_REPORT]]),
        ],
        tables=[stored_table(each) for each in report_tables(content.results)],
        rests_on=[each.stored() for each in requirements_of(seen, content.results, package)],
        files=files,
    )


def _seen(version: ResultsVersion, now: datetime) -> SeenCampaign:
    """What its audience sees: now, or where that is later when the rulebook first releases scores to it."""
    audience: Audience = "public" if version.audience == PublishedFor.PUBLIC else "participants"
    opens = first_results(version.campaign.rules, audience)
    return seen_campaign(version.campaign, audience, max(now, opens) if opens is not None else now)


@dataclass(frozen=True, slots=True)
class _Files:
    campaign: Campaign
    folder: Path
    number: int

    def written(
        self, results: CampaignResults, content: ReleaseContent | None, report: Report
    ) -> Mapping[FileKind, tuple[str, KeptFile]]:
        """The files of a version, kept; the package takes longest."""
        report(0, _STEPS)
        files = {FileKind.TABLES: self._kept("tables.zip", lambda path: write_tables(results, path))}
        report(1, _STEPS)
        package = "" if content is None else self._name("package.zip")
        with suppress(ResourceError):  # organisers are shown what the server lacks
            files[FileKind.REPORT] = self._kept(
                "report.zip", lambda path: write_report_archive(results, path, package=package)
            )
        report(2, _STEPS)
        if content is not None:
            files[FileKind.PACKAGE] = self._kept("package.zip", lambda path: write_package(content, path))
        report(_STEPS, _STEPS)
        return files

    def _name(self, ending: str) -> str:
        return f"{self.campaign.slug}-v{self.number}-{ending}"

    def _kept(self, ending: str, write: Callable[[Path], None]) -> tuple[str, KeptFile]:
        path = self.folder / ending
        write(path)
        return self._name(ending), keep_path(path)
