"""The people of a team are told what became of its proposals: one mail to each for all that was decided since."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from django.db.models import F, Q

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.mails import decision_mail
from bakeoff_site.adjudication.models import Correction, DecisionMail
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.notices import ABANDONED, Delivery

_log = logging.getLogger("bakeoff.mail")


def tell_of_decision(correction: Correction) -> None:
    """Has a team told of a decision; call it in the transaction that decides.

    What was taken back before anybody was told is not told.
    """
    correction.mails.filter(claimed_at=None).delete()
    if correction.team_id is None or (correction.decision == Decision.OPEN and not correction.mails.exists()):
        return
    people = User.objects.filter(team_memberships__team=correction.team_id)
    DecisionMail.objects.bulk_create(DecisionMail(correction=correction, user=user) for user in people)


def send_decision_mails(now: datetime) -> Delivery:
    """Sends what waits to be told. What fails is tried again in the next round."""
    waiting = DecisionMail.objects.filter(
        _free(now),
        user__is_active=True,
        user__team_memberships__team=F("correction__team"),
        correction__team__withdrawn_at=None,
    )
    mails: dict[tuple[int, int], list[int]] = {}
    for team_id, user_id, pk in waiting.values_list("correction__team", "user", "pk").order_by("pk"):
        mails.setdefault((team_id, user_id), []).append(pk)
    outcomes = [_sent(team_id, user_id, rows, now) for (team_id, user_id), rows in mails.items()]
    return Delivery(outcomes.count(True), outcomes.count(False))


def _free(now: datetime) -> Q:
    """What nobody is sending. Of the row alone: a row that another process claims meanwhile is then looked at anew."""
    return Q(sent_at=None) & (Q(claimed_at=None) | Q(claimed_at__lt=now - ABANDONED))


def _sent(team_id: int, user_id: int, rows: Sequence[int], now: datetime) -> bool | None:
    """Whether the mail went out; None where another process sends it. Claimed first, so that two do not both."""
    claim = uuid4()
    if not DecisionMail.objects.filter(_free(now), pk__in=rows).update(claim=claim, claimed_at=now):
        return None
    claimed = DecisionMail.objects.filter(claim=claim)
    corrections = Correction.objects.filter(mails__claim=claim).select_related("reference").distinct()
    user, team = User.objects.get(pk=user_id), Team.objects.select_related("campaign").get(pk=team_id)
    try:
        decision_mail(team, list(corrections), user).send()
    except OSError:
        _log.exception("a mail about decisions could not be sent to %s", user.email)
        claimed.update(claim=None, claimed_at=None)
        return False
    claimed.update(sent_at=now)
    return True
