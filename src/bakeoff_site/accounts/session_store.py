"""Sessions in the database, found by a prepared query: every request of somebody who is signed in looks for one."""

from __future__ import annotations

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db.models import CharField, DateTimeField, QuerySet, Value
from django.utils import timezone

from bakeoff_site.core.prepared_queries import PreparedQuery


def _session(key: Value, now: Value) -> QuerySet[AbstractBaseSession]:
    return SessionStore.get_model_class().objects.filter(session_key=key, expire_date__gt=now)


_SESSION = PreparedQuery(_session, key=CharField(), now=DateTimeField())


class SessionStore(DatabaseSessions):
    """Django's own, but for how a session is found."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found
