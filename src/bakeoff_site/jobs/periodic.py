"""Making the rounds: what workers look after in intervals."""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import DatabaseError, connection

from bakeoff_site.jobs.registry import rounds

_logger = logging.getLogger("bakeoff_site.jobs")


class Rounds:
    """Knows when each thing was looked after last, by this process."""

    def __init__(self) -> None:
        self._last: dict[str, datetime] = {}

    def make(self, now: datetime) -> None:
        """Looks after everything whose interval is over; what fails is logged and tried in the next interval."""
        for each in rounds():
            last = self._last.get(each.name)
            if last is not None and now - last < each.every:
                continue
            self._last[each.name] = now
            try:
                each.look_after(now)
            except DatabaseError as error:
                _logger.warning("%s: %s", each.name, error)
                connection.close()
            except Exception:
                _logger.exception("%s", each.name)
