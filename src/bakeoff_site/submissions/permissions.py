"""Who may submit, withdraw and look at what. What may be submitted when is said by `bakeoff.rulebook`."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.submission.deadlines import withdrawal_closed
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import YES, CampaignRole, may_change, may_see_team
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission


def may_receive_from(team: Team) -> Answer:
    """Whether anything can be taken from a team at all; what is wrong with a package is said after it is taken."""
    if not (answer := may_change(team.campaign)).allowed:
        return answer
    if team.withdrawn_at is not None:
        return _no("the team is withdrawn from the campaign")
    if not team.code:
        return _no("the team has no team code yet, and file names start with it; ask the organisers to assign one")
    if not team.campaign.rules.submission.packages:
        return _no("the rulebook describes no packages that could be submitted")
    return YES


def may_submit(role: CampaignRole, team: Team) -> Answer:
    """Whether someone may submit for a team: everyone of the team."""
    if not role.belongs_to(team):
        return _no("only people of the team submit for it")
    if role.user is None or not role.user.is_verified:
        return _no("confirm your address first: follow the link in the mail that we sent you")
    return may_receive_from(team)


def may_see_drafts(role: CampaignRole, team: Team) -> Answer:
    """Whether someone may see what a team has not submitted yet: its people alone, not even organisers."""
    return YES if role.belongs_to(team) else _no("drafts are for people of the team")


def may_describe_for(role: CampaignRole, team: Team) -> Answer:
    """Whether someone may describe the systems of a team; it needs no team code for that."""
    if not role.belongs_to(team):
        return _no("only people of the team describe its systems")
    if role.user is None or not role.user.is_verified:
        return _no("confirm your address first: follow the link in the mail that we sent you")
    if not (answer := may_change(team.campaign)).allowed:
        return answer
    return _no("the team is withdrawn from the campaign") if team.withdrawn_at is not None else YES


def may_withdraw(role: CampaignRole, submission: Submission, when: datetime) -> Answer:
    """Whether someone may withdraw a submission: people of the team until it is ranked in public, organisers ever."""
    if not (answer := may_change(submission.campaign)).allowed:
        return answer
    if submission.state == SubmissionState.WITHDRAWN:
        return _no("it is withdrawn already")
    if submission.state == SubmissionState.INVALID:
        return _no("it was rejected and will not be scored anyway")
    return YES if role.is_organiser else _may_withdraw_own(role, submission, when)


def _may_withdraw_own(role: CampaignRole, submission: Submission, when: datetime) -> Answer:
    if submission.team is None or not role.belongs_to(submission.team):
        return _no("only people of the team and organisers may withdraw it")
    if role.user is None or not role.user.is_verified:
        return _no("confirm your address first: follow the link in the mail that we sent you")
    test_sets = {run.board.test_set for run in submission.runs.all()}
    if withdrawal_closed(role.campaign.rules, when, test_sets) is not None:
        return _no("its scores are public, so the tables would change for everybody; ask the organisers")
    return YES


def may_fetch(role: CampaignRole, submission: Submission) -> bool:
    """Whether someone may have the package itself: the team that submitted it, and organisers."""
    return role.is_organiser or (submission.team is not None and may_see_team(role, submission.team))


def _no(reason: str) -> Answer:
    return Answer(allowed=False, reason=reason)
