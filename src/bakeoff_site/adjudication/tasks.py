"""What workers do about corrections."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.adjudication.services.notifications import put_decision_mails
from bakeoff_site.jobs.execution import every


@every(timedelta(minutes=5))
def mails_about_decisions(_now: datetime) -> None:
    """Teams are notified of decisions on their proposals."""
    put_decision_mails()
