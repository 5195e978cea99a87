"""Sending messages to teams, and taking them back before they leave."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import take_back
from bakeoff_site.team_messages.conversions import mail_to, unknown_fields
from bakeoff_site.team_messages.models import TeamMessage
from bakeoff_site.team_messages.selectors import Selection, mails_of, recipients_of

HELD_BACK = timedelta(minutes=2)
"""How long a message waits before it leaves, so that it can be taken back."""
LONGEST_TEXT = 20_000


def send_message(
    campaign: Campaign, *, subject: str, text: str, selection: Selection, by: User, now: datetime
) -> TeamMessage:
    """Writes to the contact persons of teams. The mails are in the outbox once this returns; they leave a bit later."""
    _check(subject, text)
    recipients = recipients_of(campaign, selection, now)
    if not recipients:
        raise RefusedError("Nobody would get this message. Choose other teams.")
    with transaction.atomic():
        message = TeamMessage.objects.create(
            campaign=campaign,
            subject=subject,
            text=text,
            audience=selection.audience,
            step=selection.step,
            sent_by=by,
            sent_at=now,
            leaves_at=now + HELD_BACK,
        )
        message.teams.set({recipient.progress.team for recipient in recipients})
        mails = []
        for recipient in recipients:
            mail = mail_to(recipient, subject=subject, text=text)
            mail.key = f"{message.key}{recipient.progress.team.pk} {recipient.user.pk}"
            mail.not_before = message.leaves_at
            mails.append(mail)
        Mail.objects.bulk_create(mails)
        record("message.send", actor=by, campaign=campaign, subject=subject, people=len(mails))
    return message


def take_back_message(message: TeamMessage, *, by: User, now: datetime) -> None:
    """Nobody gets a message that has not left yet."""
    with transaction.atomic():
        kept = TeamMessage.objects.select_for_update(of=("self",)).get(pk=message.pk)
        if kept.taken_back_at is not None:
            raise RefusedError("This message was taken back already.")
        take_back(mails_of(kept))
        if mails_of(kept).exists():
            raise RefusedError("This message has left already, at least in part. Write another one to correct it.")
        kept.taken_back_at = now
        kept.save(update_fields=["taken_back_at"])
        record("message.take-back", actor=by, campaign=kept.campaign, subject=kept.subject)


def _check(subject: str, text: str) -> None:
    if not subject.strip() or not text.strip():
        raise RefusedError("A message needs a subject and a text.")
    if "\n" in subject or "\r" in subject:
        raise RefusedError("The subject must be one line.")
    if len(text) > LONGEST_TEXT:
        raise RefusedError(f"The text has {len(text):,} characters; at most {LONGEST_TEXT:,} can be sent.")
    if unknown := unknown_fields(subject) + unknown_fields(text):
        named = ", ".join(f"{{{name.strip('{')}}}" for name in unknown)
        raise RefusedError(
            f"The message names {named}, which cannot be filled in. Write a brace that is meant as such twice: {{{{."
        )
