"""Consents of a team, one by one: given, and taken back."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import ConsentGiven, Team
from bakeoff_site.campaigns.services.outputs import repack
from bakeoff_site.core.audit import record


def set_consent(team: Team, consent: str, *, given: bool, by: User) -> None:
    """Gives a consent of the rulebook or takes it back; shared outputs are packed again. What was so before stays."""
    with transaction.atomic():
        if given:
            _, changed = ConsentGiven.objects.get_or_create(team=team, consent=consent, defaults={"given_by": by})
        else:
            changed = bool(team.consents.filter(consent=consent).delete()[0])
        if not changed:
            return
        act = "team.consent" if given else "team.take-back-consent"
        record(act, actor=by, campaign=team.campaign, subject=team.name, consent=consent)
        repack(team)
