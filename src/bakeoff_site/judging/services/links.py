"""Links that make people judges of a task: given to many, or mailed to one person each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from bakeoff.data.sentences import capitalized
from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import UsedUpError
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.throttling import Share, spend
from bakeoff_site.campaigns.permissions import UNVERIFIED, may_change
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.invitations import RECIPIENT_A_DAY
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.judging.mails import judge_invitation_mail
from bakeoff_site.judging.models import Judge, JudgeLink, Task
from bakeoff_site.judging.permissions import judging_team
from bakeoff_site.judging.selectors.links import secret_link
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put_once, take_back

MOST_USES = 1000
LONGEST_DAYS = 90
MOST_INVITED = 200
"""At once."""
INVITED_FOR = timedelta(days=14)
JUDGES_A_DAY = 500
"""Invitations of a campaign by mail: hundreds of people judge, and mails to strangers stay few."""


@dataclass(frozen=True, slots=True)
class InvitedJudge:
    """Somebody to invite, and what they start with."""

    email: str
    chosen: tuple[str, ...] = ()
    """Language pairs and test sets; empty: all."""


def make_link(
    task: Task, *, most_uses: int, expires_at: datetime, by: User, now: datetime, chosen: Sequence[str] = ()
) -> JudgeLink:
    """A link for everyone who gets it."""
    if not 1 <= most_uses <= MOST_USES:
        raise RefusedError(f"A link can be used between 1 and {MOST_USES:,} times.")
    if not now < expires_at <= now + timedelta(days=LONGEST_DAYS):
        raise RefusedError(f"A link can be used for at most {LONGEST_DAYS} days.")
    with transaction.atomic():
        lock_open_campaign(task.campaign_id)
        link = JudgeLink.objects.create(
            task=task, most_uses=most_uses, expires_at=expires_at, made_by=by, chosen=list(chosen)
        )
        _note("judging.make-link", link, by, uses=most_uses, until=f"{expires_at:%Y-%m-%d %H:%M} UTC")
    return link


def invite_judges(task: Task, people: Sequence[InvitedJudge], *, by: User, now: datetime) -> int:
    """Has a link mailed to each address, all or none; earlier ones to the same address are void. How many mails."""
    with transaction.atomic():
        lock_open_campaign(task.campaign_id)
        for each in people:
            _require_share(task, each.email)
            for earlier in task.links.filter(email__iexact=each.email, uses=0, revoked_at=None):
                _revoke(earlier, now)
            link = JudgeLink.objects.create(
                task=task, email=each.email, chosen=list(each.chosen), made_by=by, expires_at=now + INVITED_FOR
            )
            put_once(judge_invitation_mail(link, secret_link(link)), key=_mail_key(link))
            record("invitation.send", actor=by, campaign=task.campaign, subject=task.title, email=each.email)
    return len(people)


def revoke_link(link: JudgeLink, *, by: User, now: datetime) -> None:
    """Makes a link void; who joined by it stays a judge. A mail that was not sent yet is not sent."""
    with transaction.atomic():
        if link.revoked_at is not None:
            raise RefusedError("This link was revoked already.")
        _revoke(link, now)
        _note("judging.revoke-link", link, by, uses=link.uses)


def join_by_link(link: JudgeLink, *, by: User, now: datetime) -> Judge:
    """Somebody becomes a judge of the task of a link. Who is one already uses nothing up."""
    if not by.is_verified:
        raise RefusedError(f"{capitalized(UNVERIFIED)}, then come back here.")
    known = Judge.objects.filter(task=link.task, user=by).first()
    if known is not None:
        return known
    if problem := problem_with(link, now=now):
        raise RefusedError(problem)
    with transaction.atomic():
        lock_open_campaign(link.task.campaign_id)
        used = JudgeLink.objects.filter(pk=link.pk, revoked_at=None, expires_at__gt=now, uses__lt=F("most_uses"))
        if not used.update(uses=F("uses") + 1):
            raise RefusedError("This link was revoked or used up in the meantime. Ask the organisers for another.")
        team = judging_team(role_of(by, link.task.campaign))
        judge, is_new = Judge.objects.get_or_create(
            task=link.task, user=by, defaults={"team": team, "chosen": link.chosen}
        )
        if not is_new:
            raise RefusedError("You became a judge of this task in the meantime. Open it under My judging.")
        _note("judging.join", link, by)
    return judge


def problem_with(link: JudgeLink, *, now: datetime) -> str:
    """Why nobody can join by a link any more; nothing for one that works."""
    if link.revoked_at is not None:
        return "The organisers revoked this link. Ask them for another."
    if link.expires_at <= now:
        return f"This link ran out on {link.expires_at:%Y-%m-%d}. Ask the organisers for another."
    if link.uses >= link.most_uses:
        return "This link was used as often as it can be. Ask the organisers for another."
    return "" if (answer := may_change(link.task.campaign)).allowed else answer.sentence


def _require_share(task: Task, email: str) -> None:
    shares = [
        Share("campaign", f"judges of {task.campaign_id}", JUDGES_A_DAY),
        Share("recipient", email.strip().lower(), RECIPIENT_A_DAY),
    ]
    try:
        spend(Act.INVITE, shares)
    except UsedUpError as error:
        whose = (
            f"A campaign can invite {JUDGES_A_DAY} judges a day."
            if error.kind == "campaign"
            else f"{email} was invited {RECIPIENT_A_DAY} times today."
        )
        raise TooOftenError(f"{whose} Nobody was invited. Try again in {error.wait}.", seconds=error.seconds) from error


def _revoke(link: JudgeLink, now: datetime) -> None:
    take_back(Mail.objects.filter(key=_mail_key(link)))
    link.revoked_at = now
    link.save(update_fields=["revoked_at"])


def _mail_key(link: JudgeLink) -> str:
    return f"judge link {link.pk}"


def _note(act: str, link: JudgeLink, by: User, **details: object) -> None:
    for_one = {"email": link.email} if link.email else {}
    record(act, actor=by, campaign=link.task.campaign, subject=link.task.title, **for_one, **details)
