"""A team that may submit, packages for it, and the data they are checked against."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data import Document, ReferenceSet, Segment
from bakeoff.formats.registry import format_named
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.core.storage.files import keep
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.execution import run_job
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import claim
from bakeoff_site.submissions.models import Draft, Submission
from bakeoff_site.submissions.services import receive_submission
from bakeoff_site.submissions.services.drafts import add_draft_file
from bakeoff_site.submissions.tasks import check_a_draft
from tests.site.conftest import Clock
from tests.submissions.package_files import TEAM, BuiltPackage, build, source_text

PAIR = "ara2eng"
Change = Callable[[BuiltPackage], BuiltPackage]


@pytest.fixture(autouse=True)
def own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path
    settings.BASE_URL = "https://bakeoff.example"


@pytest.fixture
def team(campaign: Campaign) -> Team:
    """A team that takes part in the campaign, under the id that packages of the tests have."""
    return Team.objects.create(campaign=campaign, name="University of the Tests", code=TEAM, language_pairs=[PAIR])


@pytest.fixture
def signed(team: Team, owner: User) -> Team:
    """The team after it signed everything."""
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    return team


@pytest.fixture
def source(campaign: Campaign) -> Callable[[str], DataFile]:
    """Adds the source of a test set."""

    def add(test_set: str) -> DataFile:
        text = source_text(campaign.rules, PAIR, test_set)
        kept = keep(["".join(format_named("nist-xml").load().write([text])).encode()])
        return DataFile.objects.create(
            campaign=campaign,
            kind=DataKind.SOURCE,
            test_set=test_set,
            language_pair=PAIR,
            name=f"{test_set}-source.xml",
            sha256=kept.sha256,
            size=kept.size,
        )

    return add


@pytest.fixture
def reference(campaign: Campaign) -> Callable[[str], DataFile]:
    """Adds a reference of a test set."""

    def add(test_set: str) -> DataFile:
        original = source_text(campaign.rules, PAIR, test_set)
        documents = tuple(
            Document(each.id, tuple(Segment(s.id, f"right {s.text}") for s in each.segments), each.attributes)
            for each in original.documents
        )
        text = ReferenceSet(
            documents=documents,
            test_set=original.test_set,
            source_language=original.source_language,
            target_language="English",
            name="1",
        )
        kept = keep(["".join(format_named("nist-xml").load().write([text])).encode()])
        return DataFile.objects.create(
            campaign=campaign,
            kind=DataKind.REFERENCE,
            test_set=test_set,
            language_pair=PAIR,
            name=f"{test_set}-reference.xml",
            sha256=kept.sha256,
            size=kept.size,
        )

    return add


def packed(campaign: Campaign, kind: str, *, change: Change | None = None, **options: Any) -> tuple[str, bytes]:
    """A correct package of the team, or one that was changed: its name and bytes."""
    package = build(campaign.rules, kind, language_pair=PAIR, **options).package
    package = change(package) if change else package
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, data in package.files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return package.name, gzip.compress(stream.getvalue(), mtime=0)


Submit = Callable[..., Submission]


@pytest.fixture
def submit(signed: Team, owner: User, clock: Clock) -> Submit:
    """Hands a package in, in time unless told when; it is looked at right away unless `checked` says otherwise."""

    def act(kind: str = "dryrun", *, checked: bool = True, when: datetime | None = None, **options: Any) -> Submission:
        clock.move_to(when or in_time(signed.campaign, kind))
        name, data = packed(signed.campaign, kind, **options)
        submission = receive_submission(signed, name=name, chunks=[data], by=owner)
        if checked:
            check_waiting()
            submission.refresh_from_db()
        return submission

    return act


@pytest.fixture
def replacing(signed: Team) -> Team:
    """The team in a campaign where a later package of the evaluation replaces an earlier one."""
    signed.campaign.rulebook_content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    signed.campaign.save()
    signed.campaign.__dict__.pop("rules", None)
    return signed


def check_waiting() -> None:
    """Does the jobs that wait at this moment and are checks."""
    while (job := claim("test")) is not None:
        if job.kind == JobKind.CHECK_SUBMISSION:
            run_job(job)


def in_time(campaign: Campaign, kind: str) -> datetime:
    """A time at which a package that `packed` makes is taken."""
    when = build(campaign.rules, kind, language_pair=PAIR).options["when"]
    assert isinstance(when, datetime)
    return when


def codes(submission: Submission) -> Sequence[str]:
    return [finding["code"] for finding in submission.findings]


def check_drafts() -> None:
    """Checks the drafts that wait for it."""
    for job in list(Job.objects.filter(kind=JobKind.CHECK_DRAFT, state=JobState.QUEUED)):
        check_a_draft(job.subject_id, lambda done, total: None)
        Job.objects.filter(pk=job.pk).update(state=JobState.DONE)


AddDraft = Callable[..., Draft]


@pytest.fixture
def add_draft(signed: Team, owner: User, clock: Clock) -> AddDraft:
    """Adds a file to the drafts of the team, in time unless told when, and has it checked unless told otherwise."""

    def act(
        name: str, data: bytes, *, kind: str = "dryrun", checked: bool = True, by: User | None = None, **options: Any
    ) -> Draft:
        clock.move_to(in_time(signed.campaign, kind))
        draft = add_draft_file(signed, name=name, chunks=[data], by=by or owner, **options)
        if checked:
            check_drafts()
            draft.refresh_from_db()
        return draft

    return act
