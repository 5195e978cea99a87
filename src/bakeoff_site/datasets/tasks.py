"""What workers do about files."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.datasets.services.news import put_news_of_files
from bakeoff_site.datasets.services.statistics import describe_files
from bakeoff_site.jobs.execution import every


@every(timedelta(minutes=5))
def mails_about_files(now: datetime) -> None:
    """Teams are notified of files that they may fetch."""
    put_news_of_files(now)


@every(timedelta(minutes=1))
def figures_of_files(_now: datetime) -> None:
    """Files that were added get the figures that the page of statistics shows."""
    describe_files()
