"""Whether a team has judged what it owes."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError


def set_judged(team: Team, *, judged: bool, by: User) -> None:
    """An organiser, who has the judgments, notes that a team has done its share, or that it has not after all."""
    with transaction.atomic():
        if not judged and Team.objects.filter(pk=team.pk, judged_by_count=True).exists():
            raise RefusedError(
                f"The site counted the share of {team.name}. Leave out judges whose screens should not count, or "
                "change what each team owes; then the step follows."
            )
        changed = Team.objects.filter(pk=team.pk, judged_at__isnull=judged)
        if not changed.update(judged_at=timezone.now() if judged else None):
            raise RefusedError(f"That {team.name} {'has' if judged else 'has not'} done its share is noted already.")
        act = "team.judged" if judged else "team.not-judged"
        record(act, actor=by, campaign=team.campaign, subject=team.name)


def note_counted_share(team: Team, *, complete: bool, done: str, now: datetime) -> bool:
    """The site counted what a team judged: the step follows, unless organisers have set it; whether it changed.

    `done` says how much is done, in words. Several processes may count at once: one of them changes the step.
    """
    Team.objects.filter(pk=team.pk).exclude(judgments_done=done).update(judgments_done=done)
    with transaction.atomic():
        if complete:
            changed = Team.objects.filter(pk=team.pk, judged_at=None).update(judged_at=now, judged_by_count=True)
        else:
            counted = Team.objects.filter(pk=team.pk, judged_by_count=True)
            changed = counted.update(judged_at=None, judged_by_count=False)
        if changed:
            act = "team.complete-share" if complete else "team.reopen-share"
            record(act, actor=None, campaign=team.campaign, subject=team.name, done=done)
    return bool(changed)
