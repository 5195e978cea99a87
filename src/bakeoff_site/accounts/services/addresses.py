"""Addresses of people: verified by a link that is mailed there, changed the same way."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from bakeoff_site.accounts import mails
from bakeoff_site.accounts.choices import Act, Purpose
from bakeoff_site.accounts.errors import AccountError
from bakeoff_site.accounts.links import link_to, read_link
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.selectors import user_with_email
from bakeoff_site.accounts.services.sign_in import confirm_password
from bakeoff_site.accounts.throttling import Attempt, start_attempt, succeed
from bakeoff_site.core import audit


def mail_verification(user: User) -> None:
    link = link_to(Purpose.VERIFY, user, email=user.email)
    mails.mail_link(Purpose.VERIFY, "Verify your address", link, to=user.email)


def resend_verification(user: User, *, address: str) -> None:
    start_attempt(Attempt(Act.MAIL, user.email, address))
    mail_verification(user)


def verify_address(token: str, *, address: str) -> User:
    """Notes that the address is theirs, as the link from the mail shows."""
    with transaction.atomic():
        user = read_link(Purpose.VERIFY, token, for_update=True).user
        user.email_verified_at = timezone.now()
        user.save(update_fields=["email_verified_at"])
        audit.record("account.verify-address", actor=user, subject=user.email)
    succeed(Attempt(Act.MAIL, user.email, address))
    return user


def request_address_change(user: User, *, email: str, password: str, address: str) -> None:
    """Mails a link to the new address. If it belongs to somebody else, only they are notified."""
    if email == user.email:
        raise AccountError("This is your address already. Give the new one.")
    confirm_password(user, password, address=address)
    start_attempt(Attempt(Act.MAIL, email, address))
    known = user_with_email(email)
    if known is None or known == user:
        new = User.objects.normalize_email(email).strip()
        link = link_to(Purpose.CHANGE_ADDRESS, user, email=new)
        mails.mail_link(Purpose.CHANGE_ADDRESS, "Verify your new address", link, to=new)
    else:
        mails.notify("known_address", "You have an account already", known.email)


def change_address(token: str, *, address: str) -> User:
    """Gives the account the address that the link was mailed to, and says the old one."""
    try:
        with transaction.atomic():
            link = read_link(Purpose.CHANGE_ADDRESS, token, for_update=True)
            user, old, was_verified = link.user, link.user.email, link.user.is_verified
            user.email, user.email_verified_at = link.email, timezone.now()
            user.save(update_fields=["email", "email_verified_at"])
            audit.record("account.change-address", actor=user, subject=user.email, before=old)
            if was_verified:  # else it may be a stranger's
                mails.notify("address_changed", "Your address was changed", old, new=user.email)
    except IntegrityError:
        raise AccountError("Another account has this address by now. Sign in there, or choose another one.") from None
    succeed(Attempt(Act.MAIL, user.email, address))
    return user
