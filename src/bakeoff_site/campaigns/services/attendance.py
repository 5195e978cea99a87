"""Who attends the workshop for a team."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.audit import record


def name_attendee(team: Team, attendee: str, *, by: User) -> None:
    """Says who comes to the workshop; nothing where nobody does after all."""
    with transaction.atomic():
        kept = Team.objects.select_for_update().get(pk=team.pk)
        if kept.attendee == attendee:
            return
        Team.objects.filter(pk=team.pk).update(attendee=attendee)
        record("team.attend", actor=by, campaign=team.campaign, subject=team.name, before=kept.attendee, after=attendee)
