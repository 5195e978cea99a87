"""What a session knows of signing in: the step between password and code, and how long it lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from bakeoff_site.accounts.limits import REMEMBERED_FOR, SECOND_STEP_AGE
from bakeoff_site.accounts.models import User

_SECOND_STEP = "second_step"
_SECRET = "second_factor_secret"
_SIGNED_UP = "signed_up"


@dataclass(frozen=True)
class SecondStep:
    """Someone gave the right password, and the code is still to come."""

    user_id: int
    session_hash: str
    since: float
    remember: bool
    next_page: str


def start_second_step(request: HttpRequest, user: User, *, remember: bool, next_page: str) -> None:
    step = SecondStep(user.pk, user.get_session_auth_hash(), timezone.now().timestamp(), remember, next_page)
    request.session.cycle_key()
    request.session[_SECOND_STEP] = asdict(step)


def second_step(request: HttpRequest) -> tuple[User, SecondStep] | None:
    """Who is between password and code; nobody once ten minutes went by or the password was changed meanwhile."""
    stored = request.session.get(_SECOND_STEP)
    if stored is None:
        return None
    step = SecondStep(**stored)
    user = User.objects.filter(pk=step.user_id, is_active=True).first()
    is_old = timezone.now().timestamp() > step.since + SECOND_STEP_AGE.total_seconds()
    if user is None or is_old or not constant_time_compare(step.session_hash, user.get_session_auth_hash()):
        del request.session[_SECOND_STEP]
        return None
    return user, step


def start_session(request: HttpRequest, user: User, *, remember: bool) -> None:
    """Signs in; the session gets a new key. It ends with the browser unless it is to be remembered."""
    request.session.pop(_SECOND_STEP, None)
    login(request, user)
    request.session.set_expiry(REMEMBERED_FOR if remember else 0)


def remember_sign_up(request: HttpRequest, user: User | None) -> None:
    """Notes who signed up in this browser; also for nobody, since no cookie may say whether an address was known."""
    request.session[_SIGNED_UP] = [user.pk, user.get_session_auth_hash()] if user else [0, ""]


def signed_up_here(request: HttpRequest, user: User) -> bool:
    """Whether someone chose their password in this browser, so that a verified address is all that is missing.

    A link alone signs nobody in: the mail may have gone to a stranger. Asked once.
    """
    user_id, session_hash = request.session.pop(_SIGNED_UP, (0, ""))
    return user_id == user.pk and constant_time_compare(session_hash, user.get_session_auth_hash())


def offered_secret(request: HttpRequest, make: Callable[[], str]) -> str:
    """The key that is being set up: the same until it is confirmed, so that the page may be loaded again."""
    if _SECRET not in request.session:
        request.session[_SECRET] = make()
    return str(request.session[_SECRET])


def forget_offered_secret(request: HttpRequest) -> None:
    request.session.pop(_SECRET, None)
