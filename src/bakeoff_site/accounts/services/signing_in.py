"""Checking passwords, and noting who signed in."""

from __future__ import annotations

from django.contrib.auth import authenticate

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import WrongCredentialsError, WrongPasswordError
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.throttling import Attempt, begin, forget_old_attempts, succeed
from bakeoff_site.core import audit


def check_credentials(email: str, password: str, *, address: str) -> User:
    """Whose address and password these are."""
    attempt = Attempt(Act.SIGN_IN, email, address)
    begin(attempt)
    user = authenticate(username=email.strip(), password=password)
    if not isinstance(user, User):
        raise WrongCredentialsError
    succeed(attempt)
    forget_old_attempts()
    return user


def confirm_password(user: User, password: str, *, address: str) -> None:
    """Asks for the password of someone who is signed in, before what must not be done at a screen left alone."""
    attempt = Attempt(Act.SIGN_IN, user.email, address)
    begin(attempt)
    if not user.check_password(password):
        raise WrongPasswordError
    succeed(attempt)


def note_sign_in(user: User, *, address: str, second_factor: bool) -> None:
    """Keeps from where someone signed in, so that they can tell whether it was they."""
    audit.record("account.sign-in", actor=user, subject=user.email, address=address, second_factor=second_factor)
