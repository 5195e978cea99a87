"""Django's settings of the database."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from bakeoff_site.config.environment import Environment

_NOTICED_SOON = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 20_000}
"""A machine that vanished says nothing; without these, a thread would wait for it for a quarter of an hour."""


def database(environment: Environment) -> dict[str, Any]:
    """PostgreSQL where a URL is given, else SQLite in the data folder."""
    if not environment.database_url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": environment.data_folder / "bakeoff.sqlite3",
            # Writers wait for each other instead of failing, readers never wait, and what is committed is on the disk.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    url = urlsplit(environment.database_url)
    options = dict(parse_qsl(url.query))  # sslmode=require; host=/run/postgresql for a socket
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.removeprefix("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": options.pop("host", None) or unquote(url.hostname or ""),
        "PORT": str(url.port or ""),
        # Each thread keeps its connection, and there are few. A pool would wait longer and longer before it tried again
        # to reach a database that was away.
        "CONN_MAX_AGE": 600,
        # A connection that the database has closed since, for instance by a restart, is replaced unseen.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"connect_timeout": 3, **_NOTICED_SOON, **options},
    }
