"""Judges without an account: their browser knows a key that nobody can guess."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.http import HttpRequest

from bakeoff_site.judging.models import Judge

_GUESTS = "guest_judges"
_MOST = 20
"""Guests that one browser can be."""
REMEMBERED_FOR = timedelta(days=30)


def remember_guest(request: HttpRequest, judge: Judge) -> None:
    """Lets this browser judge as a guest. Its session gets a new name, so that nobody can have planted it."""
    known = [each for each in guest_keys(request) if each != judge.guest_key]
    request.session.cycle_key()
    request.session[_GUESTS] = [str(each) for each in (*known, judge.guest_key)][-_MOST:]
    if not request.user.is_authenticated:
        request.session.set_expiry(REMEMBERED_FOR)


def guest_keys(request: HttpRequest) -> tuple[UUID, ...]:
    """The keys of the guests that this browser is, the latest last."""
    return tuple(UUID(each) for each in request.session.get(_GUESTS, ()))
