"""What is logged, to standard error: a line for each request, and errors with where they arose.

No line names a person, an address on the network, or what is in the place of <slug> in an address: that may be a
link which is its owner's alone.
"""

from __future__ import annotations

import logging

from bakeoff_site.core.http.database_outages import is_outage, reason_of


class WithoutAddress(logging.Filter):
    """Django writes the address of a page into its messages; the request's own line names the page.

    Of a database that does not answer, the place in our source says nothing.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if is_outage(error):
            record.msg, record.args = f"the database cannot be asked: {reason_of(error)}", ()
            record.exc_info = record.exc_text = None
        elif record.args:
            is_full = getattr(record, "status_code", None) == 507
            record.msg = "the disk is nearly full: a file was refused" if is_full else "the page could not be made"
            record.args = ()
        return True


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(message)s"}},
    "filters": {"without_address": {"()": WithoutAddress}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line"},
        "page_errors": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["without_address"]},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "bakeoff_site": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # Refusals (404, 403) are in the line of their request.
        "django.request": {"handlers": ["page_errors"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["page_errors"], "level": "ERROR", "propagate": False},
        "django.security.csrf": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
    },
}
