"""Teams register, sign, and are looked after by organisers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from bakeoff.rulebook import schedule
from bakeoff.rulebook.calendar import FOREVER, zoned_time
from bakeoff.rulebook.participation.registration import team_code_mistake
from bakeoff.rulebook.release.disclosure import first_disclosure_after
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.mails import (
    tell_organisers_of_team,
    tell_team_of_code,
    tell_team_of_extension,
)
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Extension, Signature, Team, TeamMember
from bakeoff_site.campaigns.permissions import may_join_team
from bakeoff_site.campaigns.selectors.teams import bears_code, code_is_taken
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.campaigns.services.outputs import repack
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What a team says on registration."""

    name: str
    code: str = ""
    institutions: tuple[str, ...] = ()
    language_pairs: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)
    consents: frozenset[str] = frozenset()
    attendee: str = ""


def register_team(campaign: Campaign, registration: Registration, *, by: User) -> Team:
    """A team takes part; who registers it is its first contact person."""
    with _names_are_unique(), transaction.atomic():
        lock_open_campaign(campaign.pk)
        team = Team.objects.create(
            campaign=campaign,
            name=registration.name,
            code=registration.code,
            institutions=list(registration.institutions),
            language_pairs=list(registration.language_pairs),
            tracks=list(registration.tracks),
            answers=dict(registration.answers),
            attendee=registration.attendee,
            registered_at=timezone.now(),
        )
        add_member(team, by, is_contact=True)
        _set_consents(team, registration.consents, by=by)
        record("team.register", actor=by, campaign=campaign, subject=team.name, **_as_json(registration))
        tell_organisers_of_team(team)
    return team


def change_registration(team: Team, registration: Registration, *, by: User) -> None:
    """A team, or an organiser for it, says something else than on registration."""
    with _names_are_unique(), transaction.atomic():
        _check_change_of_id(team, registration.code)
        before = _as_json(registration_of(team))
        Team.objects.filter(pk=team.pk).update(
            name=registration.name,
            code=registration.code,
            institutions=list(registration.institutions),
            language_pairs=list(registration.language_pairs),
            tracks=list(registration.tracks),
            answers=dict(registration.answers),
            attendee=registration.attendee,
        )
        _set_consents(team, registration.consents, by=by)
        after = _as_json(registration)
        changed = {key: {"before": before[key], "after": after[key]} for key in after if before[key] != after[key]}
        if "consents" in changed:
            repack(team)
        if changed:
            record("team.change-registration", actor=by, campaign=team.campaign, subject=registration.name, **changed)


def registration_of(team: Team) -> Registration:
    """What a team has said."""
    return Registration(
        name=team.name,
        code=team.code,
        institutions=tuple(team.institutions),
        language_pairs=tuple(team.language_pairs),
        tracks=tuple(team.tracks),
        answers=team.answers,
        consents=frozenset(team.consents.values_list("consent", flat=True)),
        attendee=team.attendee,
    )


def _as_json(registration: Registration) -> dict[str, Any]:
    values = asdict(registration)
    return values | {
        "institutions": list(registration.institutions),
        "language_pairs": list(registration.language_pairs),
        "tracks": list(registration.tracks),
        "consents": sorted(registration.consents),
    }


def _set_consents(team: Team, consents: frozenset[str], *, by: User) -> None:
    """Grants the new ones and revokes the ones that are missing."""
    given = set(team.consents.values_list("consent", flat=True))
    team.consents.filter(consent__in=given - consents).delete()
    ConsentGiven.objects.bulk_create(
        ConsentGiven(team=team, consent=consent, given_by=by) for consent in sorted(consents - given)
    )


def add_member(team: Team, user: User, *, is_contact: bool = False) -> TeamMember:
    """Someone joins a team, unless they are in it, or in another where the rulebook permits one only.

    Call it with the campaign locked, so that nobody joins two teams at the same moment.
    """
    others = list(team.campaign.teams.filter(members__user=user))
    if team in others:
        raise RefusedError(f"{user} belongs to {team.name} already.")
    if not may_join_team(team.campaign, others).allowed:
        raise RefusedError(
            f"{user} belongs to the team {others[0].name} already, and a person is in one team of this campaign."
        )
    return TeamMember.objects.create(campaign_id=team.campaign_id, team=team, user=user, is_contact=is_contact)


def sign_agreement(team: Team, agreement_id: str, *, by: User) -> Signature:
    """Signs an agreement for a team, and stores its present text."""
    agreement = team.campaign.rules.registration.agreements[agreement_id]
    with transaction.atomic():
        signature, is_new = Signature.objects.get_or_create(
            team=team, agreement=agreement_id, defaults={"signed_by": by, "text": agreement.text or agreement.label}
        )
        if is_new:
            record("team.sign", actor=by, campaign=team.campaign, subject=team.name, agreement=agreement_id)
    return signature


def assign_team_code(team: Team, code: str, *, by: User) -> None:
    """An organiser gives a team the code that its files will bear."""
    if mistake := team_code_mistake(team.campaign.rules, code):
        raise RefusedError(f"That is no team code: {mistake}.")
    with _names_are_unique(), transaction.atomic():
        _check_change_of_id(team, code)
        Team.objects.filter(pk=team.pk).update(code=code)
        record(
            "team.assign-code",
            actor=by,
            campaign=team.campaign,
            subject=team.name,
            before=team.code,
            after=code,
        )
        if code != team.code:
            tell_team_of_code(team, code)


def _check_change_of_id(team: Team, code: str) -> None:
    """Codes stay once packages bear them: file names and tables would speak of a team that is not there, or of another.

    Who asks holds the campaign, so that no package comes meanwhile.
    """
    lock_open_campaign(team.campaign_id)
    if code == team.code:
        return
    if bears_code(team):
        raise RefusedError(
            f"Packages that {team.name} submitted bear the code {team.code}, and so do tables: it cannot change. "
            "The team's name can. To take part under another code, someone else registers a team again, and the "
            "organisers withdraw this one."
        )
    if code and code_is_taken(team.campaign, code, by_other_than=team):
        raise RefusedError("Another team has this team code, or had it when it submitted; choose another.")


def grant_extension(
    team: Team, phase_id: str, until: datetime, *, reason: str, by: User, now: datetime | None = None
) -> Extension:
    """A team may go on in a phase after its end. A later grant for the same phase replaces the earlier one."""
    rules = team.campaign.rules
    period = next((period for period in schedule(rules) if period.phase.id == phase_id), None)
    if period is None or period.end == FOREVER:
        raise RefusedError(f"The phase {phase_id} has no end that could be moved.")
    if until <= period.end:
        shown = zoned_time(period.end, rules.campaign.zone, last=True)
        raise RefusedError(f"{period.phase.label} lasts until {shown} for everyone; an extension ends later.")
    if until <= (now or timezone.now()):
        shown = zoned_time(until, rules.campaign.zone, last=True)
        raise RefusedError(f"{shown} is over already, so that it would help nobody; give a time that is to come.")
    known = first_disclosure_after(rules, phase_id)
    if known is not None and until > known.when:
        shown = zoned_time(known.when, rules.campaign.zone)
        what = f"{known.what} of {rules.test_sets[known.test_set].label}"
        raise RefusedError(
            f"From {shown} on, {rules.phases[known.phase].label} brings out {what}, which a team that still works on "
            "it must not see: let the extension end before, move that phase in the rulebook, or take what comes later "
            "as late."
        )
    with transaction.atomic():
        extension, _ = Extension.objects.update_or_create(
            team=team, phase=phase_id, defaults={"until": until, "reason": reason, "granted_by": by}
        )
        record(
            "team.extend",
            actor=by,
            campaign=team.campaign,
            subject=team.name,
            phase=phase_id,
            until=until.isoformat(),
            reason=reason,
        )
        tell_team_of_extension(extension)
    return extension


def revoke_extension(extension: Extension, *, reason: str, by: User) -> None:
    """The phase ends for the team as for everyone; what it submitted meanwhile keeps the time at which it came."""
    team = extension.team
    with transaction.atomic():
        if not Extension.objects.filter(pk=extension.pk).delete()[0]:
            raise RefusedError("The extension was revoked already.")
        record(
            "team.revoke-extension",
            actor=by,
            campaign=team.campaign,
            subject=team.name,
            phase=extension.phase,
            until=extension.until.isoformat(),
            reason=reason,
        )
        extension.reason = reason
        tell_team_of_extension(extension, is_revoked=True)


def withdraw_team(team: Team, *, by: User, reason: str) -> None:
    """A team no longer takes part; what it did stays."""
    _set_withdrawn(team, timezone.now(), "team.withdraw", by=by, reason=reason)


def reinstate_team(team: Team, *, by: User, reason: str) -> None:
    """A withdrawn team takes part again."""
    _set_withdrawn(team, None, "team.reinstate", by=by, reason=reason)


def _set_withdrawn(team: Team, when: datetime | None, act: str, *, by: User, reason: str) -> None:
    with transaction.atomic():
        changed = Team.objects.filter(pk=team.pk, withdrawn_at__isnull=when is not None).update(withdrawn_at=when)
        if not changed:
            raise RefusedError(f"{team.name} is {'withdrawn' if when else 'taking part'} already.")
        record(act, actor=by, campaign=team.campaign, subject=team.name, reason=reason)
        repack(team)


@contextmanager
def _names_are_unique() -> Iterator[None]:
    """Forms look first; this is for two that come at the same moment."""
    try:
        yield
    except IntegrityError as error:
        what = "team code" if "code" in str(error) or "one_team_a_code" in str(error) else "name"
        raise RefusedError(f"Another team has this {what} already; choose another.") from None
