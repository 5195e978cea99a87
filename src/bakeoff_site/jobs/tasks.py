"""What workers look after for the whole installation."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.core.sweeping import sweep
from bakeoff_site.jobs.registry import every


@every(timedelta(hours=6))
def files_nobody_needs(now: datetime) -> None:
    """The disk is freed of files that no row speaks of."""
    sweep(now)
