"""Who may do what with campaigns and teams. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from bakeoff.rulebook.participation.consents import may_consent, may_take_back
from bakeoff.rulebook.participation.registration import may_register
from bakeoff.rulebook.participation.workshop import may_name_attendee
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Team

YES = Answer(allowed=True, reason="")
UNVERIFIED = "confirm your address first: follow the link in the mail that we sent you"


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignRole:
    """What someone is in a campaign."""

    campaign: Campaign
    user: User | None = None
    roles: frozenset[str] = frozenset()
    teams: tuple[Team, ...] = ()
    """Their teams by name, withdrawn or not; several only where the rulebook permits that."""
    contact_of: frozenset[int] = frozenset()
    """The keys of those teams that they are a contact person of."""

    @property
    def is_organiser(self) -> bool:
        """Whether they run the campaign."""
        return self.user is not None and (self.user.is_superuser or MembershipRole.ORGANISER in self.roles)

    @property
    def team(self) -> Team | None:
        """Their team, where they are in one alone: who is in several has to say which."""
        return self.teams[0] if len(self.teams) == 1 else None

    @property
    def active_teams(self) -> tuple[Team, ...]:
        """Their teams that take part."""
        return tuple(team for team in self.teams if team.withdrawn_at is None)

    def in_team(self, team: Team) -> CampaignRole:
        """What they are by one of their teams, without what the others bring."""
        return replace(self, teams=tuple(each for each in self.teams if each.pk == team.pk))

    def belongs_to(self, team: Team) -> bool:
        return any(each.pk == team.pk for each in self.teams)

    def acts_for(self, team: Team) -> bool:
        """Whether they are a contact person of the team."""
        return self.belongs_to(team) and team.pk in self.contact_of


def may_create_campaigns(user: User | AnonymousUser) -> bool:
    return isinstance(user, User) and user.is_superuser


def may_delete_campaigns(user: User | AnonymousUser) -> Answer:
    """Whether someone may delete campaigns: who creates them. One that was deleted cannot be brought back."""
    if may_create_campaigns(user):
        return YES
    return _no("campaigns are deleted by administrators of this site; ask one, or archive the campaign")


def may_change(campaign: Campaign) -> Answer:
    """Whether anything in a campaign may change: not while it is archived, by nobody."""
    if campaign.archived_at is None:
        return YES
    return _no(
        "the campaign is archived, so nothing in it can be changed. An organiser can take it out of the archive on its "
        "Organise page"
    )


def may_see_team(role: CampaignRole, team: Team) -> bool:
    """Whether someone may see what a team said on registration: the team itself and organisers, nobody else."""
    return role.is_organiser or role.belongs_to(team)


def may_register_team(role: CampaignRole, when: datetime) -> Answer:
    """Whether someone may register a team at a time."""
    if not (answer := may_change(role.campaign)).allowed:
        return answer
    if role.user is None:
        opening = may_register(role.campaign.rules, when)
        return _no("sign in to register a team") if opening.allowed else opening
    if not role.user.is_verified:
        return _no(UNVERIFIED)
    if not (answer := may_join_team(role.campaign, role.teams)).allowed:
        return answer
    return may_register(role.campaign.rules, when)


def may_join_team(campaign: Campaign, teams: Collection[Team]) -> Answer:
    """Whether a person of these teams may be in another one of the campaign: as the rulebook says."""
    if not teams or campaign.rules.registration.several_teams:
        return YES
    names = ", ".join(team.name for team in teams)
    return _no(f"you belong to the team {names} already, and a person is in one team of this campaign")


def may_change_registration(role: CampaignRole, team: Team, when: datetime) -> Answer:
    """Whether someone may change what a team said on registration: its contacts while that is open, organisers ever."""
    if role.is_organiser:
        return YES
    acting = may_act_for(role, team)
    if not acting.allowed:
        return acting
    extensions = {extension.phase: extension.until for extension in team.extensions.all()}
    answer = may_register(team.campaign.rules, when, extensions=extensions)
    if answer.allowed:
        return answer
    return Answer(allowed=False, reason=f"{answer.reason}; ask the organisers to change it", opens=answer.opens)


def may_say_who_attends(role: CampaignRole, team: Team, when: datetime) -> Answer:
    """Whether someone may say who attends the workshop: contacts until it is over, organisers ever."""
    rules = team.campaign.rules
    if role.is_organiser and "attends" in rules.registration.steps:
        return YES
    acting = may_act_for(role, team)
    return may_name_attendee(rules, when) if acting.allowed else acting


def may_change_consent(role: CampaignRole, team: Team, consent: str, when: datetime, *, give: bool) -> Answer:
    """Whether someone may give a consent for a team or take it back: contacts as the rulebook says, organisers ever."""
    if role.is_organiser:
        return YES
    acting = may_act_for(role, team)
    if not acting.allowed:
        return acting
    rules = team.campaign.rules
    extensions = {extension.phase: extension.until for extension in team.extensions.all()}
    given = may_consent(rules, when, consent, extensions=extensions)
    answer = given if give else may_take_back(rules, when, consent)
    if answer.allowed:
        return answer
    return Answer(allowed=False, reason=f"{answer.reason}; ask the organisers", opens=answer.opens)


def may_act_for(role: CampaignRole, team: Team) -> Answer:
    """Whether someone may sign for a team, and say who else acts for it."""
    if not role.acts_for(team):
        return _no("only contact persons of the team may do that")
    if role.user is None or not role.user.is_verified:
        return _no(UNVERIFIED)
    if not (answer := may_change(role.campaign)).allowed:
        return answer
    return _no("the team is withdrawn from the campaign") if team.withdrawn_at else YES


def may_manage_people(role: CampaignRole, team: Team) -> Answer:
    """Whether someone may invite people into a team and take them out: its contacts and organisers."""
    return YES if role.is_organiser else may_act_for(role, team)


def may_accept_invitations(user: User) -> Answer:
    """Whether someone may take up invitations: their address must be theirs."""
    return YES if user.is_verified else _no(UNVERIFIED)


def _no(reason: str) -> Answer:
    return Answer(allowed=False, reason=reason)
