"""Teams: their steps, agreements, people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Prefetch, QuerySet

from bakeoff.rulebook.participation.steps import StepState, steps_of
from bakeoff.rulebook.schema.registration import Agreement, Consent
from bakeoff.rulebook.state import TeamState
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import STEPS, team_state
from bakeoff_site.campaigns.models import (
    Campaign,
    ConsentGiven,
    Extension,
    Invitation,
    Signature,
    Team,
    TeamMember,
)
from bakeoff_site.campaigns.selectors.invitations import open_team_invitations
from bakeoff_site.campaigns.selectors.team_states import team_states_of


@dataclass(frozen=True, slots=True)
class StepRow:
    """A mandatory step of a team at a time."""

    state: StepState
    is_overdue: bool

    @property
    def label(self) -> str:
        return STEPS[self.state.step]


@dataclass(frozen=True)
class TeamProgress:
    """A team and how far it has come."""

    team: Team
    steps: tuple[StepRow, ...]

    @cached_property
    def missing(self) -> tuple[StepRow, ...]:
        """The steps that are not done."""
        return tuple(row for row in self.steps if not row.state.done)

    @cached_property
    def contacts(self) -> tuple[TeamMember, ...]:
        return tuple(member for member in self.team.members.all() if member.is_contact)


def teams_of(campaign: Campaign) -> QuerySet[Team]:
    """All teams with what the rules ask about them and their people."""
    return with_steps(campaign.teams.all())


def with_steps(teams: QuerySet[Team]) -> QuerySet[Team]:
    """Teams with what the rules ask about them and their people, in a few queries."""
    return teams.prefetch_related(
        "signatures",
        "consents",
        "extensions",
        "runs",
        "descriptions",
        Prefetch("members", TeamMember.objects.select_related("user").order_by("-is_contact", "user__name", "pk")),
    )


def contacts_of(team: Team) -> list[User]:
    """Whom mails of a team go to."""
    members = team.members.filter(is_contact=True, user__is_active=True).select_related("user").order_by("pk")
    return [member.user for member in members]


def progress_of_teams(campaign: Campaign, now: datetime) -> tuple[TeamProgress, ...]:
    """All teams and how far they have come, by name, in a few queries that fetch only what steps hang on."""
    return tuple(_progress(team, state, now) for team, state in team_states_of(campaign))


def progress_of(team: Team, now: datetime) -> TeamProgress:
    return _progress(team, team_state(team), now)


def _progress(team: Team, state: TeamState, now: datetime) -> TeamProgress:
    steps = steps_of(team.campaign.rules, state)
    return TeamProgress(team, tuple(StepRow(s, not s.done and s.due is not None and s.due <= now) for s in steps))


@dataclass(frozen=True, slots=True)
class AgreementRow:
    """An agreement of the rulebook, and who signed it for the team."""

    agreement: Agreement
    signature: Signature | None


@dataclass(frozen=True, slots=True)
class ConsentRow:
    """A consent that the rulebook asks for, and who gave it for the team."""

    consent: Consent
    given: ConsentGiven | None


@dataclass(frozen=True, slots=True)
class ExtensionRow:
    """A later end of a phase that the team was granted."""

    extension: Extension
    label: str


@dataclass(frozen=True, slots=True)
class TeamPage:
    """Everything that a team's page says."""

    state: TeamProgress
    agreements: tuple[AgreementRow, ...]
    consents: tuple[ConsentRow, ...]
    extensions: tuple[ExtensionRow, ...]
    answers: tuple[tuple[str, str], ...]
    members: Sequence[TeamMember]
    invitations: Sequence[Invitation]


def team_page(team: Team, now: datetime) -> TeamPage:
    rules = team.campaign.rules
    signatures = {each.agreement: each for each in team.signatures.select_related("signed_by")}
    given = {each.consent: each for each in team.consents.select_related("given_by")}
    granted = team.extensions.select_related("granted_by").order_by("until", "pk")
    return TeamPage(
        state=progress_of(team, now),
        agreements=tuple(AgreementRow(a, signatures.get(a.id)) for a in rules.registration.agreements.values()),
        consents=tuple(ConsentRow(c, given.get(c.id)) for c in rules.registration.consents.values()),
        extensions=tuple(ExtensionRow(e, rules.phases[e.phase].label) for e in granted),
        answers=tuple(
            (question.label, _answer_in_words(team.answers.get(question.id)))
            for question in rules.registration.questions.values()
        ),
        members=list(members_of(team)),
        invitations=list(open_team_invitations(team, now)),
    )


def members_of(team: Team) -> QuerySet[TeamMember]:
    """The people of a team, contact persons first."""
    return team.members.select_related("user").order_by("-is_contact", "user__name", "pk")


def _answer_in_words(answer: object) -> str:
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer or "")


def name_is_taken(campaign: Campaign, name: str, *, by_other_than: Team | None) -> bool:
    return _others(campaign, by_other_than).filter(name__iexact=name).exists()


def code_is_taken(campaign: Campaign, code: str, *, by_other_than: Team | None) -> bool:
    """Whether another team has the code, or had it when it submitted runs that are called by it, in whatever case."""
    others = _others(campaign, by_other_than)
    if others.filter(code__iexact=code).exists():
        return True
    borne = others.filter(runs__name__istartswith=f"{code}_").values_list("runs__name", "code")
    # Of the runs of A_B, all start as those of A would.
    return any(not name.lower().startswith(f"{own.lower()}_") for name, own in borne)


def bears_code(team: Team) -> bool:
    """Whether packages of a team bear its id; rejected ones do not count."""
    return bool(team.code) and team.submissions.exclude(state="invalid").exists()


def _others(campaign: Campaign, team: Team | None) -> QuerySet[Team]:
    return campaign.teams.exclude(pk=team.pk) if team is not None else campaign.teams.all()
