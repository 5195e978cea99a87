"""Everything that a receipt tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Copy, Run, Submission

SHOWN = 20
"""Findings of one code in one file that people get to see; the file of findings has all."""
_IN_WORDS: Mapping[str, str] = {
    JobState.QUEUED: "waits to be scored",
    JobState.RUNNING: "is being scored",
    JobState.DONE: "scored",
    JobState.FAILED: "could not be scored; the organisers see why",
}


@dataclass(frozen=True, slots=True)
class FileFindings:
    """What was found in one file, or about the package as a whole."""

    file: str
    findings: tuple[Mapping[str, Any], ...]
    hidden: int
    """How many more like these there are."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run, and how far its scoring is."""

    run: Run
    scoring: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    submission: Submission
    errors: int
    warnings: int
    groups: tuple[FileFindings, ...]
    not_checked: tuple[Mapping[str, Any], ...]
    runs: tuple[RunRow, ...]
    copies: tuple[Copy, ...]
    """Runs of other sites that it is nearly the same as, for organisers alone."""
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
        errors=sum(finding["severity"] == "error" for finding in findings),
        warnings=sum(finding["severity"] == "warning" for finding in findings),
        groups=grouped(findings, submission.name),
        not_checked=tuple(finding for finding in findings if finding["severity"] == "not-checked"),
        runs=rows,
        copies=tuple(copies_in(submission)) if names_copied else (),
        check_failed=check_failed,
        goes_on=(waiting and not check_failed) or any(row.scoring in moving for row in rows),
    )


def copies_in(submission: Submission) -> QuerySet[Copy]:
    """What of other sites a submission is nearly the same as."""
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
    return tuple(
        RunRow(run, _IN_WORDS.get(states.get(run.pk, ""), "is scored once there are references")) for run in runs
    )


def _last_jobs(kind: JobKind, subjects: Sequence[int]) -> dict[int, str]:
    """How the last job of a kind about each row stands."""
    jobs = Job.objects.filter(kind=kind, subject_id__in=subjects).order_by("pk") if subjects else ()
    return {job.subject_id: job.state for job in jobs}
