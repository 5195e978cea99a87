"""Checking passwords, and noting who signed in."""

from __future__ import annotations

from django.contrib.auth import authenticate

from bakeoff_site.accounts.choices import Act, Step
from bakeoff_site.accounts.errors import WrongCredentialsError, WrongPasswordError
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.selectors import user_with_email
from bakeoff_site.accounts.services.attempts import forget_old_failures, tried
from bakeoff_site.accounts.throttling import Attempt, forget_old_attempts
from bakeoff_site.core import audit


def check_credentials(email: str, password: str, *, address: str) -> User:
    """Whose address and password these are."""
    user = tried(
        Attempt(Act.SIGN_IN, email, address),
        Step.PASSWORD,
        user_with_email(email),
        lambda: authenticate(username=email.strip(), password=password),
    )
    if not isinstance(user, User):
        raise WrongCredentialsError
    forget_old_attempts()
    forget_old_failures()
    return user


def confirm_password(user: User, password: str, *, address: str) -> None:
    """Asks for the password of someone who is signed in, before what must not be done at a screen left alone."""
    attempt = Attempt(Act.SIGN_IN, user.email, address)
    if not tried(attempt, Step.CONFIRMATION, user, lambda: user.check_password(password)):
        raise WrongPasswordError


def note_sign_in(user: User, *, address: str, browser: str, new_browser: bool, second_factor: bool) -> None:
    """Keeps from where someone signed in, so that they can say whether it was they."""
    audit.record(
        "account.sign-in",
        actor=user,
        subject=user.email,
        network_address=address,
        browser=browser,
        new_browser=new_browser,
        second_factor=second_factor,
    )
