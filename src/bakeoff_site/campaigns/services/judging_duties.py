"""Whether a team has judged what it owes."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError


def set_judged(team: Team, *, judged: bool, by: User) -> None:
    """An organiser, who has the judgments, notes that a team has done its share, or that it has not after all."""
    with transaction.atomic():
        changed = Team.objects.filter(pk=team.pk, judged_at__isnull=judged)
        if not changed.update(judged_at=timezone.now() if judged else None):
            raise RefusedError(f"That {team.name} {'has' if judged else 'has not'} done its share is noted already.")
        act = "team.judged" if judged else "team.not-judged"
        record(act, actor=by, campaign=team.campaign, subject=team.name)
