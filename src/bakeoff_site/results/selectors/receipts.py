"""Everything on a receipt, with the pages and scores of its runs as far as someone may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from bakeoff.rulebook.submission.announcements import RunOutcome
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind, JobState
from bakeoff_site.jobs.estimates import JobProgress, progress_of
from bakeoff_site.jobs.models import Job
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.permissions import Visibility, viewer_of
from bakeoff_site.results.selectors.official_scores import ShownScore, official_scores
from bakeoff_site.results.selectors.system_history import SystemHistory, systems_of
from bakeoff_site.submissions.choices import DraftRole, SubmissionState
from bakeoff_site.submissions.conversions import FileFindings, grouped, is_in_rulebook
from bakeoff_site.submissions.draft_reports import ChangeRow, change_row, report_of
from bakeoff_site.submissions.models import Copy, Draft, DraftFile, Run, Submission
from bakeoff_site.submissions.selectors.submissions import meant_for, outcomes_of, summary_of

_IN_WORDS: Mapping[str, str] = {
    JobState.QUEUED: "waiting to be scored",
    JobState.RUNNING: "being scored",
    JobState.DONE: "scored",
    JobState.FAILED: "could not be scored; the organisers see why",
}
_NO_REFERENCES = "will be scored once the references are here"
_NEVER = "not scored: this test set has no references"


@dataclass(frozen=True, slots=True)
class RunProgress:
    """A run, how far its scoring is, and what it counts as."""

    run: Run
    scoring: str
    outcome: RunOutcome
    progress: JobProgress | None = None
    """Of its scoring, while it waits or runs."""

    @property
    def has_scores_to_come(self) -> bool:
        return self.scoring != _NEVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    submission: Submission
    summary: str
    """Of a package that was found valid: its version, and whether it came in time."""
    errors: int
    warnings: int
    groups: tuple[FileFindings, ...]
    not_checked: tuple[Mapping[str, Any], ...]
    runs: tuple[RunProgress, ...]
    copies: tuple[Copy, ...]
    """Runs of other teams that it is nearly the same as, for organisers alone."""
    check_failed: bool
    """The check itself broke down; nothing is said of the package yet."""
    goes_on: bool
    """Whether something of it will still change by itself."""
    progress: JobProgress | None = None
    """Of its check, while it waits or runs."""
    draft: DraftFixes | None = None
    """What was fixed before it was submitted, where it was a draft."""


@dataclass(frozen=True, slots=True)
class DraftFixes:
    """What the server changed for the team before it submitted a package, and the files as they were sent."""

    draft_id: int
    changes: tuple[ChangeRow, ...]
    sent: tuple[DraftFile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptRun:
    """A run on a receipt."""

    row: RunProgress
    key: str
    """What the address of its page calls it; empty where they may not open that."""
    shows_scores: bool
    opens: datetime | None
    """When its scores will be visible; None where they are, or nobody knows."""
    scores: tuple[tuple[Metric, Cell], ...]
    """By the official specification, in the order of the rulebook."""
    history: SystemHistory | None = None
    """The versions of its system, where there are several."""

    @property
    def headline(self) -> tuple[Metric, Cell] | None:
        """The score by the official metric, or the first that there is."""
        official = (score for score in self.scores if score[0].is_official)
        return next(official, next(iter(self.scores), None))

    @property
    def further(self) -> tuple[tuple[Metric, Cell], ...]:
        """All other scores."""
        return tuple(score for score in self.scores if score != self.headline)


@dataclass(frozen=True, slots=True)
class ReceiptView:
    receipt: Receipt
    runs: tuple[ReceiptRun, ...]
    meant_for: Team | None = None
    """Another team of theirs, whose code the names in the package have."""

    @property
    def is_scoring(self) -> bool:
        """Whether scores are being computed."""
        return any(run.row.progress is not None for run in self.runs)

    @property
    def opens(self) -> datetime | None:
        """When scores will be visible that are not now."""
        return min((run.opens for run in self.runs if run.opens is not None), default=None)

    @property
    def has_scores(self) -> bool:
        return any(run.scores for run in self.runs)

    @property
    def awaits_references(self) -> bool:
        return any(run.row.scoring == _NO_REFERENCES for run in self.runs)


def receipt_for(role: CampaignRole, submission: Submission, now: datetime) -> ReceiptView:
    """The receipt of a submission that someone may see, with the scores that they may see."""
    receipt = receipt_of(submission, names_copied=role.is_organiser)
    return ReceiptView(
        receipt,
        receipt_runs(role, receipt.runs, now),
        meant_for=meant_for(role, submission.findings, submission.team_id),
    )


def with_histories(role: CampaignRole, view: ReceiptView, now: datetime) -> ReceiptView:
    """A receipt on which systems that were submitted before have their earlier versions."""
    team = view.receipt.submission.team
    if team is None or not view.runs:
        return view
    histories = [each for each in systems_of(role, team, now) if len(each.versions) > 1]
    runs = (
        replace(run, history=next((each for each in histories if each.holds(run.row.run)), None)) for run in view.runs
    )
    return replace(view, runs=tuple(runs))


def receipt_of(submission: Submission, *, names_copied: bool = False) -> Receipt:
    """With `names_copied`, also which runs of others it is a copy of."""
    findings: list[Mapping[str, Any]] = submission.findings
    rows = _run_rows(submission)
    waiting = submission.state == SubmissionState.RECEIVED
    check_failed = (
        waiting and _last_jobs(JobKind.CHECK_SUBMISSION, [submission.pk]).get(submission.pk) == JobState.FAILED
    )
    moving = {_IN_WORDS[JobState.QUEUED], _IN_WORDS[JobState.RUNNING]}
    return Receipt(
        submission=submission,
        summary=summary_of(submission),
        errors=sum(finding["severity"] == "error" for finding in findings),
        warnings=sum(finding["severity"] == "warning" for finding in findings),
        groups=grouped(findings, submission.name),
        not_checked=tuple(finding for finding in findings if finding["severity"] == "not-checked"),
        runs=rows,
        copies=tuple(copies_in(submission)) if names_copied else (),
        check_failed=check_failed,
        goes_on=(waiting and not check_failed) or any(row.scoring in moving for row in rows),
        progress=progress_of(JobKind.CHECK_SUBMISSION, [submission.pk]).get(submission.pk) if waiting else None,
        draft=_fixes_of(submission),
    )


def _fixes_of(submission: Submission) -> DraftFixes | None:
    draft = Draft.objects.filter(submission=submission).prefetch_related("files").first()
    if draft is None:
        return None
    changes = tuple(change_row(change) for change in report_of(draft).changes)
    sent = tuple(file for file in draft.files.all() if file.role == DraftRole.SENT and file.sha256 != submission.sha256)
    return DraftFixes(draft.pk, changes, sent)


def copies_in(submission: Submission) -> QuerySet[Copy]:
    """What of other teams a submission is nearly the same as."""
    return submission.copies.select_related("run__submission", "run__team")


def _run_rows(submission: Submission) -> tuple[RunProgress, ...]:
    order = list(submission.campaign.rules.submission.system_types)
    runs = sorted(
        submission.runs.all(),
        key=lambda run: order.index(run.system_type) if run.system_type in order else len(order),
    )
    states = _last_jobs(JobKind.SCORE_RUN, [run.pk for run in runs])
    outcomes = outcomes_of(runs, submission.campaign.rules)
    test_sets = submission.campaign.rules.test_sets
    without = {name for name, test_set in test_sets.items() if not test_set.references}
    unscored = {run.pk: _NEVER if run.board.test_set in without else _NO_REFERENCES for run in runs}
    moving = [run for run, state in states.items() if state in OPEN_STATES]
    progress = progress_of(JobKind.SCORE_RUN, moving) if moving else {}
    return tuple(
        RunProgress(
            run, _IN_WORDS.get(states.get(run.pk, ""), unscored[run.pk]), outcomes[run.pk], progress.get(run.pk)
        )
        for run in runs
    )


def _last_jobs(kind: JobKind, subjects: Sequence[int]) -> dict[int, str]:
    """The state of the last job of a kind about each row."""
    jobs = Job.objects.filter(kind=kind, subject_id__in=subjects).order_by("pk") if subjects else ()
    return {job.subject_id: job.state for job in jobs}


def receipt_runs(role: CampaignRole, rows: Sequence[RunProgress], now: datetime) -> tuple[ReceiptRun, ...]:
    rules, viewer = role.campaign.rules, viewer_of(role, now)
    # Of what the rulebook no longer speaks of, nobody can say who may see it.
    ruled = {row.run.pk for row in rows if is_in_rulebook(rules, row.run.board)}
    visibilities = {
        row.run.pk: viewer.visibility(row.run.board.test_set, row.run.board.language_pair)
        for row in rows
        if row.run.pk in ruled
    }
    visible = [row.run for row in rows if row.run.pk in visibilities and visibilities[row.run.pk].scores_of(row.run)]
    scores = official_scores(role, visible)
    return tuple(_shown(row, visibilities.get(row.run.pk), scores) for row in rows)


def _shown(row: RunProgress, visibility: Visibility | None, scores: Mapping[int, tuple[ShownScore, ...]]) -> ReceiptRun:
    run = row.run
    if visibility is None:
        return ReceiptRun(row=row, key="", shows_scores=False, opens=None, scores=())
    shows_scores = visibility.scores_of(run)
    has_page = visibility.knows(run) and (shows_scores or visibility.owns(run))
    return ReceiptRun(
        row=row,
        key=str(run.pk) if has_page else "",
        shows_scores=shows_scores,
        opens=None if shows_scores else visibility.opens,
        scores=tuple((score.metric, score.cell) for score in scores.get(run.pk, ())),
    )
