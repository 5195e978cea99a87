"""Signing up, and what people say of themselves."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F

from bakeoff_site.accounts import mails
from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.selectors import user_with_email
from bakeoff_site.accounts.services.addresses import mail_verification
from bakeoff_site.accounts.throttling import Attempt, start_attempt
from bakeoff_site.core import audit


def sign_up(*, name: str, affiliation: str, email: str, password: str, address: str) -> User | None:
    """Makes an account and mails a link to verify the address; a known address gets a hint by mail instead.

    None where the address was known. Nothing that people get to see, nor the time it takes, may say so.
    """
    start_attempt(Attempt(Act.MAIL, email, address))
    user = _make_user(name=name, affiliation=affiliation, email=email, password=password)
    if user is None and (known := user_with_email(email)) is not None:
        mails.notify("known_address", "You have an account already", known.email)
    return user


def _make_user(*, name: str, affiliation: str, email: str, password: str) -> User | None:
    """A new account, with the mail to verify its address; None where the address has one."""
    if user_with_email(email) is not None:
        make_password(password)  # only to take as long
        return None
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, password, name=name, affiliation=affiliation)
            audit.record("account.sign-up", actor=user, subject=user.email)
            mail_verification(user)
    except (IntegrityError, ValidationError):
        if user_with_email(email) is None:
            raise
        return None  # somebody was faster
    return user


def change_profile(user: User, *, name: str, affiliation: str, time_zone: str) -> None:
    with transaction.atomic():
        before = {"name": user.name, "affiliation": user.affiliation, "time_zone": user.time_zone}
        user.name, user.affiliation, user.time_zone = name, affiliation, time_zone
        user.save(update_fields=list(before))
        audit.record("account.change-profile", actor=user, subject=user.email, before=before)


def sign_out_everywhere(user: User) -> None:
    with transaction.atomic():
        end_sessions(user)
        audit.record("account.sign-out-everywhere", actor=user, subject=user.email)


def end_sessions(user: User) -> None:
    """Ends all sessions; a page that keeps its own says the session about the new generation."""
    User.objects.filter(pk=user.pk).update(session_generation=F("session_generation") + 1)
    user.refresh_from_db(fields=["session_generation"])
