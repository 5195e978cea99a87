"""How many bytes a request may bring."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import Error, close_old_connections
from django.http import HttpRequest

from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.services.tokens import authenticate_token
from bakeoff_site.commands.http.request_bodies import IN_MEMORY
from bakeoff_site.commands.http.wsgi_environ import length_of
from bakeoff_site.core.http.database_outages import is_outage
from bakeoff_site.core.storage.body_files import person
from bakeoff_site.core.storage.uploads import REFUSAL, SENDER, file_is_taken, most_of_a_body


def largest_body(environ: dict[str, Any]) -> int:
    """Files come from people whose address is verified, where files are taken; nothing else is larger than a form.

    Says in `environ` who sends what goes to the disk, and what is refused already: where the database cannot say who
    it is, and a file without a length, which nobody could check for completeness.
    """
    announced = length_of(environ)
    path = str(environ["PATH_INFO"]).encode("latin-1").decode(errors="replace")
    is_file = file_is_taken(environ["REQUEST_METHOD"], path)
    if is_file and announced is None:
        environ[REFUSAL] = "no-length"
        return 0
    if announced is not None and announced <= IN_MEMORY:
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    close_old_connections()
    try:
        user = _verified_user(environ)
    except Error as error:
        if not is_outage(error):
            raise
        environ[REFUSAL] = "unavailable"
        return 0
    finally:
        close_old_connections()
    if user is None:
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    environ[SENDER] = person(user.pk)
    return most_of_a_body() if is_file else settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def _verified_user(environ: dict[str, Any]) -> User | None:
    if (token := authenticate_token(environ.get("HTTP_AUTHORIZATION"))) is not None:
        return token[0]
    request = HttpRequest()
    request.session = SessionStore(_session_key(environ.get("HTTP_COOKIE", "")))
    user = get_user(request)
    return user if isinstance(user, User) and user.is_verified else None


def _session_key(cookies: str) -> str | None:
    try:
        cookie = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return cookie.value if cookie is not None else None
