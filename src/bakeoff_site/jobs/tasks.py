"""What workers look after for the complete installation."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.sessions.backends.db import SessionStore

from bakeoff_site.accounts.services.attempts import forget_old_failures
from bakeoff_site.accounts.throttling import forget_old_attempts
from bakeoff_site.core.storage.file_cleanup import sweep
from bakeoff_site.jobs.execution import every


@every(timedelta(hours=6))
def files_nobody_needs(now: datetime) -> None:
    """The disk is freed of files that no row speaks of."""
    sweep(now)


@every(timedelta(hours=6))
def visits_over(_now: datetime) -> None:
    """The database is freed of sessions that have ended and of attempts to sign in that are old."""
    SessionStore.clear_expired()
    forget_old_attempts()
    forget_old_failures()
