"""People of a team: who acts for it, who leaves."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team, TeamMember
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError


def set_contact(member: TeamMember, *, is_contact: bool, by: User) -> None:
    """Says whether someone acts for the team; one contact person always stays."""
    with transaction.atomic():
        _locked(member.team)
        if not is_contact:
            _keep_a_contact(member)
        TeamMember.objects.filter(pk=member.pk).update(is_contact=is_contact)
        act = "team.make-contact" if is_contact else "team.unmake-contact"
        record(act, actor=by, campaign=member.team.campaign, subject=member.team.name, person=member.user.email)


def remove_member(member: TeamMember, *, by: User) -> None:
    """Someone leaves a team, or is taken out of it."""
    with transaction.atomic():
        _locked(member.team)
        _keep_a_contact(member)
        act = "team.leave" if member.user_id == by.pk else "team.remove-member"
        record(act, actor=by, campaign=member.team.campaign, subject=member.team.name, person=member.user.email)
        TeamMember.objects.filter(pk=member.pk).delete()


def _locked(team: Team) -> None:
    """Two contact persons who leave at the same moment wait for each other."""
    Team.objects.select_for_update().get(pk=team.pk)


def _keep_a_contact(member: TeamMember) -> None:
    if not member.team.members.filter(is_contact=True).exclude(pk=member.pk).exists():
        raise RefusedError(
            f"{member.user} is the only contact person of {member.team.name}; make someone else one first. "
            "A team that no longer takes part is withdrawn by the organisers."
        )
