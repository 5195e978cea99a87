"""What teams submit: uploads, submissions with their receipts, runs, descriptions."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from ninja import Field, Schema

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.status import Reason, Word, status_of_board
from bakeoff.rulebook.state import SubmittedPackage
from bakeoff.rulebook.submission.announcements import describe_run
from bakeoff_site.api.schemas.evaluation.results import RunScoreOut, run_score_out
from bakeoff_site.api.schemas.shared import Body, FindingOut
from bakeoff_site.core.names import PlainName
from bakeoff_site.results.conversions.overview import Described, TakingPart
from bakeoff_site.results.selectors.receipts import ReceiptRun, ReceiptView
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.conversions import track_of
from bakeoff_site.submissions.models import Description, Submission, Upload
from bakeoff_site.submissions.selectors.descriptions import SystemRow


class NewUpload(Body):
    name: PlainName
    """The file's, which says what kind of package it is."""
    size: int = Field(ge=0)
    package: str = ""
    """The kind of package, where its name does not say."""
    input: str = ""
    """What the systems started from, where names do not say and the track has several inputs: `n-best`."""
    released_runs: list[PlainName] = Field(default_factory=list)
    """The released runs that they started from, as the list of data calls them."""


class UploadOut(Schema):
    id: UUID
    name: str
    size: int
    received: int
    """How many bytes have arrived: the next piece starts at this offset."""
    expires_at: datetime
    submission: int | None
    """The number of the receipt, once it is finished."""


class PackageRefOut(Schema):
    """A package by what people know it by."""

    number: int
    """Of its receipt."""
    name: str
    version: int | None
    submitted_at: datetime


class RunOut(Schema):
    id: int
    name: str
    system: str
    system_type: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    input: str
    """What the system started from, as the rulebook calls it; empty where nobody said."""
    released_runs: list[str]
    """The released runs that it started from."""
    file_name: str
    effect: str
    late: bool
    official: bool
    """Whether it is in the table of its board that counts; a run that was replaced or withdrawn is not."""
    status: Word
    """Whether it is an official result, as the rules say of its track, language pair and time."""
    reasons: list[Reason]
    """Why it is unofficial."""
    in_force: bool
    """Whether it counts: neither withdrawn nor replaced."""
    is_unofficial_pair: bool
    """Whether all runs of its board are unofficial."""
    replaces: list[PackageRefOut]
    """The packages whose runs it replaced."""
    replaced_by: PackageRefOut | None
    outcome: str
    """What it counts as, what it replaced and what replaced it, in words, with times in the zone of the campaign."""
    run: str
    """What `/runs` calls it; empty where you may not see it there."""
    scores_visible: bool
    scores_visible_from: datetime | None
    """Null where they are visible, or the schedule does not say when."""
    scores: list[RunScoreOut]
    """By the official specification, as far as you may see them."""


class SubmissionRow(Schema):
    number: int
    """Of the receipt."""
    team: int | None
    name: str
    package: str
    version: int | None
    state: SubmissionState
    """`received` while it is being checked, then `valid` or `invalid`; or `withdrawn`."""
    late: bool
    size: int
    sha256: str
    received_at: datetime
    submitted_by: str


class CopyOut(Schema):
    """A file that is nearly the same as a run of another team."""

    file_name: str
    run: str
    team: int | None
    number: int
    """Of the other's receipt."""


class SubmissionOut(SubmissionRow):
    summary: str
    """Of a valid package: its version, and whether it came in time."""
    time_zone: str
    """Of the campaign: the zone of times in sentences."""
    checked_at: datetime | None
    findings: list[FindingOut]
    runs: list[RunOut]
    withdrawn_at: datetime | None
    withdrawal_reason: str
    copies: list[CopyOut]
    """Shown only to organisers; the team has a finding that says only that there are some."""


class WithdrawalIn(Body):
    reason: str = Field(min_length=1)


class DescriptionIn(Body):
    text: str


class DescriptionOut(Schema):
    track: str
    condition: str
    system: str
    """As file names call it; empty where one text is of all systems."""
    text: str
    valid: bool
    late: bool
    findings: list[FindingOut]
    submitted_at: datetime
    submitted_by: str


class SystemDescriptionOut(Schema):
    """A system that a team describes by itself."""

    track: str
    condition: str
    system: str
    title: str
    owed: bool
    """Whether the team has runs of it."""
    description: DescriptionOut | None
    """The last version."""


class ReleasedDescriptionOut(Schema):
    """What a team says of its systems, or of one of them."""

    team: str
    team_code: str
    track: str
    condition: str
    system: str
    """Empty where one text is of all systems."""
    text: str


def upload_out(upload: Upload) -> UploadOut:
    return UploadOut(
        id=upload.pk,
        name=upload.name,
        size=upload.size,
        received=upload.received,
        expires_at=upload.expires_at,
        submission=upload.submission.number if upload.submission else None,
    )


def run_out(shown: ReceiptRun, rules: Rulebook) -> RunOut:
    run, outcome = shown.row.run, shown.row.outcome
    board = run.board
    return RunOut(
        id=run.pk,
        name=run.name,
        system=run.system,
        system_type=run.system_type,
        track=track_of(rules, run),
        language_pair=board.language_pair,
        condition=board.condition,
        test_set=board.test_set,
        input=run.input,
        released_runs=list(run.started_from),
        file_name=run.file_name,
        effect=run.effect,
        late=run.late,
        official=outcome.counts_officially,
        in_force=run.in_force,
        status=outcome.status.word,
        reasons=list(outcome.status.reasons),
        is_unofficial_pair=not status_of_board(
            rules, track=board.track, language_pair=board.language_pair, test_set=board.test_set
        ).is_official,
        replaces=[_package_ref(package) for package in outcome.replaces],
        replaced_by=_package_ref(outcome.replaced_by) if outcome.replaced_by is not None else None,
        outcome=describe_run(outcome, rules.campaign),
        run=shown.key,
        scores_visible=shown.shows_scores,
        scores_visible_from=shown.opens,
        scores=[run_score_out(metric, cell, is_official=metric.is_official) for metric, cell in shown.scores],
    )


def _package_ref(package: SubmittedPackage) -> PackageRefOut:
    return PackageRefOut(
        number=package.number, name=package.name, version=package.version, submitted_at=package.submitted_at
    )


def submission_row(submission: Submission) -> SubmissionRow:
    return SubmissionRow(
        number=submission.number,
        team=submission.team_id,
        name=submission.name,
        package=submission.package,
        version=submission.version,
        state=SubmissionState(submission.state),
        late=submission.late,
        size=submission.size,
        sha256=submission.sha256,
        received_at=submission.received_at,
        submitted_by=str(submission.submitted_by),
    )


def submission_out(submission: Submission, shown: ReceiptView) -> SubmissionOut:
    campaign = submission.campaign.rules.campaign
    return SubmissionOut(
        **submission_row(submission).dict(),
        summary=shown.receipt.summary,
        time_zone=campaign.timezone,
        checked_at=submission.checked_at,
        findings=[FindingOut(**finding) for finding in submission.findings],
        runs=[run_out(run, submission.campaign.rules) for run in shown.runs],
        withdrawn_at=submission.withdrawn_at,
        withdrawal_reason=submission.withdrawal_reason,
        copies=[
            CopyOut(
                file_name=copy.file_name,
                run=copy.run.name,
                team=copy.run.team_id,
                number=copy.run.submission.number,
            )
            for copy in shown.receipt.copies
        ],
    )


def description_out(description: Description) -> DescriptionOut:
    return DescriptionOut(
        track=description.track,
        condition=description.condition,
        system=description.system,
        text=description.text,
        valid=description.valid,
        late=description.late,
        findings=[FindingOut(**finding) for finding in description.findings],
        submitted_at=description.submitted_at,
        submitted_by=str(description.submitted_by),
    )


def system_description_out(row: SystemRow) -> SystemDescriptionOut:
    return SystemDescriptionOut(
        track=row.system.track,
        condition=row.system.condition,
        system=row.system.system,
        title=row.title,
        owed=row.is_owed,
        description=description_out(row.last) if row.last else None,
    )


def released_description_out(team: TakingPart, described: Described) -> ReleasedDescriptionOut:
    return ReleasedDescriptionOut(
        team=team.name,
        team_code=team.code,
        track=described.track,
        condition=described.condition,
        system=described.system,
        text=described.text,
    )
