"""`send_due_mail`: tells teams of phases that opened and of deadlines."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from bakeoff.rulebook.notices import REMINDER_DAYS
from bakeoff_site.campaigns.services.notices import send_due_notices


class Command(BaseCommand):
    help = "Sends the mails about the schedule that are due now; each is sent once, so it may run as often as you like."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days",
            type=int,
            action="append",
            help=f"Days before a deadline when teams are reminded; may be repeated (default {REMINDER_DAYS}).",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        days = options["days"] or REMINDER_DAYS
        if min(days) < 0:
            raise CommandError(f"--days: expected 0 or more, found {min(days)}.")
        delivery = send_due_notices(timezone.now(), reminder_days=days)
        self.stdout.write(f"{delivery.sent} mails sent.")
        if delivery.failed:
            raise CommandError(f"{delivery.failed} mails could not be sent; they will be tried again next time.")
