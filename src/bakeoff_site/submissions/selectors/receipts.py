"""Everything that a receipt says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from bakeoff.rulebook.announcements import RunOutcome, describe_package
from bakeoff_site.campaigns.conversions import package_of
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.choices import Effect, SubmissionState
from bakeoff_site.submissions.models import Copy, Run, Submission

SHOWN = 20
"""Findings of one code in one file that people get to see; the file of findings has all."""
_IN_WORDS: Mapping[str, str] = {
    JobState.QUEUED: "waiting to be scored",
    JobState.RUNNING: "being scored",
    JobState.DONE: "scored",
    JobState.FAILED: "could not be scored; the organisers see why",
}
_NO_REFERENCES = "will be scored once the references are here"


@dataclass(frozen=True, slots=True)
class FileFindings:
    """What was found in one file, or about the package as a whole."""

    file: str
    findings: tuple[Mapping[str, Any], ...]
    hidden: int
    """How many more like these there are."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run, how far its scoring is, and what it counts as."""

    run: Run
    scoring: str
    outcome: RunOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    submission: Submission
    summary: str
    """Of a package that was found valid: its version, and whether it came in time."""
    errors: int
    warnings: int
    groups: tuple[FileFindings, ...]
    not_checked: tuple[Mapping[str, Any], ...]
    runs: tuple[RunRow, ...]
    copies: tuple[Copy, ...]
    """Runs of other teams that it is nearly the same as, for organisers alone."""
    check_failed: bool
    """The check itself broke down; nothing is said of the package yet."""
    goes_on: bool
    """Whether something of it will still change by itself."""


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
    )


def summary_of(submission: Submission) -> str:
    """The version of a package that was found valid, and whether it came in time; of any other nobody knows."""
    if submission.state not in (SubmissionState.VALID, SubmissionState.WITHDRAWN) or submission.checked_at is None:
        return ""
    return describe_package(version=submission.version, late=submission.late)


def copies_in(submission: Submission) -> QuerySet[Copy]:
    """What of other teams a submission is nearly the same as."""
    return submission.copies.select_related("run__submission", "run__team")


def grouped(findings: Sequence[Mapping[str, Any]], name: str) -> tuple[FileFindings, ...]:
    """Findings by file in the order in which they first come; of those that are alike the first ones."""
    files: dict[str, list[Mapping[str, Any]]] = {}
    for finding in findings:
        if finding["severity"] != "not-checked":
            files.setdefault(finding["file"] or name, []).append(finding)
    return tuple(_shown(file, found) for file, found in files.items())


def _shown(file: str, findings: Sequence[Mapping[str, Any]]) -> FileFindings:
    seen: dict[str, int] = {}
    shown = []
    for finding in findings:
        seen[finding["code"]] = seen.get(finding["code"], 0) + 1
        if seen[finding["code"]] <= SHOWN:
            shown.append(finding)
    return FileFindings(file, tuple(shown), len(findings) - len(shown))


def _run_rows(submission: Submission) -> tuple[RunRow, ...]:
    runs = list(submission.runs.all())
    states = _last_jobs(JobKind.SCORE_RUN, [run.pk for run in runs])
    outcomes = outcomes_of(runs)
    return tuple(RunRow(run, _IN_WORDS.get(states.get(run.pk, ""), _NO_REFERENCES), outcomes[run.pk]) for run in runs)


def outcomes_of(runs: Sequence[Run]) -> Mapping[int, RunOutcome]:
    """What runs count as now, with what they replaced and what replaced them; withdrawn ones are left out."""
    replaced: dict[int, list[Submission]] = {run.pk: [] for run in runs}
    for earlier in Run.objects.filter(replaced_by__in=runs, withdrawn_at=None).order_by("pk") if runs else ():
        replaced[earlier.replaced_by_id or 0].append(earlier.submission)
    later = Run.objects.in_bulk({run.replaced_by_id for run in runs if run.replaced_by_id is not None})
    return {
        run.pk: RunOutcome(
            official=run.official,
            late=run.late,
            debugged=run.effect == Effect.DEBUGGED,
            withdrawn=run.withdrawn_at is not None,
            replaces=tuple(package_of(submission) for submission in replaced[run.pk]),
            replaced_by=package_of(later[run.replaced_by_id].submission) if run.replaced_by_id is not None else None,
        )
        for run in runs
    }


def _last_jobs(kind: JobKind, subjects: Sequence[int]) -> dict[int, str]:
    """How the last job of a kind about each row is."""
    jobs = Job.objects.filter(kind=kind, subject_id__in=subjects).order_by("pk") if subjects else ()
    return {job.subject_id: job.state for job in jobs}
