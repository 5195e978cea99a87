"""Submissions are checked: found valid, they become runs; else they keep what was found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from bakeoff.errors import TransientError
from bakeoff.rulebook.submission.permission import may_submit
from bakeoff.rulebook.submission.verdicts import Verdict
from bakeoff.submissions.archives.extraction import opened_package
from bakeoff.submissions.archives.limits import loosest_limits
from bakeoff.submissions.checker import CheckReport, check_contents
from bakeoff.submissions.packages.entries import Entry, StatedInput
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.outputs import repack
from bakeoff_site.core.audit import record
from bakeoff_site.core.storage.files import KeptFile, keep_path, path_of
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.conversions import stored_findings
from bakeoff_site.submissions.mails import tell_of_mistakes, tell_of_runs
from bakeoff_site.submissions.models import Copy, Submission
from bakeoff_site.submissions.selectors.check_context import (
    history_before,
    runs_of_others,
    sources_of,
    team_codes,
)
from bakeoff_site.submissions.selectors.inputs import released_runs_of
from bakeoff_site.submissions.selectors.scored_outputs import scored_outputs
from bakeoff_site.submissions.services.resource_flags import flag_runs
from bakeoff_site.submissions.services.runs import NewRun, make_run, score_runs_of


class ChangedMeanwhileError(TransientError):
    """What the team may do changed while its package was checked."""

    def __init__(self) -> None:
        super().__init__("What the team may submit changed while its package was checked; it is checked again.")


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found, and the files of a valid package."""

    report: CheckReport
    files: Mapping[str, KeptFile]


def check_submission(submission: Submission) -> None:
    """Checks a submission that waits for it. Done twice, it changes nothing."""
    if submission.state != SubmissionState.RECEIVED or submission.team is None:
        return
    checked = _look_at(submission, submission.team)
    with transaction.atomic():
        locked = submission.campaign.submissions.select_for_update().get(pk=submission.pk)
        if locked.state != SubmissionState.RECEIVED:
            return
        _write_down(locked, Team.objects.get(pk=submission.team.pk), checked)
        if locked.state == SubmissionState.INVALID:
            tell_of_mistakes(locked)
        else:
            tell_of_runs(locked)


def _look_at(submission: Submission, team: Team) -> Checked:
    campaign = submission.campaign
    package = submission.package or None
    limits = loosest_limits(campaign.rules, package)
    with opened_package(path_of(submission.sha256), limits=limits, name=submission.name) as contents:
        report = check_contents(
            contents,
            campaign.rules,
            sources=sources_of(campaign),
            team=team.code,
            teams=team_codes(campaign),
            package=package,
            history=history_before(submission, team),
            when=submission.received_at,
            registered=team_state(team),
            others=lambda language_pair, test_set: runs_of_others(campaign, team, language_pair, test_set),
            stated=StatedInput(submission.input or None, tuple(submission.released_runs.splitlines())),
            outputs=lambda pair, test_set: scored_outputs(campaign, pair, test_set),
            released=lambda pair, test_set: released_runs_of(campaign, test_set or "", pair or ""),
        )
        files = {entry.file.name: keep_path(entry.file.path) for entry in report.entries} if report.valid else {}
    return Checked(report, files)


def _write_down(submission: Submission, team: Team, checked: Checked) -> None:
    report = checked.report
    team.campaign = submission.campaign
    submission.state = SubmissionState.VALID if report.valid else SubmissionState.INVALID
    submission.package = report.package or submission.package
    submission.version = report.version
    submission.findings = stored_findings(report.findings)
    submission.checked_at = timezone.now()
    if report.valid:
        verdicts = _verdicts(submission, team, report.entries)
        submission.late = any(verdict.late for verdict in verdicts)
        submission.save()
        for entry, verdict in zip(report.entries, verdicts, strict=True):
            make_run(NewRun(submission, team, entry, verdict, checked.files[entry.file.name]))
        flag_runs(team)
        score_runs_of(submission)
        repack(team)
    else:
        submission.save()
    Copy.objects.bulk_create(
        Copy(submission=submission, file_name=copy.file, run_id=int(copy.of)) for copy in report.copies
    )
    record(
        "submission.check",
        actor=None,
        campaign=submission.campaign,
        subject=str(submission),
        outcome=submission.state,
        runs=len(report.entries) if report.valid else 0,
        errors=sum(finding.severity == "error" for finding in report.findings),
    )


def _verdicts(submission: Submission, team: Team, entries: Sequence[Entry]) -> list[Verdict]:
    rules, state = submission.campaign.rules, team_state(team)
    verdicts = [
        may_submit(rules, submission.received_at, state, entry.submitted(submission.version)) for entry in entries
    ]
    if not all(verdict.allowed for verdict in verdicts):
        raise ChangedMeanwhileError
    return verdicts
