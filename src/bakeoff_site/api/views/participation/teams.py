"""Teams: registered, shown, signing; what the caller is in a campaign."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, follow, organise, read, submit
from bakeoff_site.api.errors import NotValidError, form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.participation.teams import (
    AgreementOut,
    AttendeeIn,
    CampaignRoleOut,
    ConsentIn,
    RegistrationIn,
    TeamCodeIn,
    TeamOut,
    TeamRow,
    agreement_out,
    role_out,
    team_out,
    team_row,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in, team_in
from bakeoff_site.campaigns.forms.registration import RegistrationForm
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import (
    may_act_for,
    may_change_consent,
    may_change_registration,
    may_register_team,
    may_say_who_attends,
)
from bakeoff_site.campaigns.selectors.teams import progress_of, team_page, teams_of
from bakeoff_site.campaigns.services.attendance import name_attendee
from bakeoff_site.campaigns.services.consents import set_consent
from bakeoff_site.campaigns.services.teams import (
    Registration,
    assign_team_code,
    change_registration,
    register_team,
    sign_agreement,
)
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.finding_codes import FIELD

router = Router(tags=["teams"])


@router.get("/campaigns/{slug}/me", response=CampaignRoleOut, auth=follow, summary="What you are in a campaign")
def show_role(request: TokenRequest, slug: str) -> CampaignRoleOut:
    role = role_in(request, slug)
    answer = may_register_team(role, timezone.now())
    return role_out(role, may_register=answer.allowed, why_not="" if answer.allowed else answer.reason)


@router.get("/campaigns/{slug}/teams", response=Page[TeamRow], auth=read, summary="All teams (organisers)")
def list_teams(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    campaign = organiser_of(request, slug).campaign
    now = timezone.now()
    return page_of(request, teams_of(campaign), limit, offset, lambda team: team_row(progress_of(team, now)))


@router.post("/campaigns/{slug}/teams", response={201: TeamOut}, auth=submit, summary="Register a team")
def add_team(request: TokenRequest, slug: str, body: RegistrationIn) -> TeamOut:
    role = role_in(request, slug)
    require(may_register_team(role, timezone.now()))
    said = _registration(role.campaign, body)
    return _shown(register_team(role.campaign, said, by=request.auth.person))


@router.get("/campaigns/{slug}/teams/{int:team_id}", response=TeamOut, auth=follow, summary="A team and its steps")
def show_team(request: TokenRequest, slug: str, team_id: int) -> TeamOut:
    _, team = team_in(request, slug, team_id)
    return _shown(team)


@router.put(
    "/campaigns/{slug}/teams/{int:team_id}/registration",
    response=TeamOut,
    auth=submit,
    summary="Change the registration of a team, including consents",
)
def change_team(request: TokenRequest, slug: str, team_id: int, body: RegistrationIn) -> TeamOut:
    role, team = team_in(request, slug, team_id)
    require(may_change_registration(role, team, timezone.now()))
    change_registration(team, _registration(role.campaign, body, team=team), by=request.auth.person)
    team.refresh_from_db()
    return _shown(team)


@router.put(
    "/campaigns/{slug}/teams/{int:team_id}/attendee",
    response=TeamOut,
    auth=submit,
    summary="Say who attends the workshop for a team",
)
def set_attendee(request: TokenRequest, slug: str, team_id: int, body: AttendeeIn) -> TeamOut:
    role, team = team_in(request, slug, team_id)
    require(may_say_who_attends(role, team, timezone.now()))
    name_attendee(team, body.attendee, by=request.auth.person)
    team.refresh_from_db()
    return _shown(team)


@router.put(
    "/campaigns/{slug}/teams/{int:team_id}/consents/{consent}",
    response=TeamOut,
    auth=submit,
    summary="Give a consent for a team, or take it back",
)
def change_consent(request: TokenRequest, slug: str, team_id: int, consent: str, body: ConsentIn) -> TeamOut:
    role, team = team_in(request, slug, team_id)
    if consent not in role.campaign.rules.registration.consents:
        raise Http404("The rulebook asks for no such consent.")
    require(may_change_consent(role, team, consent, timezone.now(), give=body.given))
    set_consent(team, consent, given=body.given, by=request.auth.person)
    return _shown(team)


@router.post(
    "/campaigns/{slug}/teams/{int:team_id}/agreements/{agreement}",
    response=AgreementOut,
    auth=submit,
    summary="Sign an agreement for a team, in your name",
)
def sign(request: TokenRequest, slug: str, team_id: int, agreement: str) -> AgreementOut:
    role, team = team_in(request, slug, team_id)
    if agreement not in role.campaign.rules.registration.agreements:
        raise Http404("The rulebook has no such agreement.")
    require(may_act_for(role, team))
    sign_agreement(team, agreement, by=request.auth.person)
    rows = {row.agreement.id: row for row in team_page(team, timezone.now()).agreements}
    return agreement_out(rows[agreement])


@router.put(
    "/campaigns/{slug}/teams/{int:team_id}/code",
    response=TeamOut,
    auth=organise,
    summary="Assign the code that a team's files bear (organisers)",
)
def set_team_code(request: TokenRequest, slug: str, team_id: int, body: TeamCodeIn) -> TeamOut:
    organiser_of(request, slug)
    _, team = team_in(request, slug, team_id)
    assign_team_code(team, body.code, by=request.auth.person)
    team.refresh_from_db()
    return _shown(team)


def _shown(team: Team) -> TeamOut:
    return team_out(team, team_page(team, timezone.now()))


def _registration(campaign: Campaign, said: RegistrationIn, *, team: Team | None = None) -> Registration:
    """What a team says, held against the rulebook by the form of the page; nothing that was said is passed over."""
    rules = campaign.rules.registration
    form = RegistrationForm(campaign, _form_data(said), team=team)
    unknown = [
        *([f"code {said.code}"] if said.code and "code" not in form.fields else []),
        *([f"language pairs {said.language_pairs}"] if said.language_pairs and not rules.by_language_pair else []),
        *([f"tracks {said.tracks}"] if said.tracks and "tracks" not in form.fields else []),
        *(f"answer {key}" for key in said.answers if key not in rules.questions),
        *(f"consent {key}" for key in said.consents if key not in rules.consents),
        *(["attendee"] if said.attendee and "attendee" not in form.fields else []),
    ]
    if team is not None and said.code == team.code:
        unknown = [text for text in unknown if not text.startswith("code ")]
    if unknown:
        expected = "only what the rulebook of the campaign asks for"
        raise NotValidError(
            "Some answers are to no question.",
            [FIELD.finding(found=text, expected=expected, remedy="Leave it out.") for text in unknown],
        )
    if not form.is_valid():
        raise form_mistakes(form)
    return form.registration()


def _form_data(said: RegistrationIn) -> dict[str, Any]:
    answers = {
        f"question-{key}": ("yes" if answer else "no") if isinstance(answer, bool) else answer
        for key, answer in said.answers.items()
    }
    return {
        "name": said.name,
        "code": said.code,
        "institutions": "\n".join(said.institutions),
        "language_pairs": said.language_pairs,
        "tracks": said.tracks,
        "attendee": said.attendee,
        **answers,
        **{f"consent-{key}": "on" for key in said.consents},
    }
