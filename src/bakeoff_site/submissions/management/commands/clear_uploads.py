"""`clear_uploads`: frees the disk of files that came in part and were given up."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from bakeoff_site.submissions.services import clear_uploads


class Command(BaseCommand):
    help = "Removes uploads for which nothing came for a day; it may run as often as you like."

    def handle(self, *_: Any, **__: Any) -> None:
        self.stdout.write(f"{clear_uploads(timezone.now())} uploads given up.")
