"""Withdrawn runs no longer count."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.permissions import may_withdraw
from bakeoff_site.submissions.services import withdraw_submission
from tests.site.conftest import Clock
from tests.site.submissions.conftest import Submit


def test_runs_are_withdrawn_with_their_submission(submit: Submit, signed: Team, owner: User, clock: Clock) -> None:
    submission = withdraw_submission(submit("dryrun"), by=owner, reason=" the wrong file ")
    assert (submission.state, submission.withdrawn_at, submission.withdrawn_by) == ("withdrawn", clock.now, owner)
    assert submission.withdrawal_reason == "the wrong file"
    assert not submission.runs.get().in_force
    assert [run.withdrawn for run in team_state(signed).submitted] == [True]
    event = AuditEvent.objects.get(act="submission.withdraw")
    assert (event.actor, event.details) == (owner, {"reason": "the wrong file"})


def test_what_it_had_replaced_counts_again(submit: Submit, signed: Team, owner: User) -> None:
    content = signed.campaign.rulebook_content
    content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    signed.campaign.save()
    signed.campaign.__dict__.pop("rules", None)
    submit("dryrun")
    versions = [
        submit("eval", version=number, change=lambda package, n=number: package.edited("says", f"says {n}"))
        for number in (1, 2, 3)
    ]
    first, second, third = (submission.runs.get() for submission in versions)
    withdraw_submission(versions[1], by=owner, reason="x")
    first.refresh_from_db()
    assert first.replaced_by == third
    withdraw_submission(versions[2], by=owner, reason="x")
    first.refresh_from_db()
    assert first.in_force
    assert not type(second).objects.get(pk=second.pk).in_force


def test_comparisons_are_made_again(submit: Submit, owner: User, reference: Callable[[str], DataFile]) -> None:
    reference("dryrun")
    submission = submit("dryrun")
    board = submission.runs.get().board
    withdraw_submission(submission, by=owner, reason="x")
    job = Job.objects.get(kind=JobKind.COMPARE_RUNS)
    assert (job.subject_id, job.lane) == (board.pk, f"board:{board.pk}")


def test_it_is_withdrawn_once(submit: Submit, owner: User) -> None:
    submission = submit("dryrun")
    withdraw_submission(submission, by=owner, reason="x")
    with pytest.raises(RefusedError, match="withdrawn already"):
        withdraw_submission(submission, by=owner, reason="x")


def test_a_reason_is_asked_for(submit: Submit, owner: User) -> None:
    submission = submit("dryrun")
    with pytest.raises(RefusedError, match="Say why"):
        withdraw_submission(submission, by=owner, reason=" ")
    submission.refresh_from_db()
    assert submission.state == "valid"


def test_what_is_not_valid_is_not_withdrawn(submit: Submit, owner: User) -> None:
    submission = submit("dryrun", change=lambda package: package.edited("<mteval>", "<mtevl>"))
    with pytest.raises(RefusedError, match="will not be scored anyway"):
        withdraw_submission(submission, by=owner, reason="x")
    submission.refresh_from_db()
    assert submission.state == "invalid"


def test_a_team_takes_nothing_back_that_is_ranked_in_public(
    submit: Submit, signed: Team, owner: User, organiser: User, clock: Clock
) -> None:
    campaign = signed.campaign
    submit("dryrun")
    submission = submit("eval")

    def answer(user: User) -> Answer:
        return may_withdraw(role_of(user, campaign), submission, clock.now)

    clock.move_into(campaign, "preliminary")
    assert answer(owner).allowed
    clock.move_into(campaign, "public")
    assert answer(owner).reason.startswith("its scores are public")
    assert answer(organiser).allowed
