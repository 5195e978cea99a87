"""Who proposed a correction withdraws it; that it was proposed stays on record."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.permissions import is_own
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.conversions import slot_of


def withdraw_correction(correction: Correction, *, by: User, reason: str = "") -> Correction:
    """Takes a proposal back as long as nobody has decided on it; the same may be proposed again later."""
    with transaction.atomic():
        row = Correction.objects.select_for_update().get(pk=correction.pk)
        if not is_own(role_of(by, row.campaign), row.team):
            raise RefusedError("Only the person who proposed a correction, or their team, can withdraw it.")
        if row.decision == Decision.WITHDRAWN:
            raise RefusedError("It is withdrawn already.")
        if row.decision != Decision.OPEN:
            raise RefusedError(f"It is {row.decision} already. Ask the organisers if that should change.")
        row.decision, row.decision_reason = Decision.WITHDRAWN, reason.strip()
        row.decided_by, row.decided_at = by, timezone.now()
        row.save()
        record(
            "correction.withdraw",
            actor=by,
            campaign=row.campaign,
            subject=f"{slot_of(row.reference)}: segment {row.segment}",
            reason=row.decision_reason,
            correction=row.pk,
        )
    return row
