"""The people of a team are notified of the decisions on its proposals: one mail to each for all of them."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.mails import decision_mail
from bakeoff_site.adjudication.models import Correction, DecisionMail
from bakeoff_site.campaigns.models import Team
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put, take_back


def tell_of_decision(correction: Correction) -> None:
    """Notifies a team of a decision; call it in the transaction that decides.

    What was taken back before anybody was notified is not reported: mails that wait are written again without it.
    """
    take_back(Mail.objects.filter(decisions__correction=correction))
    correction.mails.filter(mail=None).delete()
    if correction.team_id is None or (correction.decision == Decision.OPEN and not correction.mails.exists()):
        return
    people = User.objects.filter(team_memberships__team=correction.team_id)
    DecisionMail.objects.bulk_create(DecisionMail(correction=correction, user=user) for user in people)


def put_decision_mails() -> int:
    """Writes the mails that are due; returns how many."""
    waiting = DecisionMail.objects.filter(
        mail=None,
        user__is_active=True,
        user__team_memberships__team=F("correction__team"),
        correction__team__withdrawn_at=None,
        correction__campaign__archived_at=None,
    )
    mails: dict[tuple[int, int], list[int]] = {}
    for team_id, user_id, pk in waiting.values_list("correction__team", "user", "pk").order_by("pk"):
        mails.setdefault((team_id, user_id), []).append(pk)
    return sum(_put(team_id, user_id, rows) for (team_id, user_id), rows in mails.items())


def _put(team_id: int, user_id: int, rows: Sequence[int]) -> bool:
    """Whether a mail was written. Rows are held meanwhile, so that two processes do not both write it."""
    with transaction.atomic():
        held = DecisionMail.objects.filter(pk__in=rows, mail=None).select_for_update()
        if not (pks := [row.pk for row in held]):
            return False
        corrections = Correction.objects.filter(mails__in=pks).select_related("reference").distinct()
        user, team = User.objects.get(pk=user_id), Team.objects.select_related("campaign").get(pk=team_id)
        (mail,) = put([decision_mail(team, list(corrections), user)])
        DecisionMail.objects.filter(pk__in=pks).update(mail=mail)
    return True
