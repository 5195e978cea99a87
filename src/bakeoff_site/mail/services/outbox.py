"""The outbox: mails are put into it with what they say of, taken back before anybody reads them, asked for again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.mail.models import Mail

if TYPE_CHECKING:
    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.models import Campaign


def put(mails: Iterable[Mail]) -> list[Mail]:
    """Has mails sent, in the transaction of what they say of: they go out when it is committed, or not at all."""
    ready = list(mails)
    for mail in ready:
        mail.not_before = timezone.now()
    return Mail.objects.bulk_create(ready)


def put_once(mail: Mail, *, key: str) -> Mail | None:
    """Has a mail sent unless one with the same key was put before; None where it was."""
    written = {name: getattr(mail, name) for name in ("campaign", "to", "subject", "text", "link", "not_after")}
    kept, is_new = Mail.objects.get_or_create(key=key, defaults={**written, "not_before": timezone.now()})
    return kept if is_new else None


def take_back(mails: QuerySet[Mail]) -> None:
    """Deletes mails that are neither sent nor being sent; references to them become empty."""
    with transaction.atomic():
        free = mails.filter(sent_at=None, claimed_until=None).select_for_update(of=("self",))
        Mail.objects.filter(pk__in=[mail.pk for mail in free]).delete()


def try_again(mails: QuerySet[Mail], *, campaign: Campaign | None, by: User) -> int:
    """Has mails that failed, or were given up, sent at once: late or not, somebody wants them. How many."""
    with transaction.atomic():
        unsent = mails.filter(sent_at=None, claimed_until=None)
        people = sorted(unsent.values_list("to", flat=True))
        if not unsent.update(not_before=timezone.now(), not_after=None, attempts=0, given_up_at=None):
            raise RefusedError("Nothing is left to try again: it was sent in the meantime, or is being sent.")
        record("mail.try-again", actor=by, campaign=campaign, subject=_number(len(people)), to=people)
    return len(people)


def _number(count: int) -> str:
    return "1 mail" if count == 1 else f"{count} mails"
