"""What workers do about campaigns."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.jobs.execution import every


@every(timedelta(minutes=5))
def mails_about_the_schedule(now: datetime) -> None:
    """Teams are notified of what opened and of deadlines that draw near."""
    put_due_notices(now)
