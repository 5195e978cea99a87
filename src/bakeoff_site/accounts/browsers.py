"""Browsers in which someone has signed in before, recognised by a cookie that only we can write.

Nothing is stored about them. Signing out everywhere makes all of them new.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

from bakeoff_site.accounts.models import User

COOKIE = "bakeoff_browser"
_SALT = "bakeoff_site.accounts.browser"
_AGE = timedelta(days=365)
_MOST_PEOPLE = 10
"""The people who signed in last in a shared browser."""
_BROWSERS = {"Edg": "Edge", "OPR": "Opera", "Firefox": "Firefox", "Chrome": "Chrome", "Safari": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iOS",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
"""What browsers say of themselves, the first that fits: most name others too, to pass for them."""


def is_known(request: HttpRequest, user: User) -> bool:
    """Whether someone has signed in by this browser before."""
    return _mark(user) in _marks(request)


def remember(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Lets the browser say next time that someone has signed in by it."""
    marks = [mark for mark in _marks(request) if mark != _mark(user)]
    response.set_cookie(
        COOKIE,
        signing.dumps([*marks, _mark(user)][-_MOST_PEOPLE:], salt=_SALT),
        max_age=_AGE,
        path=reverse("accounts:sign-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def in_words(request: HttpRequest) -> str:
    """`Firefox on Linux`: as far as the browser says, in words of ours alone."""
    said = request.headers.get("User-Agent", "")
    browser = next((name for sign, name in _BROWSERS.items() if sign in said), "another browser")
    system = next((name for sign, name in _SYSTEMS.items() if sign in said), "")
    return f"{browser} on {system}" if system else browser


def _marks(request: HttpRequest) -> list[str]:
    try:
        marks: list[str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_AGE)
    except signing.BadSignature:
        return []
    return marks


def _mark(user: User) -> str:
    return salted_hmac(_SALT, f"{user.pk}:{user.session_generation}", algorithm="sha256").hexdigest()[:16]
