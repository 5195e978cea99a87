"""What someone should do next: in one campaign, or over all of theirs in a fixed number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.teams import progress_of_teams
from bakeoff_site.core.todos import NEAR, Todo, in_order
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.selectors.overview import missing_files
from bakeoff_site.home.conversions.judge_todos import judging_todo
from bakeoff_site.home.conversions.organiser_todos import CampaignHealth, organiser_todos
from bakeoff_site.home.conversions.step_todos import step_todos
from bakeoff_site.home.conversions.team_todos import team_todos
from bakeoff_site.home.conversions.visitor_todos import registration_todos, signing_in_todos
from bakeoff_site.home.selectors.openings import opening_todos, sees_results
from bakeoff_site.jobs.choices import JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.judging.models import Judge
from bakeoff_site.judging.selectors.duties import JudgingDuties, judging_duties
from bakeoff_site.judging.selectors.tasks import open_tasks_of
from bakeoff_site.mail.models import Mail
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Submission

_ACTIVE = frozenset({MembershipRole.ORGANISER, MembershipRole.JUDGE})
"""Roles in which people have something to do."""
_REJECTED_DAYS = 30
"""How long a rejected package that nothing replaced is shown."""


def todos_in(role: CampaignRole, now: datetime) -> tuple[Todo, ...]:
    """What someone can do in a campaign now, most urgent first, finished things at the end."""
    teams = _teams_of(role.user, [role.campaign]) if role.user is not None else []
    role = replace(role, teams=tuple(teams))
    found = _found([role], now)
    signing_in = [*signing_in_todos(role, now)]
    comes_last = sees_results(role, now)
    return in_order(
        [
            *_organising(role, found, now),
            *_behind(role, now),
            *(todo for team in role.teams for todo in _with_name(role, team, _of_team(role, team, found, now))),
            *registration_todos(role, now),
            *(() if comes_last else signing_in),
            *opening_todos(role, now),
            *(signing_in if comes_last else ()),
        ]
    )


def organising_todos(role: CampaignRole, now: datetime) -> tuple[Todo, ...]:
    """What an organiser has to do in a campaign."""
    return tuple(_organising(role, _found([role], now), now))


def todos_of(user: User, campaigns: Sequence[Campaign], now: datetime) -> tuple[Todo, ...]:
    """What someone has to do over all campaigns: only what is left, most urgent first."""
    roles = [role for role in _roles_of(user, campaigns) if role.campaign.archived_at is None]
    found = _found(roles, now)
    todos = [
        replace(todo, where=role.campaign.title if len(role.teams) < 2 else f"{role.campaign.title}, {name}")
        for role in roles
        for name, todo in _left(role, found, now)
    ]
    todos += [replace(judging_todo(own), where=own.task.campaign.title) for own in open_tasks_of(roles, now=now)]
    return in_order(todo for todo in todos if todo.state != "done")


def _left(role: CampaignRole, found: _Found, now: datetime) -> Iterator[tuple[str, Todo]]:
    for todo in _organising(role, found, now):
        yield "", todo
    for team in role.teams:
        for todo in _of_team(role, team, found, now):
            yield team.name, todo


def has_a_part(user: User) -> bool:
    """Whether someone is in any campaign."""
    return user.memberships.exists() or user.team_memberships.exists() or user.judging.exists()


@dataclass(frozen=True, slots=True)
class _Found:
    """What the database says of some campaigns."""

    health: dict[int, CampaignHealth]
    submissions: dict[int, list[Submission]]
    """By team: packages that are being checked or were rejected, newest first."""


def _found(roles: Sequence[CampaignRole], now: datetime) -> _Found:
    organised = [role.campaign for role in roles if role.is_organiser]
    teams = [team.pk for role in roles for team in role.active_teams]
    submissions: dict[int, list[Submission]] = defaultdict(list)
    waiting = Submission.objects.filter(
        team__in=teams,
        state__in=(SubmissionState.RECEIVED, SubmissionState.INVALID),
        received_at__gt=now - timedelta(days=_REJECTED_DAYS),
    )
    for each in waiting.defer("findings") if teams else ():
        submissions[each.team_id or 0].append(each)
    return _Found(_health(organised, now), submissions)


def _health(campaigns: Sequence[Campaign], now: datetime) -> dict[int, CampaignHealth]:
    if not campaigns:
        return {}
    later = Job.objects.filter(kind=OuterRef("kind"), subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
    failed = Job.objects.filter(~Exists(later), campaign__in=campaigns, state=JobState.FAILED).order_by()
    mails = Mail.objects.filter(campaign__in=campaigns, sent_at=None).exclude(given_up_at=None).order_by()
    nameless = Team.objects.filter(campaign__in=campaigns, withdrawn_at=None, code="").order_by()
    files: dict[int, list[DataFile]] = defaultdict(list)
    for file in DataFile.objects.filter(campaign__in=campaigns, replaced_at=None):
        files[file.campaign_id].append(file)
    counts = [Counter(dict(rows.values_list("campaign").annotate(Count("pk")))) for rows in (failed, mails, nameless)]
    people = Campaign.objects.filter(pk__in=[campaign.pk for campaign in campaigns]).annotate(
        people=Count("memberships__user", distinct=True), invited=Count("invitations", distinct=True)
    )
    in_company = {pk for pk, members, invited in people.values_list("pk", "people", "invited") if members + invited > 1}
    duties = judging_duties(campaigns, now=now, ahead=NEAR)
    none = JudgingDuties()
    return {
        campaign.pk: CampaignHealth(
            failed_jobs=counts[0][campaign.pk],
            undelivered_mails=counts[1][campaign.pk],
            teams_without_code=counts[2][campaign.pk],
            missing_files=missing_files(campaign.rules, files[campaign.pk], now),
            judging=duties.get(campaign.pk, none),
            has_company=campaign.pk in in_company,
        )
        for campaign in campaigns
    }


def _organising(role: CampaignRole, found: _Found, now: datetime) -> Iterator[Todo]:
    if role.is_organiser:
        yield from organiser_todos(role.campaign, found.health[role.campaign.pk], now)


def _behind(role: CampaignRole, now: datetime) -> Iterator[Todo]:
    """Teams that have not done a step that is due, for organisers."""
    if role.is_organiser and role.campaign.archived_at is None:
        yield from step_todos(role.campaign, progress_of_teams(role.campaign, now), now)


def _of_team(role: CampaignRole, team: Team, found: _Found, now: datetime) -> Iterator[Todo]:
    if role.campaign.archived_at is None:
        yield from team_todos(role, team, team_state(team), found.submissions[team.pk], now)


def _with_name(role: CampaignRole, team: Team, todos: Iterator[Todo]) -> Iterator[Todo]:
    """Says whose rows they are to who is in several teams."""
    yield from (todos if len(role.teams) < 2 else (replace(todo, where=team.name) for todo in todos))


def _roles_of(user: User, campaigns: Sequence[Campaign]) -> list[CampaignRole]:
    """What someone is in each of their campaigns; administrators organise only those that they are appointed for."""
    roles: dict[int, set[str]] = defaultdict(set)
    for campaign_id, role in Membership.objects.filter(user=user).values_list("campaign", "role"):
        roles[campaign_id].add(role)
    judged = set(Judge.objects.filter(user=user).values_list("task__campaign", flat=True))
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in _teams_of(user, campaigns):
        teams[team.campaign_id].append(team)
    return [
        CampaignRole(
            campaign=campaign,
            user=user,
            roles=frozenset(roles[campaign.pk]),
            teams=tuple(teams[campaign.pk]),
            contact_of=frozenset(team.pk for team in teams[campaign.pk] if team.has_contact),  # type: ignore[attr-defined]
        )
        for campaign in campaigns
        if roles[campaign.pk] & _ACTIVE or teams[campaign.pk] or campaign.pk in judged
    ]


def _teams_of(user: User, campaigns: Sequence[Campaign]) -> list[Team]:
    """Someone's teams with all that rules ask of them."""
    by_id = {campaign.pk: campaign for campaign in campaigns}
    teams: list[Team] = list(
        Team.objects.filter(members__user=user, campaign__in=by_id)
        .annotate(has_contact=F("members__is_contact"))
        .prefetch_related("signatures", "consents", "extensions", "runs", "descriptions")
    )
    for team in teams:
        team.campaign = by_id[team.campaign_id]
    return teams
