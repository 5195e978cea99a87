"""Periodic tasks: what workers run in intervals."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import DatabaseError, connection

from bakeoff_site.jobs.execution import periodic_tasks

_logger = logging.getLogger("bakeoff_site.jobs")


class PeriodicTasks:
    """Knows when this process ran each task last."""

    def __init__(self) -> None:
        self._last: dict[str, datetime] = {}

    def run_due(self, now: datetime) -> None:
        """Runs every task whose interval is over. A failure is logged, and the task runs again after its interval."""
        for each in periodic_tasks():
            last = self._last.get(each.name)
            if last is not None and now - last < each.every:
                continue
            self._last[each.name] = now
            try:
                each.run(now)
            except DatabaseError as error:
                _logger.warning("%s: %s", each.name, error)
                connection.close()
            except Exception:
                _logger.exception("%s", each.name)
