"""A database that does not answer for a while: restarted, out of reach, locked, on a disk that is full.

Nothing is wrong with the request then, nor with the site: the answer asks to come again.
"""

from __future__ import annotations

import sys
from http import HTTPStatus
from typing import TypeGuard

from django.db import Error, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.views.defaults import server_error

RETRY_SECONDS = 10
"""When to come again: most databases are back by then, and a few attempts bridge a minute."""
_OF_SQLITE = ("BUSY", "LOCKED", "CANTOPEN", "IOERR", "FULL", "READONLY", "PERM", "PROTOCOL", "NOMEM")
"""Other errors of this kind (a table that is not there, a query too long) are mistakes of ours."""


def is_outage(error: BaseException | None) -> TypeGuard[Error]:
    """Whether an error says that the database cannot be asked at present."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    name = getattr(error.__cause__, "sqlite_errorname", None)
    return name is None or name.removeprefix("SQLITE_").split("_")[0] in _OF_SQLITE


def reason_of(error: Error) -> str:
    """What the database or its driver said, in one line."""
    return " ".join(str(error).split())


def unavailable() -> HttpResponse:
    """The page that says so; nothing on it comes from the database."""
    response = HttpResponse(loader.get_template("503.html").render(), status=HTTPStatus.SERVICE_UNAVAILABLE)
    response["Retry-After"] = str(RETRY_SECONDS)
    response["Cache-Control"] = "no-store"
    return response


def failed(request: HttpRequest) -> HttpResponse:
    """What is answered where making a page raised an error that nobody caught."""
    return unavailable() if is_outage(sys.exception()) else server_error(request)
