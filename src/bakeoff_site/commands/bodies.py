"""How many bytes a request may bring."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error, close_old_connections

from bakeoff_site.accounts.services.tokens import authenticate_token
from bakeoff_site.core.middleware import UNAVAILABLE
from bakeoff_site.core.outages import is_outage
from bakeoff_site.core.space import space
from bakeoff_site.core.uploads import most_of_a_body


def largest_body(environ: dict[str, Any]) -> int:
    """Files come from people who are signed in or send a token; strangers have no more to say than a form holds.

    Where the disk has no room for a file, nobody has; nor where the database cannot tell who they are.
    """
    announced = environ.get("CONTENT_LENGTH", "")
    size = int(announced) if announced.isdecimal() else most_of_a_body()
    if size <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE or not space().takes(size):
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    close_old_connections()
    try:
        known = _is_known(environ)
    except Error as error:
        if not is_outage(error):
            raise
        environ[UNAVAILABLE] = True
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    finally:
        close_old_connections()
    return most_of_a_body() if known else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _is_known(environ: dict[str, Any]) -> bool:
    if authenticate_token(environ.get("HTTP_AUTHORIZATION")) is not None:
        return True
    session = _session_key(environ.get("HTTP_COOKIE", ""))
    return bool(session) and SESSION_KEY in SessionStore(session)


def _session_key(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return ""
    return found.value if found is not None else ""
