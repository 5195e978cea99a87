"""New passwords: changed by who knows the old one, reset by who reads the mail."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts import mails
from bakeoff_site.accounts.choices import Act, Purpose
from bakeoff_site.accounts.links import link_to, read_link
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.selectors import user_with_email
from bakeoff_site.accounts.services.sign_in import confirm_password
from bakeoff_site.accounts.throttling import Attempt, start_attempt, succeed
from bakeoff_site.core import audit


def change_password(user: User, *, old: str, new: str, address: str) -> None:
    """Ends all other sessions, since they know the old password's hash."""
    confirm_password(user, old, address=address)
    with transaction.atomic():
        user.set_password(new)
        user.save(update_fields=["password"])
        audit.record("account.change-password", actor=user, subject=user.email)
        _tell(user)


def request_reset(*, email: str, address: str) -> None:
    """Mails a link to choose a new password, or that there is no account: the page says the same in both cases."""
    start_attempt(Attempt(Act.MAIL, email, address))
    user = user_with_email(email)
    if user is None or not user.is_active:
        mails.notify("no_account", "No account with this address", email)
    else:
        link = link_to(Purpose.RESET, user, email=user.email)
        mails.mail_link(Purpose.RESET, "Choose a new password", link, to=user.email)


def reset_password(token: str, *, new: str, address: str) -> User:
    """Sets the password and ends all sessions; the mail has shown that the address is theirs."""
    with transaction.atomic():
        user = read_link(Purpose.RESET, token, for_update=True).user
        user.set_password(new)
        user.email_verified_at = user.email_verified_at or timezone.now()
        user.save(update_fields=["password", "email_verified_at"])
        audit.record("account.reset-password", actor=user, subject=user.email)
        _tell(user)
    for act in (Act.SIGN_IN, Act.MAIL):
        succeed(Attempt(act, user.email, address))
    return user


def _tell(user: User) -> None:
    mails.notify("password_changed", "Your password was changed", user.email)
