"""Organisers enter runs of systems that no team submits: baselines, online systems, an earlier year's best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from bakeoff.data import Finding
from bakeoff.rulebook.release.inputs import inputs_of_run
from bakeoff.rulebook.submission.entered_systems import misplacement
from bakeoff.submissions.packages.single_runs import check_run
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import KeptFile, keep, under_name
from bakeoff_site.submissions.choices import Effect, SubmissionState
from bakeoff_site.submissions.conversions import stored_findings
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.selectors.check_context import sources_of
from bakeoff_site.submissions.services.packages import next_number, plain_name, within_limit
from bakeoff_site.submissions.services.runs import score_runs_of


class RunRefusedError(RefusedError):
    """A run has mistakes; `findings` are all of them."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        more = f" There are {len(findings) - 1} more mistakes." if len(findings) > 1 else ""
        super().__init__(f"The run has mistakes and was not entered: {findings[0]}{more}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a run is entered, by names of the rulebook."""

    track: str
    language_pair: str
    condition: str
    test_set: str


def enter_run(
    campaign: Campaign,
    *,
    system: str,
    track: str,
    language_pair: str,
    condition: str,
    test_set: str,
    name: str,
    chunks: Iterable[bytes],
    input: str = "",
    by: User,
) -> Run:
    """Enters a run of a system that the rulebook lists; one that was entered there before is replaced."""
    rules = campaign.rules
    place = Place(track=track, language_pair=language_pair, condition=condition, test_set=test_set)
    problem = misplacement(
        rules, system, track=track, language_pair=language_pair, test_set=test_set, condition=condition
    )
    if problem:
        raise RefusedError(problem)
    offered = inputs_of_run(rules, track, test_set)
    if input and input not in offered:
        raise RefusedError(f"Expected an input out of {', '.join(offered) or 'none'}, found {input}.")
    input = input or (offered[0] if len(offered) == 1 else "")
    name = plain_name(name)
    kept = keep(within_limit(chunks))
    findings = _findings(campaign, place, kept, name)
    if errors := [finding for finding in findings if finding.severity == "error"]:
        raise RunRefusedError(errors)
    with transaction.atomic():
        submission = _entered(campaign, kept, name, stored_findings(findings), by)
        run = _run(submission, system, place, kept, input)
        score_runs_of(submission)
        record(
            "run.enter",
            actor=by,
            campaign=campaign,
            subject=rules.systems[system].label,
            board=str(run.board),
            receipt=submission.number,
            sha256=kept.sha256,
        )
    return run


def _findings(campaign: Campaign, place: Place, kept: KeptFile, name: str) -> tuple[Finding, ...]:
    with under_name(kept.sha256, name) as path:
        return check_run(
            path,
            campaign.rules,
            name=name,
            track=place.track,
            language_pair=place.language_pair,
            test_set=place.test_set,
            sources=sources_of(campaign),
        )


def _entered(campaign: Campaign, kept: KeptFile, name: str, findings: list[dict[str, object]], by: User) -> Submission:
    now = timezone.now()
    return Submission.objects.create(
        campaign=campaign,
        number=next_number(campaign),
        name=name,
        sha256=kept.sha256,
        size=kept.size,
        submitted_by=by,
        received_at=now,
        checked_at=now,
        state=SubmissionState.VALID,
        findings=findings,
    )


def _run(submission: Submission, system: str, place: Place, kept: KeptFile, named: str) -> Run:
    board, _ = Board.objects.get_or_create(
        campaign=submission.campaign,
        track=place.track,
        language_pair=place.language_pair,
        condition=place.condition,
        test_set=place.test_set,
    )
    in_force = board.runs.filter(withdrawn_at=None, replaced_by=None)
    replaced = in_force.filter(entered=system)
    label = submission.campaign.rules.systems[system].label
    taken = in_force.exclude(entered=system).filter(name=label).exists()
    earlier = [run.pk for run in replaced]
    run = Run.objects.create(
        submission=submission,
        board=board,
        entered=system,
        system=system,
        name=f"{label} ({system})" if taken else label,
        input=named,
        file_name=submission.name,
        sha256=kept.sha256,
        size=kept.size,
        effect=Effect.REPLACES if earlier else Effect.NEW,
    )
    Run.objects.filter(pk__in=earlier).update(replaced_by=run)
    return run
