"""Who may judge, and who plans and follows human evaluations. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from bakeoff.rulebook import schedule
from bakeoff.rulebook.calendar import FOREVER, Period
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import joins_judging
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import UNVERIFIED, YES, CampaignRole
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Task


def may_judge(role: CampaignRole, task: Task, judge: Judge | None, *, codes: Collection[str], now: datetime) -> Answer:
    """Whether someone may judge a task at a time; `judge` is what they are in it already, `codes` its evaluations."""
    if judge is not None and judge.user_id is None:
        return may_continue(judge, role.campaign, task, codes=codes, now=now)
    if role.user is None:
        return _no("sign in to judge")
    if not role.user.is_verified:
        return _no(UNVERIFIED)
    if judge is None and not is_asked(role, task):
        return _no("this task is for judges whom the organisers invited")
    if judge is not None:
        return may_continue(judge, role.campaign, task, codes=codes, now=now)
    return is_open(role.campaign, task, codes=codes, now=now)


def may_continue(judge: Judge, campaign: Campaign, task: Task, *, codes: Collection[str], now: datetime) -> Answer:
    """Whether someone who is a judge of a task may judge it at a time."""
    if judge.blocked_at is not None:
        return _no(f"the organisers ended your judging of this task: {judge.blocked_reason.rstrip('.')}")
    return is_open(campaign, task, codes=codes, now=now)


def is_open(campaign: Campaign, task: Task, *, codes: Collection[str], now: datetime) -> Answer:
    """Whether a task can be judged at a time: by hand, or while a phase is open that its evaluations are judged in."""
    if campaign.archived_at is not None:
        return _no("the campaign is archived")
    match Opening(task.opening):
        case Opening.OPEN:
            return YES
        case Opening.CLOSED:
            return _no("judging is closed")
        case Opening.PHASE:
            return _in_phase(campaign, codes, now)


def judging_team(role: CampaignRole) -> Team | None:
    """The team that someone judges for: one that agreed to take part in judging."""
    return next((team for team in role.active_teams if joins_judging(team)), None)


def is_asked(role: CampaignRole, task: Task) -> bool:
    """Whether someone is invited to judge a task, by name, by their team, or with everyone else."""
    return task.open_to_all or MembershipRole.JUDGE in role.roles or judging_team(role) is not None


def opens_with_a_phase(campaign: Campaign, codes: Collection[str]) -> bool:
    """Whether the rulebook has a phase in which one of these evaluations is judged."""
    return bool(_periods(campaign, codes))


def _in_phase(campaign: Campaign, codes: Collection[str], now: datetime) -> Answer:
    periods = _periods(campaign, codes)
    if any(period.holds(now) for period in periods):
        return YES
    coming = [period.start for period in periods if period.start > now]
    return Answer(allowed=False, reason="judging is not open now", opens=min(coming, default=None))


def judging_end(
    campaign: Campaign, codes: Collection[str], extensions: Mapping[str, datetime] | None = None
) -> datetime | None:
    """When the last phase ends in which evaluations are judged; None where the schedule names no end."""
    ends = [period.end for period in _periods(campaign, codes, extensions) if period.end < FOREVER]
    return max(ends, default=None)


def judging_period(campaign: Campaign, codes: Collection[str]) -> Period | None:
    """The first phase with an end in which evaluations are judged."""
    known = [period for period in _periods(campaign, codes) if period.start < period.end < FOREVER]
    return min(known, key=lambda period: period.start, default=None)


def _periods(
    campaign: Campaign, codes: Collection[str], extensions: Mapping[str, datetime] | None = None
) -> list[Period]:
    openings = {f"judge:{code}" for code in codes} | {"judge"}
    periods = schedule(campaign.rules, extensions=extensions or {})
    return [period for period in periods if not openings.isdisjoint(period.phase.opens)]


def _no(reason: str) -> Answer:
    return Answer(allowed=False, reason=reason)
