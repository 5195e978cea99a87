"""People, teams and what they said and signed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Field, Schema

from bakeoff_site.api.authentication import Caller
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.teams import AgreementRow, ConsentRow, StepRow, TeamPage, TeamProgress
from bakeoff_site.core.names import PlainName


class AccountOut(Schema):
    email: str
    name: str
    affiliation: str
    scopes: list[str]


class TeamRef(Schema):
    id: int
    name: str
    code: str


class OwnTeam(TeamRef):
    is_contact: bool
    """Whether you act for it."""
    withdrawn: bool


class CampaignRoleOut(Schema):
    roles: list[str]
    """`organiser`, `judge`, `observer`."""
    team: TeamRef | None
    """Your team, where you are in one; null where you are in none or in several."""
    teams: list[OwnTeam]
    """All of your teams."""
    is_contact: bool
    """Whether you act for `team`."""
    may_register: bool
    why_not: str
    """Why no team can be registered."""


class StepOut(Schema):
    step: str
    title: str
    done: bool
    due: datetime | None
    is_overdue: bool
    missing: str
    """What is missing, where that can be said; of judgments, how many are done."""


class AgreementOut(Schema):
    id: str
    title: str
    text: str
    signed_at: datetime | None
    signed_by: str | None


class ConsentOut(Schema):
    id: str
    title: str
    text: str
    given: bool


class ExtensionOut(Schema):
    phase: str
    until: datetime
    reason: str


class TeamRow(TeamRef):
    institutions: list[str]
    language_pairs: list[str]
    tracks: list[str]
    withdrawn: bool
    missing: list[str]
    """The steps that are not done."""


class TeamOut(TeamRef):
    institutions: list[str]
    language_pairs: list[str]
    tracks: list[str]
    answers: dict[str, Any]
    attendee: str
    withdrawn: bool
    members: list[str]
    steps: list[StepOut]
    agreements: list[AgreementOut]
    consents: list[ConsentOut]
    extensions: list[ExtensionOut]


class RegistrationIn(Body):
    """What a team says on registration. The rulebook says what it asks for."""

    name: PlainName
    code: PlainName = ""
    """Where teams choose it; else the organisers assign it."""
    institutions: list[PlainName] = Field(default_factory=list)
    """Of what institutions it is, where it is of several or its name is another."""
    language_pairs: list[str] = Field(default_factory=list)
    tracks: list[str] = Field(default_factory=list)
    """Where teams register by track."""
    answers: dict[str, bool | str | list[str]] = Field(default_factory=dict)
    consents: list[str] = Field(default_factory=list)
    attendee: PlainName = ""


class AttendeeIn(Body):
    attendee: PlainName = Field(max_length=160)
    """Empty where nobody comes after all."""


class ConsentIn(Body):
    given: bool


class TeamCodeIn(Body):
    code: PlainName


def account_out(caller: Caller) -> AccountOut:
    user = caller.person
    return AccountOut(email=user.email, name=user.name, affiliation=user.affiliation, scopes=sorted(caller.scopes))


def team_ref(team: Team) -> TeamRef:
    return TeamRef(id=team.pk, name=team.name, code=team.code)


def role_out(role: CampaignRole, *, may_register: bool, why_not: str) -> CampaignRoleOut:
    roles = {*role.roles, *(["organiser"] if role.is_organiser else [])}
    return CampaignRoleOut(
        roles=sorted(roles),
        team=team_ref(role.team) if role.team else None,
        teams=[
            OwnTeam(
                **team_ref(team).dict(),
                is_contact=team.pk in role.contact_of,
                withdrawn=team.withdrawn_at is not None,
            )
            for team in role.teams
        ],
        is_contact=role.team is not None and role.acts_for(role.team),
        may_register=may_register,
        why_not=why_not,
    )


def team_row(state: TeamProgress) -> TeamRow:
    team = state.team
    return TeamRow(
        **team_ref(team).dict(),
        institutions=list(team.institutions),
        language_pairs=list(team.language_pairs),
        tracks=list(team.tracks),
        withdrawn=team.withdrawn_at is not None,
        missing=[row.state.step for row in state.missing],
    )


def team_out(team: Team, page: TeamPage) -> TeamOut:
    return TeamOut(
        **team_ref(team).dict(),
        institutions=list(team.institutions),
        language_pairs=list(team.language_pairs),
        tracks=list(team.tracks),
        answers=dict(team.answers),
        attendee=team.attendee,
        withdrawn=team.withdrawn_at is not None,
        members=[str(member.user) for member in page.members],
        steps=[step_out(row) for row in page.state.steps],
        agreements=[agreement_out(row) for row in page.agreements],
        consents=[_consent_out(row) for row in page.consents],
        extensions=[
            ExtensionOut(phase=row.extension.phase, until=row.extension.until, reason=row.extension.reason)
            for row in page.extensions
        ],
    )


def step_out(row: StepRow) -> StepOut:
    state = row.state
    return StepOut(
        step=state.step,
        title=row.label,
        done=state.done,
        due=state.due,
        is_overdue=row.is_overdue,
        missing=state.missing,
    )


def agreement_out(row: AgreementRow) -> AgreementOut:
    signature = row.signature
    return AgreementOut(
        id=row.agreement.id,
        title=row.agreement.label,
        text=row.agreement.text,
        signed_at=signature.signed_at if signature else None,
        signed_by=str(signature.signed_by) if signature else None,
    )


def _consent_out(row: ConsentRow) -> ConsentOut:
    consent = row.consent
    return ConsentOut(id=consent.id, title=consent.label, text=consent.text, given=row.given is not None)
